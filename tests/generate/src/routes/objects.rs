// SPDX-License-Identifier: Apache-2.0
//! Shared objects of scalars, structures and unions, in all layouts, and their types.

use super::Routes;

/// A scalar in an element: what stands behind the element, with `@` for a subscript below `count`.
pub(super) struct Member {
    pub(super) path: &'static str,
    pub(super) count: usize,
    pub(super) scalar: &'static str,
}

pub(super) struct Type {
    pub(super) name: &'static str,
    pub(super) size: usize,
    pub(super) members: &'static [Member],
}

const fn m(path: &'static str, count: usize, scalar: &'static str) -> Member {
    Member { path, count, scalar }
}

/// Types without padding, whose bytes are all known.
pub(super) const TYPES_TEXT: &str = "
struct pair { int a; int b; };
struct record { long c; int a; short b[3]; unsigned char d[2]; int z; };
struct flow { double v; int n[2]; };
struct matrix { int m[2][3]; struct pair p; };
union word4 { unsigned w; unsigned char c[4]; };
struct colour { unsigned char r, g, b; };
struct nest { struct pair q[3]; short h[4]; };

";

pub(super) const TYPES: [Type; 15] = [
    Type { name: "int", size: 4, members: &[m("", 1, "int")] },
    Type { name: "double", size: 8, members: &[m("", 1, "double")] },
    Type { name: "long", size: 8, members: &[m("", 1, "long")] },
    Type { name: "unsigned char", size: 1, members: &[m("", 1, "unsigned char")] },
    Type { name: "short", size: 2, members: &[m("", 1, "short")] },
    Type { name: "unsigned", size: 4, members: &[m("", 1, "unsigned")] },
    Type { name: "float", size: 4, members: &[m("", 1, "float")] },
    Type { name: "unsigned long", size: 8, members: &[m("", 1, "unsigned long")] },
    Type { name: "struct pair", size: 8, members: &[m(".a", 1, "int"), m(".b", 1, "int")] },
    Type {
        name: "struct record",
        size: 24,
        members: &[
            m(".c", 1, "long"),
            m(".a", 1, "int"),
            m(".b[@]", 3, "short"),
            m(".d[@]", 2, "unsigned char"),
            m(".z", 1, "int"),
        ],
    },
    Type { name: "struct flow", size: 16, members: &[m(".v", 1, "double"), m(".n[@]", 2, "int")] },
    Type {
        name: "struct matrix",
        size: 32,
        members: &[
            m(".m[0][@]", 3, "int"),
            m(".m[1][@]", 3, "int"),
            m(".m[@][1]", 2, "int"),
            m(".p.a", 1, "int"),
            m(".p.b", 1, "int"),
        ],
    },
    Type {
        name: "union word4",
        size: 4,
        members: &[m(".w", 1, "unsigned"), m(".c[@]", 4, "unsigned char")],
    },
    Type {
        name: "struct colour",
        size: 3,
        members: &[
            m(".r", 1, "unsigned char"),
            m(".g", 1, "unsigned char"),
            m(".b", 1, "unsigned char"),
        ],
    },
    Type {
        name: "struct nest",
        size: 32,
        members: &[m(".q[@].a", 3, "int"), m(".q[@].b", 3, "int"), m(".h[@]", 4, "short")],
    },
];

/// What a thread may have of an object, besides the rest of a block.
const MOST_BYTES: usize = 3800;

/// `unsigned char` among them.
pub(super) const CHARACTER: usize = 3;

impl Type {
    /// The members are all scalars of the type, once each, in the order of initialisers.
    fn is_list(&self) -> bool {
        !["struct matrix", "struct nest", "union word4"].contains(&self.name)
    }

    pub(super) fn has_float(&self) -> bool {
        self.members.iter().any(|member| is_float(member.scalar))
    }
}

pub(super) fn is_float(scalar: &str) -> bool {
    matches!(scalar, "double" | "float")
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Form {
    Static,
    /// What upc_all_alloc returned.
    Allocated,
    /// Pointers in a shared array to what each thread allocated.
    Rows,
}

#[derive(Debug, Clone)]
pub(super) struct Object {
    pub(super) number: usize,
    pub(super) name: String,
    pub(super) ty: usize,
    /// 0: indefinite.
    pub(super) block: usize,
    /// All elements; of `Rows`, those of one thread.
    pub(super) count: usize,
    /// Elements of a row, where there is more than one dimension; else 0.
    pub(super) columns: usize,
    /// The last of three dimensions; else 0.
    pub(super) last: usize,
    pub(super) form: Form,
    pub(super) is_strict: bool,
    count_text: String,
    /// What the declaration gives to the first scalars.
    initial: Vec<usize>,
}

impl Routes {
    pub(super) fn object(&mut self) {
        let number = self.objects.len();
        // Objects of the same type can be the same to a pointer.
        let ty = match self.objects.last() {
            Some(last) if self.random.chance(40) => last.ty,
            _ => self.random.below(TYPES.len()),
        };
        let form = *self.random.pick(&[
            Form::Static,
            Form::Static,
            Form::Static,
            Form::Static,
            Form::Allocated,
            Form::Rows,
        ]);
        let block = match form {
            Form::Rows => 0,
            _ => *self.random.pick(&[1, 1, 1, 2, 3, 4, 5, 8, 0]),
        };
        let (columns, last) = self.columns(form);
        let (rows, count_text) = self.rows(form, TYPES[ty].size, block, columns);
        let count = rows * columns.max(1);
        let initial = match form == Form::Static && self.random.chance(25) {
            true => self.initial_values(ty, count / if block == 0 { 1 } else { self.threads }),
            false => Vec::new(),
        };
        let name = format!("a{number}");
        let is_strict = self.random.chance(8);
        self.objects.push(Object {
            number,
            name,
            ty,
            block,
            count,
            columns,
            last,
            form,
            is_strict,
            count_text,
            initial,
        });
    }

    /// The columns of a matrix, and those of a row of its last dimension; 0: there is none.
    fn columns(&mut self, form: Form) -> (usize, usize) {
        if form != Form::Static || !self.random.chance(30) {
            return (0, 0);
        }
        let columns = 2 + self.random.below(4);
        if !self.random.chance(40) {
            return (columns, 0);
        }
        let last = 2 + self.random.below(2);
        (last * (1 + self.random.below(3)), last)
    }

    /// The rows of an object, and their number as its declaration has it. Most objects are small,
    /// so that routes meet; some are larger than what shares a message.
    fn rows(&mut self, form: Form, size: usize, block: usize, columns: usize) -> (usize, String) {
        let rows = match self.random.chance(15) {
            true => (MOST_BYTES / size / columns.max(1)).min(40 + self.random.below(80)),
            false => 3 + self.random.below(9),
        };
        let blocks = if block == 0 { 1 } else { self.threads };
        if form == Form::Allocated {
            // Whole blocks.
            let whole = rows.min((MOST_BYTES / size / block.max(1)).max(1)) * block.max(1);
            return (whole * blocks, rows.to_string());
        }
        let factor = if block == 0 { "" } else { " * THREADS" };
        (rows * blocks, format!("{rows}{factor}"))
    }

    /// Values of some of the first `count` elements, scalar by scalar. With THREADS as a factor of
    /// a dimension no more can be given than there are for one thread.
    fn initial_values(&mut self, ty: usize, count: usize) -> Vec<usize> {
        match TYPES[ty].is_list() {
            true => {
                let scalars = TYPES[ty].members.iter().map(|member| member.count).sum::<usize>();
                let given = 1 + self.random.below((count * scalars).min(60));
                (0..given).map(|_| self.random.below(100)).collect()
            }
            false => Vec::new(),
        }
    }
}

pub(super) fn layout(block: usize, is_strict: bool) -> String {
    let strict = if is_strict { "strict " } else { "" };
    match block {
        0 => format!("{strict}shared [] "),
        1 => format!("{strict}shared "),
        _ => format!("{strict}shared [{block}] "),
    }
}

impl Object {
    pub(super) fn ty(&self) -> &'static Type {
        &TYPES[self.ty]
    }

    /// `shared [3] int`.
    pub(super) fn shared(&self) -> String {
        layout(self.block, self.is_strict) + self.ty().name
    }

    pub(super) fn declaration(&self) -> String {
        let (shared, name, count) = (self.shared(), &self.name, &self.count_text);
        match self.form {
            Form::Static => {
                let dimensions = match (self.columns, self.last) {
                    (0, _) => String::new(),
                    (columns, 0) => format!("[{columns}]"),
                    (columns, last) => format!("[{}][{last}]", columns / last),
                };
                let values: Vec<String> = self.initial.iter().map(usize::to_string).collect();
                let initial = match values.is_empty() {
                    true => String::new(),
                    false => format!(" = {{{}}}", values.join(", ")),
                };
                format!("static {shared} {name}[{count}]{dimensions}{initial};\n")
            }
            Form::Allocated => format!("static {shared} *{name};\n"),
            Form::Rows => format!("static {shared} *shared {name}[THREADS];\n"),
        }
    }

    /// The object's element in a row, at a column that may be an expression.
    pub(super) fn at(&self, row: &str, column: &str) -> String {
        let name = &self.name;
        match self.last {
            0 => format!("{name}[{row}][{column}]"),
            last => format!("{name}[{row}][({column}) / {last}][({column}) % {last}]"),
        }
    }

    /// Elements of all threads.
    fn all(&self) -> String {
        if self.form == Form::Rows {
            format!("{} * THREADS", self.count)
        } else {
            self.count.to_string()
        }
    }

    fn any_element(&self) -> String {
        let name = &self.name;
        match (self.form, self.columns) {
            (Form::Rows, _) => format!("{name}[k / {0}][k % {0}]", self.count),
            (_, 0) => format!("{name}[k]"),
            (_, columns) => self.at(&format!("k / {columns}"), &format!("k % {columns}")),
        }
    }

    fn any_pointer(&self) -> String {
        let (number, size, block) = (self.number, self.ty().size, self.block);
        match self.form {
            Form::Rows => {
                format!("moved(row_of({number}, k / {0}), k % {0}, 0, {size})", self.count)
            }
            _ => format!("moved(start({number}), k, {block}, {size})"),
        }
    }

    pub(super) fn set_up(&self) -> String {
        let (number, size, count) = (self.number, self.ty().size, self.count);
        let home = if self.block == 0 && self.form != Form::Rows { 0 } else { -1 };
        let mut text = format!(
            "    objects[{number}] = (struct object){{{size}, {}, {count}, {home}}};\n",
            self.block
        );
        let (name, ty) = (&self.name, self.ty().name);
        let shared = self.shared();
        match self.form {
            Form::Static => {}
            Form::Allocated if self.block == 0 => {
                text += &format!(
                    "    {name} = ({shared} *)upc_all_alloc(1, {count} * sizeof({ty}));\n"
                );
            }
            Form::Allocated => {
                let block = self.block;
                text += &format!(
                    "    {name} = ({shared} *)upc_all_alloc({}, {block} * sizeof({ty}));\n",
                    count / block
                );
            }
            Form::Rows => {
                text += &format!(
                    "    {name}[MYTHREAD] = ({shared} *)upc_alloc({count} * sizeof({ty}));\n\
                     \x20   upc_barrier;\n"
                );
            }
        }
        text += "    new_case();\n";
        if !self.initial.is_empty() {
            return text + &self.initial_model();
        }
        text += &format!("    for (long k = 0; k < {}; k++) {{\n", self.all());
        text +=
            &format!("        pointer p = {};\n        new_turn(p.thread);\n", self.any_pointer());
        for member in self.ty().members {
            let scalar = member.scalar;
            for k in 0..member.count {
                let offset = offset(ty, member.path, &k.to_string());
                text += &format!(
                    "        CHANGE({scalar}, member(p, {offset}), = next_word() % 100);\n"
                );
            }
        }
        text += &format!(
            "        if (p.thread == MYTHREAD)\n\
             \x20           upc_memput(&{}, at(p, {size}, 0), {size});\n",
            self.any_element()
        );
        text + "    }\n"
    }

    /// Gives the model what the initialisers give; the rest is zero in both.
    fn initial_model(&self) -> String {
        let (number, size, block) = (self.number, self.ty().size, self.block);
        let members: Vec<(&str, String)> = self
            .ty()
            .members
            .iter()
            .flat_map(|m| (0..m.count).map(move |k| (m.scalar, m.path, k.to_string())))
            .map(|(scalar, path, k)| (scalar, offset(self.ty().name, path, &k)))
            .collect();
        let mut text = String::new();
        for (n, value) in self.initial.iter().enumerate() {
            let (k, (scalar, at)) = (n / members.len(), &members[n % members.len()]);
            text += &format!(
                "    {{\n        pointer p = moved(start({number}), {k}, {block}, {size});\n\
                 \x20       new_turn(p.thread);\n\
                 \x20       CHANGE({scalar}, member(p, {at}), = {value});\n    }}\n"
            );
        }
        text
    }

    /// Whether the shared object has what the model has.
    pub(super) fn comparison(&self) -> String {
        let (number, size) = (self.number, self.ty().size);
        format!(
            "    for (long k = 0; k < {}; k++) {{\n        pointer p = {};\n\
             \x20       unsigned char got[{size}];\n\
             \x20       if (p.thread != (MYTHREAD + (number & 1)) % THREADS)\n\
             \x20           continue;\n\
             \x20       upc_memget(got, &{}, {size});\n\
             \x20       if (memcmp(got, &memory[{number}][p.thread][p.offset], {size}) != 0)\n\
             \x20           element_differs(number, \"{}\", k);\n    }}\n",
            self.all(),
            self.any_pointer(),
            self.any_element(),
            self.name
        )
    }
}

/// Where a member lies in its element.
pub(super) fn offset(ty: &str, path: &str, index: &str) -> String {
    let Some(path) = path.strip_prefix('.') else { return "0".to_owned() };
    let at = |k: &str| format!("(long)offsetof({ty}, {})", path.replace('@', k));
    match path.contains('@') {
        true => format!("({index}) * ({} - {}) + {}", at("1"), at("0"), at("0")),
        false => at("0"),
    }
}
