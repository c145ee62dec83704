// SPDX-License-Identifier: Apache-2.0
//! Lvalues: the objects that an expression can read or assign.

use super::{Effects, Lvalue, Pointer, Where, Writer};
use crate::model::{Address, Form, LeafType, PointerType};
use crate::world::{Attempt, Private, Rejected};

impl Writer<'_> {
    pub(super) fn lvalue(&mut self, depth: usize) -> Attempt<Lvalue> {
        if self.world.random.chance(20) {
            return self.private(|p| !matches!(p.ty, LeafType::Pointer(_)));
        }
        if self.world.random.chance(40) {
            return self.item(depth);
        }
        let p = self.pointer(depth)?;
        self.referent(p, depth)
    }

    pub(super) fn private(&mut self, fits: impl Fn(&Private) -> bool) -> Attempt<Lvalue> {
        let privates = &self.world.state.privates;
        let fitting: Vec<usize> = (0..privates.len()).filter(|&n| fits(&privates[n])).collect();
        if fitting.is_empty() {
            return Err(Rejected);
        }
        let n = *self.world.random.pick(&fitting);
        let Private { name, ty, .. } = &self.world.state.privates[n];
        Ok(Lvalue {
            text: name.clone(),
            ty: ty.clone(),
            at: Where::Private(n),
            effects: Effects::default(),
        })
    }

    /// A leaf of an element that is named by its object and index.
    pub(super) fn item(&mut self, depth: usize) -> Attempt<Lvalue> {
        let object = self.world.random.below(self.world.state.objects.len());
        let index = self.world.random.below(self.world.state.objects[object].places.len());
        let (name, inner) =
            (self.world.state.objects[object].name.clone(), self.world.state.objects[object].inner);
        let is_array = self.world.state.objects[object].form == Form::Array;
        let name =
            if is_array && self.world.random.chance(10) { format!("(*&{name})") } else { name };
        let lone = self.world.state.objects[object].form == Form::Lone;
        let (text, effects) = match lone {
            true => (name, Effects::default()),
            false => {
                self.subscripted(&name, index as i64, inner.map(|n| n as i64), depth.min(1))?
            }
        };
        let address = self.world.address(object, index);
        self.leaf_of(text, address, effects)
    }

    /// Element `index` of an array, perhaps of rows of `inner` elements.
    fn subscripted(
        &mut self,
        name: &str,
        index: i64,
        inner: Option<i64>,
        depth: usize,
    ) -> Attempt<(String, Effects)> {
        let Some(inner) = inner else {
            let index = self.integer(index, depth)?;
            return Ok((format!("{name}[{}]", index.text), index.effects));
        };
        let row = self.integer(index / inner, depth)?;
        let column = self.integer(index % inner, depth)?;
        let text = format!("{name}[{}][{}]", row.text, column.text);
        Ok((text, row.effects.beside(column.effects)?))
    }

    /// One of the leaves of the element `text` at `address`.
    pub(super) fn leaf_of(
        &mut self,
        text: String,
        address: Address,
        effects: Effects,
    ) -> Attempt<Lvalue> {
        let leaves = &self.world.elements[self.world.state.objects[address.object].element].leaves;
        let leaf = self.world.random.below(leaves.len());
        let at = Address { leaf, ..address };
        let found = self.world.leaf(at);
        Ok(Lvalue {
            text: format!("{text}{}", found.path),
            ty: found.ty.clone(),
            at: Where::Shared(at),
            effects,
        })
    }

    /// What a pointer points to, or something a few steps on.
    pub(super) fn referent(&mut self, p: Pointer, depth: usize) -> Attempt<Lvalue> {
        let element = if let Some(row) = p.ty.row {
            let column = self.world.random.below(row as usize) as i64;
            let whole = PointerType { row: None, ..p.ty.clone() };
            let at = self.world.moved(&whole, p.at, column)?;
            let column = self.integer(column, depth.min(1))?;
            let text = format!("(*{})[{}]", p.text, column.text);
            (text, at, p.effects.beside(column.effects)?)
        } else if self.world.random.chance(40) {
            (format!("(*{})", p.text), p.at, p.effects)
        } else {
            let steps = self.world.random.range(-6, 9);
            let at = self.world.moved(&p.ty, p.at, steps)?;
            let steps = self.integer(steps, depth.min(1))?;
            (format!("{}[{}]", p.text, steps.text), at, p.effects.beside(steps.effects)?)
        };
        let (text, at, effects) = element;
        if self.world.is_member(&p.ty, at) {
            let ty = self.world.leaf(at).ty.clone();
            return Ok(Lvalue { text, ty, at: Where::Shared(at), effects });
        }
        self.leaf_of(text, at, effects)
    }
}
