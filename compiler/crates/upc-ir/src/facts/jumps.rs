// SPDX-License-Identifier: Apache-2.0
//! Jumps, with the loops and switches around them.

use upc_source::Span;
use upc_syntax::ast::{Stmt, StmtKind};

use super::Facts;

/// A `break`, `continue`, `goto` or `return`.
pub(super) struct Jump<'a> {
    pub stmt: &'a Stmt,
    /// The loop, or of a `break` the switch, that the jump ends or goes on with.
    pub target: Option<&'a Stmt>,
    pub in_loop: bool,
}

impl<'a> Facts<'a> {
    /// The jumps in `span`. Only loops and switches in `span` count. Takes a time proportional to
    /// the number of statements.
    pub(super) fn jumps_in(&self, span: Span) -> Vec<Jump<'a>> {
        use StmtKind::{Break, Continue, Goto, GotoComputed, Return, Switch};
        let (mut jumps, mut around): (Vec<Jump>, Vec<&'a Stmt>) = (Vec::new(), Vec::new());
        for stmt in self.stmts_in(span) {
            while around.last().is_some_and(|s| !s.span.contains(stmt.span)) {
                around.pop();
            }
            let innermost_loop = around.iter().rev().copied().find(|s| s.kind.is_loop());
            let target = match stmt.kind {
                Break => around.last().copied(),
                Continue => innermost_loop,
                Goto(_) | GotoComputed(_) | Return(_) => None,
                _ => {
                    let counts = stmt.kind.is_loop() || matches!(stmt.kind, Switch { .. });
                    around.extend(counts.then_some(stmt));
                    continue;
                }
            };
            jumps.push(Jump { stmt, target, in_loop: innermost_loop.is_some() });
        }
        jumps
    }
}
