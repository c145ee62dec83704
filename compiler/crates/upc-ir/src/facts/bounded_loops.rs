// SPDX-License-Identifier: Apache-2.0
//! Bounded loops: they end whatever other threads write, so none of them waits.

use upc_sema::types::QualTy;
use upc_sema::unit::DeclId;
use upc_syntax::ast::{ExprId, ExprKind, Stmt, StmtId, StmtKind};

use super::{is_ordinary, Effects, Facts};

pub(super) fn is_loop(s: &Stmt) -> bool {
    use StmtKind::{DoWhile, For, UpcForall, While};
    matches!(s.kind, For { .. } | UpcForall { .. } | While { .. } | DoWhile { .. })
}

impl Facts<'_> {
    /// Whether the loop `s`, with these `effects`, and each inner loop steps by a constant towards
    /// a limit that it does not change. The limit is in private memory, which other threads do not
    /// change (C11 5.1.2.4p25).
    pub(crate) fn has_bounded_loops(&self, s: StmtId, effects: &Effects) -> bool {
        let mut loops = self.stmts_in(self.ast.stmts[s].span).filter(|s| is_loop(s));
        loops.all(|l| self.bounded_loop(l, effects).is_some())
    }

    /// The counters of the bounded loop `s` and of its inner loops.
    pub(crate) fn counters_in(&self, s: StmtId, effects: &Effects) -> Vec<DeclId> {
        self.stmts_in(self.ast.stmts[s].span)
            .filter_map(|l| self.bounded_loop(l, effects))
            .collect()
    }

    /// The variable that counts.
    fn bounded_loop(&self, s: &Stmt, effects: &Effects) -> Option<DeclId> {
        let (StmtKind::For { cond: Some(cond), step: Some(step), body, .. }
        | StmtKind::UpcForall { cond: Some(cond), step: Some(step), body, .. }) = s.kind
        else {
            return None;
        };
        let (name, down, by) = self.increment_of(step)?;
        let (counter, kind) = self.counting_variable(name, self.ast.stmts[body].span)?;
        let (limit, below) = self.limit_of(cond, counter.decl, kind)?;
        let is_positive = |by| {
            let (mut coefficient, mut factors) = (1, Vec::new());
            self.factors(by, &mut coefficient, &mut factors).is_some()
                && factors.is_empty()
                && coefficient > 0
        };
        let reaches_all = limit.inclusive && !self.types.is_signed(kind);
        let ends = below != down && !reaches_all && by.map_or(true, is_positive);
        let steady =
            self.is_invariant(limit.value, &counter) || self.stays_in(limit.value, s, effects);
        (ends && steady).then_some(counter.decl)
    }

    /// Whether nothing in the statement changes what `e`, an expression without side effects,
    /// reads: no named variable of it, and through pointers or subscripts no private object of a
    /// type that it reads. The text of others may change a variable that outlives the function only
    /// through a pointer.
    fn stays_in(&self, e: ExprId, s: &Stmt, effects: &Effects) -> bool {
        let mut names = Vec::new();
        let span = s.span;
        self.names_in(e, &mut names)
            && names.iter().all(|&d| {
                let is_own = self.is_own_variable(d) && !self.writes().is_addressed(d)
                    || self.is_array_object(d)
                    || self.is_static_variable(d) && !self.may_be_stored_to(e, effects);
                is_own && !self.writes().is_written_in(d, span)
            })
            && !effects.unknown
            && !effects.orders
            && self
                .writes()
                .elements_in(self.span(e))
                .all(|x| !self.is_shared_lvalue(x) && !self.is_stored_to(x, effects))
    }

    /// Whether a store to private memory may change the lvalue `x`.
    fn is_stored_to(&self, x: ExprId, effects: &Effects) -> bool {
        let meets = |t: QualTy| {
            effects.stores.iter().any(|s| s.shared.is_none() && self.may_alias(s.ty, t.ty))
        };
        self.ty(x).map_or(true, meets)
    }

    /// The same for a variable, or member of one, that `e` reads.
    fn may_be_stored_to(&self, e: ExprId, effects: &Effects) -> bool {
        let of = |x: ExprId| self.may_be_stored_to(x, effects);
        match self.expr_node(e).kind {
            ExprKind::Ident(_) | ExprKind::Member { .. } => {
                !self.is_array(e) && self.is_stored_to(e, effects)
            }
            ExprKind::Paren(x)
            | ExprKind::Cast { operand: x, .. }
            | ExprKind::Unary { operand: x, .. } => of(x),
            ExprKind::Binary { left, right, .. } | ExprKind::Index { base: left, index: right } => {
                of(left) || of(right)
            }
            _ => false,
        }
    }

    fn is_array_object(&self, d: DeclId) -> bool {
        let d = &self.unit.decls[d];
        matches!(self.types.kind(d.ty.ty), upc_sema::types::TypeKind::Array { .. })
            && is_ordinary(&d.ty.quals)
    }

    /// Adds the variables named by `e`; false: `e` does more than read variables.
    fn names_in(&self, e: ExprId, names: &mut Vec<DeclId>) -> bool {
        match self.expr_node(e).kind {
            ExprKind::Number | ExprKind::Char | ExprKind::Threads | ExprKind::MyThread => true,
            ExprKind::Ident(_) => match self.unit.ident.get(&e) {
                Some(&d) => {
                    if !self.is_constant_name(d) {
                        names.push(d);
                    }
                    true
                }
                None => false,
            },
            ExprKind::Paren(x)
            | ExprKind::Cast { operand: x, .. }
            | ExprKind::Unary { operand: x, .. }
            | ExprKind::Member { base: x, .. } => self.names_in(x, names),
            ExprKind::Binary { left, right, .. } | ExprKind::Index { base: left, index: right } => {
                self.names_in(left, names) && self.names_in(right, names)
            }
            _ => false,
        }
    }

    fn is_constant_name(&self, d: DeclId) -> bool {
        matches!(self.unit.decls[d].kind, upc_sema::unit::DeclKind::Enumerator(_))
    }

    /// Whether each iteration of the bounded loop `s` accesses the same elements: their
    /// `subscripts` are counters of inner loops plus constants, without the counter of `s`.
    pub(crate) fn is_read_again(
        &self,
        mut subscripts: impl Iterator<Item = ExprId>,
        s: StmtId,
        effects: &Effects,
    ) -> bool {
        let Some((_, inner)) = self.counters_of(s, effects) else { return false };
        !inner.is_empty() && subscripts.all(|e| self.is_moved_counter(e, &inner))
    }

    /// Whether the bounded loop `s` goes across rows of elements: of the `subscripts`, the last one
    /// first, the first one is the counter of an inner loop and another one that of `s`, each plus
    /// a constant.
    pub(crate) fn goes_across_rows(
        &self,
        subscripts: impl Iterator<Item = ExprId>,
        s: StmtId,
        effects: &Effects,
    ) -> bool {
        let Some((own, inner)) = self.counters_of(s, effects) else { return false };
        let mut subscripts: Vec<ExprId> = subscripts.collect();
        let first = subscripts.pop();
        first.is_some_and(|e| self.is_moved_counter(e, &inner))
            && subscripts.iter().any(|&e| self.is_moved_counter(e, &[own]))
    }

    /// The counters of the bounded loop `s` and of its inner loops.
    fn counters_of(&self, s: StmtId, effects: &Effects) -> Option<(DeclId, Vec<DeclId>)> {
        let own = self.bounded_loop(&self.ast.stmts[s], effects)?;
        let inner = self.counters_in(s, effects).into_iter().filter(|&d| d != own).collect();
        Some((own, inner))
    }

    fn is_moved_counter(&self, e: ExprId, counters: &[DeclId]) -> bool {
        use upc_syntax::ast::BinaryOp::{Add, Sub};
        let is_number = |x: ExprId| matches!(self.expr_node(x).kind, ExprKind::Number);
        match self.expr_node(e).kind {
            ExprKind::Ident(_) => self.unit.ident.get(&e).is_some_and(|d| counters.contains(d)),
            ExprKind::Paren(x) => self.is_moved_counter(x, counters),
            ExprKind::Binary { op: Add | Sub, left, right } => {
                is_number(right) && self.is_moved_counter(left, counters)
            }
            _ => false,
        }
    }

    /// Whether a subscript is arbitrary: read from memory, computed by a call or by other operators
    /// than those of sums, or a variable that the loop `s` sets and that is none of its `counters`.
    pub(crate) fn is_arbitrary(&self, e: ExprId, s: StmtId, counters: &[DeclId]) -> bool {
        use upc_syntax::ast::BinaryOp::{Add, Mul, Sub};
        let arbitrary = |x: ExprId| self.is_arbitrary(x, s, counters);
        let whole = self.ast.stmts[s].span;
        match self.expr_node(e).kind {
            ExprKind::Number | ExprKind::Char | ExprKind::Threads | ExprKind::MyThread => false,
            ExprKind::Ident(_) => self.unit.ident.get(&e).map_or(true, |d| {
                let set = whole.contains(self.unit.decls[*d].span)
                    || self.writes().is_written_in(*d, whole);
                set && !counters.contains(d)
            }),
            ExprKind::Paren(x) | ExprKind::Cast { operand: x, .. } => arbitrary(x),
            ExprKind::Binary { op: Add | Sub | Mul, left, right } => {
                arbitrary(left) || arbitrary(right)
            }
            ExprKind::Binary { left, right, .. } => {
                let mut names = Vec::new();
                let known = self.names_in(left, &mut names) && self.names_in(right, &mut names);
                let still = names.iter().all(|d| !counters.contains(d));
                !known || !still || arbitrary(left) || arbitrary(right)
            }
            _ => true,
        }
    }
}
