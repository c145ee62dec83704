// SPDX-License-Identifier: Apache-2.0
//! The independent model of shared memory: the place of every element, found by counting elements
//! one by one, and its value.

use crate::scalar::{convert, wrap, Number, Scalar};
use std::collections::BTreeMap;

/// The content of a leaf of an element.
#[derive(Debug, Clone, PartialEq)]
pub enum LeafType {
    Number(Scalar),
    /// A bit-field of `int` or `unsigned`.
    Bits(Scalar, u32),
    Pointer(PointerType),
}

/// A scalar of an element: the element itself, or a member of the structure.
#[derive(Debug, Clone)]
pub struct Leaf {
    /// The text behind the element: nothing, `.f`, `.f[2]`.
    pub path: String,
    pub ty: LeafType,
    /// The leaves of the array member it belongs to (first, number).
    pub run: (usize, usize),
}

/// An ultimate element type of shared arrays.
#[derive(Debug, Clone)]
pub struct Element {
    pub name: String,
    pub leaves: Vec<Leaf>,
}

/// The type of a pointer to shared: `shared [block] element *`, or to rows of `row` elements.
#[derive(Debug, Clone, PartialEq)]
pub struct PointerType {
    pub block: u64,
    pub element: usize,
    pub row: Option<u64>,
    /// "", "strict " or "relaxed ".
    pub qualifier: &'static str,
}

/// The value of a scalar.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Number(Number),
    Pointer(Option<Address>),
}

impl Value {
    /// `None` for a pointer.
    pub fn number(&self) -> Option<Number> {
        match self {
            Value::Number(n) => Some(*n),
            Value::Pointer(_) => None,
        }
    }
}

/// Where an element is: its thread, its number among the object's elements on that thread, its
/// phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    pub thread: u64,
    pub local: i64,
    pub phase: u64,
}

impl Place {
    /// The place of the next element in blocks of `block` over `threads` threads.
    fn next(self, block: u64, threads: u64) -> Place {
        let Place { thread, local, phase } = self;
        if block == 0 {
            return Place { local: local + 1, ..self };
        }
        if phase + 1 < block {
            return Place { thread, local: local + 1, phase: phase + 1 };
        }
        let start = local - phase as i64;
        if thread + 1 < threads {
            return Place { thread: thread + 1, local: start, phase: 0 };
        }
        Place { thread: 0, local: start + block as i64, phase: 0 }
    }

    fn previous(self, block: u64, threads: u64) -> Place {
        let Place { thread, local, phase } = self;
        if block == 0 {
            return Place { local: local - 1, ..self };
        }
        if phase > 0 {
            return Place { thread, local: local - 1, phase: phase - 1 };
        }
        let last = block - 1;
        if thread > 0 {
            return Place { thread: thread - 1, local: local + last as i64, phase: last };
        }
        Place { thread: threads - 1, local: local - 1, phase: last }
    }

    /// The place `steps` elements on.
    pub fn walk(mut self, steps: i64, block: u64, threads: u64) -> Place {
        for _ in 0..steps {
            self = self.next(block, threads);
        }
        for _ in steps..0 {
            self = self.previous(block, threads);
        }
        self
    }
}

/// The value of a pointer to shared. `leaf` is not 0 in pointers to members.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Address {
    pub object: usize,
    pub leaf: usize,
    pub place: Place,
}

/// How an object is declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Array,
    /// One element that is no array.
    Lone,
    /// A pointer variable to allocated memory.
    Allocated,
}

/// A shared object: an array, a lone element, or allocated memory. One of `inner` rows has two
/// dimensions.
#[derive(Debug, Clone)]
pub struct Object {
    pub name: String,
    pub element: usize,
    pub block: u64,
    pub qualifier: &'static str,
    pub inner: Option<u64>,
    /// The inner dimension is declared as a multiple of THREADS.
    pub threads_inside: bool,
    pub form: Form,
    pub places: Vec<Place>,
    cells: BTreeMap<(u64, i64), Vec<Value>>,
}

/// The kind of a new object.
pub struct Shape {
    pub name: String,
    pub element: usize,
    pub block: u64,
    pub qualifier: &'static str,
    pub inner: Option<u64>,
    pub form: Form,
    pub count: u64,
    /// The thread of the first element.
    pub root: u64,
}

impl Object {
    /// An object whose elements are all 0.
    pub fn new(shape: Shape, element: &Element, threads: u64) -> Object {
        let mut places = Vec::new();
        let mut place = Place { thread: shape.root, local: 0, phase: 0 };
        for _ in 0..shape.count {
            places.push(place);
            place = place.next(shape.block, threads);
        }
        let zero = |leaf: &Leaf| match leaf.ty {
            LeafType::Number(ty) if ty.is_float() => Value::Number(Number::Float(0.0)),
            LeafType::Number(_) | LeafType::Bits(..) => Value::Number(Number::Int(0)),
            LeafType::Pointer(_) => Value::Pointer(None),
        };
        let zeros: Vec<Value> = element.leaves.iter().map(zero).collect();
        let cells = places.iter().map(|p| ((p.thread, p.local), zeros.clone())).collect();
        let Shape { name, element, block, qualifier, inner, form, .. } = shape;
        Object {
            name,
            element,
            block,
            qualifier,
            inner,
            threads_inside: false,
            form,
            places,
            cells,
        }
    }

    /// The values of the element at (thread, number on the thread).
    pub fn at(&self, place: Place) -> Option<&Vec<Value>> {
        self.cells.get(&(place.thread, place.local))
    }

    /// The element at a place, `None` outside the object.
    pub fn at_mut(&mut self, place: Place) -> Option<&mut Vec<Value>> {
        self.cells.get_mut(&(place.thread, place.local))
    }

    /// How many elements `thread` owns.
    pub fn owned(&self, thread: u64) -> u64 {
        self.places.iter().filter(|p| p.thread == thread).count() as u64
    }

    /// The index of the first element of `thread`.
    pub fn first_of(&self, thread: u64) -> Option<usize> {
        self.places.iter().position(|p| p.thread == thread)
    }

    /// The index of the element at a place.
    pub fn index_of(&self, place: Place) -> Option<usize> {
        self.places.iter().position(|p| p.thread == place.thread && p.local == place.local)
    }

    /// The type of a pointer to the elements.
    pub fn pointer_type(&self) -> PointerType {
        PointerType {
            block: self.block,
            element: self.element,
            row: None,
            qualifier: self.qualifier,
        }
    }

    /// The text of element `index`.
    pub fn item(&self, index: usize) -> String {
        match self.inner {
            _ if self.form == Form::Lone => self.name.clone(),
            Some(inner) => {
                format!("{}[{}][{}]", self.name, index as u64 / inner, index as u64 % inner)
            }
            None => format!("{}[{index}]", self.name),
        }
    }

    /// The same with the index in the variable `variable`.
    pub fn item_at(&self, variable: &str) -> String {
        match self.inner {
            _ if self.form == Form::Lone => self.name.clone(),
            Some(inner) => format!("{0}[{variable} / {inner}][{variable} % {inner}]", self.name),
            None => format!("{}[{variable}]", self.name),
        }
    }
}

/// A number as a leaf holds it.
pub fn stored(leaf: &LeafType, value: Number) -> Option<Number> {
    match leaf {
        LeafType::Number(ty) => convert(value, *ty),
        LeafType::Bits(ty, width) => {
            let whole = convert(value, *ty)?.int()?;
            let kept = wrap(whole, *width, ty.is_signed());
            // A floating value outside the range of the field is undefined.
            (kept == whole || matches!(value, Number::Int(_))).then_some(Number::Int(kept))
        }
        LeafType::Pointer(_) => None,
    }
}

/// The type that a read of the leaf has in an expression.
pub fn read_type(leaf: &LeafType) -> Option<Scalar> {
    match leaf {
        LeafType::Number(ty) => Some(*ty),
        // Every value of a narrower bit-field is an int's.
        LeafType::Bits(..) => Some(Scalar::Int),
        LeafType::Pointer(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn place(thread: u64, phase: u64, local: i64) -> Place {
        Place { thread, local, phase }
    }

    #[test]
    fn walks_go_as_section_6_4_2_says() {
        assert_eq!(place(1, 2, 5).walk(4, 3, 4), place(3, 0, 3));
        assert_eq!(place(0, 0, 0).walk(-1, 3, 4), place(3, 2, -1));
        assert_eq!(place(2, 1, 4).walk(-20, 3, 4), place(3, 2, -1));
        assert_eq!(place(2, 0, 4).walk(-3, 0, 4), place(2, 0, 1));
    }

    #[test]
    fn elements_lie_as_section_6_5_2_1_says() {
        let walk = |steps| place(0, 0, 0).walk(steps, 3, 4);
        assert_eq!((walk(16), walk(37)), (place(1, 1, 4), place(0, 1, 10)));
    }

    #[test]
    fn bit_fields_keep_their_low_bits() {
        let field = LeafType::Bits(Scalar::Int, 3);
        assert_eq!(stored(&field, Number::Int(4)), Some(Number::Int(-4)));
        assert_eq!(stored(&field, Number::Float(4.0)), None);
    }
}
