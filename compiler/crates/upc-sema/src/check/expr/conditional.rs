// SPDX-License-Identifier: Apache-2.0
//! The conditional operator (C 6.5.15) with pointers-to-shared.

use upc_source::ErrorName;
use upc_syntax::ast::ExprId;

use crate::check::Check;
use crate::types::{QualTy, Quals};

impl Check<'_> {
    pub(super) fn conditional(
        &mut self,
        e: ExprId,
        cond: ExprId,
        then: Option<ExprId>,
        otherwise: ExprId,
    ) -> QualTy {
        self.condition(cond);
        let then = then.unwrap_or(cond);
        let a = self.executed_if(cond, true, |c| c.rvalue(then));
        let b = self.executed_if(cond, false, |c| c.rvalue(otherwise));
        let void = QualTy::plain(self.types.common.void);
        if self.types.is_void(a.ty) || self.types.is_void(b.ty) {
            return void;
        }
        if self.types.is_opaque(a.ty) || self.types.is_opaque(b.ty) {
            let other = if self.types.is_opaque(a.ty) { b } else { a };
            return if self.types.is_arithmetic(other.ty) { self.unknown() } else { other };
        }
        if let Some(t) = self.types.usual(a.ty, b.ty) {
            let same = a.ty == b.ty && !self.types.is_integer(a.ty);
            return if same { a } else { QualTy::plain(t) };
        }
        self.conditional_other(e, (then, a), (otherwise, b))
    }

    /// Operands of which one is not arithmetic.
    fn conditional_other(
        &mut self,
        e: ExprId,
        (then, a): (ExprId, QualTy),
        (otherwise, b): (ExprId, QualTy),
    ) -> QualTy {
        match (self.types.is_pointer(a.ty), self.types.is_pointer(b.ty)) {
            (true, true) => self.conditional_pointers(e, then, otherwise, a, b),
            (true, false) => self.conditional_null(e, otherwise, a, b),
            (false, true) => self.conditional_null(e, then, b, a),
            (false, false) if a.ty == b.ty => a,
            (false, false) => self.conditional_mismatch(e, a, b),
        }
    }

    fn conditional_mismatch(&mut self, e: ExprId, a: QualTy, b: QualTy) -> QualTy {
        if self.types.is_vector(a.ty) || self.types.is_vector(b.ty) {
            return a;
        }
        let message =
            format!("the two results of '?:' have types {} and {}", self.show(a), self.show(b));
        self.error(ErrorName::OperandTypes, self.span(e), message);
        self.unknown()
    }

    /// One side is a pointer, the other is not: it must be null.
    fn conditional_null(&mut self, e: ExprId, other: ExprId, pointer: QualTy, t: QualTy) -> QualTy {
        if self.is_null_constant(other) {
            self.convert_to_pts(other, pointer);
        } else if self.types.is_pts(pointer.ty) || !self.types.is_integer(t.ty) {
            return self.conditional_mismatch(e, pointer, t);
        } else {
            self.warn(
                "int-conversion",
                self.span(e),
                "pointer and integer as the two results of '?:'",
            );
        }
        pointer
    }

    fn conditional_pointers(
        &mut self,
        e: ExprId,
        then: ExprId,
        otherwise: ExprId,
        a: QualTy,
        b: QualTy,
    ) -> QualTy {
        if self.types.is_pts(a.ty) != self.types.is_pts(b.ty) {
            let (pts, ptl, at) =
                if self.types.is_pts(a.ty) { (a, b, otherwise) } else { (b, a, then) };
            if self.is_null_constant(at) {
                self.convert_to_pts(at, pts);
                return pts;
            }
            return self.shared_and_private(e, pts, ptl);
        }
        // A null pointer constant takes the other side's type even where it is a void pointer.
        if self.is_null_constant(then) {
            return b;
        }
        if self.is_null_constant(otherwise) {
            return a;
        }
        let result = self.common_pointer(e, a, b);
        self.convert_to_pts(then, result);
        self.convert_to_pts(otherwise, result);
        result
    }

    /// Reports a result that points to shared data beside one that points to private data.
    fn shared_and_private(&mut self, e: ExprId, pts: QualTy, ptl: QualTy) -> QualTy {
        let message = format!(
            "'?:' of {} and {}: one points to shared data, one to private",
            self.show(pts),
            self.show(ptl)
        );
        let help = "cast the pointer to shared data to a private pointer, if its target is \
            this thread's";
        let span = self.span(e);
        self.error_help(ErrorName::UpcPointerOperands, span, message, "UPC 6.4.3p1", help);
        self.unknown()
    }

    /// The type of both: referents' qualifiers united; void wins over others.
    fn common_pointer(&mut self, e: ExprId, a: QualTy, b: QualTy) -> QualTy {
        let (Some(p), Some(q)) = (self.types.pointee(a.ty), self.types.pointee(b.ty)) else {
            return a;
        };
        let base = if self.types.is_void(p.ty) {
            p
        } else if self.types.is_void(q.ty) {
            q
        } else if self.types.compatible_unqualified(p, q) {
            self.types.composite(p, q)
        } else if self.types.is_pts(a.ty) {
            return self.different_results(e, a, b);
        } else {
            self.warn(
                "incompatible-pointer-types",
                self.span(e),
                "pointers to different types as the two results of '?:'",
            );
            QualTy::plain(self.types.common.void)
        };
        let (x, y) = (self.types.object_quals(p), self.types.object_quals(q));
        let united = self.types.map_quals(base, &|own| Quals {
            const_: x.const_ || y.const_,
            volatile: x.volatile || y.volatile,
            restrict: false,
            atomic: own.atomic,
            shared: own.shared,
            reference: x.reference.or(y.reference),
        });
        QualTy::plain(self.types.pointer_to(united))
    }

    /// Reports results that are pointers-to-shared of incompatible types.
    fn different_results(&mut self, e: ExprId, a: QualTy, b: QualTy) -> QualTy {
        let message =
            format!("the two results of '?:' have types {} and {}", self.show(a), self.show(b));
        let help = "cast one of them to the type of the other";
        let span = self.span(e);
        self.error_help(ErrorName::UpcPointerOperands, span, message, "UPC 6.5.1.1p13", help);
        self.unknown()
    }
}
