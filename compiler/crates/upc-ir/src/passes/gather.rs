// SPDX-License-Identifier: Apache-2.0
//! Lets a loop read far arrays from a private copy: one message for each far thread instead of one
//! for each read or row. The loop reads the array by arbitrary subscripts, `sum += a[b[i]]`; as a
//! whole in each iteration, `sum += b[k][j]` with inner loops over k and j; or across its rows,
//! `sum[i] += part[t][i]` with an inner loop over t.
//!
//! The loop is written twice. The half for far segments makes the copy before the loop, if the
//! number of iterations is high enough to pay, or during the loop, when it has made enough reads
//! (runtime/src/core/gather.c). If constants bound all subscripts and the number of iterations is
//! known, the loop reads only from copies, or all is read as without the pass. The memory model
//! permits such early reads for relaxed accesses (UPC 1.3, 5.1.2.3). The program sees no difference
//! if
//! - nothing in the loop orders accesses, and it calls nothing that might;
//! - neither the loop nor an inner one waits: each counts towards a limit in private memory that
//!   the loop does not change. Memory is read again each time the loop starts;
//! - no store of the loop can reach the array: each is to another static object, to an object of
//!   another type, or to a private variable or array by its name;
//! - it may be written twice.
//!
//! All reads are of elements that exist, so none traps, and the copy may read more than the program
//! does. For a subscript behind the end the access itself is executed.

use upc_sema::unit::DeclId;
use upc_source::Span;
use upc_syntax::ast::{ExprId, ExprKind, StmtId, StmtKind};

use super::Context;
use crate::access::Scalar;
use crate::facts::Effects;
use crate::ir::{
    Address, Form, Gather, Gathered, GatheredArray, Ir, Iterations, Loop, Node, ObjectId, Place,
    SharedObject,
};
use crate::remarks::{About, Obstacle, FAR};
use crate::visit::{children_mut, part_or_text, walk_mut};
use crate::Facts;

pub fn run(ir: &mut Ir, cx: &Context) {
    if cx.options.needs_addresses() {
        return;
    }
    let layout = |o: &SharedObject| {
        let elems = o.total.strip_suffix("*T").unwrap_or(&o.total).parse().unwrap_or(0);
        let known = Layout { block: o.block_size, elem_size: o.elem_size, elems };
        (o.local_size > 0).then_some(known)
    };
    let layouts = ir.objects.iter().map(layout).collect();
    Pass { cx, layouts, number: &mut ir.next_number }.visit(&mut ir.root);
}

struct Pass<'x> {
    cx: &'x Context<'x>,
    /// For each static object of known size.
    layouts: Vec<Option<Layout>>,
    number: &'x mut u32,
}

#[derive(Clone, Copy)]
struct Layout {
    block: u64,
    elem_size: u64,
    /// The least number of elements.
    elems: u64,
}

/// An array that a loop reads.
struct Array {
    object: ObjectId,
    decl: DeclId,
    /// The places read, with their types.
    places: Vec<(ExprId, upc_sema::types::Ty)>,
    /// Those for which a copy may pay: a subscript is arbitrary, or each iteration reads the array
    /// as a whole or across its rows.
    sought: Vec<ExprId>,
}

impl Pass<'_> {
    fn visit(&mut self, n: &mut Node) {
        let loop_ = loop_of(n).filter(|&s| may_be_twice(self.cx.facts, n, s));
        match loop_.map_or(Vec::new(), |s| self.arrays(n, s)) {
            arrays if arrays.is_empty() => children_mut(n, &mut |c| self.visit(c)),
            arrays => self.read_copies(n, arrays),
        }
    }

    /// The arrays that the loop may read from a copy.
    fn arrays(&self, n: &mut Node, s: StmtId) -> Vec<Array> {
        let facts = self.cx.facts;
        let whole = facts.ast.stmts[s].span;
        let effects = facts.effects(n, whole);
        if effects.orders || effects.unknown || !facts.has_bounded_loops(s, &effects) {
            return Vec::new();
        }
        let counters = facts.counters_in(s, &effects);
        let mut arrays: Vec<Array> = Vec::new();
        walk_mut(n, &mut |n: &mut Node| {
            let Some((object, element, _)) = read_by(n).and_then(|p| self.element(p)) else {
                return;
            };
            let (Some(decl), Some(place)) = (facts.object_of(element), read_by(n)) else { return };
            let known = arrays.iter().position(|a| a.object == object).unwrap_or_else(|| {
                arrays.push(Array { object, decl, places: Vec::new(), sought: Vec::new() });
                arrays.len() - 1
            });
            arrays[known].places.push((place.expr, place.ty.ty));
            let pays = subscripts(facts, element).any(|e| facts.is_arbitrary(e, s, &counters))
                || facts.is_read_again(subscripts(facts, element), s, &effects)
                || facts.goes_across_rows(subscripts(facts, element), s, &effects);
            if pays {
                arrays[known].sought.push(place.expr);
            }
        });
        arrays.retain(|a| !a.sought.is_empty() && self.stays(a, whole, &effects));
        arrays
    }

    /// Whether no store of the loop can reach the array.
    fn stays(&self, array: &Array, whole: Span, effects: &Effects) -> bool {
        let facts = self.cx.facts;
        let alike = |ty| array.places.iter().any(|p| facts.may_alias(ty, p.1));
        let name = |d: DeclId| facts.unit.decls[d].name;
        let is_other = |lvalue| {
            facts.object_of(lvalue).is_some_and(|d| d != array.decl && name(d) != name(array.decl))
        };
        let shared = effects.stores.iter().filter_map(|s| s.shared.map(|lvalue| (lvalue, s.ty)));
        let mut private =
            facts.writes().stores_in(whole).filter(|&lvalue| !facts.is_shared_lvalue(lvalue));
        let stays = shared.clone().all(|(lvalue, ty)| !alike(ty) || is_other(lvalue))
            && private.all(|lvalue| {
                facts.object_of(lvalue).is_some() || facts.ty(lvalue).is_some_and(|t| !alike(t.ty))
            });
        if !stays {
            let why = "the loop writes an object that may be of the array";
            let about = || About::elements(facts, whole, array.sought.iter().copied());
            let what = format!("read one by one {FAR}");
            self.cx.remarks.missed(about, &what, || Obstacle::new(why));
        }
        stays
    }

    /// How many elements of the array an iteration of the loop reads.
    fn reads(&self, array: &Array, s: StmtId) -> u64 {
        let of = |place: &(ExprId, _)| self.cx.facts.repetitions(place.0, s);
        array.places.iter().map(of).max().unwrap_or(1)
    }

    /// Writes the loop twice.
    fn read_copies(&mut self, n: &mut Node, arrays: Vec<Array>) {
        let (mut far, span) = (n.clone(), span_of(n, self.cx.facts));
        let gathered: Vec<GatheredArray> =
            arrays.iter().map(|array| self.gathered(n, array)).collect();
        self.leave_rows(&mut far, &gathered);
        walk_mut(&mut far, &mut |n: &mut Node| self.read_copy(n, &gathered));
        let due = iterations(self.cx.facts, n).is_some();
        let whole = due && self.reads_elements_alone(&mut far, span);
        let alone = leave_out_extent(&mut far);
        let mut near = std::mem::replace(n, Node::empty());
        match whole {
            true => {
                walk_mut(&mut near, &mut simplify_far);
                walk_mut(&mut far, &mut |n: &mut Node| {
                    if let Node::Gathered(g) = n {
                        g.sure = true;
                    }
                });
            }
            false => walk_mut(&mut near, &mut leave_out_far),
        }
        *n = Node::Gather(Box::new(Gather { arrays: gathered, whole, alone, far, near }));
    }

    /// The copy of `array` for the loop `n`, with the remark.
    fn gathered(&mut self, n: &Node, array: &Array) -> GatheredArray {
        let facts = self.cx.facts;
        let about = || About::elements(facts, span_of(n, facts), array.places.iter().map(|p| p.0));
        self.cx
            .remarks
            .done_with(about, || format!("read from a copy {FAR} and the reads are many"));
        *self.number += 1;
        GatheredArray {
            number: *self.number,
            object: array.object,
            due: iterations(facts, n),
            reads: loop_of(n).map_or(1, |s| self.reads(array, s)),
            shared_out: matches!(n, Node::Forall(_)),
        }
    }

    /// Makes `n` read from the copy if it reads an element of one of the arrays.
    fn read_copy(&self, n: &mut Node, gathered: &[GatheredArray]) {
        let Some((object, _, elem_size)) = read_by(n).and_then(|p| self.element(p)) else { return };
        let Some(array) = gathered.iter().find(|a| a.object == object) else { return };
        let number = array.number;
        let read =
            |place| Node::Gathered(Box::new(Gathered { number, sure: false, place, elem_size }));
        *n = match std::mem::replace(n, Node::empty()) {
            Node::Load(place) => read(*place),
            Node::Copy { to, from } => {
                Node::Store { place: to, value: Box::new(read(*from)), used: false }
            }
            other => other,
        };
    }

    /// Whether all reads of copies in `n`, in the text `around`, are of elements that exist with
    /// any number of threads.
    fn reads_elements_alone(&self, n: &mut Node, around: Span) -> bool {
        let mut alone = true;
        walk_mut(n, &mut |n: &mut Node| {
            if let Node::Gathered(g) = n {
                let elems = self.element(&g.place).and_then(|(object, ..)| {
                    self.layouts.get(upc_source::Idx::index(object)).copied().flatten()
                });
                alone &= elems.is_some_and(|layout| {
                    g.index().is_some_and(|(index, _)| {
                        self.cx.facts.stays_below(index, layout.elems, around)
                    })
                });
            }
        });
        alone
    }

    /// Removes from loops in `n` the bodies that go along rows of the arrays, or test whether these
    /// are mapped: each element is found by itself.
    fn leave_rows(&self, n: &mut Node, gathered: &[GatheredArray]) {
        match n {
            Node::Indefinite { pointers, general: Some(general), .. }
                if pointers.iter().all(|p| is_of(gathered, p.object)) =>
            {
                *n = std::mem::replace(general, Node::empty());
                return self.leave_rows(n, gathered);
            }
            Node::Tables { near, general, .. } if matches!(**near, Node::Owners(_)) => {
                *n = std::mem::replace(general, Node::empty());
                return self.leave_rows(n, gathered);
            }
            Node::Loop(l) if !l.runs.is_empty() => {
                let body = l.body;
                if let Some(hole) = l.source.holes.iter_mut().find(|h| h.span == body) {
                    if self.goes_by_rows(&mut hole.node, gathered) {
                        while let Node::Runs(runs) = &mut hole.node {
                            hole.node = std::mem::replace(&mut runs.general, Node::empty());
                        }
                        l.runs.clear();
                    }
                }
            }
            _ => {}
        }
        children_mut(n, &mut |c| self.leave_rows(c, gathered));
    }

    /// Whether a body with runs finds elements of the arrays by rows.
    fn goes_by_rows(&self, body: &mut Node, gathered: &[GatheredArray]) -> bool {
        let reads = |n: &mut Node| {
            let mut count = 0;
            walk_mut(n, &mut |n: &mut Node| {
                let found = read_by(n).and_then(|p| self.element(p));
                count += usize::from(found.is_some_and(|(object, ..)| is_of(gathered, object)));
            });
            count
        };
        match body {
            Node::Runs(runs) => {
                reads(&mut runs.near) < reads(&mut runs.general)
                    || self.goes_by_rows(&mut runs.general, gathered)
            }
            _ => false,
        }
    }

    /// The static array whose element the place is, or is part of; the element's lvalue and size.
    /// `None` if a read of the place is no read of a scalar in the copy.
    fn element(&self, p: &Place) -> Option<(ObjectId, ExprId, u64)> {
        let scalar = p.scalar(self.cx.facts.types).filter(|s| s.0 != Scalar::Pp);
        if p.strict
            || p.ty.quals.volatile
            || p.near.is_some()
            || p.bits.is_some()
            || scalar.is_none()
        {
            return None;
        }
        let mut address = &p.address;
        while let Address::Member { base, .. } = address {
            address = base;
        }
        let Address::Element { base, block, elem_size, lvalue: Some(e), .. } = address else {
            return None;
        };
        let Address::Object(object) = **base else { return None };
        let layout = self.layouts.get(upc_source::Idx::index(object)).copied().flatten();
        let alike = layout.is_some_and(|l| (l.block, l.elem_size) == (*block, *elem_size));
        (alike && *elem_size > 0).then_some((object, *e, *elem_size))
    }
}

fn is_of(gathered: &[GatheredArray], object: ObjectId) -> bool {
    gathered.iter().any(|a| a.object == object)
}

/// Removes the bodies for far memory from `n`: they would be executed only if a copy did not pay,
/// or if there was no memory for one.
fn simplify_far(n: &mut Node) {
    if let Node::Indefinite { general: Some(general), .. } = n {
        walk_mut(general, &mut |n: &mut Node| {
            if let Node::Loop(l) = n {
                leave_runs(l);
            }
        });
    }
}

/// Removes the runs of the loop's body.
pub(super) fn leave_runs(l: &mut Loop) {
    l.runs.clear();
    for hole in &mut l.source.holes {
        while let Node::Runs(runs) = &mut hole.node {
            hole.node = std::mem::replace(&mut runs.general, Node::empty());
        }
    }
}

/// Drops the general body of the upc_forall `n`, if it serves only the extent of a controlling
/// loop.
fn leave_out_extent(n: &mut Node) -> bool {
    let Node::Forall(f) = n else { return false };
    let Iterations::Own(own) = &mut f.iterations else { return false };
    let version = own.local.as_mut().filter(|v| v.always && !v.alone);
    version.map(|v| v.alone = true).is_some()
}

/// Drops the half of `n` for far memory.
fn leave_out_far(n: &mut Node) {
    match n {
        Node::Indefinite { general, .. } => *general = None,
        Node::Runs(runs) => runs.rows.iter_mut().for_each(|row| row.copied = None),
        _ => {}
    }
}

/// The place that `n` reads as a whole: in an assignment between two shared objects of one type,
/// the source.
pub(super) fn read_by(n: &Node) -> Option<&Place> {
    match n {
        Node::Load(p) => Some(p),
        Node::Copy { to, from } if to.ty.ty == from.ty.ty && !to.strict && to.bits.is_none() => {
            Some(from)
        }
        _ => None,
    }
}

pub(super) fn loop_of(n: &Node) -> Option<StmtId> {
    match n {
        Node::Loop(l) => match l.source.form {
            Form::Stmt(s) => Some(s),
            _ => None,
        },
        Node::Forall(f) => Some(f.stmt),
        _ => None,
    }
}

pub(super) fn span_of(n: &Node, facts: &Facts) -> Span {
    loop_of(n).map_or(Span::new(0, 0), |s| facts.ast.stmts[s].span)
}

pub(super) fn may_be_twice(facts: &Facts, n: &Node, s: StmtId) -> bool {
    let whole = facts.ast.stmts[s].span;
    let repeatable = match (n, &facts.ast.stmts[s].kind) {
        (Node::Forall(_), StmtKind::UpcForall { body, .. }) => {
            facts.is_repeatable(facts.ast.stmts[*body].span)
        }
        _ => facts.is_repeatable(whole),
    };
    repeatable && facts.declares_automatic(whole) && !facts.follows_pragma(whole)
}

/// The subscripts of the element `e`.
pub(super) fn subscripts<'x>(facts: &'x Facts, e: ExprId) -> impl Iterator<Item = ExprId> + 'x {
    let bare = |e: ExprId| match facts.expr_node(e).kind {
        ExprKind::Member { base, arrow: false, .. } => facts.bare(base),
        _ => facts.bare(e),
    };
    std::iter::successors(facts.pointer_and_index(bare(e)), move |x| {
        facts.pointer_and_index(bare(x.0))
    })
    .map(|x| x.1)
}

/// The greatest number of iterations of the loop, of all threads together; `None` if it is not
/// known before the loop.
fn iterations(facts: &Facts, n: &Node) -> Option<Node> {
    let s = loop_of(n)?;
    let (StmtKind::For { ref init, cond: Some(cond), step: Some(step), body }
    | StmtKind::UpcForall { ref init, cond: Some(cond), step: Some(step), body, .. }) =
        facts.ast.stmts[s].kind
    else {
        return None;
    };
    let whole = facts.ast.stmts[s].span;
    let (name, down, by) = facts.increment_of(step)?;
    let (counter, kind) = facts.counting_variable(name, facts.ast.stmts[body].span)?;
    let (_, _, from_natural) = facts.start_of(init, counter.decl)?;
    let (limit, below) = facts.limit_of(cond, counter.decl, kind)?;
    let known =
        facts.is_invariant(limit.value, &counter) && facts.is_known_outside(limit.value, whole);
    if down || by.is_some() || !from_natural || !below || !known {
        return None;
    }
    let at = facts.span(limit.value);
    Some(match n {
        Node::Loop(l) => part_or_text(&l.source, at),
        Node::Forall(f) => part_or_text(&f.clauses, at),
        _ => Node::copy(at),
    })
}
