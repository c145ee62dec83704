// SPDX-License-Identifier: Apache-2.0
//! Loops of all forms: with counters, with pointers, and upc_forall.

use super::objects::Form;
use super::{Number, Pointer, Routes, Share};
use crate::Both;

/// Types of the variables of loops.
const COUNTERS: [&str; 10] = [
    "int",
    "int",
    "int",
    "int",
    "unsigned",
    "long",
    "size_t",
    "short",
    "unsigned char",
    "long long",
];

impl Routes {
    /// A loop in some form, and perhaps pointers that walk with it.
    pub(super) fn a_loop(&mut self, depth: usize) -> Both {
        let count = match self.random.below(4) {
            0 => {
                let n = *self.random.pick(&self.hot);
                self.objects[n].count.min(*self.random.pick(&[20, 40, 100]))
            }
            _ => 1 + self.random.below(9),
        };
        let name = self.name("i");
        let walker = match self.pointers.is_empty() || self.share == Share::Divided {
            true => None,
            false => self.walker(count),
        };
        self.numbers.push(Number { name: name.clone(), most: count - 1 });
        let leave = match self.random.below(14) {
            0 => Both::format("if (@) break;\n", &[&self.condition()]),
            1 => Both::format("if (@) continue;\n", &[&self.condition()]),
            2 => Both::format(&format!("if (@) {name}++;\n"), &[&self.condition()]),
            _ => Both::same(""),
        };
        let body = self.statements(depth - 1);
        self.numbers.pop();
        let (before, step) = walker.unwrap_or((Both::same(""), Both::same("")));
        let comma = match step.upc.is_empty() {
            true => Both::same(""),
            false => Both::format(", @", &[&step]),
        };
        let last = count - 1;
        let ty = *self.random.pick(&COUNTERS);
        let body = Both::format("@@", &[&leave, &body]);
        let go = Both { upc: String::new(), plain: "tick() && ".to_owned() };
        let text = match self.random.below(11) {
            0 => Both::format(
                &format!("for (int {name} = {last}; @{name} >= 0; {name}--@) {{\n@}}\n"),
                &[&go, &comma, &body],
            ),
            1 => Both::format(
                &format!("for ({ty} {name} = 0; @{name} != {count}; {name}++@) {{\n@}}\n"),
                &[&go, &comma, &body],
            ),
            2 => Both::format(
                &format!("for ({ty} {name} = 0; @{name} <= {last}; {name} += 2@) {{\n@}}\n"),
                &[&go, &comma, &body],
            ),
            3 => Both::format(
                &format!("{{ {ty} {name} = {count};\nwhile (@{name}-- > 0) {{\n@}} }}\n"),
                &[&go, &body],
            ),
            4 => Both::format(
                &format!("{{ {ty} {name} = 0;\ndo {{\n@}} while (@++{name} < {count}); }}\n"),
                &[&body, &go],
            ),
            5 => {
                let label = self.name("again");
                // `break` and `continue` need a loop.
                Both::format(
                    &format!(
                        "{{ {ty} {name} = 0;\n{label}:\ndo {{\n@}} while (0);\n\
                         if (@++{name} < {count}) goto {label}; }}\n"
                    ),
                    &[&body, &go],
                )
            }
            6 => Both::format(
                &format!(
                    "limit = {count};\nfor ({ty} {name} = 0; @{name} < limit; {name}++@) {{\n@}}\n"
                ),
                &[&go, &comma, &body],
            ),
            7 => {
                let stop = self.name("n");
                Both::format(
                    &format!(
                        "{{ {ty} {stop} = {count}, {name};\n\
                         for ({name} = 0; @{name} < {stop}; ++{name}@) {{\n@}}\n\
                         sum += {name}; }}\n"
                    ),
                    &[&go, &comma, &body],
                )
            }
            _ => Both::format(
                &format!("for ({ty} {name} = 0; @{name} < {count}; {name}++@) {{\n@}}\n"),
                &[&go, &comma, &body],
            ),
        };
        Both::format("@@", &[&before, &text])
    }

    /// A pointer that moves in each of `count` iterations: what is before the loop, and the step.
    fn walker(&mut self, count: usize) -> Option<(Both, Both)> {
        if self.random.chance(50) {
            return None;
        }
        let pointer = self.random.pick(&self.pointers).clone();
        let n = pointer.object?;
        let object = self.objects[n].clone();
        if pointer.block != Some(object.block) || object.columns > 0 || object.form == Form::Rows {
            return None;
        }
        let by = 1 + self.random.below(3);
        let room = object.count.checked_sub((count - 1) * by + 1)?;
        let at = Both::same(self.random.below(room + 1).to_string());
        let base = self.by_name(n, Some(&at));
        let (name, size, block) = (&pointer.name, object.ty().size, object.block);
        let before = Both::format(
            &format!("{name} = @@;\n"),
            &[&Both { upc: "&".to_owned(), plain: String::new() }, &base.text],
        );
        let upc = match by {
            1 if self.random.chance(70) => format!("{name}++"),
            _ => format!("{name} += {by}"),
        };
        Some((
            before,
            Both { upc, plain: format!("{name} = moved({name}, {by}, {block}, {size})") },
        ))
    }

    /// A loop whose end is where a pointer is.
    pub(super) fn pointer_loop(&mut self, depth: usize) -> Both {
        let pointer = self.random.pick(&self.pointers).clone();
        let found = pointer.object.filter(|&n| {
            let object = &self.objects[n];
            pointer.block == Some(object.block) && object.columns == 0 && object.form != Form::Rows
        });
        let Some(n) = found else { return self.a_loop(depth) };
        let object = self.objects[n].clone();
        let (size, block) = (object.ty().size, object.block);
        let q = self.name("q");
        let shared = object.shared();
        let from = self.random.below(object.count);
        let to = from + self.random.below(object.count - from);
        let mut at = |index: usize| self.by_name(n, Some(&Both::same(index.to_string()))).text;
        let (first, end) = (at(from), at(to));
        self.pointers.push(Pointer {
            name: q.clone(),
            low: from,
            high: to.max(from + 1),
            ..pointer
        });
        let body = self.statements(depth - 1);
        self.pointers.pop();
        let condition = match self.random.below(3) {
            0 => Both {
                upc: format!("{q} < &{}", end.upc),
                plain: format!("distance({q}, {}, {block}, {size}) < 0", end.plain),
            },
            1 => Both {
                upc: format!("{q} != &{}", end.upc),
                plain: format!("!is_same({q}, {})", end.plain),
            },
            _ => Both {
                upc: format!("{q} - &{} < {}", first.upc, to - from),
                plain: format!("distance({q}, {}, {block}, {size}) < {}", first.plain, to - from),
            },
        };
        let by = if condition.upc.contains("!=") { 1 } else { 1 + self.random.below(2) };
        let step = match by {
            1 => format!("{q}++"),
            _ => format!("{q} += {by}"),
        };
        Both {
            upc: format!(
                "for ({shared} *{q} = &{}; {}; {step}) {{\n{}}}\n",
                first.upc, condition.upc, body.upc
            ),
            plain: format!(
                "for (pointer {q} = {}; tick() && {}; {q} = moved({q}, {by}, {block}, {size})) \
                 {{\n{}}}\n",
                first.plain, condition.plain, body.plain
            ),
        }
    }

    /// A upc_forall with some affinity; in it another one, perhaps.
    pub(super) fn divided_loop(&mut self) -> Both {
        let n = *self.random.pick(&self.hot);
        let object = self.objects[n].clone();
        let limits: Vec<usize> = self
            .hot
            .iter()
            .map(|&n| self.objects[n].count / self.objects[n].columns.max(1))
            .collect();
        let count = limits.into_iter().min().unwrap_or(1);
        let i = self.name("i");
        let outer = self.divided_by.replace(i.clone());
        self.numbers.push(Number { name: i.clone(), most: count - 1 });
        let affinity = match self.random.below(9) {
            0 => Self::integer(Both::same(i.clone())),
            1 => Self::integer(Both::same(format!("{i} + {}", self.random.below(4)))),
            2 => Self::integer(Both::same(format!("{i} / {}", 1 + self.random.below(3)))),
            3 => Self::integer(Both::same(format!("{i} * THREADS / {count}"))),
            4 => Both { upc: "continue".to_owned(), plain: "1".to_owned() },
            5 => {
                let at = format!("[{i} % {}] * 3 + {i}", 2 * self.threads);
                Self::integer(Both {
                    upc: format!("lookup{at}"),
                    plain: format!("lookup_plain{at}"),
                })
            }
            _ => {
                let index = Both::same(i.clone());
                let pointers: Vec<Pointer> = self
                    .pointers
                    .iter()
                    .filter(|p| p.object == Some(n) && p.block.is_some())
                    .cloned()
                    .collect();
                let text = if !pointers.is_empty() && self.random.chance(40) {
                    let pointer = self.random.pick(&pointers).clone();
                    self.behind_at(&pointer, &index).text
                } else {
                    let is_row = object.columns > 0;
                    let element = self.by_name(n, Some(&index));
                    match is_row && self.random.chance(30) {
                        true => Both {
                            upc: format!("{}[{i}][0]", object.name),
                            plain: format!(
                                "moved(start({n}), ({i}) * {}, {}, {})",
                                object.columns,
                                object.block,
                                object.ty().size
                            ),
                        },
                        false => element.text,
                    }
                };
                Both {
                    upc: format!("&{}", text.upc),
                    plain: format!("({}).thread == me", text.plain),
                }
            }
        };
        let mut body = self.statements(1);
        if self.random.chance(12) {
            let inner = self.divided_loop();
            body = Both::format("@@", &[&body, &inner]);
        }
        if self.random.chance(10) {
            let condition = self.condition();
            body = Both::format("if (@) continue;\n@", &[&condition, &body]);
        }
        self.numbers.pop();
        self.divided_by = outer;
        let ty = *self.random.pick(&["int", "int", "int", "long", "size_t", "unsigned", "short"]);
        let last = count - 1;
        let go = Both { upc: String::new(), plain: "tick() && ".to_owned() };
        let head = match self.random.below(8) {
            0 => Both::format(&format!("int {i} = {last}; @{i} >= 0; {i}--"), &[&go]),
            1 => Both::format(&format!("{ty} {i} = 0; @{i} < {count}; {i} += 2"), &[&go]),
            2 => Both::format(
                &format!("{ty} {i} = {}; @{i} <= {last}; ++{i}", self.random.below(count)),
                &[&go],
            ),
            3 => Both::format(&format!("{ty} {i} = 0; @{i} < {count}; {i} = {i} + 1"), &[&go]),
            _ => Both::format(&format!("{ty} {i} = 0; @{i} < {count}; {i}++"), &[&go]),
        };
        let is_controlling = affinity.upc != "continue";
        let deeper = if is_controlling { "depth = 1;" } else { "" };
        Both {
            upc: format!("upc_forall ({}; {}) {{\n{}}}\n", head.upc, affinity.upc, body.upc),
            plain: format!(
                "for ({})\nif (depth || ({})) {{\nint depth_ = depth;\n{deeper}\ndo {{\n{}}} while \
                 (0);\ndepth = depth_;\n}}\n",
                head.plain, affinity.plain, body.plain
            ),
        }
    }

    fn integer(value: Both) -> Both {
        Both { upc: value.upc, plain: format!("rest_of({}, THREADS) == me", value.plain) }
    }
}
