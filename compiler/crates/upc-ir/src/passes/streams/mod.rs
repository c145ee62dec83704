// SPDX-License-Identifier: Apache-2.0
//! A version of a loop for elements that move as its affinity does (loop versioning).
//!
//! In `upc_forall (i = 0; i < n; i++; &a[i])` the elements `a[i]`, and `b[i]` of an array with the
//! same layout, are the thread's own in each own iteration. A thread's elements are contiguous in
//! its memory across blocks, so the element of the next own iteration is a constant number of bytes
//! further, and no subscript is translated. This pass proves:
//! - the element moves by as many elements as the affinity does in blocks of the same size, or by m
//!   times as many in blocks m times as large. So it changes threads when the affinity does, if
//!   both have the same position in their blocks in one own iteration. Then it is on one thread in
//!   all own iterations. The program tests this position at the first own iteration, since pointers
//!   are arbitrary;
//! - the limit of the loop's counter does not change, so that the own iterations can be counted;
//! - the body may be written twice, and has no `break` out of the loop, which would leave only an
//!   inner loop.
//!
//! Rows, `a[i][k]` in `upc_forall (...; &a[i][0])`: if each iteration advances by a block, which
//! begins with the row, the start of the row is found by a stream for any other subscripts. Each
//! access tests whether they stay in the block. That a row behind a pointer, `shared [D] double
//! (*point)[D]`, begins a block is tested at the first own iteration. In blocks of several rows,
//! `point[i][2]` with `shared [3 * B] double point[N][3]` and an affinity in blocks of B, constants
//! must keep the other subscripts in the row.
//!
//! Elements at a constant distance, `a[i + 1]`: in a cyclic array they are also on one thread, and
//! so are those that move against the affinity, `y[d - i]`, also by a variable, `j = d - i; y[j]`.
//! In larger blocks they are next to `a[i]`, except at the ends of a block, where the other body is
//! executed. The same holds for elements of a static array at a distance bounded by constants:
//! `a[i + j]` in a loop over `j`.
//!
//! Other elements that an iteration moves by a constant number of elements in long blocks, `a[i +
//! half]` or `b[2 * i]`: a run, iterations of a turn that stay in the blocks of all of these,
//! finds them by pointers that are looked up at its start. If some are not mapped, or the run is
//! short, the other body is executed. The subscript may be a variable of the body with such a
//! value, `int k = i + half`, or a remainder, `(i + 1) % n`: a run ends where the quotient changes.
//! If that cannot be many iterations, since `n` is small, the other body is executed.

mod block_rows;
mod block_runs;
pub(super) mod cursors;
mod elements;
mod windows;

use rustc_hash::FxHashMap;
use upc_sema::unit::DeclId;
use upc_source::Span;
use upc_syntax::ast::ExprId;

use self::block_runs::{initial_values, Row};
use self::elements::Element;
use super::elements::replace_elements;
use super::iterations::{regular, Regular};
use super::{invariant_reads, Context};
use crate::facts::Counter;
use crate::ir::{self, Address, Forall, Ir, Iterations, LocalVersion, Neighbour, Node, Step, Turn};
use crate::remarks::About;
use crate::visit::{part_or_text, walk_mut};
use crate::Facts;

pub fn run(ir: &mut Ir, cx: &Context) {
    if cx.options.needs_addresses() {
        return;
    }
    let number = &mut ir.next_number;
    walk_mut(&mut ir.root, &mut |n: &mut Node| {
        if let Node::Forall(f) = n {
            let version = local_version(f, cx, number);
            if let Iterations::Own(own) = &mut f.iterations {
                own.local = version.map(Box::new);
            }
        }
    });
}

/// The version being built.
pub(super) struct Version<'x> {
    facts: &'x Facts<'x>,
    /// THREADS, if it is known. With 1 thread a row is one of an ordinary array.
    threads: Option<u32>,
    /// The last number given.
    last: &'x mut u32,
    number: u32,
    counter: Counter,
    turn: Turn,
    /// By how many elements an iteration moves the affinity, and the size of their blocks.
    elems: i64,
    block: u64,
    /// The affinity's subscript.
    subscript: ExprId,
    streams: Vec<Element<'x>>,
    /// How far before and after the affinity's element the farthest elements at a constant distance
    /// are.
    neighbours: Vec<Neighbour>,
    reach: (u64, u64),
    /// Elements that move in other places of their blocks.
    rows: Vec<Row<'x>>,
    /// Those in the subscripts of these elements.
    remainders: Vec<ir::Remainder>,
    /// The initial values of the body's variables.
    values: FxHashMap<DeclId, Node>,
    /// The accesses of the body to these elements.
    replaced: Vec<Span>,
    /// The subscript of own elements in static arrays of the same layout, if it is known.
    own: Option<ExprId>,
    /// So far all streams are such elements.
    always: bool,
}

/// The version of the loop that finds elements with the affinity's subscript without translating
/// it.
fn local_version(f: &Forall, cx: &Context, last: &mut u32) -> Option<LocalVersion> {
    let facts = cx.facts;
    let (mut version, mut body) = new_version(f, cx, last)?;
    let (limit, turn) = (version.counter.limit, version.turn);
    version.replace(&mut body);
    if version.streams.is_empty() {
        return None;
    }
    let (once, reads) =
        invariant_reads::read(&mut body, &version.counter.variable, facts, version.last);
    remark(f, cx, reads, &version.replaced);
    let always =
        version.always && version.reach == (0, 0) && version.rows.is_empty() && !is_strided(turn);
    Some(LocalVersion {
        number: version.number,
        counts: version.reads_counter(),
        always,
        alone: always && f.outermost,
        streams: version.streams.into_iter().map(|e| e.own).collect(),
        neighbours: version.neighbours,
        rows: version.rows.into_iter().map(|row| row.found).collect(),
        remainders: version.remainders,
        cursors: Vec::new(),
        reach: version.reach,
        limit: part_or_text(&f.clauses, facts.span(limit.value)),
        compared: limit.compared,
        inclusive: limit.inclusive,
        body,
        once,
    })
}

/// A version of the loop that has replaced nothing, and a copy of the body.
fn new_version<'x>(f: &Forall, cx: &Context<'x>, last: &'x mut u32) -> Option<(Version<'x>, Node)> {
    let facts = cx.facts;
    let Iterations::Own(_) = &f.iterations else { return None };
    let Regular { counter, moving, turn, affinity, .. } = regular(facts, f.stmt)?;
    let fits = matches!(turn, Turn::Blocks { .. } | Turn::Strides { .. })
        && facts.is_invariant(counter.limit.value, &counter.variable)
        && facts.is_repeatable(counter.variable.body);
    if !fits {
        return None;
    }
    let subscript = facts.subscript_of(affinity)?;
    let step = i64::try_from(counter.step).ok()?;
    let elems = moving.coefficient.checked_mul(if counter.down { -step } else { step })?;
    *last += 1;
    let mut body = f.body.clone();
    let version = Version {
        facts,
        threads: cx.options.threads,
        number: *last,
        last,
        counter,
        turn,
        elems,
        block: moving.block.unwrap_or(1),
        subscript,
        streams: Vec::new(),
        neighbours: Vec::new(),
        reach: (0, 0),
        rows: Vec::new(),
        remainders: Vec::new(),
        values: initial_values(&mut body),
        replaced: Vec::new(),
        own: facts.own_subscript(affinity),
        always: true,
    };
    Some((version, body))
}

/// Reports the `reads` before the loop, and the elements `found` by streams.
fn remark(f: &Forall, cx: &Context, reads: Vec<Span>, found: &[Span]) {
    let whole = cx.facts.stmt_node(f.stmt).span;
    if !reads.is_empty() {
        let about = || About::spans(cx.facts, whole, reads);
        cx.remarks.done_with(about, || "read once for many own iterations".to_string());
    }
    let about = || About::spans(cx.facts, whole, found.iter().copied());
    cx.remarks.done_with(about, || {
        "found by adding bytes from one own iteration to the next".to_string()
    });
}

impl<'x> Version<'x> {
    fn replace(&mut self, n: &mut Node) {
        replace_elements(n, &mut |e, address| match self
            .stream(e, address)
            .or_else(|| self.stream_by_variable(e, address))
        {
            Some(stream) => {
                *address = Address::Stream(stream);
                true
            }
            None => {
                self.in_row(e, address) || self.in_window(e, address) || self.in_run(e, address)
            }
        });
    }

    /// By what an iteration changes the counter.
    fn step(&self) -> i64 {
        let step = self.counter.step as i64;
        if self.counter.down {
            -step
        } else {
            step
        }
    }

    fn fresh(&mut self) -> u32 {
        *self.last += 1;
        *self.last
    }

    /// Whether the body reads the counter outside of addresses replaced by streams.
    fn reads_counter(&self) -> bool {
        let replaced = |at: u32| self.replaced.iter().any(|r| r.start <= at && at < r.end);
        let counter = self.counter.variable;
        self.facts.writes().mentions_in(counter.decl, counter.body).iter().any(|&at| !replaced(at))
    }
}

/// Whether the program knows by how many bytes elements move when it runs.
fn is_strided(turn: Turn) -> bool {
    matches!(turn, Turn::Strides { .. })
}

/// The expression as a number of elements: the user's text.
fn plain_step(facts: &Facts, e: ExprId) -> Step {
    let value = Node::copy(facts.span(e));
    Step { value, elems: 1, threads: false, negative: false, array: None }
}
