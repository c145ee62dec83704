// SPDX-License-Identifier: Apache-2.0
//! Shared lvalues, and how an update changes their values.

use upc_sema::table::Types;
use upc_sema::types::{PtsRepr, QualTy};
use upc_source::Symbol;
use upc_syntax::ast::{BinaryOp, ExprId};

use super::{Address, Events, Index, Node, RowElement};
use crate::access::Scalar;

/// A shared lvalue.
#[derive(Clone)]
pub struct Place {
    /// The lvalue.
    pub expr: ExprId,
    pub address: Address,
    /// Unqualified in effect: qualifiers are ignored.
    pub ty: QualTy,
    pub strict: bool,
    /// It may lie elsewhere than at a multiple of its type's alignment.
    pub packed: bool,
    /// The address begins at a pointer that is usually in a register, in a function's body: the
    /// segment can be looked up by that pointer, once for a loop.
    pub steady: bool,
    /// A variable with the thread of the place, if the pointer of the address walks in a loop; the
    /// variable is invariant there (`passes/walks/`).
    pub start: Option<String>,
    /// The likely memory of the place.
    pub near: Option<RowElement>,
    pub bits: Option<BitPlace>,
    pub events: Events,
    /// For the far half of a read (`passes/together/`).
    pub expected: Option<Box<Expected>>,
    /// For the far half of a store.
    pub kept: Option<Kept>,
}

impl Place {
    /// The scalar form in which the object is moved, as [`Scalar::of`]; `None`: as bytes.
    pub fn scalar(&self, types: &Types) -> Option<(Scalar, bool)> {
        if self.packed {
            return None;
        }
        Scalar::of(types, self.ty.ty)
    }
}

/// A bit-field of the structure at the place's address.
#[derive(Clone, Debug)]
pub struct BitPlace {
    /// The structure that has the member.
    pub parent: QualTy,
    pub name: Symbol,
    /// The bytes of the structure that hold it.
    pub offset: u64,
    pub bytes: u64,
}

/// Whether far stores are kept from a store on, or up to it (`passes/together/stores.rs`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    Opens,
    Closes,
}

/// The range that the program will read soon, in bytes before and after an address.
#[derive(Clone)]
pub struct Expected {
    /// Around the place's own address.
    pub range: Option<(u64, u64)>,
    /// Around other addresses.
    pub others: Vec<(Address, (u64, u64))>,
}

/// How an update makes the new value from the old one.
#[derive(Clone)]
pub enum Change {
    /// `old op (operand)`. `whole`: the result is the same if the operand is first converted to the
    /// object's type.
    Operate { op: BinaryOp, operand: Box<Node>, whole: bool },
    /// Moves a pointer-to-shared.
    Move { repr: PtsRepr, index: Index, block: u64, elem_size: u64 },
}

/// ++ or -- of a pointer-to-shared.
#[derive(Clone)]
pub struct Advance {
    pub lvalue: Node,
    /// Type of the object, for the temporary that points to it.
    pub ty: QualTy,
    /// The lvalue is a name: writing it twice evaluates nothing twice.
    pub simple: bool,
    /// It is in a packed structure: it may lie anywhere.
    pub packed: bool,
    pub change: Change,
    pub post: bool,
    pub used: bool,
}
