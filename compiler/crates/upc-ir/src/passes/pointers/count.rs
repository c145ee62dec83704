// SPDX-License-Identifier: Apache-2.0
//! How far a pointer has moved, by the number that counts the iterations.

use super::moves::Move;

/// The number that counts the iterations.
pub(super) struct Count {
    /// A number that is 0 in the first iteration and moves by `by`.
    pub number: String,
    /// The same as a long: multiples and the negative of an int may be none.
    pub long: String,
    pub by: u64,
    /// It gets smaller.
    pub down: bool,
    /// It may be multiplied: no sum.
    pub simple: bool,
}

impl Count {
    /// Whether the subscript of `moved` is this number or a multiple.
    pub fn fits(&self, moved: &Move) -> bool {
        moved.by == self.by || self.by == 1 && self.simple
    }

    /// How far `moved` is from its start, before or `after` it in an iteration.
    pub fn distance(&self, moved: &Move, after: bool) -> String {
        let number = match moved.by / self.by {
            1 if self.down == moved.down => self.number.clone(),
            1 => self.long.clone(),
            n => format!("{} * {n}", self.long),
        };
        let number = match self.down != moved.down {
            true if self.simple => format!("-{number}"),
            true => format!("-({number})"),
            false => number,
        };
        let step = if moved.down { "-" } else { "+" };
        match after {
            true => format!("{number} {step} {}", moved.by),
            false => number,
        }
    }
}
