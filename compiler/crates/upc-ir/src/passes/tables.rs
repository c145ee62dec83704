// SPDX-License-Identifier: Apache-2.0
//! Loops that access arbitrary elements of arrays (loop versioning): `table[r & mask] ^= r`, `sum
//! += x[column[k]]`, `count[key[k]]++` of a cyclic array, also through a `shared T *`.
//!
//! If all segments are mapped here, they lie at equal distances. Then the address of an element is
//! a sum of products, without the table of segments. The access has no far half, whose call would
//! clobber the loop's registers. So the loop is written twice, after one test. The near half
//! executes the same accesses in the same order. This pass proves:
//! - the loop does not wait for a value that another thread writes, which the C compiler may keep
//!   in a register: it counts, also by a variable as in `j += prime`, or is a upc_forall that goes
//!   from one own iteration to the next, or scans arrays and ends by a counter at the latest, as
//!   `while (j < n && text[i + j] == c) j++`;
//! - it may be written twice. It contains no loop, or only loops with few iterations each.
//!
//! So are elements behind pointers to indefinitely blocked data, `plane[f(z)][g(x)]`, and of arrays
//! in objects behind pointers, `p->x[k]`.
//!
//! The pass assumes that subscripts of a static array denote its elements, and nothing else about
//! subscripts or the body.
//!
//! Rows, `a[up][(j + 1) % N]` of an array whose blocks contain whole rows: if constants keep the
//! last subscripts in their row, only the start of the row is computed. It is often loop invariant,
//! and the C compiler computes it once.
//!
//! Elements of blocks in own iterations of a cyclic affinity are found by cursors
//! (`streams/cursors.rs`).
//!
//! Rows that streams find, `c[i][d - i]` in own iterations: no element in the row is far.

use std::cell::RefCell;

use upc_sema::types::PtsRepr;
use upc_source::{IndexVec, Span};
use upc_syntax::ast::{ExprId, StmtId, StmtKind};

use super::elements::replace_elements;
use super::streams::cursors;
use super::{gather, polls, Context};
use crate::ir::{
    Address, Forall, Form, Index, Ir, Iterations, Loop, Node, ObjectId, Place, SharedObject, Start,
    Step,
};
use crate::remarks::About;
use crate::visit::{children_often_mut, places_mut, walk_mut};
use crate::Facts;

/// A longer loop is written once.
const MAX_TEXT: u32 = 2048;
/// Of each loop in a loop that is treated as a whole.
const FEW_ITERATIONS: u64 = 8;
/// The longest row.
const MAX_ROW: u64 = 1 << 31;

pub fn run(ir: &mut Ir, cx: &Context) {
    if !cx.options.needs_addresses() {
        let number = RefCell::new(&mut ir.next_number);
        Pass { cx, objects: &ir.objects, number }.visit(&mut ir.root);
    }
}

struct Pass<'x> {
    cx: &'x Context<'x>,
    objects: &'x IndexVec<ObjectId, SharedObject>,
    /// The last number given.
    number: RefCell<&'x mut u32>,
}

/// The elements of a loop whose addresses are computed.
#[derive(Default)]
struct Found {
    elements: Vec<ExprId>,
    /// Those of which only the start of the row is computed.
    in_rows: Vec<ExprId>,
    /// Those that cursors find.
    cursors: Vec<ExprId>,
}

impl Pass<'_> {
    fn visit(&self, n: &mut Node) {
        let mut found = Found::default();
        if let Some(near) = self.near(n, &mut found) {
            self.say(gather::span_of(n, self.cx.facts), &found);
            let general = Box::new(std::mem::replace(n, Node::empty()));
            *n = Node::Tables { near: Box::new(near), general };
            return;
        }
        match n {
            // In the other half some elements are far.
            Node::Gather(g) => {
                self.visit(&mut g.near);
                self.leave_runs_of_far(&mut g.near);
            }
            n => children_often_mut(n, &mut |c| self.visit(c)),
        }
    }

    /// Drops the runs of those loops in `n` that are executed only for far memory: where `n` is
    /// executed there is none, or its copy does not pay.
    fn leave_runs_of_far(&self, n: &mut Node) {
        walk_mut(n, &mut |n: &mut Node| {
            if let Node::Tables { general, .. } = n {
                walk_mut(general, &mut |n: &mut Node| {
                    if let Node::Loop(l) = n {
                        gather::leave_runs(l);
                    }
                });
            }
        });
    }

    fn say(&self, at: Span, found: &Found) {
        for (elements, how) in [
            (&found.elements, "by products"),
            (&found.in_rows, "from the start of the row, found by products"),
            (&found.cursors, "by a pointer that goes from block to block"),
        ] {
            if !elements.is_empty() {
                let about = || About::elements(self.cx.facts, at, elements.iter().copied());
                let text = || format!("found {how}, where all memory is mapped");
                self.cx.remarks.done_with(about, text);
            }
        }
    }

    /// The near half of the loop `n`; `None` if it would not differ, or if `n` is no loop.
    fn near(&self, n: &Node, found: &mut Found) -> Option<Node> {
        match n {
            Node::Loop(l) => self.near_loop(l, found).map(|near| Node::Loop(Box::new(near))),
            Node::Forall(f) if is_single_forall(n, f, self.cx.facts) => {
                self.near_forall(f, found).map(|near| Node::Forall(Box::new(near)))
            }
            _ => None,
        }
    }

    fn near_loop(&self, l: &Loop, found: &mut Found) -> Option<Loop> {
        if l.rows.is_some() || has_long_loops(self.cx.facts, l.body) {
            return None;
        }
        let mut near = l.clone();
        if has_streams(&mut near) || !may_be_twice(&mut near, self.cx.facts) {
            return None;
        }
        let (mut any, whole) = (false, l.source.span);
        if let Some(body) = near.source.part(l.body).and_then(|n| self.in_rows(n, whole)) {
            gather::leave_runs(&mut near);
            near.source.holes.iter_mut().filter(|h| h.span == l.body).for_each(|h| {
                h.node = body.clone();
            });
        }
        for hole in near.source.holes.iter_mut() {
            let n = &mut hole.node;
            if Some(hole.span) == l.cond {
                any |= self.replace(n, whole, found);
            } else if hole.span == l.body && is_plain(n) {
                any |= self.replace_in_body(n, whole, found);
                // Runs have few of these, and a copy of a loop with runs takes the compiler long.
                any |= (any || !matches!(n, Node::Runs(_))) && mark_rows_of_streams(n);
            }
        }
        any.then_some(near)
    }

    /// The body without runs, if these would find only elements by the start of a row, and that
    /// start is invariant.
    fn in_rows(&self, body: &Node, around: Span) -> Option<Node> {
        let Node::Runs(runs) = body else { return None };
        let along = runs.rows.iter().all(|row| matches!(row.start, Start::Phased(_)));
        if !along || matches!(runs.general, Node::Runs(_)) {
            return None;
        }
        let (mut others, mut fits) = (Vec::new(), true);
        replace_elements(&mut runs.near.clone(), &mut |e, _| {
            others.push(e);
            false
        });
        let mut general = runs.general.clone();
        replace_elements(&mut general, &mut |e, address| {
            let in_row = self.one_row(address).is_some() && self.rows_of(address, around).is_some();
            fits &= in_row || others.contains(&e);
            false
        });
        fits.then_some(general)
    }

    /// The near half of a upc_forall; its body for own elements decides whether there is one.
    fn near_forall(&self, f: &Forall, found: &mut Found) -> Option<Forall> {
        let mut near = f.clone();
        let whole = self.cx.facts.ast.stmts[f.stmt].span;
        let (facts, threads) = (self.cx.facts, self.cx.options.threads);
        found.cursors = cursors::add(&mut near, facts, threads, &mut self.number.borrow_mut());
        let Iterations::Own(own) = &mut near.iterations else { return None };
        let Some(local) = &mut own.local else {
            return self.replace(&mut near.body, whole, found).then_some(near);
        };
        let mut any = !found.cursors.is_empty();
        any |= self.replace(&mut local.body, whole, found);
        any |= mark_rows_of_streams(&mut local.body);
        any.then(|| {
            self.replace(&mut near.body, whole, &mut Found::default());
            near
        })
    }

    /// Marks the elements of a body, which may have runs. The result is that of the body of a run,
    /// unless the number of threads decides whether there are runs.
    fn replace_in_body(&self, body: &mut Node, around: Span, found: &mut Found) -> bool {
        let Node::Runs(runs) = body else { return self.replace(body, around, found) };
        let any = self.replace_in_body(&mut runs.near, around, found);
        let depends = runs.rows.iter().any(|row| row.stream.column);
        if !(any || depends) {
            return false;
        }
        let mut others = Found::default();
        let general = self.replace_in_body(&mut runs.general, around, &mut others);
        if !any {
            *found = others;
        }
        any || general
    }

    /// Marks the elements in `n`, in the loop `around`, whose addresses are computed. Returns
    /// whether there are any.
    fn replace(&self, n: &mut Node, around: Span, found: &mut Found) -> bool {
        let mut any = false;
        replace_elements(n, &mut |e: ExprId, address: &mut Address| {
            if self.behind_pointer(address, around, found) {
                found.elements.push(e);
                any = true;
                return true;
            }
            let Some(one_row) = self.one_row(address) else { return false };
            let rows = self.rows_of(address, self.cx.facts.body_around(around));
            if let Address::Element { index, .. } = address {
                index.steps.iter_mut().for_each(|s| {
                    self.replace(&mut s.value, around, found);
                });
            }
            let (computed, list) = match rows {
                Some(rows) => (in_row(address, rows, one_row), &mut found.in_rows),
                None => {
                    let base = Box::new(address.clone());
                    (Address::AllNear { base, one_row }, &mut found.elements)
                }
            };
            *address = computed;
            list.push(e);
            any = true;
            true
        });
        any
    }

    /// Marks an element behind a pointer to indefinitely blocked data, or of an array that is a
    /// member of an object behind a pointer, and the elements in its subscripts. Returns whether it
    /// is one.
    fn behind_pointer(&self, a: &mut Address, around: Span, found: &mut Found) -> bool {
        let Address::Element { base, index, block: 0, .. } = a else { return false };
        let mut object = &mut **base;
        while let Address::Member { base, .. } = object {
            object = base;
        }
        let Address::Pointer { value, repr: PtsRepr::Thin { .. } } = object else { return false };
        self.replace(value, around, found);
        index.steps.iter_mut().for_each(|s| {
            self.replace(&mut s.value, around, found);
        });
        *object = Address::AllNear { base: Box::new(object.clone()), one_row: true };
        true
    }

    /// The length of the longest rows that are whole in a block and in which the element at `a`
    /// stays, because of constants in the text `around`.
    fn rows_of(&self, a: &Address, around: Span) -> Option<u64> {
        let Address::Element { base, index, block, .. } = a else { return None };
        let fits = |rows: &u64| {
            let (outer, inner) = split(index, *rows);
            let apart = !outer.steps.is_empty() && !inner.steps.is_empty();
            apart && block % rows == 0 && self.cx.facts.stays_below(&inner, *rows, around)
        };
        let lengths = index.steps.iter().map(|s| s.elems).chain([*block]);
        lengths
            .filter(|&n| n > 1 && n < MAX_ROW)
            .filter(fits)
            .max()
            .filter(|_| matches!(**base, Address::Object(_)))
    }

    /// Whether no thread has more than one block of the array with the element `a`; `None` if its
    /// address cannot be computed.
    fn one_row(&self, a: &Address) -> Option<bool> {
        let Address::Element { base, index, block, elem_size, .. } = a else { return None };
        if *block == 0 || is_steady(index, *block) {
            return None;
        }
        match **base {
            Address::Object(o)
                if Some(self.objects[o].local_size) == block.checked_mul(*elem_size) =>
            {
                Some(true)
            }
            Address::Object(_) => Some(false),
            _ => (*block == 1).then_some(false),
        }
    }
}

/// Marks the elements in `n` whose row begins at a stream, but which may be outside of it. Returns
/// whether there are any.
fn mark_rows_of_streams(n: &mut Node) -> bool {
    let mut any = false;
    walk_mut(n, &mut |n: &mut Node| {
        places_mut(n, &mut |p: &mut Place| any |= !p.strict && mark_row_of_stream(&mut p.address));
    });
    any
}

fn mark_row_of_stream(a: &mut Address) -> bool {
    match a {
        Address::Element { base, block: 2.., .. } if matches!(**base, Address::Stream(_)) => {
            *a = Address::AllNear { base: Box::new(a.clone()), one_row: false };
            true
        }
        Address::Element { base, block: 0, .. } | Address::Member { base, .. } => {
            mark_row_of_stream(base)
        }
        _ => false,
    }
}

/// The element at `address`, from the start of its row of `rows` elements.
fn in_row(address: &Address, rows: u64, one_row: bool) -> Address {
    let Address::Element { base, index, block, elem_size, .. } = address else {
        return address.clone();
    };
    let (start, index) = split(index, rows);
    let element = |base: Box<Address>, index: Index, block: u64| Address::Element {
        base,
        index,
        block,
        elem_size: *elem_size,
        lvalue: None,
    };
    let start = Address::AllNear { base: Box::new(element(base.clone(), start, *block)), one_row };
    element(Box::new(start), index, 0)
}

/// Splits into rows of `rows` elements, and elements from the start of one.
fn split(index: &Index, rows: u64) -> (Index, Index) {
    let whole = |s: &Step| s.elems % rows == 0;
    let (outer, inner): (Vec<Step>, Vec<Step>) = index.steps.iter().cloned().partition(whole);
    let rest = index.constant.rem_euclid(rows as i64);
    (
        Index { steps: outer, constant: index.constant - rest },
        Index { steps: inner, constant: rest },
    )
}

/// Whether the upc_forall goes from one own iteration to the next, is innermost and may be written
/// twice.
fn is_single_forall(n: &Node, f: &Forall, facts: &Facts) -> bool {
    let StmtKind::UpcForall { body, .. } = facts.ast.stmts[f.stmt].kind else { return false };
    let (whole, inside) = (facts.ast.stmts[f.stmt].span, facts.ast.stmts[body].span);
    matches!(f.iterations, Iterations::Own(_))
        && facts.length(whole) <= MAX_TEXT
        && !facts.has_loop(inside)
        && gather::may_be_twice(facts, n, f.stmt)
}

/// Whether the body has no upc_forall, and no own elements found by pointers. Drops the copies of
/// far rows from its runs.
fn is_plain(body: &mut Node) -> bool {
    let mut plain = true;
    walk_mut(body, &mut |n: &mut Node| match n {
        Node::Own(_) | Node::Forall(_) => plain = false,
        Node::Runs(runs) => runs.rows.iter_mut().for_each(|row| row.copied = None),
        _ => {}
    });
    plain
}

/// Whether the loop counts, by any number that stays the same, or ends by a counter at the latest;
/// is innermost and may be written twice.
fn may_be_twice(l: &mut Loop, facts: &Facts) -> bool {
    let Form::Stmt(s) = l.source.form else { return false };
    let whole = l.source.span;
    facts.length(whole) <= MAX_TEXT
        && !facts.follows_pragma(whole)
        && (counts(facts, s) || polls::scans(l, facts))
        && facts.is_repeatable(whole)
}

fn counts(facts: &Facts, s: StmtId) -> bool {
    let StmtKind::For { ref init, cond: Some(cond), step: Some(step), body } =
        facts.ast.stmts[s].kind
    else {
        return false;
    };
    facts.counter_of(init, cond, step, body).is_some()
        || facts.strider_of(init, cond, step, body).is_some()
}

/// Whether the body `inside` has loops with many iterations, or with a number that constants do not
/// bound. Of others, such as those over the neighbours of a point or the components of a vector,
/// one test before the loop around them serves all: the C compiler unrolls them, which tests in
/// them would prevent.
fn has_long_loops(facts: &Facts, inside: Span) -> bool {
    let few = |kind: &StmtKind| match *kind {
        StmtKind::For { ref init, cond: Some(cond), step: Some(step), body } => facts
            .counter_of(init, cond, step, body)
            .and_then(|counter| counter.iterations)
            .is_some_and(|n| n <= FEW_ITERATIONS),
        _ => false,
    };
    !facts.stmts_in(inside).filter(|s| s.kind.is_loop()).all(|s| few(&s.kind))
}

/// Whether an inner loop finds elements by adding bytes.
fn has_streams(l: &mut Loop) -> bool {
    let mut found = false;
    l.source.holes.iter_mut().for_each(|hole| {
        walk_mut(&mut hole.node, &mut |n: &mut Node| {
            found |= matches!(n, Node::Loop(l) if l.rows.is_some() || !l.runs.is_empty());
        });
    });
    found
}

/// Whether the element's thread needs no arithmetic.
fn is_steady(index: &Index, block: u64) -> bool {
    index.steps.iter().all(|s| s.is_rows(block) || s.is_own(block))
}
