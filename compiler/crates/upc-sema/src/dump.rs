// SPDX-License-Identifier: Apache-2.0
//! Dump of the checker's results: a line for each declared name and each typed expression.

use std::fmt::Write;

use upc_source::{Interner, LineMap, Span};
use upc_syntax::ast::ExprId;

use crate::analyze::Analysis;
use crate::print::type_text;
use crate::types::QualTy;
use crate::unit::{Decl, Linkage, Privatised};

/// The declarations and expressions of `a` outside system headers, in the order of `text`.
pub fn dump(a: &Analysis, text: &str, map: &LineMap, names: &Interner) -> String {
    let d = Dump { a, text, map, names };
    let mut lines: Vec<(Span, String)> = Vec::new();
    lines.extend(
        a.unit.decls.iter().filter(|d| !d.system).map(|decl| (decl.span, d.declaration(decl))),
    );
    let typed = a.unit.expr_ty.iter_enumerated().filter_map(|(id, ty)| Some((id, (*ty)?)));
    lines.extend(typed.map(|(id, ty)| (a.ast.exprs[id].span, d.expression(id, ty))));
    lines.retain(|(span, _)| !map.is_system(span.start));
    // An expression before its operands.
    lines.sort_by_key(|(span, _)| (span.start, std::cmp::Reverse(span.end)));
    let mut out = String::new();
    for (span, line) in lines {
        let at = map.locate(span.start);
        let _ = writeln!(out, "{}:{}:{}: {line}", map.file_name(at.file), at.line, at.column);
    }
    out
}

struct Dump<'a> {
    a: &'a Analysis,
    text: &'a str,
    map: &'a LineMap,
    names: &'a Interner,
}

impl Dump<'_> {
    fn declaration(&self, d: &Decl) -> String {
        let linkage = match d.linkage {
            Linkage::None => "",
            Linkage::Internal => " internal",
            Linkage::External => " external",
        };
        let private = match d.privatised {
            Privatised::No => "",
            Privatised::Tls => " thread-local",
            Privatised::Block => " in the per-thread block",
            Privatised::Getter => " through its getter",
        };
        format!(
            "declares {} {:?}{linkage}{private}: {}",
            self.names.name(d.name),
            d.kind,
            self.show(d.ty)
        )
    }

    fn expression(&self, id: ExprId, ty: QualTy) -> String {
        let unit = &self.a.unit;
        let words: Vec<&str> =
            self.a.ast.exprs[id].span.slice(self.text).split_whitespace().collect();
        let mut line = format!("{}: {}", words.join(" "), self.show(ty));
        if let Some(to) = unit.converted.get(&id) {
            line += &format!(" -> {}", self.show(*to));
        }
        if let Some(value) = unit.constant.get(&id) {
            line += &format!(" = {value}");
        }
        if let Some(selected) = unit.selected.get(&id) {
            let at = self.map.locate(self.a.ast.exprs[*selected].span.start);
            line += &format!(" selects {}:{}", at.line, at.column);
        }
        line
    }

    fn show(&self, ty: QualTy) -> String {
        type_text(&self.a.types, self.names, ty)
    }
}
