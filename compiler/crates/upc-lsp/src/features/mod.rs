// SPDX-License-Identifier: Apache-2.0
//! What an editor asks: a file each.

pub mod complete;
pub mod diagnose;
pub mod hover;
pub mod navigate;
pub mod rename;
pub mod signature;
pub mod symbols;
