// SPDX-License-Identifier: Apache-2.0
//! Pointers and places that are the same in each iteration of a loop.

use upc_sema::unit::DeclId;
use upc_source::Span;
use upc_syntax::ast::{BinaryOp, ExprId, ExprKind, Stmt, StmtKind, UnaryOp};

use super::{Effects, Facts, Variable};

/// A loop, for questions about its invariants.
#[derive(Clone, Copy)]
pub(crate) struct Repeated<'x> {
    pub counter: &'x Variable,
    /// The body's effects, if pointers read from memory may be kept: each iteration reads them, so
    /// an early read is one that the program makes. `None`: they are not kept.
    pub effects: Option<&'x Effects>,
    /// The program tests that stores to shared lvalues do not change such a pointer.
    pub tested: bool,
}

impl Facts<'_> {
    /// Whether the pointer-to-shared, or array, is the same in each iteration, and has no side
    /// effect.
    pub(crate) fn is_fixed_pointer(&self, e: ExprId, c: Repeated) -> bool {
        if self.is_shared_lvalue(e) && self.is_array(e) {
            return self.is_fixed_place(e, c);
        }
        match self.expr_node(e).kind {
            ExprKind::Paren(x) => self.is_fixed_pointer(x, c),
            ExprKind::Unary { op: UnaryOp::AddressOf, operand } => {
                self.is_shared_lvalue(operand) && self.is_fixed_place(operand, c)
            }
            ExprKind::Cast { operand, .. } if self.repr(operand).is_some() => {
                self.is_fixed_pointer(operand, c)
            }
            ExprKind::Binary { op: BinaryOp::Add | BinaryOp::Sub, left, right }
                if self.repr(e).is_some() =>
            {
                let (pointer, index) =
                    if self.repr(left).is_some() { (left, right) } else { (right, left) };
                self.is_fixed_pointer(pointer, c) && self.is_fixed_number(index, c)
            }
            _ => self.is_fixed_number(e, c) || self.is_kept(e, c),
        }
    }

    /// Whether the pointer `e` is read from memory, at an invariant address, and may be kept:
    /// nothing in the body orders accesses (UPC 5.1.2.3, relaxed reads between strict accesses),
    /// and none of its stores changes a pointer.
    fn is_kept(&self, e: ExprId, c: Repeated) -> bool {
        let (Some(effects), Some(ty)) = (c.effects, self.ty(e)) else { return false };
        let shared = self.is_shared_lvalue(e);
        let others = effects.keep(self, ty.ty, shared);
        if self.types.object_quals(ty).volatile || !others.is_some_and(|o| c.tested || o.is_empty())
        {
            return false;
        }
        match shared {
            true => !self.is_strict(e) && self.is_fixed_place(e, c),
            false => self.is_fixed_private(e, c),
        }
    }

    /// Whether the private lvalue is an array element, or a member of one, at an invariant address.
    fn is_fixed_private(&self, e: ExprId, c: Repeated) -> bool {
        match self.expr_node(e).kind {
            ExprKind::Ident(_) => {
                self.is_array(e) && self.is_known_outside(e, c.counter.body)
                    || self.is_fixed_number(e, c)
            }
            ExprKind::Paren(x) | ExprKind::Member { base: x, .. } => self.is_fixed_private(x, c),
            ExprKind::Index { base, index }
                if self.repr(base).is_none() && self.pointee(base).is_some() =>
            {
                self.is_fixed_private(base, c) && self.is_fixed_number(index, c)
            }
            _ => false,
        }
    }

    /// The same for the address of a shared lvalue.
    pub(crate) fn is_fixed_place(&self, e: ExprId, c: Repeated) -> bool {
        match self.expr_node(e).kind {
            ExprKind::Ident(_) => self.is_known_outside(e, c.counter.body),
            ExprKind::Paren(x) | ExprKind::Member { base: x, arrow: false, .. } => {
                self.is_fixed_place(x, c)
            }
            ExprKind::Member { base: x, .. }
            | ExprKind::Unary { op: UnaryOp::Deref, operand: x } => {
                self.repr(x).is_some() && self.is_fixed_pointer(x, c)
            }
            ExprKind::Index { .. } => self.pointer_and_index(e).is_some_and(|(pointer, index)| {
                self.is_fixed_pointer(pointer, c) && self.is_fixed_number(index, c)
            }),
            _ => false,
        }
    }

    /// The variable that `e` names, and its value, if `body` declares it with an initial value of
    /// its own type and nothing changes it.
    pub(crate) fn named_value(&self, e: ExprId, body: Span) -> Option<(DeclId, ExprId)> {
        let decl = *self.unit.ident.get(&self.bare(e))?;
        let kind = self.own_integer(decl)?;
        match self.writes().values_of(decl)?.as_slice() {
            &[(_, value)] => {
                let inside = body.contains(self.unit.decls[decl].span);
                (inside && self.int_kind(value) == Some(kind)).then_some((decl, value))
            }
            _ => None,
        }
    }

    /// The value, a sum of variables, that the variable `e` has wherever the text `body` of a
    /// loop's body names it: a statement of the body itself sets it, and nothing else in the body
    /// does.
    pub(crate) fn value_in(&self, e: ExprId, body: Span) -> Option<ExprId> {
        self.value_set_in(e, body).filter(|&value| self.is_sum_of_variables(value))
    }

    /// The same for any value.
    pub(crate) fn value_set_in(&self, e: ExprId, body: Span) -> Option<ExprId> {
        let decl = *self.unit.ident.get(&self.bare(e))?;
        let kind = self.own_integer(decl).filter(|_| !self.writes().is_addressed(decl))?;
        let value = self.writes().only_value_in(decl, body)?;
        let whole = self.stmts_in(body).find(|s| s.span == body)?;
        let StmtKind::Compound(items) = &whole.kind else { return None };
        let is_set = |s: &Stmt| match s.kind {
            StmtKind::Expr(e) => match self.expr_node(self.bare(e)).kind {
                ExprKind::Assign { op: None, right, .. } => right == value,
                _ => false,
            },
            StmtKind::Declaration(_) => s.span.contains(self.span(value)),
            _ => false,
        };
        let set = items.iter().map(|&s| self.stmt_node(s)).find(|s| is_set(s))?;
        let first = self.writes().mentions_in(decl, body).first();
        let fits =
            self.int_kind(value) == Some(kind) && first.map_or(true, |&at| at >= set.span.start);
        fits.then_some(value)
    }

    pub(crate) fn is_fixed_number(&self, e: ExprId, c: Repeated) -> bool {
        self.is_invariant(e, c.counter) && self.is_known_outside(e, c.counter.body)
    }
}
