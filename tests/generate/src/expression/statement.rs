// SPDX-License-Identifier: Apache-2.0
//! Statements.

use super::{Pointer, Runner, Writer};
use crate::model::{read_type, stored, LeafType, Value};
use crate::scalar::{convert, literal, Number, Scalar};
use crate::world::{Attempt, Rejected};

impl Writer<'_> {
    /// A loop whose counter is any object of integer type: its text, without effects that the model
    /// does not have.
    fn counting_loop(&mut self, depth: usize) -> Attempt<String> {
        let counter = self.lvalue(depth)?;
        let whole = matches!(counter.ty, LeafType::Number(ty) if ty.bits() > 7);
        if !whole || !counter.effects.are_reads() || counter.effects.reads.contains(&counter.cell())
        {
            return Err(Rejected);
        }
        let (name, times) = (self.world.name("n"), self.world.random.range(0, 9));
        let last = stored(&counter.ty, Number::Int(i128::from(times))).ok_or(Rejected)?;
        let ty = read_type(&counter.ty).ok_or(Rejected)?;
        let last = convert(last, ty).ok_or(Rejected)?;
        let c = counter.text.clone();
        let (text, left) = match self.world.random.below(3) {
            0 => (format!("for ({c} = 0; {c} < {times}; {c}++) {name}++;"), last),
            1 => (counting_down(&c, times, &name), zero_of(ty)),
            _ => (format!("{c} = 0; while ({c} != {times}) {{ ++{c}; {name}++; }}"), last),
        };
        self.write(&counter, Value::Number(left))?;
        Ok(format!("{{ int {name} = 0; {text}\n  CHECK_EQ({name}, {times}); }}"))
    }

    /// A selection by a value that may be read from shared memory.
    fn selection(&mut self, depth: usize) -> Attempt<String> {
        let a = self.arithmetic(depth)?;
        let value = a.value.int().ok_or(Rejected)?;
        let constant = literal(a.ty.promoted(), a.value);
        let name = self.world.name("n");
        let others = format!("default: {name} = 2; break;");
        let hit = format!("case {constant}: {name} = 1; break;");
        let (cases, wanted) = match self.world.random.below(3) {
            0 => (format!("{hit} {others}"), 1),
            1 => (format!("{others} {hit}"), 1),
            _ if value < 100 => (format!("{others} case 100 ... 110: {name} = 3;"), 2),
            _ => return Err(Rejected),
        };
        Ok(format!(
            "{{ int {name} = 0; switch ({}) {{ {cases} }}\n  CHECK_EQ({name}, {wanted}); }}",
            a.text
        ))
    }

    /// A private array initialised with expressions.
    fn initialised(&mut self, depth: usize) -> Attempt<String> {
        let (a, b, c) = (self.arithmetic(depth)?, self.arithmetic(depth)?, self.arithmetic(depth)?);
        let (x, y, z) = (a.value, b.value, c.value);
        a.effects.beside(b.effects)?.beside(c.effects)?;
        let (name, ty) = (self.world.name("t"), *self.world.random.pick(&Scalar::ALL));
        let mut text =
            format!("{{ {} {name}[] = {{{}, {}, {}}};\n", ty.name(), a.text, b.text, c.text);
        for (n, value) in [x, y, z].into_iter().enumerate() {
            let value = convert(value, ty).ok_or(Rejected)?;
            text += &format!("  CHECK({name}[{n}] == {});\n", literal(ty, value));
        }
        Ok(text + "}")
    }

    /// One statement, with the check of its value where it has one.
    pub fn statement(&mut self, depth: usize) -> Attempt<String> {
        match self.world.random.below(16) {
            0 | 1 => Ok(format!("{};", self.assignment(depth)?.text)),
            2 | 3 => Ok(format!("{};", self.compound(depth)?.text)),
            4..=6 => self.checked_value(depth),
            7 | 8 => self.checked_pointer(depth),
            9 => Ok(format!("{};", self.pointer_assignment(depth)?.text)),
            10 | 11 => self.copy(depth),
            12 => self.counting_loop(depth),
            13 => self.selection(depth),
            14 => self.initialised(depth),
            _ => self.choice(depth),
        }
    }

    fn checked_value(&mut self, depth: usize) -> Attempt<String> {
        let a = self.arithmetic(depth)?;
        let value = literal(a.ty.promoted(), a.value);
        let check = if a.ty.is_float() { "CHECK_EQUAL" } else { "CHECK_EQ" };
        Ok(format!("{check}({}, {value});", a.text))
    }

    /// The thread and phase of a pointer, and the element it points to.
    fn checked_pointer(&mut self, depth: usize) -> Attempt<String> {
        let p = self.pointer(depth)?;
        let declaration = self.world.pointer(&p.ty, "q");
        let place = p.at.place;
        let mut text = format!("{{ {declaration} = {};\n", p.text);
        text += &format!(
            "  CHECK_EQ(upc_threadof(q), {}); CHECK_EQ(upc_phaseof(q), {});\n",
            place.thread, place.phase
        );
        if !self.world.is_member(&p.ty, p.at) {
            let object = &self.world.state.objects[p.at.object];
            let item = object.item(object.index_of(place).ok_or(Rejected)?);
            text += &format!("  CHECK(q == ({})&{item});\n", self.world.cast(&p.ty));
        }
        Ok(text + "}")
    }

    /// A copy of a whole element.
    fn copy(&mut self, depth: usize) -> Attempt<String> {
        if self.runner == Runner::All {
            return Err(Rejected);
        }
        let (to, from) = (self.pointer(depth)?, self.pointer(depth)?);
        let plain = |p: &Pointer| p.ty.row.is_none() && p.effects.are_reads();
        let members =
            self.world.is_member(&to.ty, to.at) || self.world.is_member(&from.ty, from.at);
        if to.ty.element != from.ty.element
            || !plain(&to)
            || !plain(&from)
            || members
            || to.at.place == from.at.place
        {
            return Err(Rejected);
        }
        let text = self.copy_text(&to, &from);
        let value =
            self.world.state.objects[from.at.object].at(from.at.place).ok_or(Rejected)?.clone();
        *self.world.state.objects[to.at.object].at_mut(to.at.place).ok_or(Rejected)? = value;
        Ok(text)
    }

    fn copy_text(&mut self, to: &Pointer, from: &Pointer) -> String {
        let element = self.world.elements[to.ty.element].name.clone();
        match self.world.random.below(3) {
            0 => format!("*{} = *{};", to.text, from.text),
            1 => format!("{{ {element} whole = *{}; {}[0] = whole; }}", from.text, to.text),
            _ => {
                let name = self.world.name("same");
                self.world
                    .functions
                    .push(format!("static {element} {name}({element} x) {{ return x; }}"));
                format!("*{} = {name}(*{});", to.text, from.text)
            }
        }
    }

    fn choice(&mut self, depth: usize) -> Attempt<String> {
        let condition = self.arithmetic(depth)?;
        let taken = !condition.value.is_zero();
        let (live, runner) = (self.statement(depth)?, self.runner);
        let dead = self.world.unexecuted(|world| Writer { world, runner }.statement(depth))?;
        let (yes, no) = if taken { (live, dead) } else { (dead, live) };
        Ok(format!("if ({}) {{\n    {yes}\n}} else {{\n    {no}\n}}", condition.text))
    }
}

fn zero_of(ty: Scalar) -> Number {
    if ty.is_float() {
        Number::Float(0.0)
    } else {
        Number::Int(0)
    }
}

fn counting_down(c: &str, times: i64, name: &str) -> String {
    format!("for ({c} = {times}; {c}; {c} -= 1) {{ if ({name} > 99) break; {name}++; }}")
}
