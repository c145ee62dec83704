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
//! pointer. If some of these elements are not mapped, a body without rounds is executed.
//!
//! Elements that are the same in each iteration, `a[i][k]` in a loop over `j`, have a pointer as
//! well, if they are mapped; their values are read and written where the program does it. If they
//! are not mapped, a body without such pointers is executed. Own elements are left to the pass
//! `own`.

use upc_sema::types::{ArrayLen, TypeKind};
use upc_source::Span;
use upc_syntax::ast::{ExprId, StmtKind};

use super::elements::{in_stream, replace_elements};
use super::iterations::phased;
use super::{own, scalar_replacement, Context};
use crate::facts::{Counter, Effects, Repeated, Steps};
use crate::ir::{
    Address, Apart, Column, Form, Ir, Loop, Node, RunRow, Runs, RunsOf, Start, Stream,
};
use crate::lower::thin;
use crate::remarks::subject;
use crate::visit::{part_or_text, walk_mut, walk_often_mut};
use crate::Facts;

/// A longer body is written once.
pub const MAX_TEXT: u32 = 2048;
/// A block must last for so many iterations.
pub const MIN_ITERATIONS: u64 = 8;
/// The least number of iterations, if constants bound it, for which a run in blocks is looked up.
/// The look-up takes as long as finding so many elements by `tables`, which treats shorter loops
/// (160 instructions, 10 for each element).
const MIN_CONSTANT: u64 = 16;
/// The same in a row that is a block: the loop does not continue in the next block.
const MIN_IN_ROW: u64 = 4;
/// In blocks of so many iterations few iterations are left for the general body.
const MANY_ITERATIONS: u64 = 64;
/// The largest step, in elements.
const MAX_ELEMS: u64 = 1 << 20;
/// The most pointers for elements that go round all threads, and the longest text of a body times
/// the iterations of a round.
const MAX_ROUND: u32 = 8;
const MAX_ROUND_TEXT: u32 = 1024;
/// Columns that move by fewer blocks stay on a thread only for one or two values of THREADS.
const MIN_BLOCKS: u64 = 4;

pub fn run(ir: &mut Ir, cx: &Context) {
    if cx.options.needs_addresses() {
        return;
    }
    let number = &mut ir.next_number;
    walk_often_mut(&mut ir.root, &mut |n: &mut Node| {
        if let Node::Loop(l) = n {
            in_runs(l, cx, number);
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

/// The loop whose second body is being built.
struct Finder<'x> {
    facts: &'x Facts<'x>,
    /// THREADS, if it is known.
    threads: Option<u32>,
    sought: Sought,
    /// The last number given.
    last: &'x mut u32,
    number: u32,
    counter: &'x Counter,
    effects: Effects,
    /// The elements that each iteration accesses, and the arrays or pointers that they subscript,
    /// as written.
    elements: Vec<ExprId>,
    certain: Vec<&'x str>,
    /// Pointers may be kept if a test shows that no store changes them.
    tested: bool,
    /// Rows that are own blocks are left to the pass `own`.
    leaves_own: bool,
    rows: Vec<Row<'x>>,
    /// The elements found by streams, each with its row and distance.
    found: Vec<(ExprId, usize, i64)>,
}

/// A body in which elements are found by streams.
struct Found {
    number: u32,
    rows: Vec<RunRow>,
    columns: Vec<Column>,
    apart: Vec<Apart>,
    near: Node,
    elements: Vec<ExprId>,
    /// Some elements that do not move may lie on any thread.
    fixed: bool,
}

struct Row<'x> {
    /// The first element found.
    element: Element<'x>,
    found: RunRow,
    /// The element does not move, and may lie on any thread.
    anywhere: bool,
}

/// An element along a block.
struct Element<'x> {
    /// The subscripted array or pointer, as written; the subscript; by how many elements the
    /// subscript's increment moves.
    pointer: &'x str,
    index: ExprId,
    of_index: i64,
    /// Elements of a block, 0 if indefinite; by how many of them an iteration moves; their size.
    block: u64,
    elems: i64,
    elem_size: i64,
    way: Way,
}

/// How an element moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// Along its block.
    Block,
    /// By the same number of bytes on its thread for any number of threads.
    Thread(i64),
    /// As a [`Column`].
    Column,
    /// From thread to thread, by this many bytes in a round.
    Round(i64),
    /// Not at all.
    Fixed,
}

/// Gives the loop the bodies with runs, if it has elements along blocks or columns. If columns
/// depend on the number of threads, or elements go round all threads, a body without them follows.
fn in_runs(l: &mut Loop, cx: &Context, last: &mut u32) {
    let (facts, span) = (cx.facts, l.body);
    let Some(body) = l.source.part(span).filter(|b| !b.is_copy() && l.rows.is_none()).cloned()
    else {
        return;
    };
    if facts.follows_pragma(l.source.span) {
        return;
    }
    let Some(counter) = counter_of(l, facts) else { return };
    let leaves_own = cx.options.passes.has("own") && has_constant_bounds(facts, &counter);
    let mut found = |sought| finder(cx, &counter, &body, (sought, leaves_own), last).found(&body);
    let rounds = found(Sought::Rounds).filter(|f| f.is_worth_rounds(span));
    let all = rounds.or_else(|| found(Sought::Columns));
    let depends = all.as_ref().is_some_and(Found::depends);
    let blocks = if depends { found(Sought::Blocks) } else { None };
    for found in blocks.into_iter().chain(all) {
        wrap(l, cx, &counter, found);
    }
}

/// Whether the innermost loop around the element `e` in `body` goes along it by a counter of
/// unknown values.
pub fn goes_along(facts: &Facts, e: ExprId, body: Span) -> bool {
    let Some((_, index)) = facts.pointer_and_index(e) else { return false };
    let around =
        facts.stmts_in(body).filter(|s| is_loop(&s.kind) && s.span.contains(facts.span(e)));
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

fn finder<'x>(
    cx: &Context<'x>,
    counter: &'x Counter,
    body: &Node,
    (sought, leaves_own): (Sought, bool),
    last: &'x mut u32,
) -> Finder<'x> {
    let (facts, span) = (cx.facts, counter.variable.body);
    let mut copy = body.clone();
    let elements = facts.certain_elements(&mut copy);
    *last += 1;
    Finder {
        facts,
        threads: cx.options.threads,
        sought: if cx.options.clang { sought.min(Sought::Columns) } else { sought },
        number: *last,
        last,
        counter,
        effects: facts.effects(&mut copy, span),
        certain: pointers_of(&elements, facts),
        elements,
        tested: true,
        leaves_own,
        rows: Vec::new(),
        found: Vec::new(),
    }
}

/// Adds a body with runs before the loop's body.
fn wrap(l: &mut Loop, cx: &Context, counter: &Counter, found: Found) {
    let facts = cx.facts;
    let Some(advance) = step_of(l, facts) else { return };
    cx.remarks.done(l.source.span, || {
        let elements = subject(facts, found.elements.iter().map(|&e| facts.span(e)));
        let how = match found.round() {
            _ if found.is_still() => "once for this loop",
            0 => "by adding bytes, as long as the loop stays in a block",
            _ => "by adding bytes, with a pointer for each thread",
        };
        format!("{elements} found {how}")
    });
    let limit = part_or_text(&l.source, facts.span(counter.limit.value));
    let (round, rare) = (found.round(), found.covers_all() && has_many(counter));
    let span = l.body;
    let Some(hole) = l.source.holes.iter_mut().find(|h| h.span == span) else { return };
    let general = std::mem::replace(&mut hole.node, Node::empty());
    let Found { number, rows, columns, apart, near, .. } = found;
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
        apart,
        advance,
        near,
        general,
        rare,
        independent: false,
        round,
    }));
    l.runs.push(RunsOf { number, columns });
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
    let innermost =
        span.end - span.start <= MAX_TEXT && !facts.stmts_in(span).any(|s| is_loop(&s.kind));
    let counter = innermost.then(|| facts.counter_of(init, cond?, step?, body))??;
    let fits =
        facts.is_invariant(counter.limit.value, &counter.variable) && facts.is_repeatable(span);
    fits.then_some(counter)
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

    /// Whether the rounds of `body` have few enough pointers and little enough text, and no pointer
    /// that must not change in the run.
    fn is_worth_rounds(&self, body: Span) -> bool {
        let pointers: u32 = self.rows.iter().map(|row| row.stream.round).sum();
        let text = (body.end - body.start).saturating_mul(self.round());
        let plain = pointers == 0 || self.apart.is_empty();
        plain && pointers <= MAX_ROUND && text <= MAX_ROUND_TEXT
    }
}

/// The arrays and pointers that the elements subscript.
fn pointers_of<'x>(elements: &[ExprId], facts: &Facts<'x>) -> Vec<&'x str> {
    let pointers = elements.iter().filter_map(|&e| facts.pointer_and_index(e));
    pointers.map(|(pointer, _)| facts.span(facts.bare(pointer)).slice(facts.text)).collect()
}

/// The third clause.
fn step_of(l: &Loop, facts: &Facts) -> Option<Node> {
    let Form::Stmt(s) = l.source.form else { return None };
    let StmtKind::For { step, .. } = facts.ast.stmts[s].kind else { return None };
    let span = facts.span(step?);
    Some(part_or_text(&l.source, span))
}

impl<'x> Finder<'x> {
    /// The body with streams, if it has any.
    fn found(mut self, body: &Node) -> Option<Found> {
        let mut near = body.clone();
        self.replace(&mut near);
        let mut apart = self.apart();
        if apart.is_none() {
            (self.tested, near) = (false, body.clone());
            self.rows.clear();
            self.found.clear();
            self.replace(&mut near);
            apart = Some(Vec::new());
        }
        let columns = self.rows.iter().filter_map(Row::column).collect();
        let fixed = self.rows.iter().any(|r| r.anywhere);
        let mut rows: Vec<RunRow> = self.rows.into_iter().map(|r| r.found).collect();
        let (facts, span) = (self.facts, self.counter.variable.body);
        let whole = scalar_replacement::Body {
            facts,
            span,
            effects: &self.effects,
            certain: &self.elements,
        };
        scalar_replacement::keep(&mut rows, &mut near, &whole);
        let apart = apart.unwrap_or_default();
        let elements = self.found.iter().map(|f| f.0).collect();
        (!rows.is_empty()).then_some(Found {
            number: self.number,
            rows,
            columns,
            apart,
            near,
            elements,
            fixed,
        })
    }

    fn replace(&mut self, body: &mut Node) {
        replace_elements(body, &mut |e, address| match self.stream(e, address) {
            Some(stream) => {
                *address = Address::Stream(stream);
                true
            }
            None => false,
        });
    }

    /// The stream of the element `e` at `address`; adds it if it is new.
    fn stream(&mut self, e: ExprId, address: &Address) -> Option<Stream> {
        if self.leaves_own && own::is_own_row(address) {
            return None;
        }
        let element = self.element(e)?;
        if element.way == Way::Fixed && !self.may_stay(address) {
            return None;
        }
        let (bytes, column) = match element.way {
            Way::Block => (element.elems.checked_mul(element.elem_size)?, false),
            Way::Thread(bytes) | Way::Round(bytes) => (bytes, false),
            Way::Column => (0, true),
            Way::Fixed => (0, false),
        };
        let goes_round = matches!(element.way, Way::Round(_));
        let round = self.threads.filter(|_| goes_round).unwrap_or(0);
        *self.last += 1;
        let stream =
            Stream { version: self.number, number: *self.last, bytes, column, round, scalar: None };
        let (at, far) = match self.row_of(&element) {
            Some(known) => known,
            None => {
                let row = new_row(address, element, stream)?;
                self.rows.push(row);
                (self.rows.len() - 1, 0)
            }
        };
        self.found.push((e, at, far));
        Some(self.rows[at].at(far, stream))
    }

    /// Whether the element at `address`, which does not move, may have a pointer. An element in the
    /// block of a stream is mapped when that block is.
    fn may_stay(&self, address: &Address) -> bool {
        !own::is_own(address) && (self.sought > Sought::Blocks || in_stream(address))
    }

    /// The ranges that must not overlap if pointers read before a run are to stay the same in it;
    /// `None` if no test is known.
    fn apart(&mut self) -> Option<Vec<Apart>> {
        let mut kept = Vec::new();
        for row in &mut self.rows {
            walk_mut(row.found.start.node_mut(), &mut |n: &mut Node| {
                if let Node::Load(place) = n {
                    kept.push((place.ty.ty, place.address.clone()));
                }
            });
        }
        let mut apart = Vec::new();
        for (ty, address) in kept {
            for lvalue in self.effects.keep(self.facts, ty, true)? {
                let element = self.facts.record(lvalue);
                let &(_, row, far) = self.found.iter().find(|f| f.0 == element)?;
                if self.rows[row].element.way == Way::Fixed {
                    return None; // it may be the pointer
                }
                let size = self.facts.types.fixed_size(ty)?;
                apart.push(Apart { pointer: thin(address.clone()), size, row, far });
            }
        }
        Some(apart)
    }

    /// How the element `e` moves; `None` if not along a block or a column.
    fn element(&self, e: ExprId) -> Option<Element<'x>> {
        let (facts, counter) = (self.facts, self.counter);
        let (pointer, index) = facts.pointer_and_index(e)?;
        let stride =
            facts.stride(facts.pointee(pointer).filter(|p| facts.types.pts_repr(*p).is_some())?);
        let text = facts.span(facts.bare(pointer)).slice(facts.text);
        let effects = self.certain.contains(&text).then_some(&self.effects);
        let loop_ = Repeated { counter: &counter.variable, effects, tested: self.tested };
        let step = i64::try_from(counter.step).ok()?;
        let steps = facts.steps_of(pointer, index, loop_)?.times(if counter.down {
            -step
        } else {
            step
        })?;
        let of_index = i64::try_from(stride.elems).ok()?;
        let elem_size = i64::try_from(stride.elem_size).ok()?;
        let least = if self.is_block(pointer, stride.block) { MIN_IN_ROW } else { MIN_ITERATIONS };
        let way = self.way(steps, stride.block, elem_size, least)?;
        Some(Element {
            pointer: text,
            index,
            of_index,
            block: stride.block,
            elems: steps.elems,
            elem_size,
            way,
        })
    }

    /// Whether `pointer` is a row of an array whose rows are blocks, so that a loop along it has
    /// one run.
    fn is_block(&self, pointer: ExprId, block: u64) -> bool {
        let row = self.facts.bare(pointer);
        let length = self.facts.ty(row).map(|t| self.facts.types.kind(t.ty));
        let in_array = self.facts.pointer_and_index(row).is_some();
        in_array
            && matches!(
                length,
                Some(TypeKind::Array { len: ArrayLen::Const(n), .. }) if *n == block
            )
    }

    /// How an element with these `steps` for each iteration moves, if its block lasts for at least
    /// `least` iterations.
    fn way(&self, steps: Steps, block: u64, elem_size: i64, least: u64) -> Option<Way> {
        let Steps { elems, rows } = steps;
        let size = elems.unsigned_abs().max(rows.unsigned_abs());
        match size {
            0 => return Some(Way::Fixed),
            1..=MAX_ELEMS => {}
            _ => return None,
        }
        let whole = |n: i64, of: u64| block > 0 && of > 0 && n.unsigned_abs() % of == 0;
        match (elems, rows) {
            (0, _) => whole(rows, block).then(|| rows.checked_mul(elem_size).map(Way::Thread))?,
            (_, 0) if block == 0 => Some(Way::Block),
            (_, 0) if is_short(self.counter) => None,
            (_, 0) if block != 1 && lasts(block, elems, 0, least) => Some(Way::Block),
            (_, 0) => match self.threads.map(u64::from) {
                Some(t) if whole(elems, block.checked_mul(t)?) => {
                    (elems / t as i64).checked_mul(elem_size).map(Way::Thread)
                }
                Some(t) => {
                    let rounds =
                        self.sought == Sought::Rounds && block == 1 && t <= u64::from(MAX_ROUND);
                    rounds.then(|| elems.checked_mul(elem_size).map(Way::Round))?
                }
                None => {
                    let fits = self.sought > Sought::Blocks
                        && whole(elems, block)
                        && elems.unsigned_abs() / block >= MIN_BLOCKS;
                    fits.then_some(Way::Column)
                }
            },
            _ => None,
        }
    }

    /// The row of the element, and its distance from the row's first stream.
    fn row_of(&self, element: &Element) -> Option<(usize, i64)> {
        self.rows.iter().enumerate().find_map(|(at, row)| {
            let alike = row.element.pointer == element.pointer;
            let far = alike.then(|| self.facts.distance(element.index, row.element.index))??;
            let far = far.checked_mul(element.of_index)?;
            let (low, high) = row.found.reaches(far);
            let alone = element.way != Way::Block && far != 0 || element.elems != row.element.elems;
            let fits = !alone
                && low.max(high) <= MAX_ELEMS
                && (far == 0 || lasts(element.block, element.elems, low + high, MIN_ITERATIONS));
            fits.then_some((at, far))
        })
    }
}

/// Before the run the element is found by the general path.
fn new_row<'x>(address: &Address, element: Element<'x>, stream: Stream) -> Option<Row<'x>> {
    let start = match (element.way, element.block) {
        (Way::Thread(_) | Way::Column | Way::Round(_) | Way::Fixed, _) | (_, 0) => {
            Start::Thin(thin(address.clone()))
        }
        (Way::Block, block) => Start::Phased(phased(address.clone(), block)?),
    };
    let Element { block, elems, elem_size, way, .. } = element;
    Some(Row {
        anywhere: way == Way::Fixed && !in_stream(address),
        element,
        found: RunRow { stream, start, block, elems, elem_size, others: Vec::new(), copied: None },
    })
}

impl Row<'_> {
    /// The test of its element, if any.
    fn column(&self) -> Option<Column> {
        let Element { block, elems, elem_size, way, .. } = self.element;
        (way == Way::Column).then_some(Column {
            stream: self.found.stream,
            elems,
            block,
            elem_size,
        })
    }

    /// The stream at the distance `far`; `fresh` becomes it if there is none yet.
    fn at(&mut self, far: i64, fresh: Stream) -> Stream {
        let RunRow { stream, others, .. } = &mut self.found;
        let known =
            if far == 0 { Some(*stream) } else { others.iter().find(|o| o.0 == far).map(|o| o.1) };
        known.unwrap_or_else(|| {
            others.push((far, fresh));
            fresh
        })
    }
}

/// Whether elements within `reach` of each other stay in a block of `block` elements (0:
/// indefinite) for `least` iterations that move by `elems`.
fn lasts(block: u64, elems: i64, reach: u64, least: u64) -> bool {
    block == 0 || block > reach && (block - reach) / elems.unsigned_abs() >= least
}

/// Whether the loop has too few iterations to look blocks up.
pub fn is_short(c: &Counter) -> bool {
    c.iterations.is_some_and(|n| n < MIN_CONSTANT)
}

pub fn is_loop(s: &StmtKind) -> bool {
    use StmtKind::{DoWhile, For, UpcForall, While};
    matches!(s, While { .. } | DoWhile { .. } | For { .. } | UpcForall { .. })
}
