// SPDX-License-Identifier: Apache-2.0
//! Runs: consecutive iterations whose elements lie in one block each (`passes/runs/`).

use upc_sema::types::IntKind;
use upc_source::Symbol;

use super::{Node, Start, Stream};

/// The body of a loop with runs (`passes/runs/`).
#[derive(Clone)]
pub struct Runs {
    /// Tells apart the loops of a unit.
    pub number: u32,
    /// The counter's name and type.
    pub variable: Symbol,
    pub kind: IntKind,
    pub down: bool,
    pub step: u64,
    /// The bound of the counter, the type of the comparison, and whether the counter
    /// reaches it.
    pub limit: Node,
    pub compared: IntKind,
    pub inclusive: bool,
    pub rows: Vec<RunRow>,
    pub remainders: Vec<Remainder>,
    pub apart: Vec<Apart>,
    /// The third clause.
    pub advance: Node,
    /// The body with elements found by streams, and the one with each found by itself.
    pub near: Node,
    pub general: Node,
    /// If all is mapped, `general` is executed for few iterations, if any.
    pub rare: bool,
    /// No iteration depends on a store of another (`passes/independent.rs`).
    pub independent: bool,
    /// 0, or THREADS, if streams of some rows go round all threads: a run is a number of rounds.
    pub round: u32,
}

/// A subscript `value % modulus`. The run ends before the quotient changes, or is empty if one of
/// the two is negative.
#[derive(Clone)]
pub struct Remainder {
    pub value: Node,
    pub modulus: Node,
    /// By how much an iteration moves the value.
    pub step: i64,
    /// With a smaller modulus a run does not pay.
    pub least: u64,
}

/// Elements of one array or pointer, at constant distances from each other.
#[derive(Clone)]
pub struct RunRow {
    pub stream: Stream,
    pub start: Start,
    /// Elements in a block, 0 if indefinite; by how many of them an iteration moves; their size.
    pub block: u64,
    pub elems: i64,
    pub elem_size: i64,
    /// The other elements, each with its distance in elements.
    pub others: Vec<(i64, Stream)>,
    /// If the row is far, a run may use a copy of it (`passes/coalesce.rs`).
    pub copied: Option<Copied>,
}

impl RunRow {
    pub fn streams(&self) -> impl Iterator<Item = &Stream> {
        std::iter::once(&self.stream).chain(self.others.iter().map(|o| &o.1))
    }

    /// The least and the greatest distance from the first stream's element, including the distance
    /// `far`.
    pub fn reaches(&self, far: i64) -> (u64, u64) {
        let all = || self.others.iter().map(|o| o.0).chain([0, far]);
        (all().min().unwrap_or(0).unsigned_abs(), all().max().unwrap_or(0).unsigned_abs())
    }
}

/// The accesses of a run to a row that it may copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Copied {
    /// It only reads the row.
    Read,
    /// It writes all of the row, and reads nothing of it.
    Written,
}

/// A loop that is executed if its counter has to go from `start` to `limit` by at least `least`,
/// else `short`.
#[derive(Clone)]
pub struct Long {
    pub start: Node,
    pub limit: Node,
    /// The type of the comparison.
    pub compared: IntKind,
    pub down: bool,
    pub least: u64,
    pub long: Node,
    pub short: Node,
}

/// The declarations of a loop for a [`Runs`] in its body.
#[derive(Clone)]
pub struct RunsOf {
    pub number: u32,
    /// All must stay on one thread, else there is no run.
    pub columns: Vec<Column>,
    /// Each of these numbers must be at least so large, else there is no run.
    pub moduli: Vec<(Node, u64)>,
}

/// A stream whose element moves by `elems` elements in blocks of `block`. If these are whole rows
/// of blocks, one for each thread, it stays on its thread and moves by `elems` / THREADS there.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    pub stream: Stream,
    pub elems: i64,
    pub block: u64,
    pub elem_size: i64,
}

/// A pointer of `size` bytes at the address `pointer`, read before a run, and the elements `far`
/// from those of a row. If the run stores to none of the pointer's bytes, the pointer does not
/// change.
#[derive(Clone)]
pub struct Apart {
    pub pointer: Node,
    pub size: u64,
    pub row: usize,
    pub far: i64,
}
