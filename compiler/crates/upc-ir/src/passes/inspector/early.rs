// SPDX-License-Identifier: Apache-2.0
//! Expressions of a loop that have the same value before it.

use upc_sema::types::{QualTy, Ty};
use upc_sema::unit::{DeclId, DeclKind};
use upc_syntax::ast::{ExprId, ExprKind, UnaryOp};

use super::permits::Loop;

/// Stores of the loop that may change what it reads.
pub(super) struct Conflicts {
    /// Some are through private pointers or to private variables.
    pub(super) private: bool,
    pub(super) shared: Vec<ExprId>,
}

impl Loop<'_> {
    /// Whether `e` has the same value before the iteration as in it, and no side effect. Adds the
    /// variables of the iteration that it names.
    pub(super) fn value(&self, e: ExprId, locals: &mut Vec<DeclId>) -> bool {
        let facts = self.facts;
        match facts.expr_node(e).kind {
            ExprKind::Number
            | ExprKind::Char
            | ExprKind::Threads
            | ExprKind::MyThread
            | ExprKind::SizeofType { .. } => true,
            ExprKind::Paren(x) | ExprKind::Cast { operand: x, .. } => self.value(x, locals),
            ExprKind::Ident(_) => self.variable(e, locals),
            ExprKind::Unary { op: UnaryOp::AddressOf, operand } => self.place(operand, locals),
            ExprKind::Unary { op: UnaryOp::Deref, .. }
            | ExprKind::Index { .. }
            | ExprKind::Member { .. } => {
                self.place(e, locals) && (facts.is_array(e) || self.is_kept(e))
            }
            ExprKind::Unary {
                op: UnaryOp::Plus | UnaryOp::Minus | UnaryOp::BitNot | UnaryOp::Not,
                operand,
            } => self.value(operand, locals),
            ExprKind::Binary { left, right, .. } => {
                self.value(left, locals) && self.value(right, locals)
            }
            ExprKind::Conditional { cond, then, otherwise } => {
                self.value(cond, locals)
                    && then.map_or(true, |x| self.value(x, locals))
                    && self.value(otherwise, locals)
            }
            ExprKind::Call { ref args, .. } => {
                facts.computes_only(e) && args.iter().all(|&x| self.value(x, locals))
            }
            _ => false,
        }
    }

    /// The same for the address of an lvalue.
    pub(super) fn place(&self, e: ExprId, locals: &mut Vec<DeclId>) -> bool {
        let facts = self.facts;
        match facts.expr_node(e).kind {
            ExprKind::Ident(_) => facts
                .unit
                .ident
                .get(&e)
                .is_some_and(|&d| !self.whole.contains(facts.unit.decls[d].span)),
            ExprKind::Paren(x) | ExprKind::Member { base: x, arrow: false, .. } => {
                self.place(x, locals)
            }
            ExprKind::Member { base: x, .. }
            | ExprKind::Unary { op: UnaryOp::Deref, operand: x } => self.value(x, locals),
            ExprKind::Index { base, index } => {
                self.value(base, locals) && self.value(index, locals)
            }
            _ => false,
        }
    }

    fn variable(&self, e: ExprId, locals: &mut Vec<DeclId>) -> bool {
        let facts = self.facts;
        let Some(&d) = facts.unit.ident.get(&e) else { return false };
        let decl = &facts.unit.decls[d];
        if d == self.counter || matches!(decl.kind, DeclKind::Enumerator(_)) {
            return true;
        }
        if facts.is_array(e) {
            return self.place(e, locals);
        }
        if self.whole.contains(decl.span) {
            return self.local(d, locals);
        }
        let own = facts.is_own_variable(d) && !facts.writes().is_addressed(d);
        !facts.writes().is_written_in(d, self.whole) && (own || self.is_kept(e))
    }

    /// A variable of the iteration that only its initialiser sets.
    fn local(&self, d: DeclId, locals: &mut Vec<DeclId>) -> bool {
        if locals.contains(&d) {
            return true;
        }
        let facts = self.facts;
        let values = facts.writes().values_of(d).filter(|_| facts.is_own_variable(d));
        match values.as_deref() {
            Some([(_, value)]) if self.value(*value, locals) => {
                locals.push(d);
                true
            }
            _ => false,
        }
    }

    /// Whether nothing in the loop changes the value of the lvalue `e`.
    fn is_kept(&self, e: ExprId) -> bool {
        self.conflicts(e).is_some_and(|c| !c.private && c.shared.is_empty())
    }

    /// The stores of the loop that may change it; `None`: others may, too.
    pub(super) fn conflicts(&self, e: ExprId) -> Option<Conflicts> {
        let (facts, ty) = (self.facts, self.facts.ty(e)?);
        let quals = facts.types.object_quals(ty);
        if quals.volatile || quals.atomic || facts.is_strict(e) {
            return None;
        }
        let meets = |x: ExprId, of: Ty| facts.may_alias(of, ty.ty) && !self.are_apart(x, e);
        let stored = |x: ExprId| facts.ty(x).map_or(true, |t| meets(x, t.ty));
        let mut stores = facts.writes().stores_in(self.whole);
        let named = !facts.is_shared_lvalue(e) && facts.object_of(e).is_none();
        let private = stores.any(|x| !facts.is_shared_lvalue(x) && stored(x))
            || named && !self.keeps_variables(ty);
        let shared = self.effects.stores.iter().filter_map(|s| Some((s.shared?, s.ty)));
        let mut shared: Vec<ExprId> =
            shared.filter(|&(x, of)| meets(x, of)).map(|(x, _)| x).collect();
        shared.dedup();
        Some(Conflicts { private, shared })
    }

    /// Whether two lvalues denote different objects: their names differ, or one is a named private
    /// object and the other is shared.
    fn are_apart(&self, a: ExprId, b: ExprId) -> bool {
        let facts = self.facts;
        let name = |d: DeclId| facts.unit.decls[d].name;
        let objects = (facts.object_of(a), facts.object_of(b));
        match (facts.is_shared_lvalue(a), facts.is_shared_lvalue(b)) {
            (true, false) => objects.1.is_some(),
            (false, true) => objects.0.is_some(),
            _ => matches!(objects, (Some(a), Some(b)) if a != b && name(a) != name(b)),
        }
    }

    /// Whether the loop sets no variable that a pointer to `ty` may point to.
    fn keeps_variables(&self, ty: QualTy) -> bool {
        let (facts, writes) = (self.facts, self.facts.writes());
        writes.mentioned_in(self.whole).filter(|&d| writes.is_written_in(d, self.whole)).all(|d| {
            let own = facts.is_own_variable(d) && !writes.is_addressed(d);
            own || !facts.may_alias(facts.unit.decls[d].ty.ty, ty.ty)
        })
    }
}
