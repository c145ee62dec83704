//! The passes over the tree, one file each. They are listed in `pipeline.rs`.

pub mod calls;
pub mod checks;
pub mod events;
pub mod fences;
pub mod fold;
pub mod polls;
