// SPDX-License-Identifier: Apache-2.0
//! Cases, and what they do: changes, copies, conditions, functions.

use super::objects::{Form, TYPES};
use super::{Number, Pointer, Routes, Share};
use crate::Both;

impl Routes {
    /// A case: a function for the program, and the same in plain C.
    pub(super) fn case(&mut self) -> Both {
        let number = self.names_of_cases();
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
        self.numbers.clear();
        self.pointers.clear();
        let mut body = self.declare_pointers();
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
        Both {
            upc: format!(
                "\nstatic word case{number}(void)\n{{\nword sum = 0;\n{}{}return sum;\n}}\n",
                open.upc, body.upc
            ),
            plain: format!(
                "\nPLAIN word plain{number}(int me)\n{{\nword sum = 0;\n{}{}return sum;\n}}\n",
                open.plain, body.plain
            ),
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
        match self.random.below(if depth == 0 { 10 } else { 18 }) {
            0 => self.copy(),
            1 => self.structure(),
            2 | 3 => {
                let value = self.value(2);
                Both::format("sum += @;\n", &[&value])
            }
            4 if !self.pointers.is_empty() && self.share != Share::Divided => self.step(),
            5 if self.random.chance(15) => {
                Both { upc: "upc_fence;\n".to_owned(), plain: String::new() }
            }
            4..=9 => {
                let value = self.value(2);
                self.change(&value)
            }
            10 => {
                let (condition, body) = (self.condition(), self.statements(depth - 1));
                Both::format("if (@) {\n@}\n", &[&condition, &body])
            }
            11 => {
                let (condition, yes, no) =
                    (self.condition(), self.statements(depth - 1), self.statements(depth - 1));
                Both::format("if (@) {\n@} else {\n@}\n", &[&condition, &yes, &no])
            }
            12 | 13 if self.share != Share::Own && !self.in_function => self.call(),
            14 if self.share == Share::One && !self.pointers.is_empty() => self.pointer_loop(depth),
            _ => self.a_loop(depth),
        }
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
            parameters = Both {
                upc: format!("{}, {} *{p}", parameters.upc, object.shared()),
                plain: format!("{}, pointer {p}", parameters.plain),
            };
            arguments = Both {
                upc: format!("{}, &{}", arguments.upc, at.upc),
                plain: format!("{}, {}", arguments.plain, at.plain),
            };
            self.pointers.push(Pointer {
                name: p,
                ty: object.ty,
                block: Some(object.block),
                object: Some(n),
                low,
                high: object.count,
            });
        }
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
        self.functions.push(Both {
            upc: format!(
                "\nstatic word {name}(int n{})\n{{\nword sum = 0;\n{}return sum;\n}}\n",
                parameters.upc, body.upc
            ),
            plain: format!(
                "\nPLAIN word {name}_plain(int me, int n{})\n{{\nword sum = 0;\n{}return \
                 sum;\n}}\n",
                parameters.plain, body.plain
            ),
        });
        let stop = 1 + self.random.below(4);
        Both {
            upc: format!("sum += {name}({stop}{});\n", arguments.upc),
            plain: format!("sum += {name}_plain(me, {stop}{});\n", arguments.plain),
        }
    }
}
