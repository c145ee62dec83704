// SPDX-License-Identifier: Apache-2.0
//! Addresses at a distance from a pointer, on its thread: if the pointer does not change in a loop,
//! or only walks on its thread, its segment is looked up once (`upcr_near_from`). A member's
//! segment is that of its object (`upcr_near_in`), so the C compiler looks it up once for several
//! members.

use upc_ir::ir::{Address, Index, Place, RowElement, Step};

use super::block::in_block;
use super::Writer;

/// How the segment of a place is found outside the loop.
enum Base<'x> {
    /// A variable on the same thread: the address is computed by itself.
    Start(&'x str),
    Displaced(Displaced<'x>),
    /// An object, and how far the place is into it, in bytes.
    Object(&'x Address, u64),
}

/// An address as `first`, then moved by each of `moves`.
struct Displaced<'x> {
    first: First<'x>,
    moves: Vec<Move<'x>>,
}

enum First<'x> {
    At(&'x Address),
    /// The calling thread's first element of the array.
    Own(&'x Address),
}

enum Move<'x> {
    Index(&'x Index, u64),
    Rows(&'x [Step], u64),
    Bytes(u64),
}

/// Whether a relaxed scalar access finds its place by other means than a look-up of its own
/// address.
pub(super) fn has_base(place: &Place) -> bool {
    !place.strict && (place.near.is_some() || in_block(&place.address).is_some())
        || base(place).is_some()
}

fn base(place: &Place) -> Option<Base<'_>> {
    if place.strict {
        return None;
    }
    if let Some(start) = &place.start {
        return Some(Base::Start(start));
    }
    let varies = |d: &Displaced| d.moves.iter().any(|m| !matches!(m, Move::Bytes(_)));
    let displaced = of(&place.address).filter(|d| place.steady && varies(d));
    displaced.map(Base::Displaced).or_else(|| object(&place.address))
}

/// The object with the member at `address`, which is not at the object's start.
fn object(address: &Address) -> Option<Base<'_>> {
    let (mut object, mut bytes) = (address, 0);
    while let Address::Member { base, offset } = object {
        object = base;
        bytes += offset;
    }
    let plain = matches!(object, Address::Pointer { .. } | Address::Element { .. });
    (plain && bytes > 0).then_some(Base::Object(object, bytes))
}

fn of(address: &Address) -> Option<Displaced<'_>> {
    let from = |base, step| {
        let mut found = of(base).unwrap_or(Displaced { first: First::At(base), moves: Vec::new() });
        found.moves.push(step);
        Some(found)
    };
    match address {
        Address::Member { base, offset } => from(base, Move::Bytes(*offset)),
        Address::Element { base, index, block: 0, elem_size, .. } => {
            from(base, Move::Index(index, *elem_size))
        }
        Address::Element { base, index, block, elem_size, .. }
            if matches!(**base, Address::Object(_)) =>
        {
            row(base, index, *block, *elem_size)
        }
        _ => None,
    }
}

/// An element of the first row, moved by whole rows.
fn row<'x>(
    array: &'x Address,
    index: &'x Index,
    block: u64,
    elem_size: u64,
) -> Option<Displaced<'x>> {
    let displaced = |first, rows| Displaced { first, moves: vec![Move::Rows(rows, elem_size)] };
    if index.is_rows(block) {
        return Some(displaced(First::At(array), &index.steps));
    }
    let (own, rows) = index.steps.split_last()?;
    let of_caller = block == 1 && index.constant == 0 && own.is_mythread() && !rows.is_empty();
    (of_caller && rows.iter().all(|s| s.is_rows(1))).then(|| displaced(First::Own(array), rows))
}

impl Writer<'_> {
    /// Declares `p`, the address, and `at`, its mapped address here or 0.
    pub(super) fn declare_near(&mut self, place: &Place, p: &str, at: &str) {
        if let Some(near) = &place.near {
            return self.declare_in_row(near, place, p, at);
        }
        if let Some(found) = in_block(&place.address) {
            return self.declare_in_block(&found, p, at);
        }
        let near = match base(place) {
            Some(Base::Displaced(displaced)) => {
                let base = self.declare_displaced(&displaced, p);
                format!("upcr_near_from({base}, {p})")
            }
            Some(Base::Object(object, bytes)) => {
                let start = self.fresh.temporary();
                self.raw(&format!("upcr_pts_t {start} = "));
                self.thin(object);
                self.raw(&format!(", {p} = upcr_add0({start}, {bytes})"));
                format!("upcr_near_in({start}, {p})")
            }
            other => {
                self.raw(&format!("upcr_pts_t {p} = "));
                self.thin(&place.address);
                match other {
                    Some(Base::Start(start)) => format!("upcr_near_from({start}, {p})"),
                    _ => format!("upcr_near({p})"),
                }
            }
        };
        self.raw(&format!("; char *{at} = {near}; "));
    }

    /// Declares the start of `displaced`, whose name it returns, and the address `p`, without the
    /// last semicolon.
    fn declare_displaced(&mut self, displaced: &Displaced, p: &str) -> String {
        let base = self.fresh.temporary();
        self.raw(&format!("upcr_pts_t {base} = "));
        match displaced.first {
            First::At(a) => self.thin(a),
            First::Own(a) => self.own_element(a),
        }
        self.raw(&format!(
            "; upcr_pts_t {p} = {}{base}",
            "upcr_add0(".repeat(displaced.moves.len())
        ));
        for step in &displaced.moves {
            self.raw(", ");
            match step {
                Move::Index(index, size) => self.byte_index(index, *size),
                Move::Rows(rows, size) => self.row_bytes(rows, *size),
                Move::Bytes(n) => self.raw(&n.to_string()),
            }
            self.raw(")");
        }
        base
    }

    /// In a loop by rows: one test of an invariant.
    fn declare_in_row(&mut self, near: &RowElement, place: &Place, p: &str, at: &str) {
        let RowElement { stream, offset } = near;
        let (first, k, bytes) = (stream.pointer_name(), stream.index_name(), stream.bytes);
        self.raw(&format!(
            "upcr_pts_t {p} = 0; char *{at}; if (__builtin_expect({first} != 0, 1)) "
        ));
        self.raw(&format!("{at} = {first} + {k} * {bytes}l + {offset}; else {{ {p} = "));
        self.thin(&place.address);
        self.raw(&format!("; {at} = upcr_near({p}); }} "));
    }
}
