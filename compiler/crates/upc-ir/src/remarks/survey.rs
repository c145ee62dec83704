// SPDX-License-Identifier: Apache-2.0
//! Accesses that the optimisations leave on the general path: one remark for each loop and reason.
//! It examines the tree after the last optimisation; of a body written twice, the optimised
//! version.

use upc_source::Span;
use upc_syntax::ast::{ExprId, StmtId, StmtKind};

use super::{About, Obstacle};
use crate::facts::{Counter, Repeated, Variable};
use crate::ir::{Address, Forall, Form, Ir, Iterations, Loop, Node, Place};
use crate::passes::{elements::in_stream, iterations, own, rows, runs, Context};
use crate::visit::{children_mut, places_mut};
use crate::Facts;

/// Reports the reason for each access on the general path. With one thread there is none: accesses
/// are those of ordinary arrays.
pub(crate) fn run(ir: &mut Ir, cx: &Context) {
    if !cx.options.needs_addresses() && cx.options.threads != Some(1) {
        Survey { cx, facts: cx.facts, around: None }.visit(&mut ir.root);
    }
}

struct Survey<'x> {
    cx: &'x Context<'x>,
    facts: &'x Facts<'x>,
    /// The accesses of the innermost surrounding loop on the general path; `None`: no surrounding
    /// loop.
    around: Option<Vec<Access>>,
}

struct Access {
    /// The lvalue, and the element that it is, or is part of.
    expr: ExprId,
    element: Option<ExprId>,
    kind: Kind,
    /// It is found by products, if all memory is mapped.
    computed: bool,
    /// It is an element of a cyclic array: only a upc_forall has a better way.
    cyclic: bool,
    /// Only the start of its row is computed: once, if the loop does not change it.
    in_row: bool,
}

impl Access {
    /// Whether the loop computes the start of its row once.
    fn is_found_once(&self, facts: &Facts, counter: &Variable) -> bool {
        let loop_ = Repeated { counter, effects: None, tested: false };
        let row = self.element.filter(|_| self.in_row).and_then(|e| facts.pointer_and_index(e));
        row.is_some_and(|(row, _)| facts.is_fixed_pointer(row, loop_))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// `x[MYTHREAD]` of a cyclic array.
    Own,
    /// A static object that is no element of an array.
    Single,
    Other,
}

/// The accesses with one reason, of one pass.
struct Group {
    pass: &'static str,
    why: Obstacle,
    computed: bool,
    accesses: Vec<ExprId>,
}

impl Survey<'_> {
    fn visit(&mut self, n: &mut Node) {
        match n {
            Node::Forall(f) => self.forall(f),
            Node::Loop(l) => self.loop_(l),
            Node::Runs(r) => self.visit(&mut r.near),
            Node::Tables { near, .. } | Node::Indefinite { near, .. } => self.visit(near),
            Node::Gather(g) => self.visit(&mut g.near),
            Node::Long(l) => self.visit(&mut l.long),
            Node::Inspected(a) => self.visit(&mut a.near),
            n => {
                children_mut(n, &mut |c| self.visit(c));
                let facts = self.facts;
                if let Some(found) = &mut self.around {
                    places_mut(n, &mut |p| found.extend(general(p, facts)));
                }
            }
        }
    }

    fn forall(&mut self, f: &mut Forall) {
        let (s, facts) = (f.stmt, self.facts);
        let version = match &mut f.iterations {
            Iterations::Tested(_) => None,
            Iterations::Own(own) => Some(own.local.as_mut().map(|v| &mut v.body)),
        };
        let own = version.is_some();
        let body = version.flatten().unwrap_or(&mut f.body);
        let found = self.within(body);
        if !own {
            let why = || forall_obstacle(facts, s);
            let what = "each thread tests all iterations of this loop";
            let at = About::plain(facts.ast.stmts[s].span);
            return self.say("iterations", at, what, why());
        }
        let Some(regular) = iterations::regular(facts, s) else { return };
        let mut found = found;
        found.retain(|access| !access.is_found_once(facts, &regular.counter.variable));
        let whole = facts.version_obstacle(&regular);
        self.explain(s, found, &mut |access| match access.element {
            _ if access.kind == Kind::Own => ("own", own_obstacle(facts, s)),
            Some(e) => (
                "streams",
                whole.clone().unwrap_or_else(|| facts.stream_obstacle(e, &regular, body)),
            ),
            None => ("walks", facts.pointer_obstacle(access.expr, &regular.counter.variable)),
        });
    }

    fn loop_(&mut self, l: &mut Loop) {
        let span = l.body;
        let Some(hole) = l.source.holes.iter().position(|h| h.span == span) else { return };
        let mut found = self.within(&mut l.source.holes[hole].node);
        found.retain(|access| !access.cyclic);
        let Form::Stmt(s) = l.source.form else { return };
        let facts = self.facts;
        if facts.has_loop(span) {
            return;
        }
        let rows = rows::steps_by_rows(facts, s);
        let counted = counted(facts, s, rows).and_then(|counter| match rows {
            true => Ok(counter),
            false => run_obstacle(facts, &counter).map_or(Ok(counter), Err),
        });
        found.retain(|access| match &counted {
            Ok(Some(counter)) => !access.is_found_once(facts, &counter.variable),
            _ => !access.in_row,
        });
        let body = &mut l.source.holes[hole].node;
        self.explain(s, found, &mut |access| match (access.kind, access.element, &counted) {
            (Kind::Own, ..) => ("own", own_obstacle(facts, s)),
            (_, None, _) => ("walks", facts.place_obstacle(access.expr, span)),
            (_, Some(_), Err(why)) => (if rows { "rows" } else { "runs" }, why.clone()),
            (_, Some(e), Ok(Some(counter))) if !rows => {
                ("runs", facts.run_obstacle(e, counter, body, access.computed))
            }
            (_, Some(e), Ok(_)) => ("rows", rows_obstacle(facts, e)),
        });
    }

    /// The accesses of a loop's body outside its inner loops.
    fn within(&mut self, body: &mut Node) -> Vec<Access> {
        let around = self.around.replace(Vec::new());
        self.visit(body);
        std::mem::replace(&mut self.around, around).unwrap_or_default()
    }

    /// Reports why the accesses in the loop `s` keep the general path.
    fn explain(
        &self,
        s: StmtId,
        found: Vec<Access>,
        why: &mut dyn FnMut(&Access) -> (&'static str, Obstacle),
    ) {
        let mut groups: Vec<Group> = Vec::new();
        let spans: Vec<Span> = found.iter().map(|a| self.facts.span(a.expr)).collect();
        // A pointer that is read for another access needs no remark of its own.
        let leads = |at: Span| spans.iter().any(|s| s.start == at.start && s.end > at.end);
        for access in found.into_iter().filter(|a| !leads(self.facts.span(a.expr))) {
            let (pass, why) = match access.kind {
                Kind::Single => ("none", single_obstacle()),
                _ => why(&access),
            };
            let Access { expr, computed, .. } = access;
            let alike = |g: &&mut Group| g.pass == pass && g.why == why && g.computed == computed;
            match groups.iter_mut().find(alike) {
                Some(known) => known.accesses.push(expr),
                None => groups.push(Group { pass, why, computed, accesses: vec![expr] }),
            }
        }
        for Group { pass, why, computed, accesses } in groups {
            let at = accesses.iter().map(|&e| self.facts.span(e)).min_by_key(|s| s.start);
            let at = at.unwrap_or(self.facts.ast.stmts[s].span);
            let what = match computed {
                true => "computed in each iteration",
                false => "found by the general path in each iteration",
            };
            self.say(pass, About::elements(self.facts, at, accesses), what, why);
        }
    }

    fn say(&self, pass: &'static str, about: About, what: &str, why: Obstacle) {
        let off =
            crate::PASSES.iter().any(|p| p.flag == Some(pass)) && !self.cx.options.passes.has(pass);
        let why =
            if off { Obstacle::new(format!("-fno-upc-{pass} turns the pass off")) } else { why };
        self.cx.remarks.missed_by(pass, about, what, why);
    }
}

/// The access, if it is relaxed and no pass changed it.
fn general(p: &Place, facts: &Facts) -> Option<Access> {
    let in_row = is_in_row(&p.address);
    let element = element(&p.address).or_else(|| in_row.then(|| facts.record(p.expr)));
    let block = computed_block(&p.address);
    let (computed, cyclic) = (block.is_some(), block == Some(1));
    let done = p.strict
        || p.near.is_some()
        || p.start.is_some()
        || !computed && (in_stream(&p.address) || is_found(&p.address));
    let kind = match element {
        _ if own::own_object(p, facts.types).is_some() => Kind::Own,
        None if begins_at_object(&p.address) => Kind::Single,
        _ => Kind::Other,
    };
    (!done).then_some(Access { expr: p.expr, element, kind, computed, cyclic, in_row })
}

/// Whether the address is in a row whose start is computed, or behind a pointer.
fn is_in_row(a: &Address) -> bool {
    match a {
        Address::Element { base, .. } => match &**base {
            Address::AllNear { base, .. } => {
                matches!(**base, Address::Element { .. } | Address::Pointer { .. })
            }
            base => is_in_row(base),
        },
        Address::Member { base, .. } => is_in_row(base),
        _ => false,
    }
}

/// Elements of a block of the array that contains the address, 0 if indefinite, if products find it
/// in each iteration.
fn computed_block(a: &Address) -> Option<u64> {
    match a {
        Address::AllNear { base, .. } => match **base {
            Address::Element { ref base, .. } if in_stream(base) => None,
            Address::Element { block, .. } => Some(block),
            Address::Pointer { .. } => Some(0),
            _ => None,
        },
        Address::Element { base, .. } | Address::Member { base, .. } => computed_block(base),
        _ => None,
    }
}

/// The lvalue of the element at the address, or around it.
fn element(a: &Address) -> Option<ExprId> {
    match a {
        Address::Element { lvalue: Some(e), .. } => Some(*e),
        Address::Element { base, .. }
        | Address::Member { base, .. }
        | Address::Checked { base, .. }
        | Address::Notified { base, .. }
        | Address::AllNear { base, .. } => element(base),
        Address::Object(_)
        | Address::Stream(_)
        | Address::Own(_)
        | Address::Start(_)
        | Address::Pointer { .. } => None,
    }
}

/// Whether the address is in the thread's own element, or in one found without the table of
/// segments.
fn is_found(a: &Address) -> bool {
    match a {
        Address::Own(_) | Address::Start(_) | Address::AllNear { .. } => true,
        Address::Element { base, .. } | Address::Member { base, .. } => is_found(base),
        _ => false,
    }
}

fn begins_at_object(a: &Address) -> bool {
    match a {
        Address::Object(_) => true,
        Address::Member { base, .. } => begins_at_object(base),
        _ => false,
    }
}

fn single_obstacle() -> Obstacle {
    Obstacle::new(
        "it is one object, on one thread; copy it to a private variable around the loop \
        if nobody else changes it meanwhile",
    )
}

/// The counter of the loop `s`; `Ok(None)`: it steps by rows.
fn counted(facts: &Facts, s: StmtId, rows: bool) -> Result<Option<Counter>, Obstacle> {
    if facts.follows_pragma(facts.ast.stmts[s].span) {
        return Err(Obstacle::new(
            "a directive of another language extension stands before the loop",
        ));
    }
    if let Some(why) = facts.counting_obstacle(s, rows) {
        return Err(why);
    }
    let StmtKind::For { ref init, cond: Some(cond), step: Some(step), body } =
        facts.ast.stmts[s].kind
    else {
        return Ok(None);
    };
    match facts.counter_of(init, cond, step, body) {
        None if !rows => Err(facts.wrapping_obstacle(s)),
        counter => Ok(counter),
    }
}

/// Why the loop as a whole has no runs.
fn run_obstacle(facts: &Facts, counter: &Option<Counter>) -> Option<Obstacle> {
    let Counter { variable, limit, .. } = counter.as_ref()?;
    let limit = facts.varying_obstacle(limit.value, variable, "the limit ");
    limit.or_else(|| facts.body_obstacle(variable.body, runs::MAX_TEXT))
}

fn rows_obstacle(facts: &Facts, e: ExprId) -> Obstacle {
    let block = facts
        .pointer_and_index(e)
        .and_then(|(p, _)| facts.pointee(p))
        .map(|p| facts.stride(p).block);
    match block {
        Some(block @ 2..) => Obstacle::new(format!(
            "the array has blocks of {block} elements, so that a step of the loop leads to another \
             thread; step by {block} * THREADS, \
             or use upc_forall"
        )),
        _ => Obstacle::new(
            "the subscript does not move with the counter alone, or what is \
            subscripted may change in the loop",
        ),
    }
}

/// Why `x[MYTHREAD]` is looked up in each iteration of the loop `s`.
fn own_obstacle(facts: &Facts, s: StmtId) -> Obstacle {
    let counting =
        || facts.counting_obstacle(s, true).unwrap_or_else(|| facts.wrapping_obstacle(s));
    if own::counts(facts, s) {
        return Obstacle::new("a directive of another language extension stands before the loop");
    }
    let Obstacle { text, note } = counting();
    Obstacle {
        text: format!("the loop may wait for another thread to change it, since {text}"),
        note,
    }
}

fn forall_obstacle(facts: &Facts, s: StmtId) -> Obstacle {
    if let Some(why) = facts.counting_obstacle(s, false) {
        return why;
    }
    let StmtKind::UpcForall { ref init, cond: Some(cond), step: Some(step), ref affinity, body } =
        facts.ast.stmts[s].kind
    else {
        return facts.wrapping_obstacle(s);
    };
    let Some(counter) = facts.counter_of(init, cond, step, body) else {
        return facts.wrapping_obstacle(s);
    };
    let upc_syntax::ast::Affinity::Expr(affinity) = *affinity else {
        return facts.wrapping_obstacle(s);
    };
    let (shown, name) = (facts.shown(affinity), facts.names.name(counter.name));
    match facts.affinity_of(affinity, &counter.variable) {
        None => Obstacle::new(format!(
            "the affinity {shown} is no sum of a constant multiple of '{name}' and of what the \
             loop does not change"
        )),
        Some(_) => Obstacle::new(format!(
            "the iterations of a thread follow no simple rule with the affinity {shown} and the \
             step {}; let the step divide the block size or be a multiple of it, or copy the \
             limit to a local variable before the loop",
            counter.step
        )),
    }
}
