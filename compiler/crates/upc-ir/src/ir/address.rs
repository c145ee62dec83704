// SPDX-License-Identifier: Apache-2.0
//! Addresses in the shared space, and the steps of pointer arithmetic.

use upc_sema::types::{PtsRepr, QualTy};
use upc_syntax::ast::ExprId;

use super::{Events, Node, ObjectId, OwnPointer, Size, StartPointer, Stream};

/// An address in the shared space.
#[derive(Clone)]
pub enum Address {
    /// The start of a static object: thread 0, phase 0.
    Object(ObjectId),
    /// The value of a pointer-to-shared expression.
    Pointer { value: Box<Node>, repr: PtsRepr },
    /// `index` elements of the ultimate element type further, in block-size `block` (0: indefinite)
    /// arithmetic (UPC 6.4.2).
    Element {
        base: Box<Address>,
        index: Index,
        block: u64,
        elem_size: u64,
        /// The expression of this element, if the program accesses it or a member of it.
        lvalue: Option<ExprId>,
    },
    /// `offset` bytes into an object that lies on one thread.
    Member { base: Box<Address>, offset: u64 },
    /// The calling thread's own element of an own iteration.
    Stream(Stream),
    /// The calling thread's first element of an array. Elements in blocks are relative to the start
    /// of their block.
    Own(OwnPointer),
    /// The start of a static object, in a loop that is executed if its memory is mapped.
    Start(StartPointer),
    /// An element of an array in a loop that is executed if all segments are mapped at equal
    /// distances. `one_row`: no thread has more than one block of the array.
    AllNear { base: Box<Address>, one_row: bool },
    /// The same address, checked at the access: an object of type `ty` must be there. `aligned`: at
    /// a multiple of its alignment.
    Checked { base: Box<Address>, ty: QualTy, aligned: bool, access: Access },
    /// The same address, of `size` bytes whose access is reported to a tool.
    Notified { base: Box<Address>, size: Size, strict: bool, access: Access, events: Events },
}

/// The kind of an access, as upcr_check_access numbers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Read = 0,
    Write = 1,
    Update = 2,
}

/// A sum of steps, in elements.
#[derive(Clone, Default)]
pub struct Index {
    pub steps: Vec<Step>,
    /// A constant number of elements.
    pub constant: i64,
}

/// `value` (times -1) times `elems` (times THREADS) elements.
#[derive(Clone)]
pub struct Step {
    pub value: Node,
    pub elems: u64,
    pub threads: bool,
    pub negative: bool,
    /// The value is a subscript of this array.
    pub array: Option<Box<ArrayBound>>,
}

/// An array with a declared length.
#[derive(Clone, Debug)]
pub struct ArrayBound {
    /// Elements, times THREADS if `threads`.
    pub count: u64,
    pub threads: bool,
    /// Its name in the source.
    pub name: String,
    /// An unbounded step follows, so the index may be one past the last element.
    pub passing: bool,
    /// The value is added to a row of another array: as a pointer, the sum may point to other rows.
    pub row: bool,
}

impl Step {
    /// Whether the step is a number of rows of blocks of `block` elements.
    pub fn is_rows(&self, block: u64) -> bool {
        self.threads && self.elems % block == 0
    }

    /// Whether the step leads to the calling thread's block of `block` elements.
    pub fn is_own(&self, block: u64) -> bool {
        matches!(self.value, Node::MyThread)
            && self.elems == block
            && !self.threads
            && !self.negative
    }

    /// Whether the step is the calling thread's number, in elements.
    pub fn is_mythread(&self) -> bool {
        self.is_own(1)
    }
}

impl Index {
    /// A subscript that is a constant.
    pub fn constant(elems: i64) -> Index {
        Index { steps: Vec::new(), constant: elems }
    }

    /// The sum in blocks of `block` elements, if it is always a whole number of them.
    pub fn in_blocks(&self, block: u64) -> Option<Index> {
        let length = i64::try_from(block).ok().filter(|&n| n > 0)?;
        let whole = |s: &Step| s.elems % block == 0;
        let fits = self.constant % length == 0 && self.steps.iter().all(whole);
        fits.then(|| Index {
            steps: self
                .steps
                .iter()
                .map(|s| Step { elems: s.elems / block, ..s.clone() })
                .collect(),
            constant: self.constant / length,
        })
    }

    /// Whether the sum is a number of rows of blocks of `block` elements, one for each thread:
    /// thread and phase stay.
    pub fn is_rows(&self, block: u64) -> bool {
        self.constant == 0 && !self.steps.is_empty() && self.steps.iter().all(|s| s.is_rows(block))
    }
}
