// SPDX-License-Identifier: Apache-2.0
//! Values of type `word`, and conditions.

use super::objects::TYPES;
use super::{Pointer, Routes};
use crate::Both;

impl Routes {
    pub(super) fn value(&mut self, depth: usize) -> Both {
        let leaf = depth == 0;
        match self.random.below(if leaf { 7 } else { 13 }) {
            0 => Both::same(format!("{}ul", self.random.below(100))),
            1 if !self.numbers.is_empty() => {
                let name = self.random.pick(&self.numbers).name.clone();
                Both::same(format!("(word){name}"))
            }
            2 if !self.in_function => Both::same("sum"),
            3 if !self.pointers.is_empty() => self.about_pointer(),
            4 if self.random.chance(40) => self.private_place(),
            1..=6 => self.load(),
            7 => Both::format("mixed(@)", &[&self.value(depth - 1)]),
            8 => {
                let (a, b, c) = (self.condition(), self.value(depth - 1), self.value(depth - 1));
                Both::format("(@ ? @ : @)", &[&a, &b, &c])
            }
            _ => {
                let operator = *self.random.pick(&["+", "-", "*", "^", "&", "|"]);
                let (a, b) = (self.value(depth - 1), self.value(depth - 1));
                Both::format(&format!("(@ {operator} @)"), &[&a, &b])
            }
        }
    }

    /// Thread, phase, or distance.
    pub(super) fn about_pointer(&mut self) -> Both {
        let pointer = self.random.pick(&self.pointers).clone();
        let Some(block) = pointer.block else { return self.load() };
        let name = &pointer.name;
        let others: Vec<Pointer> = self
            .pointers
            .iter()
            .filter(|p| p.block == pointer.block && p.object == pointer.object && p.name != *name)
            .cloned()
            .collect();
        match self.random.below(4) {
            0 => Both {
                upc: format!("(word)upc_phaseof({name})"),
                plain: format!("(word){name}.phase"),
            },
            1 | 2 if !others.is_empty() => {
                let other = self.random.pick(&others).name.clone();
                let size = TYPES[pointer.ty].size;
                match self.random.below(3) {
                    0 => Both {
                        upc: format!("(word)({name} - {other})"),
                        plain: format!("(word)distance({name}, {other}, {block}, {size})"),
                    },
                    1 => Both {
                        upc: format!("(word)({name} == {other})"),
                        plain: format!("(word)is_same({name}, {other})"),
                    },
                    _ => Both {
                        upc: format!("(word)({name} < {other})"),
                        plain: format!("(word)(distance({name}, {other}, {block}, {size}) < 0)"),
                    },
                }
            }
            _ => Both {
                upc: format!("(word)upc_threadof({name})"),
                plain: format!("(word){name}.thread"),
            },
        }
    }

    pub(super) fn condition(&mut self) -> Both {
        let value = self.value(1);
        match self.random.below(4) {
            0 => Both::format(&format!("(@ & {})", 1 + self.random.below(4)), &[&value]),
            1 => Both::format(&format!("(@ % {} == 0)", 2 + self.random.below(4)), &[&value]),
            2 => {
                let other = self.value(1);
                Both::format("(@ < @)", &[&value, &other])
            }
            _ => {
                let (left, other) = (self.value(0), self.value(0));
                let operator = *self.random.pick(&["&&", "||"]);
                Both::format(&format!("(@ % 3 {operator} @ % 2)"), &[&left, &other])
            }
        }
    }
}
