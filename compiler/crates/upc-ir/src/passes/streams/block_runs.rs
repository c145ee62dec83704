// SPDX-License-Identifier: Apache-2.0
//! Elements that move by a constant in other places of long blocks, `a[i + half]`: pointers that
//! are looked up for a run of iterations find them.

use rustc_hash::FxHashMap;
use upc_sema::unit::DeclId;
use upc_syntax::ast::ExprId;

use super::Version;
use crate::facts::Remainder;
use crate::ir::{self, Address, Form, Index, Node, RunRow, Source, Start, Step, Stream, Turn};
use crate::lower::phased;
use crate::passes::elements::parts_of_remainder;
use crate::visit::walk_mut;

/// The look-up at the start of a run must be rare: in this many iterations at most once.
const MIN_RUN: u64 = 32;

/// An element that moves in another place of its block: the subscripted array or pointer, as
/// written, and the subscript.
pub(super) struct Row<'x> {
    pub pointer: &'x str,
    pub index: ExprId,
    pub found: RunRow,
}

impl<'x> Version<'x> {
    /// Finds the element `e` by a pointer for each run, if it moves by a constant in a long block.
    pub(super) fn in_run(&mut self, e: ExprId, address: &mut Address) -> bool {
        let Some(stream) = self.stream_of_run(e, address) else { return false };
        *address = Address::Stream(stream);
        self.replaced.push(self.facts.span(e));
        true
    }

    fn stream_of_run(&mut self, e: ExprId, address: &Address) -> Option<Stream> {
        let (facts, counter) = (self.facts, self.counter.variable);
        let Turn::Blocks { block: MIN_RUN.., .. } = self.turn else { return None };
        let (pointer, written) = facts.pointer_and_index(e)?;
        let named = facts.named_value(written, counter.body);
        let index = named.map_or(written, |(_, value)| value);
        let stride =
            facts.stride(facts.pointee(pointer).filter(|p| facts.types.pts_repr(*p).is_some())?);
        let of_index = i64::try_from(stride.elems).ok()?;
        let remainder = facts.remainder(index, &counter);
        let moving = remainder.map_or(index, |r| r.value);
        let steps = facts.coefficient(moving, &counter, true)?.checked_mul(self.step())?;
        let elems = steps.checked_mul(of_index).filter(|&n| n != 0)?;
        let small =
            |r: Remainder| facts.natural_constant(r.modulus).is_some_and(|n| n < least(steps));
        let lasts = stride.block / elems.unsigned_abs() >= MIN_RUN;
        if !lasts
            || remainder.is_some_and(small)
            || stride.threads
            || !facts.stays(pointer, index, &counter)
        {
            return None;
        }
        let text = facts.span(facts.bare(pointer)).slice(facts.text);
        let is_it = |r: &&Row| r.pointer == text && facts.distance(index, r.index) == Some(0);
        if let Some(known) = self.rows.iter().find(is_it) {
            return Some(known.found.stream);
        }
        let is_of_array = facts.is_named_array(pointer) && stride.elems == 1;
        let first = match named {
            None => address.clone(),
            Some((variable, _)) => self.at_value(address, variable).filter(|_| is_of_array)?,
        };
        if let Some(r) = remainder {
            let (value, modulus) = parts_of_remainder(facts, r, index, &first)?;
            self.remainders.push(ir::Remainder {
                value,
                modulus,
                step: steps,
                least: least(steps),
            });
        }
        let elem_size = i64::try_from(stride.elem_size).ok()?;
        let stream = Stream {
            version: self.number,
            number: self.fresh(),
            bytes: elems.checked_mul(elem_size)?,
            column: false,
            round: 0,
            scalar: None,
        };
        let start = Start::Phased(phased(first, stride.block)?);
        let (block, others) = (stride.block, Vec::new());
        let found = RunRow { stream, start, block, elems, elem_size, others, copied: None };
        self.rows.push(Row { pointer: text, index, found });
        Some(stream)
    }

    /// The element of an array at `address`, with the initial value of its subscript, a variable of
    /// the body, in place of it.
    fn at_value(&self, address: &Address, variable: DeclId) -> Option<Address> {
        let Address::Element { base, block, elem_size, .. } = address else { return None };
        let value = self.values.get(&variable)?.clone();
        let step = Step { value, elems: 1, threads: false, negative: false, array: None };
        let index = Index { steps: vec![step], constant: 0 };
        let (base, block, elem_size) = (base.clone(), *block, *elem_size);
        Some(Address::Element { base, index, block, elem_size, lvalue: None })
    }
}

/// The least modulus for which a run pays that ends where the quotient of a number changes which
/// each iteration moves by `step`.
fn least(step: i64) -> u64 {
    MIN_RUN.saturating_mul(step.unsigned_abs())
}

pub(super) fn initial_values(body: &mut Node) -> FxHashMap<DeclId, Node> {
    let mut found = FxHashMap::default();
    walk_mut(body, &mut |n: &mut Node| {
        if let Node::Source(Source { form: Form::Initial(decl), holes, .. }) = n {
            found.extend(holes.first().map(|hole| (*decl, hole.node.clone())));
        }
    });
    found
}
