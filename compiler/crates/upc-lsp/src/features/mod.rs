// SPDX-License-Identifier: Apache-2.0
//! An editor's requests, a file each.

pub mod comment;
pub mod complete;
pub mod diagnose;
pub mod hints;
pub mod hover;
pub mod navigate;
pub mod rename;
pub mod signature;
pub mod symbols;
mod unfinished;
