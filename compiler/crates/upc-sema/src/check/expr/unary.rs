// SPDX-License-Identifier: Apache-2.0
//! Unary operators (C 6.5.3, UPC 6.4.4).

use upc_source::{Diagnostic, ErrorName};
use upc_syntax::ast::{ExprId, ExprKind, Storage, UnaryOp};

use crate::check::Check;
use crate::types::{FloatKind, QualTy, TypeKind};
use crate::unit::DeclKind;

impl Check<'_> {
    pub(super) fn unary(&mut self, e: ExprId, op: UnaryOp, operand: ExprId) -> QualTy {
        match op {
            UnaryOp::PreInc | UnaryOp::PreDec => self.increment(operand),
            UnaryOp::AddressOf => self.address_of(operand),
            UnaryOp::Deref => self.dereference(e, operand),
            UnaryOp::Extension => self.expr(operand),
            UnaryOp::Not => {
                self.condition(operand);
                self.int_type()
            }
            UnaryOp::Plus | UnaryOp::Minus => self.arithmetic_unary(operand, op),
            UnaryOp::BitNot => self.bit_not(operand),
            UnaryOp::Real | UnaryOp::Imag => self.complex_part(operand),
        }
    }

    /// `&e`: a pointer to the operand's type with its block size; members of shared structures have
    /// an indefinite one.
    fn address_of(&mut self, operand: ExprId) -> QualTy {
        let t = self.expr(operand);
        self.spare_address(operand);
        let span = self.span(operand);
        if let Some(word) = self.thread_identifier(operand) {
            let help = format!("copy it to a variable: 'int x = {word};'");
            let message = format!("{word} is a value: it has no address");
            self.error_help(ErrorName::UpcThreadValue, span, message, "UPC 6.3", help);
            return self.unknown();
        }
        if let Some(why) = self.why_no_address(operand, t) {
            self.error_rule(ErrorName::NoAddress, span, why, "C 6.5.3.2p1");
            if !self.is_register(operand) {
                return self.unknown();
            }
        }
        QualTy::plain(self.types.pointer_to(t))
    }

    fn why_no_address(&mut self, operand: ExprId, t: QualTy) -> Option<&'static str> {
        if self.types.is_opaque(t.ty) {
            None
        } else if self.bit_field(operand).is_some() {
            Some("a bit-field has no address")
        } else if self.is_register(operand) {
            Some("a register variable has no address")
        } else {
            let addressed = self.is_lvalue(operand)
                || self.types.is_function(t.ty)
                || self.is_array_of_value(operand, t);
            (!addressed).then_some("this is a value: it has no address")
        }
    }

    /// GNU: an array member of a structure that a function returned.
    fn is_array_of_value(&self, operand: ExprId, t: QualTy) -> bool {
        self.types.array(t.ty).is_some()
            && matches!(self.ast.exprs[operand].kind, ExprKind::Member { .. })
    }

    fn is_register(&self, e: ExprId) -> bool {
        match self.ast.exprs[e].kind {
            ExprKind::Paren(x) => self.is_register(x),
            ExprKind::Ident(_) => self.unit.ident.get(&e).is_some_and(|&id| {
                let d = &self.unit.decls[id];
                d.storage == Storage::Register
                    && matches!(d.kind, DeclKind::Object | DeclKind::Parameter)
            }),
            _ => false,
        }
    }

    /// THREADS or MYTHREAD itself.
    pub fn thread_identifier(&self, e: ExprId) -> Option<&'static str> {
        match self.ast.exprs[e].kind {
            ExprKind::Paren(x) => self.thread_identifier(x),
            ExprKind::Threads => Some("THREADS"),
            ExprKind::MyThread => Some("MYTHREAD"),
            _ => None,
        }
    }

    fn dereference(&mut self, e: ExprId, operand: ExprId) -> QualTy {
        let t = self.value(operand);
        let Some(p) = self.types.pointee(t.ty) else {
            if !self.types.is_opaque(t.ty) {
                let message = format!("'*' needs a pointer, this is {}", self.show(t));
                self.error(ErrorName::OperandTypes, self.span(operand), message);
            }
            return self.unknown();
        };
        if self.types.is_void(p.ty) && p.is_shared() {
            let message = "a 'shared void *' cannot be dereferenced";
            let help = "cast it first, as in '*(shared int *)p'";
            let d = Diagnostic::error(ErrorName::UpcIncompleteTarget, self.span(e), message);
            self.report(d.rule("C 6.5.3.2").help(help));
            return self.unknown();
        }
        self.note_element(e, p);
        self.note_null_access(e, operand, p);
        p
    }

    fn arithmetic_unary(&mut self, operand: ExprId, op: UnaryOp) -> QualTy {
        let t = self.value(operand);
        if self.types.is_opaque(t.ty) || self.types.is_vector(t.ty) {
            return t;
        }
        if !self.types.is_arithmetic(t.ty) {
            let sign = if op == UnaryOp::Plus { '+' } else { '-' };
            let message = format!("'{sign}' needs a number, this is {}", self.show(t));
            self.error(ErrorName::OperandTypes, self.span(operand), message);
            return self.unknown();
        }
        self.promoted(operand, t)
    }

    /// `~`; of a complex number the conjugate (GNU).
    fn bit_not(&mut self, operand: ExprId) -> QualTy {
        let t = self.value(operand);
        if self.types.is_opaque(t.ty) || self.types.is_vector(t.ty) || self.types.is_complex(t.ty) {
            return t;
        }
        if !self.types.is_integer(t.ty) {
            let message = format!("'~' needs an integer, this is {}", self.show(t));
            self.error(ErrorName::OperandTypes, self.span(operand), message);
            return self.unknown();
        }
        self.promoted(operand, t)
    }

    fn complex_part(&mut self, operand: ExprId) -> QualTy {
        let t = self.expr(operand);
        match *self.types.kind(t.ty) {
            TypeKind::Complex(k) => {
                let ty = self.types.make(TypeKind::Float(k));
                QualTy { ty, quals: t.quals }
            }
            TypeKind::ComplexInt(k) => {
                let ty = self.types.make(TypeKind::Int(k));
                QualTy { ty, quals: t.quals }
            }
            TypeKind::Float(FloatKind::Extended(_)) | TypeKind::Opaque(_) => self.unknown(),
            _ if !self.types.is_arithmetic(t.ty) => {
                self.error(
                    ErrorName::OperandTypes,
                    self.span(operand),
                    format!("a complex number is needed, this is {}", self.show(t)),
                );
                self.unknown()
            }
            _ => self.decayed(t),
        }
    }
}
