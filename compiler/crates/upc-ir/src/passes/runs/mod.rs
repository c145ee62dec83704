// SPDX-License-Identifier: Apache-2.0
//! Loops along contiguous elements of one thread (loop versioning): `for (j = 1; j < n; j++)` with
//! `a[i][j - 1]` of an array whose rows are parts of blocks, or `p[j]` of a pointer to indefinitely
//! blocked data.
//!
//! Each iteration moves an element by a constant number of elements. In a run, iterations that stay
//! in its block, it lies on the same thread and moves by a constant number of bytes. So the body is
//! written twice. Before a run that is long enough the address of each element is looked up, and
//! the iterations that stay in all blocks are counted. They execute the first body, which finds its
//! elements by adding bytes. Other iterations, and those with elements that are not mapped here,
//! execute the second. This pass proves:
//! - the limit of the loop's counter does not change, so that the iterations can be counted;
//! - the address of an element depends on the counter and on nothing else that the body changes;
//! - the body may be written twice. It contains no loop: only innermost loops have runs.
//!
//! The program tests whether the elements are in one block: a subscript beyond its row takes the
//! general path.
//!
//! A row that is the thread's own block is left to the pass `own` if the loop's bounds are
//! constants: the C compiler sees that the subscript stays in it, and nothing is looked up.
//!
//! Columns, `b[l][j]` in a loop over `l`: if each iteration moves an element by whole rows of
//! blocks, one block for each thread, thread and phase stay the same, and all iterations are one
//! run. If that depends on THREADS, which is known only at run time, the program tests it before
//! the loop (`upcr_column`). If the test fails, it executes a body without columns.
//!
//! Rounds, `a[i]` of a cyclic array, if THREADS is a known small number: the next iteration's
//! element is on another thread, and the element of THREADS iterations later is next in memory. So
//! each thread has a pointer, and the run's loop is unrolled by THREADS iterations, one for each
//! pointer. If some of these elements are not mapped, a body without rounds is executed. So are
//! elements that move by whole blocks, `b[l][j]` in a loop over `l` if a row is a block. Products
//! find these in short loops faster (`tables`). So the loop is written twice, and has rounds only
//! if its start and limit show many iterations.
//!
//! Remainders, `a[(j + 1) % n]`: as long as the quotient stays the same, such an element moves as
//! `a[j + 1]` does, so a run ends where the quotient changes. The program tests that both numbers
//! are positive, and, before the loop, that the divisor is not small.
//!
//! Elements that are the same in each iteration, `a[i][k]` in a loop over `j`, have a pointer as
//! well, if they are mapped; their values are read and written where the program does it. If they
//! are not mapped, a body without such pointers is executed. Own elements are left to the pass
//! `own`. Objects behind pointers that stay the same, `dir[k]->n`, are found in the same way
//! (`pointee.rs`).

mod element;
mod finder;
mod pointee;

use upc_source::Span;
use upc_syntax::ast::{ExprId, StmtKind};

use self::finder::finder;
use super::Context;
use crate::facts::Counter;
use crate::ir::{
    Apart, Column, Form, Ir, Long, Loop, Node, Remainder, RunRow, Runs, RunsOf, Start,
};
use crate::remarks::About;
use crate::visit::{part_or_text, walk_often_mut};
use crate::Facts;

/// A longer body is written once.
pub const MAX_TEXT: u32 = 2048;
/// A block must last for so many iterations.
pub const MIN_ITERATIONS: u64 = 8;
/// The least number of iterations, if constants bound it, for which a run in blocks is looked up.
/// The look-up takes as long as finding so many elements by `tables`, which treats shorter loops
/// (160 instructions, 10 for each element).
const MIN_CONSTANT: u64 = 16;
/// In blocks of so many iterations few iterations are left for the general body.
const MANY_ITERATIONS: u64 = 64;
/// The most pointers for elements that go round all threads, and the longest text of a body times
/// the iterations of a round.
const MAX_ROUND: u32 = 8;
/// Rounds of a loop for which the pointers of rounds over blocks pay: a look-up takes as long as
/// finding some five elements by products, and so does an iteration that is left after all rounds.
const LONG_ROUNDS: u64 = 16;
const MAX_ROUND_TEXT: u32 = 1024;

pub fn run(ir: &mut Ir, cx: &Context) {
    if cx.options.needs_addresses() {
        return;
    }
    let number = &mut ir.next_number;
    walk_often_mut(&mut ir.root, &mut |n: &mut Node| {
        if let Node::Loop(l) = n {
            if let Some(mut long) = in_runs(l, cx, number) {
                long.short = std::mem::replace(n, Node::empty());
                *n = Node::Long(Box::new(long));
            }
        }
    });
}

/// The kinds of elements that a body finds by streams.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Sought {
    /// Those along blocks, and columns for any THREADS.
    Blocks,
    /// Also columns for some values of THREADS, and elements that do not move.
    Columns,
    /// Also those that go round all threads; the C compiler must unroll the loop of a round.
    Rounds,
}

/// A body in which elements are found by streams.
struct Found {
    number: u32,
    rows: Vec<RunRow>,
    remainders: Vec<Remainder>,
    columns: Vec<Column>,
    apart: Vec<Apart>,
    near: Node,
    elements: Vec<ExprId>,
    /// Some elements that do not move may lie on any thread.
    fixed: bool,
}

impl Found {
    /// Whether another body is needed for far elements, or for other values of THREADS.
    fn depends(&self) -> bool {
        !self.columns.is_empty() || self.round() > 0 || self.fixed
    }

    /// Whether the general body gets few of the iterations if all is mapped.
    fn covers_all(&self) -> bool {
        let long = |row: &RunRow| match row.start {
            Start::Thin(_) => true,
            Start::Phased(_) => row.block / row.elems.unsigned_abs().max(1) >= MANY_ITERATIONS,
        };
        let mapped = self.columns.is_empty() && !self.fixed && self.apart.is_empty();
        let mapped = mapped && self.remainders.is_empty();
        mapped && self.rows.iter().all(long)
    }

    /// Whether no element moves.
    fn is_still(&self) -> bool {
        self.rows.iter().all(|row| row.stream.bytes == 0 && !row.stream.column)
    }

    /// THREADS, if elements go round all threads, else 0.
    fn round(&self) -> u32 {
        self.rows.iter().map(|row| row.stream.round).max().unwrap_or(0)
    }

    /// Whether elements go round all threads from block to block.
    fn goes_round_blocks(&self) -> bool {
        self.rows.iter().any(|row| row.stream.round > 0 && row.block > 1)
    }

    /// Whether the rounds of `body` have few enough pointers and little enough text, and no pointer
    /// that must not change in the run.
    fn is_worth_rounds(&self, body: Span) -> bool {
        let pointers: u32 = self.rows.iter().map(|row| row.stream.round).sum();
        let text = (body.end - body.start).saturating_mul(self.round());
        let plain = pointers == 0 || self.apart.is_empty();
        plain && pointers <= MAX_ROUND && text <= MAX_ROUND_TEXT
    }
}

/// Gives the loop the bodies with runs, if it has elements along blocks or columns. If columns
/// depend on the number of threads, or elements go round all threads, a body without them follows.
/// Returns the loop for many iterations, if rounds over blocks pay only there.
fn in_runs(l: &mut Loop, cx: &Context, last: &mut u32) -> Option<Long> {
    let (facts, span) = (cx.facts, l.body);
    let body = l.source.part(span).filter(|b| !b.is_copy() && l.rows.is_none()).cloned()?;
    if facts.follows_pragma(l.source.span) {
        return None;
    }
    let counter = counter_of(l, facts)?;
    let leaves_own = cx.options.passes.has("own") && has_constant_bounds(facts, &counter);
    let mut found = |sought| finder(cx, &counter, &body, (sought, leaves_own), last).found(&body);
    let rounds = found(Sought::Rounds).filter(|f| f.is_worth_rounds(span));
    let (of_blocks, rounds): (Option<Found>, Option<Found>) = match rounds {
        Some(f) if f.goes_round_blocks() => (Some(f), None),
        rounds => (None, rounds),
    };
    let all = rounds.or_else(|| found(Sought::Columns));
    if is_short(&counter) && all.as_ref().is_some_and(Found::is_still) {
        return None;
    }
    let depends = all.as_ref().is_some_and(Found::depends);
    let blocks = if depends { found(Sought::Blocks) } else { None };
    let long = of_blocks.and_then(|found| long_loop(l, cx, &counter, found));
    for found in blocks.into_iter().chain(all) {
        wrap(l, cx, &counter, found);
    }
    long
}

/// The loop with rounds over blocks, if the place where it starts has no side effect.
fn long_loop(l: &Loop, cx: &Context, counter: &Counter, found: Found) -> Option<Long> {
    let (facts, Form::Stmt(s)) = (cx.facts, l.source.form) else { return None };
    let StmtKind::For { init, .. } = &facts.ast.stmts[s].kind else { return None };
    let decl = counter.variable.decl;
    let start = facts.start_value(init, decl).filter(|&e| facts.is_quiet(e, decl))?;
    let least = LONG_ROUNDS * u64::from(found.round()) * counter.step;
    if counter.iterations.is_some_and(|n| n * counter.step < least) {
        return None;
    }
    let text = |e: ExprId| part_or_text(&l.source, facts.span(e));
    let mut long = l.clone();
    wrap(&mut long, cx, counter, found);
    let span = long.body;
    for hole in long.source.holes.iter_mut().filter(|h| h.span == span) {
        if let Node::Runs(runs) = &mut hole.node {
            runs.rare = true;
        }
    }
    Some(Long {
        start: text(start),
        limit: text(counter.limit.value),
        compared: counter.limit.compared,
        down: counter.down,
        least,
        long: Node::Loop(Box::new(long)),
        short: Node::empty(),
    })
}

/// Whether the innermost loop around the element `e` in `body` goes along it by a counter of
/// unknown values.
pub fn goes_along(facts: &Facts, e: ExprId, body: Span) -> bool {
    let Some((_, index)) = facts.pointer_and_index(e) else { return false };
    let around =
        facts.stmts_in(body).filter(|s| s.kind.is_loop() && s.span.contains(facts.span(e)));
    let Some(inner) = around.min_by_key(|s| s.span.end - s.span.start) else { return false };
    let StmtKind::For { ref init, cond: Some(cond), step: Some(step), body } = inner.kind else {
        return false;
    };
    facts.counter_of(init, cond, step, body).is_some_and(|counter| {
        let moves = facts.coefficient(index, &counter.variable, true).is_some_and(|n| n != 0);
        moves && !has_constant_bounds(facts, &counter)
    })
}

/// Whether non-negative constants bound the counter.
fn has_constant_bounds(facts: &Facts, counter: &Counter) -> bool {
    counter.natural_start && facts.natural_constant(counter.limit.value).is_some()
}

/// Adds a body with runs before the loop's body.
fn wrap(l: &mut Loop, cx: &Context, counter: &Counter, found: Found) {
    let facts = cx.facts;
    let Some(advance) = step_of(l, facts) else { return };
    let about = || About::elements(facts, l.source.span, found.elements.iter().copied());
    cx.remarks.done_with(about, || {
        let how = match found.round() {
            _ if found.is_still() => "once for this loop",
            0 => "by adding bytes, as long as the loop stays in a block",
            _ => "by adding bytes, with a pointer for each thread",
        };
        format!("found {how}")
    });
    let limit = part_or_text(&l.source, facts.span(counter.limit.value));
    let (round, rare) = (found.round(), found.covers_all() && has_many(counter));
    let span = l.body;
    let Some(hole) = l.source.holes.iter_mut().find(|h| h.span == span) else { return };
    let general = std::mem::replace(&mut hole.node, Node::empty());
    let Found { number, rows, remainders, columns, apart, near, .. } = found;
    let moduli = remainders.iter().map(|r| (r.modulus.clone(), r.least)).collect();
    hole.node = Node::Runs(Box::new(Runs {
        number,
        variable: counter.name,
        kind: counter.kind,
        down: counter.down,
        step: counter.step,
        limit,
        compared: counter.limit.compared,
        inclusive: counter.limit.inclusive,
        rows,
        remainders,
        apart,
        advance,
        near,
        general,
        rare,
        independent: false,
        round,
    }));
    l.runs.push(RunsOf { number, columns, moduli });
}

/// Whether constants show that the loop has many iterations.
fn has_many(counter: &Counter) -> bool {
    counter.iterations.is_some_and(|n| n >= MANY_ITERATIONS)
}

/// The counter of the loop, if its body may be written twice and its iterations can be counted.
fn counter_of(l: &Loop, facts: &Facts) -> Option<Counter> {
    let Form::Stmt(s) = l.source.form else { return None };
    let StmtKind::For { ref init, cond, step, body } = facts.ast.stmts[s].kind else { return None };
    let span = facts.ast.stmts[body].span;
    let innermost = facts.length(span) <= MAX_TEXT && !facts.has_loop(span);
    let counter = innermost.then(|| facts.counter_of(init, cond?, step?, body))??;
    let fits =
        facts.is_invariant(counter.limit.value, &counter.variable) && facts.is_repeatable(span);
    fits.then_some(counter)
}

/// The third clause.
fn step_of(l: &Loop, facts: &Facts) -> Option<Node> {
    let Form::Stmt(s) = l.source.form else { return None };
    let StmtKind::For { step, .. } = facts.ast.stmts[s].kind else { return None };
    let span = facts.span(step?);
    Some(part_or_text(&l.source, span))
}

/// Whether the loop has too few iterations to look blocks up.
pub fn is_short(c: &Counter) -> bool {
    c.iterations.is_some_and(|n| n < MIN_CONSTANT)
}
