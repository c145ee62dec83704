// SPDX-License-Identifier: Apache-2.0
//! Bounded loops: they end whatever other threads write, so none of them waits.

use upc_sema::types::QualTy;
use upc_sema::unit::DeclId;
use upc_syntax::ast::{ExprId, ExprKind, Stmt, StmtId, StmtKind};

use super::{is_ordinary, Effects, Facts};

/// The memory that the limit of a loop may read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Limits {
    /// Private memory, which other threads do not change (C11 5.1.2.4p25).
    Private,
    /// Relaxed shared memory too: if the thread keeps the value until it synchronises, the loop
    /// ends as with a private limit.
    Kept,
}

impl Facts<'_> {
    /// Whether the loop `s`, with these `effects`, and each inner loop steps by a constant towards
    /// a limit in private memory that it does not change.
    pub(crate) fn has_bounded_loops(&self, s: StmtId, effects: &Effects) -> bool {
        self.are_bounded(s, effects, Limits::Private)
    }

    /// The same for loops whose relaxed reads are kept: a limit may be in shared memory, as in `j <
    /// start[i + 1]`, and loops may scan data, `while (j < n && text[j] != c) j++`, or follow
    /// links.
    pub(crate) fn has_bounded_loops_if_kept(&self, s: StmtId, effects: &Effects) -> bool {
        self.are_bounded(s, effects, Limits::Kept)
    }

    fn are_bounded(&self, s: StmtId, effects: &Effects, limits: Limits) -> bool {
        let span = self.ast.stmts[s].span;
        let loops = self.order().stmt_ids_in(self.ast, span);
        loops.filter(|&l| self.ast.stmts[l].kind.is_loop()).all(|l| {
            self.bounded_loop(&self.ast.stmts[l], effects, limits).is_some()
                || limits == Limits::Kept && (self.only_scans(l) || self.follows_links(l))
        })
    }

    /// The counters of the bounded loop `s` and of its inner loops.
    pub(crate) fn counters_in(&self, s: StmtId, effects: &Effects) -> Vec<DeclId> {
        self.stmts_in(self.ast.stmts[s].span)
            .filter_map(|l| self.bounded_loop(l, effects, Limits::Private))
            .map(|(counter, _)| counter)
            .collect()
    }

    /// The variable that counts, and its limit.
    pub(super) fn bounded_loop(
        &self,
        s: &Stmt,
        effects: &Effects,
        limits: Limits,
    ) -> Option<(DeclId, ExprId)> {
        let (StmtKind::For { cond: Some(cond), step: Some(step), body, .. }
        | StmtKind::UpcForall { cond: Some(cond), step: Some(step), body, .. }) = s.kind
        else {
            return None;
        };
        let mut steps = Vec::new();
        self.parts_of_comma(step, &mut steps);
        let body = self.ast.stmts[body].span;
        steps.iter().find_map(|&one| {
            let (name, down, by) = self.increment_of(one)?;
            let (counter, kind) = self.counting_variable(name, body)?;
            let changed = |&x: &ExprId| self.writes().is_written_in(counter.decl, self.span(x));
            if steps.iter().filter(|&x| *x != one).any(changed)
                || self.changes_more_of(cond, counter.decl, step)
            {
                return None;
            }
            let (limit, below) = self
                .compared_with(cond, counter.decl, kind)
                .or_else(|| self.sum_compared_with(cond, &counter, kind))?;
            let reaches_all = limit.inclusive && !self.types.is_signed(kind);
            let ends = below != down && !reaches_all && by.map_or(true, |by| self.is_positive(by));
            let invariant = || {
                self.is_quiet(limit.value, counter.decl) && self.is_invariant(limit.value, &counter)
            };
            let steady = ends && (invariant() || self.stays_in(limit.value, s, effects, limits));
            steady.then_some((counter.decl, limit.value))
        })
    }

    /// Whether `step` changes a variable of the condition besides the counter.
    fn changes_more_of(&self, cond: ExprId, counter: DeclId, step: ExprId) -> bool {
        let mut names = Vec::new();
        self.names_in(cond, &mut names);
        let step = self.span(step);
        names.into_iter().any(|d| d != counter && self.writes().is_written_in(d, step))
    }

    /// The expressions of `i++, p++`.
    pub(crate) fn parts_of_comma(&self, e: ExprId, parts: &mut Vec<ExprId>) {
        match self.expr_node(e).kind {
            ExprKind::Paren(x) => self.parts_of_comma(x, parts),
            ExprKind::Comma { left, right } => {
                self.parts_of_comma(left, parts);
                self.parts_of_comma(right, parts);
            }
            _ => parts.push(e),
        }
    }

    /// Whether `by` is a positive constant.
    fn is_positive(&self, by: ExprId) -> bool {
        let (mut coefficient, mut factors) = (1, Vec::new());
        self.factors(by, &mut coefficient, &mut factors).is_some()
            && factors.is_empty()
            && coefficient > 0
    }

    /// Whether nothing in the statement changes what `e`, an expression without side effects,
    /// reads: no named variable of it, and through pointers or subscripts no private object of a
    /// type that it reads. The text of others may change a variable that outlives the function only
    /// through a pointer. Kept `limits` in shared memory change by the thread's own stores at most.
    pub(super) fn stays_in(&self, e: ExprId, s: &Stmt, effects: &Effects, limits: Limits) -> bool {
        let mut names = Vec::new();
        let own = |d: DeclId| self.is_own_variable(d) && !self.writes().is_addressed(d);
        let named = |d: DeclId| {
            own(d)
                || self.is_array_object(d)
                || self.is_static_variable(d) && !self.may_be_stored_to(e, effects)
                || limits == Limits::Kept && self.is_shared_variable(d)
        };
        let mut elements = self.writes().elements_in(self.span(e));
        self.names_in(e, &mut names)
            && names.iter().all(|&d| named(d) && !self.writes().is_written_in(d, s.span))
            && self.reads_plainly(e, limits)
            && elements.all(|x| self.is_shared_lvalue(x) || !self.is_element_stored_to(x, effects))
            && (!effects.unknown && !effects.orders
                || self.names_only(e) && names.into_iter().all(own))
    }

    /// Whether `e` reads nothing but variables by their names.
    fn names_only(&self, e: ExprId) -> bool {
        let of = |x: ExprId| self.names_only(x);
        match self.expr_node(e).kind {
            ExprKind::Paren(x) | ExprKind::Cast { operand: x, .. } => of(x),
            ExprKind::Binary { left, right, .. } => of(left) && of(right),
            ExprKind::Call { ref args, .. } => args.iter().all(|&x| of(x)),
            ExprKind::Number
            | ExprKind::Char
            | ExprKind::Threads
            | ExprKind::MyThread
            | ExprKind::Ident(_) => true,
            _ => false,
        }
    }

    /// Whether all that `e` reads is ordinary private memory, or relaxed shared memory if `limits`
    /// permit it.
    fn reads_plainly(&self, e: ExprId, limits: Limits) -> bool {
        let of = |x: ExprId| self.reads_plainly(x, limits);
        let Some(quals) = self.ty(e).map(|t| self.types.object_quals(t)) else { return false };
        let kept = || limits == Limits::Kept && !self.is_strict(e);
        let plain = !quals.volatile && !quals.atomic && (quals.shared.is_none() || kept());
        plain
            && match self.expr_node(e).kind {
                ExprKind::Paren(x)
                | ExprKind::Cast { operand: x, .. }
                | ExprKind::Unary { operand: x, .. }
                | ExprKind::Member { base: x, .. } => of(x),
                ExprKind::Binary { left, right, .. }
                | ExprKind::Index { base: left, index: right } => of(left) && of(right),
                ExprKind::Call { ref args, .. } => args.iter().all(|&x| of(x)),
                _ => true,
            }
    }

    pub(super) fn reads_plainly_if_kept(&self, e: ExprId) -> bool {
        self.reads_plainly(e, Limits::Kept)
    }

    /// A shared variable, or an array of shared elements.
    pub(super) fn is_shared_variable(&self, d: DeclId) -> bool {
        self.types.object_quals(self.unit.decls[d].ty).shared.is_some()
    }

    /// Whether a store to private memory may change the lvalue `x`.
    fn is_stored_to(&self, x: ExprId, effects: &Effects) -> bool {
        let meets = |t: QualTy| {
            effects.stores.iter().any(|s| s.shared.is_none() && self.may_alias(s.ty, t.ty))
        };
        self.ty(x).map_or(true, meets)
    }

    /// The same of an element, which may be a variable that is stored to by its name.
    fn is_element_stored_to(&self, x: ExprId, effects: &Effects) -> bool {
        let is_it = |ty: QualTy| effects.named.iter().any(|&t| self.may_alias(t, ty.ty));
        self.is_stored_to(x, effects) || self.ty(x).map_or(true, is_it)
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
            ExprKind::Call { ref args, .. } => args.iter().any(|&x| of(x)),
            _ => false,
        }
    }

    pub(super) fn is_array_object(&self, d: DeclId) -> bool {
        let d = &self.unit.decls[d];
        matches!(self.types.kind(d.ty.ty), upc_sema::types::TypeKind::Array { .. })
            && is_ordinary(&d.ty.quals)
    }

    /// Adds the variables named by `e`; false: `e` does more than read variables.
    pub(crate) fn names_in(&self, e: ExprId, names: &mut Vec<DeclId>) -> bool {
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
            ExprKind::Call { ref args, .. } => {
                self.computes_only(e) && args.iter().all(|&x| self.names_in(x, names))
            }
            _ => false,
        }
    }

    pub(super) fn is_constant_name(&self, d: DeclId) -> bool {
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
        let (own, _) = self.bounded_loop(&self.ast.stmts[s], effects, Limits::Private)?;
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
