// SPDX-License-Identifier: Apache-2.0
//! The link: the notes of the inputs, the checks that they fit together, and the command.

mod checks;
mod command;
mod decls;
mod explain;
mod inputs;
mod machine;
pub mod note;
mod note_object;
mod symbol_sections;
mod thread_local;
mod wraps;

pub use command::{asked, link, missing_files};
