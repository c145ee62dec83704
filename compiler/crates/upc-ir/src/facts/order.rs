// SPDX-License-Identifier: Apache-2.0
//! The statements and declarations of a unit, sorted by their places, to find those of a loop.

use upc_sema::unit::{DeclId, Unit};
use upc_source::Span;
use upc_syntax::ast::{Ast, Stmt, StmtId};

use super::writes::within;

/// Each with its start, ascending.
pub(crate) struct Order {
    stmts: Vec<(u32, StmtId)>,
    decls: Vec<(u32, DeclId)>,
}

impl Order {
    pub fn of(ast: &Ast, unit: &Unit) -> Order {
        let mut stmts: Vec<_> =
            ast.stmts.iter_enumerated().map(|(id, s)| (s.span.start, id)).collect();
        let mut decls: Vec<_> =
            unit.decls.iter_enumerated().map(|(id, d)| (d.span.start, id)).collect();
        stmts.sort_by_key(|s| s.0);
        decls.sort_by_key(|d| d.0);
        Order { stmts, decls }
    }

    /// The statements that lie in `span`.
    pub fn stmts_in<'x, 'a: 'x>(
        &'x self,
        ast: &'a Ast,
        span: Span,
    ) -> impl Iterator<Item = &'a Stmt> + 'x {
        self.stmt_ids_in(ast, span).map(|s| &ast.stmts[s])
    }

    /// The same, by their numbers.
    pub fn stmt_ids_in<'x, 'a: 'x>(
        &'x self,
        ast: &'a Ast,
        span: Span,
    ) -> impl Iterator<Item = StmtId> + 'x {
        // A statement with an empty span, such as a label's empty body, may begin at the end of
        // `span`.
        let stmts = within(&self.stmts, |s| s.0, Span::new(span.start, span.end + 1));
        stmts.iter().map(|s| s.1).filter(move |&s| span.contains(ast.stmts[s].span))
    }

    /// The declarations in `span`.
    pub fn decls_in(&self, span: Span) -> impl Iterator<Item = DeclId> + '_ {
        within(&self.decls, |d| d.0, span).iter().map(|d| d.1)
    }
}

impl super::Facts<'_> {
    /// Whether a directive before the statement at `span` may require this very statement after it,
    /// as `#pragma omp for` does. Directives of UPC do not.
    pub(crate) fn follows_pragma(&self, span: Span) -> bool {
        let before = self.text[..span.start as usize].trim_end();
        let line = before.rsplit('\n').next().unwrap_or(before).trim_start();
        let mut words = line.strip_prefix('#').unwrap_or("").split_whitespace();
        words.next() == Some("pragma") && !matches!(words.next(), Some("upc" | "pupc"))
    }
}
