// SPDX-License-Identifier: Apache-2.0
//! Loops, and the pointers that they hold for their iterations.

use upc_sema::types::IntKind;
use upc_source::{Span, Symbol};

use super::{Address, Cursor, Node, ObjectId, RunsOf, Source, Stream};
use crate::access::Scalar;

/// while, do and for.
#[derive(Clone)]
pub struct Loop {
    pub source: Source,
    /// Elements that stay on their threads from one iteration to the next.
    pub rows: Option<Box<Rows>>,
    /// The runs of the body; the ones tried first are last.
    pub runs: Vec<RunsOf>,
    /// The controlling expression's span and the body's.
    pub cond: Option<Span>,
    pub body: Span,
    /// Whether the controlling expression always says so; `None`: it is no constant. A `for` loop
    /// without one goes on.
    pub goes_on: Option<bool>,
    pub poll: Poll,
    /// No iteration depends on a store of another (`passes/independent.rs`).
    pub independent: bool,
}

/// The point at which a loop calls upcr_poll.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Poll {
    No,
    /// With each evaluation of the controlling expression.
    Condition,
    /// At the start of the body.
    Body,
    /// At either, counted by the loop: it follows links.
    Links,
}

/// A `goto` to a label before it: the back edge of a loop without a loop's statement.
#[derive(Clone)]
pub struct JumpBack {
    /// The statement, which stays as it is.
    pub jump: Span,
    /// Where its label begins.
    pub label: u32,
    /// Whether it calls upcr_poll first.
    pub polls: bool,
}

/// The extra work of a loop for the elements that its body finds by adding bytes ([`RowElement`]).
#[derive(Clone)]
pub struct Rows {
    /// Tells apart the loops of a unit.
    pub number: u32,
    /// The first clause is a declaration.
    pub declared: bool,
    /// The ends of the first and of the third clause.
    pub ends: (u32, u32),
    /// The controlling expression: a loop that is not entered computes no address.
    pub cond: Option<Node>,
    /// Each stream with the address of its first element.
    pub streams: Vec<(Stream, Node)>,
}

/// A place `offset` bytes into an element of a loop by rows (`passes/rows.rs`). The stream's
/// pointer is null if the element is not mapped here, or cannot be found from the first one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RowElement {
    pub stream: Stream,
    pub offset: u64,
}

/// A loop that accesses own elements by pointers (`passes/own.rs`).
#[derive(Clone)]
pub struct OwnElements {
    pub pointers: Vec<OwnPointer>,
    pub loop_: Box<Node>,
}

/// A pointer to the calling thread's first element of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OwnPointer {
    /// Tells apart those of a unit.
    pub number: u32,
    pub object: ObjectId,
    /// The element is a variable of this form in the loop, and is written back after it if it was
    /// assigned.
    pub scalar: Option<Scalar>,
}

impl OwnPointer {
    /// The object of generated code.
    pub fn name(&self) -> String {
        format!("__upcr_own{}", self.number)
    }

    /// Whether the variable was assigned.
    pub fn assigned_name(&self) -> String {
        format!("__upcr_set{}", self.number)
    }
}

/// A pointer to the start of a static object, on thread 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StartPointer {
    /// Tells apart those of a unit.
    pub number: u32,
    pub object: ObjectId,
}

impl StartPointer {
    /// The object of generated code.
    pub fn name(&self) -> String {
        format!("__upcr_at{}", self.number)
    }
}

/// A loop that counts up by 1, with iterations in any order and all segments mapped
/// (`passes/owners.rs`): a loop with step THREADS for each thread.
#[derive(Clone)]
pub struct Owners {
    /// Tells apart the loops of a unit.
    pub number: u32,
    /// The counter's name and type, whether the first clause declares it, its first value, and its
    /// bound.
    pub variable: Symbol,
    pub kind: IntKind,
    pub declared: bool,
    pub first: Node,
    pub limit: Node,
    pub inclusive: bool,
    /// The number of iterations, if constants tell.
    pub iterations: Option<u64>,
    /// How many of them each thread must have; 0: nothing is tested.
    pub least: u64,
    /// Each stream, by steps of THREADS iterations, with its first element, which is one of a
    /// static array; the subscript contains the counter.
    pub streams: Vec<(Stream, Address)>,
    /// Elements of arrays in blocks.
    pub cursors: Vec<Cursor>,
    /// The body.
    pub near: Node,
}
