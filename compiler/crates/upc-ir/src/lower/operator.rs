// SPDX-License-Identifier: Apache-2.0
//! Binary operators, assignment, ++ and --.

use upc_sema::types::{FloatKind, PtsRepr, TypeKind};
use upc_syntax::ast::{BinaryOp, ExprId, ExprKind};

use super::pointer::{pointer, thin};
use super::Lower;
use crate::ir::{Advance, Change, Form, Index, Node, NullForm};

impl Lower<'_> {
    pub(super) fn binary(&mut self, e: ExprId, op: BinaryOp, left: ExprId, right: ExprId) -> Node {
        use BinaryOp::*;
        let either = self.repr(left).is_some() || self.repr(right).is_some();
        match op {
            LogAnd | LogOr => {
                let (a, b) = (self.condition(left), self.condition(right));
                self.formed(
                    Form::Expr(e),
                    self.span(e),
                    [(self.span(left), a), (self.span(right), b)],
                )
            }
            Sub if self.repr(left).is_some() && self.repr(right).is_some() => {
                self.difference(left, right)
            }
            Add | Sub if either => {
                // The caller needs the tokens' value, and the type is a pointer-to-shared.
                let address = self.raw_pts(e);
                let repr = self.repr(e).expect("a pointer-to-shared");
                pointer(address, repr)
            }
            Eq | Ne if either => {
                let (a, b) = (self.equality_operand(left), self.equality_operand(right));
                self.formed(
                    Form::Expr(e),
                    self.span(e),
                    [(self.span(left), a), (self.span(right), b)],
                )
            }
            Lt | Gt | Le | Ge if either => {
                let d = self.order(left, right);
                Node::Seq(vec![Node::text("("), d, Node::text(format!(" {} 0)", op.text()))])
            }
            _ => self.operands(e, &[left, right]),
        }
    }

    /// Equality ignores the phase (UPC 6.4.2p7).
    fn equality_operand(&mut self, e: ExprId) -> Node {
        match self.repr(e) {
            Some(_) => {
                let address = self.raw_pts(e);
                thin(address)
            }
            None => Node::Null { repr: PtsRepr::Thin { block: 0 }, form: NullForm::Value },
        }
    }

    /// C 6.5.16. `used`: the value is read.
    pub(super) fn assign(
        &mut self,
        e: ExprId,
        op: Option<BinaryOp>,
        left: ExprId,
        right: ExprId,
        used: bool,
    ) -> Node {
        match op {
            None if self.is_shared_lvalue(left) => self.store(left, right, used),
            None => {
                let (l, r) = (self.plain(left), self.value_as(right, self.ty(left)));
                self.formed(
                    Form::Expr(e),
                    self.span(e),
                    [(self.span(left), l), (self.span(right), r)],
                )
            }
            Some(op) => {
                let pts = self.repr(left);
                if !self.is_shared_lvalue(left) && pts.is_none() {
                    let (l, r) = (self.plain(left), self.value(right));
                    return self.formed(
                        Form::Expr(e),
                        self.span(e),
                        [(self.span(left), l), (self.span(right), r)],
                    );
                }
                let change = match pts {
                    Some(repr) => self.movement(left, repr, Some(right), op),
                    None => {
                        let whole = self.converts_whole(left, right);
                        Change::Operate { op, operand: Box::new(self.value(right)), whole }
                    }
                };
                self.change(left, change, false, used)
            }
        }
    }

    fn store(&mut self, left: ExprId, right: ExprId, used: bool) -> Node {
        let place = Box::new(self.place(left));
        let copies = !used
            && place.bits.is_none()
            && self.is_shared_lvalue(right)
            && !self.is_array(right)
            && crate::access::Scalar::of(self.types, place.ty.ty).is_none()
            && self.ty(right).is_some_and(|t| t.ty == place.ty.ty);
        if copies {
            let from = Box::new(self.place(right));
            return Node::Copy { to: place, from };
        }
        let value = Box::new(self.value_as(right, Some(place.ty)));
        Node::Store { place, value, used }
    }

    /// ++ and -- (C 6.5.2.4, 6.5.3.1).
    pub(super) fn increment(
        &mut self,
        e: ExprId,
        x: ExprId,
        op: BinaryOp,
        post: bool,
        used: bool,
    ) -> Node {
        let pts = self.repr(x);
        if !self.is_shared_lvalue(x) && pts.is_none() {
            let n = self.plain(x);
            return self.formed(Form::Expr(e), self.span(e), [(self.span(x), n)]);
        }
        let change = match pts {
            Some(repr) => self.movement(x, repr, None, op),
            None => Change::Operate { op, operand: Box::new(Node::text("1")), whole: true },
        };
        self.change(x, change, post, used)
    }

    /// Whether `left op= right` is computed in the type of `left`, or for integers modulo its size:
    /// sums, differences and bitwise operations are the same then if `right` is converted first (C
    /// 6.3.1.8).
    fn converts_whole(&self, left: ExprId, right: ExprId) -> bool {
        let kind = |e| self.ty(e).map(|t| self.types.kind(t.ty));
        let is_integer =
            |k: Option<&TypeKind>| matches!(k, Some(TypeKind::Int(_) | TypeKind::Enum(_)));
        match (kind(left), kind(right)) {
            (Some(TypeKind::Int(_)), right) => is_integer(right),
            (Some(TypeKind::Float(FloatKind::Double)), Some(TypeKind::Float(k))) => {
                matches!(k, FloatKind::Float | FloatKind::Double)
            }
            (Some(TypeKind::Float(FloatKind::Float)), Some(TypeKind::Float(k))) => {
                *k == FloatKind::Float
            }
            (Some(TypeKind::Float(FloatKind::Float | FloatKind::Double)), right) => {
                is_integer(right)
            }
            _ => false,
        }
    }

    /// How `p += by` (1 if none) moves a pointer-to-shared.
    fn movement(&mut self, p: ExprId, repr: PtsRepr, by: Option<ExprId>, op: BinaryOp) -> Change {
        let pointee = self.pointee(p).expect("a pointer-to-shared");
        let s = self.stride(pointee);
        let negative = op == BinaryOp::Sub;
        let index = match by {
            Some(by) => self.bounded_index(pointee, by, negative, None),
            None if !s.threads => Index::constant(if negative { -1 } else { 1 } * s.elems as i64),
            None => Index {
                steps: vec![crate::ir::Step {
                    value: Node::text("1"),
                    elems: s.elems,
                    threads: true,
                    negative,
                    array: None,
                }],
                constant: 0,
            },
        };
        Change::Move { repr, index, block: s.block, elem_size: s.elem_size }
    }

    fn change(&mut self, x: ExprId, change: Change, post: bool, used: bool) -> Node {
        let post = post && used;
        if self.is_shared_lvalue(x) {
            let place = Box::new(self.place(x));
            return Node::Update { place, change, post, used };
        }
        let ty = self.ty(x).expect("analysed");
        let (simple, packed) = (self.is_name(x), self.is_packed(x));
        let lvalue = self.plain(x);
        Node::Advance(Box::new(Advance { lvalue, ty, simple, packed, change, post, used }))
    }

    fn is_name(&self, x: ExprId) -> bool {
        match self.expr_node(x).kind {
            ExprKind::Paren(inner) => self.is_name(inner),
            ExprKind::Ident(_) => true,
            _ => false,
        }
    }
}
