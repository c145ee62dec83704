// SPDX-License-Identifier: Apache-2.0
//! Types of expressions (C 6.5, UPC 6.4).

mod binary;
mod cast;
mod compound_literal;
mod conditional;
mod foreign_cast;
mod postfix;
mod primary;
mod sizeof;
mod unary;

use upc_source::{Diagnostic, ErrorName};
use upc_syntax::ast::{ExprId, ExprKind, UnaryOp};

use crate::check::Check;
use crate::types::{QualTy, Quals, TypeKind};
use crate::unit::DeclKind;

impl Check<'_> {
    /// The type of the expression as an lvalue or value, before the conversions of C 6.3.2. It is
    /// recorded, so an expression is checked once.
    pub fn expr(&mut self, e: ExprId) -> QualTy {
        if let Some(t) = self.typed(e) {
            return t;
        }
        self.type_left_spine(e);
        let span = self.span(e);
        let t = self.nested(span, |c| c.expr_kind(e)).unwrap_or_else(|| self.unknown());
        self.record(e, t);
        t
    }

    fn typed(&self, e: ExprId) -> Option<QualTy> {
        self.unit.expr_ty.get(e).copied().flatten()
    }

    pub(super) fn record(&mut self, e: ExprId, t: QualTy) {
        self.unit.expr_ty.grow(self.ast.exprs.len(), None);
        self.unit.expr_ty[e] = Some(t);
    }

    /// Chains of left-associative operators may be longer than any stack: their operands are typed
    /// bottom-up.
    fn type_left_spine(&mut self, e: ExprId) {
        let mut spine = Vec::new();
        let mut at = e;
        while let ExprKind::Binary { left, .. }
        | ExprKind::Comma { left, .. }
        | ExprKind::Index { base: left, .. }
        | ExprKind::Member { base: left, .. } = self.ast.exprs[at].kind
        {
            if self.typed(left).is_some() {
                break;
            }
            spine.push(left);
            at = left;
        }
        while let Some(x) = spine.pop() {
            if self.typed(x).is_none() {
                let t = self.expr_kind(x);
                self.record(x, t);
            }
        }
    }

    /// The type of the expression's value: arrays and functions decay, qualifiers go (C 6.3.2.1).
    pub fn rvalue(&mut self, e: ExprId) -> QualTy {
        let t = self.expr(e);
        self.decayed(t)
    }

    /// The decayed, unqualified type (C 6.3.2.1). An array decays to a pointer to its element,
    /// block size kept.
    pub fn decayed(&mut self, t: QualTy) -> QualTy {
        match *self.types.kind(t.ty) {
            TypeKind::Array { elem, .. } => QualTy::plain(self.types.pointer_to(elem)),
            TypeKind::Function(_) => {
                let f = QualTy::plain(t.ty);
                QualTy::plain(self.types.pointer_to(f))
            }
            _ => QualTy { ty: t.ty, quals: Quals::default() },
        }
    }

    /// The value's type; void is an error where a value is needed.
    pub fn value(&mut self, e: ExprId) -> QualTy {
        let t = self.rvalue(e);
        if self.types.is_void(t.ty) {
            self.error(
                ErrorName::OperandTypes,
                self.span(e),
                "this is void: it has no value to use",
            );
            return self.unknown();
        }
        if self.types.is_record(t.ty) && !self.types.is_complete(t) && !self.is_reported(e) {
            let message =
                format!("this has the incomplete type {}: its value cannot be used", self.show(t));
            let mut d = Diagnostic::error(ErrorName::IncompleteType, self.span(e), message);
            if let ExprKind::Unary { op: UnaryOp::Deref, operand } = self.ast.exprs[e].kind {
                d = d.help(format!("pass the pointer itself: '{}'", self.source(operand)));
            }
            self.report(d);
            return self.unknown();
        }
        t
    }

    fn is_reported(&self, e: ExprId) -> bool {
        self.typed(e).is_some_and(|t| self.types.is_opaque(t.ty))
    }

    /// A value that a condition tests: scalar (C 6.8.4.1p1).
    pub fn condition(&mut self, e: ExprId) {
        let t = self.value(e);
        if !self.types.is_scalar(t.ty) && !self.types.is_opaque(t.ty) {
            let message = format!("a condition needs a scalar, this is {}", self.show(t));
            self.error(ErrorName::OperandTypes, self.span(e), message);
        }
    }

    fn expr_kind(&mut self, e: ExprId) -> QualTy {
        let ast = self.ast;
        let c = self.types.common;
        match &ast.exprs[e].kind {
            ExprKind::Ident(name) => self.ident(e, *name),
            ExprKind::Number => self.number(e),
            ExprKind::Char => self.character(e),
            ExprKind::String => self.string(e),
            ExprKind::FuncName => self.func_name(),
            ExprKind::Threads | ExprKind::MyThread => self.int_type(),
            ExprKind::MaxBlockSize => QualTy::plain(c.long),
            ExprKind::True | ExprKind::False => QualTy::plain(c.bool_),
            ExprKind::Nullptr => QualTy::plain(self.types.make(TypeKind::Nullptr)),
            ExprKind::Paren(x) => self.expr(*x),
            ExprKind::Generic { control, assocs } => self.generic(e, control, assocs),
            ExprKind::StmtExpr(s) => self.statement_expression(*s),
            ExprKind::Index { base, index } => self.index(e, *base, *index),
            ExprKind::Call { callee, args } => self.call(e, *callee, args),
            ExprKind::Member { base, arrow, name, name_span } => {
                self.member_access(e, *base, *arrow, *name, *name_span)
            }
            ExprKind::PostInc(x) | ExprKind::PostDec(x) => self.increment(*x),
            ExprKind::CompoundLiteral { ty, init } => self.compound_literal(e, *ty, init),
            ExprKind::Unary { op, operand } => self.unary(e, *op, *operand),
            ExprKind::SizeofExpr { op, operand } => self.sizeof_expr(e, *op, *operand),
            ExprKind::SizeofType { op, ty } => self.sizeof_type(e, *op, *ty),
            ExprKind::Cast { ty, operand } => self.cast(e, *ty, *operand),
            ExprKind::Binary { op, left, right } => self.binary(e, *op, *left, *right),
            ExprKind::Conditional { cond, then, otherwise } => {
                self.conditional(e, *cond, *then, *otherwise)
            }
            ExprKind::Assign { op, left, right } => self.assignment(e, *op, *left, *right),
            ExprKind::Comma { left, right } => {
                self.expr(*left);
                self.rvalue(*right)
            }
            ExprKind::LabelAddress(name) => {
                self.use_label(*name, self.span(e), true);
                QualTy::plain(c.void_ptr)
            }
            ExprKind::VaArg { ap, ty } => {
                self.expr(*ap);
                let t = self.type_name(*ty);
                if !self.types.is_complete(t) {
                    // The macro's own text belongs to a system header.
                    self.error(
                        ErrorName::IncompleteType,
                        self.span(*ap),
                        format!("va_arg cannot give the incomplete type {}", self.show(t)),
                    );
                    return self.unknown();
                }
                t
            }
            ExprKind::Offsetof { ty, path } => {
                let t = self.offsetof(*ty, path);
                if let Some(v) = self.eval(e) {
                    self.unit.constant.insert(e, v);
                }
                t
            }
            ExprKind::AssertType { operand, ty } => self.assert_type(e, *operand, *ty),
            ExprKind::TypesCompatible(a, b) => {
                self.type_name(*a);
                self.type_name(*b);
                if let Some(v) = self.eval(e) {
                    self.unit.constant.insert(e, v);
                }
                self.int_type()
            }
            ExprKind::ChooseExpr { cond, then, otherwise } => {
                self.choose(e, *cond, *then, *otherwise)
            }
            ExprKind::BuiltinCall { name, args } => self.builtin_of_types(*name, args),
            ExprKind::Error => self.unknown(),
        }
    }

    /// Whether the expression designates an object or function (C 6.3.2.1p1).
    pub fn is_lvalue(&mut self, e: ExprId) -> bool {
        let ast = self.ast;
        match &ast.exprs[e].kind {
            ExprKind::Ident(_) => self.is_object_or_function(e),
            ExprKind::String
            | ExprKind::FuncName
            | ExprKind::Index { .. }
            | ExprKind::CompoundLiteral { .. }
            | ExprKind::Unary { op: UnaryOp::Deref, .. }
            | ExprKind::Error => true,
            ExprKind::Paren(x) => self.is_lvalue(*x),
            ExprKind::Unary { op: UnaryOp::Real | UnaryOp::Imag | UnaryOp::Extension, operand } => {
                self.is_lvalue(*operand)
            }
            ExprKind::Member { arrow: true, .. } => true,
            ExprKind::Member { base, .. } => self.is_lvalue(*base),
            ExprKind::Generic { .. } | ExprKind::ChooseExpr { .. } => {
                let selected = self.unit.selected.get(&e).copied();
                selected.map_or(true, |x| self.is_lvalue(x))
            }
            ExprKind::VaArg { .. } | ExprKind::BuiltinCall { .. } => false,
            _ => self.typed(e).is_some_and(|t| self.types.is_opaque(t.ty)),
        }
    }

    /// Whether the name is one that is no enumerator or type; a name without a declaration is.
    fn is_object_or_function(&self, name: ExprId) -> bool {
        let is_other =
            |kind: &DeclKind| matches!(kind, DeclKind::Enumerator(_) | DeclKind::Typedef);
        self.unit.ident.get(&name).map_or(true, |&id| !is_other(&self.unit.decls[id].kind))
    }

    /// The bit-field that the expression designates, if it does.
    pub fn bit_field(&self, e: ExprId) -> Option<crate::unit::BitField> {
        match &self.ast.exprs[e].kind {
            ExprKind::Paren(x) => self.bit_field(*x),
            ExprKind::Member { .. } => self.unit.member.get(&e).and_then(|m| m.bits),
            _ => None,
        }
    }

    /// The promoted type of an arithmetic operand, by width for bit-fields.
    pub fn promoted(&mut self, e: ExprId, t: QualTy) -> QualTy {
        let ty = match self.bit_field(e) {
            Some(b) => self.types.promote_bits(t.ty, b.width),
            None => self.types.promote(t.ty),
        };
        QualTy::plain(ty)
    }
}
