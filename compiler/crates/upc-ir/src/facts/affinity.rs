// SPDX-License-Identifier: Apache-2.0
//! How the affinity of a loop moves from one iteration to the next.

use upc_sema::types::{ArrayLen, IntKind, TypeKind};
use upc_sema::unit::{DeclId, DeclKind};
use upc_syntax::ast::{BinaryOp, ExprId, ExprKind, UnaryOp};

use super::counter::{is_ordinary, Variable};
use super::Facts;

/// The largest multiple of a counter that counts.
const MAX_COEFFICIENT: i64 = 1 << 40;

/// By `coefficient` times the counter, in numbers of threads or, where `block` is known, in
/// elements of blocks of that size. A block size of 0 is indefinite: all are on one thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moving {
    pub coefficient: i64,
    pub block: Option<u64>,
}

const STILL: Moving = Moving { coefficient: 0, block: Some(0) };

impl Facts<'_> {
    pub(crate) fn affinity_of(&self, e: ExprId, c: &Variable) -> Option<Moving> {
        if self.converted_repr(e).is_some() {
            return self.pointer_moves(e, c);
        }
        Some(Moving { coefficient: self.number_moves(e, c)?, block: None })
    }

    pub(crate) fn is_unsigned_long(&self, e: ExprId) -> bool {
        self.int_kind(e).is_some_and(is_unsigned_long)
    }

    /// An affinity that is a number; its remainder by THREADS is the thread.
    fn number_moves(&self, e: ExprId, c: &Variable) -> Option<i64> {
        match self.expr_node(e).kind {
            ExprKind::Paren(x) => self.number_moves(x, c),
            ExprKind::Binary { op: BinaryOp::Rem, left, right } if self.is_threads(right) => {
                self.number_moves(left, c)
            }
            _ => self.coefficient(e, c, false),
        }
    }

    pub(crate) fn is_threads(&self, e: ExprId) -> bool {
        matches!(self.expr_node(self.bare(e)).kind, ExprKind::Threads)
    }

    /// The coefficient of the counter in the sum `e`; `None` if `e` is no sum, or its type wraps.
    /// An `index` may have an unsigned type of 64 bits: a pointer moves by its value modulo 2^64.
    pub(crate) fn coefficient(&self, e: ExprId, c: &Variable, index: bool) -> Option<i64> {
        if self.is_name_of(e, c.decl) {
            return Some(1);
        }
        if self.is_invariant(e, c) {
            return Some(0);
        }
        let kind = self.int_kind(e)?;
        if !(if index { self.is_linear_index(e) } else { is_signed(kind) }) {
            return None;
        }
        let of = |x: ExprId| self.coefficient(x, c, index);
        let sum = match self.expr_node(e).kind {
            ExprKind::Paren(x) | ExprKind::Unary { op: UnaryOp::Plus, operand: x } => of(x),
            ExprKind::Unary { op: UnaryOp::Minus, operand } => of(operand)?.checked_neg(),
            ExprKind::Binary { op: BinaryOp::Add, left, right } => {
                of(left)?.checked_add(of(right)?)
            }
            ExprKind::Binary { op: BinaryOp::Sub, left, right } => {
                of(left)?.checked_sub(of(right)?)
            }
            ExprKind::Binary { op: BinaryOp::Mul, left, right } => {
                let (n, x) = match (self.natural_constant(left), self.natural_constant(right)) {
                    (Some(n), _) => (n, right),
                    (None, Some(n)) => (n, left),
                    _ => return None,
                };
                of(x)?.checked_mul(i64::try_from(n).ok()?)
            }
            ExprKind::Cast { operand, .. } if self.widens(operand, kind, index) => of(operand),
            _ => None,
        };
        sum.filter(|n| n.abs() <= MAX_COEFFICIENT)
    }

    /// Whether the subscript `e` has a type in which sums do not wrap, or wrap as pointers do.
    pub(super) fn is_linear_index(&self, e: ExprId) -> bool {
        self.int_kind(e).is_some_and(|kind| is_signed(kind) || is_unsigned_long(kind))
    }

    /// Whether the type `to` has each value of `operand`, for an `index` modulo 2^64.
    fn widens(&self, operand: ExprId, to: IntKind, index: bool) -> bool {
        match self.int_kind(operand) {
            Some(IntKind::Int) => true,
            Some(IntKind::UInt | IntKind::Long | IntKind::LongLong) => to != IntKind::Int,
            Some(IntKind::ULong | IntKind::ULongLong) => to != IntKind::Int && index,
            _ => false,
        }
    }

    /// The element to which the pointer `e` points.
    fn pointer_moves(&self, e: ExprId, c: &Variable) -> Option<Moving> {
        if self.is_shared_lvalue(e) && self.is_array(e) {
            return self.lvalue_moves(e, c);
        }
        match self.expr_node(e).kind {
            ExprKind::Paren(x) => self.pointer_moves(x, c),
            ExprKind::Unary { op: UnaryOp::AddressOf, operand }
                if self.is_shared_lvalue(operand) =>
            {
                self.lvalue_moves(operand, c)
            }
            ExprKind::Binary { op: op @ (BinaryOp::Add | BinaryOp::Sub), left, right } => {
                let (pointer, index) =
                    if self.repr(left).is_some() { (left, right) } else { (right, left) };
                self.element_moves(pointer, index, op == BinaryOp::Sub, c)
            }
            ExprKind::Cast { operand, .. } if self.casts_with_phase(operand, e) => {
                self.pointer_moves(operand, c)
            }
            _ if self.is_invariant(e, c) => Some(STILL),
            _ => None,
        }
    }

    /// Whether the cast `e` of `operand` keeps the phase, by which the first own iteration is
    /// found.
    fn casts_with_phase(&self, operand: ExprId, e: ExprId) -> bool {
        match (self.repr(operand).and(self.pointee(operand)), self.pointee(e)) {
            (Some(from), Some(to)) => self.keeps_phase(from, to),
            _ => false,
        }
    }

    fn lvalue_moves(&self, e: ExprId, c: &Variable) -> Option<Moving> {
        match self.expr_node(e).kind {
            ExprKind::Paren(x) | ExprKind::Member { base: x, arrow: false, .. } => {
                self.lvalue_moves(x, c)
            }
            ExprKind::Ident(_) => Some(STILL),
            ExprKind::Member { base, arrow: true, .. } => self.pointer_moves(base, c),
            ExprKind::Unary { op: UnaryOp::Deref, operand } => self.pointer_moves(operand, c),
            ExprKind::Index { base, index } => match self.pointee(base) {
                Some(_) => self.element_moves(base, index, false, c),
                None => self.element_moves(index, base, false, c),
            },
            _ => None,
        }
    }

    /// The element `index` elements after `pointer`, or before it.
    fn element_moves(
        &self,
        pointer: ExprId,
        index: ExprId,
        negative: bool,
        c: &Variable,
    ) -> Option<Moving> {
        let stride = self.stride(self.pointee(pointer)?);
        let base = self.pointer_moves(pointer, c)?;
        let steps = self.coefficient(index, c, true)?;
        let elems = steps.checked_mul(i64::try_from(stride.elems).ok()?)?;
        let elems = if negative { elems.checked_neg()? } else { elems };
        let block = i64::try_from(stride.block).ok()?;
        let alike = |b: &Moving| b.coefficient == 0 || b.block == Some(stride.block);
        match (base.coefficient, elems) {
            // A step in an object of one thread, or by a constant: the affinity is that of the
            // base.
            (_, _) if stride.block == 0 => Some(base),
            (_, 0) => Some(base).filter(alike),
            // Rows over all threads, of whole blocks, keep the thread and the phase.
            _ if stride.threads => Some(base).filter(|b| elems % block == 0 && alike(b)),
            (0, _) => Some(Moving { coefficient: elems, block: Some(stride.block) }),
            (n, _) if base.block == Some(stride.block) => {
                Some(Moving { coefficient: n.checked_add(elems)?, block: base.block })
            }
            _ => None,
        }
        .filter(|m| m.coefficient.abs() <= MAX_COEFFICIENT)
    }

    /// Whether `e` has the same value in each iteration, and no side effect.
    pub(crate) fn is_invariant(&self, e: ExprId, c: &Variable) -> bool {
        let invariant = |x: ExprId| self.is_invariant(x, c);
        match self.expr_node(e).kind {
            ExprKind::Number | ExprKind::Char | ExprKind::Threads | ExprKind::MyThread => true,
            ExprKind::Ident(_) => self.unit.ident.get(&e).is_some_and(|&d| {
                matches!(self.unit.decls[d].kind, DeclKind::Enumerator(_))
                    || d != c.decl
                        && self.types.is_scalar(self.unit.decls[d].ty.ty)
                        && !self.writes().is_written_in(d, c.body)
                        && if self.is_own_variable(d) {
                            !self.writes().is_addressed(d)
                        } else {
                            self.is_static_variable(d) && !self.may_change_statics(c.body)
                        }
            }),
            ExprKind::Paren(x) => invariant(x),
            ExprKind::Index { .. } => self.is_invariant_element(e, c),
            ExprKind::Unary {
                op: UnaryOp::Plus | UnaryOp::Minus | UnaryOp::BitNot | UnaryOp::Not,
                operand,
            } => self.repr(operand).is_none() && invariant(operand),
            ExprKind::Cast { operand, .. } if self.repr(operand).is_none() => invariant(operand),
            ExprKind::Conditional { cond, then: Some(then), otherwise } => {
                self.repr(e).is_none() && [cond, then, otherwise].into_iter().all(invariant)
            }
            ExprKind::Binary { op, left, right } => {
                // A division by 0 must not occur if the loop has no iteration.
                let divides = matches!(op, BinaryOp::Div | BinaryOp::Rem);
                let divisor = |x: ExprId| {
                    self.natural_constant(x).is_some_and(|n| n > 0) || self.is_threads(x)
                };
                self.repr(e).is_none()
                    && invariant(left)
                    && invariant(right)
                    && (!divides || divisor(right))
            }
            _ => false,
        }
    }

    /// Whether `e` is an element of a private array that exists, by constants, and that the loop
    /// does not change.
    fn is_invariant_element(&self, e: ExprId, c: &Variable) -> bool {
        let ExprKind::Index { base, index } = self.expr_node(e).kind else { return false };
        let (array, index) = if self.is_array(base) { (base, index) } else { (index, base) };
        let array = self.bare(array);
        let (Some(&decl), Some(ty)) = (self.unit.ident.get(&array), self.ty(e)) else {
            return false;
        };
        let declared = &self.unit.decls[decl];
        let length = match self.types.kind(declared.ty.ty) {
            TypeKind::Array { len: ArrayLen::Const(n), .. } => *n,
            _ => return false,
        };
        let is_it = |d: DeclId| self.unit.decls[d].name == declared.name;
        let stored = |lvalue: ExprId| self.object_of(lvalue).is_some_and(is_it);
        is_ordinary(&self.types.object_quals(ty))
            && self.types.is_scalar(ty.ty)
            && self.is_invariant(index, c)
            && self.most(index, self.body_around(self.span(e)), true).is_some_and(|n| n < length)
            && !self.may_change_statics(c.body)
            && !self.writes().stores_in(c.body).any(stored)
    }
}

fn is_signed(kind: IntKind) -> bool {
    matches!(kind, IntKind::Int | IntKind::Long | IntKind::LongLong)
}

fn is_unsigned_long(kind: IntKind) -> bool {
    matches!(kind, IntKind::ULong | IntKind::ULongLong)
}
