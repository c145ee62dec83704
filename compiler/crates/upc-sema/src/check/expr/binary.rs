// SPDX-License-Identifier: Apache-2.0
//! Binary operators without side effects (C 6.5.5 to 6.5.14, UPC 6.4.2).

use upc_source::{Diagnostic, ErrorName, Span};
use upc_syntax::ast::{BinaryOp, ExprId};

use crate::check::Check;
use crate::types::QualTy;

impl Check<'_> {
    pub(super) fn binary(
        &mut self,
        e: ExprId,
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
    ) -> QualTy {
        if matches!(op, BinaryOp::LogAnd | BinaryOp::LogOr) {
            self.condition(left);
            self.executed_if(left, op == BinaryOp::LogAnd, |c| c.condition(right));
            return self.int_type();
        }
        let (l, r) = (self.value(left), self.value(right));
        if self.types.is_opaque(l.ty) || self.types.is_opaque(r.ty) {
            return self.unknown_result(op, l, r);
        }
        if self.types.is_vector(l.ty) || self.types.is_vector(r.ty) {
            return if self.types.is_vector(l.ty) { l } else { r };
        }
        if op == BinaryOp::Div {
            self.warn_of_element_count(e, left, right);
        }
        match op {
            BinaryOp::Eq | BinaryOp::Ne => self.equality(e, op, left, right, l, r),
            BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge => {
                self.relational(e, op, left, right, l, r)
            }
            BinaryOp::Shl | BinaryOp::Shr => self.shift(e, op, left, right, l, r),
            BinaryOp::Add | BinaryOp::Sub
                if self.types.is_pointer(l.ty) || self.types.is_pointer(r.ty) =>
            {
                self.additive(e, op, l, r)
            }
            _ => self.arithmetic(e, op, left, right, l, r),
        }
    }

    fn unknown_result(&mut self, op: BinaryOp, l: QualTy, r: QualTy) -> QualTy {
        match op {
            BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Lt
            | BinaryOp::Gt
            | BinaryOp::Le
            | BinaryOp::Ge => self.int_type(),
            BinaryOp::Add | BinaryOp::Sub if self.types.is_pointer(l.ty) => l,
            BinaryOp::Add if self.types.is_pointer(r.ty) => r,
            _ => self.unknown(),
        }
    }

    pub(crate) fn bad_operands(&mut self, span: Span, op: BinaryOp, l: QualTy, r: QualTy) {
        let message =
            format!("'{}' cannot be applied to {} and {}", op.text(), self.show(l), self.show(r));
        self.error(ErrorName::OperandTypes, span, message);
    }

    pub(crate) fn arithmetic(
        &mut self,
        e: ExprId,
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
        l: QualTy,
        r: QualTy,
    ) -> QualTy {
        let integers_only =
            matches!(op, BinaryOp::Rem | BinaryOp::BitAnd | BinaryOp::BitXor | BinaryOp::BitOr);
        let types = &self.types;
        let fits = |ty| if integers_only { types.is_integer(ty) } else { types.is_arithmetic(ty) };
        if !fits(l.ty) || !fits(r.ty) {
            self.bad_operands(self.span(e), op, l, r);
            return self.unknown();
        }
        let (l, r) = (self.promoted(left, l), self.promoted(right, r));
        self.types.usual(l.ty, r.ty).map_or_else(|| self.unknown(), QualTy::plain)
    }

    fn shift(
        &mut self,
        e: ExprId,
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
        l: QualTy,
        r: QualTy,
    ) -> QualTy {
        if !self.types.is_integer(l.ty) || !self.types.is_integer(r.ty) {
            self.bad_operands(self.span(e), op, l, r);
            return self.unknown();
        }
        let _ = right;
        self.promoted(left, l)
    }

    /// `p + i`, `i + p`, `p - i`, `p - q`.
    pub(crate) fn additive(&mut self, e: ExprId, op: BinaryOp, l: QualTy, r: QualTy) -> QualTy {
        let span = self.span(e);
        match (self.types.pointee(l.ty), self.types.pointee(r.ty)) {
            (Some(p), None) if self.types.is_integer(r.ty) => {
                match self.check_arithmetic_referent(p, span) {
                    true => l,
                    false => self.unknown(),
                }
            }
            (None, Some(p)) if op == BinaryOp::Add && self.types.is_integer(l.ty) => {
                match self.check_arithmetic_referent(p, span) {
                    true => r,
                    false => self.unknown(),
                }
            }
            (Some(p), Some(q)) if op == BinaryOp::Sub => {
                if self.mixed_pointers(span, op, l, r) {
                    return QualTy::plain(self.types.common.long);
                }
                self.check_arithmetic_referent(p, span);
                if !self.types.compatible_unqualified(p, q) {
                    self.incompatible_pointers(span, op, l, r, true);
                }
                QualTy::plain(self.types.common.long)
            }
            _ => {
                self.bad_operands(span, op, l, r);
                self.unknown()
            }
        }
    }

    /// Reports a pointer-to-shared and a pointer-to-local under one operator (UPC 6.4.2p1).
    pub(crate) fn mixed_pointers(
        &mut self,
        span: Span,
        op: BinaryOp,
        l: QualTy,
        r: QualTy,
    ) -> bool {
        let (a, b) = (self.types.is_pts(l.ty), self.types.is_pts(r.ty));
        let pointers = self.types.is_pointer(l.ty) && self.types.is_pointer(r.ty);
        if a == b || !pointers || self.points_to_opaque(l) || self.points_to_opaque(r) {
            return false;
        }
        let message = format!("'{}' of a pointer to shared data and a private pointer", op.text());
        let help =
            "cast the pointer to shared data to a private pointer, if its target is this thread's";
        let note = format!("the operands have types {} and {}", self.show(l), self.show(r));
        let d = Diagnostic::error(ErrorName::UpcPointerOperands, span, message);
        self.report(d.rule("UPC 6.4.2p1").help(help).note(note));
        true
    }

    /// Nothing is known about the target's type, as after an error in its declaration.
    fn points_to_opaque(&self, pointer: QualTy) -> bool {
        self.types.pointee(pointer.ty).is_some_and(|target| self.types.is_opaque(target.ty))
    }

    /// An error for pointers-to-shared (and where gcc has one), else gcc's warning.
    fn incompatible_pointers(
        &mut self,
        span: Span,
        op: BinaryOp,
        l: QualTy,
        r: QualTy,
        error: bool,
    ) {
        if self.points_to_opaque(l) || self.points_to_opaque(r) {
            return;
        }
        let (left, right) = (self.show(l), self.show(r));
        let message = format!("'{}' of incompatible pointers, {left} and {right}", op.text());
        if self.types.is_pts(l.ty) {
            let help =
                "cast one of them to the type of the other; upc_threadof and upc_addrfield tell \
                 where each points";
            self.error_help(ErrorName::UpcPointerOperands, span, message, "UPC 6.4.2", help);
        } else if error {
            self.error(ErrorName::OperandTypes, span, message);
        } else {
            self.warn("compare-distinct-pointer-types", span, message);
        }
    }

    fn relational(
        &mut self,
        e: ExprId,
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
        l: QualTy,
        r: QualTy,
    ) -> QualTy {
        let span = self.span(e);
        match (self.types.pointee(l.ty), self.types.pointee(r.ty)) {
            (None, None) => {
                if !self.types.is_real(l.ty) || !self.types.is_real(r.ty) {
                    self.bad_operands(span, op, l, r);
                }
            }
            (Some(p), Some(q)) => {
                if self.mixed_pointers(span, op, l, r) {
                    return self.int_type();
                }
                if self.types.is_pts(l.ty) {
                    self.check_ordered_pts(span, op, p, q);
                }
                let void = self.types.is_void(p.ty) || self.types.is_void(q.ty);
                if !void && !self.types.compatible_unqualified(p, q) {
                    self.incompatible_pointers(span, op, l, r, false);
                }
            }
            _ => self.pointer_and_number(op, left, right, l, r, span),
        }
        self.int_type()
    }

    /// UPC 6.4.2p2.
    fn check_ordered_pts(&mut self, span: Span, op: BinaryOp, p: QualTy, q: QualTy) {
        if let Some(bad) = [p, q].into_iter().find(|t| !self.types.is_complete(*t)) {
            let message =
                format!("'{}' of pointers to the incomplete type {}", op.text(), self.show(bad));
            let help = "compare pointers to a complete type, or use '==' and '!='";
            self.error_help(ErrorName::UpcIncompleteTarget, span, message, "UPC 6.4.2p2", help);
        }
    }

    fn equality(
        &mut self,
        e: ExprId,
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
        l: QualTy,
        r: QualTy,
    ) -> QualTy {
        let span = self.span(e);
        let (a, b) = (self.types.is_pointer(l.ty), self.types.is_pointer(r.ty));
        if !a && !b {
            let null = |c: &Self, t: QualTy| *c.types.kind(t.ty) == crate::types::TypeKind::Nullptr;
            let ok = |c: &Self, t: QualTy| c.types.is_arithmetic(t.ty) || null(c, t);
            if !ok(self, l) || !ok(self, r) {
                self.bad_operands(span, op, l, r);
            }
            return self.int_type();
        }
        if a && self.is_null_constant(right) {
            self.convert_to_pts(right, l);
        } else if b && self.is_null_constant(left) {
            self.convert_to_pts(left, r);
        } else if a && b {
            if !self.mixed_pointers(span, op, l, r) {
                self.compare_pointers(span, op, left, right, l, r);
            }
        } else {
            self.pointer_and_number(op, left, right, l, r, span);
        }
        self.int_type()
    }

    fn compare_pointers(
        &mut self,
        span: Span,
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
        l: QualTy,
        r: QualTy,
    ) {
        let (Some(p), Some(q)) = (self.types.pointee(l.ty), self.types.pointee(r.ty)) else {
            return;
        };
        match (self.types.is_void(p.ty), self.types.is_void(q.ty)) {
            (true, false) => self.convert_to_pts(right, l),
            (false, true) => self.convert_to_pts(left, r),
            (true, true) => {}
            (false, false) => {
                if !self.types.compatible_unqualified(p, q) {
                    self.incompatible_pointers(span, op, l, r, false);
                }
            }
        }
    }

    /// A pointer against an integer: gcc warns for pointers-to-local, an error for
    /// pointers-to-shared.
    fn pointer_and_number(
        &mut self,
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
        l: QualTy,
        r: QualTy,
        span: Span,
    ) {
        let integer = self.types.is_integer(l.ty) || self.types.is_integer(r.ty);
        let shared = self.types.is_pts(l.ty) || self.types.is_pts(r.ty);
        if shared || !integer {
            self.bad_operands(span, op, l, r);
        } else if !self.is_null_constant(left) && !self.is_null_constant(right) {
            self.warn("int-compare", span, "comparison between pointer and integer");
        }
    }
}
