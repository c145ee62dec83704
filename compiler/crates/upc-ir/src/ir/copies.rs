// SPDX-License-Identifier: Apache-2.0
//! Loops that copy far data before they start: whole arrays, or the elements they will read.

use super::{Address, Index, Node, ObjectId, Place};
use crate::access::Scalar;

/// A loop for far segments, which may copy whole arrays (`passes/gather.rs`), and the same loop if
/// none is far.
#[derive(Clone)]
pub struct Gather {
    pub arrays: Vec<GatheredArray>,
    /// All reads of `far` are inside the arrays. It is executed if all arrays are copied before it,
    /// else `near` is executed, also for far segments.
    pub whole: bool,
    /// `far` is not executed in the extent of a controlling upc_forall.
    pub alone: bool,
    pub far: Node,
    pub near: Node,
}

/// A static array that a loop reads and does not write.
#[derive(Clone)]
pub struct GatheredArray {
    /// Tells apart those of a unit.
    pub number: u32,
    pub object: ObjectId,
    /// The loop's number of iterations, as a `long`; `None`: unknown.
    pub due: Option<Node>,
    /// The least number of reads of an iteration, as far as known.
    pub reads: u64,
    /// The threads share the iterations.
    pub shared_out: bool,
}

impl GatheredArray {
    /// The object of generated code.
    pub fn name(number: u32) -> String {
        format!("__upcr_g{number}")
    }

    /// The variable with the state of the copy.
    pub fn copy_name(number: u32) -> String {
        Self::name(number) + "c"
    }
}

/// A read of an element of the array `number`, or of a member of one.
#[derive(Clone)]
pub struct Gathered {
    pub number: u32,
    /// The copy exists, and has the element.
    pub sure: bool,
    pub place: Place,
    pub elem_size: u64,
}

impl Gathered {
    /// The element's index, and the offset in bytes.
    pub fn index(&self) -> Option<(&Index, u64)> {
        let (mut address, mut bytes) = (&self.place.address, 0);
        while let Address::Member { base, offset } = address {
            (address, bytes) = (base, bytes + offset);
        }
        match address {
            Address::Element { index, .. } => Some((index, bytes)),
            _ => None,
        }
    }
}

/// A loop for far segments, which reads elements fetched before it (`passes/inspector/`), and the
/// same loop if that does not pay.
#[derive(Clone)]
pub struct Inspected {
    /// Tells apart those of a unit.
    pub number: u32,
    /// The forms of the elements that each iteration reads.
    pub reads: Vec<Scalar>,
    /// The number of written elements that differ from these if they are near.
    pub writes: usize,
    /// A store of the loop may change one of these elements that is near.
    pub far_only: bool,
    /// The loop with an [`Inspect`] as its body.
    pub inspector: Node,
    pub far: Node,
    pub near: Node,
}

impl Inspected {
    /// The object of generated code.
    pub fn name(number: u32) -> String {
        format!("__upcr_f{number}")
    }
}

/// Collects the addresses of an iteration's reads.
#[derive(Clone)]
pub struct Inspect {
    /// Of the loop.
    pub number: u32,
    /// Declarations that the addresses need.
    pub declarations: Vec<Node>,
    /// The address of each read, then of each write; null for a write that is certainly near.
    pub addresses: Vec<Node>,
}

/// The value of read `read` among the `addresses` of an iteration of loop `number`.
#[derive(Clone)]
pub struct Fetched {
    pub number: u32,
    pub read: usize,
    pub addresses: usize,
    pub far_only: bool,
    pub place: Place,
}
