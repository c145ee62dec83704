// SPDX-License-Identifier: Apache-2.0
//! Shared lvalues: their addresses, and how they are read.

use upc_sema::types::{QualTy, TypeKind};
use upc_sema::unit::Linkage;
use upc_source::Symbol;
use upc_syntax::ast::{ExprId, ExprKind, UnaryOp};

use super::checks::let_pass;
use super::Lower;
use crate::ir::{Address, BitPlace, Index, Node, Place, Step};

impl Lower<'_> {
    /// The place of a shared lvalue.
    pub(super) fn place(&mut self, e: ExprId) -> Place {
        let ty = self.ty(e).expect("analysed");
        let strict = self.is_strict(e);
        let (mut address, bits) = match self.expr_node(e).kind {
            ExprKind::Paren(x) | ExprKind::Unary { op: UnaryOp::Extension, operand: x } => {
                return self.place(x)
            }
            ExprKind::Generic { .. } | ExprKind::ChooseExpr { .. } => {
                let selected = self.unit.selected[&e];
                return self.place(selected);
            }
            ExprKind::Member { base, arrow, name, .. } => self.member_place(e, base, arrow, name),
            _ => (self.object_address(e), None),
        };
        let subscripted =
            matches!(self.expr_node(e).kind, ExprKind::Index { .. } | ExprKind::Unary { .. });
        if let (Address::Element { lvalue, .. }, true) = (&mut address, subscripted) {
            *lvalue = Some(e);
        }
        self.need_names(ty);
        Place {
            expr: e,
            address,
            ty,
            strict,
            packed: self.is_packed(e),
            steady: self.in_body && self.has_steady_base(e),
            start: None,
            near: None,
            bits,
            events: self.access_events(self.span(e)),
            expected: None,
            kept: None,
        }
    }

    /// The address of a shared lvalue that is no member.
    fn object_address(&mut self, e: ExprId) -> Address {
        match self.expr_node(e).kind {
            ExprKind::Ident(_) => {
                let decl = self.unit.ident[&e];
                Address::Object(self.object(decl))
            }
            ExprKind::Unary { op: UnaryOp::Deref, operand } => self.pts(operand),
            ExprKind::Unary { op, operand } => self.complex_part(op, operand),
            ExprKind::Index { base, index } => self.subscript(base, index),
            _ => unreachable!("not a shared lvalue"),
        }
    }

    /// The address of the member `e` of a structure; that of the structure for a bit-field.
    fn member_place(
        &mut self,
        e: ExprId,
        base: ExprId,
        arrow: bool,
        name: Symbol,
    ) -> (Address, Option<BitPlace>) {
        let record = if arrow { self.pts(base) } else { self.place(base).address };
        let member = &self.unit.member[&e];
        let Some(b) = member.bits else { return (offset(record, member.offset), None) };
        let (parent, offset) = (QualTy::plain(member.parent), member.offset);
        self.need_names(parent);
        (record, Some(BitPlace { parent, name, offset, bytes: b.bytes }))
    }

    /// Whether the pointer or array at which the address of `e` begins changes only by its own
    /// name, so that a far access in a loop does not make the C compiler read it again.
    fn has_steady_base(&self, e: ExprId) -> bool {
        match self.expr_node(e).kind {
            ExprKind::Paren(x)
            | ExprKind::Member { base: x, .. }
            | ExprKind::Unary { op: UnaryOp::Deref | UnaryOp::AddressOf, operand: x } => {
                self.has_steady_base(x)
            }
            ExprKind::Cast { operand, .. } if self.repr(operand).is_some() => {
                self.has_steady_base(operand)
            }
            ExprKind::Index { base: left, index: right } | ExprKind::Binary { left, right, .. } => {
                let pointer = if self.repr(left).is_some() { left } else { right };
                self.has_steady_base(pointer)
            }
            ExprKind::Ident(_) => self.unit.ident.get(&e).is_some_and(|&d| {
                let decl = &self.unit.decls[d];
                let visible = decl.linkage == Linkage::External || decl.ty.quals.volatile;
                self.types.shared(decl.ty).is_some() || !visible && !self.writes().is_addressed(d)
            }),
            _ => false,
        }
    }

    /// `a[i]` or `i[a]` (C 6.5.2.1); also an element of a shared vector.
    fn subscript(&mut self, base: ExprId, index: ExprId) -> Address {
        let (base, index) = if self.pointee(base).is_none() && self.pointee(index).is_some() {
            (index, base)
        } else {
            (base, index)
        };
        match self.pointee(base) {
            Some(pointee) => {
                let mut address = self.pts(base);
                let array = self.array_bound(base);
                if array.is_none() {
                    let_pass(&mut address);
                }
                let index = self.bounded_index(pointee, index, false, array);
                self.element(address, pointee, index)
            }
            None => self.vector_element(base, index),
        }
    }

    fn vector_element(&mut self, base: ExprId, index: ExprId) -> Address {
        let elem_size = match self.ty(base).map(|t| self.types.kind(t.ty)) {
            Some(TypeKind::Vector { elem, .. }) => self.types.fixed_size(*elem).unwrap_or(1),
            _ => 1,
        };
        let vector = self.place(base).address;
        let value = self.value(index);
        let steps = vec![Step { value, elems: 1, threads: false, negative: false, array: None }];
        let index = Index { steps, constant: 0 };
        Address::Element { base: Box::new(vector), index, block: 0, elem_size, lvalue: None }
    }

    /// `__real__ z`, `__imag__ z`.
    fn complex_part(&mut self, op: UnaryOp, operand: ExprId) -> Address {
        let size = self.ty(operand).and_then(|t| self.types.fixed_size(t.ty)).unwrap_or(0);
        let z = self.place(operand).address;
        match op {
            UnaryOp::Imag => offset(z, size / 2),
            _ => z,
        }
    }

    /// Lvalue conversion.
    pub(super) fn load(&mut self, e: ExprId) -> Node {
        Node::Load(Box::new(self.place(e)))
    }
}

/// `bytes` further into an object of one thread.
pub(super) fn offset(address: Address, bytes: u64) -> Address {
    match address {
        Address::Member { base, offset } => Address::Member { base, offset: offset + bytes },
        a => Address::Member { base: Box::new(a), offset: bytes },
    }
}
