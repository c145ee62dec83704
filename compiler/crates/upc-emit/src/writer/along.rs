//! Addresses that are a pointer moved on its thread: where the pointer does not change in a loop, its segment is looked up once
//! (`upcr_near_from`).

use upc_ir::ir::{Address, Index, Place, Step};

use super::Writer;

/// An address as `first`, then moved by each of `moves`.
pub(super) struct Along<'x> {
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

/// How a relaxed scalar access finds its place; `None`: it is looked up by its own address.
pub(super) fn along(place: &Place) -> Option<Along<'_>> {
    let found = of(&place.address).filter(|_| !place.strict && place.steady)?;
    let varies = found.moves.iter().any(|m| !matches!(m, Move::Bytes(_)));
    varies.then_some(found)
}

fn of(address: &Address) -> Option<Along<'_>> {
    let from = |base, step| {
        let mut found = of(base).unwrap_or(Along { first: First::At(base), moves: Vec::new() });
        found.moves.push(step);
        Some(found)
    };
    match address {
        Address::Member { base, offset } => from(base, Move::Bytes(*offset)),
        Address::Element { base, index, block: 0, elem_size } => from(base, Move::Index(index, *elem_size)),
        Address::Element { base, index, block, elem_size } if matches!(**base, Address::Object(_)) => {
            row(base, index, *block, *elem_size)
        }
        _ => None,
    }
}

/// An element of the first row, moved by whole rows.
fn row<'x>(array: &'x Address, index: &'x Index, block: u64, elem_size: u64) -> Option<Along<'x>> {
    let along = |first, rows| Along { first, moves: vec![Move::Rows(rows, elem_size)] };
    if index.is_rows(block) {
        return Some(along(First::At(array), &index.steps));
    }
    let (own, rows) = index.steps.split_last()?;
    let of_caller = block == 1 && index.constant == 0 && own.is_mythread() && !rows.is_empty();
    (of_caller && rows.iter().all(|s| s.is_rows(1))).then(|| along(First::Own(array), rows))
}

impl Writer<'_> {
    /// Declares `p`, the address, and `at`, where it is mapped here or 0.
    pub(super) fn declare_near(&mut self, place: &Place, p: &str, at: &str) {
        let Some(along) = along(place) else {
            self.raw(&format!("upcr_pts_t {p} = "));
            self.thin(&place.address);
            return self.raw(&format!("; char *{at} = upcr_near({p}); "));
        };
        let base = self.fresh.temporary();
        self.raw(&format!("upcr_pts_t {base} = "));
        match along.first {
            First::At(a) => self.thin(a),
            First::Own(a) => self.own_element(a),
        }
        self.raw(&format!("; upcr_pts_t {p} = {}{base}", "upcr_add0(".repeat(along.moves.len())));
        for step in &along.moves {
            self.raw(", ");
            match step {
                Move::Index(index, size) => self.byte_index(index, *size),
                Move::Rows(rows, size) => self.row_bytes(rows, *size),
                Move::Bytes(n) => self.raw(&n.to_string()),
            }
            self.raw(")");
        }
        self.raw(&format!("; char *{at} = upcr_near_from({base}, {p}); "));
    }
}
