// SPDX-License-Identifier: Apache-2.0
//! Executes a loop over the columns of cyclic matrices thread by thread: `for (j = 0; j < n; j++)`
//! around a loop over `l` that reads `b[l][j]`, if its rows have a multiple of THREADS elements.
//!
//! The column of the next iteration is another thread's, so the C compiler finds no adjacent
//! elements and does not vectorise the loop. The columns of one thread are adjacent. So if all
//! segments are mapped, the iterations for each thread's columns become a loop of their own, whose
//! elements are found by adding bytes. This pass proves:
//! - the number of threads is known, and small;
//! - no iteration depends on a store of another (`independent.rs`), none ends early or ends the
//!   loop, and nothing shared is volatile;
//! - the loop counts by 1 towards an invariant limit, with a variable of its own, and an iteration
//!   changes only variables that it declares: so iterations may be executed in any order;
//! - it may be written twice.

use upc_source::Span;
use upc_syntax::ast::{DeclarationKind, ExprId, ForInit, StmtKind};

use super::elements::replace_elements;
use super::independent::is_independent;
use super::runs::MAX_TEXT;
use super::Context;
use crate::facts::Counter;
use crate::ir::{Address, Form, Index, Ir, Loop, Node, Owners, Step, Stream};
use crate::lower::thin;
use crate::remarks::About;
use crate::visit::{children_often_mut, part_or_text, places_mut, walk_mut};
use crate::Facts;

/// With more threads few iterations belong to one thread.
const MAX_THREADS: u32 = 8;
/// Fewer iterations of a thread do not pay for a loop.
const MIN_ITERATIONS: u64 = 4;

pub fn run(ir: &mut Ir, cx: &Context) {
    let fits = |t: &u32| (2..=MAX_THREADS).contains(t);
    let Some(threads) = cx.options.threads.filter(fits) else { return };
    if cx.options.needs_addresses() || cx.options.clang {
        return;
    }
    Pass { cx, threads, number: &mut ir.next_number }.visit(&mut ir.root);
}

struct Pass<'x> {
    cx: &'x Context<'x>,
    threads: u32,
    /// The last number given.
    number: &'x mut u32,
}

/// The loop whose version is being built.
struct Version<'x> {
    facts: &'x Facts<'x>,
    threads: u32,
    counter: &'x Counter,
    last: &'x mut u32,
    number: u32,
    streams: Vec<(Stream, Node)>,
    elements: Vec<ExprId>,
    /// The element of the next iteration is another thread's.
    turns: bool,
}

/// The movement of an element in the loop.
struct Moved {
    /// Its place in an iteration without whole rows; and those rows, in elements on its thread.
    start: Index,
    rows: Index,
    /// By how many elements an iteration moves it.
    elems: i64,
}

impl Pass<'_> {
    fn visit(&mut self, n: &mut Node) {
        let Some(near) = self.version(n) else {
            return children_often_mut(n, &mut |c| self.visit(c));
        };
        let general = Box::new(std::mem::replace(n, Node::empty()));
        let near = Box::new(Node::Owners(Box::new(near)));
        *n = Node::Tables { near, general };
    }

    fn version(&mut self, n: &mut Node) -> Option<Owners> {
        let facts = self.cx.facts;
        let Node::Loop(l) = &*n else { return None };
        let (counter, first) = counter_of(l, facts)?;
        let few = counter.iterations.is_some_and(|n| n < MIN_ITERATIONS * u64::from(self.threads));
        if few || !is_independent(n, facts) || has_volatile(n) {
            return None;
        }
        let Node::Loop(l) = &*n else { return None };
        let part = |e: ExprId| part_or_text(&l.source, facts.span(e));
        let (first, limit) = (part(first), part(counter.limit.value));
        let mut near = l.source.part(l.body)?.clone();
        *self.number += 1;
        let mut version = Version {
            facts,
            threads: self.threads,
            counter: &counter,
            number: *self.number,
            last: self.number,
            streams: Vec::new(),
            elements: Vec::new(),
            turns: false,
        };
        version.replace(&mut near);
        let Version { number, streams, elements, turns, .. } = version;
        if !turns {
            return None;
        }
        self.cx.remarks.done_with(|| About::elements(facts, l.source.span, elements), || {
            "found by adding bytes, in a loop for the elements of each thread, where all memory \
             is mapped"
                .to_string()
        });
        Some(Owners {
            number,
            variable: counter.name,
            kind: counter.kind,
            first,
            limit,
            inclusive: counter.limit.inclusive,
            iterations: counter.iterations,
            threads: self.threads,
            streams,
            near,
        })
    }
}

/// The counter, and its first value, of a loop whose iterations may be executed in another order
/// according to its text.
fn counter_of(l: &Loop, facts: &Facts) -> Option<(Counter, ExprId)> {
    let Form::Stmt(s) = l.source.form else { return None };
    let StmtKind::For { ref init, cond, step, body } = facts.ast.stmts[s].kind else { return None };
    let (whole, inside) = (l.source.span, facts.ast.stmts[body].span);
    let has_loops = facts.has_loop(inside);
    if !has_loops || l.rows.is_some() || facts.length(whole) > MAX_TEXT {
        return None;
    }
    let counter = facts.counter_of(init, cond?, step?, body)?;
    let first = facts.start_value(init, counter.variable.decl)?;
    let signed =
        facts.types.is_signed(counter.kind) && facts.types.is_signed(counter.limit.compared);
    let counts = counter.step == 1 && !counter.down && declares_one(init, facts) && signed;
    let fits = counts
        && facts.is_invariant(counter.limit.value, &counter.variable)
        && !facts.leaves(inside)
        && !facts.follows_pragma(whole)
        && facts.is_repeatable(whole)
        && changes_its_own(facts, inside);
    fits.then_some((counter, first))
}

/// Whether `n` has an access whose order is observable.
fn has_volatile(n: &mut Node) -> bool {
    let mut found = false;
    walk_mut(n, &mut |n: &mut Node| places_mut(n, &mut |p| found |= p.ty.quals.volatile));
    found
}

/// Whether the first clause declares one variable.
fn declares_one(init: &ForInit, facts: &Facts) -> bool {
    let ForInit::Declaration(d) = init else { return false };
    match &facts.ast.declarations[*d].kind {
        DeclarationKind::Plain { declarators, .. } => declarators.len() == 1,
        _ => false,
    }
}

/// Whether the variables that `body` changes are its own.
fn changes_its_own(facts: &Facts, body: Span) -> bool {
    let writes = facts.writes();
    let mut written = writes.mentioned_in(body).filter(|&d| writes.is_written_in(d, body));
    written.all(|d| body.contains(facts.unit.decls[d].span))
}

impl Version<'_> {
    fn replace(&mut self, n: &mut Node) {
        replace_elements(n, &mut |e, address| self.find(e, address));
    }

    fn find(&mut self, e: ExprId, address: &mut Address) -> bool {
        if !self.is_in_loop(e) {
            return false;
        }
        let Some(Moved { start, mut rows, elems }) = self.moved(address) else { return false };
        let Address::Element { base, block, elem_size, .. } = address else { return false };
        let (block, elem_size) = (*block, *elem_size);
        let Some(bytes) = i64::try_from(elem_size).ok().and_then(|size| elems.checked_mul(size))
        else {
            return false;
        };
        let element =
            |base, index, block| Address::Element { base, index, block, elem_size, lvalue: None };
        let start = thin(element(base.clone(), start, block));
        rows.steps.iter_mut().for_each(|s| self.replace(&mut s.value));
        let stream = self.stream(bytes);
        self.streams.push((stream, start));
        self.elements.push(e);
        self.turns |= elems % i64::from(self.threads) != 0;
        *address = element(Box::new(Address::Stream(stream)), rows, 0);
        true
    }

    fn stream(&mut self, bytes: i64) -> Stream {
        *self.last += 1;
        let (version, number) = (self.number, *self.last);
        Stream { version, number, bytes, column: false, round: 0, scalar: None }
    }

    /// Whether a loop in the body moves the element.
    fn is_in_loop(&self, e: ExprId) -> bool {
        let (facts, body) = (self.facts, self.counter.variable.body);
        let at = facts.span(e);
        let found = facts.stmts_in(body).any(|s| s.kind.is_loop() && s.span.contains(at));
        found
    }

    /// How an element of a static cyclic array moves, if its thread depends only on the counter and
    /// on loop invariants.
    fn moved(&self, address: &Address) -> Option<Moved> {
        let Address::Element { base, index, block: 1, .. } = address else { return None };
        let mut found =
            Moved { start: Index::constant(index.constant), rows: Index::default(), elems: 0 };
        for step in &index.steps {
            match self.times(step) {
                Some(times) => {
                    found.elems = found.elems.checked_add(times)?;
                    found.start.steps.push(step.clone());
                }
                None => found.rows.steps.push(self.on_its_thread(step)?),
            }
        }
        let moves = found.elems != 0 && !found.rows.steps.is_empty();
        (moves && matches!(**base, Address::Object(_))).then_some(found)
    }

    /// By how many elements an iteration moves the step; `None` if it depends on more than the
    /// counter and loop invariants.
    fn times(&self, step: &Step) -> Option<i64> {
        let Node::Source(s) = &step.value else { return None };
        let Form::Expr(e) = s.form else { return None };
        let variable = &self.counter.variable;
        let known = self.facts.is_known_outside(e, variable.body);
        let times = known.then(|| self.facts.coefficient(e, variable, true))??;
        let of = if step.threads { i64::from(self.threads) } else { 1 };
        let elems = times.checked_mul(i64::try_from(step.elems).ok()?)?.checked_mul(of)?;
        Some(if step.negative { -elems } else { elems })
    }

    /// The step of whole rows in elements on their thread.
    fn on_its_thread(&self, step: &Step) -> Option<Step> {
        let threads = u64::from(self.threads);
        let elems = match step.threads {
            true => step.elems,
            false if step.elems % threads == 0 => step.elems / threads,
            false => return None,
        };
        Some(Step { elems, threads: false, ..step.clone() })
    }
}
