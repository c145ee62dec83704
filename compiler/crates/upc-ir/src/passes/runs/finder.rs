// SPDX-License-Identifier: Apache-2.0
//! Finds the elements of a body that streams reach, and puts streams in their place.

use upc_syntax::ast::ExprId;

use super::element::{lasts, least_modulus, Element, Way, MAX_ELEMS};
use super::{Found, Sought, MIN_ITERATIONS};
use crate::facts::{Counter, Effects};
use crate::ir::{self, Address, Apart, Column, Node, RunRow, Start, Stream};
use crate::lower::{phased, thin};
use crate::passes::elements::{in_stream, parts_of_remainder, replace_elements};
use crate::passes::{own, scalar_replacement, Context};
use crate::visit::walk_mut;
use crate::Facts;

/// The loop whose second body is being built.
pub(super) struct Finder<'x> {
    pub(super) facts: &'x Facts<'x>,
    /// THREADS, if it is known.
    pub(super) threads: Option<u32>,
    pub(super) sought: Sought,
    /// The last number given.
    last: &'x mut u32,
    number: u32,
    pub(super) counter: &'x Counter,
    pub(super) effects: Effects,
    /// The elements that each iteration accesses, and the arrays or pointers that they subscript,
    /// as written.
    pub(super) elements: Vec<ExprId>,
    pub(super) certain: Vec<&'x str>,
    /// Pointers may be kept if a test shows that no store changes them.
    pub(super) tested: bool,
    /// Rows that are own blocks are left to the pass `own`.
    leaves_own: bool,
    pub(super) rows: Vec<Row<'x>>,
    /// The remainders in their subscripts, with the text.
    remainders: Vec<(&'x str, ir::Remainder)>,
    /// The elements found by streams, each with its row and distance.
    pub(super) found: Vec<(ExprId, usize, i64)>,
}

pub(super) fn finder<'x>(
    cx: &Context<'x>,
    counter: &'x Counter,
    body: &Node,
    (sought, leaves_own): (Sought, bool),
    last: &'x mut u32,
) -> Finder<'x> {
    let (facts, span) = (cx.facts, counter.variable.body);
    let mut copy = body.clone();
    let elements = facts.certain_elements(&mut copy);
    *last += 1;
    Finder {
        facts,
        threads: cx.options.threads,
        sought: if cx.options.clang { sought.min(Sought::Columns) } else { sought },
        number: *last,
        last,
        counter,
        effects: facts.effects(&mut copy, span),
        certain: pointers_of(&elements, facts),
        elements,
        tested: true,
        leaves_own,
        rows: Vec::new(),
        remainders: Vec::new(),
        found: Vec::new(),
    }
}

/// The arrays and pointers that the elements subscript.
fn pointers_of<'x>(elements: &[ExprId], facts: &Facts<'x>) -> Vec<&'x str> {
    let pointers = elements.iter().filter_map(|&e| facts.pointer_and_index(e));
    pointers.map(|(pointer, _)| facts.span(facts.bare(pointer)).slice(facts.text)).collect()
}

impl<'x> Finder<'x> {
    /// The body with streams, if it has any.
    pub(super) fn found(mut self, body: &Node) -> Option<Found> {
        let mut near = body.clone();
        self.replace(&mut near);
        let mut apart = self.apart();
        if apart.is_none() {
            (self.tested, near) = (false, body.clone());
            self.rows.clear();
            self.remainders.clear();
            self.found.clear();
            self.replace(&mut near);
            apart = Some(Vec::new());
        }
        let columns = self.rows.iter().filter_map(Row::column).collect();
        let fixed = self.rows.iter().any(|r| r.anywhere);
        let remainders = self.remainders.into_iter().map(|r| r.1).collect();
        let mut rows: Vec<RunRow> = self.rows.into_iter().map(|r| r.found).collect();
        let (facts, span) = (self.facts, self.counter.variable.body);
        let whole = scalar_replacement::Body {
            facts,
            span,
            effects: &self.effects,
            certain: &self.elements,
        };
        scalar_replacement::keep(&mut rows, &mut near, &whole);
        let apart = apart.unwrap_or_default();
        let elements = self.found.iter().map(|f| f.0).collect();
        (!rows.is_empty()).then_some(Found {
            number: self.number,
            rows,
            remainders,
            columns,
            apart,
            near,
            elements,
            fixed,
        })
    }

    fn replace(&mut self, body: &mut Node) {
        self.replace_pointees(body);
        replace_elements(body, &mut |e, address| match self.stream(e, address) {
            Some(stream) => {
                *address = Address::Stream(stream);
                true
            }
            None => false,
        });
    }

    /// The stream of the element `e` at `address`; adds it if it is new.
    fn stream(&mut self, e: ExprId, address: &Address) -> Option<Stream> {
        if self.leaves_own && own::is_own_row(address) {
            return None;
        }
        let element = self.element(e)?;
        if element.way == Way::Fixed && !self.may_stay(address) {
            return None;
        }
        let (bytes, column) = match element.way {
            Way::Block => (element.elems.checked_mul(element.elem_size)?, false),
            Way::Thread(bytes) | Way::Round(bytes) => (bytes, false),
            Way::Column => (0, true),
            Way::Fixed | Way::Pointee => (0, false),
        };
        if !self.keeps_remainder(&element, address) {
            return None;
        }
        let goes_round = matches!(element.way, Way::Round(_));
        let round = self.threads.filter(|_| goes_round).unwrap_or(0);
        let stream = Stream { bytes, column, round, ..self.new_stream() };
        let (at, far) = match self.row_of(&element) {
            Some(known) => known,
            None => {
                let row = new_row(address, element, stream)?;
                self.rows.push(row);
                (self.rows.len() - 1, 0)
            }
        };
        self.found.push((e, at, far));
        Some(self.rows[at].at(far, stream))
    }

    /// A stream that does not move.
    pub(super) fn new_stream(&mut self) -> Stream {
        *self.last += 1;
        let (version, number) = (self.number, *self.last);
        Stream { version, number, bytes: 0, column: false, round: 0, scalar: None }
    }

    /// Adds the remainder in the element's subscript, if it is new; false: its parts are not known.
    fn keeps_remainder(&mut self, element: &Element<'x>, address: &Address) -> bool {
        let Some((r, step)) = element.remainder else { return true };
        let parts = parts_of_remainder(self.facts, r, element.index, address);
        let Some((value, modulus)) = parts else { return false };
        let text = self.facts.span(element.index).slice(self.facts.text);
        if self.remainders.iter().all(|known| known.0 != text) {
            let least = least_modulus(step);
            self.remainders.push((text, ir::Remainder { value, modulus, step, least }));
        }
        true
    }

    /// Whether the element at `address`, which does not move, may have a pointer. An element in the
    /// block of a stream is mapped when that block is.
    fn may_stay(&self, address: &Address) -> bool {
        !own::is_own(address) && (self.sought > Sought::Blocks || in_stream(address))
    }

    /// The ranges that must not overlap if pointers read before a run are to stay the same in it;
    /// `None` if no test is known.
    fn apart(&mut self) -> Option<Vec<Apart>> {
        let mut kept = Vec::new();
        for row in &mut self.rows {
            walk_mut(row.found.start.node_mut(), &mut |n: &mut Node| {
                if let Node::Load(place) = n {
                    kept.push((place.ty.ty, place.address.clone()));
                }
            });
        }
        let mut apart = Vec::new();
        for (ty, address) in kept {
            for lvalue in self.effects.keep(self.facts, ty, true)? {
                let element = self.facts.record(lvalue);
                let &(_, row, far) = self.found.iter().find(|f| f.0 == element)?;
                if matches!(self.rows[row].element.way, Way::Fixed | Way::Pointee) {
                    return None; // it may be the pointer
                }
                let size = self.facts.types.fixed_size(ty)?;
                apart.push(Apart { pointer: thin(address.clone()), size, row, far });
            }
        }
        Some(apart)
    }

    /// The row of the element, and its distance from the row's first stream.
    fn row_of(&self, element: &Element) -> Option<(usize, i64)> {
        self.rows.iter().enumerate().find_map(|(at, row)| {
            let elements = row.element.way != Way::Pointee;
            let alike = elements && row.element.pointer == element.pointer;
            let far = alike.then(|| self.facts.distance(element.index, row.element.index))??;
            let far = far.checked_mul(element.of_index)?;
            let (low, high) = row.found.reaches(far);
            let alone = element.way != Way::Block && far != 0 || element.elems != row.element.elems;
            let fits = !alone
                && low.max(high) <= MAX_ELEMS
                && (far == 0 || lasts(element.block, element.elems, low + high, MIN_ITERATIONS));
            fits.then_some((at, far))
        })
    }
}

pub(super) struct Row<'x> {
    /// The first element found.
    pub(super) element: Element<'x>,
    pub(super) found: RunRow,
    /// The element does not move, and may lie on any thread.
    anywhere: bool,
}

impl Row<'_> {
    /// The test of its element, if any.
    fn column(&self) -> Option<Column> {
        let Element { block, elems, elem_size, way, .. } = self.element;
        (way == Way::Column).then_some(Column {
            stream: self.found.stream,
            elems,
            block,
            elem_size,
        })
    }

    /// The stream at the distance `far`; `fresh` becomes it if there is none yet.
    fn at(&mut self, far: i64, fresh: Stream) -> Stream {
        let RunRow { stream, others, .. } = &mut self.found;
        let known =
            if far == 0 { Some(*stream) } else { others.iter().find(|o| o.0 == far).map(|o| o.1) };
        known.unwrap_or_else(|| {
            others.push((far, fresh));
            fresh
        })
    }
}

/// Before the run the element is found by the general path.
pub(super) fn new_row<'x>(
    address: &Address,
    element: Element<'x>,
    stream: Stream,
) -> Option<Row<'x>> {
    let start = match (element.way, element.block) {
        (Way::Thread(_) | Way::Column | Way::Round(_) | Way::Fixed | Way::Pointee, _) | (_, 0) => {
            Start::Thin(thin(address.clone()))
        }
        (Way::Block, block) => Start::Phased(phased(address.clone(), block)?),
    };
    let Element { block, elems, elem_size, way, .. } = element;
    Some(Row {
        anywhere: matches!(way, Way::Fixed | Way::Pointee) && !in_stream(address),
        element,
        found: RunRow { stream, start, block, elems, elem_size, others: Vec::new(), copied: None },
    })
}
