// SPDX-License-Identifier: Apache-2.0
//! Preprocessed UPC on standard input, C on standard output: the compiler without its command line,
//! for tests.
//!
//! Options: `-T N` static THREADS, `-pthreads`, `-checks` run-time checks, `-dump` the tree instead
//! of C.

use std::io::Read;

use upc_source::{Diagnostics, Interner, LineMap};
use upc_syntax::Dialect;

fn main() {
    let mut dialect = Dialect::default();
    let (mut dump, mut checks) = (false, false);
    let mut args = std::env::args().skip(1);
    while let Some(a) = args.next() {
        match a.as_str() {
            "-T" => dialect.static_threads = args.next().and_then(|n| n.parse().ok()),
            "-pthreads" => dialect.pthreads = true,
            "-checks" => checks = true,
            "-dump" => dump = true,
            other => {
                eprintln!("trans: unknown option {other}");
                std::process::exit(2);
            }
        }
    }
    let mut text = String::new();
    if let Err(e) = std::io::stdin().read_to_string(&mut text) {
        eprintln!("trans: standard input: {e}");
        std::process::exit(2);
    }
    print!("{}", translate(&text, dialect, checks, dump));
}

/// Prints diagnostics and ends with status 1 if there are errors.
fn translate(text: &str, dialect: Dialect, checks: bool, dump: bool) -> String {
    let map = LineMap::new(text, "<stdin>");
    let (mut names, mut diags) = (Interner::new(), Diagnostics::new());
    let sema = upc_sema::Options {
        static_threads: dialect.static_threads,
        pthreads: dialect.pthreads,
        ..Default::default()
    };
    let analysis = upc_sema::analyze(text, &map, dialect, &sema, &mut names, &mut diags);
    for d in diags.iter() {
        let l = map.locate(d.span.start);
        eprintln!(
            "{}:{}:{}: {:?}: {}",
            map.file_name(l.file),
            l.line,
            l.column,
            d.severity,
            d.message
        );
    }
    if diags.has_errors() {
        std::process::exit(1);
    }
    let options = upc_ir::Options {
        threads: dialect.static_threads,
        pthreads: dialect.pthreads,
        common: false,
        clang: false,
        c99_inline: true,
        checks,
        inline: false,
        interposed: false,
        passes: upc_ir::Passes::default(),
        remarks: false,
        instrument: upc_ir::Instrument::default(),
    };
    let facts = upc_ir::Facts::new(&analysis, text, &names);
    let mut ir = upc_ir::build(&analysis, &facts, &map, &options, &mut diags);
    upc_ir::run_passes(&mut ir, &facts, &options, true, &mut |_, _| {});
    if dump {
        return upc_ir::print::dump(&mut ir, text, &|_| true);
    }
    let threads = dialect.static_threads.unwrap_or(0).to_string();
    let mode = if dialect.pthreads { "pthreads" } else { "process" };
    let note = upc_emit::note(&[
        ("abi", "1"),
        ("mode", mode),
        ("threads", &threads),
        ("upc", "1"),
        ("file", "stdin"),
    ]);
    upc_emit::write(&ir, &analysis.types, text, &map, &names).text + &note
}
