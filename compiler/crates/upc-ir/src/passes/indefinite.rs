// SPDX-License-Identifier: Apache-2.0
//! Finds an array on one thread once for a loop (loop versioning): `centre[k][d]` of `shared []
//! double centre[K][D]`.
//!
//! A static array with the indefinite block size is contiguous in one thread's memory. The loop is
//! written twice, after a test whether that memory is mapped here. In the first half the array
//! begins at a pointer set before the loop, so nothing is looked up, even in short inner loops. The
//! second half does not change. This pass proves:
//! - the access is relaxed, and to a scalar;
//! - the loop, and each loop between it and the access, counts: it ends whatever other threads
//!   write, so the C compiler may keep values in registers. Memory is read again when the loop
//!   starts (`upcr_reread`);
//! - the loop may be written twice.
//!
//! The outermost suitable loop that does not synchronise itself is treated. Compared with a barrier
//! in each iteration, a test at each inner loop costs nothing, and a version of the outer loop
//! would be more code.

use upc_source::Span;
use upc_syntax::ast::{ExprId, StmtKind};

use super::own::{counts, may_wait};
use super::runs::MAX_TEXT;
use super::Context;
use crate::access::Scalar;
use crate::ir::{Address, Form, Ir, Loop, Node, ObjectId, Place, StartPointer};
use crate::remarks::About;
use crate::visit::{children_mut, children_often_mut, places_mut, walk_mut};
use crate::Facts;

pub fn run(ir: &mut Ir, cx: &Context) {
    if cx.options.needs_addresses() {
        return;
    }
    Pass { cx, number: &mut ir.next_number }.visit(&mut ir.root);
}

struct Pass<'x> {
    cx: &'x Context<'x>,
    /// The last number given.
    number: &'x mut u32,
}

/// The accesses of a loop to such arrays.
#[derive(Default)]
struct Found {
    pointers: Vec<StartPointer>,
    elements: Vec<ExprId>,
}

impl Pass<'_> {
    fn visit(&mut self, n: &mut Node) {
        let facts = self.cx.facts;
        let twice = matches!(n, Node::Loop(l) if may_be_twice(l, facts)) && !synchronises(n);
        if !twice {
            return children_often_mut(n, &mut |c| self.visit(c));
        }
        let mut near = n.clone();
        let mut found = Found::default();
        children_mut(&mut near, &mut |c| self.replace(c, &mut found));
        if found.pointers.is_empty() {
            return;
        }
        let at = facts.span(found.elements[0]);
        self.cx.remarks.done_with(
            || About::elements(facts, at, found.elements),
            || {
                "found as in a private array in this loop, where the thread's memory is mapped"
                    .to_string()
            },
        );
        let general = Some(Box::new(std::mem::replace(n, Node::empty())));
        *n = Node::Indefinite { pointers: found.pointers, near: Box::new(near), general };
    }

    /// Finds the arrays in `n` by pointers, except in loops that may wait.
    fn replace(&mut self, n: &mut Node, found: &mut Found) {
        if may_wait(self.cx.facts, n) {
            return;
        }
        children_mut(n, &mut |c| self.replace(c, found));
        places_mut(n, &mut |place| {
            let Some(object) = array_of(place, self.cx.facts) else { return };
            let known = found.pointers.iter().find(|p| p.object == object).copied();
            let pointer = known.unwrap_or_else(|| {
                *self.number += 1;
                let pointer = StartPointer { number: *self.number, object };
                found.pointers.push(pointer);
                pointer
            });
            found.elements.push(place.expr);
            begin_at(&mut place.address, pointer);
        });
    }
}

/// Whether the loop counts and may be written twice.
fn may_be_twice(l: &Loop, facts: &Facts) -> bool {
    let Form::Stmt(s) = l.source.form else { return false };
    let whole: Span = l.source.span;
    matches!(facts.ast.stmts[s].kind, StmtKind::For { .. })
        && facts.length(whole) <= MAX_TEXT
        && !facts.follows_pragma(whole)
        && counts(facts, s)
        && facts.is_repeatable(whole)
}

/// Whether `n` itself has a barrier or fence.
fn synchronises(n: &mut Node) -> bool {
    let mut found = false;
    walk_mut(n, &mut |n: &mut Node| found |= matches!(n, Node::Barrier { .. } | Node::Fence));
    found
}

/// The object on one thread that contains the place, if it is an array element or part of one.
fn array_of(place: &Place, facts: &Facts) -> Option<ObjectId> {
    let scalar = place.scalar(facts.types).filter(|(scalar, _)| *scalar != Scalar::Pp);
    let plain =
        !place.strict && place.near.is_none() && place.start.is_none() && place.bits.is_none();
    scalar
        .filter(|_| plain && is_subscripted(&place.address))
        .and_then(|_| start_of(&place.address))
}

/// Whether `a` has a subscript that is no constant.
fn is_subscripted(a: &Address) -> bool {
    match a {
        Address::Element { base, index, .. } => !index.steps.is_empty() || is_subscripted(base),
        Address::Member { base, .. } => is_subscripted(base),
        _ => false,
    }
}

/// The object on one thread that contains `a`.
fn start_of(a: &Address) -> Option<ObjectId> {
    match a {
        Address::Element { base, block: 0, .. } | Address::Member { base, .. } => start_of(base),
        Address::Object(object) => Some(*object),
        _ => None,
    }
}

/// Makes the address begin at the pointer. No later pass changes such an address.
fn begin_at(a: &mut Address, pointer: StartPointer) {
    match a {
        Address::Element { base, lvalue, .. } => {
            *lvalue = None;
            begin_at(base, pointer);
        }
        Address::Member { base, .. } => begin_at(base, pointer),
        start => *start = Address::Start(pointer),
    }
}
