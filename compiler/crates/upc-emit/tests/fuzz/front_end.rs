// SPDX-License-Identifier: Apache-2.0
//! The whole front end as one function: preprocessed text to C or to diagnostics.

use upc_source::render::{Format, Sources};
use upc_source::{Diagnostics, Interner, LineMap};
use upc_syntax::Dialect;

/// How a text is translated.
#[derive(Clone, Copy, Default)]
pub struct Way {
    pub static_threads: Option<u32>,
    pub pthreads: bool,
    /// Accesses are checked at run time.
    pub checks: bool,
}

/// Translates `text` with every function body checked; the C, or `None` where there were errors,
/// which are then rendered.
pub fn translate(text: &str, way: Way) -> Option<String> {
    let Way { static_threads, pthreads, checks } = way;
    let dialect = Dialect { static_threads, pthreads, ..Dialect::default() };
    let sema =
        upc_sema::Options { static_threads, pthreads, analyse_all: true, ..Default::default() };
    let map = LineMap::new(text, "fuzz.upc");
    let (mut names, mut found) = (Interner::new(), Diagnostics::new());
    let analysis = upc_sema::analyze(text, &map, dialect, &sema, &mut names, &mut found);
    if !found.has_errors() {
        assert_eq!(upc_syntax::valid::check(&analysis.ast, text), Ok(()));
        assert_eq!(upc_sema::valid::check(&analysis, text), Ok(()));
        let options = upc_ir::Options {
            threads: static_threads,
            pthreads,
            common: false,
            clang: false,
            c99_inline: true,
            checks,
            inline: false,
            interposed: false,
            passes: upc_ir::Passes::default(),
            remarks: false,
            instrument: upc_ir::Instrument {
                on: checks,
                local: true,
                functions: true,
                calls: false,
            },
        };
        let facts = upc_ir::Facts::new(&analysis, text, &names);
        let mut ir = upc_ir::build(&analysis, &facts, &map, &options, &mut found);
        if !found.has_errors() {
            upc_ir::run_passes(&mut ir, &facts, &options, true, &mut |_, _| {});
            let left_out = analysis.replaced_declarations().collect();
            let known = upc_emit::Known { left_out, constants: analysis.constants_of_upc(text) };
            let reading = upc_emit::plain_reading(text, &map, dialect, &known);
            assert_eq!(reading.lines().count(), text.lines().count());
            return Some(upc_emit::write(&ir, &analysis.types, text, &map, &names).text);
        }
    }
    render(&found, text, &map);
    None
}

/// Excerpts are code too.
fn render(found: &Diagnostics, text: &str, map: &LineMap) {
    let sources = Sources::new(text, map, &|_| None);
    for diagnostic in found.iter().take(20) {
        for format in [Format::Full, Format::Json] {
            let shown = upc_source::render::render(diagnostic, &sources, format, false);
            assert!(!shown.is_empty());
        }
    }
}
