// SPDX-License-Identifier: Apache-2.0
//! Arithmetic expressions without side effects of their own.

use super::{Arithmetic, Effects, Runner, Writer};
use crate::model::read_type;
use crate::scalar::{binary, common, convert, literal, Number, Op, Scalar};
use crate::world::{Attempt, Rejected};

impl Writer<'_> {
    /// A constant that suits computations in any type.
    pub(super) fn constant(&mut self) -> Arithmetic {
        let ty = *self.world.random.pick(&Scalar::ALL);
        let value = if ty.is_float() {
            Number::Float(self.world.random.range(-40, 80) as f64 / 4.0)
        } else if self.world.random.chance(8) {
            let wide = i128::from(self.world.random.range(i64::MIN / 4, i64::MAX / 4));
            convert(Number::Int(wide), ty).unwrap_or(Number::Int(0))
        } else {
            let small = i128::from(self.world.random.range(-6, 25));
            convert(Number::Int(small), ty).unwrap_or(Number::Int(0))
        };
        Arithmetic { text: literal(ty, value), ty, value, effects: Effects::default() }
    }

    /// An arithmetic expression.
    pub fn arithmetic(&mut self, depth: usize) -> Attempt<Arithmetic> {
        self.retried(|writer, depth| writer.any_arithmetic(depth), depth)
    }

    fn any_operand(&mut self) -> Attempt<Arithmetic> {
        match self.world.random.below(5) {
            0 | 1 => Ok(self.constant()),
            2 => Ok(self.thread_number()),
            _ => self.read_of_lvalue(0),
        }
    }

    pub(super) fn any_arithmetic(&mut self, depth: usize) -> Attempt<Arithmetic> {
        let Some(depth) = depth.checked_sub(1) else { return self.any_operand() };
        match self.world.random.below(28) {
            0..=4 => self.read_of_lvalue(depth),
            5..=8 => self.binary(depth),
            9 => self.unary(depth),
            10 => self.cast(depth),
            11 | 12 => self.conditional(depth),
            13 => self.comma(depth),
            14 => self.assignment(depth),
            15 | 16 => self.compound(depth),
            17 | 18 => self.increment(depth),
            19 => self.pointer_comparison(depth),
            20 => self.pointer_difference(depth),
            21 => self.part_of_pointer(depth),
            22 | 23 => self.logical(depth),
            24 => self.size(depth),
            25 | 26 => self.writing_call(depth),
            _ => self.call(depth),
        }
    }

    pub(super) fn thread_number(&mut self) -> Arithmetic {
        let (text, value) = match self.runner {
            Runner::One(thread) if self.world.random.chance(50) => ("MYTHREAD", thread),
            _ => ("THREADS", self.world.threads),
        };
        let value = Number::Int(i128::from(value));
        Arithmetic { text: text.to_owned(), ty: Scalar::Int, value, effects: Effects::default() }
    }

    pub(super) fn read_of_lvalue(&mut self, depth: usize) -> Attempt<Arithmetic> {
        let lvalue = self.lvalue(depth)?;
        let ty = read_type(&lvalue.ty).ok_or(Rejected)?;
        let value = self.read(&lvalue)?.number().ok_or(Rejected)?;
        let effects = lvalue.effects.clone().then(Effects::of_read(lvalue.cell()));
        Ok(Arithmetic { text: lvalue.text, ty, value, effects })
    }

    pub(super) fn binary(&mut self, depth: usize) -> Attempt<Arithmetic> {
        let op = *self.world.random.pick(&Op::ALL);
        let (a, b) = (self.arithmetic(depth)?, self.arithmetic(depth)?);
        let (ty, value) = binary(op, (a.ty, a.value), (b.ty, b.value)).ok_or(Rejected)?;
        let text = format!("({} {} {})", a.text, op.text(), b.text);
        Ok(Arithmetic { text, ty, value, effects: a.effects.beside(b.effects)? })
    }

    pub(super) fn unary(&mut self, depth: usize) -> Attempt<Arithmetic> {
        let a = self.arithmetic(depth)?;
        let zero = (Scalar::Int, Number::Int(0));
        let (sign, result) = match self.world.random.below(3) {
            0 => ("-", binary(Op::Sub, zero, (a.ty, a.value))),
            1 => ("!", binary(Op::Eq, (a.ty, a.value), zero)),
            _ => ("~", binary(Op::Xor, (a.ty, a.value), (Scalar::Int, Number::Int(-1)))),
        };
        let (ty, value) = result.ok_or(Rejected)?;
        Ok(Arithmetic { text: format!("({sign}{})", a.text), ty, value, effects: a.effects })
    }

    pub(super) fn cast(&mut self, depth: usize) -> Attempt<Arithmetic> {
        let a = self.arithmetic(depth)?;
        let ty = *self.world.random.pick(&Scalar::ALL);
        let value = convert(a.value, ty).ok_or(Rejected)?;
        Ok(Arithmetic {
            text: format!("(({}){})", ty.name(), a.text),
            ty,
            value,
            effects: a.effects,
        })
    }

    pub(super) fn conditional(&mut self, depth: usize) -> Attempt<Arithmetic> {
        let condition = self.arithmetic(depth)?;
        let taken = !condition.value.is_zero();
        let (live, dead, text);
        if taken {
            live = self.arithmetic(depth)?;
            dead = self.dead_arithmetic(depth)?;
            text = format!("({} ? {} : {})", condition.text, live.text, dead.text);
        } else {
            dead = self.dead_arithmetic(depth)?;
            live = self.arithmetic(depth)?;
            text = format!("({} ? {} : {})", condition.text, dead.text, live.text);
        }
        let ty = common(live.ty, dead.ty);
        let value = convert(live.value, ty).ok_or(Rejected)?;
        Ok(Arithmetic { text, ty, value, effects: condition.effects.then(live.effects) })
    }

    pub(super) fn dead_arithmetic(&mut self, depth: usize) -> Attempt<Arithmetic> {
        let runner = self.runner;
        self.world.unexecuted(|world| Writer { world, runner }.arithmetic(depth))
    }

    pub(super) fn comma(&mut self, depth: usize) -> Attempt<Arithmetic> {
        let (a, b) = (self.arithmetic(depth)?, self.arithmetic(depth)?);
        // gcc 12 ends with an internal error on `(_Bool)(1, 2)`, in C too.
        if a.effects.are_none() {
            return Err(Rejected);
        }
        let text = format!("({}, {})", a.text, b.text);
        Ok(Arithmetic { text, ty: b.ty, value: b.value, effects: a.effects.then(b.effects) })
    }

    pub(super) fn logical(&mut self, depth: usize) -> Attempt<Arithmetic> {
        let a = self.arithmetic(depth)?;
        let (sign, decided) =
            if self.world.random.chance(50) { ("&&", false) } else { ("||", true) };
        let first = !a.value.is_zero();
        let evaluated = first != decided;
        let b = if evaluated { self.arithmetic(depth)? } else { self.dead_arithmetic(depth)? };
        let result = if evaluated { !b.value.is_zero() } else { first };
        let effects = if evaluated { a.effects.then(b.effects) } else { a.effects };
        let text = format!("({} {sign} {})", a.text, b.text);
        Ok(Arithmetic { text, ty: Scalar::Int, value: Number::Int(i128::from(result)), effects })
    }

    /// The size of an expression that is not evaluated.
    pub(super) fn size(&mut self, depth: usize) -> Attempt<Arithmetic> {
        let a = self.dead_arithmetic(depth)?;
        let text = format!("sizeof(+{})", a.text);
        let value = Number::Int(i128::from(a.ty.promoted().size()));
        Ok(Arithmetic { text, ty: Scalar::ULong, value, effects: Effects::default() })
    }

    /// An integer expression with this value.
    pub fn integer(&mut self, value: i64, depth: usize) -> Attempt<Arithmetic> {
        let plain = literal(Scalar::Int, Number::Int(i128::from(value)));
        if self.world.random.chance(50) {
            let (ty, value) = (Scalar::Int, Number::Int(i128::from(value)));
            return Ok(Arithmetic { text: plain, ty, value, effects: Effects::default() });
        }
        let a = self.arithmetic(depth)?;
        let Number::Int(has) = a.value else { return Err(Rejected) };
        let rest = Number::Int(i128::from(value) - has);
        if convert(rest, Scalar::Int) != Some(rest) {
            return Err(Rejected);
        }
        let (ty, sum) = binary(Op::Add, (a.ty, a.value), (Scalar::Int, rest)).ok_or(Rejected)?;
        if sum != Number::Int(i128::from(value)) {
            return Err(Rejected);
        }
        let text = format!("({} + {})", a.text, literal(Scalar::Int, rest));
        Ok(Arithmetic { text, ty, value: sum, effects: a.effects })
    }
}
