// SPDX-License-Identifier: Apache-2.0
//! Casts (C 6.5.4, UPC 6.4.3).

use upc_source::{Diagnostic, ErrorName, Span};
use upc_syntax::ast::{ExprId, TypeNameId};

use crate::check::Check;
use crate::types::{QualTy, Quals, TypeKind};

impl Check<'_> {
    pub(super) fn cast(&mut self, e: ExprId, ty: TypeNameId, operand: ExprId) -> QualTy {
        let to = self.type_name(ty);
        let span = self.span(e);
        let result = QualTy { ty: to.ty, quals: Quals::default() };
        if to.is_shared() && self.types.is_pointer(to.ty) {
            self.warn_qualified_cast(ty);
        } else if to.is_shared() {
            self.shared_cast(to, span);
            self.rvalue(operand);
            return result;
        }
        if self.types.is_void(to.ty) {
            self.expr(operand);
            return result;
        }
        let from = self.value(operand);
        if self.types.is_opaque(from.ty) || self.types.is_opaque(to.ty) {
            return result;
        }
        if self.check_cast(result, from, operand, span) {
            result
        } else {
            self.unknown()
        }
    }

    /// A cast to a qualified type is one to the type without the qualifiers (C 6.5.4).
    fn warn_qualified_cast(&mut self, ty: TypeNameId) {
        let to = self.unit.type_name.get(&ty).copied().unwrap_or_else(|| self.unknown());
        let message = format!(
            "a cast to {}: a value is not shared, so the outermost 'shared' means nothing",
            self.show(to)
        );
        let d = Diagnostic::warning("upc-cast-qualifier", self.ast.type_names[ty].span, message)
            .rule("UPC 6.4.3p1");
        self.report(
            d.help("leave it out; what the pointer points to stays shared, as in (shared T *)"),
        );
    }

    fn shared_cast(&mut self, to: QualTy, span: Span) {
        let message = format!("a cast to the shared type {}", self.show(to));
        let help = "a value has no affinity; cast to the type without 'shared'";
        self.error_help(ErrorName::UpcSharedCast, span, message, "UPC 6.4.3p1", help);
    }

    /// False: the result is no value of the type, and this has been reported.
    fn check_cast(&mut self, to: QualTy, from: QualTy, operand: ExprId, span: Span) -> bool {
        if self.types.is_pts(to.ty) {
            return self.check_cast_to_pts(to, from, operand, span);
        }
        if self.types.is_pointer(to.ty) && self.types.is_pointer(from.ty) {
            self.check_inner_levels(to, from, operand, span);
            if self.types.is_pts(from.ty) {
                self.check_foreign_cast(operand, span);
            }
            return true;
        }
        let scalar = |c: &Self, t: QualTy| c.types.is_scalar(t.ty) || c.types.is_vector(t.ty);
        if scalar(self, to) && scalar(self, from) {
            let mixed = self.is_pointer_and_float(to, from) || self.is_pointer_and_float(from, to);
            return !mixed || self.bad_cast(to, from, span);
        }
        // GNU: a cast to a union of a member's type, to the own structure type.
        to.ty == from.ty || self.is_member_type(to, from) || self.bad_cast(to, from, span)
    }

    fn is_member_type(&self, to: QualTy, from: QualTy) -> bool {
        let TypeKind::Union(tag) = *self.types.kind(to.ty) else { return false };
        self.types.tags[tag]
            .members
            .iter()
            .any(|m| m.ty.ty == from.ty || self.types.is_unjudged(m.ty.ty))
    }

    fn bad_cast(&mut self, to: QualTy, from: QualTy, span: Span) -> bool {
        let message = format!("{} cannot be cast to {}", self.show(from), self.show(to));
        self.error(ErrorName::Cast, span, message);
        false
    }

    fn is_pointer_and_float(&self, pointer: QualTy, float: QualTy) -> bool {
        let types = &self.types;
        types.is_pointer(pointer.ty) && types.is_arithmetic(float.ty) && !types.is_integer(float.ty)
    }

    /// UPC 6.4.3p1: only pointers-to-shared and null pointer constants become pointers-to-shared.
    fn check_cast_to_pts(&mut self, to: QualTy, from: QualTy, operand: ExprId, span: Span) -> bool {
        if self.types.is_pts(from.ty) {
            self.check_inner_levels(to, from, operand, span);
            return true;
        }
        if self.is_null_constant(operand) {
            return true;
        }
        let from_type = self.show(from);
        let (from_what, help) = if self.types.is_pointer(from.ty) {
            let help = "take the address of the shared object itself, or allocate with upc_alloc";
            (format!("a pointer to private data, {from_type},"), help)
        } else {
            (from_type, "only the constant 0 can: it gives the null pointer")
        };
        let message = format!("{from_what} cannot become a pointer to shared data");
        self.error_help(ErrorName::UpcPointerConversion, span, message, "UPC 6.4.3p1", help);
        false
    }

    /// Below the top level, `shared` may not appear where the operand's type has none.
    fn check_inner_levels(&mut self, to: QualTy, from: QualTy, operand: ExprId, span: Span) {
        let (Some(mut a), Some(mut b)) = (self.types.pointee(to.ty), self.types.pointee(from.ty))
        else {
            return;
        };
        for level in 0..64 {
            let adds = self.types.shared(a).is_some() && self.types.shared(b).is_none();
            if adds && !(level == 0 && self.is_null_constant(operand)) {
                let message =
                    format!("the cast from {} to {} adds 'shared'", self.show(from), self.show(to));
                self.error_rule(ErrorName::UpcPointerConversion, span, message, "UPC 6.4.3p1");
                return;
            }
            match (self.types.pointee(a.ty), self.types.pointee(b.ty)) {
                (Some(x), Some(y)) => (a, b) = (x, y),
                _ => return,
            }
        }
    }
}
