// SPDX-License-Identifier: Apache-2.0
//! A unit for tests.

use super::*;
use crate::ir::Node;
use crate::visit::walk_mut;
use upc_source::{Diagnostics, LineMap, Span};

const HEAD: &str = "shared int s; strict shared int flag; shared double x[8*THREADS]; int k, \
    f(int); double d, a[9];\n\
    shared [] double *shared dir; shared [] double *shared *other; char *bytes;\n\
    # 1 \"math.h\" 3\ndouble sqrt(double);\nvoid __assert_fail(const char *);\n\
    void exit(int);\n# 1 \"t.upc\"\n";

/// The answer of `ask` for the lowered function body `{ body }` and its span.
pub(crate) fn with_body<R>(body: &str, ask: impl FnOnce(&Facts, &mut Node, Span) -> R) -> R {
    let text = format!("{HEAD}void test(void) {{ {body} ; }}\n");
    with_text(&text, |facts, node| {
        let span = Span::new(text.find("void test").unwrap_or(0) as u32, text.len() as u32);
        ask(facts, node, span)
    })
}

/// The answer of `ask` for a unit with the declarations `unit`.
pub(crate) fn with_unit<R>(unit: &str, ask: impl FnOnce(&Facts) -> R) -> R {
    with_text(&format!("{HEAD}{unit}\n"), |facts, _| ask(facts))
}

/// The answer of `ask` for the lowered unit `text`, and its last function.
fn with_text<R>(text: &str, ask: impl FnOnce(&Facts, &mut Node) -> R) -> R {
    let map = LineMap::new(text, "t.upc");
    let (mut names, mut diags) = (Interner::new(), Diagnostics::new());
    let options = upc_sema::Options { analyse_all: true, ..Default::default() };
    let analysis = upc_sema::analyze(
        text,
        &map,
        upc_syntax::Dialect::default(),
        &options,
        &mut names,
        &mut diags,
    );
    let facts = Facts::new(&analysis, text, &names);
    let mut ir = crate::build(&analysis, &facts, &map, &crate::Options::default(), &mut diags);
    let said: Vec<_> = diags.iter().map(|d| &d.message).collect();
    assert!(!diags.has_errors(), "{text}: {said:?}");
    let mut function = None;
    walk_mut(&mut ir.root, &mut |n: &mut Node| {
        if let Node::Function(f) = n {
            function = Some(Node::Source(f.source.clone()));
        }
    });
    let mut node = function.unwrap_or(Node::empty());
    ask(&facts, &mut node)
}
