// SPDX-License-Identifier: Apache-2.0
//! `upc_forall`, and how a thread goes through its own iterations.

use upc_sema::types::IntKind;
use upc_source::Span;
use upc_syntax::ast::StmtId;

use super::{Address, Neighbour, Node, Remainder, RunRow, Source, Stream};

/// upc_forall with an affinity expression (UPC 6.6.2).
#[derive(Clone)]
pub struct Forall {
    pub stmt: StmtId,
    /// From `(` to the `;` before the affinity, without both, holes for what changes.
    pub clauses: Source,
    /// The controlling expression's span.
    pub cond: Option<Span>,
    pub iterations: Iterations,
    pub body: Node,
    /// The body is a compound statement.
    pub braced: bool,
    /// It is never executed in the extent of a controlling loop.
    pub outermost: bool,
    /// The values of the clauses are compared between threads.
    pub checked: bool,
}

/// How a thread finds its iterations of a upc_forall.
#[derive(Clone)]
pub enum Iterations {
    /// All are visited; a value other than 0 means that the iteration is the calling thread's.
    Tested(Node),
    /// The thread goes from one own iteration to the next.
    Own(Box<Own>),
}

/// A loop whose counter steps from its value after the first clause to a limit
/// (`passes/iterations.rs`).
#[derive(Clone)]
pub struct Own {
    /// The counter's name and type.
    pub variable: String,
    pub kind: IntKind,
    pub down: bool,
    /// 1 with [`Turn::Strides`].
    pub step: u64,
    /// The first clause declares it: it is not read after the loop.
    pub declared: bool,
    /// The end of the first clause.
    pub init_end: u32,
    /// The second and third clauses.
    pub cond: Span,
    pub advance: Span,
    pub turn: Turn,
    pub origin: Origin,
    /// Only with [`Turn::Strides`].
    pub strides: Option<Box<Strides>>,
    /// It contains a loop, or constants show that it has many iterations: its start takes no share
    /// of its time.
    pub long: bool,
    /// A version of the loop for the calling thread's own elements.
    pub local: Option<Box<LocalVersion>>,
}

/// The data of a loop whose steps are known at run time.
#[derive(Clone)]
pub struct Strides {
    /// The counter's step.
    pub step: Node,
    /// The bound of the counter, the type of the comparison, and whether the counter reaches it.
    pub limit: Node,
    pub compared: IntKind,
    pub inclusive: bool,
    /// Nonzero if an iteration is the calling thread's, where each is tested.
    pub mine: Node,
}

/// The own iterations of an [`Own`] loop with [`Turn::Blocks`] or [`Turn::Strides`], if every
/// element of `streams` moves from thread to thread as the affinity does. In one thread's memory an
/// own iteration then moves each by a constant distance, across blocks, or within a run of
/// iterations (`passes/streams/`). If one element does not, and in the extent of a controlling
/// loop, the loop's other body is executed.
#[derive(Clone)]
pub struct LocalVersion {
    /// Tells apart the loops of a unit.
    pub number: u32,
    pub streams: Vec<OwnStream>,
    pub neighbours: Vec<Neighbour>,
    /// How many iterations before and after an iteration's own element they reach. If that is
    /// outside the block, at both ends of a turn, the other body is executed.
    pub reach: (u64, u64),
    /// Elements in other places of their blocks. A run ends where the first of these blocks ends.
    pub rows: Vec<RunRow>,
    /// Those in their subscripts. Where a modulus is too small the other body is executed.
    pub remainders: Vec<Remainder>,
    /// Elements of blocks on any thread, in a loop that is executed if all memory is mapped. If a
    /// step leads over a block, the other body is executed.
    pub cursors: Vec<Cursor>,
    /// The limit of the counter, which the loop does not change, and the type of the comparison.
    pub limit: Node,
    pub compared: IntKind,
    /// The counter reaches the limit.
    pub inclusive: bool,
    /// The body reads the counter outside addresses replaced by streams.
    pub counts: bool,
    /// All streams are own elements of static arrays for any affinity: the other body is executed
    /// only in the extent of a controlling loop.
    pub always: bool,
    /// Only with `always`: the loop is never executed in the extent of a controlling loop, so it
    /// has no other body.
    pub alone: bool,
    /// The user's body with these streams.
    pub body: Node,
    /// Declarations of what a run reads once (`passes/invariant_reads.rs`).
    pub once: Vec<Node>,
}

impl LocalVersion {
    /// Whether a run may end before the thread's turn.
    pub fn ends_early(&self) -> bool {
        self.reach != (0, 0) || !self.rows.is_empty()
    }
}

/// An element of a static array in blocks of `block` elements, which moves by `elems` times THREADS
/// of them, at most a block, and not by a constant number of bytes.
#[derive(Clone)]
pub struct Cursor {
    /// Its pointer in generated code moves, by no bytes of its own.
    pub stream: Stream,
    /// The element; the subscript contains the counter.
    pub first: Address,
    pub block: u64,
    pub elems: u64,
    pub elem_size: u64,
}

impl Cursor {
    /// With how many threads at most no step of the cursors leads over a block; `None`: there are
    /// no cursors.
    pub fn most_threads(cursors: &[Cursor]) -> Option<u64> {
        cursors.iter().map(|c| c.block / c.elems).min()
    }

    /// The object of generated code that knows the element's place.
    pub fn name(&self) -> String {
        format!("{}c", self.stream.pointer_name())
    }
}

/// A stream of a [`LocalVersion`].
#[derive(Clone)]
pub struct OwnStream {
    pub stream: Stream,
    /// The element in the first own iteration.
    pub start: Start,
    /// Whether that must be the first element of a block, a row behind a pointer.
    pub is_row: bool,
    /// The step in elements to the same iteration of the thread's next block, and the size of one.
    pub unit: u64,
    pub elem_size: u64,
}

/// The start of a stream: the address of its element in the first own iteration.
#[derive(Clone)]
pub enum Start {
    Thin(Node),
    /// With the phase: the element's block must end with the thread's turn.
    Phased(Node),
}

impl Start {
    /// The expression, in either form.
    pub fn node(&self) -> &Node {
        let (Start::Thin(node) | Start::Phased(node)) = self;
        node
    }

    /// The expression, in either form.
    pub fn node_mut(&mut self) -> &mut Node {
        let (Start::Thin(node) | Start::Phased(node)) = self;
        node
    }
}

/// The order in which iterations move from thread to thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// All are the same thread's.
    Same,
    /// `block` iterations of a thread, then `block` of the next thread, or of the previous one. A
    /// block has `block * unit` elements.
    Blocks { block: u64, unit: u64, backwards: bool },
    /// Each is `threads` threads further, cyclically.
    Cycle { threads: i64 },
    /// Slices of the iterations with equal quotients; their lengths may differ.
    Slices,
    /// The affinity moves by `elems` elements of blocks of `block` for each 1 of the counter, which
    /// moves by steps that are known when the loop runs ([`Strides`]).
    Strides { block: u64, elems: i64 },
}

/// The affinity of the first iteration.
#[derive(Clone)]
pub enum Origin {
    /// A number. `unsigned`: of 64 bits without sign.
    Integer {
        value: Node,
        unsigned: bool,
    },
    Thin(Node),
    Phased(Node),
    /// The counter divided by `block`.
    Block(u64),
    /// The counter, or its product with THREADS, divided by a number.
    Quotient {
        of_threads: bool,
        divisor: Node,
    },
}
