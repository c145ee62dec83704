// SPDX-License-Identifier: Apache-2.0
//! Loops that step by rows: `for (i = MYTHREAD; i < n; i += THREADS)`.
//!
//! In each iteration the element `a[i]` of a cyclic array lies on the same thread, a constant
//! number of bytes further. So does one of a blocked array if the step is a number of rows of its
//! blocks. The thread's segment is looked up once, before the loop, and each iteration adds to the
//! address. If the segment is not mapped here, or the first subscript leads out of all segments,
//! the element is found by its own address each time. The body is written once.

use upc_source::Span;
use upc_syntax::ast::{ExprId, StmtId, StmtKind};

use super::elements::{element_of, in_stream};
use super::Context;
use crate::facts::Variable;
use crate::ir::{Form, Ir, Loop, Node, Place, RowElement, Rows, Stream};
use crate::lower::thin;
use crate::remarks::Remarks;
use crate::visit::{children_mut, part_or_text, places_mut};
use crate::Facts;

pub fn run(ir: &mut Ir, cx: &Context) {
    if cx.options.needs_addresses() {
        return;
    }
    let number = &mut ir.next_number;
    Finder { facts: cx.facts, remarks: cx.remarks, number, loops: Vec::new() }.visit(&mut ir.root);
}

struct Finder<'x> {
    facts: &'x Facts<'x>,
    remarks: &'x Remarks,
    /// The last number given.
    number: &'x mut u32,
    /// The surrounding loops by rows, the innermost last.
    loops: Vec<RowLoop<'x>>,
}

/// A loop by rows.
struct RowLoop<'x> {
    number: u32,
    counter: Variable,
    /// The counter's step, in THREADS.
    rows: i64,
    declared: bool,
    /// The ends of the first and of the third clause.
    ends: (u32, u32),
    /// The text of an element, its stream and its first address.
    streams: Vec<(&'x str, Stream, Node)>,
}

impl<'x> Finder<'x> {
    fn visit(&mut self, n: &mut Node) {
        match n {
            Node::Loop(l) => self.loop_(l),
            n => {
                children_mut(n, &mut |c| self.visit(c));
                places_mut(n, &mut |place| {
                    if place.near.is_none() {
                        place.near = self.near(place);
                    }
                });
            }
        }
    }

    fn loop_(&mut self, l: &mut Loop) {
        let by_rows = self.row_loop(l);
        let body = l.body;
        let clauses = l.source.holes.iter_mut().filter(|h| h.span != body);
        clauses.for_each(|h| self.visit(&mut h.node));
        let depth = self.loops.len();
        self.loops.extend(by_rows);
        l.source.holes.iter_mut().filter(|h| h.span == body).for_each(|h| self.visit(&mut h.node));
        let found = (self.loops.len() > depth).then(|| self.loops.pop()).flatten();
        if let Some(RowLoop { number, declared, ends, streams, .. }) =
            found.filter(|f| !f.streams.is_empty())
        {
            let cond = l.cond.map(|span| part_or_text(&l.source, span));
            self.remarks.done(l.source.span, || {
                let found: Vec<String> = streams.iter().map(|s| format!("'{}'", s.0)).collect();
                format!("found by adding bytes, as the thread stays the same: {}", found.join(", "))
            });
            let streams = streams.into_iter().map(|(_, stream, first)| (stream, first)).collect();
            l.rows = Some(Box::new(Rows { number, declared, ends, cond, streams }));
        }
    }

    /// The loop, if its counter steps by rows towards a limit.
    fn row_loop(&mut self, l: &Loop) -> Option<RowLoop<'x>> {
        let facts = self.facts;
        let Form::Stmt(s) = l.source.form else { return None };
        if facts.follows_pragma(l.source.span) {
            return None;
        }
        let StmtKind::For { ref init, cond, step, body } = facts.ast.stmts[s].kind else {
            return None;
        };
        let (name, down, by) = facts.increment_of(step?)?;
        let rows = i64::try_from(rows_in(facts, by?)?).ok()?;
        let (counter, kind) = facts.counting_variable(name, facts.ast.stmts[body].span)?;
        let wraps = !facts.types.is_signed(kind) && facts.types.int_bits(kind) < 64;
        facts.limit_of(cond?, counter.decl, kind).filter(|_| !wraps)?;
        let (declared, init_end, _) = facts.start_of(init, counter.decl)?;
        if l.source.generated().iter().any(|h| splits(h.span, init_end)) {
            return None;
        }
        Some(RowLoop {
            number: self.fresh(),
            counter,
            rows: if down { -rows } else { rows },
            declared,
            ends: (init_end, facts.span(step?).end),
            streams: Vec::new(),
        })
    }

    fn fresh(&mut self) -> u32 {
        *self.number += 1;
        *self.number
    }

    /// The stream of the place, if it is an element that keeps its thread in a surrounding loop, or
    /// a member of one.
    fn near(&mut self, place: &Place) -> Option<RowElement> {
        let (e, element, offset) = element_of(place)?;
        let (pointer, index) = self.facts.pointer_and_index(e)?;
        let text = self.facts.span(e).slice(self.facts.text);
        let moves = |l: &RowLoop| bytes_a_step(self.facts, l, pointer, index);
        let (at, bytes) =
            self.loops.iter().enumerate().rev().find_map(|(at, l)| Some((at, moves(l)?)))?;
        if let Some(known) = self.loops[at].streams.iter().find(|s| s.0 == text) {
            return Some(RowElement { stream: known.1, offset });
        }
        if in_stream(element) {
            return None;
        }
        let stream = Stream {
            version: self.loops[at].number,
            number: self.fresh(),
            bytes,
            column: false,
            round: 0,
            scalar: None,
        };
        let first = thin(element.clone());
        self.loops[at].streams.push((text, stream, first));
        Some(RowElement { stream, offset })
    }
}

/// Whether the loop moves its counter by a multiple of THREADS.
pub fn steps_by_rows(facts: &Facts, s: StmtId) -> bool {
    let StmtKind::For { step: Some(step), .. } = facts.ast.stmts[s].kind else { return false };
    facts.increment_of(step).and_then(|(_, _, by)| rows_in(facts, by?)).is_some()
}

/// The factor k if `e` is k * THREADS.
fn rows_in(facts: &Facts, e: ExprId) -> Option<u64> {
    let (mut coefficient, mut factors) = (1, Vec::new());
    let threads = facts.factors(e, &mut coefficient, &mut factors)?;
    (threads == 1 && factors.is_empty() && coefficient > 0).then_some(coefficient)
}

/// By how many bytes an element moves on its thread in an iteration; `None`: it changes threads, or
/// depends on more.
fn bytes_a_step(facts: &Facts, l: &RowLoop, pointer: ExprId, index: ExprId) -> Option<i64> {
    let pointee = facts.pointee(pointer).filter(|p| facts.types.pts_repr(*p).is_some())?;
    let stride = facts.stride(pointee);
    let block = i64::try_from(stride.block).ok().filter(|&b| b > 0 && !stride.threads)?;
    let steps =
        facts.coefficient(index, &l.counter, true).filter(|&n| n != 0)?.checked_mul(l.rows)?;
    let elems = steps.checked_mul(i64::try_from(stride.elems).ok()?)?;
    if elems % block != 0 || !facts.stays(pointer, index, &l.counter) {
        return None;
    }
    elems.checked_mul(i64::try_from(stride.elem_size).ok()?)
}

fn splits(span: Span, offset: u32) -> bool {
    span.start < offset && offset < span.end
}
