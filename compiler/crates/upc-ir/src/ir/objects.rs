// SPDX-License-Identifier: Apache-2.0
//! Static objects and their initial values.

use upc_sema::types::QualTy;

use super::{Node, ObjectId};

/// A static shared object (docs/abi.md section 3).
pub struct SharedObject {
    /// Name as written.
    pub name: String,
    /// Assembler symbol.
    pub symbol: String,
    pub ty: QualTy,
    pub definition: Definition,
    /// upc_localsizeof, 0 for incomplete types.
    pub local_size: u64,
    pub align: u64,
    pub block_size: u64,
    pub elem_size: u64,
    /// `N` or `N*T`: elements.
    pub total: String,
    /// `file:line` of the first declaration.
    pub place: String,
    /// The slot is used.
    pub used: bool,
}

/// A private object in the per-thread block (docs/abi.md section 5).
pub struct PrivateObject {
    pub name: String,
    pub symbol: String,
    pub ty: QualTy,
    pub definition: Definition,
    pub size: u64,
    pub align: u64,
    pub used: bool,
    /// Only referenced here, weakly.
    pub weak: bool,
    /// An array of external linkage defined here: gets `__upcr_addr_NAME`.
    pub getter: bool,
}

/// How the assembler defines a shared object's symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Definition {
    /// Initialised: `.globl`.
    Strong,
    /// Tentative: `.weak`.
    Tentative,
    /// Declared here, defined in another unit.
    Extern,
    /// `static`: local to the unit.
    Local,
}

/// An action of a start-up function.
#[derive(Clone)]
pub enum Record {
    /// Stores the initialiser of a shared object.
    Shared {
        object: ObjectId,
        /// Type of the image: the object's, or that of [`upc_sema::unit::Unit::image`]; an array's
        /// outermost length is left open.
        image_ty: QualTy,
        constant: bool,
        init: Node,
    },
    /// `target = initializer` for a private static; `target` is an lvalue of type `ty`. A constant
    /// initialiser is kept in an image aligned to `align` bytes, at least as its type asks.
    Private { target: Node, ty: QualTy, constant: bool, align: u64, init: Node },
}
