// SPDX-License-Identifier: Apache-2.0
//! Far relaxed updates of a loop whose values are not read, `h[b[i]]++`, `a[i] ^= v`, and far
//! stores to arbitrary elements, `p[b[i]] = v`, share messages (the XL UPC paper of docs/papers.md,
//! section 3.4).
//!
//! Each alone would be a message that its target executes. In a loop that this pass marks the
//! runtime gathers those for one process. It sends them when a message is full, before any other
//! request of the thread to that process, and at the end of the loop
//! (runtime/src/net/smp/smp_gather.c). So the thread's own accesses stay in order, and relaxed
//! writes complete before the next synchronisation (UPC 1.3, 5.1.2.3). No update is held back for
//! long, or by a waiting thread, if
//! - nothing in the loop orders accesses, and it calls nothing that might;
//! - the loop and its inner loops count towards limits that they do not change.
//!
//! A loop that reads on behind its updates, `a[i] += a[i - 1]`, is another case: the read would
//! wait for the update. There an element is read, changed and stored; reads come from the lines
//! that the runtime keeps, and stores share messages.
//!
//! The outermost suitable loop is marked. Stores along a block are put as a row (`coalesce.rs`), so
//! they do not count.

use upc_syntax::ast::{BinaryOp, ExprId, StmtKind};

use super::gather::{loop_of, may_be_twice, read_by};
use super::Context;
use crate::ir::{Address, Change, Ir, Iterations, Node, Place};
use crate::remarks::{About, Obstacle, FAR};
use crate::visit::{children_mut, walk_mut};
use crate::Facts;

pub fn run(ir: &mut Ir, cx: &Context) {
    Pass { cx, number: &mut ir.next_number, said: Vec::new() }.visit(&mut ir.root);
}

struct Pass<'x> {
    cx: &'x Context<'x>,
    number: &'x mut u32,
    /// The elements of which remarks speak: those of inner loops.
    said: Vec<ExprId>,
}

impl Pass<'_> {
    fn visit(&mut self, n: &mut Node) {
        let Some(s) = loop_of(n) else { return children_mut(n, &mut |c| self.visit(c)) };
        let facts = self.cx.facts;
        let mut updated = Vec::new();
        walk_mut(n, &mut |n: &mut Node| updated.extend(read_on(n, facts)));
        walk_mut(n, &mut |n: &mut Node| updated.extend(far_update(n, facts).map(|p| p.expr)));
        let updates = updated.clone();
        updated.extend(scattered(n, facts));
        if updated.is_empty() {
            return;
        }
        let whole = facts.ast.stmts[s].span;
        let effects = facts.effects(n, whole);
        let why = if effects.orders || effects.unknown {
            "the loop calls a function or synchronises"
        } else if !facts.has_bounded_loops(s, &effects) {
            "a loop does not count towards a limit that stays"
        } else if !may_be_twice(facts, n, s) {
            "the loop has labels or too much text"
        } else {
            let about = || About::elements(facts, whole, updated.iter().copied());
            self.cx.remarks.done_with(about, || format!("sent with others {FAR}"));
            self.said.extend(updated);
            *self.number += 1;
            let loop_ = Box::new(std::mem::replace(n, Node::empty()));
            *n = Node::Held { number: *self.number, loop_ };
            return;
        };
        children_mut(n, &mut |c| self.visit(c));
        let alone: Vec<ExprId> = updates.into_iter().filter(|e| !self.said.contains(e)).collect();
        if !alone.is_empty() {
            let about = || About::elements(facts, whole, alone.iter().copied());
            self.cx.remarks.missed(about, &format!("sent one by one {FAR}"), || Obstacle::new(why));
            self.said.extend(alone);
        }
    }
}

/// The place that `n` updates, if it may be far and the update is a message then.
fn far_update<'n>(n: &'n Node, facts: &Facts) -> Option<&'n Place> {
    use BinaryOp::{Add, BitAnd, BitOr, BitXor, Sub};
    let Node::Update {
        place, change: Change::Operate { op, whole: true, .. }, used: false, ..
    } = n
    else {
        return None;
    };
    let plain = !place.strict && !place.ty.quals.volatile && place.bits.is_none();
    let operates = matches!(op, Add | Sub | BitAnd | BitOr | BitXor);
    let form = place.scalar(facts.types).filter(|(_, exact)| *exact && plain && operates);
    let word = form.is_some_and(|(scalar, _)| matches!(scalar.log_of_size(), Some(2 | 3)));
    (word && may_be_far(&place.address)).then_some(place)
}

/// Lets the loop `n` read, change and store the elements that it updates, if it reads others of
/// the same array, and both move with its counter. Returns these elements.
fn read_on(n: &mut Node, facts: &Facts) -> Vec<ExprId> {
    let counter = loop_of(n).and_then(|s| match facts.ast.stmts[s].kind {
        StmtKind::For { ref init, cond: Some(cond), step: Some(step), body } => {
            facts.counter_of(init, cond, step, body)
        }
        _ => None,
    });
    let Some(counter) = counter else { return Vec::new() };
    let moving = |e: ExprId| {
        let (array, index) = facts.pointer_and_index(facts.bare(e))?;
        let moves = facts.coefficient(index, &counter.variable, true).is_some_and(|c| c != 0);
        moves.then(|| facts.object_of(array))?
    };
    let mut read = Vec::new();
    walk_mut(n, &mut |n: &mut Node| {
        read.extend(read_by(n).filter(|p| !p.strict).and_then(|p| moving(p.expr)));
    });
    let mut updated = Vec::new();
    walk_mut(n, &mut |n: &mut Node| {
        let Node::Update { place, used, .. } = n else { return };
        if moving(place.expr).is_some_and(|array| read.contains(&array)) {
            *used = true;
            updated.push(place.expr);
        }
    });
    updated
}

/// The elements that `n` stores to, if they may be far and are never found by streams. Copies of
/// loops for mapped memory do not count.
fn scattered(n: &mut Node, facts: &Facts) -> Vec<ExprId> {
    let (mut far, mut found) = (Vec::new(), Vec::new());
    let cursors = cursors_in(n);
    walk_far(n, &mut |n: &mut Node| {
        let Node::Store { place, .. } = n else { return };
        if is_mapped(&place.address, &cursors) {
            return;
        }
        let plain = !place.strict && !place.ty.quals.volatile && place.bits.is_none();
        match place.scalar(facts.types).is_some() && plain && may_be_far(&place.address) {
            true if place.near.is_none() => far.push(place.expr),
            true => {}
            false => found.push(place.expr),
        }
    });
    far.retain(|e| !found.contains(e));
    far
}

/// Post-order over `n`, but for loops that go thread by thread, for segments that are all mapped.
fn walk_far(n: &mut Node, f: &mut dyn FnMut(&mut Node)) {
    if !matches!(n, Node::Owners(_)) {
        children_mut(n, &mut |c| walk_far(c, f));
    }
    f(n);
}

/// The numbers of the cursors of loops in `n`.
fn cursors_in(n: &mut Node) -> Vec<u32> {
    let mut found = Vec::new();
    walk_mut(n, &mut |n: &mut Node| {
        let Node::Forall(f) = n else { return };
        let Iterations::Own(own) = &f.iterations else { return };
        let cursors = own.local.iter().flat_map(|local| &local.cursors);
        found.extend(cursors.map(|c| c.stream.number));
    });
    found
}

/// Whether the place belongs to a loop for segments that are all mapped.
fn is_mapped(a: &Address, cursors: &[u32]) -> bool {
    match a {
        Address::AllNear { .. } => true,
        Address::Stream(stream) => cursors.contains(&stream.number),
        Address::Element { base, .. } | Address::Member { base, .. } => is_mapped(base, cursors),
        _ => false,
    }
}

fn may_be_far(a: &Address) -> bool {
    match a {
        Address::Object(_) | Address::Pointer { .. } => true,
        Address::Element { base, index, block, .. } => {
            let own = *block > 0 && index.steps.iter().any(|s| s.is_own(*block));
            !own && may_be_far(base)
        }
        Address::Member { base, .. } => may_be_far(base),
        _ => false,
    }
}
