// SPDX-License-Identifier: Apache-2.0
//! Branches that end the program, `if (x < 0) { fprintf(stderr, "negative\n"); exit(1); }`: nothing
//! of a loop around them is executed after their calls.

use upc_source::Span;
use upc_syntax::ast::{StmtId, StmtKind};

use super::Facts;

impl Facts<'_> {
    /// The branches in `span` that end the program.
    pub(crate) fn last_branches_in(&self, span: Span) -> Vec<Span> {
        let mut found = Vec::new();
        for s in self.stmts_in(span) {
            let StmtKind::If { then, otherwise, .. } = s.kind else { continue };
            let branches = std::iter::once(then).chain(otherwise);
            found
                .extend(branches.filter(|&b| self.ends_program(b)).map(|b| self.ast.stmts[b].span));
        }
        found
    }

    /// Whether the last statement of `s` calls a function that never returns.
    fn ends_program(&self, s: StmtId) -> bool {
        const ENDS: &[&str] = &["exit", "_exit", "_Exit", "upc_global_exit", "abort"];
        match &self.ast.stmts[s].kind {
            StmtKind::Compound(list) => list.last().is_some_and(|&s| self.ends_program(s)),
            StmtKind::Expr(e) => self.calls_one_of(self.bare(*e), ENDS),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::facts::testing::with_body;

    #[test]
    fn the_last_statement_decides() {
        let found =
            |body: &str| with_body(body, |facts, _, span| facts.last_branches_in(span).len());
        assert_eq!(found("if (k) exit(1);"), 1);
        assert_eq!(found("if (k) { f(k); exit(1); } else k = 2;"), 1);
        assert_eq!(found("if (k) k = 1; else { exit(1); }"), 1);
        assert_eq!(found("if (k) { exit(1); f(k); }"), 0);
        assert_eq!(found("exit(1);"), 0);
        assert_eq!(found("while (k) { exit(1); }"), 0);
    }
}
