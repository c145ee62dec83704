// SPDX-License-Identifier: Apache-2.0
//! Accesses that each execution of a body makes: those that dominate its end. An access that may
//! trap, as a read of shared memory at a computed address may, is moved before a loop only if each
//! iteration makes it.

use upc_source::Span;
use upc_syntax::ast::{BinaryOp, ExprId, ExprKind, StmtKind};

use super::Facts;
use crate::ir::{Address, Form, Node, Place, Source};
use crate::visit::{children_mut, places_mut};

impl Facts<'_> {
    /// The lvalues of the elements that each evaluation of `body` accesses.
    pub(crate) fn certain_elements(&self, body: &mut Node) -> Vec<ExprId> {
        let mut found = Vec::new();
        self.certain(body, &mut found);
        found
    }

    /// Adds those of `n`; false: the code after `n` may not be executed.
    fn certain(&self, n: &mut Node, found: &mut Vec<ExprId>) -> bool {
        match n {
            Node::Source(source) => self.certain_source(source, found),
            Node::Loop(l) => !self.leaves(l.source.span),
            Node::Forall(_) | Node::Runs(_) => false,
            Node::Tables { general, .. } => self.certain(general, found),
            Node::Long(l) => self.certain(&mut l.short, found),
            n => {
                let mut goes_on = true;
                children_mut(n, &mut |c| goes_on = goes_on && self.certain(c, found));
                places_mut(n, &mut |p| found.extend(element(p)));
                goes_on
            }
        }
    }

    fn certain_source(&self, source: &mut Source, found: &mut Vec<ExprId>) -> bool {
        use StmtKind::{
            Break, Continue, DoWhile, For, Goto, GotoComputed, If, Return, Switch, UpcForall, While,
        };
        let whole = source.span;
        match source.form {
            Form::Stmt(s) => match self.ast.stmts[s].kind {
                If { cond, .. } | Switch { cond, .. } => {
                    self.certain_part(source, self.span(cond), found);
                    !self.leaves(whole)
                }
                While { .. } | DoWhile { .. } | For { .. } | UpcForall { .. } => {
                    !self.leaves(whole)
                }
                Return(_) => {
                    self.certain_parts(source, found);
                    false
                }
                Break | Continue | Goto(_) | GotoComputed(_) => false,
                _ => self.certain_parts(source, found),
            },
            Form::Expr(e) => match self.ast.exprs[e].kind {
                ExprKind::Conditional { cond: first, .. }
                | ExprKind::Binary {
                    op: BinaryOp::LogAnd | BinaryOp::LogOr, left: first, ..
                } => {
                    self.certain_part(source, self.span(first), found);
                    true
                }
                ExprKind::Generic { .. } | ExprKind::ChooseExpr { .. } | ExprKind::StmtExpr(_) => {
                    !self.leaves(whole)
                }
                _ => self.certain_parts(source, found),
            },
            Form::Declaration(_) | Form::Initial(_) | Form::Opaque => {
                self.certain_parts(source, found)
            }
        }
    }

    fn certain_parts(&self, source: &mut Source, found: &mut Vec<ExprId>) -> bool {
        source.holes.iter_mut().all(|h| self.certain(&mut h.node, found))
    }

    fn certain_part(&self, source: &mut Source, at: Span, found: &mut Vec<ExprId>) {
        if let Some(hole) = source.holes.iter_mut().find(|h| h.span == at) {
            self.certain(&mut hole.node, found);
        }
    }

    /// Whether a statement in `span` may continue elsewhere than at the next one.
    pub(crate) fn leaves(&self, span: Span) -> bool {
        use StmtKind::{Asm, Break, Continue, Error, Goto, GotoComputed, Passed, Return};
        self.stmts_in(span).any(|s| {
            matches!(
                s.kind,
                Break
                    | Continue
                    | Goto(_)
                    | GotoComputed(_)
                    | Return(_)
                    | Asm { .. }
                    | Passed
                    | Error
            )
        })
    }
}

/// The lvalue of the element that the place is, or is part of.
fn element(p: &Place) -> Option<ExprId> {
    fn of(a: &Address) -> Option<ExprId> {
        match a {
            Address::Element { lvalue: Some(e), .. } => Some(*e),
            Address::Element { base, .. }
            | Address::Member { base, .. }
            | Address::AllNear { base, .. }
            | Address::Checked { base, .. }
            | Address::Notified { base, .. } => of(base),
            Address::Object(_)
            | Address::Stream(_)
            | Address::Own(_)
            | Address::Start(_)
            | Address::Pointer { .. } => None,
        }
    }
    of(&p.address)
}

#[cfg(test)]
mod tests {
    use crate::facts::testing::with_body;

    fn certain(body: &str) -> Vec<String> {
        with_body(body, |facts, node, _| {
            let found = facts.certain_elements(node);
            found.into_iter().map(|e| facts.span(e).slice(facts.text).to_string()).collect()
        })
    }

    #[test]
    fn branches_and_what_follows_a_jump_are_not_certain() {
        assert_eq!(
            certain("d = x[1]; if (x[2] > 0) d = x[3]; x[4] = d;"),
            ["x[1]", "x[2]", "x[4]"]
        );
        assert_eq!(certain("d = x[1]; if (k) return; x[4] = d;"), ["x[1]"]);
        assert_eq!(certain("d = k ? x[1] : x[2]; k = x[3] && x[4];"), ["x[3]"]);
        assert_eq!(certain("for (k = 0; k < 3; k++) x[k] = 1; x[5] = 2;"), ["x[5]"]);
        assert_eq!(certain("while (k) { if (x[1]) break; } x[5] = 2;"), Vec::<String>::new());
    }
}
