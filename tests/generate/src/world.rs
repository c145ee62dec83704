// SPDX-License-Identifier: Apache-2.0
//! The program under construction: its declarations, its text, and the state of the model after the
//! text so far.

use crate::model::{Address, Element, Leaf, LeafType, Object, PointerType, Shape, Value};
use crate::random::Random;
use crate::scalar::Scalar;

/// An attempt that came to something undefined, inexact or racing, and is made again.
#[derive(Debug)]
pub struct Rejected;

/// The result of a generator that can be rejected.
pub type Attempt<T> = Result<T, Rejected>;

/// A variable of the thread that runs a script.
#[derive(Debug, Clone)]
pub struct Private {
    pub name: String,
    pub ty: LeafType,
    pub value: Value,
}

/// The state that an attempt may change and its rejection restores.
#[derive(Debug, Clone, Default)]
pub struct State {
    pub objects: Vec<Object>,
    pub privates: Vec<Private>,
}

/// The program so far, and the state that it leaves.
pub struct World {
    pub random: Random,
    pub threads: u64,
    /// THREADS is a constant of the program.
    pub is_static: bool,
    pub elements: Vec<Element>,
    pub state: State,
    pub declarations: Vec<String>,
    pub functions: Vec<String>,
    pub body: Vec<String>,
    /// Functions that are defined behind main, and not declared before.
    pub later: Vec<String>,
    names: usize,
}

impl World {
    /// A program without objects, whose elements may have any scalar type.
    pub fn new(random: Random, threads: u64, is_static: bool) -> World {
        let scalar = |&ty: &Scalar| Element {
            name: ty.name().to_owned(),
            leaves: vec![Leaf { path: String::new(), ty: LeafType::Number(ty), run: (0, 1) }],
        };
        World {
            random,
            threads,
            is_static,
            elements: Scalar::ALL.iter().map(scalar).collect(),
            state: State::default(),
            declarations: Vec::new(),
            functions: Vec::new(),
            body: Vec::new(),
            later: Vec::new(),
            names: 0,
        }
    }

    /// A name that nothing else has.
    pub fn name(&mut self, stem: &str) -> String {
        self.names += 1;
        let letter = match self.random.below(50) {
            0 | 1 => "\u{e9}",
            2 => "$",
            _ => "",
        };
        format!("{stem}{letter}{}", self.names)
    }

    /// Adds a line to the program's body.
    pub fn line(&mut self, text: impl Into<String>) {
        self.body.push(format!("    {}", text.into()));
    }

    /// Adds a barrier, in one statement or in two.
    pub fn barrier(&mut self) {
        if self.random.chance(80) {
            self.line("upc_barrier;");
        } else {
            let value = self.random.range(-3, 9);
            self.line(format!("upc_notify {value};"));
            self.line("upc_wait;");
        }
    }

    /// The element that is `ty` itself.
    pub fn scalar_element(ty: Scalar) -> usize {
        Scalar::ALL.iter().position(|&t| t == ty).unwrap_or(0)
    }

    /// The type of the scalar element `element`, or `None` for a structure or pointer.
    pub fn scalar_of(&self, element: usize) -> Option<Scalar> {
        Scalar::ALL.get(element).copied()
    }

    /// Runs `f`; when it is rejected, the state and the functions are as before.
    pub fn attempt<T>(&mut self, f: impl FnOnce(&mut World) -> Attempt<T>) -> Option<T> {
        let (state, functions) = (self.state.clone(), self.functions.len());
        f(self).map_err(|Rejected| self.roll_back(state, functions)).ok()
    }

    /// Runs `f` only for its text: discards its changes of the state.
    pub fn unexecuted<T>(&mut self, f: impl FnOnce(&mut World) -> Attempt<T>) -> Attempt<T> {
        let (state, functions) = (self.state.clone(), self.functions.len());
        match f(self) {
            Ok(result) => {
                self.state = state;
                Ok(result)
            }
            Err(Rejected) => {
                self.roll_back(state, functions);
                Err(Rejected)
            }
        }
    }

    fn roll_back(&mut self, state: State, functions: usize) {
        self.state = state;
        self.functions.truncate(functions);
    }

    /// `shared`, `shared [3]`, `strict shared []`: the qualifiers of a type with this block size.
    pub fn layout(&mut self, qualifier: &str, block: u64) -> String {
        let plain = self.random.chance(70);
        match block {
            1 if plain => format!("{qualifier}shared"),
            0 if plain => format!("{qualifier}shared []"),
            _ => format!("{qualifier}shared [{block}]"),
        }
    }

    /// A type name; with a `name`, a declaration of it.
    pub fn pointer(&mut self, ty: &PointerType, name: &str) -> String {
        let layout = self.layout(ty.qualifier, ty.block);
        let element = &self.elements[ty.element].name;
        // An element that is itself a pointer has its `*` in its name.
        let joint = if element.ends_with('*') {
            format!("{element} {layout}")
        } else {
            format!("{layout} {element}")
        };
        match ty.row {
            Some(row) => format!("{joint} (*{name})[{row}]"),
            None => format!("{joint} *{name}"),
        }
    }

    /// A type name for a cast, sometimes with a qualifier that means nothing there.
    pub fn cast(&mut self, ty: &PointerType) -> String {
        let qualifier = if self.random.chance(8) { "shared" } else { "" };
        self.pointer(ty, qualifier)
    }

    /// The parameters and the body of a function: in the old style now and then, where `old` is and
    /// the callers have cast their arguments to the parameters' types.
    pub fn function(
        &mut self,
        result: &str,
        name: &str,
        parameters: &[(&str, String)],
        body: &str,
        old: bool,
    ) {
        let declarations: Vec<&str> =
            parameters.iter().map(|(_, declaration)| declaration.as_str()).collect();
        let head = if old {
            let names: Vec<&str> = parameters.iter().map(|(name, _)| *name).collect();
            format!("({}) {};", names.join(", "), declarations.join("; "))
        } else {
            format!("({})", declarations.join(", "))
        };
        self.functions.push(format!("static {result} {name}{head} {body}"));
    }

    /// Whether a pointer of type `ty` at `address` points to a member of an element.
    pub fn is_member(&self, ty: &PointerType, address: Address) -> bool {
        self.state.objects[address.object].element != ty.element
    }

    /// `address` moved by `steps` referents of `ty`; rejected where nothing is there.
    pub fn moved(&self, ty: &PointerType, address: Address, steps: i64) -> Attempt<Address> {
        let object = &self.state.objects[address.object];
        if self.is_member(ty, address) {
            let (first, length) = self.elements[object.element].leaves[address.leaf].run;
            let leaf = usize::try_from(address.leaf as i64 + steps * ty.row.unwrap_or(1) as i64)
                .map_err(|_| Rejected)?;
            return if (first..first + length).contains(&leaf) {
                Ok(Address { leaf, ..address })
            } else {
                Err(Rejected)
            };
        }
        if steps.abs() > 1000 {
            return Err(Rejected);
        }
        let steps = steps * ty.row.unwrap_or(1) as i64;
        let place = address.place.walk(steps, ty.block, self.threads);
        object.at(place).ok_or(Rejected)?;
        Ok(Address { place, ..address })
    }

    /// The type of the leaf at `address`.
    pub fn leaf(&self, address: Address) -> &Leaf {
        &self.elements[self.state.objects[address.object].element].leaves[address.leaf]
    }

    /// The value at an address, rejected outside the object.
    pub fn load(&self, address: Address) -> Attempt<Value> {
        let element = self.state.objects[address.object].at(address.place).ok_or(Rejected)?;
        Ok(element[address.leaf].clone())
    }

    /// Changes the value at an address, rejected outside the object.
    pub fn store(&mut self, address: Address, value: Value) -> Attempt<()> {
        let element = self.state.objects[address.object].at_mut(address.place).ok_or(Rejected)?;
        element[address.leaf] = value;
        Ok(())
    }

    /// The address of element `index` of an object.
    pub fn address(&self, object: usize, index: usize) -> Address {
        Address { object, leaf: 0, place: self.state.objects[object].places[index] }
    }

    /// Declares a shared object; returns its number.
    pub fn add_object(&mut self, shape: Shape) -> usize {
        let element = &self.elements[shape.element];
        let object = Object::new(shape, element, self.threads);
        self.state.objects.push(object);
        self.state.objects.len() - 1
    }
}
