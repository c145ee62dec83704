// SPDX-License-Identifier: Apache-2.0
//! Shared objects and structures: their declarations and initial values.

use crate::model::Element;
use crate::model::{stored, Form, Leaf, LeafType, PointerType, Shape, Value};
use crate::scalar::{literal, Number, Scalar};
use crate::world::World;

const QUALIFIERS: [&str; 6] = ["", "", "", "", "strict ", "relaxed "];

impl World {
    /// Declares a structure and returns its element.
    fn structure(&mut self) -> usize {
        let name = format!("struct {}", self.name("s"));
        let mut element = Element { name: name.clone(), leaves: Vec::new() };
        let mut members = Vec::new();
        for n in 0..1 + self.random.below(4) {
            let (text, leaves) = self.member_declaration(n, element.leaves.len());
            members.push(text);
            element.leaves.extend(leaves);
        }
        self.declarations.push(format!("{name} {{ {} }};", members.join(" ")));
        self.elements.push(element);
        self.elements.len() - 1
    }

    /// One member and its leaves, the first of which has the number `first`.
    fn member_declaration(&mut self, n: usize, first: usize) -> (String, Vec<Leaf>) {
        let ty = *self.random.pick(&Scalar::ALL);
        let leaf = |path: String, ty, run| Leaf { path, ty, run };
        let alone = |ty| vec![leaf(format!(".m{n}"), ty, (first, 1))];
        match self.random.below(10) {
            0 | 1 => {
                let length = 2 + self.random.below(3);
                let item = |i| leaf(format!(".m{n}[{i}]"), LeafType::Number(ty), (first, length));
                (format!("{} m{n}[{length}];", ty.name()), (0..length).map(item).collect())
            }
            2 | 3 => {
                let ty = *self.random.pick(&[Scalar::Int, Scalar::UInt]);
                let width = 1 + self.random.below(20) as u32;
                let signed = if ty == Scalar::Int { "signed" } else { "unsigned" };
                (format!("{signed} m{n} : {width};"), alone(LeafType::Bits(ty, width)))
            }
            4 => {
                let text = format!("struct {{ char pad; {} in; }} m{n};", ty.name());
                let (pad, inner) = (format!(".m{n}.pad"), format!(".m{n}.in"));
                let pad = leaf(pad, LeafType::Number(Scalar::UChar), (first, 1));
                let inner = leaf(inner, LeafType::Number(ty), (first + 1, 1));
                (text.replace("char pad", "unsigned char pad"), vec![pad, inner])
            }
            5 if self.random.chance(40) => {
                let other = self.random.pick(&Scalar::ALL).name();
                let (text, path) = match self.random.below(3) {
                    0 => (
                        format!("union {{ {} in; {other} other[2]; }} m{n};", ty.name()),
                        format!(".m{n}.in"),
                    ),
                    1 => (
                        format!("union {{ {} m{n}; {other} o{n}; }};", ty.name()),
                        format!(".m{n}"),
                    ),
                    _ => (
                        format!("struct {{ signed char : 5; {} m{n}; }};", ty.name()),
                        format!(".m{n}"),
                    ),
                };
                (text, vec![leaf(path, LeafType::Number(ty), (first, 1))])
            }
            5 if !self.state.objects.is_empty() => {
                let ty = self.pointer_to_an_object();
                let text = self.pointer(&ty, &format!("m{n}"));
                (format!("{text};"), alone(LeafType::Pointer(ty)))
            }
            _ => (format!("{} m{n};", ty.name()), alone(LeafType::Number(ty))),
        }
    }

    /// A type of pointers that can point into an object that there is.
    pub fn pointer_to_an_object(&mut self) -> PointerType {
        let n = self.random.below(self.state.objects.len());
        let ty = self.state.objects[n].pointer_type();
        let block = *self.random.pick(&[0, 1, 2, 3, 5, ty.block]);
        PointerType { block, ..ty }
    }

    fn element(&mut self) -> usize {
        match self.random.below(10) {
            0..=2 => self.structure(),
            3 if !self.state.objects.is_empty() => {
                let ty = self.pointer_to_an_object();
                let name = self.pointer(&ty, "");
                let leaf = Leaf { path: String::new(), ty: LeafType::Pointer(ty), run: (0, 1) };
                self.elements.push(Element { name, leaves: vec![leaf] });
                self.elements.len() - 1
            }
            _ => self.random.below(Scalar::ALL.len()),
        }
    }

    /// Declares an object of random type, size and layout.
    pub fn object(&mut self) {
        let element = self.element();
        match self.random.below(10) {
            0 => self.lone(element),
            1 | 2 => self.allocated(element),
            3 => self.rows_of_threads(element),
            _ => self.array(element),
        }
    }

    fn declared(&mut self, element: usize, layout: &str, declarator: &str) -> String {
        let element = &self.elements[element].name;
        let storage = if self.random.chance(40) { "static " } else { "" };
        if element.ends_with('*') {
            format!("{storage}{element} {layout} {declarator}")
        } else {
            format!("{storage}{layout} {element} {declarator}")
        }
    }

    /// An array of a type of rows, to which the layout applies element by element.
    fn declared_by_row(
        &mut self,
        element: usize,
        layout: &str,
        name: &str,
        bound: &str,
        inner: u64,
    ) -> String {
        let row = self.name("Row");
        self.declarations.push(format!("typedef {} {row}[{inner}];", self.elements[element].name));
        format!("{layout} {row} {name}[{bound}]")
    }

    fn lone(&mut self, element: usize) {
        let (name, qualifier) = (self.name("x"), *self.random.pick(&QUALIFIERS));
        let block = *self.random.pick(&[1, 1, 0, 3]);
        let layout = self.layout(qualifier, block);
        let text = self.declared(element, &layout, &name);
        let shape = Shape {
            name,
            element,
            block,
            qualifier,
            inner: None,
            form: Form::Lone,
            count: 1,
            root: 0,
        };
        self.finish_declaration(text, shape, 1);
    }

    fn array(&mut self, element: usize) {
        let (name, qualifier) = (self.name("a"), *self.random.pick(&QUALIFIERS));
        let inner = self.random.chance(35).then(|| 2 + self.random.below(4) as u64);
        let star = self.random.chance(15);
        let mut block = *self.random.pick(&[0, 1, 1, 2, 3, 4, 5, 7, 11, 100]);
        let per_thread = 1 + self.random.below(6) as u64;
        let whole = !star && block == 0 || self.is_static && self.random.chance(60);
        let outer =
            if whole { 1 + self.random.below(17) as u64 } else { per_thread * self.threads };
        let bound = if whole { outer.to_string() } else { self.multiple_of_threads(per_thread) };
        let row = inner.unwrap_or(1);
        let mut declarator = format!("{name}[{bound}]");
        if let Some(inner) = inner {
            declarator += &format!("[{inner}]");
        }
        let count = outer * row;
        let layout = if star {
            block = count.div_ceil(self.threads);
            format!("{qualifier}shared [*]")
        } else {
            self.layout(qualifier, block)
        };
        let text = match inner {
            Some(inner) if self.random.chance(30) => {
                self.declared_by_row(element, &layout, &name, &bound, inner)
            }
            _ => self.declared(element, &layout, &declarator),
        };
        let initial = if whole { count } else { per_thread * row };
        let shape =
            Shape { name, element, block, qualifier, inner, form: Form::Array, count, root: 0 };
        self.finish_declaration(text, shape, initial as usize);
    }

    /// A bound of `per_thread` times THREADS; not only in the form that the specification has.
    fn multiple_of_threads(&mut self, per_thread: u64) -> String {
        let divisors: Vec<u64> = (1..=per_thread).filter(|n| per_thread % n == 0).collect();
        let first = *self.random.pick(&divisors);
        let second = per_thread / first;
        match self.random.below(8) {
            0 | 1 => format!("{per_thread} * THREADS"),
            2 | 3 => format!("THREADS * {per_thread}"),
            4 => format!("THREADS * {first} * {second}"),
            5 => format!("{first} * THREADS * {second}"),
            6 => format!("({first} * (THREADS)) * {second}"),
            _ if per_thread == 1 => "THREADS".to_owned(),
            _ => format!("THREADS * ({per_thread})"),
        }
    }

    /// An array with THREADS in its inner dimension.
    fn rows_of_threads(&mut self, element: usize) {
        let (name, qualifier) = (self.name("r"), *self.random.pick(&QUALIFIERS));
        let (outer, per_thread) =
            (1 + self.random.below(4) as u64, 1 + self.random.below(3) as u64);
        let inner = per_thread * self.threads;
        let (count, star) = (outer * inner, self.random.chance(20));
        let block = if star { outer * per_thread } else { *self.random.pick(&[1, 1, 2, 3, 4, 7]) };
        let layout =
            if star { format!("{qualifier}shared [*]") } else { self.layout(qualifier, block) };
        let bound = self.multiple_of_threads(per_thread);
        let initialised = self.random.chance(60);
        let open = initialised && self.random.chance(20);
        let declarator =
            format!("{name}[{}][{bound}]", if open { String::new() } else { outer.to_string() });
        let mut text = self.declared(element, &layout, &declarator);
        let inner = Some(inner);
        let shape =
            Shape { name, element, block, qualifier, inner, form: Form::Array, count, root: 0 };
        let object = self.add_object(shape);
        self.state.objects[object].threads_inside = true;
        if initialised {
            text += &format!(" = {}", self.initial_rows(object, outer as usize, open));
        }
        self.declarations.push(format!("{text};"));
    }

    /// Initialisers of rows in braces, in any order where they are designated; with `all`, the last
    /// row is among them.
    fn initial_rows(&mut self, object: usize, outer: usize, all: bool) -> String {
        let inner = self.state.objects[object].places.len() / outer;
        let designated = self.random.chance(40);
        let rows = if all { outer } else { 1 + self.random.below(outer) };
        let order: Vec<usize> =
            if designated { (0..rows).rev().collect() } else { (0..rows).collect() };
        let mut texts = Vec::new();
        for row in order {
            let values: Vec<String> = (0..self.random.below(inner.min(5) + 1))
                .flat_map(|column| self.initial_element(object, row * inner + column))
                .collect();
            // Empty braces are an extension of GNU C that every compiler has.
            let place = if designated { format!("[{row}] = ") } else { String::new() };
            texts.push(format!("{place}{{{}}}", values.join(", ")));
        }
        format!("{{{}}}", texts.join(", "))
    }

    /// Ends a declaration, with values for up to `most` elements.
    fn finish_declaration(&mut self, mut text: String, shape: Shape, most: usize) {
        let object = self.add_object(shape);
        if self.random.chance(40) {
            let values = self.initial_values(object, most);
            let list = values.join(", ");
            let bare = self.state.objects[object].form == Form::Lone && self.is_scalar(object);
            text += &if bare { format!(" = {list}") } else { format!(" = {{{list}}}") };
        }
        self.declarations.push(format!("{text};"));
    }

    /// Whether the elements of `object` are no structures.
    fn is_scalar(&self, object: usize) -> bool {
        self.elements[self.state.objects[object].element]
            .leaves
            .iter()
            .all(|leaf| leaf.path.is_empty())
    }

    /// Initialisers of the first elements, without inner braces.
    fn initial_values(&mut self, object: usize, most: usize) -> Vec<String> {
        let count = 1 + self.random.below(most.min(12));
        (0..count).flat_map(|index| self.initial_element(object, index)).collect()
    }

    /// The values of one element.
    fn initial_element(&mut self, object: usize, index: usize) -> Vec<String> {
        let mut texts = Vec::new();
        let address = self.address(object, index);
        for leaf in 0..self.elements[self.state.objects[object].element].leaves.len() {
            let ty = self.elements[self.state.objects[object].element].leaves[leaf].ty.clone();
            let at = crate::model::Address { leaf, ..address };
            let (text, value) = match ty {
                LeafType::Pointer(ty) => self.initial_pointer(&ty),
                ty => self.initial_number(&ty),
            };
            texts.push(text);
            self.store(at, value).expect("the element is there");
        }
        texts
    }

    fn initial_number(&mut self, ty: &LeafType) -> (String, Value) {
        let number = Number::Int(i128::from(self.random.range(-3, 30)));
        let value = stored(ty, number).unwrap_or(Number::Int(0));
        (literal(Scalar::Int, number), Value::Number(value))
    }

    /// The address of an element of an array that is declared before.
    pub fn initial_pointer(&mut self, ty: &PointerType) -> (String, Value) {
        let objects = &self.state.objects;
        let fits = |n: &usize| objects[*n].element == ty.element && objects[*n].form == Form::Array;
        let fitting: Vec<usize> = (0..objects.len()).filter(fits).collect();
        if fitting.is_empty() {
            return ("0".to_owned(), Value::Pointer(None));
        }
        let n = *self.random.pick(&fitting);
        let index = self.random.below(self.state.objects[n].places.len());
        let mut at = self.address(n, index);
        let same_block = self.state.objects[n].block == ty.block;
        let same_qualifier = self.state.objects[n].qualifier == ty.qualifier;
        if !same_block {
            at.place.phase = 0;
        }
        let implicit = same_block && self.random.chance(50) && same_qualifier;
        let cast = if implicit { String::new() } else { format!("({})", self.cast(ty)) };
        (format!("{cast}&{}", self.state.objects[n].item(index)), Value::Pointer(Some(at)))
    }

    fn allocated(&mut self, element: usize) {
        let (name, qualifier) = (self.name("h"), *self.random.pick(&QUALIFIERS));
        let block = *self.random.pick(&[0, 1, 2, 3, 5, 8]);
        let blocks =
            if block == 0 { 1 } else { 1 + self.random.below(3 * self.threads as usize) as u64 };
        let count = if block == 0 { 1 + self.random.below(20) as u64 } else { blocks * block };
        let caller = self.random.below(self.threads as usize) as u64;
        let ty = PointerType { block, element, row: None, qualifier };
        let bytes = format!(
            "{} * sizeof({})",
            if block == 0 { count } else { block },
            self.elements[element].name
        );
        let mut root = 0;
        if self.random.chance(50) {
            let declaration = self.pointer(&ty, &name);
            self.declarations.push(format!("static {declaration};"));
            self.line(format!("{name} = upc_all_alloc({blocks}, {bytes});"));
        } else {
            let declaration = self.pointer(&ty, &format!("shared {name}"));
            self.declarations.push(format!("{declaration};"));
            let call = if block == 0 && self.random.chance(70) {
                root = caller;
                format!("upc_alloc({bytes})")
            } else {
                format!("upc_global_alloc({blocks}, {bytes})")
            };
            self.line(format!("if (MYTHREAD == {caller})"));
            self.line(format!("    {name} = {call};"));
            self.line("upc_barrier;");
        }
        self.add_object(Shape {
            name,
            element,
            block,
            qualifier,
            inner: None,
            form: Form::Allocated,
            count,
            root,
        });
    }
}
