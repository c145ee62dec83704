// SPDX-License-Identifier: Apache-2.0
//! Loops whose iterations store to different elements: `for (j = 0; j < n; j++) c[i][j] = sum` of
//! static arrays.
//!
//! Two static arrays have no byte in common. The C compiler cannot see that, since the runtime sets
//! the addresses of both. So it assumes that a store to one may change the other, and neither
//! vectorises the loop nor moves its reads. `#pragma GCC ivdep` tells it that no iteration depends
//! on a store of another. This pass proves:
//! - the loop counts, and nothing in it synchronises or has unknown effects on memory;
//! - each shared lvalue that it stores to is an element of a static array and moves with the
//!   counter, so each iteration stores to a different element;
//! - every other access of the loop to such an array is to that same element;
//! - data behind pointers, shared or private, have types that cannot alias the element (C 6.5p7);
//! - private stores of the loop are to arithmetic variables of its function whose address is not
//!   taken, so that the C compiler keeps them in registers.
//!
//! A subscript outside its array is undefined in C and in UPC, so it need not be considered. Each
//! loop of a nest is treated by itself. In a loop with runs, the loop of a run gets the pragma. A
//! loop that reads copies of far arrays does not: it counts its reads in memory.

use rustc_hash::FxHashSet;
use upc_sema::types::{Ty, TypeKind};
use upc_sema::unit::{DeclId, DeclKind};
use upc_source::Span;
use upc_syntax::ast::{ExprId, StmtKind};

use super::Context;
use crate::facts::{Counter, Effects, Store, Variable};
use crate::ir::{Form, Ir, Loop, Node};
use crate::visit::{children_mut, places_mut};
use crate::Facts;

pub fn run(ir: &mut Ir, cx: &Context) {
    if !cx.options.needs_addresses() && !cx.options.clang {
        visit(&mut ir.root, cx);
    }
}

/// A loop after a directive must keep its form, with the loops inside, as under `collapse`.
fn visit(n: &mut Node, cx: &Context) {
    if matches!(n, Node::Loop(l) if cx.facts.follows_pragma(l.source.span)) {
        return;
    }
    if is_independent(n, cx.facts) {
        if let Node::Loop(l) = n {
            tell(l, cx);
        }
    }
    children_mut(n, &mut |c| visit(c, cx));
}

fn tell(l: &mut Loop, cx: &Context) {
    l.independent = true;
    let body = l.body;
    if let Some(hole) = l.source.holes.iter_mut().find(|h| h.span == body) {
        tell_runs(&mut hole.node);
    }
    cx.remarks.done(l.source.span, || {
        "no iteration needs what another one stores: the C compiler may execute several at once"
            .to_string()
    });
}

/// The loops of a body's runs.
fn tell_runs(body: &mut Node) {
    if let Node::Runs(runs) = body {
        runs.independent = true;
        tell_runs(&mut runs.general);
    }
}

/// An element that the loop stores to.
struct Stored {
    array: DeclId,
    lvalue: ExprId,
    ty: Ty,
}

/// Whether the loop `n` counts and no iteration depends on a store of another.
pub fn is_independent(n: &mut Node, facts: &Facts) -> bool {
    let Node::Loop(l) = &*n else { return false };
    let (span, Some(counter)) = (l.source.span, counter_of(l, facts)) else { return false };
    let effects = facts.effects(n, span);
    let Some(stored) = stored(&effects, facts, &counter.variable) else { return false };
    let types: FxHashSet<Ty> = stored.iter().map(|s| s.ty).collect();
    let plain = !effects.orders && !effects.unknown && !stored.is_empty();
    plain
        && changes_own_numbers(facts, span)
        && types.into_iter().all(|ty| !facts.leads_to(span, ty))
        && accesses_no_other(n, facts, &stored)
}

fn counter_of(l: &Loop, facts: &Facts) -> Option<Counter> {
    let Form::Stmt(s) = l.source.form else { return None };
    let StmtKind::For { ref init, cond, step, body } = facts.ast.stmts[s].kind else { return None };
    facts.counter_of(init, cond?, step?, body)
}

/// The elements that the loop stores to, one of each array, if all of them move with the counter.
fn stored(effects: &Effects, facts: &Facts, c: &Variable) -> Option<Vec<Stored>> {
    let of = |s: &Store| {
        let lvalue = s.shared.filter(|&e| moves(facts, e, c))?;
        Some(Stored { array: facts.object_of(lvalue)?, lvalue, ty: s.ty })
    };
    let mut stored = effects.stores.iter().map(of).collect::<Option<Vec<_>>>()?;
    let mut arrays = FxHashSet::default();
    stored.retain(|s| arrays.insert(s.array));
    Some(stored)
}

/// The subscripts of an element of a named array, the last one first, each with the array that it
/// subscripts.
fn subscripts(facts: &Facts, e: ExprId) -> Option<Vec<(ExprId, ExprId)>> {
    let (mut all, mut e) = (Vec::new(), facts.bare(e));
    while !facts.is_named_array(e) {
        let (array, index) = facts.pointer_and_index(e)?;
        all.push((array, index));
        e = facts.bare(array);
    }
    Some(all)
}

/// Whether the element differs between iterations, and stays the same within one.
fn moves(facts: &Facts, e: ExprId, c: &Variable) -> bool {
    let moved = |(array, index): (ExprId, ExprId)| {
        let stride = facts.stride(facts.pointee(array)?);
        let known = facts.is_known_outside(index, c.body) && !stride.threads;
        let times = known.then(|| facts.coefficient(index, c, true))??;
        times.checked_mul(i64::try_from(stride.elems).ok()?)
    };
    let sum = |all: Vec<(ExprId, ExprId)>| {
        all.into_iter().try_fold(0i64, |sum, s| sum.checked_add(moved(s)?))
    };
    subscripts(facts, e).and_then(sum).is_some_and(|n| n != 0)
}

/// Whether the only private variables that the loop assigns by name are the function's own numbers.
/// (Stores through pointers and subscripts are among its effects.)
fn changes_own_numbers(facts: &Facts, span: Span) -> bool {
    let writes = facts.writes();
    let is_number = |decl: DeclId| {
        let ty = facts.unit.decls[decl].ty.ty;
        let number = matches!(
            facts.types.kind(ty),
            TypeKind::Int(_) | TypeKind::Enum(_) | TypeKind::Float(_)
        );
        number && facts.is_own_variable(decl) && !writes.is_addressed(decl)
    };
    let declared = facts.order().decls_in(span);
    let mut objects = declared.filter(|&d| facts.unit.decls[d].kind == DeclKind::Object);
    let mut written = writes.mentioned_in(span).filter(|&d| writes.is_written_in(d, span));
    !writes.has_literal_in(span) && objects.all(is_number) && written.all(is_number)
}

/// Whether the loop accesses no other elements of the arrays that it stores to, and its pointers
/// cannot reach these elements.
fn accesses_no_other(n: &mut Node, facts: &Facts, stored: &[Stored]) -> bool {
    let mut apart = !matches!(n, Node::Forall(_) | Node::Gathered(_) | Node::Fetched(_));
    places_mut(n, &mut |p| {
        let plain = p.bits.is_none() && p.scalar(facts.types).is_some();
        apart &= plain
            && stored.iter().all(|s| match facts.object_of(p.expr) {
                Some(array) if array == s.array => is_same(facts, p.expr, s.lvalue),
                Some(_) => true,
                None => !facts.may_alias(p.ty.ty, s.ty),
            });
    });
    children_mut(n, &mut |c| apart = apart && accesses_no_other(c, facts, stored));
    apart
}

/// Whether both elements have the same subscripts.
fn is_same(facts: &Facts, a: ExprId, b: ExprId) -> bool {
    let (Some(a), Some(b)) = (subscripts(facts, a), subscripts(facts, b)) else { return false };
    a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| facts.distance(a.1, b.1) == Some(0))
}
