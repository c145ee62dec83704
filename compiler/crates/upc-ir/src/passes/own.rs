// SPDX-License-Identifier: Apache-2.0
//! Finds a thread's own elements once for a loop: `x[MYTHREAD] += d`, `part[MYTHREAD][key[i]]++`.
//!
//! The element is in the calling thread's memory, and its address does not change. So the address
//! is computed once, before the loop, and an access is one to a C object. The element becomes a
//! variable, written back after the loop if it was assigned, if nothing else in the loop may access
//! it: there is no call, strict access or fence, no other element of the array, and pointers point
//! to other types only. Otherwise the C compiler decides whether the value stays in a register.
//! This pass proves:
//! - the object is a static array with one element a block, and the element is `[MYTHREAD]` or
//!   `[k * THREADS + MYTHREAD]` with any k. Or it has larger blocks, and the element is in a row of
//!   them selected by `[MYTHREAD]`, whatever its other subscripts are. Or it is a member of such an
//!   element. Each access tests whether its other subscripts stay in the block; a subscript beyond
//!   it takes the general path;
//! - the access is relaxed, and to a scalar;
//! - the loop, and each loop between it and the access, counts: it ends whatever other threads
//!   write. In a loop that may wait for a value, the C compiler must not keep it in a register. If
//!   such a loop surrounds the others, memory is read again each time they start (`upcr_reread`);
//! - control enters the loop at its head, where the address is computed.
//!
//! The outermost of nested loops is treated; if it synchronises, also the inner ones that do not.

use upc_sema::table::Types;
use upc_sema::types::Ty;
use upc_sema::unit::DeclId;
use upc_source::Span;
use upc_syntax::ast::{ExprId, StmtId, StmtKind};

use super::Context;
use crate::access::Scalar;
use crate::ir::{Address, Form, Index, Ir, Node, ObjectId, OwnElements, OwnPointer, Place, Step};
use crate::remarks::{quoted, About, Obstacle, Remarks};
use crate::visit::{children_mut, places_mut};
use crate::Facts;

pub fn run(ir: &mut Ir, cx: &Context) {
    if cx.options.needs_addresses() {
        return;
    }
    let (facts, remarks) = (cx.facts, cx.remarks);
    let several = cx.options.threads != Some(1);
    let mut finder = Finder {
        facts,
        remarks,
        several,
        number: &mut ir.next_number,
        span: Span::new(0, 0),
        found: None,
        accesses: None,
        shared: None,
    };
    finder.visit(&mut ir.root);
}

struct Finder<'x> {
    facts: &'x Facts<'x>,
    remarks: &'x Remarks,
    /// THREADS is not known to be 1. With 1 thread rows are those of ordinary arrays.
    several: bool,
    /// The last number given.
    number: &'x mut u32,
    /// The outermost surrounding loop that is treated.
    span: Span,
    /// The pointers of the surrounding loop; `None`: no surrounding loop counts.
    found: Option<Vec<OwnPointer>>,
    /// The accesses of the surrounding loop, if own elements may be variables in it.
    accesses: Option<Others<'x>>,
    /// Why they may not, if remarks are requested.
    shared: Option<Obstacle>,
}

/// The shared places of a loop at `span`.
struct Others<'x> {
    facts: &'x Facts<'x>,
    span: Span,
    places: Vec<(ExprId, Ty, Option<ObjectId>)>,
}

impl Others<'_> {
    /// In a loop that may wait, own elements stay in memory: `waits`.
    fn collect(&mut self, n: &mut Node, waits: bool) {
        let waits = waits || may_wait(self.facts, n);
        children_mut(n, &mut |c| self.collect(c, waits));
        places_mut(n, &mut |p| {
            let own = own_object(p, self.facts.types).filter(|_| !waits && is_first(&p.address));
            self.places.push((p.expr, p.ty.ty, own));
        });
    }

    /// The form of a variable for `place`, an own element of `object`, if no other access of the
    /// loop may be to it.
    fn scalar_for(&self, place: &Place, object: ObjectId) -> Option<Scalar> {
        let (facts, ty) = (self.facts, place.ty.ty);
        let array = facts.object_of(place.expr)?;
        let alone = self.other(array, object, ty).is_none() && !facts.leads_to(self.span, ty);
        place.scalar(facts.types).filter(|_| alone).map(|s| s.0)
    }

    /// The accesses of the loop that may be to the own element, of type `ty`, of `object`, which is
    /// `array`.
    fn other(&self, array: DeclId, object: ObjectId, ty: Ty) -> Option<ExprId> {
        let facts = self.facts;
        let apart = |&(e, other, own): &(ExprId, Ty, Option<ObjectId>)| match facts.object_of(e) {
            Some(known) if known != array => true,
            _ => {
                own == Some(object) && other == ty
                    || !facts.may_alias(other, ty) && own != Some(object)
            }
        };
        self.places.iter().find(|p| !apart(p)).map(|p| p.0)
    }

    /// Why [`Others::scalar_for`] has none.
    fn obstacle(&self, place: &Place, object: ObjectId) -> Obstacle {
        let facts = self.facts;
        let other =
            facts.object_of(place.expr).and_then(|array| self.other(array, object, place.ty.ty));
        match other {
            Some(e) => {
                let why = format!("{} in this loop may be the same object", quoted(facts, [e]));
                Obstacle::new(why).at(facts.span(e), "it is accessed here")
            }
            None => Obstacle::new(
                "a pointer to private data in this loop may lead to the same object; add up in a \
                 private variable",
            ),
        }
    }
}

/// The statement of a loop, and its place; `Some(None)`: a loop that is no statement of the
/// program.
fn loop_of(facts: &Facts, n: &Node) -> Option<Option<(StmtId, Span)>> {
    match n {
        Node::Loop(l) => Some(match l.source.form {
            Form::Stmt(s) => Some((s, l.source.span)),
            _ => None,
        }),
        Node::Forall(f) => Some(Some((f.stmt, facts.ast.stmts[f.stmt].span))),
        _ => None,
    }
}

/// Whether it is a loop that may wait for a value.
pub fn may_wait(facts: &Facts, n: &Node) -> bool {
    loop_of(facts, n).is_some_and(|l| !l.is_some_and(|(s, _)| counts(facts, s)))
}

/// Whether control may leave the loop otherwise than at its end.
fn leaves(facts: &Facts, span: Span) -> bool {
    use StmtKind::{Asm, Error, Goto, GotoComputed, NestedFunction, Passed, Return};
    let away = |s: &StmtKind| {
        matches!(
            s,
            Return(_) | Goto(_) | GotoComputed(_) | Asm { .. } | NestedFunction(_) | Passed | Error
        )
    };
    facts.stmts_in(span).any(|s| away(&s.kind))
}

/// Whether the address is that of the array's element `[MYTHREAD]` itself.
fn is_first(a: &Address) -> bool {
    matches!(a, Address::Element { index, block: 1, .. } if index.steps.len() == 1)
}

impl<'x> Finder<'x> {
    fn visit(&mut self, n: &mut Node) {
        match loop_of(self.facts, n) {
            Some(Some((s, span))) => self.repeated(n, s, span),
            Some(None) => self.outside(n),
            None => self.accesses(n),
        }
    }

    fn repeated(&mut self, n: &mut Node, s: StmtId, span: Span) {
        if !counts(self.facts, s) {
            return self.outside(n);
        }
        let within = self.found.is_some();
        if self.accesses.is_some() || self.facts.follows_pragma(span) {
            return children_mut(n, &mut |c| self.visit(c));
        }
        let effects = self.facts.effects(n, span);
        let keeps = !effects.orders && !effects.unknown && !leaves(self.facts, span);
        if within && !keeps {
            return children_mut(n, &mut |c| self.visit(c));
        }
        let around = (self.found.replace(Vec::new()), self.shared.take());
        let outer = self.span;
        self.span = if within { outer } else { span };
        if keeps {
            let mut others = Others { facts: self.facts, span, places: Vec::new() };
            others.collect(n, false);
            self.accesses = Some(others);
        }
        if self.remarks.wanted() && self.accesses.is_none() {
            let leaves = || {
                Obstacle::new(
                    "control may leave the loop by 'return' or 'goto'; leave it by 'break'",
                )
            };
            self.shared = Some(self.facts.order_obstacle(n, span).unwrap_or_else(leaves));
        }
        children_mut(n, &mut |c| self.visit(c));
        let pointers = self.found.take().unwrap_or_default();
        self.accesses = None;
        self.span = outer;
        (self.found, self.shared) = around;
        if !pointers.is_empty() {
            let loop_ = Box::new(std::mem::replace(n, Node::empty()));
            *n = Node::Own(OwnElements { pointers, loop_ });
        }
    }

    /// A loop that may wait.
    fn outside(&mut self, n: &mut Node) {
        let around = (self.found.take(), self.accesses.take(), self.shared.take());
        children_mut(n, &mut |c| self.visit(c));
        (self.found, self.accesses, self.shared) = around;
    }

    fn accesses(&mut self, n: &mut Node) {
        children_mut(n, &mut |c| self.visit(c));
        places_mut(n, &mut |place| {
            let own = own_object(place, self.facts.types)
                .filter(|_| self.several || !is_in_row(&place.address));
            if let Some(pointer) = own.and_then(|object| self.pointer_to(object, place)) {
                find_by(&mut place.address, pointer, &|index, block| {
                    self.facts.stays_below(index, block, self.span)
                });
            }
        });
    }

    /// The pointer of the loop to the own element `place` of `object`; a new one for its first
    /// access. `None`: the loop is not treated.
    fn pointer_to(&mut self, object: ObjectId, place: &Place) -> Option<OwnPointer> {
        let found = self.found.as_mut()?;
        if let Some(known) = found.iter().find(|p| p.object == object) {
            return Some(*known);
        }
        *self.number += 1;
        let single = !is_in_row(&place.address);
        let others = self.accesses.as_ref();
        let scalar = others.filter(|_| single).and_then(|a| a.scalar_for(place, object));
        let pointer = OwnPointer { number: *self.number, object, scalar };
        found.push(pointer);
        say(self.facts, self.remarks, place, (scalar.is_some(), single), || match others {
            Some(others) => others.obstacle(place, object),
            None => {
                let synchronises = || Obstacle::new("the loop may synchronise");
                self.shared.clone().unwrap_or_else(synchronises)
            }
        });
        Some(pointer)
    }
}

/// Reports that the own element `place` is found once for a loop, and, if it is `single` and not
/// a `variable`, why not.
fn say(
    facts: &Facts,
    remarks: &Remarks,
    place: &Place,
    (variable, single): (bool, bool),
    why: impl FnOnce() -> Obstacle,
) {
    let at = facts.span(place.expr);
    let element = || quoted(facts, [place.expr]);
    match (variable, single) {
        (true, _) => remarks.done(at, || format!("{} is a variable in this loop", element())),
        (_, false) => remarks.done(at, || {
            format!("{}: the thread's own data are found once for this loop", element())
        }),
        (false, true) => {
            let about = || About::elements(facts, at, [place.expr]);
            remarks.done_with(about, || "found once for this loop".to_string());
            remarks.missed(about, "no variable in this loop", why);
        }
    }
}

/// Whether the clauses alone decide the number of iterations, as with `i += THREADS` and `i++`.
pub fn counts(facts: &Facts, s: StmtId) -> bool {
    let (cond, step, body) = match facts.ast.stmts[s].kind {
        StmtKind::For { cond: Some(cond), step: Some(step), body, .. }
        | StmtKind::UpcForall { cond: Some(cond), step: Some(step), body, .. } => {
            (cond, step, body)
        }
        _ => return false,
    };
    let Some((name, down, by)) = facts.increment_of(step) else { return false };
    let Some((counter, kind)) = facts.counting_variable(name, facts.ast.stmts[body].span) else {
        return false;
    };
    let Some((limit, below)) = facts.limit_of(cond, counter.decl, kind) else { return false };
    let reaches_all = limit.inclusive && !facts.types.is_signed(kind);
    let ends = below != down && !reaches_all && facts.is_invariant(limit.value, &counter);
    ends && by.map_or(true, |by| is_positive(facts, by))
}

fn is_positive(facts: &Facts, e: ExprId) -> bool {
    let (mut coefficient, mut factors) = (1, Vec::new());
    facts.factors(e, &mut coefficient, &mut factors).is_some()
        && factors.is_empty()
        && coefficient > 0
}

/// The array with the own element that the place is, or is part of.
pub fn own_object(place: &Place, types: &Types) -> Option<ObjectId> {
    let scalar = place.scalar(types).filter(|(scalar, _)| *scalar != Scalar::Pp);
    if place.strict || place.near.is_some() || place.bits.is_some() || scalar.is_none() {
        return None;
    }
    own_element(&place.address)
}

/// Whether `a` is an own element or part of one, of any type.
pub fn is_own(a: &Address) -> bool {
    own_element(a).is_some()
}

/// Whether `a` is an element of a row that is the calling thread's own block, or part of one.
pub fn is_own_row(a: &Address) -> bool {
    own_element(a).is_some() && is_in_row(a)
}

/// Whether an own element is one of several in a block, or of an array inside an element.
fn is_in_row(a: &Address) -> bool {
    match a {
        Address::Member { base, .. } => is_in_row(base),
        Address::Element { block, .. } => *block != 1,
        _ => false,
    }
}

fn own_element(a: &Address) -> Option<ObjectId> {
    let (base, index, block) = match a {
        Address::Member { base, .. } | Address::Element { base, block: 0, .. } => {
            return own_element(base)
        }
        Address::Element { base, index, block, .. } => (base, index, *block),
        _ => return None,
    };
    let own = index.steps.iter().filter(|s| s.is_own(block)).count();
    let single = || index.constant == 0 && index.steps.iter().all(|s| s.is_own(1) || s.is_rows(1));
    match **base {
        Address::Object(object) if own == 1 && (block > 1 || single()) => Some(object),
        _ => None,
    }
}

/// Makes `a` an offset from the pointer to the first own element. `stays`: the sum is known to be
/// in a block of so many elements.
fn find_by(a: &mut Address, pointer: OwnPointer, stays: &dyn Fn(&Index, u64) -> bool) {
    match a {
        Address::Member { base, .. } | Address::Element { base, block: 0, .. } => {
            find_by(base, pointer, stays)
        }
        Address::Element { index, block, elem_size, lvalue, .. } => {
            let (block, elem_size, lvalue) = (*block, *elem_size, *lvalue);
            let Index { mut steps, constant } = std::mem::take(index);
            steps.retain(|s| !s.is_own(block));
            let (mut rows, steps): (Vec<Step>, Vec<Step>) =
                steps.into_iter().partition(|s| s.is_rows(block));
            rows.iter_mut().for_each(|s| s.threads = false);
            let element = |base, index, block| Address::Element {
                base: Box::new(base),
                index,
                block,
                elem_size,
                lvalue,
            };
            let (first, index) = (Address::Own(pointer), Index { steps, constant });
            let rows = Index { steps: rows, constant: 0 };
            let row = if rows.steps.is_empty() { first } else { element(first, rows, 0) };
            *a = match block {
                1 => row,
                _ if stays(&index, block) => element(row, index, 0),
                _ => element(row, index, block),
            };
        }
        _ => {}
    }
}
