// SPDX-License-Identifier: Apache-2.0
//! The versions of a loop's body, and the elements that each of them reads and writes.

use upc_sema::unit::DeclId;
use upc_source::Span;
use upc_syntax::ast::{ExprId, StmtKind};

use super::read_by;
use crate::ir::{Address, Form, Iterations, Node, Place, Source};
use crate::visit::{children_mut, walk_mut};
use crate::Facts;

/// Calls `f` for each version of the body, at `at`, of the loop `n`. A body with runs is replaced
/// by the one that finds each element by itself.
pub(super) fn bodies(n: &mut Node, at: Span, f: &mut dyn FnMut(&mut Node)) {
    match n {
        Node::Forall(forall) => {
            f(&mut forall.body);
            if let Iterations::Own(own) = &mut forall.iterations {
                own.local.iter_mut().for_each(|version| f(&mut version.body));
            }
        }
        Node::Loop(l) => {
            let Some(hole) = l.source.holes.iter_mut().find(|h| h.span == at) else { return };
            match &mut hole.node {
                Node::Runs(_) => f(general_of(&mut hole.node)),
                node => f(node),
            }
        }
        _ => {}
    }
}

fn general_of(n: &mut Node) -> &mut Node {
    match n {
        Node::Runs(runs) => general_of(&mut runs.general),
        n => n,
    }
}

/// The reads in `n` of elements found by their own addresses: the lvalue read, and the element's.
/// Reads within addresses are left out.
pub(super) fn elements_read(n: &mut Node, facts: &Facts) -> Vec<(ExprId, ExprId)> {
    let mut found = Vec::new();
    each_read(n, &mut |n| {
        let known = read_by(n).and_then(|p| Some((p.expr, element(p, facts)?)));
        found.extend(known);
        known.is_some()
    });
    found
}

/// Calls `f` for the nodes that `n` evaluates, outer ones first, without the parts of those for
/// which it returns true.
pub(super) fn each_read(n: &mut Node, f: &mut dyn FnMut(&mut Node) -> bool) {
    if !f(n) {
        children_mut(n, &mut |c| each_read(c, f));
    }
}

/// The element that the place is, or whose scalar member it is.
pub(super) fn element(p: &Place, facts: &Facts) -> Option<ExprId> {
    let plain = !p.strict
        && !p.ty.quals.volatile
        && p.near.is_none()
        && p.bits.is_none()
        && p.start.is_none()
        && p.scalar(facts.types).is_some_and(|s| s.0.log_of_size().is_some());
    element_of(&p.address).filter(|_| plain)
}

pub(super) fn element_of(mut address: &Address) -> Option<ExprId> {
    while let Address::Member { base, .. } = address {
        address = base;
    }
    match address {
        Address::Element { base, lvalue: Some(e), .. } => {
            matches!(**base, Address::Object(_) | Address::Pointer { .. }).then_some(*e)
        }
        _ => None,
    }
}

/// The place that `body` writes through the lvalue `e`.
pub(super) fn written(body: &mut Node, e: ExprId) -> Option<Place> {
    let mut found = None;
    walk_mut(body, &mut |n: &mut Node| match n {
        Node::Store { place: p, .. } | Node::Update { place: p, .. } | Node::Copy { to: p, .. }
            if p.expr == e =>
        {
            found = Some((**p).clone());
        }
        _ => {}
    });
    found
}

/// Whether it is certainly the calling thread's own, or mapped.
pub(super) fn is_near(p: &Place) -> bool {
    matches!(p.address, Address::Stream(_) | Address::Own(_) | Address::Start(_))
}

/// The declaration of `d` alone in the compound statement `body`.
pub(super) fn declaration<'n>(body: &'n Node, d: DeclId, facts: &Facts) -> Option<&'n Node> {
    let Node::Source(source) = body else { return None };
    let span = facts.unit.decls[d].span;
    let alone = |at: Span| facts.order().decls_in(at).count() == 1;
    let hole = source.holes.iter().find(|h| h.span.contains(span) && alone(h.span))?;
    let Node::Source(Source { form: Form::Stmt(s), .. }) = hole.node else { return None };
    matches!(facts.ast.stmts[s].kind, StmtKind::Declaration(_)).then_some(&hole.node)
}
