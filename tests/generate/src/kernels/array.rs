// SPDX-License-Identifier: Apache-2.0
//! Shared arrays in each layout, and directories of pointers to rows, each with a private array of
//! the same shape.

use super::Kernels;
use crate::Both;

/// How the elements lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// `shared [n]`; 0: all on thread 0.
    Block(usize),
    /// `shared [*]`.
    Star,
    /// A pointer to each row, which lies on the row's thread: `shared [] T *shared name[rows]`.
    Directory,
}

#[derive(Debug, Clone)]
pub(super) struct Array {
    pub name: String,
    pub element: &'static str,
    pub layout: Layout,
    /// Elements, or rows.
    pub count: usize,
    pub per_thread: usize,
    /// 0: it has no rows.
    pub row: usize,
    pub is_strict: bool,
    /// An element or row of each thread: `name[MYTHREAD]`.
    pub is_own: bool,
    /// Its values are below this, and stay so: subscripts. 0: any values.
    pub below: usize,
    /// The current phase writes it.
    pub is_written: bool,
    /// Values at the start: `(i * factor + rest) % 97`.
    pub factor: usize,
    pub rest: usize,
}

const ELEMENTS: [&str; 8] =
    ["unsigned char", "short", "int", "unsigned", "long", "unsigned long", "float", "double"];

impl Array {
    pub fn is_float(&self) -> bool {
        self.element == "float" || self.element == "double"
    }

    /// Element `index`, of row `row` where there are rows.
    pub fn element(&self, row: Option<&Both>, index: &Both) -> Both {
        let name = Both { upc: self.name.clone(), plain: format!("plain_{}", self.name) };
        match row {
            Some(row) => Both::format("@[@][@]", &[&name, row, index]),
            None => Both::format("@[@]", &[&name, index]),
        }
    }

    /// The same element by a pointer to the array, where there is one.
    pub fn element_by_pointer(&self, index: &Both) -> Option<Both> {
        self.pointer()?;
        let name = Both { upc: format!("by_{}", self.name), plain: format!("plain_{}", self.name) };
        Some(Both::format("@[@]", &[&name, index]))
    }

    /// The declaration of a pointer to an array without rows.
    fn pointer(&self) -> Option<String> {
        let Layout::Block(n) = self.layout else { return None };
        let plain = self.row == 0 && !self.is_strict;
        plain
            .then(|| format!("static shared [{}] {} *by_{};\n", Number(n), self.element, self.name))
    }

    fn dimensions(&self, shared: bool) -> String {
        let count = match shared && self.layout != Layout::Block(0) {
            true if self.is_own => "THREADS".to_owned(),
            true => format!("{} * THREADS", self.per_thread),
            false => self.count.to_string(),
        };
        if self.row == 0 || shared && self.layout == Layout::Directory {
            format!("[{count}]")
        } else {
            format!("[{count}][{}]", self.row)
        }
    }

    /// Both arrays.
    pub fn declaration(&self) -> String {
        let Array { name, element, .. } = self;
        let strict = if self.is_strict { "strict " } else { "" };
        let dimensions = self.dimensions(true);
        let shared = match self.layout {
            Layout::Block(n) => {
                format!("{strict}shared [{}] {element} {name}{dimensions};", Number(n))
            }
            Layout::Star => format!("{strict}shared [*] {element} {name}{dimensions};"),
            Layout::Directory => format!("shared [] {element} *shared {name}{dimensions};"),
        };
        let pointer = self.pointer().unwrap_or_default();
        format!("{shared}\nstatic {element} plain_{name}{};\n{pointer}", self.dimensions(false))
    }

    /// Fills both, and allocates rows.
    pub fn set_up(&self) -> String {
        let Array { name, element, count, row, factor, rest, .. } = self;
        let below = if self.below == 0 { 97 } else { self.below };
        let value = |i: &str| format!("({i} * {factor} + {rest}) % {below}");
        let columns = (*row).max(1);
        let item = if *row == 0 { "[i]".to_owned() } else { "[i][j]".to_owned() };
        let mut text = String::new();
        if self.pointer().is_some() {
            text += &format!("    by_{name} = {name};\n");
        }
        if self.layout == Layout::Directory {
            text += &format!("    for (int i = MYTHREAD; i < {count}; i += THREADS)\n");
            text += &format!(
                "        {name}[i] = upc_alloc({columns} * sizeof({element}));\n    upc_barrier;\n"
            );
        }
        let index = if *row == 0 { "i".to_owned() } else { format!("(i * {columns} + j)") };
        text += &format!(
            "    for (int i = 0; i < {count}; i++)\n        for (int j = 0; j < \
            {columns}; j++) {{\n"
        );
        text += &format!("            plain_{name}{item} = {};\n", value(&index));
        text += &format!(
            "            if (i % THREADS == MYTHREAD)\n                {name}{item} = {};\n        \
             }}\n",
            value(&index)
        );
        text
    }

    pub fn comparison(&self) -> String {
        let Array { name, count, row, .. } = self;
        let columns = (*row).max(1);
        let item = if *row == 0 { "[i]" } else { "[i][j]" };
        format!(
            "    for (int i = 0; i < {count}; i++)\n        for (int j = 0; j < {columns}; \
             j++)\n            \
             CHECK_EQ((long){name}{item}, (long)plain_{name}{item});\n"
        )
    }
}

/// Prints nothing for the indefinite block size.
struct Number(usize);

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            0 => Ok(()),
            n => write!(f, "{n}"),
        }
    }
}

impl Kernels {
    pub(super) fn declare_arrays(&mut self) {
        for _ in 0..3 + self.random.below(3) {
            let rows = self.random.chance(35);
            self.declare(rows);
        }
        for is_strict in [false, false, self.random.chance(50)] {
            self.declare_own(is_strict);
        }
        self.declare_own_rows();
        self.declare_subscripts();
        if self.random.chance(60) {
            self.declare_directory();
        }
    }

    fn add(&mut self, letter: &str, layout: Layout, per_thread: usize, row: usize) -> &mut Array {
        let name = self.name(letter);
        let element = *self.random.pick(&ELEMENTS);
        let (factor, rest) = (1 + self.random.below(20), self.random.below(50));
        self.arrays.push(Array {
            name,
            element,
            layout,
            count: per_thread * self.threads,
            per_thread,
            row,
            is_strict: false,
            is_own: false,
            below: 0,
            is_written: false,
            factor,
            rest,
        });
        self.arrays.last_mut().expect("one was added")
    }

    fn declare(&mut self, rows: bool) {
        let per_thread = 1 + self.random.below(if rows { 3 } else { 12 });
        let row = if rows { 1 + self.random.below(9) } else { 0 };
        let layout = match self.random.below(10) {
            0 => Layout::Block(0),
            1 | 2 if rows => Layout::Block(row),
            1 => Layout::Star,
            3..=5 => Layout::Block(1),
            _ => Layout::Block(*self.random.pick(&[2, 3, 4, 5, 8])),
        };
        self.add("a", layout, per_thread, row);
    }

    fn declare_own(&mut self, is_strict: bool) {
        let array = self.add("x", Layout::Block(1), 1, 0);
        array.is_own = true;
        array.is_strict = is_strict;
    }

    fn declare_own_rows(&mut self) {
        let row = 2 + self.random.below(9);
        self.add("r", Layout::Block(row), 1, row).is_own = true;
    }

    fn declare_subscripts(&mut self) {
        let per_thread = 1 + self.random.below(9);
        let below = 2 + self.random.below(30);
        let block = *self.random.pick(&[0, 1, 1, 4]);
        let array = self.add("n", Layout::Block(block), per_thread, 0);
        array.element = "int";
        array.below = below;
    }

    fn declare_directory(&mut self) {
        let (per_thread, row) = (1 + self.random.below(3), 1 + self.random.below(12));
        self.add("d", Layout::Directory, per_thread, row);
    }
}
