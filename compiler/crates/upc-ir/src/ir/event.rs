// SPDX-License-Identifier: Apache-2.0
//! Events that a tool receives (`upcc -inst`).

use upc_sema::types::QualTy;

use super::Node;
use crate::abi::Entry;

/// An event for a tool, by functions of `runtime/include/upcr/instrument.h`.
#[derive(Clone)]
pub enum Event {
    Barrier {
        kind: Entry,
        value: Option<Box<Node>>,
    },
    Fence,
    /// Start and end of a upc_forall. `number` is unique in the unit.
    Forall {
        number: u32,
        loop_: Box<Node>,
    },
    /// Start and end of the function; the node is at its start.
    Function {
        number: u32,
    },
    /// The name of the function that replaces a library function.
    Called(String),
    /// The place in the source, as the first arguments of a call: all of them, or others follow.
    Place {
        alone: bool,
    },
}

/// Which accesses of a place are events for a tool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Events {
    #[default]
    None,
    /// Those of other threads' data (`-inst`).
    Remote,
    /// All (`-inst-local`).
    All,
}

/// Bytes of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    Of(QualTy),
    Bytes(u64),
}
