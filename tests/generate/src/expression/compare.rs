// SPDX-License-Identifier: Apache-2.0
//! Numbers that come from pointers: comparisons, differences, threads and phases.

use super::{Arithmetic, Pointer, Writer};
use crate::model::{Address, PointerType};
use crate::scalar::{binary, Number, Op, Scalar};
use crate::world::{Attempt, Rejected};

impl Writer<'_> {
    /// Two pointers of one type into one object.
    pub(super) fn two_pointers(&mut self, depth: usize) -> Attempt<(Pointer, Pointer, i64)> {
        let a = self.pointer(depth)?;
        let steps = self.world.random.range(-9, 9);
        let at = self.world.moved(&a.ty, a.at, steps)?;
        let b = self.pointer_to(&a.ty, at)?;
        Ok((a, b, steps))
    }

    /// Some way to write a pointer of type `ty` that holds exactly `at`.
    pub(super) fn pointer_to(&mut self, ty: &PointerType, at: Address) -> Attempt<Pointer> {
        let base = self.pointer(1)?;
        if base.at.object != at.object {
            return Err(Rejected);
        }
        let base = self.converted(base, ty.clone())?;
        let steps =
            (-40..40).find(|&n| self.world.moved(ty, base.at, n).is_ok_and(|found| found == at));
        self.offset(base, steps.ok_or(Rejected)?)
    }

    pub(super) fn pointer_comparison(&mut self, depth: usize) -> Attempt<Arithmetic> {
        let (a, b, steps) = self.two_pointers(depth)?;
        let op = Op::ALL[Op::ASSIGNING + self.world.random.below(6)];
        let (left, right) = (Number::Int(0), Number::Int(i128::from(steps)));
        let (ty, value) = binary(op, (Scalar::Int, left), (Scalar::Int, right)).ok_or(Rejected)?;
        let text = format!("({} {} {})", a.text, op.text(), b.text);
        Ok(Arithmetic { text, ty, value, effects: a.effects.beside(b.effects)? })
    }

    pub(super) fn pointer_difference(&mut self, depth: usize) -> Attempt<Arithmetic> {
        let (a, b, steps) = self.two_pointers(depth)?;
        let text = format!("({} - {})", b.text, a.text);
        let value = Number::Int(i128::from(steps));
        Ok(Arithmetic { text, ty: Scalar::Long, value, effects: a.effects.beside(b.effects)? })
    }

    pub(super) fn part_of_pointer(&mut self, depth: usize) -> Attempt<Arithmetic> {
        let p = self.pointer(depth)?;
        let (function, value) = match self.world.random.below(4) {
            0 => ("upc_threadof", p.at.place.thread),
            1 => ("upc_phaseof", p.at.place.phase),
            // No pointer here is null.
            2 => ("!", 0),
            _ => ("(_Bool)", 1),
        };
        let text = format!("((unsigned long){function}({}))", p.text);
        Ok(Arithmetic {
            text,
            ty: Scalar::ULong,
            value: Number::Int(i128::from(value)),
            effects: p.effects,
        })
    }
}
