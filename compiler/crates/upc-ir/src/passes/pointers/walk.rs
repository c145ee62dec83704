// SPDX-License-Identifier: Apache-2.0
//! Loops that move pointers, and what must hold for them.

use upc_source::Span;
use upc_syntax::ast::{
    BinaryOp, DeclarationKind, ExprId, ExprKind, ForInit, Stmt, StmtId, StmtKind,
};

use super::moves::{names, Move};
use crate::Facts;

/// A loop that moves pointers.
pub(super) struct Walk<'x, 'a> {
    pub facts: &'x Facts<'a>,
    pub stmt: &'a Stmt,
    pub init: Option<&'a ForInit>,
    pub cond: ExprId,
    pub step: Option<ExprId>,
    pub body: StmtId,
    pub moves: Vec<Move>,
}

impl<'x, 'a> Walk<'x, 'a> {
    pub fn of(facts: &'x Facts<'a>, s: StmtId, moves: Vec<Move>) -> Option<Walk<'x, 'a>> {
        let stmt = facts.stmt_node(s);
        let (init, cond, step, body) = match &stmt.kind {
            StmtKind::For { init, cond, step, body } => (Some(init), (*cond)?, *step, *body),
            StmtKind::While { cond, body } => (None, *cond, None, *body),
            _ => return None,
        };
        let mut walk = Walk { facts, stmt, init, cond, step, body, moves: Vec::new() };
        let span = walk.repeated();
        let effects = facts.effects_of_text(span);
        let leaves = |s: &Stmt| {
            use StmtKind::{Asm, Error, Goto, GotoComputed, Passed};
            matches!(s.kind, Asm { .. } | Error | Goto(_) | GotoComputed(_) | Passed)
        };
        let inside = facts.ast.stmts[body].span;
        if facts.follows_pragma(stmt.span)
            || facts.has_loop(inside)
            || effects.orders
            || effects.unknown
            || !facts.is_entered_at_its_head(inside)
            || facts.stmts_in(inside).any(leaves)
            || !facts.writes().elements_in(inside).any(|e| facts.is_shared_lvalue(e))
        {
            return None;
        }
        let parts = walk.parts();
        for mut one in moves {
            let alone = facts.writes().writes_in(one.pointer, span) == 1;
            let known = !inside.contains(facts.unit.decls[one.pointer].span);
            if parts.contains(&one.expr) {
                walk.moves.extend((alone && known).then_some(one));
            } else if let Some(at) = walk.statement_of(&one) {
                one.at = Some(at);
                walk.moves.extend((alone && known).then_some(one));
            }
        }
        (!walk.moves.is_empty()).then_some(walk)
    }

    /// Condition, third clause and body.
    pub fn repeated(&self) -> Span {
        Span::new(self.facts.span(self.cond).start, self.stmt.span.end)
    }

    /// The expressions of the third clause.
    pub fn parts(&self) -> Vec<ExprId> {
        let mut parts = Vec::new();
        self.step.into_iter().for_each(|step| self.facts.parts_of_comma(step, &mut parts));
        parts
    }

    /// The statement of the body that executes `moved` once in each iteration, and names its
    /// pointer nowhere else.
    fn statement_of(&self, moved: &Move) -> Option<Span> {
        use StmtKind::{Break, Continue};
        let facts = self.facts;
        let (span, body) = (facts.span(moved.expr), facts.stmt_node(self.body));
        let statement = match &body.kind {
            StmtKind::Compound(all) => {
                all.iter().map(|&s| facts.stmt_node(s)).find(|s| s.span.contains(span))?
            }
            _ => body,
        };
        if !matches!(statement.kind, StmtKind::Expr(_) | StmtKind::Declaration(_))
            || facts.stmts_in(body.span).any(|s| matches!(s.kind, Break | Continue))
            || facts.writes().mentions_in(moved.pointer, statement.span).len()
                != names(moved, facts)
        {
            return None;
        }
        let sometimes = facts.exprs().within(facts, statement.span).any(|e| {
            let depends = matches!(
                facts.expr_node(e).kind,
                ExprKind::Binary { op: BinaryOp::LogAnd | BinaryOp::LogOr, .. }
                    | ExprKind::Conditional { .. }
                    | ExprKind::StmtExpr(_)
                    | ExprKind::SizeofExpr { .. }
                    | ExprKind::Generic { .. }
                    | ExprKind::ChooseExpr { .. }
                    | ExprKind::BuiltinCall { .. }
            );
            depends && facts.span(e).contains(span)
        });
        let plain = match &statement.kind {
            StmtKind::Declaration(d) => match &facts.ast.declarations[*d].kind {
                // The move is in an initial value, not in the length of an array.
                DeclarationKind::Plain { specs, declarators } => {
                    !specs.span.contains(span)
                        && !declarators.iter().any(|d| d.declarator.span.contains(span))
                }
                _ => false,
            },
            _ => true,
        };
        (!sometimes && plain).then_some(statement.span)
    }
}
