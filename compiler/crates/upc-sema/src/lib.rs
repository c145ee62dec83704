// SPDX-License-Identifier: Apache-2.0
//! Meaning: types, layouts, scopes, constants and the rules of C17 and UPC 1.3.
//!
//! [`analyze`] takes external declarations in source order as the parser delivers them and records
//! what later phases need in [`unit::Unit`]: the type of every expression of every analysed
//! function, what each identifier denotes, and every conversion between pointers-to-shared. A
//! function none of whose tokens can involve UPC is not analysed; the C compiler gives its
//! diagnostics.
//!
//! A type or builtin that only the C compiler knows has [`types::TypeKind::Opaque`]; expressions
//! with it are accepted and left to the C compiler. Errors the C compiler would also find are
//! reported for analysed functions, because what it sees of them is generated code; nothing that
//! gcc accepts is refused.
//!
//! Inside: [`table`] interns types and answers questions of one line, [`layout`] and
//! [`shared_layout`] know sizes and distribution, `decl` turns declarations into entries of the
//! tables, `check` types expressions and statements, both as methods of one checker. At the end
//! `plain_loops` turns each upc_forall that distributes nothing into a for.

mod analyze;
mod builtins;
pub mod called_functions;
mod check;
mod compat;
mod consteval;
mod convert;
pub mod debug_types;
mod decl;
pub mod dump;
pub mod layout;
mod literal;
mod options;
mod plain_loops;
mod pragma_pack;
pub mod print;
mod pure;
mod scope;
pub mod shared_layout;
pub mod table;
pub mod types;
pub mod unit;
pub mod valid;

pub use analyze::{analyze, Analysis};
pub use options::{Options, Target};
pub use shared_layout::MAX_BLOCK_SIZE;
pub use table::Types;
