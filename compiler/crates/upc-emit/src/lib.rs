// SPDX-License-Identifier: Apache-2.0
//! Prints the tree as C: the user's tokens on the user's lines, and generated code between them.
//!
//! The text is already preprocessed, so nothing here relies on a macro; compile it with `cc -x
//! cpp-output`. Statement expressions are marked `__extension__`. Every generated name starts with
//! `__upcr_` or `upcr_`.

mod asm;
mod line_map;
mod names;
mod note;
mod plain_reading;
mod types;
mod writer;

pub use note::{debug_types, note, remarks};
pub use plain_reading::{plain_reading, Known, DECLARATIONS};
pub use writer::{write, Output};
