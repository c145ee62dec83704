// SPDX-License-Identifier: Apache-2.0
//! Objects that pointers lead to and that stay the same in a run: `p->n`, `dir[k]->n`, `*p`.
//!
//! The pointer is a variable that the loop does not change, or is read from memory at an address
//! that stays the same. One read of it serves a run: a relaxed read may have the value of an
//! earlier one between synchronisations (UPC 5.1.2.3). So each iteration reads it, or it is a named
//! object, nothing in the body orders accesses, it is not volatile, and no store of the body can
//! change it. The members are accessed where the program does it.

use upc_syntax::ast::{ExprId, ExprKind, UnaryOp};

use super::element::{Element, Way};
use super::finder::{new_row, Finder, Row};
use super::Sought;
use crate::facts::Repeated;
use crate::ir::{Address, Node, Place, Stream};
use crate::visit::{places_mut, walk_mut};
use crate::Facts;

impl<'x> Finder<'x> {
    /// Puts streams in place of such pointers in the addresses of `body`'s accesses.
    pub(super) fn replace_pointees(&mut self, body: &mut Node) {
        if self.sought == Sought::Blocks {
            return;
        }
        walk_mut(body, &mut |n: &mut Node| {
            places_mut(n, &mut |place| {
                if let Some(stream) = self.pointee_stream(place) {
                    *pointer_in(&mut place.address).expect("found before") =
                        Address::Stream(stream);
                    place.near = None;
                }
            });
        });
    }

    /// The stream of the object that `place` is, or is a member of; adds it if it is new.
    fn pointee_stream(&mut self, place: &mut Place) -> Option<Stream> {
        let address = pointer_in(&mut place.address)?;
        let pointer = pointer_of(self.facts, place.expr).filter(|&e| self.is_same_pointer(e))?;
        let text = self.facts.span(pointer).slice(self.facts.text);
        let known = self
            .rows
            .iter()
            .position(|r| r.element.way == Way::Pointee && r.element.pointer == text);
        let at = match known {
            Some(at) => at,
            None => {
                let row = row_of(text, pointer, address, self.new_stream())?;
                self.rows.push(row);
                self.rows.len() - 1
            }
        };
        self.found.push((self.facts.record(place.expr), at, 0));
        Some(self.rows[at].found.stream)
    }

    /// Whether `pointer` is the same in each iteration. The read of a named object cannot trap.
    fn is_same_pointer(&self, pointer: ExprId) -> bool {
        let record = self.facts.record(pointer);
        let object = matches!(self.facts.expr_node(record).kind, ExprKind::Ident(_));
        let certain = object || self.elements.contains(&record);
        let effects = certain.then_some(&self.effects);
        let (counter, tested) = (&self.counter.variable, self.tested);
        self.facts.is_fixed_pointer(pointer, Repeated { counter, effects, tested })
    }
}

/// The pointer's value from which members lead to the address.
fn pointer_in(address: &mut Address) -> Option<&mut Address> {
    match address {
        Address::Pointer { .. } => Some(address),
        Address::Member { base, .. } => pointer_in(base),
        _ => None,
    }
}

/// The pointer that leads to the lvalue.
fn pointer_of(facts: &Facts, lvalue: ExprId) -> Option<ExprId> {
    let record = facts.record(lvalue);
    match facts.expr_node(record).kind {
        ExprKind::Member { base: pointer, arrow: true, .. }
        | ExprKind::Unary { op: UnaryOp::Deref, operand: pointer } => {
            Some(facts.bare(pointer)).filter(|&e| facts.repr(e).is_some())
        }
        _ => None,
    }
}

/// The row of what `pointer`, of this text, leads to.
fn row_of<'x>(
    text: &'x str,
    pointer: ExprId,
    address: &Address,
    stream: Stream,
) -> Option<Row<'x>> {
    let element = Element {
        pointer: text,
        index: pointer,
        of_index: 0,
        block: 0,
        elems: 0,
        elem_size: 0,
        way: Way::Pointee,
        remainder: None,
    };
    new_row(address, element, stream)
}
