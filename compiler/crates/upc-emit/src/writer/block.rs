// SPDX-License-Identifier: Apache-2.0
//! Elements of a block found by a pointer, whose subscript may be outside the block.

use upc_ir::abi::Entry;
use upc_ir::ir::{Address, Index};

use super::stream::{of, Here};
use super::Writer;

/// An element `index` elements after the start of a block of `block`, or bytes in it.
pub(super) struct InBlock<'x> {
    start: &'x Address,
    here: Here<'x>,
    index: &'x Index,
    block: u64,
    elem_size: u64,
    /// A distance in bytes: subscripts times the size of their elements, and a constant.
    moves: Vec<(&'x Index, u64)>,
    bytes: u64,
}

/// The way of the address through a block in this process's memory; `None`: there is none.
pub(super) fn in_block(address: &Address) -> Option<InBlock<'_>> {
    match address {
        Address::Member { base, offset } => {
            let found = in_block(base)?;
            Some(InBlock { bytes: found.bytes + offset, ..found })
        }
        Address::Element { base, index, block: 0, elem_size, .. } => {
            let mut found = in_block(base)?;
            found.moves.push((index, *elem_size));
            Some(found)
        }
        Address::Element { base, index, block: block @ 2.., elem_size, .. } => Some(InBlock {
            here: of(base)?,
            start: base,
            index,
            block: *block,
            elem_size: *elem_size,
            moves: Vec::new(),
            bytes: 0,
        }),
        _ => None,
    }
}

impl Writer<'_> {
    /// Declares `at`, the element's mapped address or 0, and `p`, its address if it is not in the
    /// block, without the last semicolon. If the C compiler sees that the subscript stays in the
    /// block, nothing is tested.
    pub(super) fn declare_in_block(&mut self, found: &InBlock, p: &str, at: &str) {
        let InBlock { start, here, index, block, elem_size, moves, bytes } = found;
        let (k, further) = (self.fresh.temporary(), self.fresh.temporary());
        self.raw(&format!("long {k} = "));
        self.index(index);
        self.raw(&format!(", {further} = {bytes}"));
        for (index, size) in moves {
            self.raw(" + ");
            self.byte_index(index, *size);
        }
        self.raw(&format!("; upcr_pts_t {p} = 0; char *{at}; "));
        self.raw(&format!(
            "if (__builtin_expect((unsigned long){k} < {block}ul, 1)) {{ {at} = (char *)("
        ));
        self.place_here(here);
        self.raw(&format!(
            ") + {k} * {elem_size}l + {further}; if (!{at}) __builtin_unreachable(); }} "
        ));
        self.raw(&format!("else {{ {p} = {}(", Entry::Add0.name()));
        self.rarely(|w| {
            w.begin(Entry::Addb);
            w.raw("upcr_pp(");
            w.thin(start);
            w.raw(&format!(", 0), {k}, {block}ul, {elem_size}ul).p, {further}); {at} = "));
            w.begin(Entry::Near);
        });
        self.raw(&format!("{p}); }} "));
    }
}
