// SPDX-License-Identifier: Apache-2.0
//! Elements of static arrays at a distance from the affinity's that constants bound, `a[i + j]`.

use upc_syntax::ast::{ExprId, ExprKind};

use super::elements::Element;
use super::{plain_step, Version};
use crate::ir::{Address, Index, Stream, Turn};

/// An element within a known distance from the one with the affinity's subscript.
struct Window {
    pointer: ExprId,
    /// The distance.
    rest: Index,
    /// The version's reach, including it.
    reach: (u64, u64),
}

impl<'x> Version<'x> {
    /// Finds the element `e` by the stream of the one with the affinity's subscript, if constants
    /// bound the distance between them.
    pub(super) fn in_window(&mut self, e: ExprId, address: &mut Address) -> bool {
        let Address::Element { base, block, elem_size, .. } = &*address else { return false };
        let Some(Window { pointer, rest, reach }) = self.window(e) else { return false };
        let element = |base, index, block| Address::Element {
            base,
            index,
            block,
            elem_size: *elem_size,
            lvalue: None,
        };
        let own = Index { steps: vec![plain_step(self.facts, self.subscript)], constant: 0 };
        let start = element(base.clone(), own, *block);
        let Some(stream) = self.stream_of_subscript(&start, pointer) else { return false };
        *address = element(Box::new(Address::Stream(stream)), rest, 0);
        self.reach = reach;
        self.replaced.push(self.facts.span(e));
        true
    }

    fn window(&self, e: ExprId) -> Option<Window> {
        let facts = self.facts;
        let (pointer, index) = facts.pointer_and_index(e)?;
        let stride = facts.stride(facts.pointee(pointer)?);
        let alike = !stride.threads && stride.elems == 1 && stride.block == self.block;
        let blocks = matches!(self.turn, Turn::Blocks { block: 2.., unit: 1, .. });
        if !(alike && blocks && facts.is_named_array(pointer)) {
            return None;
        }
        let beyond = facts.beyond(index, self.subscript).filter(|b| self.is_own(&b.shared))?;
        let most = |&x: &ExprId| self.most_of_variable(x);
        let far = beyond.terms.iter().try_fold(0u64, |sum, x| sum.checked_add(most(x)?))?;
        let last = beyond.constant.checked_add(i64::try_from(far).ok()?)?;
        let reach = self.reach_over(beyond.constant, last)?;
        let steps = beyond.terms.into_iter().map(|x| plain_step(facts, x)).collect();
        Some(Window { pointer, rest: Index { steps, constant: beyond.constant }, reach })
    }

    /// Whether these terms still are the affinity's subscript in the body.
    fn is_own(&self, terms: &[ExprId]) -> bool {
        let (facts, c) = (self.facts, &self.counter);
        let sum = terms.iter().try_fold(0i64, |sum, &x| {
            let known = facts.is_known_outside(x, c.variable.body);
            sum.checked_add(known.then(|| facts.coefficient(x, &c.variable, true))??)
        });
        sum.and_then(|n| n.checked_mul(self.step())) == Some(self.elems)
    }

    /// The greatest value of `e`, a variable of the function's own.
    fn most_of_variable(&self, e: ExprId) -> Option<u64> {
        let facts = self.facts;
        let variable = matches!(facts.expr_node(e).kind, ExprKind::Ident(_))
            && facts.unit.ident.get(&e).is_some_and(|&d| facts.own_integer(d).is_some());
        variable.then(|| facts.most(e, self.counter.variable.body, true))?
    }

    /// The stream of the element with the affinity's subscript, at `address`.
    fn stream_of_subscript(&mut self, address: &Address, pointer: ExprId) -> Option<Stream> {
        let (facts, subscript) = (self.facts, self.subscript);
        let text = facts.span(facts.bare(pointer)).slice(facts.text);
        let is_it =
            |x: &&Element| x.pointer == text && facts.distance(subscript, x.index) == Some(-x.far);
        match self.streams.iter().find(is_it).map(|x| x.own.stream) {
            Some(stream) => Some(stream),
            None => self.new_stream(address, (pointer, text), (subscript, subscript), 0, false),
        }
    }
}
