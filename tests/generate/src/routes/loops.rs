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

/// What plain C asks before each iteration: whether the case has gone on for too long.
fn tick() -> Both {
    Both { upc: String::new(), plain: "tick() && ".to_owned() }
}

impl Routes {
    /// A loop in some form, and perhaps a pointer that walks with it.
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
        let leave = self.leave(&name);
        let body = self.statements(depth - 1);
        self.numbers.pop();
        let body = Both::format("@@", &[&leave, &body]);
        let (before, step) = walker.unwrap_or((Both::same(""), Both::same("")));
        let text = self.loop_text(&name, count, &step, &body);
        Both::format("@@", &[&before, &text])
    }

    /// Leaves the iteration or the loop, or changes the counter; mostly nothing.
    fn leave(&mut self, name: &str) -> Both {
        match self.random.below(14) {
            0 => Both::format("if (@) break;\n", &[&self.condition()]),
            1 => Both::format("if (@) continue;\n", &[&self.condition()]),
            2 => Both::format(&format!("if (@) {name}++;\n"), &[&self.condition()]),
            _ => Both::same(""),
        }
    }

    /// A form of loop with `count` values of the counter `name`. `step` is done with the counter's,
    /// where the form has a place for it.
    fn loop_text(&mut self, name: &str, count: usize, step: &Both, body: &Both) -> Both {
        let step = match step.upc.is_empty() {
            true => Both::same(""),
            false => Both::format(", @", &[step]),
        };
        let (last, ty) = (count - 1, *self.random.pick(&COUNTERS));
        let go = tick();
        let with_step =
            |head: &str| Both::format(&format!("{head} {{\n@}}\n"), &[&go, &step, body]);
        match self.random.below(11) {
            0 => with_step(&format!("for (int {name} = {last}; @{name} >= 0; {name}--@)")),
            1 => with_step(&format!("for ({ty} {name} = 0; @{name} != {count}; {name}++@)")),
            2 => with_step(&format!("for ({ty} {name} = 0; @{name} <= {last}; {name} += 2@)")),
            3 => Both::format(
                &format!("{{ {ty} {name} = {count};\nwhile (@{name}-- > 0) {{\n@}} }}\n"),
                &[&go, body],
            ),
            4 => Both::format(
                &format!("{{ {ty} {name} = 0;\ndo {{\n@}} while (@++{name} < {count}); }}\n"),
                &[body, &go],
            ),
            5 => {
                let label = self.name("again");
                // `break` and `continue` need a loop.
                Both::format(
                    &format!(
                        "{{ {ty} {name} = 0;\n{label}:\ndo {{\n@}} while (0);\n\
                         if (@++{name} < {count}) goto {label}; }}\n"
                    ),
                    &[body, &go],
                )
            }
            6 => {
                let head = format!("for ({ty} {name} = 0; @{name} < limit; {name}++@)");
                let text = with_step(&head);
                Both::format(&format!("limit = {count};\n@"), &[&text])
            }
            7 => {
                let stop = self.name("n");
                let text = with_step(&format!("for ({name} = 0; @{name} < {stop}; ++{name}@)"));
                let declared = format!("{ty} {stop} = {count}, {name}");
                Both::format(&format!("{{ {declared};\n@sum += {name}; }}\n"), &[&text])
            }
            _ => with_step(&format!("for ({ty} {name} = 0; @{name} < {count}; {name}++@)")),
        }
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
        let rows = |&n: &usize| self.objects[n].count / self.objects[n].columns.max(1);
        let count = self.hot.iter().map(rows).min().unwrap_or(1);
        let i = self.name("i");
        let outer = self.divided_by.replace(i.clone());
        self.numbers.push(Number { name: i.clone(), most: count - 1 });
        let affinity = self.affinity(n, &i, count);
        let body = self.divided_body();
        self.numbers.pop();
        self.divided_by = outer;
        let head = self.divided_head(&i, count);
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

    /// The affinity of a upc_forall over `i` of `count` values; in plain C whether it is the
    /// thread's turn.
    fn affinity(&mut self, n: usize, i: &str, count: usize) -> Both {
        match self.random.below(9) {
            0 => Self::integer(Both::same(i)),
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
                let text = self.element_of_iteration(n, i);
                Both {
                    upc: format!("&{}", text.upc),
                    plain: format!("({}).thread == me", text.plain),
                }
            }
        }
    }

    /// An element of object `n` that iteration `i` has affinity to.
    fn element_of_iteration(&mut self, n: usize, i: &str) -> Both {
        let object = self.objects[n].clone();
        let index = Both::same(i);
        let leads = |p: &&Pointer| p.object == Some(n) && p.block.is_some();
        let pointers: Vec<Pointer> = self.pointers.iter().filter(leads).cloned().collect();
        if !pointers.is_empty() && self.random.chance(40) {
            let pointer = self.random.pick(&pointers).clone();
            return self.behind_at(&pointer, &index).text;
        }
        let element = self.by_name(n, Some(&index));
        if object.columns == 0 || !self.random.chance(30) {
            return element.text;
        }
        let (columns, block, size) = (object.columns, object.block, object.ty().size);
        Both {
            upc: object.at(i, "0"),
            plain: format!("moved(start({n}), ({i}) * {columns}, {block}, {size})"),
        }
    }

    fn divided_body(&mut self) -> Both {
        let mut body = self.statements(1);
        if self.random.chance(12) {
            let inner = self.divided_loop();
            body = Both::format("@@", &[&body, &inner]);
        }
        if self.random.chance(10) {
            let condition = self.condition();
            body = Both::format("if (@) continue;\n@", &[&condition, &body]);
        }
        body
    }

    /// Start, end and step of a upc_forall with up to `count` iterations.
    fn divided_head(&mut self, i: &str, count: usize) -> Both {
        let ty = *self.random.pick(&["int", "int", "int", "long", "size_t", "unsigned", "short"]);
        let last = count - 1;
        let head = match self.random.below(8) {
            0 => format!("int {i} = {last}; @{i} >= 0; {i}--"),
            1 => format!("{ty} {i} = 0; @{i} < {count}; {i} += 2"),
            2 => format!("{ty} {i} = {}; @{i} <= {last}; ++{i}", self.random.below(count)),
            3 => format!("{ty} {i} = 0; @{i} < {count}; {i} = {i} + 1"),
            _ => format!("{ty} {i} = 0; @{i} < {count}; {i}++"),
        };
        Both::format(&head, &[&tick()])
    }

    fn integer(value: Both) -> Both {
        Both { upc: value.upc, plain: format!("rest_of({}, THREADS) == me", value.plain) }
    }
}
