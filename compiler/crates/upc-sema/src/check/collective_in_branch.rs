// SPDX-License-Identifier: Apache-2.0
//! Collective operations that only some threads reach: a branch on MYTHREAD around a barrier or a
//! collective call is a program that hangs (UPC 6.6.1p5, 7.1p2).

use upc_source::{Diagnostic, Span};
use upc_syntax::ast::{BinaryOp, ExprId, ExprKind, StmtId, StmtKind, UnaryOp};

use crate::check::Check;

/// A collective operation in the function's body.
#[derive(Clone, Debug)]
pub(crate) struct Collective {
    what: String,
    span: Span,
    reported: bool,
}

/// One branch of an `if ... else if ... else` chain.
pub(crate) struct Branch {
    /// None: the last `else`.
    cond: Option<ExprId>,
    body: StmtId,
    /// The collectives in `body`, in the list of the function's.
    from: usize,
    to: usize,
}

/// Effects of the later branches of a chain.
#[derive(Clone, Copy)]
struct Rest {
    has_collectives: bool,
    /// One of them ends by going elsewhere.
    leaves: bool,
    /// The index of their first collective in the list of the function.
    first: usize,
}

impl Check<'_> {
    pub fn note_collective(&mut self, what: &str, span: Span) {
        let what = what.to_string();
        self.flow().collectives.push(Collective { what, span, reported: false });
    }

    /// Runs `check` over the branch `body` and notes which collectives it has.
    pub fn branch(
        &mut self,
        cond: Option<ExprId>,
        body: StmtId,
        check: impl FnOnce(&mut Self),
    ) -> Branch {
        let from = self.flow().collectives.len();
        check(self);
        let to = self.flow().collectives.len();
        Branch { cond, body, from, to }
    }

    /// Warns of each branch selected by MYTHREAD that has a collective if the other threads' branch
    /// has none. A branch that leaves the function may have its counterpart further on.
    pub fn check_branches(&mut self, branches: &[Branch]) {
        let rests = self.rests(branches);
        for (b, rest) in branches.iter().zip(&rests) {
            let Some(cond) = b.cond.filter(|&c| self.tells_threads_apart(c)) else { continue };
            let own = b.to > b.from;
            if own == rest.has_collectives || rest.leaves || self.leaves(b.body) {
                continue;
            }
            let first = if own { b.from } else { rest.first };
            self.report_collective(first, cond);
        }
    }

    /// For each branch what those after it do. One walk from the end, as chains may be long.
    fn rests(&self, branches: &[Branch]) -> Vec<Rest> {
        let mut rests = Vec::with_capacity(branches.len());
        let mut rest = Rest { has_collectives: false, leaves: false, first: usize::MAX };
        for b in branches.iter().rev() {
            rests.push(rest);
            rest = Rest {
                has_collectives: rest.has_collectives || b.to > b.from,
                leaves: rest.leaves || self.leaves(b.body),
                first: b.from,
            };
        }
        rests.reverse();
        rests
    }

    fn report_collective(&mut self, index: usize, cond: ExprId) {
        let Some(c) = self.flow().collectives.get_mut(index).filter(|c| !c.reported) else {
            return;
        };
        c.reported = true;
        let (what, span) = (c.what.clone(), c.span);
        let message = format!("{what} in a branch on MYTHREAD: the other threads do not reach it");
        let d = Diagnostic::warning("upc-collective-in-branch", span, message).rule("UPC 6.6.1p5");
        let d = d.label(self.span(cond), "only some threads go this way");
        self.report(d.help("every thread must execute it: move it out of the 'if'"));
    }

    /// Whether the condition compares or tests MYTHREAD itself.
    fn tells_threads_apart(&self, e: ExprId) -> bool {
        let mut open = vec![e];
        while let Some(e) = open.pop() {
            match self.ast.exprs[e].kind {
                ExprKind::MyThread => return true,
                ExprKind::Paren(x) | ExprKind::Cast { operand: x, .. } => open.push(x),
                ExprKind::Unary { op: UnaryOp::Not | UnaryOp::Extension, operand } => {
                    open.push(operand)
                }
                ExprKind::Binary { op, left, right } if op != BinaryOp::LogOr => {
                    open.extend([left, right])
                }
                _ => {}
            }
        }
        false
    }

    /// Whether the statement ends by going elsewhere.
    fn leaves(&self, s: StmtId) -> bool {
        match &self.ast.stmts[s].kind {
            StmtKind::Compound(list) => list.iter().any(|&s| self.leaves(s)),
            StmtKind::Return(_) | StmtKind::Goto(_) | StmtKind::GotoComputed(_) => true,
            StmtKind::Break | StmtKind::Continue => true,
            StmtKind::Expr(e) => self.ends_thread(*e),
            _ => false,
        }
    }

    fn ends_thread(&self, e: ExprId) -> bool {
        let ExprKind::Call { callee, .. } = self.ast.exprs[e].kind else { return false };
        ["exit", "_exit", "abort", "upc_global_exit", "longjmp"].contains(&self.source(callee))
    }
}
