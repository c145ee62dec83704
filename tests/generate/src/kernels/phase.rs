// SPDX-License-Identifier: Apache-2.0
//! A phase: the work of the threads between two barriers, in UPC and as plain C for one thread
//! after the other.

use super::array::{Array, Layout};
use super::{Kernels, Place};
use crate::Both;

/// Whether they have no common divisor.
fn are_coprime(a: usize, b: usize) -> bool {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a == 1
}

impl Kernels {
    /// Some phase.
    pub(super) fn phase(&mut self) {
        let own = self.own_places();
        let text = match self.random.below(9) {
            8 => self.handed_over(),
            0..=2 => self.divided_loop(),
            3 => self.one_thread(),
            4 => self.permuted(),
            5 => self.histogram(),
            6 => self.walk(),
            _ => self.own_loop(),
        };
        let text = text.unwrap_or_else(|| self.inner_own_loop());
        self.places.clear();
        self.variables.clear();
        let alias = match own {
            Some(array) if self.random.chance(25) => self.through_pointer(array),
            _ => Both::same(""),
        };
        self.phases.push(Both::format("@@", &[&text, &alias]));
        self.places.clear();
        self.variables.clear();
        self.arrays.iter_mut().for_each(|array| array.is_written = false);
    }

    /// Lets the phase change some of the threads' own elements.
    fn own_places(&mut self) -> Option<usize> {
        let is_own = |n: &usize| self.arrays[*n].is_own;
        let (own, rows): (Vec<usize>, Vec<usize>) =
            (0..self.arrays.len()).filter(is_own).partition(|&n| self.arrays[n].row == 0);
        for n in rows {
            self.arrays[n].is_written = self.random.chance(60);
            if self.arrays[n].is_written {
                self.own_element_of_row(n);
            }
        }
        let mut chosen = None;
        for n in own {
            if self.random.chance(50) {
                self.allow(n, None, Both::me());
                chosen = Some(n);
            }
        }
        chosen
    }

    /// Lets statements change an element of the thread's own row, with a subscript from the current
    /// variables.
    pub(super) fn own_element_of_row(&mut self, array: usize) {
        let index = self.subscript(self.arrays[array].row);
        self.allow(array, Some(&Both::me()), index);
    }

    fn allow(&mut self, array: usize, row: Option<&Both>, index: Both) {
        let text = self.arrays[array].element(row, &index);
        let is_float = self.arrays[array].is_float();
        self.arrays[array].is_written = true;
        self.places.push(Place { text, is_float });
    }

    /// An array of data that the phase does not use yet.
    fn target(&mut self, fits: impl Fn(&Array) -> bool) -> Option<usize> {
        let free = |array: &Array| array.below == 0 && !array.is_own && !array.is_written;
        let found: Vec<usize> = (0..self.arrays.len())
            .filter(|&n| free(&self.arrays[n]) && fits(&self.arrays[n]))
            .collect();
        (!found.is_empty()).then(|| *self.random.pick(&found))
    }

    /// Statements that change element `index` of the array; of each row's elements in a loop.
    fn work_at(&mut self, array: usize, index: &str, indent: &str) -> Both {
        let index = Both::same(index);
        let row = self.arrays[array].row;
        if row == 0 {
            self.allow(array, None, index);
            return self.statements(2, indent);
        }
        self.inner_loop(row, indent, |kernels, inner| {
            let column = Both::same(kernels.variables.last().expect("the loop's").name.clone());
            kernels.allow(array, Some(&index), column);
            let body = kernels.statements(1, inner);
            kernels.places.pop();
            body
        })
    }

    /// upc_forall over an array's elements or rows, with some affinity.
    fn divided_loop(&mut self) -> Option<Both> {
        let n = self.target(|_| true)?;
        self.arrays[n].is_written = true;
        let array = self.arrays[n].clone();
        let i = self.name("i");
        self.variables.push(super::Variable { name: i.clone(), most: array.count - 1 });
        let body = self.work_at(n, &i, "        ");
        let first = if array.row > 0 && array.layout != Layout::Directory { "[0]" } else { "" };
        let element = format!("&{}[{i}]{first}", array.name);
        let (affinity, owner) = match self.random.below(4) {
            0 => (i.clone(), format!("{i} % THREADS")),
            1 => (format!("{i} + 1"), format!("({i} + 1) % THREADS")),
            _ => (element.clone(), format!("(int)upc_threadof({element})")),
        };
        let (before, head) = self.clauses(&i, array.count);
        Some(Both {
            upc: format!("{before}    upc_forall ({head}; {affinity}) {{\n{}    }}\n", body.upc),
            plain: format!(
                "{before}    for ({head})\n        if ({owner} == me) {{\n{}        }}\n",
                body.plain
            ),
        })
    }

    /// The clauses of a loop that counts with `i` below `count`, and what stands before it.
    fn clauses(&mut self, i: &str, count: usize) -> (String, String) {
        if self.random.chance(70) {
            return (String::new(), format!("int {i} = 0; {i} < {count}; {i}++"));
        }
        let (step, first) = (self.name("s"), self.random.below(count));
        let before = format!("    int {step} = {};\n", 1 + self.random.below(count));
        let clauses = match self.random.chance(50) {
            true => format!("int {i} = {first}; {i} < {count}; {i} += {step}"),
            false => format!("int {i} = {first}; {i} >= 0; {i} -= {step}"),
        };
        (before, clauses)
    }

    /// One thread goes over all of an array.
    fn one_thread(&mut self) -> Option<Both> {
        let n = self.target(|_| true)?;
        self.places.clear();
        self.arrays[n].is_written = true;
        let thread = self.random.below(self.threads);
        let count = self.arrays[n].count;
        let body = self.inner_loop(count, "        ", |kernels, inner| {
            let i = kernels.variables.last().expect("the loop's").name.clone();
            kernels.work_at(n, &i, inner)
        });
        Some(Both::format(&format!("    if (@ == {thread}) {{\n@    }}\n"), &[&Both::me(), &body]))
    }

    /// Each thread writes a part of an array, which lies anywhere.
    fn permuted(&mut self) -> Option<Both> {
        let n = self.target(|array| array.row == 0)?;
        self.arrays[n].is_written = true;
        let (count, i, at) = (self.arrays[n].count, self.name("i"), self.name("k"));
        let factors: Vec<usize> = (1..=2 * count).filter(|&f| are_coprime(f, count)).collect();
        let (factor, shift) = (*self.random.pick(&factors), self.random.below(count));
        self.variables.push(super::Variable { name: i.clone(), most: count - 1 });
        let body = self.work_at(n, &at, "        ");
        let head = format!("    for (int {i} = @; {i} < {count}; {i} += THREADS) {{\n");
        let place = format!("        int {at} = ({i} * {factor} + {shift}) % {count};\n");
        Some(Both::format(&format!("{head}{place}@    }}\n"), &[&Both::me(), &body]))
    }

    /// Each thread changes the elements that an expression finds among a part of them.
    fn histogram(&mut self) -> Option<Both> {
        let n = self.target(|array| array.row == 0)?;
        self.arrays[n].is_written = true;
        let (count, at, turns) = (self.arrays[n].count, self.name("k"), 3 + self.random.below(20));
        let body = self.inner_loop(turns, "    ", |kernels, inner| {
            let found = kernels.value(2);
            let deeper = format!("{inner}    ");
            kernels.allow(n, None, Both::same(at.clone()));
            let change = kernels.statements(0, &deeper);
            let head = format!(
                "{inner}int {at} = (int)(@ % {count});\n{inner}if ({at} % THREADS == @) {{\n"
            );
            Both::format(&format!("{head}@{inner}}}\n"), &[&found, &Both::me(), &change])
        });
        Some(body)
    }

    /// Each thread writes the elements that it has, says so, and reads those of the next thread
    /// once that has said so: by strict accesses, or by relaxed ones and fences.
    fn handed_over(&mut self) -> Option<Both> {
        let n = self.target(|array| array.row == 0)?;
        let sum = self.places.first().filter(|place| !place.is_float)?.text.clone();
        self.arrays[n].is_written = true;
        let array = self.arrays[n].clone();
        let (count, round) = (array.count, self.phases.len() + 1);
        let (factor, rest) = (1 + self.random.below(9), self.random.below(50));
        let written = format!("({})((i * {factor} + {rest}) % 91)", array.element);
        let owner = format!("(int)upc_threadof(&{}[i])", array.name);
        let (i, next) = (Both::same("i"), "(MYTHREAD + 1) % THREADS");
        let element = array.element(None, &i);
        let all = format!("    for (int i = 0; i < {count}; i++)\n");
        let write = Both {
            upc: format!(
                "    upc_forall (int i = 0; i < {count}; i++; &{}[i])\n        {} = {written};\n",
                array.name, element.upc
            ),
            plain: format!(
                "{all}        if ({owner} == me)\n            {} = {written};\n",
                element.plain
            ),
        };
        let wait = |flag: &str| format!("    while ({flag}[{next}] < {round})\n        ;\n");
        let tell = match self.random.chance(50) {
            true => format!("    said[MYTHREAD] = {round};\n{}", wait("said")),
            false => {
                let wait = wait("told");
                format!("    upc_fence;\n    told[MYTHREAD] = {round};\n{wait}    upc_fence;\n")
            }
        };
        let read = |next: &str, sum: &str, value: &str| {
            let add = format!("{sum} += (unsigned long){value};");
            format!("{all}        if ({owner} == {next})\n            {add}\n")
        };
        let upc = format!("{}{tell}{}", write.upc, read(next, &sum.upc, &element.upc));
        let plain = write.plain + &read("(me + 1) % THREADS", &sum.plain, &written);
        Some(Both { upc, plain })
    }

    /// Sums by a pointer that moves through an array.
    fn walk(&mut self) -> Option<Both> {
        let n = self.target(|array| array.row == 0 && matches!(array.layout, Layout::Block(_)))?;
        let own = self.places.first()?.clone();
        let array = self.arrays[n].clone();
        let (start, p) = (self.random.below(array.count), self.name("p"));
        let turns = 1 + self.random.below(array.count - start);
        let Layout::Block(block) = array.layout else { return None };
        let block = if block == 0 { String::new() } else { block.to_string() };
        let element = array.element;
        let declared = Both {
            upc: format!("    shared [{block}] {element} *{p} = &{}[{start}];\n", array.name),
            plain: format!("    {element} *{p} = &plain_{}[{start}];\n", array.name),
        };
        let body = self.inner_loop(turns, "    ", |_, inner| {
            let step = match own.is_float {
                true => format!("{inner}@ += (unsigned long)*{p}++ % 16;\n"),
                false => format!("{inner}@ += (unsigned long)*{p}++;\n"),
            };
            Both::format(&step, &[&own.text])
        });
        Some(Both::format("@@", &[&declared, &body]))
    }

    /// A loop that changes the thread's own elements alone.
    fn own_loop(&mut self) -> Option<Both> {
        (!self.places.is_empty()).then(|| self.inner_own_loop())
    }

    fn inner_own_loop(&mut self) -> Both {
        if self.places.is_empty() {
            let n = self.arrays.iter().position(|array| array.is_own).expect("there are some");
            self.allow(n, None, Both::me());
        }
        let count = 1 + self.random.below(20);
        self.inner_loop(count, "    ", |kernels, inner| kernels.statements(2, inner))
    }

    /// The thread's own element in one loop by its name and by a pointer-to-local.
    fn through_pointer(&mut self, n: usize) -> Both {
        let array = self.arrays[n].clone();
        let (q, me) = (self.name("q"), Both::me());
        let (element, own) = (array.element, array.element(None, &me));
        let head = Both::format(&format!("    {element} *{q} = ({element} *)&@;\n"), &[&own]);
        let value = if array.is_float() { "% 16" } else { "+ 1" };
        let body = self.inner_loop(5, "    ", |kernels, inner| {
            let j = kernels.variables.last().expect("the loop's").name.clone();
            let line = format!(
                "{inner}@ += (unsigned long){j} {value};\n{inner}*{q} += (unsigned \
                long){j} {value};\n"
            );
            Both::format(&line, &[&own])
        });
        Both::format("@@", &[&head, &body])
    }
}
