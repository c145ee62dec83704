// SPDX-License-Identifier: Apache-2.0
//! Tokens, lexer, tree and parser. See [`ast`] for what the tree means and [`parser`] for how it is
//! made.

pub mod ast;
mod dialect;
pub mod dump;
mod lexer;
mod literal;
mod operators;
pub mod parser;
pub mod spelling;
pub mod token;
pub mod valid;

pub use dialect::Dialect;
pub use lexer::{Pragma, PragmaKind};
pub use parser::Parser;
