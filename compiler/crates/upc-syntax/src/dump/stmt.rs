// SPDX-License-Identifier: Apache-2.0
//! Statements.

use super::Dump;
use crate::ast::{Affinity, ExprId, ForInit, StmtId, StmtKind};

impl Dump<'_> {
    pub(super) fn stmt(&mut self, id: StmtId) {
        let ast = self.ast;
        match &ast.stmts[id].kind {
            StmtKind::Expr(e) => self.list("expr", |d| d.operand(*e)),
            StmtKind::Empty => self.word("(empty)"),
            StmtKind::Passed => self.word("(passed)"),
            StmtKind::Error => self.word("(error)"),
            StmtKind::Continue => self.word("(continue)"),
            StmtKind::Break => self.word("(break)"),
            StmtKind::UpcFence => self.word("(upc_fence)"),
            StmtKind::LocalLabels => self.leaf("local-labels", ast.stmts[id].span),
            StmtKind::Compound(items) => {
                self.list("block", |d| items.iter().for_each(|&s| d.indented(|d| d.stmt(s))))
            }
            StmtKind::Declaration(id) => self.declaration(*id),
            StmtKind::NestedFunction(f) => self.function(f, None),
            StmtKind::Return(e) => self.optional("return", *e),
            StmtKind::UpcBarrier(e) => self.optional("upc_barrier", *e),
            StmtKind::UpcNotify(e) => self.optional("upc_notify", *e),
            StmtKind::UpcWait(e) => self.optional("upc_wait", *e),
            StmtKind::Goto(name) => self.list("goto ", |d| d.name(*name)),
            StmtKind::GotoComputed(e) => self.list("goto*", |d| d.operand(*e)),
            StmtKind::Asm { operands } => self.list("asm", |d| d.operands(operands)),
            kind => self.control(kind),
        }
    }

    /// Statements that hold others.
    fn control(&mut self, kind: &StmtKind) {
        match kind {
            StmtKind::If { cond, then, otherwise } => self.list("if", |d| {
                d.operand(*cond);
                d.indented(|d| d.stmt(*then));
                otherwise.iter().for_each(|&s| d.indented(|d| d.stmt(s)));
            }),
            StmtKind::Switch { cond, body } => self.loop_like("switch", *cond, *body),
            StmtKind::While { cond, body } => self.loop_like("while", *cond, *body),
            StmtKind::DoWhile { body, cond } => self.loop_like("do-while", *cond, *body),
            StmtKind::DoOnce { body, cond } => self.loop_like("do-once", *cond, *body),
            StmtKind::For { init, cond, step, body } => self.list("for", |d| {
                d.clauses(init, *cond, *step);
                d.indented(|d| d.stmt(*body));
            }),
            StmtKind::UpcForall { init, cond, step, affinity, body } => {
                self.list("upc_forall", |d| {
                    d.clauses(init, *cond, *step);
                    match affinity {
                        Affinity::None => d.word(" -"),
                        Affinity::Continue => d.word(" continue"),
                        Affinity::Expr(e) => d.operand(*e),
                    }
                    d.indented(|d| d.stmt(*body));
                })
            }
            StmtKind::Label { name, body, .. } => self.list("label ", |d| {
                d.name(*name);
                d.indented(|d| d.stmt(*body));
            }),
            StmtKind::Case { value, upper, body } => self.list("case", |d| {
                d.operand(*value);
                d.operands(upper.as_slice());
                d.indented(|d| d.stmt(*body));
            }),
            StmtKind::Default { body } => self.list("default", |d| d.indented(|d| d.stmt(*body))),
            _ => {}
        }
    }

    fn loop_like(&mut self, head: &str, cond: ExprId, body: StmtId) {
        self.list(head, |d| {
            d.operand(cond);
            d.indented(|d| d.stmt(body));
        });
    }

    fn optional(&mut self, head: &str, e: Option<ExprId>) {
        self.list(head, |d| d.operands(e.as_slice()));
    }

    /// The three clauses of a loop, `-` for an empty one.
    fn clauses(&mut self, init: &ForInit, cond: Option<ExprId>, step: Option<ExprId>) {
        self.space();
        match init {
            ForInit::None => self.word("-"),
            ForInit::Expr(e) => self.expr(*e),
            ForInit::Declaration(id) => self.declaration(*id),
        }
        for clause in [cond, step] {
            match clause {
                Some(e) => self.operand(e),
                None => self.word(" -"),
            }
        }
    }
}
