// SPDX-License-Identifier: Apache-2.0
//! Moves far rows of loops with runs (`runs/`) as a whole (the XL UPC paper of docs/papers.md,
//! sections 3.3 and 5.7). `sum += a[i][j]` in a loop over j gets the row `a[i]` in one transfer;
//! `a[i][j] = f(j)` puts it in one.
//!
//! If a row is not mapped, a run accesses a copy of it, fetched before the run or put after it. The
//! memory model permits this order for relaxed accesses (UPC 1.3, 5.1.2.3). The program sees no
//! difference if
//! - nothing in the body orders accesses, and it calls nothing that might, but in branches that end
//!   the program: nothing is read after their calls, so rows may be read, not written;
//! - the body is not left early otherwise, and each iteration accesses the row: no byte is read
//!   that the program would not read, unless it ends in the loop. Such a read does not trap, since
//!   it is tested that the row lies in a segment;
//! - the row is read and not written; or each iteration writes its element whole, and nothing else
//!   of the row is accessed;
//! - every other access of the body that may reach the row is to another row of the run. The
//!   program tests at run time that the two do not overlap, and that the rows are far and long
//!   enough (runtime/src/core/rows.c).
//!
//! Accesses by private pointers do not matter: they reach mapped memory only.

use rustc_hash::FxHashMap;
use upc_sema::types::Ty;
use upc_source::Span;
use upc_syntax::ast::ExprId;

use super::Context;
use crate::ir::{Address, Copied, Ir, Loop, Node, ObjectId, Place, RunRow, Runs, Start};
use crate::remarks::{About, Obstacle, FAR};
use crate::visit::{addresses_mut, walk_mut};
use crate::Facts;

pub fn run(ir: &mut Ir, cx: &Context) {
    walk_mut(&mut ir.root, &mut |n: &mut Node| {
        if let Node::Loop(l) = n {
            copied_rows(l, cx);
        }
    });
}

fn copied_rows(l: &mut Loop, cx: &Context) {
    let (facts, span) = (cx.facts, l.body);
    let hole = l.source.holes.iter_mut().find(|h| h.span == span);
    let Some(first @ Node::Runs(_)) = hole.map(|h| &mut h.node) else { return };
    let mut general = general_of(first).clone();
    let ends = facts.last_branches_in(span);
    let effects = facts.effects_but_for_calls_in(&ends, &mut general, span);
    let certain = facts.certain_elements(&mut general);
    let whole_loop = if effects.orders || effects.unknown {
        Some("the loop calls a function or synchronises")
    } else if facts.leaves(span) {
        Some("the loop may be left early")
    } else {
        None
    };
    let loop_ = OfLoop { certain: &certain, refused: whole_loop, ends: !ends.is_empty() };
    let mut next = Some(first);
    while let Some(Node::Runs(runs)) = next {
        decide(runs, &loop_, l.source.span, cx);
        next = Some(&mut runs.general);
    }
}

/// The body in which each element is found by itself. Several bodies with runs may precede it.
fn general_of(n: &Node) -> &Node {
    match n {
        Node::Runs(runs) => general_of(&runs.general),
        n => n,
    }
}

/// Facts that hold for all rows of a loop.
struct OfLoop<'x> {
    /// The accesses of each iteration.
    certain: &'x [ExprId],
    /// Why none may be copied.
    refused: Option<&'static str>,
    /// The program may end in it.
    ends: bool,
}

impl OfLoop<'_> {
    /// Elements that are written before the program ends would be lost.
    fn permits(&self, copied: Copied) -> Result<Copied, &'static str> {
        if self.ends && copied == Copied::Written {
            return Err("the loop may end the program");
        }
        Ok(copied)
    }
}

/// Decides for all rows of one body with runs.
fn decide(runs: &mut Runs, loop_: &OfLoop, at: Span, cx: &Context) {
    let facts = cx.facts;
    if runs.round > 0 {
        return; // if some memory is far, the next body is executed
    }
    let accesses = Accesses::of(runs, loop_.certain, facts);
    for row in runs.rows.iter_mut().filter(|row| goes_along_a_block(row)) {
        let Some(known) = accesses.rows.get(&row.stream.number) else { continue };
        let copied = loop_.refused.map_or_else(|| accesses.copied(row, known, facts), Err);
        match copied.and_then(|copied| loop_.permits(copied)) {
            Ok(copied) => {
                row.copied = Some(copied);
                let way = if copied == Copied::Read { "fetched" } else { "put" };
                let about = || known.about(facts, at);
                cx.remarks.done_with(about, || format!("{way} by whole rows {FAR}"));
            }
            Err(why) => cx.remarks.missed(
                || known.about(facts, at),
                &format!("moved element by element {FAR}"),
                || Obstacle::new(why),
            ),
        }
    }
}

/// A column crosses its thread's blocks; a stream that does not move is one element.
fn goes_along_a_block(row: &RunRow) -> bool {
    row.elems != 0 && (row.block == 0 || matches!(row.start, Start::Phased(_)))
}

/// The accesses of a run's body.
struct Accesses {
    /// Data of each row, by the number of its first stream.
    rows: FxHashMap<u32, OfRow>,
    /// Those in no row.
    others: Vec<Other>,
}

/// The accesses of a row.
#[derive(Default)]
struct OfRow {
    /// The places in it, and their types.
    lvalues: Vec<ExprId>,
    types: Vec<Ty>,
    /// Each iteration accesses the row.
    certain: bool,
    read: bool,
    written: bool,
    /// Each iteration writes the whole element of the first stream.
    whole: bool,
    /// Some access does more than read or write a value.
    otherwise: bool,
}

/// A shared lvalue in no row.
struct Other {
    ty: Ty,
    object: Option<ObjectId>,
    written: bool,
}

impl Accesses {
    fn of(runs: &mut Runs, certain: &[ExprId], facts: &Facts) -> Accesses {
        let mut streams = FxHashMap::default();
        let mut rows = FxHashMap::default();
        for row in &runs.rows {
            let number = row.stream.number;
            rows.insert(number, OfRow::default());
            streams.insert(number, row);
            streams.extend(row.others.iter().map(|o| (o.1.number, row)));
        }
        let mut found = Finder {
            facts,
            streams: &streams,
            certain,
            accesses: Accesses { rows, others: Vec::new() },
        };
        walk_mut(&mut runs.near, &mut |n: &mut Node| found.node(n));
        found.accesses
    }

    /// How a row with the accesses `known` may be copied; or why it may not.
    fn copied(&self, row: &RunRow, known: &OfRow, facts: &Facts) -> Result<Copied, &'static str> {
        let object = row_object(row);
        let meets = |o: &Other| {
            let one = object.is_none() || o.object.is_none() || object == o.object;
            one && known.types.iter().any(|&t| facts.may_alias(o.ty, t))
        };
        if known.otherwise {
            return Err("its address is taken, or it is volatile");
        }
        if !known.certain {
            return Err("an iteration may leave it out");
        }
        match (known.read, known.written) {
            (true, false) if self.others.iter().any(|o| o.written && meets(o)) => {
                Err("the loop writes another object that may be the same")
            }
            (true, false) => Ok(Copied::Read),
            (false, true) if !known.whole => Err("the loop does not write all of the row"),
            (false, true) if self.others.iter().any(meets) => {
                Err("the loop accesses another object that may be the same")
            }
            (false, true) => Ok(Copied::Written),
            _ => Err("the loop reads and writes it"),
        }
    }
}

impl OfRow {
    fn about(&self, facts: &Facts, at: Span) -> About {
        About::elements(facts, at, self.lvalues.iter().copied())
    }
}

struct Finder<'x> {
    facts: &'x Facts<'x>,
    /// The row of each stream.
    streams: &'x FxHashMap<u32, &'x RunRow>,
    certain: &'x [ExprId],
    accesses: Accesses,
}

impl Finder<'_> {
    fn node(&mut self, n: &mut Node) {
        match n {
            Node::Load(p) => self.place(p, true, false),
            Node::Store { place, .. } => self.place(place, false, true),
            Node::Update { place, .. } => self.place(place, true, true),
            Node::Copy { to, from } => {
                self.place(from, true, false);
                self.place(to, false, true);
            }
            n => addresses_mut(n, &mut |a| {
                if let Some(known) = stream_in(a).and_then(|number| self.row(number)) {
                    known.otherwise = true;
                }
            }),
        }
    }

    fn row(&mut self, stream: u32) -> Option<&mut OfRow> {
        let row = self.streams.get(&stream)?;
        self.accesses.rows.get_mut(&row.stream.number)
    }

    fn place(&mut self, p: &Place, reads: bool, writes: bool) {
        let Some(row) = stream_in(&p.address).and_then(|number| self.streams.get(&number).copied())
        else {
            let other = Other { ty: p.ty.ty, object: object_in(&p.address), written: writes };
            self.accesses.others.push(other);
            return;
        };
        let is_certain = self.certain.contains(&self.facts.record(p.expr));
        let is_whole = is_certain && writes_whole(p, row, self.facts);
        let Some(known) = self.accesses.rows.get_mut(&row.stream.number) else { return };
        known.lvalues.push(p.expr);
        known.types.push(p.ty.ty);
        known.certain |= is_certain;
        known.read |= reads;
        known.whole |= writes && is_whole;
        known.written |= writes;
        known.otherwise |= p.ty.quals.volatile;
    }
}

/// Whether a store to the place writes the whole element of the row that belongs to the iteration,
/// so that all iterations together write all bytes of the row.
fn writes_whole(p: &Place, row: &RunRow, facts: &Facts) -> bool {
    let size = facts.types.fixed_size(p.ty.ty);
    let one = row.others.is_empty() && row.elems.unsigned_abs() == 1;
    one && p.bits.is_none()
        && matches!(p.address, Address::Stream(_))
        && size == u64::try_from(row.elem_size).ok()
}

pub(super) fn stream_in(a: &Address) -> Option<u32> {
    match a {
        Address::Stream(s) => Some(s.number),
        Address::Element { base, .. }
        | Address::AllNear { base, .. }
        | Address::Member { base, .. }
        | Address::Checked { base, .. }
        | Address::Notified { base, .. } => stream_in(base),
        Address::Object(_) | Address::Own(_) | Address::Start(_) | Address::Pointer { .. } => None,
    }
}

/// The static object that contains the address.
fn object_in(a: &Address) -> Option<ObjectId> {
    match a {
        Address::Object(o) => Some(*o),
        Address::Own(p) => Some(p.object),
        Address::Start(p) => Some(p.object),
        Address::Element { base, .. }
        | Address::AllNear { base, .. }
        | Address::Member { base, .. }
        | Address::Checked { base, .. }
        | Address::Notified { base, .. } => object_in(base),
        Address::Stream(_) | Address::Pointer { .. } => None,
    }
}

fn row_object(row: &RunRow) -> Option<ObjectId> {
    match row.start.node() {
        Node::Pointer { address, .. } | Node::Thin(address) => object_in(address),
        _ => None,
    }
}
