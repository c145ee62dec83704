// SPDX-License-Identifier: Apache-2.0
//! The passes over the tree, one file each. They are listed in `pipeline.rs`.

pub mod checks;
pub mod coalesce;
mod converging;
pub mod counted;
pub mod elements;
pub mod events;
pub mod fences;
pub mod fold;
pub mod gather;
pub mod indefinite;
pub mod independent;
pub mod inline;
pub mod inspector;
mod invariant_reads;
pub mod iterations;
pub mod limits;
pub mod new_text;
pub mod origins;
pub mod out_of_line;
pub mod own;
pub mod owners;
pub mod pointers;
pub mod polls;
pub mod rows;
pub mod runs;
mod scalar_replacement;
pub mod streams;
pub mod tables;
pub mod together;
pub mod updates;
pub mod values;
pub mod walks;

use crate::lower::Options;
use crate::remarks::Remarks;
use crate::Facts;

/// The input of a pass besides the tree.
pub struct Context<'x> {
    pub facts: &'x Facts<'x>,
    pub options: &'x Options,
    /// Takes the reports of a pass: what it did, and why not more.
    pub remarks: &'x Remarks,
}
