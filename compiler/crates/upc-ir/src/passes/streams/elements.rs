// SPDX-License-Identifier: Apache-2.0
//! Elements that move as the affinity does: a stream adds the same bytes in each own iteration.

use upc_syntax::ast::ExprId;

use super::{is_strided, plain_step, Version};
use crate::ir::{Address, Index, Neighbour, OwnStream, Start, Stream, Turn};
use crate::lower::{phased, thin};
use crate::passes::elements::moved_by;

/// An element that moves as the affinity does: the subscripted array or pointer, as written, and
/// the subscript of the element `far` elements after it.
pub(super) struct Element<'x> {
    pub pointer: &'x str,
    pub index: ExprId,
    pub far: i64,
    pub own: OwnStream,
}

impl<'x> Version<'x> {
    /// The stream of the element `e` at `address`; adds it if it is new.
    pub(super) fn stream(&mut self, e: ExprId, address: &Address) -> Option<Stream> {
        let facts = self.facts;
        let (pointer, index) = facts.pointer_and_index(e)?;
        let far = self.distance_from_own(pointer, index)?;
        let (low, high) = self.reach_with(far)?;
        let text = facts.span(facts.bare(pointer)).slice(facts.text);
        let elems = i64::try_from(facts.stride(facts.pointee(pointer)?).elems).ok()?;
        let behind =
            |x: &Element| facts.distance(index, x.index).and_then(|n| n.checked_mul(elems));
        let known =
            self.streams.iter().find(|x| x.pointer == text && behind(x) == Some(far - x.far));
        let of = match known.map(|x| x.own.stream) {
            Some(stream) => stream,
            None => self.new_stream(address, (pointer, text), (index, index), far, false)?,
        };
        let fresh = self.fresh();
        let elem_size = i64::try_from(facts.stride(facts.pointee(pointer)?).elem_size).ok()?;
        self.replaced.push(facts.span(e));
        self.reach = (low, high);
        Some(if far == 0 { of } else { self.neighbour(of, far * elem_size, fresh) })
    }

    /// The stream of the element `e` of a static array, whose subscript is a constant more than a
    /// variable with a value that moves by a block in each iteration.
    pub(super) fn stream_by_variable(&mut self, e: ExprId, address: &Address) -> Option<Stream> {
        let (facts, counter) = (self.facts, self.counter.variable);
        let Turn::Blocks { block: 1, .. } = self.turn else { return None };
        let (pointer, index) = facts.pointer_and_index(e)?;
        let (variable, constant) = facts.variable_and_constant(index)?;
        let value = facts.value_in(variable, counter.body)?;
        let Address::Element { base, block, elem_size, .. } = address else { return None };
        let stride = facts.stride(facts.pointee(pointer)?);
        let steps = facts.coefficient(value, &counter, true)?.checked_mul(self.step())?;
        let fits = facts.is_named_array(pointer)
            && stride.elems == 1
            && self.moves_alike(steps, stride.block)
            && facts.stays(pointer, value, &counter);
        if !fits {
            return None;
        }
        let text = facts.span(facts.bare(pointer)).slice(facts.text);
        let is_it = |x: &&Element| x.pointer == text && facts.distance(index, x.index) == Some(0);
        self.replaced.push(facts.span(e));
        if let Some(known) = self.streams.iter().find(is_it) {
            return Some(known.own.stream);
        }
        let first = Address::Element {
            base: base.clone(),
            index: Index { steps: vec![plain_step(facts, value)], constant },
            block: *block,
            elem_size: *elem_size,
            lvalue: None,
        };
        self.new_stream(&first, (pointer, text), (index, value), 0, false)
    }

    /// A new stream, of the element `far` elements before the one at `address`. `moves` moves as
    /// its subscript `index` does. `is_row`: it must begin a block.
    pub(super) fn new_stream(
        &mut self,
        address: &Address,
        (pointer, text): (ExprId, &'x str),
        (index, moves): (ExprId, ExprId),
        far: i64,
        is_row: bool,
    ) -> Option<Stream> {
        let stride = self.facts.stride(self.facts.pointee(pointer)?);
        let elems = match self.turn {
            Turn::Blocks { block: 1, .. } => {
                let steps = self.facts.coefficient(moves, &self.counter.variable, true)?;
                let forwards = (steps < 0) == (self.step() < 0);
                i64::try_from(stride.block).ok()?.checked_mul(if forwards { 1 } else { -1 })?
            }
            _ => self.elems.checked_mul(i64::try_from(stride.block / self.block).ok()?)?,
        };
        let known = !is_strided(self.turn);
        let bytes = elems.checked_mul(i64::try_from(stride.elem_size).ok()?)?;
        let unit = elems.unsigned_abs();
        let stream = Stream {
            version: self.number,
            number: self.fresh(),
            bytes: if known { bytes } else { 0 },
            column: !known,
            round: 0,
            scalar: None,
        };
        let first = moved_by(address.clone(), -far)?;
        let start = match self.turn {
            _ if is_row => Start::Phased(phased(first, stride.block)?),
            Turn::Blocks { block: 2.., .. } => Start::Phased(phased(first, stride.block)?),
            _ => Start::Thin(thin(first)),
        };
        self.always &= self.is_own_element(pointer, index);
        self.streams.push(Element {
            pointer: text,
            index,
            far,
            own: OwnStream { stream, start, is_row, unit, elem_size: stride.elem_size },
        });
        Some(stream)
    }

    /// Whether the element is the thread's own wherever the affinity is.
    fn is_own_element(&self, pointer: ExprId, index: ExprId) -> bool {
        let is_own = self.own.is_some_and(|own| self.facts.distance(index, own) == Some(0));
        is_own && self.facts.is_named_array(pointer)
    }

    /// The distance, in elements, of an element that moves as the affinity does from the one with
    /// the affinity's subscript; `None` for other elements. 0 if each iteration advances by a
    /// block: then each element stays on one thread.
    pub(super) fn distance_from_own(&self, pointer: ExprId, index: ExprId) -> Option<i64> {
        let (facts, counter) = (self.facts, &self.counter);
        let stride =
            facts.stride(facts.pointee(pointer).filter(|p| facts.types.pts_repr(*p).is_some())?);
        let of_index = i64::try_from(stride.elems).ok()?;
        let steps = facts.coefficient(index, &counter.variable, true)?.checked_mul(self.step())?;
        let alike = !stride.threads && self.moves_alike(steps.checked_mul(of_index)?, stride.block);
        if !alike || !facts.stays(pointer, index, &counter.variable) {
            return None;
        }
        match self.turn {
            Turn::Blocks { block: 1, .. } => Some(0),
            Turn::Blocks { .. } => {
                let far = facts.distance(index, self.subscript)?.checked_mul(of_index)?;
                Some(far).filter(|&far| far == 0 || stride.block == self.block)
            }
            Turn::Strides { .. } => self.is_own_element(pointer, index).then_some(0),
            _ => None,
        }
    }

    /// Whether an element that each iteration moves by `elems` elements in blocks of `block` moves
    /// as the affinity does. If both have the same position in their blocks, they change threads
    /// together. The blocks may be larger by the factor by which the element moves further. If each
    /// iteration advances by a block, the element may move in the other direction.
    fn moves_alike(&self, elems: i64, block: u64) -> bool {
        match self.turn {
            Turn::Blocks { block: 1, .. } => elems.unsigned_abs() == block,
            Turn::Strides { .. } => block == self.block && elems == self.elems,
            _ => {
                let times = |n: u64| i64::try_from(n).ok().and_then(|n| n.checked_mul(self.elems));
                block >= self.block
                    && block % self.block == 0
                    && times(block / self.block) == Some(elems)
            }
        }
    }

    /// The reach with one more element at the distance `far`.
    fn reach_with(&self, far: i64) -> Option<(u64, u64)> {
        if far == 0 {
            return Some(self.reach);
        }
        self.reach_over(far, far)
    }

    /// The reach with elements from the distance `first` to `last`, if half of the iterations of a
    /// block have all their neighbours in the block.
    pub(super) fn reach_over(&self, first: i64, last: i64) -> Option<(u64, u64)> {
        let Turn::Blocks { block, unit, .. } = self.turn else { return None };
        let (low, high) = self.reach;
        let of = |n: i64| u64::try_from(n).unwrap_or(0).div_ceil(unit);
        let (low, high) = (low.max(of(first.checked_neg()?)), high.max(of(last)));
        (low.checked_add(high)? <= block / 2).then_some((low, high))
    }

    /// The stream `bytes` from `of`; it gets the number `fresh` if it is new.
    fn neighbour(&mut self, of: Stream, bytes: i64, fresh: u32) -> Stream {
        if let Some(known) = self.neighbours.iter().find(|n| n.of == of && n.bytes == bytes) {
            return known.stream;
        }
        let stream = Stream { number: fresh, ..of };
        self.neighbours.push(Neighbour { stream, of, bytes });
        stream
    }
}
