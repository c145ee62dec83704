// SPDX-License-Identifier: Apache-2.0
//! The effects of a part of the tree on shared memory (UPC 5.1.2.3, 6.5.1.1p10).
//!
//! The effect of an entry point is in its row of abi/upcr.toml. Any other call may have all
//! effects, unless the function is one of the C library that computes a number or reports a failed
//! assertion. Calls and assembler code are found by their places in the text, so that those in
//! opaque parts count, too.

use upc_sema::types::{IntKind, Ty, TypeKind};
use upc_sema::unit::DeclId;
use upc_source::Span;
use upc_syntax::ast::{ExprId, ExprKind, StmtKind, UnaryOp};

use super::Facts;
use crate::abi::Effect;
use crate::ir::{Event, Node, Place, Source};
use crate::visit::children_mut;

/// The effects that a part of the tree may have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effects {
    /// Relaxed reads of shared memory.
    pub reads: bool,
    /// Orders accesses or waits: a strict access, a fence, a barrier, or a call that may do any of
    /// these.
    pub orders: bool,
    /// Changes memory in unknown ways: a call, assembler code.
    pub unknown: bool,
    /// The changed objects: shared ones, and private ones found by a pointer or subscript.
    pub stores: Vec<Store>,
    /// The types of private variables that are changed by their names, and that a pointer may lead
    /// to.
    pub named: Vec<Ty>,
}

/// A changed object of type `ty`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Store {
    pub ty: Ty,
    /// The lvalue, if it is a shared one.
    pub shared: Option<ExprId>,
    /// A part of a private variable, which it names.
    pub named: bool,
}

impl Effects {
    /// Whether relaxed reads of an object of type `ty` may be made once if the part is evaluated
    /// repeatedly: nothing orders them (UPC 5.1.2.3), and no store of it can change such an object
    /// (C 6.5p7). `None`: they may not. `Some`: they may if none of these shared lvalues is the
    /// object. Stores to shared memory do not change private objects.
    pub fn keep(&self, facts: &Facts, ty: Ty, shared: bool) -> Option<Vec<ExprId>> {
        let named = self.named.iter().any(|&t| !shared && facts.may_alias(t, ty));
        if self.orders || self.unknown || named {
            return None;
        }
        let mut others = Vec::new();
        for store in self.stores.iter().filter(|s| facts.may_alias(s.ty, ty)) {
            match store.shared {
                Some(lvalue) if shared => others.push(lvalue),
                Some(_) => {}
                None if shared && store.named => {}
                None => return None,
            }
        }
        Some(others)
    }

    fn access(&mut self, place: &Place, writes: bool) {
        self.reads |= !writes;
        self.orders |= place.strict;
        if writes {
            let store = Store { ty: place.ty.ty, shared: Some(place.expr), named: false };
            self.stores.push(store);
        }
    }
}

impl Facts<'_> {
    /// The possible effects of `node`, which is at `span`.
    pub(crate) fn effects(&self, node: &mut Node, span: Span) -> Effects {
        self.effects_but_for_calls_in(&[], node, span)
    }

    /// The same of the parts of `source`.
    pub(crate) fn effects_of_parts(&self, source: &mut Source, span: Span) -> Effects {
        let mut effects = Effects::default();
        source.holes.iter_mut().for_each(|h| add(&mut h.node, &mut effects));
        self.add_of_text(&mut effects, span, |_| true);
        effects
    }

    /// The same of `node` without the effects of calls in these parts of `span`.
    pub(crate) fn effects_but_for_calls_in(
        &self,
        parts: &[Span],
        node: &mut Node,
        span: Span,
    ) -> Effects {
        let mut effects = Effects::default();
        add(node, &mut effects);
        let counts = |c: ExprId| !parts.iter().any(|part| part.contains(self.span(c)));
        self.add_of_text(&mut effects, span, counts);
        effects
    }

    /// The possible effects of the text in `span`, for those who have no tree.
    pub(crate) fn effects_of_text(&self, span: Span) -> Effects {
        let mut effects = Effects::default();
        for e in self.exprs().within(self, span) {
            if self.is_shared_lvalue(e) && !self.is_array(e) {
                effects.reads = true;
                effects.orders |= self.is_strict(e);
            }
        }
        use StmtKind::{UpcBarrier, UpcFence, UpcNotify, UpcWait};
        effects.orders |= self
            .stmts_in(span)
            .any(|s| matches!(s.kind, UpcBarrier(_) | UpcFence | UpcNotify(_) | UpcWait(_)));
        self.add_of_text(&mut effects, span, |_| true);
        let shared = self.writes().stores_in(span).filter(|&lvalue| self.is_shared_lvalue(lvalue));
        let types = shared.filter_map(|lvalue| Some((lvalue, self.ty(lvalue)?)));
        effects.stores.extend(types.map(|(e, t)| Store {
            ty: t.ty,
            shared: Some(e),
            named: false,
        }));
        let named = self.writes().named_in(span).filter(|&d| self.is_shared_variable(d));
        let types = named.map(|d| self.unit.decls[d].ty.ty);
        effects.stores.extend(types.map(|ty| Store { ty, shared: None, named: false }));
        effects
    }

    /// Adds the effects of calls that `count` and assembler code, and stores to private objects.
    fn add_of_text(&self, effects: &mut Effects, span: Span, counts: impl Fn(ExprId) -> bool) {
        let writes = self.writes();
        let called = writes.calls_in(span).any(|c| self.may_change_memory(c) && counts(c));
        if called || writes.is_unknown_in(span) {
            (effects.orders, effects.unknown) = (true, true);
        }
        let private = writes.stores_in(span).filter(|&lvalue| !self.is_shared_lvalue(lvalue));
        effects.stores.extend(private.filter_map(|lvalue| {
            let named = self.object_of(lvalue).is_some();
            Some(Store { ty: self.ty(lvalue)?.ty, shared: None, named })
        }));
        let named = writes.named_in(span).filter(|&d| {
            let own = self.is_own_variable(d) && !writes.is_addressed(d);
            !own && !self.is_shared_variable(d)
        });
        effects.named.extend(named.map(|d| self.unit.decls[d].ty.ty));
    }

    /// The variable that the lvalue `e` is, or is part of; `None` if a pointer leads to it.
    pub(crate) fn object_of(&self, e: ExprId) -> Option<DeclId> {
        match self.expr_node(e).kind {
            ExprKind::Ident(_) => self.unit.ident.get(&e).copied(),
            ExprKind::Paren(x) | ExprKind::Member { base: x, arrow: false, .. } => {
                self.object_of(x)
            }
            ExprKind::Index { base, index } => {
                let array = if self.is_array(base) { base } else { index };
                self.is_array(array).then(|| self.object_of(array))?
            }
            ExprKind::Unary { op: UnaryOp::Deref, operand } if self.is_array(operand) => {
                self.object_of(operand)
            }
            _ => None,
        }
    }

    /// Whether text in `span` may access an object of type `ty` through a pointer to private data.
    pub(crate) fn leads_to(&self, span: Span, ty: Ty) -> bool {
        self.writes().elements_in(span).any(|e| {
            let private =
                !self.is_shared_lvalue(e) && !self.is_array(e) && self.object_of(e).is_none();
            private && self.ty(e).map_or(true, |t| self.may_alias(t.ty, ty))
        })
    }

    /// Whether an lvalue of type `a` may alias one of type `b`, or a part of it (C 6.5p7): a scalar
    /// is accessed by its own type, signed or not, and by character types. Other types may alias
    /// anything.
    pub(crate) fn may_alias(&self, a: Ty, b: Ty) -> bool {
        match (self.class(a), self.class(b)) {
            _ if !self.strict_aliasing => true,
            (Some(a), Some(b)) => a == b || a == Class::Int(8) || b == Class::Int(8),
            _ => true,
        }
    }

    fn class(&self, ty: Ty) -> Option<Class> {
        match self.types.kind(ty) {
            TypeKind::Int(IntKind::Bool | IntKind::Char | IntKind::SChar | IntKind::UChar) => {
                Some(Class::Int(8))
            }
            TypeKind::Int(k) => Some(Class::Int(self.types.int_bits(*k))),
            TypeKind::Enum(_) => {
                self.types.int_kind(ty).map(|k| Class::Int(self.types.int_bits(k)))
            }
            TypeKind::Float(_) => Some(Class::Float(self.types.fixed_size(ty)?)),
            TypeKind::Pointer(_) => Some(Class::Pointer),
            _ => None,
        }
    }
}

/// Classes of scalars that may alias each other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Of so many bits.
    Int(u32),
    /// Of so many bytes.
    Float(u64),
    Pointer,
}

fn add(n: &mut Node, effects: &mut Effects) {
    match n {
        Node::Load(p) => effects.access(p, false),
        Node::Gathered(g) => effects.access(&g.place, false),
        Node::Fetched(r) => effects.access(&r.place, false),
        Node::Call { entry, .. } => match entry.info().effect {
            Effect::Pure => {}
            Effect::Read => effects.reads = true,
            Effect::Write => effects.unknown = true,
            Effect::Sync | Effect::End => effects.orders = true,
        },
        Node::Barrier { .. } | Node::Fence => effects.orders = true,
        Node::Event(Event::Barrier { .. } | Event::Fence | Event::Called(_)) => {
            effects.orders = true
        }
        Node::Store { place, .. } => effects.access(place, true),
        Node::Update { place, .. } => {
            effects.access(place, false);
            effects.access(place, true);
        }
        Node::Copy { to, from } => {
            effects.access(from, false);
            effects.access(to, true);
        }
        _ => {}
    }
    children_mut(n, &mut |c| add(c, effects));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::testing::with_body;

    fn of(body: &str) -> Effects {
        with_body(body, |facts, node, span| facts.effects(node, span))
    }

    #[test]
    fn relaxed_accesses_order_nothing() {
        let e = of("s = s + x[MYTHREAD]; k = k * 2;");
        assert!(e.reads && !e.orders && !e.unknown);
        assert_eq!(e.stores.len(), 1);
    }

    #[test]
    fn strict_accesses_fences_and_calls_order() {
        for body in [
            "k = flag;",
            "flag++;",
            "upc_fence;",
            "upc_barrier;",
            "f(k);",
            "__asm__ volatile (\"\");",
        ] {
            assert!(of(body).orders, "{body}");
        }
        assert!(!of("d = sqrt(d);").orders);
        assert_eq!(of("if (d < 0) __assert_fail(\"d\");"), Effects::default());
    }

    #[test]
    fn reads_are_kept_unless_something_may_change_the_object() {
        let keeps = |body: &str| {
            with_body(body, |facts, node, span| {
                let effects = facts.effects(node, span);
                let named =
                    |name: &str| facts.unit.decls.iter().find(|d| facts.names.name(d.name) == name);
                let others = effects.keep(facts, named("dir").expect("declared").ty.ty, true);
                others.map(|o| o.len())
            })
        };
        assert_eq!(keeps("x[k] = d; k++; a[k] = 2.0;"), Some(0));
        assert_eq!(keeps("upc_fence;"), None);
        assert_eq!(keeps("*bytes = 3;"), None);
        assert_eq!(keeps("char own[3]; own[k] = 3;"), Some(0));
        assert_eq!(keeps("*other = dir;"), Some(1));
        assert_eq!(keeps("dir = 0; s++;"), Some(1));
    }
}
