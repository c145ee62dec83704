// SPDX-License-Identifier: Apache-2.0
//! The bodies of loops: values of type `unsigned long`, and statements that change the places that
//! the thread may change.

use super::{Kernels, Place, Variable};
use crate::Both;

impl Kernels {
    fn variable(&mut self) -> Option<Variable> {
        if self.variables.is_empty() {
            return None;
        }
        Some(self.random.pick(&self.variables).clone())
    }

    /// A subscript from 0 to `count - 1`.
    pub(super) fn subscript(&mut self, count: usize) -> Both {
        let Some(Variable { name, most }) = self.variable() else {
            return match self.random.chance(30) {
                true => Both::format(&format!("(@ % {count})"), &[&Both::me()]),
                false => Both::same(self.random.below(count).to_string()),
            };
        };
        let room = count.saturating_sub(most);
        Both::same(match self.random.below(8) {
            0 => self.random.below(count).to_string(),
            1 if most < count => format!("{most} - {name}"),
            2 => format!(
                "({name} * {} + {}) % {count}",
                1 + self.random.below(7),
                self.random.below(9)
            ),
            3 => return self.looked_up(&name, count),
            4 => format!("({name} + {}) % {count}", 1 + self.random.below(5)),
            5 if room > 1 => format!("{name} + {}", self.random.below(room)),
            _ if most < count => name,
            _ => format!("{name} % {count}"),
        })
    }

    /// A subscript that an array has.
    fn looked_up(&mut self, name: &str, count: usize) -> Both {
        let subscripts = self.arrays.iter().find(|a| a.below > 0).expect("there is one").clone();
        let at = Both::same(format!("{name} % {}", subscripts.count));
        let read = subscripts.element(None, &at);
        let pattern =
            if subscripts.below <= count { "@".to_owned() } else { format!("@ % {count}") };
        Both::format(&pattern, &[&read])
    }

    /// An element that no thread writes in the phase.
    fn read(&mut self) -> Option<Both> {
        let readable: Vec<usize> =
            (0..self.arrays.len()).filter(|&n| !self.arrays[n].is_written).collect();
        if readable.is_empty() {
            return None;
        }
        let array = self.arrays[*self.random.pick(&readable)].clone();
        let first = self.subscript(array.count);
        let by_pointer = array.element_by_pointer(&first).filter(|_| self.random.chance(40));
        let element = match array.row {
            0 => by_pointer.unwrap_or_else(|| array.element(None, &first)),
            row => {
                let column = self.subscript(row);
                array.element(Some(&first), &column)
            }
        };
        Some(Both::format("(unsigned long)@", &[&element]))
    }

    /// Two adjacent elements, by the same text.
    fn neighbours(&mut self) -> Option<Both> {
        let fits = |a: &super::Array| !a.is_written && a.row == 0 && a.count > 2;
        let found: Vec<usize> = (0..self.arrays.len()).filter(|&n| fits(&self.arrays[n])).collect();
        let &n = (!found.is_empty()).then(|| self.random.pick(&found))?;
        let array = self.arrays[n].clone();
        let first = self.subscript(array.count - 1);
        let next = Both::format("(@) + 1", &[&first]);
        let (a, b) = match array.element_by_pointer(&first).filter(|_| self.random.chance(50)) {
            Some(a) => (a, array.element_by_pointer(&next)?),
            None => (array.element(None, &first), array.element(None, &next)),
        };
        Some(Both::format("((unsigned long)@ * 3 + (unsigned long)@)", &[&a, &b]))
    }

    pub(super) fn value(&mut self, depth: usize) -> Both {
        let leaf = depth == 0 || self.random.chance(15);
        match self.random.below(if leaf { 9 } else { 15 }) {
            14 => self.neighbours().unwrap_or_else(|| Both::same("5ul")),
            0 => Both::same(format!("{}ul", self.random.below(200))),
            1 => match self.variable() {
                Some(variable) => Both::same(format!("(unsigned long){}", variable.name)),
                None => Both::format("(unsigned long)@", &[&Both::me()]),
            },
            2 if !self.places.is_empty() => {
                let place = self.random.pick(&self.places).clone();
                Both::format("(unsigned long)@", &[&place.text])
            }
            8 if leaf => self.neighbours().unwrap_or_else(|| Both::same("5ul")),
            2..=7 => self.read().unwrap_or_else(|| Both::same("7ul")),
            8 => {
                let inner = self.value(depth - 1);
                Both::format("mixed(@)", &[&inner])
            }
            9 => {
                let (condition, yes, no) =
                    (self.condition(), self.value(depth - 1), self.value(depth - 1));
                Both::format("(@ ? @ : @)", &[&condition, &yes, &no])
            }
            _ => {
                let operator = *self.random.pick(&["+", "-", "*", "^", "&", "|"]);
                let (left, right) = (self.value(depth - 1), self.value(depth - 1));
                Both::format(&format!("(@ {operator} @)"), &[&left, &right])
            }
        }
    }

    fn condition(&mut self) -> Both {
        let (value, bound) = (self.value(1), 1 + self.random.below(5));
        match self.random.below(3) {
            0 => Both::format(&format!("(@ & {bound})"), &[&value]),
            1 => Both::format(&format!("@ % {} != 0", bound + 1), &[&value]),
            _ => {
                let other = self.value(1);
                Both::format("@ > @", &[&value, &other])
            }
        }
    }

    /// A change of some place.
    fn change(&mut self, indent: &str) -> Both {
        let (place, value) = (self.random.pick(&self.places).clone(), self.value(2));
        let Place { text, is_float } = place;
        let statement = match (is_float, self.random.below(6)) {
            (true, 0) => Both::format("@ = (@) % 1024;", &[&text, &value]),
            (true, 1) => {
                Both::format("if ((@) % 1024 > @) @ = (@) % 1024;", &[&value, &text, &text, &value])
            }
            (true, _) => Both::format("@ += (@) % 16;", &[&text, &value]),
            (false, 0) => Both::format("@ = @;", &[&text, &value]),
            (false, 1) => {
                Both::format("if (@ > (unsigned long)@) @ = @;", &[&value, &text, &text, &value])
            }
            (false, 2) => {
                let form = "@ = (unsigned long)@ > @ ? @ : @;";
                Both::format(form, &[&text, &text, &value, &text, &value])
            }
            (false, n) => {
                let operator = ["+", "^", "|"][n - 3];
                Both::format(&format!("@ {operator}= @;"), &[&text, &value])
            }
        };
        Both::format(&format!("{indent}@\n"), &[&statement])
    }

    /// Some statements, of loops and conditions down to `depth`.
    pub(super) fn statements(&mut self, depth: usize, indent: &str) -> Both {
        let mut all = Both::same("");
        for _ in 0..1 + self.random.below(3) {
            let next = self.statement(depth, indent);
            all = Both::format("@@", &[&all, &next]);
        }
        all
    }

    fn statement(&mut self, depth: usize, indent: &str) -> Both {
        let deeper = format!("{indent}    ");
        match self.random.below(if depth == 0 { 6 } else { 12 }) {
            0 => Both { upc: format!("{indent}upc_fence;\n"), plain: String::new() },
            1 if depth > 0 => {
                let (condition, body) = (self.condition(), self.statements(depth - 1, &deeper));
                Both::format(&format!("{indent}if (@) {{\n@{indent}}}\n"), &[&condition, &body])
            }
            2 if depth > 0 => self.by_a_variable(depth, indent),
            7..=11 => {
                let count = 1 + self.random.below(9);
                self.inner_loop(count, indent, |kernels, inner| {
                    kernels.statements(depth - 1, inner)
                })
            }
            _ => self.change(indent),
        }
    }

    /// A place by way of a private variable.
    fn by_a_variable(&mut self, depth: usize, indent: &str) -> Both {
        let (name, place) = (self.name("s"), self.random.pick(&self.places).clone());
        let ty = if place.is_float { "double" } else { "unsigned long" };
        let before = Both::format(&format!("{indent}{ty} {name} = @;\n"), &[&place.text]);
        self.places.push(Place { text: Both::same(name.clone()), is_float: place.is_float });
        let body = self.statements(depth - 1, indent);
        self.places.pop();
        let after = match place.is_float {
            true => Both::format(
                &format!("{indent}@ = (unsigned long){name} % 2048;\n"),
                &[&place.text],
            ),
            false => Both::format(&format!("{indent}@ = {name};\n"), &[&place.text]),
        };
        let all = Both::format("@@@", &[&before, &body, &after]);
        Both::format(&format!("{indent}{{\n@{indent}}}\n"), &[&all])
    }

    /// A loop of `count` iterations, in one of its forms, perhaps left early.
    pub(super) fn inner_loop(
        &mut self,
        count: usize,
        indent: &str,
        body: impl FnOnce(&mut Kernels, &str) -> Both,
    ) -> Both {
        let name = self.name("j");
        let deeper = format!("{indent}    ");
        self.variables.push(Variable { name: name.clone(), most: count - 1 });
        let leave = match self.random.below(10) {
            0 => Both::format(&format!("{deeper}if (@) break;\n"), &[&self.condition()]),
            1 => Both::format(&format!("{deeper}if (@) continue;\n"), &[&self.condition()]),
            _ => Both::same(""),
        };
        let places = self.places.len();
        let rows = self.arrays.iter().position(|a| a.is_own && a.row > 0 && a.is_written);
        if let Some(rows) = rows.filter(|_| !self.places.is_empty()) {
            self.own_element_of_row(rows);
        }
        let body = body(self, &deeper);
        self.places.truncate(places);
        self.variables.pop();
        let last = count - 1;
        let head = match self.random.below(6) {
            0 => format!("for (int {name} = {last}; {name} >= 0; {name}--)"),
            1 => format!("for (int {name} = 0; {name} <= {last}; {name} += 1)"),
            2 => format!("for (int {name} = 0; {name} < {count}; {name} += 2)"),
            3 => format!("int {name} = -1;\n{indent}while (++{name} < {count})"),
            _ => format!("for (int {name} = 0; {name} < {count}; {name}++)"),
        };
        let text = Both::format(&format!("{indent}{head} {{\n@@{indent}}}\n"), &[&leave, &body]);
        Both::format(&format!("{indent}{{\n@{indent}}}\n"), &[&text])
    }
}
