// SPDX-License-Identifier: Apache-2.0
//! Executes the iterations of a loop over cyclic arrays thread by thread: `for (j = 0; j < n; j++)
//! y[j] += s * x[j]`, or a loop over the columns of cyclic matrices, around one over `l` that reads
//! `b[l][j]`, if their rows have a multiple of THREADS elements.
//!
//! The element of the next iteration is another thread's, so the C compiler finds no adjacent
//! elements and does not vectorise the loop. The elements of one thread are adjacent. So if all
//! segments are mapped, the iterations for each thread's elements become a loop of their own, whose
//! elements are found by adding bytes. This pass proves:
//! - no iteration depends on a store of another (`independent.rs`), none ends early or ends the
//!   loop, and nothing is volatile;
//! - the loop counts by 1 towards an invariant limit, and an iteration changes only variables that
//!   it declares: so iterations may be executed in any order;
//! - it may be written twice;
//! - around other loops: the number of threads is known, and at most 8;
//! - in an innermost loop: it is not, since for few threads the pass `runs` has a pointer for each.
//!   All accesses to memory are to elements of static arrays that move with the counter or stay,
//!   and at least one array is cyclic. If constants do not show that each thread has enough
//!   iterations, the program tests it. Elements of other arrays must be in blocks of at least 64
//!   iterations, and each iteration must access them: a pointer that goes from block to block finds
//!   them (`streams/cursors.rs`).

use upc_source::Span;
use upc_syntax::ast::{DeclarationKind, ExprId, ExprKind, ForInit, StmtKind};

use super::elements::{in_stream, is_relaxed_number, replace_elements};
use super::independent::is_independent;
use super::runs::MAX_TEXT;
use super::streams::cursors::cursor;
use super::Context;
use crate::facts::Counter;
use crate::ir::{Address, Cursor, Form, Index, Ir, Loop, Node, Owners, Step, Stream};
use crate::remarks::About;
use crate::visit::{children_often_mut, part_or_text, places_mut, walk_mut};
use crate::Facts;

/// Around other loops: with more threads few iterations belong to one thread.
const MAX_THREADS: u32 = 8;
/// Fewer iterations of a thread do not pay for a loop: if it is around others, and if it is
/// innermost, where to find the elements by products takes as long as some five to start a thread's
/// loop.
const MIN_ITERATIONS: u64 = 4;
const MIN_INNERMOST: u64 = 8;

pub fn run(ir: &mut Ir, cx: &Context) {
    if !cx.options.needs_addresses() && !cx.options.clang {
        Pass { cx, number: &mut ir.next_number }.visit(&mut ir.root);
    }
}

struct Pass<'x> {
    cx: &'x Context<'x>,
    /// The last number given.
    number: &'x mut u32,
}

/// The loop whose version is being built.
struct Version<'x> {
    facts: &'x Facts<'x>,
    /// THREADS, if it is known.
    threads: Option<u32>,
    counter: &'x Counter,
    innermost: bool,
    last: &'x mut u32,
    number: u32,
    streams: Vec<(Stream, Address)>,
    cursors: Vec<Cursor>,
    /// The elements that each iteration accesses.
    certain: Vec<ExprId>,
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
        let (facts, threads) = (self.cx.facts, self.cx.options.threads);
        let Node::Loop(l) = &*n else { return None };
        let Text { counter, first, innermost } = text_of(l, facts)?;
        if innermost == threads.is_some_and(|t| t <= MAX_THREADS) {
            return None;
        }
        let least = least_for_each(&counter, threads, innermost)?;
        if !is_independent(n, facts) {
            return None;
        }
        let Node::Loop(l) = &*n else { return None };
        let part = |e: ExprId| part_or_text(&l.source, facts.span(e));
        let (first, limit) = (part(first), part(counter.limit.value));
        let mut near = l.source.part(l.body)?.clone();
        *self.number += 1;
        let mut version = Version {
            facts,
            threads,
            counter: &counter,
            innermost,
            number: *self.number,
            last: self.number,
            streams: Vec::new(),
            cursors: Vec::new(),
            certain: if innermost { facts.certain_elements(&mut near) } else { Vec::new() },
            elements: Vec::new(),
            turns: false,
        };
        version.replace(&mut near);
        let Version { number, streams, cursors, elements, turns, .. } = version;
        if !turns || innermost && !finds_all(&mut near) {
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
            declared: counter.declared,
            first,
            limit,
            inclusive: counter.limit.inclusive,
            iterations: counter.iterations,
            least,
            streams,
            cursors,
            near,
        })
    }
}

/// How many iterations each thread must have when the program runs, 0 if constants show that they
/// are enough; `None` if these show that they are not.
fn least_for_each(counter: &Counter, threads: Option<u32>, innermost: bool) -> Option<u64> {
    let least = if innermost { MIN_INNERMOST } else { MIN_ITERATIONS };
    match (counter.iterations, threads) {
        (Some(n), _) if n < least * u64::from(threads.unwrap_or(2)) => None,
        (Some(_), Some(_)) => Some(0),
        _ => Some(if innermost { least } else { 0 }),
    }
}

/// A loop whose iterations may be executed in another order according to its text, and the first
/// value of its counter.
struct Text {
    counter: Counter,
    first: ExprId,
    innermost: bool,
}

fn text_of(l: &Loop, facts: &Facts) -> Option<Text> {
    let Form::Stmt(s) = l.source.form else { return None };
    let StmtKind::For { ref init, cond, step, body } = facts.ast.stmts[s].kind else { return None };
    let (whole, inside) = (l.source.span, facts.ast.stmts[body].span);
    if l.rows.is_some() || facts.length(whole) > MAX_TEXT {
        return None;
    }
    let counter = facts.counter_of(init, cond?, step?, body)?;
    let decl = counter.variable.decl;
    let first = facts.start_value(init, decl)?;
    let signed =
        facts.types.is_signed(counter.kind) && facts.types.is_signed(counter.limit.compared);
    let innermost = !facts.has_loop(inside);
    let plain = !innermost || facts.is_quiet(first, decl) && leads_to_shared(facts, inside);
    let fits = counter.step == 1
        && !counter.down
        && signed
        && plain
        && starts_one(init, facts)
        && facts.is_invariant(counter.limit.value, &counter.variable)
        && !facts.leaves(inside)
        && !facts.follows_pragma(whole)
        && facts.is_repeatable(whole)
        && changes_its_own(facts, inside)
        && !has_volatile(facts, whole);
    fits.then_some(Text { counter, first, innermost })
}

/// Whether `span` reads or writes an object whose accesses are observable.
fn has_volatile(facts: &Facts, span: Span) -> bool {
    let is_volatile = |e| facts.ty(e).is_some_and(|t| facts.types.object_quals(t).volatile);
    let found = facts.exprs().within(facts, span).any(is_volatile);
    found
}

/// Whether subscripts and pointers in `span` lead to shared data only.
fn leads_to_shared(facts: &Facts, span: Span) -> bool {
    facts.writes().elements_in(span).all(|e| facts.is_shared_lvalue(e))
}

/// Whether all that `n` accesses in shared memory is found by streams.
fn finds_all(n: &mut Node) -> bool {
    let mut all = true;
    walk_mut(n, &mut |n: &mut Node| places_mut(n, &mut |p| all &= in_stream(&p.address)));
    all
}

/// Whether the first clause does nothing but give one variable its value.
fn starts_one(init: &ForInit, facts: &Facts) -> bool {
    match init {
        ForInit::None => false,
        ForInit::Expr(e) => {
            matches!(facts.expr_node(facts.bare(*e)).kind, ExprKind::Assign { op: None, .. })
        }
        ForInit::Declaration(d) => match &facts.ast.declarations[*d].kind {
            DeclarationKind::Plain { declarators, .. } => declarators.len() == 1,
            _ => false,
        },
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
        if !self.innermost && !self.is_in_loop(e) {
            return false;
        }
        let Some(Moved { start, mut rows, elems }) = self.moved(address) else { return false };
        let Address::Element { base, block, elem_size, .. } = address else { return false };
        let (block, elem_size) = (*block, *elem_size);
        if block > 1 {
            return self.find_by_cursor(e, address, elems);
        }
        let Some(bytes) = i64::try_from(elem_size).ok().and_then(|size| elems.checked_mul(size))
        else {
            return false;
        };
        let element =
            |base, index, block| Address::Element { base, index, block, elem_size, lvalue: None };
        let start = element(base.clone(), start, block);
        rows.steps.iter_mut().for_each(|s| self.replace(&mut s.value));
        let stream = self.stream(bytes);
        self.streams.push((stream, start));
        self.elements.push(e);
        self.turns |= self.threads.map_or(elems, |t| elems % i64::from(t)) != 0;
        *address = element(Box::new(Address::Stream(stream)), rows, 0);
        true
    }

    fn find_by_cursor(&mut self, e: ExprId, address: &mut Address, elems: i64) -> bool {
        let (version, fresh) = (self.number, *self.last + 1);
        let fits = self.certain.contains(&e) && is_relaxed_number(self.facts, e);
        let found = cursor(address, elems, self.threads, (version, fresh)).filter(|_| fits);
        let Some(cursor) = found else { return false };
        *self.last = fresh;
        *address = Address::Stream(cursor.stream);
        self.cursors.push(cursor);
        self.elements.push(e);
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

    /// How an element of a static array moves, if its thread depends only on the counter and on
    /// loop invariants. Around other loops the array must be cyclic.
    fn moved(&self, address: &Address) -> Option<Moved> {
        let Address::Element { base, index, block, .. } = address else { return None };
        if *block != 1 && (*block == 0 || !self.innermost) {
            return None;
        }
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
        let rows = !found.rows.steps.is_empty();
        let moves = if self.innermost { !rows } else { rows && found.elems != 0 };
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
        let of = match step.threads {
            true if times != 0 => i64::from(self.threads?),
            _ => 1,
        };
        let elems = times.checked_mul(i64::try_from(step.elems).ok()?)?.checked_mul(of)?;
        Some(if step.negative { -elems } else { elems })
    }

    /// The step of whole rows in elements on their thread.
    fn on_its_thread(&self, step: &Step) -> Option<Step> {
        let threads = self.threads.map(u64::from);
        let elems = match step.threads {
            true => step.elems,
            false => threads.filter(|t| step.elems % t == 0).map(|t| step.elems / t)?,
        };
        Some(Step { elems, threads: false, ..step.clone() })
    }
}
