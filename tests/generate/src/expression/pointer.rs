// SPDX-License-Identifier: Apache-2.0
//! Expressions of types of pointers to shared.

use super::{Arithmetic, Effects, Lvalue, Pointer, Writer};
use crate::model::{Address, Form, LeafType, PointerType, Value};
use crate::world::{Attempt, Rejected, World};

const BLOCKS: [u64; 7] = [0, 1, 2, 3, 4, 7, 100];

impl Writer<'_> {
    /// A pointer into some object.
    pub fn pointer(&mut self, depth: usize) -> Attempt<Pointer> {
        self.retried(|writer, depth| writer.any_pointer(depth), depth)
    }

    pub(super) fn any_pointer(&mut self, depth: usize) -> Attempt<Pointer> {
        if depth == 0 {
            return if self.world.random.chance(50) { self.base() } else { self.stored_pointer(0) };
        }
        let depth = depth - 1;
        match self.world.random.below(18) {
            0 | 1 => self.base(),
            2 | 3 => self.stored_pointer(depth),
            4..=6 => {
                let p = self.pointer(depth)?;
                let steps = self.world.random.range(-9, 12);
                self.offset(p, steps)
            }
            7 | 8 => {
                let p = self.pointer(depth)?;
                let ty = self.other_type(&p.ty);
                self.converted(p, ty)
            }
            9 => self.generic(depth),
            10 => self.member(depth),
            11 => self.moved_variable(depth),
            12 => self.pointer_conditional(depth),
            13 => {
                let (a, p) = (self.arithmetic(depth)?, self.pointer(depth)?);
                let text = format!("({}, {})", a.text, p.text);
                Ok(Pointer { text, effects: a.effects.then(p.effects), ..p })
            }
            14 => self.pointer_call(depth),
            15 | 16 => self.carried(depth),
            _ => self.pointer_assignment(depth),
        }
    }

    /// An object's name, or an element's address.
    pub(super) fn base(&mut self) -> Attempt<Pointer> {
        let n = self.world.random.below(self.world.state.objects.len());
        let object = &self.world.state.objects[n];
        let index = self.world.random.below(object.places.len());
        let (mut ty, inner) = (object.pointer_type(), object.inner);
        let (text, index) = match (inner, self.world.random.below(3)) {
            _ if object.form == Form::Lone => (format!("(&{})", object.name), 0),
            (None, 0) => (object.name.clone(), 0),
            (Some(row), 0) if !object.threads_inside => {
                ty.row = Some(row);
                (object.name.clone(), 0)
            }
            (Some(row), 0 | 1) => {
                let outer = index / row as usize;
                // As a pointer it may lead to other rows; a subscript of the row itself may not
                // (checked with -g).
                (format!("({}[{outer}] + 0)", object.name), outer * row as usize)
            }
            _ => (format!("(&{})", object.item(index)), index),
        };
        Ok(Pointer { text, ty, at: self.world.address(n, index), effects: Effects::default() })
    }

    /// The value of a private or shared variable that holds a pointer.
    pub(super) fn stored_pointer(&mut self, depth: usize) -> Attempt<Pointer> {
        let lvalue = self.pointer_variable(depth)?;
        let LeafType::Pointer(ty) = lvalue.ty.clone() else { return Err(Rejected) };
        let Value::Pointer(Some(at)) = self.read(&lvalue)? else { return Err(Rejected) };
        let effects = lvalue.effects.clone().then(Effects::of_read(lvalue.cell()));
        Ok(Pointer { text: lvalue.text, ty, at, effects })
    }

    pub(super) fn pointer_variable(&mut self, depth: usize) -> Attempt<Lvalue> {
        let lvalue = if self.world.random.chance(50) {
            self.private(|p| matches!(p.ty, LeafType::Pointer(_)))?
        } else {
            self.item(depth)?
        };
        if matches!(lvalue.ty, LeafType::Pointer(_)) {
            Ok(lvalue)
        } else {
            Err(Rejected)
        }
    }

    pub(super) fn offset(&mut self, p: Pointer, steps: i64) -> Attempt<Pointer> {
        let at = self.world.moved(&p.ty, p.at, steps)?;
        let choice = self.world.random.below(4);
        let amount = self.steps(if choice == 3 { -steps } else { steps })?;
        let text = match choice {
            0 => format!("({} + {})", p.text, amount.text),
            1 => format!("({} + {})", amount.text, p.text),
            2 => format!("(&{}[{}])", p.text, amount.text),
            _ => format!("({} - {})", p.text, amount.text),
        };
        Ok(Pointer { text, ty: p.ty, at, effects: p.effects.beside(amount.effects)? })
    }

    /// A number of elements; multiples of the number of threads often as products with THREADS.
    fn steps(&mut self, steps: i64) -> Attempt<Arithmetic> {
        let threads = self.world.threads as i64;
        if steps % threads != 0 || self.world.random.chance(30) {
            return self.integer(steps, 1);
        }
        let rows = self.integer(steps / threads, 1)?;
        let text = match self.world.random.below(4) {
            0 => format!("({} * THREADS)", rows.text),
            1 => format!("((long)THREADS * {})", rows.text),
            2 => format!("(THREADS * (long){})", rows.text),
            _ => format!("(THREADS * {} + THREADS - THREADS)", rows.text),
        };
        Ok(Arithmetic { text, ..rows })
    }

    /// A type to which a pointer of type `ty` can be cast without a change of its leaves.
    pub fn other_type(&mut self, ty: &PointerType) -> PointerType {
        let block = *self.world.random.pick(&BLOCKS);
        let row = self.world.random.chance(20).then(|| self.world.random.range(1, 5) as u64);
        let block = if self.world.random.chance(25) { ty.block } else { block };
        let qualifier = *self.world.random.pick(&["", "", ty.qualifier, "relaxed ", "strict "]);
        PointerType { block, row, qualifier, element: ty.element }
    }

    /// `p` cast to `ty`, whose element is the same: section 6.4.3.
    pub(super) fn converted(&mut self, p: Pointer, ty: PointerType) -> Attempt<Pointer> {
        if ty.element != p.ty.element || self.world.is_member(&p.ty, p.at) && ty.block != 0 {
            return Err(Rejected);
        }
        let mut at = p.at;
        if ty.block != p.ty.block {
            at.place.phase = 0;
        }
        let text = format!("(({}){})", self.world.cast(&ty), p.text);
        Ok(Pointer { text, ty, at, effects: p.effects })
    }

    /// `p` through `shared void *`, where the phase stays.
    pub(super) fn generic(&mut self, depth: usize) -> Attempt<Pointer> {
        let p = self.pointer(depth)?;
        let ty = self.other_type(&p.ty);
        if self.world.is_member(&p.ty, p.at) && ty.block != 0 {
            return Err(Rejected);
        }
        let mut at = p.at;
        let reset = self.world.random.chance(30);
        if reset || ty.block <= 1 {
            at.place.phase = 0;
        }
        if at.place.phase >= ty.block.max(1) {
            return Err(Rejected);
        }
        let function = match (reset, self.world.random.chance(50)) {
            (true, _) => "upc_resetphase",
            (false, true) => "generic",
            (false, false) => "(shared void *)",
        };
        let text = format!("(({}){function}({}))", self.world.cast(&ty), p.text);
        Ok(Pointer { text, ty, at, effects: p.effects })
    }

    /// The address of a member, or an array member that decays.
    pub(super) fn member(&mut self, depth: usize) -> Attempt<Pointer> {
        let p = self.pointer(depth)?;
        if p.ty.row.is_some() || self.world.is_member(&p.ty, p.at) {
            return Err(Rejected);
        }
        let leaves = &self.world.elements[p.ty.element].leaves;
        let leaf = self.world.random.below(leaves.len());
        let found = leaves[leaf].clone();
        let (LeafType::Number(scalar), false) = (&found.ty, found.path.is_empty()) else {
            return Err(Rejected);
        };
        let (element, qualifier) = (World::scalar_element(*scalar), p.ty.qualifier);
        let ty = PointerType { block: 0, element, row: None, qualifier };
        let mut at = Address { leaf, ..p.at };
        at.place.phase = 0;
        let arrow = found.path.replacen('.', "->", 1);
        let text = match arrow.strip_suffix("[0]") {
            Some(array) => format!("({}{array})", p.text),
            None => format!("(&{}{arrow})", p.text),
        };
        Ok(Pointer { text, ty, at, effects: p.effects })
    }

    /// `p++`, `p += n` and the like on a variable.
    pub(super) fn moved_variable(&mut self, depth: usize) -> Attempt<Pointer> {
        let lvalue = self.pointer_variable(depth)?;
        let LeafType::Pointer(ty) = lvalue.ty.clone() else { return Err(Rejected) };
        let Value::Pointer(Some(old)) = self.read(&lvalue)? else { return Err(Rejected) };
        let effects = lvalue.effects.clone().written(lvalue.cell())?;
        let variable = &lvalue.text;
        let (steps, old_is_value, text, effects) = match self.world.random.below(6) {
            0 => (1, true, format!("({variable}++)"), effects),
            1 => (1, false, format!("(++{variable})"), effects),
            2 => (-1, true, format!("({variable}--)"), effects),
            3 => (-1, false, format!("(--{variable})"), effects),
            choice => {
                let steps = self.world.random.range(-9, 12);
                let amount = self.integer(if choice == 4 { steps } else { -steps }, depth)?;
                let sign = if choice == 4 { "+=" } else { "-=" };
                let text = format!("({variable} {sign} {})", amount.text);
                (steps, false, text, amount.effects.beside(effects)?)
            }
        };
        let new = self.world.moved(&ty, old, steps)?;
        self.write(&lvalue, Value::Pointer(Some(new)))?;
        Ok(Pointer { text, ty, at: if old_is_value { old } else { new }, effects })
    }

    /// `pointer = expression`.
    pub fn pointer_assignment(&mut self, depth: usize) -> Attempt<Pointer> {
        let lvalue = self.pointer_variable(depth)?;
        let LeafType::Pointer(ty) = lvalue.ty.clone() else { return Err(Rejected) };
        let p = self.pointer(depth)?;
        let p = if p.ty == ty { p } else { self.converted(p, ty)? };
        let effects = lvalue.effects.clone().beside(p.effects)?.written(lvalue.cell())?;
        self.write(&lvalue, Value::Pointer(Some(p.at)))?;
        Ok(Pointer { text: format!("({} = {})", lvalue.text, p.text), effects, ..p })
    }

    pub(super) fn pointer_conditional(&mut self, depth: usize) -> Attempt<Pointer> {
        let condition = self.arithmetic(depth)?;
        let live = self.pointer(depth)?;
        let runner = self.runner;
        let ty = live.ty.clone();
        let dead = self.world.unexecuted(|world| {
            let mut writer = Writer { world, runner };
            let other = writer.pointer(depth)?;
            writer.converted(other, ty)
        })?;
        let (yes, no) = if condition.value.is_zero() {
            (&dead.text, &live.text)
        } else {
            (&live.text, &dead.text)
        };
        let text = format!("({} ? {yes} : {no})", condition.text);
        Ok(Pointer { text, effects: condition.effects.then(live.effects), ..live })
    }

    /// A call of a function that takes and returns a pointer.
    pub(super) fn pointer_call(&mut self, depth: usize) -> Attempt<Pointer> {
        let p = self.pointer(depth)?;
        if p.ty.row.is_some() {
            return Err(Rejected);
        }
        let steps = self.world.random.range(-5, 7);
        let at = self.world.moved(&p.ty, p.at, steps)?;
        let amount = self.integer(steps, depth)?;
        let name = self.world.name("step");
        let (result, parameter) = (self.world.pointer(&p.ty, ""), self.world.pointer(&p.ty, "p"));
        let old = self.world.random.chance(20);
        let parameters = [("p", parameter), ("n", "long n".to_owned())];
        self.world.function(&result, &name, &parameters, "{ return p + n; }", old);
        let cast = if old { "(long)" } else { "" };
        let text = format!("{name}({}, {cast}{})", p.text, amount.text);
        Ok(Pointer { text, ty: p.ty, at, effects: p.effects.beside(amount.effects)? })
    }
}
