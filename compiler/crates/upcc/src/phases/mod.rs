// SPDX-License-Identifier: Apache-2.0
//! From one source file to an object: preprocess, translate, compile.

pub mod comments;
pub mod compile;
pub mod dependencies;
pub mod detect;
pub mod dump;
pub mod headers;
pub mod macros;
pub mod predefined;
pub mod preprocess;
pub mod remarks;
pub mod report;
mod rewritten;
pub mod text;
pub mod translate;
pub mod unit;
pub mod verdict;
