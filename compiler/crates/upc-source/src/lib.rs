// SPDX-License-Identifier: Apache-2.0
//! Source text, positions, names and diagnostics: the base of all other crates of the compiler.
//!
//! The compiler reads one preprocessed text per translation unit (the output of `cc -E`). A
//! [`Span`] is a byte range of that text; [`LineMap`] turns a byte offset into the user's file,
//! line and column through the line markers. Nothing here opens files: what needs a file's text is
//! given a reader by the command (crate `upcc`).

mod diagnostic;
mod error_name;
mod index;
mod line_map;
pub mod render;
mod span;
mod symbol;
mod text;
mod warning;

pub use diagnostic::{Diagnostic, Diagnostics, Label, Severity};
pub use error_name::ErrorName;
pub use index::{Idx, IndexVec};
pub use line_map::{mapped, FileId, LineMap, Location, Marker, COPY};
pub use span::Span;
pub use symbol::{Interner, Symbol};
pub use text::{from_raw_byte, near_option, printable, raw_byte, wrapped};
pub use warning::{Warning, WARNINGS};
