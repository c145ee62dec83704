// SPDX-License-Identifier: Apache-2.0
//! `sizeof` and its UPC family (C 6.5.3.4, UPC 6.4.1).

use upc_source::{Diagnostic, ErrorName, Span};
use upc_syntax::ast::{ExprId, ExprKind, SizeofOp, TypeNameId};

use crate::check::Check;
use crate::types::QualTy;

impl Check<'_> {
    pub(super) fn sizeof_expr(&mut self, e: ExprId, op: SizeofOp, operand: ExprId) -> QualTy {
        let t = self.unevaluated(|c| c.expr(operand));
        let span = self.span(operand);
        if self.bit_field(operand).is_some() && op != SizeofOp::Alignof {
            self.error_rule(
                ErrorName::Sizeof,
                span,
                format!("{} of a bit-field", op.text()),
                "C 6.5.3.4p1",
            );
            return self.size_type();
        }
        self.sizeof_of(e, op, t, span)
    }

    pub(super) fn sizeof_type(&mut self, e: ExprId, op: SizeofOp, ty: TypeNameId) -> QualTy {
        let t = self.type_name(ty);
        let span = self.ast.type_names[ty].span;
        self.sizeof_of(e, op, t, span)
    }

    /// `bupc_assert_type(e, T)`: qualifiers other than `shared` are left aside, as by
    /// `__builtin_types_compatible_p`. The value 1 is noted where the C compiler has nothing to
    /// judge.
    pub(super) fn assert_type(&mut self, e: ExprId, operand: ExprId, ty: TypeNameId) -> QualTy {
        let (given, wanted) = (self.unevaluated(|c| c.expr(operand)), self.type_name(ty));
        if !self.types.is_unjudged(given.ty) && !self.types.is_unjudged(wanted.ty) {
            self.unit.constant.insert(e, 1);
            let same = self.types.compatible_unqualified(given, wanted)
                && given.quals.shared == wanted.quals.shared;
            if !same {
                let message = format!(
                    "bupc_assert_type: '{}' is {}, not {}",
                    self.source(operand),
                    self.show(given),
                    self.show(wanted)
                );
                self.error(ErrorName::UpcAssertType, self.span(operand), message);
            }
        }
        QualTy::plain(self.types.common.void)
    }

    /// Reports an operator of UPC with a private operand.
    fn sizeof_private(&mut self, op: SizeofOp, t: QualTy, span: Span) {
        let message = format!("{} of {}, which is not shared", op.text(), self.show(t));
        let mut d = Diagnostic::error(ErrorName::UpcSizeof, span, message).rule(rule(op));
        if self.types.pointee(t.ty).is_some_and(|p| self.types.shared(p).is_some()) {
            d = d.help("the pointer is private; write '*' before it for what it points to");
        }
        self.report(d);
    }

    fn sizeof_of(&mut self, e: ExprId, op: SizeofOp, t: QualTy, span: Span) -> QualTy {
        if self.types.is_opaque(t.ty) {
            return self.size_type();
        }
        let upc = !matches!(op, SizeofOp::Sizeof | SizeofOp::Alignof);
        if upc && self.types.shared(t).is_none() {
            self.sizeof_private(op, t, span);
            return self.size_type();
        }
        self.check_sized(op, t, span, upc);
        if upc {
            if let Some(v) = self.sizeof_value(op, t) {
                self.unit.constant.insert(e, v);
            }
        }
        self.size_type()
    }

    /// gcc lets `sizeof (void)` and of functions pass as 1; the UPC operators do not.
    fn check_sized(&mut self, op: SizeofOp, t: QualTy, span: Span, upc: bool) {
        if self.types.is_complete(t) || self.types.is_unjudged(t.ty) {
            return;
        }
        if op == SizeofOp::UpcBlocksizeof
            && !self.types.is_void(t.ty)
            && !self.types.is_function(t.ty)
        {
            // The block size is the type's own, whatever its elements are.
            let message = format!("upc_blocksizeof of the incomplete type {}", self.show(t));
            self.report(
                Diagnostic::warning("upc-incomplete-blocksizeof", span, message).rule(rule(op)),
            );
            return;
        }
        let lenient = self.types.is_void(t.ty) || self.types.is_function(t.ty);
        if lenient && !upc && self.types.shared(t).is_none() {
            return;
        }
        if op == SizeofOp::Alignof && self.types.array(t.ty).is_some() {
            return;
        }
        let message = format!("{} of the incomplete type {}", op.text(), self.show(t));
        self.error_rule(
            ErrorName::Sizeof,
            span,
            message,
            if upc { rule(op) } else { "C 6.5.3.4p1" },
        );
    }

    /// The type whose size `e` is.
    fn measured_type(&mut self, e: ExprId) -> Option<QualTy> {
        match self.ast.exprs[self.without_parentheses(e)].kind {
            ExprKind::SizeofType { op: SizeofOp::Sizeof, ty } => Some(self.type_name(ty)),
            _ => self.sizeof_operand(e).map(|operand| self.expr(operand)),
        }
    }

    /// Warns of `sizeof p / sizeof *p`, the number of an array's elements, where `p` is a
    /// pointer-to-shared.
    pub(super) fn warn_of_element_count(&mut self, e: ExprId, left: ExprId, right: ExprId) {
        let Some(pointer) = self.sizeof_operand(left) else { return };
        let t = self.expr(pointer);
        let target = self.types.pointee(t.ty).filter(|_| self.types.is_pts(t.ty));
        let Some(target) = target else { return };
        let Some(divisor) = self.measured_type(right) else { return };
        // sizeof(p) / sizeof(p) and the like compare pointers.
        if !self.types.compatible(QualTy::plain(target.ty), QualTy::plain(divisor.ty)) {
            return;
        }
        let shown = self.source(pointer);
        let message =
            format!("sizeof of '{shown}' is that of a pointer, not of the array that it points to");
        self.report(
            Diagnostic::warning("upc-sizeof-pointer", self.span(e), message)
                .rule("C 6.5.3.4p2")
                .help("an array parameter is a pointer too: pass the number of elements beside it"),
        );
    }

    /// The expression whose size `e` is.
    fn sizeof_operand(&self, e: ExprId) -> Option<ExprId> {
        match self.ast.exprs[self.without_parentheses(e)].kind {
            ExprKind::SizeofExpr { op: SizeofOp::Sizeof, operand } => {
                Some(self.without_parentheses(operand))
            }
            _ => None,
        }
    }

    pub(crate) fn without_parentheses(&self, e: ExprId) -> ExprId {
        match self.ast.exprs[e].kind {
            ExprKind::Paren(x) => self.without_parentheses(x),
            _ => e,
        }
    }

    fn sizeof_value(&self, op: SizeofOp, t: QualTy) -> Option<i128> {
        match op {
            SizeofOp::UpcLocalsizeof => self.types.local_size(t),
            SizeofOp::UpcBlocksizeof => self.types.block_size(t),
            SizeofOp::UpcElemsizeof => self.types.elem_size(t),
            SizeofOp::Sizeof | SizeofOp::Alignof => None,
        }
        .map(i128::from)
    }
}

fn rule(op: SizeofOp) -> &'static str {
    match op {
        SizeofOp::UpcLocalsizeof => "UPC 6.4.1.2p1",
        SizeofOp::UpcBlocksizeof => "UPC 6.4.1.3p1",
        SizeofOp::UpcElemsizeof => "UPC 6.4.1.4p1",
        SizeofOp::Sizeof | SizeofOp::Alignof => "C 6.5.3.4p1",
    }
}
