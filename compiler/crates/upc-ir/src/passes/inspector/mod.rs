// SPDX-License-Identifier: Apache-2.0
//! Inspector and executor: fetches the far elements that a loop reads by arbitrary subscripts, `sum
//! += p[b[i]]`, before the loop, with a few messages for each far thread (Saltz et al., see
//! runtime/src/core/inspector.c).
//!
//! The loop is written three times. If some segments are far, an inspector executes its iterations
//! to collect the addresses. If enough of them are far, the runtime sorts them by owner and fetches
//! the values (runtime/src/core/inspector.c), and the loop reads the values in its order. Otherwise
//! the loop is executed as written. The memory model permits such early reads for relaxed accesses
//! (UPC 1.3, 5.1.2.3). The program sees no difference if
//! - nothing in the loop orders accesses, and it calls nothing that might;
//! - it counts towards a limit that it does not change, so it does not wait; and it is not left
//!   early;
//! - each iteration makes each read once: the loop has no inner loop, and the reads depend on no
//!   condition. So an address that traps would trap in the loop;
//! - the clauses, the addresses and the variables that an iteration declares for them read nothing
//!   that the loop writes, and have no side effects;
//! - no store of the loop can change a fetched element: its type or name excludes it, or it is
//!   near, and only far elements are fetched. Private pointers reach mapped memory only. If each
//!   iteration writes a shared object, the inspector tests whether it is near;
//! - it may be written twice.
//!
//! Static arrays whose copy pays are left to `gather`.

mod early;
mod permits;
mod versions;

use upc_sema::types::PtsRepr;
use upc_sema::unit::DeclId;
use upc_source::Span;
use upc_syntax::ast::{ExprId, StmtId, StmtKind};

use self::permits::Loop;
use self::versions::{bodies, declaration, each_read, element, elements_read, is_near, written};
use super::gather::{leave_runs, loop_of, may_be_twice, read_by, subscripts};
use super::Context;
use crate::access::Scalar;
use crate::ir::{Fetched, Inspect, Inspected, Ir, Iterations, Node, NullForm, Place};
use crate::remarks::{About, Obstacle, FAR};
use crate::visit::children_mut;
use crate::Facts;

/// The most addresses of an iteration (upcr/inspector.h).
const MOST: usize = 15;
/// Loops that have fewer iterations by constants are left alone: written once, they are unrolled by
/// the C compiler.
const LEAST_ITERATIONS: u64 = 8;

pub fn run(ir: &mut Ir, cx: &Context) {
    if cx.options.needs_addresses() {
        return;
    }
    Pass { cx, number: &mut ir.next_number }.visit(&mut ir.root);
}

struct Pass<'x> {
    cx: &'x Context<'x>,
    number: &'x mut u32,
}

impl Pass<'_> {
    fn visit(&mut self, n: &mut Node) {
        if let Some(reads) = loop_of(n).and_then(|s| self.reads(n, s)) {
            return self.fetch(n, &reads);
        }
        match n {
            // The other bodies have no far access, or only copies.
            Node::Gather(g) if g.whole => self.visit(&mut g.near),
            Node::Gather(_) => {}
            Node::Tables { general, .. } => self.visit(general),
            n => children_mut(n, &mut |c| self.visit(c)),
        }
    }

    /// The reads to fetch before the loop.
    fn reads(&self, n: &mut Node, s: StmtId) -> Option<Reads> {
        let facts = self.cx.facts;
        let candidates = self.arbitrary(n, s);
        if candidates.is_empty() {
            return None;
        }
        let found = match self.inspected(n, s) {
            Ok(l) => l.fetched(n, &candidates),
            Err(why) => Err(why),
        };
        match found {
            Ok(reads) => Some(reads),
            Err(why) => {
                let (at, what) = (facts.ast.stmts[s].span, format!("read one by one {FAR}"));
                let about = || About::elements(facts, at, candidates);
                self.cx.remarks.missed(about, &what, || Obstacle::new(why));
                None
            }
        }
    }

    /// The reads of an innermost loop by arbitrary subscripts.
    fn arbitrary(&self, n: &mut Node, s: StmtId) -> Vec<ExprId> {
        let (facts, whole) = (self.cx.facts, self.cx.facts.ast.stmts[s].span);
        let Some(body) = body_of(facts, s) else { return Vec::new() };
        if facts.has_loop(body) {
            return Vec::new();
        }
        let effects = facts.effects(n, whole);
        let counters = facts.counters_in(s, &effects);
        let mut found = Vec::new();
        let mut add = |n: &mut Node| {
            for (p, e) in elements_read(n, facts) {
                let mut subscripts = subscripts(facts, e);
                if subscripts.any(|x| facts.is_arbitrary(x, s, &counters)) && !found.contains(&p) {
                    found.push(p);
                }
            }
        };
        bodies(n, body, &mut add);
        found
    }

    /// The loop, if it may be inspected; or why not.
    fn inspected(&self, n: &mut Node, s: StmtId) -> Result<Loop<'_>, &'static str> {
        let facts = self.cx.facts;
        let whole = facts.ast.stmts[s].span;
        let (StmtKind::For { ref init, cond: Some(cond), step: Some(step), body }
        | StmtKind::UpcForall { ref init, cond: Some(cond), step: Some(step), body, .. }) =
            facts.ast.stmts[s].kind
        else {
            return Err("it is no loop that counts");
        };
        let effects = facts.effects(n, whole);
        if effects.orders || effects.unknown {
            return Err("the loop calls a function or synchronises");
        }
        let counter =
            facts.counter_of(init, cond, step, body).ok_or("it is no loop that counts")?;
        if counter.iterations.is_some_and(|n| n < LEAST_ITERATIONS) {
            return Err("the loop has few iterations");
        }
        let body = facts.ast.stmts[body].span;
        if facts.leaves(body) {
            return Err("the loop may be left early");
        }
        let own = match n {
            Node::Forall(f) => matches!(f.iterations, Iterations::Own(_)),
            _ => true,
        };
        if !own || !may_be_twice(facts, n, s) || !facts.has_bounded_loops(s, &effects) {
            return Err("the loop cannot be written twice");
        }
        let l = Loop { facts, whole, body, counter: counter.variable.decl, effects };
        match l.starts_quietly(init) {
            true => Ok(l),
            false => Err("its first clause does more than to set the counter"),
        }
    }

    fn fetch(&mut self, n: &mut Node, reads: &Reads) {
        let facts = self.cx.facts;
        *self.number += 1;
        let number = *self.number;
        let mut far = n.clone();
        if let Node::Loop(l) = &mut far {
            leave_runs(l);
        }
        let (mut inspector, mut forms) = (far.clone(), Vec::new());
        bodies(&mut inspector, reads.body, &mut |b| forms = inspect(b, reads, number, facts));
        bodies(&mut far, reads.body, &mut |b| execute(b, reads, number, facts));
        let about = || About::elements(facts, reads.whole, reads.lvalues.iter().copied());
        self.cx.remarks.done_with(about, || {
            "fetched before the loop, sorted by owner, where many are far".to_string()
        });
        let near = std::mem::replace(n, Node::empty());
        let (writes, far_only) = (reads.writes.len(), reads.far_only);
        let inspected = Inspected { number, reads: forms, writes, far_only, inspector, far, near };
        *n = Node::Inspected(Box::new(inspected));
    }
}

/// The fetches before a loop.
#[derive(Clone)]
struct Reads {
    whole: Span,
    body: Span,
    lvalues: Vec<ExprId>,
    /// Shared lvalues that the loop writes: they are none of the fetched elements if they are near.
    writes: Vec<ExprId>,
    /// A store of the loop may change one of them that is near.
    far_only: bool,
    /// The variables of an iteration from which the addresses are computed, in their order.
    locals: Vec<DeclId>,
}

impl Reads {
    fn addresses(&self) -> usize {
        self.lvalues.len() + self.writes.len()
    }

    /// The index of the place among them.
    fn position(&self, p: &Place, facts: &Facts) -> Option<usize> {
        element(p, facts)?;
        self.lvalues.iter().position(|&e| e == p.expr)
    }
}

/// Turns a body into the inspector's for `reads`. Returns the forms of the reads.
fn inspect(body: &mut Node, reads: &Reads, number: u32, facts: &Facts) -> Vec<Scalar> {
    let mut places: Vec<Option<Place>> = vec![None; reads.lvalues.len()];
    each_read(body, &mut |n| {
        let found = read_by(n).and_then(|p| Some((reads.position(p, facts)?, p.clone())));
        let is_one = found.is_some();
        if let Some((read, p)) = found {
            places[read] = Some(p);
        }
        is_one
    });
    let forms = |p: &Place| p.scalar(facts.types).map(|s| s.0);
    let forms = places.iter().flatten().filter_map(forms).collect();
    let declarations =
        reads.locals.iter().filter_map(|&d| declaration(body, d, facts).cloned()).collect();
    let written = |&x: &ExprId| match written(body, x) {
        Some(p) if !is_near(&p) => Node::Thin(Box::new(p.address)),
        _ => Node::Null { repr: PtsRepr::Thin { block: 0 }, form: NullForm::Value },
    };
    let writes: Vec<Node> = reads.writes.iter().map(written).collect();
    let of = |p: Place| Node::Thin(Box::new(p.address));
    let addresses = places.into_iter().flatten().map(of).chain(writes).collect();
    *body = Node::Inspect(Box::new(Inspect { number, declarations, addresses }));
    forms
}

/// Lets a body take the fetched values.
fn execute(body: &mut Node, reads: &Reads, number: u32, facts: &Facts) {
    each_read(body, &mut |n| {
        let Some(read) = read_by(n).and_then(|p| reads.position(p, facts)) else { return false };
        let fetched = |place| {
            let (addresses, far_only) = (reads.addresses(), reads.far_only);
            Node::Fetched(Box::new(Fetched { number, read, addresses, far_only, place }))
        };
        *n = match std::mem::replace(n, Node::empty()) {
            Node::Load(place) => fetched(*place),
            Node::Copy { to, from } => {
                Node::Store { place: to, value: Box::new(fetched(*from)), used: false }
            }
            other => other,
        };
        true
    });
}

fn body_of(facts: &Facts, s: StmtId) -> Option<Span> {
    match facts.ast.stmts[s].kind {
        StmtKind::For { body, .. } | StmtKind::UpcForall { body, .. } => {
            Some(facts.ast.stmts[body].span)
        }
        _ => None,
    }
}
