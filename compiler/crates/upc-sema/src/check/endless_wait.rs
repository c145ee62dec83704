// SPDX-License-Identifier: Apache-2.0
//! Loops that wait for a private variable to change (C 6.8.5p6, 5.1.2.4p4): nothing in them changes
//! it, so the C compiler reads it once, and the loop never ends once optimised.

use upc_source::{Diagnostic, Span};
use upc_syntax::ast::{ExprId, ExprKind, StmtId, StmtKind, UnaryOp};

use crate::check::Check;

/// The most operands of a condition: one with more is not checked.
const OPERANDS: u32 = 64;

/// The parts of a condition met so far.
struct Read {
    /// The first private variable.
    variable: Option<ExprId>,
    /// How many operands may follow.
    operands: u32,
}

impl Check<'_> {
    /// Warns of a loop of `body` while `cond` that does nothing but read private variables.
    /// `keyword`: where it begins.
    pub(super) fn endless_wait(
        &mut self,
        keyword: Span,
        cond: ExprId,
        step: Option<ExprId>,
        body: StmtId,
    ) {
        if step.is_some()
            || !self.does_nothing(body)
            || self.map.is_system(keyword.start)
            || self.eval(cond).is_some()
        {
            return;
        }
        let mut read = Read { variable: None, operands: OPERANDS };
        if !self.only_reads(cond, &mut read) {
            return;
        }
        if let Some(variable) = read.variable {
            self.warn_endless(cond, variable);
        }
    }

    fn warn_endless(&mut self, cond: ExprId, variable: ExprId) {
        let message = format!(
            "nothing in this loop changes '{}': once optimised, it never ends",
            self.source(variable)
        );
        let help = "where another UPC thread ends the wait, the variable must be 'strict shared'; \
                    where a signal or a pthread does, 'volatile' or _Atomic";
        let warning = Diagnostic::warning("upc-endless-wait", self.span(cond), message);
        self.report(warning.rule("C 5.1.2.3p6").help(help));
    }

    fn does_nothing(&self, body: StmtId) -> bool {
        match &self.ast.stmts[body].kind {
            StmtKind::Empty | StmtKind::Continue => true,
            StmtKind::Compound(list) => list.iter().all(|&s| self.does_nothing(s)),
            _ => false,
        }
    }

    /// Whether `e` only reads private objects that no other agent may change.
    fn only_reads(&mut self, e: ExprId, read: &mut Read) -> bool {
        if read.operands == 0 {
            return false;
        }
        read.operands -= 1;
        match self.ast.exprs[e].kind {
            ExprKind::Number
            | ExprKind::Char
            | ExprKind::Threads
            | ExprKind::MyThread
            | ExprKind::MaxBlockSize => true,
            ExprKind::True | ExprKind::False | ExprKind::Nullptr => true,
            ExprKind::SizeofExpr { .. } | ExprKind::SizeofType { .. } => true,
            ExprKind::Paren(x) | ExprKind::Cast { operand: x, .. } => self.only_reads(x, read),
            ExprKind::Unary { op: UnaryOp::Deref, operand } => self.reads(e, &[operand], read),
            ExprKind::Unary { op: UnaryOp::AddressOf, operand } => self.only_names(operand, read),
            ExprKind::Unary {
                op: UnaryOp::Plus | UnaryOp::Minus | UnaryOp::BitNot | UnaryOp::Not,
                operand,
            } => self.only_reads(operand, read),
            ExprKind::Binary { left, right, .. } => {
                self.only_reads(left, read) && self.only_reads(right, read)
            }
            ExprKind::Index { base, index } => self.reads(e, &[base, index], read),
            ExprKind::Member { base, .. } => self.reads(e, &[base], read),
            ExprKind::Ident(_) => self.reads(e, &[], read),
            _ => false,
        }
    }

    /// As [`Check::only_reads`] for the operand of `&`, which is not read itself.
    fn only_names(&mut self, e: ExprId, read: &mut Read) -> bool {
        match self.ast.exprs[e].kind {
            ExprKind::Paren(x) | ExprKind::Member { base: x, .. } => self.only_names(x, read),
            ExprKind::Index { base, index } => {
                self.only_names(base, read) && self.only_reads(index, read)
            }
            ExprKind::Ident(_) => true,
            _ => false,
        }
    }

    /// As [`Check::only_reads`] for the lvalue `e`, which `parts` name.
    fn reads(&mut self, e: ExprId, parts: &[ExprId], read: &mut Read) -> bool {
        let t = self.expr(e);
        let known = !self.types.is_opaque(t.ty) && !self.types.is_unjudged(t.ty);
        let quals = self.types.object_quals(t);
        if !known || quals.volatile || quals.atomic || self.types.shared(t).is_some() {
            return false;
        }
        if self.types.is_scalar(t.ty) && read.variable.is_none() && self.is_lvalue(e) {
            read.variable = Some(e);
        }
        parts.iter().all(|&part| self.only_reads(part, read))
    }
}
