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

use upc_sema::types::{PtsRepr, QualTy, Ty};
use upc_sema::unit::{DeclId, DeclKind};
use upc_source::Span;
use upc_syntax::ast::{
    DeclarationKind, ExprId, ExprKind, ForInit, Initializer, StmtId, StmtKind, UnaryOp,
};

use super::gather::{leave_runs, loop_of, may_be_twice, read_by, subscripts};
use super::runs::is_loop;
use super::Context;
use crate::access::Scalar;
use crate::facts::Effects;
use crate::ir::{
    Address, Fetched, Form, Inspect, Inspected, Ir, Iterations, Node, NullForm, Place, Source,
};
use crate::remarks::{subject, Obstacle};
use crate::visit::{children_mut, walk_mut};
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
                let of = || subject(facts, candidates.iter().map(|&e| facts.span(e)));
                let what = || format!("{} read one by one where it is far", of());
                self.cx.remarks.missed(facts.ast.stmts[s].span, what, || Obstacle::new(why));
                None
            }
        }
    }

    /// The reads of an innermost loop by arbitrary subscripts.
    fn arbitrary(&self, n: &mut Node, s: StmtId) -> Vec<ExprId> {
        let (facts, whole) = (self.cx.facts, self.cx.facts.ast.stmts[s].span);
        let Some(body) = body_of(facts, s) else { return Vec::new() };
        if facts.stmts_in(body).any(|s| is_loop(&s.kind)) {
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
        self.cx.remarks.done(reads.whole, || {
            let what = subject(facts, reads.lvalues.iter().map(|&e| facts.span(e)));
            format!("{what} fetched before the loop, sorted by owner, where many are far")
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

/// A loop that may be inspected.
struct Loop<'x> {
    facts: &'x Facts<'x>,
    whole: Span,
    body: Span,
    counter: DeclId,
    effects: Effects,
}

impl Loop<'_> {
    /// The `candidates` that can be fetched; or why there are none.
    fn fetched(&self, n: &mut Node, candidates: &[ExprId]) -> Result<Reads, &'static str> {
        let (whole, body) = (self.whole, self.body);
        let mut why = "";
        let mut reads = Reads {
            whole,
            body,
            lvalues: Vec::new(),
            writes: Vec::new(),
            far_only: false,
            locals: Vec::new(),
        };
        for &e in candidates {
            match self.permits(e, n, &reads) {
                Ok(more) if more.addresses() <= MOST => reads = more,
                Ok(_) => break,
                Err(reason) => why = reason,
            }
        }
        reads.locals.sort_by_key(|&d| self.facts.unit.decls[d].span.start);
        (!reads.lvalues.is_empty()).then_some(reads).ok_or(why)
    }

    /// Adds `e` to `reads`, if it may be read before the loop in each version of the body.
    fn permits(&self, e: ExprId, n: &mut Node, reads: &Reads) -> Result<Reads, &'static str> {
        let conflicts = self.conflicts(e).ok_or("it is volatile or strict")?;
        let mut more = reads.clone();
        more.lvalues.push(e);
        more.far_only |= conflicts.private || !conflicts.shared.is_empty();
        let new = conflicts.shared.iter().filter(|x| !reads.writes.contains(x));
        more.writes.extend(new.copied().collect::<Vec<_>>());
        let mut verdict = Ok(());
        bodies(n, self.body, &mut |b| {
            if verdict.is_ok() {
                verdict = self.permits_in(b, e, &conflicts.shared, &mut more.locals);
            }
        });
        verdict.map(|()| more)
    }

    fn permits_in(
        &self,
        body: &mut Node,
        e: ExprId,
        writes: &[ExprId],
        locals: &mut Vec<DeclId>,
    ) -> Result<(), &'static str> {
        let certain = self.facts.certain_elements(body);
        let read = elements_read(body, self.facts);
        if !read.iter().any(|r| r.0 == e && certain.contains(&r.1)) {
            return Err("an iteration may leave it out");
        }
        if !self.place(e, locals) || !self.are_declared(locals, body) {
            return Err("where it is depends on what the loop changes; compute the subscripts in \
                        a loop before it");
        }
        for &x in writes {
            let at = written(body, x).ok_or("the loop writes an object that may be the same")?;
            let known = is_near(&at)
                || element_of(&at.address).is_some_and(|w| certain.contains(&w))
                    && self.place(x, locals)
                    && self.are_declared(locals, body);
            if !known {
                return Err("the loop writes an object that may be the same");
            }
        }
        Ok(())
    }

    /// Whether `body` declares these variables at its top, and names nothing else of the same name.
    fn are_declared(&self, locals: &[DeclId], body: &Node) -> bool {
        let facts = self.facts;
        let name = |d: DeclId| facts.unit.decls[d].name;
        locals.iter().all(|&d| declaration(body, d, facts).is_some())
            && facts
                .writes()
                .mentioned_in(self.body)
                .all(|m| locals.iter().all(|&d| d == m || name(d) != name(m)))
    }

    /// Whether the first clause only sets the counter, to a value that does not change.
    fn starts_quietly(&self, init: &ForInit) -> bool {
        let value = match init {
            ForInit::None => return false,
            ForInit::Expr(e) => match self.facts.expr_node(self.facts.bare(*e)).kind {
                ExprKind::Assign { op: None, right, .. } => right,
                _ => return false,
            },
            ForInit::Declaration(d) => {
                let DeclarationKind::Plain { declarators, .. } =
                    &self.facts.ast.declarations[*d].kind
                else {
                    return false;
                };
                match declarators.as_slice() {
                    [only] => match only.init {
                        Some(Initializer::Expr(e)) => e,
                        _ => return false,
                    },
                    _ => return false,
                }
            }
        };
        let own = self.facts.writes().mentions_in(self.counter, self.facts.span(value));
        let mut locals = Vec::new();
        own.is_empty() && self.value(value, &mut locals) && locals.is_empty()
    }

    /// Whether `e` has the same value before the iteration as in it, and no side effect. Adds the
    /// variables of the iteration that it names.
    fn value(&self, e: ExprId, locals: &mut Vec<DeclId>) -> bool {
        let facts = self.facts;
        match facts.expr_node(e).kind {
            ExprKind::Number
            | ExprKind::Char
            | ExprKind::Threads
            | ExprKind::MyThread
            | ExprKind::SizeofType { .. } => true,
            ExprKind::Paren(x) | ExprKind::Cast { operand: x, .. } => self.value(x, locals),
            ExprKind::Ident(_) => self.variable(e, locals),
            ExprKind::Unary { op: UnaryOp::AddressOf, operand } => self.place(operand, locals),
            ExprKind::Unary { op: UnaryOp::Deref, .. }
            | ExprKind::Index { .. }
            | ExprKind::Member { .. } => {
                self.place(e, locals) && (facts.is_array(e) || self.is_kept(e))
            }
            ExprKind::Unary {
                op: UnaryOp::Plus | UnaryOp::Minus | UnaryOp::BitNot | UnaryOp::Not,
                operand,
            } => self.value(operand, locals),
            ExprKind::Binary { left, right, .. } => {
                self.value(left, locals) && self.value(right, locals)
            }
            ExprKind::Conditional { cond, then, otherwise } => {
                self.value(cond, locals)
                    && then.map_or(true, |x| self.value(x, locals))
                    && self.value(otherwise, locals)
            }
            ExprKind::Call { ref args, .. } => {
                facts.computes_only(e) && args.iter().all(|&x| self.value(x, locals))
            }
            _ => false,
        }
    }

    /// The same for the address of an lvalue.
    fn place(&self, e: ExprId, locals: &mut Vec<DeclId>) -> bool {
        let facts = self.facts;
        match facts.expr_node(e).kind {
            ExprKind::Ident(_) => facts
                .unit
                .ident
                .get(&e)
                .is_some_and(|&d| !self.whole.contains(facts.unit.decls[d].span)),
            ExprKind::Paren(x) | ExprKind::Member { base: x, arrow: false, .. } => {
                self.place(x, locals)
            }
            ExprKind::Member { base: x, .. }
            | ExprKind::Unary { op: UnaryOp::Deref, operand: x } => self.value(x, locals),
            ExprKind::Index { base, index } => {
                self.value(base, locals) && self.value(index, locals)
            }
            _ => false,
        }
    }

    fn variable(&self, e: ExprId, locals: &mut Vec<DeclId>) -> bool {
        let facts = self.facts;
        let Some(&d) = facts.unit.ident.get(&e) else { return false };
        let decl = &facts.unit.decls[d];
        if d == self.counter || matches!(decl.kind, DeclKind::Enumerator(_)) {
            return true;
        }
        if facts.is_array(e) {
            return self.place(e, locals);
        }
        if self.whole.contains(decl.span) {
            return self.local(d, locals);
        }
        let own = facts.is_own_variable(d) && !facts.writes().is_addressed(d);
        !facts.writes().is_written_in(d, self.whole) && (own || self.is_kept(e))
    }

    /// A variable of the iteration that only its initialiser sets.
    fn local(&self, d: DeclId, locals: &mut Vec<DeclId>) -> bool {
        if locals.contains(&d) {
            return true;
        }
        let facts = self.facts;
        let values = facts.writes().values_of(d).filter(|_| facts.is_own_variable(d));
        match values.as_deref() {
            Some([(_, value)]) if self.value(*value, locals) => {
                locals.push(d);
                true
            }
            _ => false,
        }
    }

    /// Whether nothing in the loop changes the value of the lvalue `e`.
    fn is_kept(&self, e: ExprId) -> bool {
        self.conflicts(e).is_some_and(|c| !c.private && c.shared.is_empty())
    }

    /// The stores of the loop that may change it; `None`: others may, too.
    fn conflicts(&self, e: ExprId) -> Option<Conflicts> {
        let (facts, ty) = (self.facts, self.facts.ty(e)?);
        let quals = facts.types.object_quals(ty);
        if quals.volatile || quals.atomic || facts.is_strict(e) {
            return None;
        }
        let meets = |x: ExprId, of: Ty| facts.may_alias(of, ty.ty) && !self.are_apart(x, e);
        let stored = |x: ExprId| facts.ty(x).map_or(true, |t| meets(x, t.ty));
        let mut stores = facts.writes().stores_in(self.whole);
        let named = !facts.is_shared_lvalue(e) && facts.object_of(e).is_none();
        let private = stores.any(|x| !facts.is_shared_lvalue(x) && stored(x))
            || named && !self.keeps_variables(ty);
        let shared = self.effects.stores.iter().filter_map(|s| Some((s.shared?, s.ty)));
        let mut shared: Vec<ExprId> =
            shared.filter(|&(x, of)| meets(x, of)).map(|(x, _)| x).collect();
        shared.dedup();
        Some(Conflicts { private, shared })
    }

    /// Whether two lvalues denote different objects: their names differ, or one is a named private
    /// object and the other is shared.
    fn are_apart(&self, a: ExprId, b: ExprId) -> bool {
        let facts = self.facts;
        let name = |d: DeclId| facts.unit.decls[d].name;
        let objects = (facts.object_of(a), facts.object_of(b));
        match (facts.is_shared_lvalue(a), facts.is_shared_lvalue(b)) {
            (true, false) => objects.1.is_some(),
            (false, true) => objects.0.is_some(),
            _ => matches!(objects, (Some(a), Some(b)) if a != b && name(a) != name(b)),
        }
    }

    /// Whether the loop sets no variable that a pointer to `ty` may point to.
    fn keeps_variables(&self, ty: QualTy) -> bool {
        let (facts, writes) = (self.facts, self.facts.writes());
        writes.mentioned_in(self.whole).filter(|&d| writes.is_written_in(d, self.whole)).all(|d| {
            let own = facts.is_own_variable(d) && !writes.is_addressed(d);
            own || !facts.may_alias(facts.unit.decls[d].ty.ty, ty.ty)
        })
    }
}

/// Stores of the loop that may change what it reads.
struct Conflicts {
    /// Some are through private pointers or to private variables.
    private: bool,
    shared: Vec<ExprId>,
}

fn body_of(facts: &Facts, s: StmtId) -> Option<Span> {
    match facts.ast.stmts[s].kind {
        StmtKind::For { body, .. } | StmtKind::UpcForall { body, .. } => {
            Some(facts.ast.stmts[body].span)
        }
        _ => None,
    }
}

/// Calls `f` for each version of the body, at `at`, of the loop `n`. A body with runs is replaced
/// by the one that finds each element by itself.
fn bodies(n: &mut Node, at: Span, f: &mut dyn FnMut(&mut Node)) {
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
fn elements_read(n: &mut Node, facts: &Facts) -> Vec<(ExprId, ExprId)> {
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
fn each_read(n: &mut Node, f: &mut dyn FnMut(&mut Node) -> bool) {
    if !f(n) {
        children_mut(n, &mut |c| each_read(c, f));
    }
}

/// The element that the place is, or whose scalar member it is.
fn element(p: &Place, facts: &Facts) -> Option<ExprId> {
    let plain = !p.strict
        && !p.ty.quals.volatile
        && p.near.is_none()
        && p.bits.is_none()
        && p.start.is_none()
        && p.scalar(facts.types).is_some_and(|s| s.0.log_of_size().is_some());
    element_of(&p.address).filter(|_| plain)
}

fn element_of(mut address: &Address) -> Option<ExprId> {
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
fn written(body: &mut Node, e: ExprId) -> Option<Place> {
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
fn is_near(p: &Place) -> bool {
    matches!(p.address, Address::Stream(_) | Address::Own(_) | Address::Start(_))
}

/// The declaration of `d` alone in the compound statement `body`.
fn declaration<'n>(body: &'n Node, d: DeclId, facts: &Facts) -> Option<&'n Node> {
    let Node::Source(source) = body else { return None };
    let span = facts.unit.decls[d].span;
    let alone = |at: Span| facts.order().decls_in(at).count() == 1;
    let hole = source.holes.iter().find(|h| h.span.contains(span) && alone(h.span))?;
    let Node::Source(Source { form: Form::Stmt(s), .. }) = hole.node else { return None };
    matches!(facts.ast.stmts[s].kind, StmtKind::Declaration(_)).then_some(&hole.node)
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
