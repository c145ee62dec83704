// SPDX-License-Identifier: Apache-2.0
//! Elements that a loop finds by adding bytes to a pointer, and their names in generated code.

use crate::access::Scalar;

/// Addresses in one thread's memory, `bytes` apart from one iteration of the loop `version` to the
/// next that this thread executes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stream {
    pub version: u32,
    /// Unique in the unit.
    pub number: u32,
    pub bytes: i64,
    /// The bytes are known only at run time ([`Column`]); `bytes` is 0.
    pub column: bool,
    /// 0, or THREADS: successive iterations' elements are on successive threads, cyclically, and
    /// `bytes` is the step of a round.
    pub round: u32,
    /// The element stays the same, and is a variable in this form (`passes/scalar_replacement.rs`).
    pub scalar: Option<Scalar>,
}

impl Stream {
    /// The variable that the element is if `scalar`.
    pub fn variable_name(&self) -> String {
        format!("{}v", self.pointer_name())
    }

    /// The variable that tells whether that one was assigned.
    pub fn assigned_name(&self) -> String {
        format!("{}set", self.pointer_name())
    }

    /// The pointer in generated code, an expression, to the first element of the iteration's
    /// thread.
    pub fn pointer(&self) -> String {
        self.of_turn(&self.pointer_name(), "")
    }

    /// The same as a pointer-to-shared.
    pub fn shared(&self) -> String {
        self.of_turn(&self.pointer_name(), "p")
    }

    /// One object of generated code for each thread.
    pub fn of_turn(&self, name: &str, end: &str) -> String {
        let turn = turn_name(self.version);
        match self.round {
            0 => format!("{name}{end}"),
            n => {
                let last = format!("{name}_{}{end}", n - 1);
                let chosen =
                    |rest: String, t: u32| format!("{turn} == {t} ? {name}_{t}{end} : {rest}");
                format!("({})", (0..n - 1).rev().fold(last, chosen))
            }
        }
    }

    /// The number of steps from the first element, an object of generated code of type long.
    pub fn index(&self) -> String {
        if self.round == 0 {
            self.index_name()
        } else {
            round_name(self.version)
        }
    }

    /// The number of bytes in generated code, of type long.
    pub fn step(&self) -> String {
        match self.column {
            true => format!("__upcr_b{}", self.number),
            false => format!("{}l", self.bytes),
        }
    }

    /// The object of generated code, of type long, with the number of steps since the pointer was
    /// set.
    pub fn index_name(&self) -> String {
        index_name(self.version)
    }

    /// The object of generated code that points to the first element.
    pub fn pointer_name(&self) -> String {
        format!("__upcr_s{}", self.number)
    }

    /// The object with the first address as a pointer-to-shared.
    pub fn shared_name(&self) -> String {
        format!("{}p", self.pointer_name())
    }
}

/// A stream at a constant distance from another one of the same loop, while both are in one block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Neighbour {
    pub stream: Stream,
    pub of: Stream,
    /// The distance from the other's elements to this one's.
    pub bytes: i64,
}

/// [`Stream::index_name`] of all streams of the loop `version`.
pub fn index_name(version: u32) -> String {
    format!("__upcr_k{version}")
}

/// The rounds over all threads since streams were set, and the iterations of the current round.
pub fn round_name(version: u32) -> String {
    format!("__upcr_round{version}")
}

/// The place of the current iteration in its round.
pub fn turn_name(version: u32) -> String {
    format!("__upcr_turn{version}")
}
