// SPDX-License-Identifier: Apache-2.0
//! The runtime entry points that generated code calls, by the table abi/upcr.toml.

#[rustfmt::skip]
mod entries;

pub use entries::{Entry, ENTRIES};

/// The `effect` column of abi/upcr.toml.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Effect {
    /// Depends on its arguments and the job's shape only.
    Pure,
    /// Reads relaxed shared memory.
    Read,
    /// Writes relaxed shared memory.
    Write,
    /// Orders or waits: nothing shared moves across it.
    Sync,
    /// Does not return.
    End,
}

/// One row of the table of entry points. C types as written.
#[derive(Debug)]
pub struct EntryInfo {
    pub name: &'static str,
    /// Name of the function in libupcr that does the same as an inline one.
    pub out_of_line: Option<&'static str>,
    pub ret: &'static str,
    pub args: &'static [&'static str],
    pub effect: Effect,
}

impl Entry {
    /// The entry's row.
    pub fn info(self) -> &'static EntryInfo {
        &ENTRIES[self as usize]
    }

    /// The C name.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// The C name of the function called instead if an inline function gains nothing.
    pub fn called(self) -> &'static str {
        self.info().out_of_line.unwrap_or(self.info().name)
    }
}
