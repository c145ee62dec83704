// SPDX-License-Identifier: Apache-2.0
//! Pointer variables: where they point at first, and how they move.

use super::objects::{layout, Form, TYPES};
use super::{Pointer, Routes, Share};
use crate::Both;

impl Routes {
    /// Variables that point into the objects of the case: their declarations, in plain C the
    /// assignments.
    pub(super) fn declare_pointers(&mut self) -> Vec<Both> {
        let mut all = Vec::new();
        for _ in 0..self.random.below(4) {
            let n = match self.random.chance(75) {
                true => *self.random.pick(&self.hot),
                false => self.random.below(self.objects.len()),
            };
            let is_row = self.objects[n].form == Form::Rows;
            if !is_row || self.share == Share::Own {
                let to_local = is_row && self.random.chance(50);
                all.push(self.declare_pointer(n, to_local));
            }
        }
        all
    }

    /// A variable that points to one of the first elements of an object.
    fn declare_pointer(&mut self, n: usize, to_local: bool) -> Both {
        let object = self.objects[n].clone();
        let (name, ty) = (self.name("p"), object.ty().name);
        let low = match self.share {
            Share::Divided => 0,
            _ if object.columns > 0 => 0,
            _ => self.random.below(object.count.min(4)),
        };
        let first = match object.columns {
            0 => self.by_name(n, Some(&Both::same(low.to_string()))).text,
            _ => Both { upc: object.at("0", "0"), plain: format!("start({n})") },
        };
        let block = match self.share == Share::One && self.random.chance(30) {
            true => *self.random.pick(&[0, 1, 2, 3, 4, 6]),
            false => object.block,
        };
        let high = match block == object.block {
            true => object.count,
            false => low + 1 + (object.count - low) / self.threads / 2,
        };
        self.pointers.push(Pointer {
            name: name.clone(),
            ty: object.ty,
            block: (!to_local).then_some(block),
            object: Some(n),
            low,
            high,
        });
        if to_local {
            return Both {
                upc: format!("{ty} *{name} = ({ty} *)&{};\n", first.upc),
                plain: format!("{name} = local({});\n", first.plain),
            };
        }
        let target = format!("{}{ty}", layout(block, object.is_strict));
        let (cast, kept) = match block == object.block {
            true => (String::new(), ""),
            false => (format!("({target} *)"), "without_phase"),
        };
        Both {
            upc: format!("{target} *{name} = {cast}&{};\n", first.upc),
            plain: format!("{name} = {kept}({});\n", first.plain),
        }
    }

    /// A change through a pointer that moves, or of the pointer.
    pub(super) fn step(&mut self) -> Both {
        let pointer = self.random.pick(&self.pointers).clone();
        let (name, size) = (&pointer.name, TYPES[pointer.ty].size);
        let block = pointer.block.unwrap_or(0);
        let by = self.random.range(-2, 3);
        let move_by = |by: i64| format!("{name} = moved({name}, {by}, {block}, {size});\n");
        if TYPES[pointer.ty].members.len() > 1 || self.random.chance(40) {
            return match self.random.below(3) {
                0 => Both { upc: format!("{name}++;\n"), plain: move_by(1) },
                1 => Both { upc: format!("--{name};\n"), plain: move_by(-1) },
                _ => Both { upc: format!("{name} += {by};\n"), plain: move_by(by) },
            };
        }
        let scalar = TYPES[pointer.ty].members[0].scalar;
        let is_hot = pointer.object.is_some_and(|n| self.hot.contains(&n));
        if is_hot && self.random.chance(50) {
            let value = self.value(1);
            let (upc, by, before) = match self.random.below(3) {
                0 => (format!("*{name}++"), 1, false),
                1 => (format!("*{name}--"), -1, false),
                _ => (format!("*++{name}"), 1, true),
            };
            let change = format!("CHANGE({scalar}, {name}, = word_);\n");
            // The value must not depend on where the pointer is at the time.
            if value.upc.contains(name.as_str()) {
                return Both { upc: format!("{name} += {by};\n"), plain: move_by(by) };
            }
            let plain = match before {
                true => format!("{}{change}", move_by(by)),
                false => format!("{change}{}", move_by(by)),
            };
            return Both {
                upc: format!("{upc} = ({}) % 1000;\n", value.upc),
                plain: format!("{{ word word_ = ({}) % 1000;\n{plain}}}\n", value.plain),
            };
        }
        Both {
            upc: format!("sum = sum * 3 + (word)*{name}++;\n"),
            plain: format!("sum = sum * 3 + (word)LOAD({scalar}, {name});\n{}", move_by(1)),
        }
    }
}
