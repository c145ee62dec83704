// SPDX-License-Identifier: Apache-2.0
//! Rows that move as the affinity does, `a[i][k]`: a stream finds their starts.

use upc_syntax::ast::ExprId;

use super::Version;
use crate::ir::{Address, Index, Step, Turn};
use crate::passes::runs;

impl<'x> Version<'x> {
    /// Finds the element `e` by a stream of the start of its row, if the row is a block.
    pub(super) fn in_row(&mut self, e: ExprId, address: &mut Address) -> bool {
        let facts = self.facts;
        let Some((row, first)) = self.row_of(e) else { return false };
        let (Some((array, index)), Address::Element { base, index: all, block, elem_size, .. }) =
            (facts.pointer_and_index(row), &mut *address)
        else {
            return false;
        };
        let is_row = |s: &Step| !s.threads && !s.negative && s.elems == first;
        let (block, elem_size) = (*block, *elem_size);
        let rows = all.steps.iter().filter(|s| s.elems % first == 0).count();
        let fits = block % first == 0 && rows == 1;
        let named = facts.is_named_array(array);
        let known = match **base {
            Address::Object(_) => named,
            Address::Pointer { .. } => {
                !named && first == block && matches!(self.turn, Turn::Blocks { block: 1, .. })
            }
            _ => false,
        };
        let Some(at) = all.steps.iter().position(is_row).filter(|_| fits && known) else {
            return false;
        };
        let start = Index { steps: vec![all.steps[at].clone()], constant: 0 };
        let mut rest = all.clone();
        rest.steps.remove(at);
        let inside = facts.stays_below(&rest, first, self.counter.variable.body);
        if !inside && first != block {
            return false;
        }
        let start =
            Address::Element { base: base.clone(), index: start, block, elem_size, lvalue: None };
        let text = facts.span(facts.bare(array)).slice(facts.text);
        let known = self
            .streams
            .iter()
            .find(|x| x.pointer == text && facts.distance(index, x.index) == Some(0));
        let stream = known
            .map(|x| x.own.stream)
            .or_else(|| self.new_stream(&start, (array, text), (index, index), 0, !named));
        let Some(stream) = stream else { return false };
        self.replaced.push(facts.span(row));
        rest.steps.iter_mut().for_each(|s| self.replace(&mut s.value));
        let block = if inside { 0 } else { block };
        *address = Address::Element {
            base: Box::new(Address::Stream(stream)),
            index: rest,
            block,
            elem_size,
            lvalue: None,
        };
        true
    }

    /// The row of a static array, or behind a pointer, that contains `e`, with its number of
    /// elements, if the row moves as the affinity does and a run along it is no better.
    fn row_of(&self, e: ExprId) -> Option<(ExprId, u64)> {
        let facts = self.facts;
        let mut row = facts.bare(facts.pointer_and_index(e)?.0);
        let (array, index) = loop {
            let (outer, index) = facts.pointer_and_index(row).filter(|_| facts.is_array(row))?;
            match facts.is_array(outer) && !facts.is_named_array(outer) {
                true => row = facts.bare(outer),
                false => break (outer, index),
            }
        };
        let moves = self.distance_from_own(array, index) == Some(0);
        let several = self.threads != Some(1);
        let along = runs::goes_along(facts, e, self.counter.variable.body);
        (moves && several && !along)
            .then(|| facts.pointee(array).map(|t| (row, facts.stride(t).elems)))?
    }
}
