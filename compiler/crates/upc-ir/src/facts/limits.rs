// SPDX-License-Identifier: Apache-2.0
//! Limits of loops that are read from memory, `j < row[i + 1]`, and need be read only once.

use upc_sema::types::IntKind;
use upc_sema::unit::DeclId;
use upc_source::Span;
use upc_syntax::ast::{ExprId, ExprKind, StmtId, StmtKind, UnaryOp};

use super::bounded_loops::Limits;
use super::{Effects, Facts};

/// The limit of a loop that reads memory.
pub(crate) struct KeptLimit {
    pub value: ExprId,
    /// Its type after promotion.
    pub kind: IntKind,
    pub counter: DeclId,
}

impl Facts<'_> {
    /// The limit of the counting loop `s` that reads memory, if one read serves all iterations: the
    /// loop neither waits nor orders accesses, and stores nothing to what the limit reads.
    pub(crate) fn kept_limit(&self, s: StmtId) -> Option<KeptLimit> {
        let stmt = &self.ast.stmts[s];
        let (StmtKind::For { cond: Some(cond), body, .. }
        | StmtKind::UpcForall { cond: Some(cond), body, .. }
        | StmtKind::While { cond, body }) = stmt.kind
        else {
            return None;
        };
        let at = self.span(cond);
        if self.shared_lvalues_in(stmt.span).is_empty() || !self.may_read_memory(at) {
            return None;
        }
        let effects = self.effects_of_text(Span::new(at.start, stmt.span.end));
        if effects.orders || effects.unknown {
            return None;
        }
        let (counter, value) = match stmt.kind {
            StmtKind::While { .. } => self.while_limit(s, cond, &effects),
            _ => self.bounded_loop(stmt, &effects, Limits::Kept),
        }?;
        let kind = self.types.int_kind(self.types.promote(self.ty(value)?.ty))?;
        let inner = self.order().stmt_ids_in(self.ast, self.ast.stmts[body].span);
        let ends = inner
            .filter(|&l| self.ast.stmts[l].kind.is_loop())
            .all(|l| self.has_bounded_loops_if_kept(l, &effects));
        let fits = ends && !self.is_bit_field(value) && !self.is_changed_by_stores(value, &effects);
        fits.then_some(KeptLimit { value, kind, counter })
    }

    /// The counter of the loop `s`, `while (cond)`, and the limit that stays the same.
    fn while_limit(&self, s: StmtId, cond: ExprId, effects: &Effects) -> Option<(DeclId, ExprId)> {
        let stmt = &self.ast.stmts[s];
        let counter = self.counter_towards(s, &[cond], |limit, _| {
            self.stays_in(limit, stmt, effects, Limits::Kept)
        })?;
        let (limit, _) = self.compared_with(cond, counter.decl, self.own_integer(counter.decl)?)?;
        Some((counter.decl, limit.value))
    }

    /// Whether `e` has the same value before the declaration at `span`: that declares nothing that
    /// `e` names, and has no effects.
    pub(crate) fn may_precede(&self, e: ExprId, span: Span) -> bool {
        let mut names = Vec::new();
        self.names_in(e, &mut names);
        let writes = self.writes();
        writes.calls_in(span).next().is_none()
            && writes.stores_in(span).next().is_none()
            && names.iter().all(|&d| !span.contains(self.unit.decls[d].span))
    }

    /// Whether text in `span` may read more than the function's own variables.
    fn may_read_memory(&self, span: Span) -> bool {
        self.exprs().within(self, span).any(|e| match self.expr_node(e).kind {
            ExprKind::Ident(_) => self
                .unit
                .ident
                .get(&e)
                .is_some_and(|&d| !self.is_constant_name(d) && !self.is_own_variable(d)),
            ExprKind::Index { .. } | ExprKind::Member { .. } => true,
            ExprKind::Unary { op: UnaryOp::Deref, .. } => true,
            _ => false,
        })
    }

    fn is_bit_field(&self, e: ExprId) -> bool {
        self.unit.member.get(&self.bare(e)).is_some_and(|m| m.bits.is_some())
    }

    /// Whether a store may change a shared object that `e` reads.
    fn is_changed_by_stores(&self, e: ExprId, effects: &Effects) -> bool {
        let read = |x: &ExprId| self.is_shared_lvalue(*x) && !self.is_array(*x);
        self.exprs().within(self, self.span(e)).filter(read).any(|x| {
            let Some(ty) = self.ty(x) else { return true };
            let object = self.object_of(x);
            let apart = |o: &ExprId| {
                object.zip(self.object_of(*o)).is_some_and(|(one, other)| one != other)
            };
            effects.keep(self, ty.ty, true).map_or(true, |others| !others.iter().all(apart))
        })
    }
}
