// SPDX-License-Identifier: Apache-2.0
//! Assignments, increments, and calls of functions that read or write through a pointer.

use super::{Arithmetic, Cell, Effects, Lvalue, Where, Writer};
use crate::model::{read_type, stored, LeafType, Value};
use crate::scalar::{binary, convert, Number, Op, Scalar};
use crate::world::{Attempt, Rejected};

impl Writer<'_> {
    /// The value of an assignment; that of a bit-field is cast, as its type differs among
    /// compilers.
    pub(super) fn assigned(
        lvalue: &Lvalue,
        text: String,
        value: Number,
        effects: Effects,
    ) -> Attempt<Arithmetic> {
        let ty = read_type(&lvalue.ty).ok_or(Rejected)?;
        let text =
            if matches!(lvalue.ty, LeafType::Bits(..)) { format!("((int){text})") } else { text };
        Ok(Arithmetic { text, ty, value, effects })
    }

    /// `lvalue = expression`.
    pub fn assignment(&mut self, depth: usize) -> Attempt<Arithmetic> {
        let lvalue = self.lvalue(depth)?;
        let right = self.arithmetic(depth)?;
        let value = stored(&lvalue.ty, right.value).ok_or(Rejected)?;
        let effects = lvalue.effects.clone().beside(right.effects)?.written(lvalue.cell())?;
        self.write(&lvalue, Value::Number(value))?;
        let text = format!("({} = {})", lvalue.text, right.text);
        Writer::assigned(&lvalue, text, value, effects)
    }

    /// `lvalue op= expression`.
    pub fn compound(&mut self, depth: usize) -> Attempt<Arithmetic> {
        let lvalue = self.lvalue(depth)?;
        let right = self.arithmetic(depth)?;
        let ty = read_type(&lvalue.ty).ok_or(Rejected)?;
        let effects = lvalue.effects.clone().beside(right.effects)?.written(lvalue.cell())?;
        let old = self.read(&lvalue)?.number().ok_or(Rejected)?;
        let op = Op::ALL[self.world.random.below(Op::ASSIGNING)];
        let (_, result) = binary(op, (ty, old), (right.ty, right.value)).ok_or(Rejected)?;
        let value = stored(&lvalue.ty, result).ok_or(Rejected)?;
        self.write(&lvalue, Value::Number(value))?;
        let text = format!("({} {}= {})", lvalue.text, op.text(), right.text);
        Writer::assigned(&lvalue, text, value, effects)
    }

    pub(super) fn increment(&mut self, depth: usize) -> Attempt<Arithmetic> {
        let lvalue = self.lvalue(depth)?;
        let ty = read_type(&lvalue.ty).ok_or(Rejected)?;
        let effects = lvalue.effects.clone().written(lvalue.cell())?;
        let old = self.read(&lvalue)?.number().ok_or(Rejected)?;
        let (op, sign) =
            if self.world.random.chance(50) { (Op::Add, "++") } else { (Op::Sub, "--") };
        let (_, result) = binary(op, (ty, old), (Scalar::Int, Number::Int(1))).ok_or(Rejected)?;
        let new = stored(&lvalue.ty, result).ok_or(Rejected)?;
        self.write(&lvalue, Value::Number(new))?;
        if self.world.random.chance(50) {
            let text = format!("({}{sign})", lvalue.text);
            Writer::assigned(&lvalue, text, old, effects)
        } else {
            let text = format!("({sign}{})", lvalue.text);
            Writer::assigned(&lvalue, text, new, effects)
        }
    }

    /// A call of a function that reads through its argument.
    pub(super) fn call(&mut self, depth: usize) -> Attempt<Arithmetic> {
        let p = self.pointer(depth)?;
        let ty = self.world.scalar_of(p.ty.element).ok_or(Rejected)?;
        if p.ty.row.is_some() {
            return Err(Rejected);
        }
        let value = self.world.load(p.at)?.number().ok_or(Rejected)?;
        let name = self.world.name("get");
        let mut parameter = self.world.pointer(&p.ty, "p");
        if self.world.random.chance(30) {
            parameter = parameter.replace("*p", "p[]");
        }
        let old = self.world.random.chance(20);
        self.world.function(ty.name(), &name, &[("p", parameter)], "{ return *p; }", old);
        let (a, text) = (p.at, format!("{name}({})", p.text));
        let cell = Cell::Shared(a.object, a.place.thread, a.place.local, a.leaf);
        Ok(Arithmetic { text, ty, value, effects: p.effects.then(Effects::of_read(cell)) })
    }

    /// A call of a function that writes through its argument.
    pub(super) fn writing_call(&mut self, depth: usize) -> Attempt<Arithmetic> {
        let (p, right) = (self.pointer(depth)?, self.arithmetic(depth)?);
        let ty =
            self.world.scalar_of(p.ty.element).filter(|_| p.ty.row.is_none()).ok_or(Rejected)?;
        let other = *self.world.random.pick(&Scalar::ALL);
        let argument = convert(right.value, other).ok_or(Rejected)?;
        let at = Lvalue {
            text: String::new(),
            ty: LeafType::Number(ty),
            at: Where::Shared(p.at),
            effects: p.effects,
        };
        let old = self.read(&at)?.number().ok_or(Rejected)?;
        let op = Op::ALL[self.world.random.below(Op::ASSIGNING)];
        let (_, result) = binary(op, (ty, old), (other, argument)).ok_or(Rejected)?;
        let value = convert(result, ty).ok_or(Rejected)?;
        let effects = at.effects.clone().beside(right.effects)?.written(at.cell())?;
        self.write(&at, Value::Number(value))?;
        let name = self.world.name("put");
        let parameter = self.world.pointer(&p.ty, "p");
        let body = format!("{{ return *p {}= x; }}", op.text());
        let old = self.world.random.chance(20);
        let parameters = [("p", parameter), ("x", format!("{} x", other.name()))];
        self.world.function(ty.name(), &name, &parameters, &body, old);
        let cast = if old { format!("({})", other.name()) } else { String::new() };
        Ok(Arithmetic {
            text: format!("{name}({}, {cast}{})", p.text, right.text),
            ty,
            value,
            effects,
        })
    }
}
