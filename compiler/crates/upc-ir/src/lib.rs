// SPDX-License-Identifier: Apache-2.0
//! The typed tree with every shared access explicit: how it is built, the passes over it, its
//! checks and its dump.
//!
//! [`build`] makes an [`ir::Ir`] from a checked unit; [`run_passes`] optimises it; upc-emit prints
//! it as C. The crate knows the runtime by one table, [`abi::ENTRIES`], generated from
//! abi/upcr.toml.

pub mod abi;
pub mod access;
mod facts;
pub mod ir;
mod lower;
mod passes;
mod pipeline;
pub mod print;
pub mod remarks;
pub mod valid;
pub mod visit;

pub use facts::Facts;
pub use lower::{build, Instrument, Options, Passes};
pub use passes::origins::{Origins, Program};
pub use pipeline::{
    run_passes, with_inlined, with_limits, with_subscripts, with_values, NewText, Pass, PASSES,
};
pub use remarks::far::far_accesses;
