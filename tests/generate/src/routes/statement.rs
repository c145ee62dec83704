// SPDX-License-Identifier: Apache-2.0
//! Cases, and what they do: changes, copies, conditions, functions.

use super::objects::{Form, TYPES};
use super::{Number, Pointer, Routes, Share};
use crate::Both;

impl Routes {
    /// A case: a function for the program, and the same in plain C, which puts the result of each
    /// thread into an array.
    pub(super) fn case(&mut self) -> Both {
        let number = self.names_of_cases();
        self.choose_objects();
        self.numbers.clear();
        self.pointers.clear();
        let declared = self.declare_pointers();
        if self.share == Share::One && self.threads > 1 && self.random.chance(45) {
            return self.handed(number, &declared);
        }
        let mut body = Both::same("");
        for line in &declared {
            body = Both {
                upc: body.upc + &line.upc,
                plain: format!("{}pointer {}", body.plain, line.plain),
            };
        }
        for _ in 0..1 + self.random.below(2) {
            let next = match self.share {
                Share::Divided => self.divided_loop(),
                _ => self.statement(3),
            };
            body = Both::format("@@", &[&body, &next]);
        }
        let open = match self.share {
            Share::One => {
                let thread = self.random.below(self.threads);
                Both::format(&format!("if (@ != {thread})\nreturn 0;\n"), &[&Both::me()])
            }
            _ => Both::same(""),
        };
        let end = "for (int k_ = 0; k_ < 16; k_++)\nsum = sum * 31 + mine";
        Both {
            upc: format!(
                "\nstatic word case{number}(void)\n{{\nword sum = 0;\n\
                 memset(mine, 0, sizeof mine);\n{}{}{end}[k_];\nreturn sum;\n}}\n",
                open.upc, body.upc
            ),
            plain: format!(
                "\nPLAIN word turn{number}(int me)\n{{\nword sum = 0;\n\
                 memset(mine_plain, 0, sizeof mine_plain);\n{}{}{end}_plain[me][k_];\n\
                 return sum;\n}}\n\
                 PLAIN void plain{number}(word *results) {{ by_turns(turn{number}, results); }}\n",
                open.plain, body.plain
            ),
        }
    }

    /// Chooses what the case changes, and which thread does it.
    fn choose_objects(&mut self) {
        self.share = *self.random.pick(&[
            Share::One,
            Share::One,
            Share::One,
            Share::Divided,
            Share::Divided,
            Share::Own,
        ]);
        let mut all: Vec<usize> = (0..self.objects.len()).collect();
        self.hot.clear();
        for _ in 0..1 + self.random.below(2) {
            let n = self.random.below(all.len());
            self.hot.push(all.swap_remove(n));
            if all.len() < 2 {
                break;
            }
        }
        if self.share == Share::Own {
            let objects = &self.objects;
            self.hot.retain(|&n| {
                let object = &objects[n];
                object.form == Form::Rows || (object.block == 1 && object.columns == 0)
            });
        }
        if self.hot.is_empty() {
            self.hot.push(all[0]);
            self.share = Share::One;
        }
    }

    fn names_of_cases(&mut self) -> usize {
        self.cases += 1;
        self.cases - 1
    }

    pub(super) fn statements(&mut self, depth: usize) -> Both {
        let mut all = Both::same("");
        for _ in 0..1 + self.random.below(3) {
            let next = self.statement(depth);
            all = Both::format("@@", &[&all, &next]);
        }
        all
    }

    pub(super) fn statement(&mut self, depth: usize) -> Both {
        match self.random.below(if depth == 0 { 12 } else { 21 }) {
            0 => self.copy(),
            1 => self.structure(),
            2 | 3 => {
                let value = self.value(2);
                Both::format("sum += @;\n", &[&value])
            }
            4 if !self.pointers.is_empty() && self.share != Share::Divided => self.step(),
            5 => self.library_call(),
            6 => {
                let (at, value) = (self.private_place(), self.value(2));
                let operator = *self.random.pick(&["=", "+=", "^="]);
                Both::format(&format!("@ {operator} @;\n"), &[&at, &value])
            }
            4..=11 => {
                let value = self.value(2);
                self.change(&value)
            }
            12 => {
                let (condition, body) = (self.condition(), self.statements(depth - 1));
                Both::format("if (@) {\n@}\n", &[&condition, &body])
            }
            13 => {
                let (condition, yes, no) =
                    (self.condition(), self.statements(depth - 1), self.statements(depth - 1));
                Both::format("if (@) {\n@} else {\n@}\n", &[&condition, &yes, &no])
            }
            14 | 15 if self.share != Share::Own && !self.in_function => self.call(),
            16 if self.share == Share::One && !self.pointers.is_empty() => self.pointer_loop(depth),
            17 => self.row_variable(depth).unwrap_or_else(|| self.a_loop(depth)),
            _ => self.a_loop(depth),
        }
    }

    /// An element of a private array.
    pub(super) fn private_place(&mut self) -> Both {
        let index = self.subscript(16);
        Both {
            upc: format!("mine[({}) & 15]", index.upc),
            plain: format!("mine_plain[me][({}) & 15]", index.plain),
        }
    }

    /// A function of the library that changes or orders what the thread accesses.
    fn library_call(&mut self) -> Both {
        let (to, from) = (self.changed(), self.read());
        let only_upc = |upc: &str| Both { upc: upc.to_owned(), plain: String::new() };
        if to.is_local || from.is_local {
            return only_upc("upc_fence;\n");
        }
        let (ty, size) = (TYPES[to.ty].name, TYPES[to.ty].size);
        let value = self.value(1);
        let (to_type, from_type, to, from) = (to.ty, from.ty, to.text, from.text);
        match self.random.below(7) {
            0 => only_upc("upc_fence;\n"),
            1 => only_upc("upc_lock(lock);\nupc_unlock(lock);\n"),
            2 | 3 if ["int", "long"].contains(&ty) => {
                let letter = if ty == "int" { "I" } else { "L" };
                let order = *self.random.pick(&["relaxed", "strict"]);
                Both {
                    upc: format!(
                        "sum += (word)bupc_atomic{letter}_fetchadd_{order}(&{}, ({ty}){});\n",
                        to.upc, value.upc
                    ),
                    plain: format!(
                        "{{ {ty} by_ = ({ty}){};\nsum += (word)LOAD({ty}, {});\n\
                         CHANGE({ty}, {}, = (word)t_ + (word)by_); }}\n",
                        value.plain, to.plain, to.plain
                    ),
                }
            }
            4 if !TYPES[to_type].has_float() => Both {
                upc: format!("upc_memset(&{}, (int)({} & 127), {size});\n", to.upc, value.upc),
                plain: format!("fill({}, (int)({} & 127), {size});\n", to.plain, value.plain),
            },
            _ if to_type == from_type => {
                let (to_upc, from_upc) = (&to.upc, &from.upc);
                let upc = match self.random.below(3) {
                    0 => format!("upc_memcpy_nbi(&{to_upc}, &{from_upc}, {size});\nupc_synci();\n"),
                    1 => format!("upc_sync(upc_memcpy_nb(&{to_upc}, &{from_upc}, {size}));\n"),
                    _ => format!(
                        "{{ {ty} buffer_;\n\
                         upc_sync(upc_memget_nb(&buffer_, &{from_upc}, {size}));\n\
                         upc_memput_nbi(&{to_upc}, &buffer_, {size});\nupc_synci(); }}\n"
                    ),
                };
                Both { upc, plain: format!("copy({}, {}, {size});\n", to.plain, from.plain) }
            }
            _ => only_upc("upc_fence;\n"),
        }
    }

    /// A pointer that is read from a shared array, for some statements.
    fn row_variable(&mut self, depth: usize) -> Option<Both> {
        let rows = self.objects.iter().filter(|object| object.form == Form::Rows);
        let found: Vec<usize> = rows.map(|object| object.number).collect();
        let n = *(!found.is_empty()).then(|| self.random.pick(&found))?;
        let object = self.objects[n].clone();
        let (name, row) = (self.name("r"), self.subscript(self.threads));
        let (array, shared, count) = (&object.name, object.shared(), object.count);
        self.pointers.push(Pointer {
            name: name.clone(),
            ty: object.ty,
            block: Some(0),
            object: Some(n),
            low: 0,
            high: count,
        });
        let body = self.statements(depth - 1);
        self.pointers.pop();
        Some(Both {
            upc: format!("{{ {shared} *{name} = {array}[{}];\n{}}}\n", row.upc, body.upc),
            plain: format!("{{ pointer {name} = row_of({n}, {});\n{}}}\n", row.plain, body.plain),
        })
    }

    /// A whole element, by assignment.
    fn structure(&mut self) -> Both {
        let (to, from) = (self.changed(), self.read());
        if to.ty != from.ty {
            let value = self.value(1);
            return self.change(&value);
        }
        let (ty, size) = (TYPES[to.ty].name, TYPES[to.ty].size);
        let (to, from) = (to.text, from.text);
        Both {
            upc: format!("{} = {};\n", to.upc, from.upc),
            plain: format!(
                "whole({}, {}, {size});\n{{ {ty} whole_ = LOAD({ty}, {});\n\
                 CHANGE({ty}, {}, = whole_); }}\n",
                to.plain, from.plain, from.plain, to.plain
            ),
        }
    }

    /// Elements with consecutive addresses, by string functions.
    fn copy(&mut self) -> Both {
        let (to, from) = (self.changed(), self.read());
        if to.ty != from.ty || to.is_local || from.is_local {
            let value = self.value(1);
            return self.change(&value);
        }
        let count = *self.random.pick(&[1, 1, 1, 2, 3]);
        let (ty, size) = (TYPES[to.ty].name, TYPES[to.ty].size * count);
        let (to, from) = (to.text, from.text);
        let upc = match self.random.below(3) {
            0 => format!(
                "{{ {ty} buffer_[{count}];\nupc_memget(buffer_, &{}, {size});\n\
                 upc_memput(&{}, buffer_, {size}); }}\n",
                from.upc, to.upc
            ),
            _ => format!("upc_memcpy(&{}, &{}, {size});\n", to.upc, from.upc),
        };
        Both { upc, plain: format!("copy({}, {}, {size});\n", to.plain, from.plain) }
    }

    /// A function with pointers to elements of the case, which may overlap, and its call.
    fn call(&mut self) -> Both {
        let name = self.name("f");
        let (numbers, pointers) =
            (std::mem::take(&mut self.numbers), std::mem::take(&mut self.pointers));
        let (parameters, arguments) = self.parameters();
        let body = match self.pointers.is_empty() {
            true => Both::same(""),
            false => {
                self.in_function = true;
                self.numbers.push(Number { name: "n".to_owned(), most: 4 });
                self.statements(2)
            }
        };
        self.in_function = false;
        self.numbers = numbers;
        self.pointers = pointers;
        self.functions.push(function(&name, &parameters, &body));
        let stop = 1 + self.random.below(4);
        Both {
            upc: format!("sum += {name}({stop}{});\n", arguments.upc),
            plain: format!("sum += {name}_plain(me, {stop}{});\n", arguments.plain),
        }
    }

    /// Parameters, which are the pointers from now on, and their arguments, each behind a comma.
    fn parameters(&mut self) -> (Both, Both) {
        let (mut parameters, mut arguments) = (Both::same(""), Both::same(""));
        for _ in 0..1 + self.random.below(3) {
            let n = *self.random.pick(&self.hot);
            let object = self.objects[n].clone();
            if object.form == Form::Rows || object.columns > 0 {
                continue;
            }
            let p = self.name("p");
            let low = self.random.below(object.count.min(3));
            let index = match (self.share, &self.divided_by) {
                (Share::Divided, Some(i)) => i.clone(),
                _ => low.to_string(),
            };
            let at = self.by_name(n, Some(&Both::same(index))).text;
            parameters.upc += &format!(", {} *{p}", object.shared());
            parameters.plain += &format!(", pointer {p}");
            arguments.upc += &format!(", &{}", at.upc);
            arguments.plain += &format!(", {}", at.plain);
            self.pointers.push(Pointer {
                name: p,
                ty: object.ty,
                block: Some(object.block),
                object: Some(n),
                low,
                high: object.count,
            });
        }
        (parameters, arguments)
    }
}

fn function(name: &str, parameters: &Both, body: &Both) -> Both {
    Both {
        upc: format!(
            "\nstatic word {name}(int n{})\n{{\nword sum = 0;\n{}return sum;\n}}\n",
            parameters.upc, body.upc
        ),
        plain: format!(
            "\nPLAIN word {name}_plain(int me, int n{})\n{{\nword sum = 0;\n{}return sum;\n}}\n",
            parameters.plain, body.plain
        ),
    }
}
