// SPDX-License-Identifier: Apache-2.0
//! Elements of a block found by a pointer, whose subscript may be outside the block.

use upc_ir::abi::Entry;
use upc_ir::ir::{Address, Index};

use super::stream::{of, Here, Layout};
use super::Writer;

/// An element `index` elements after the start of a block of `block`, or bytes in it.
pub(super) struct InBlock<'x> {
    start: &'x Address,
    here: Here<'x>,
    index: &'x Index,
    layout: Layout,
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
            layout: Layout { block: *block, elem_size: *elem_size, one_row: false },
            moves: Vec::new(),
            bytes: 0,
        }),
        _ => None,
    }
}

impl Writer<'_> {
    /// The address of an element where all memory is mapped: in the block that begins at `start`,
    /// or, if the subscript is outside, in another one.
    pub(super) fn near_in_block(&mut self, start: &Address, index: &Index, layout: Layout) {
        let Layout { block, elem_size, .. } = layout;
        let k = self.fresh.temporary();
        self.open();
        self.raw(&format!("long {k} = "));
        self.index(index);
        self.raw(&format!("; __builtin_expect((unsigned long){k} < {block}ul, 1) ? "));
        if let Some(here) = of(start) {
            self.place_here(&here);
        }
        self.raw(&format!(" + {k} * {elem_size}l : {}(", Entry::NearByte.name()));
        self.beyond_block(start, &k, layout);
        self.raw(");");
        self.close();
    }

    /// The address of the element `k` of a block of which it is none.
    fn beyond_block(&mut self, start: &Address, k: &str, Layout { block, elem_size, .. }: Layout) {
        self.rarely(|w| {
            w.begin(Entry::Addb);
            w.raw("upcr_pp(");
            w.thin(start);
            w.raw(&format!(", 0), {k}, {block}ul, {elem_size}ul).p"));
        });
    }

    /// Declares `at`, the element's mapped address or 0, and `p`, its address if it is not in the
    /// block, without the last semicolon. If the C compiler sees that the subscript stays in the
    /// block, nothing is tested.
    pub(super) fn declare_in_block(&mut self, found: &InBlock, p: &str, at: &str) {
        let InBlock { start, here, index, layout, moves, bytes } = found;
        let Layout { block, elem_size, .. } = layout;
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
        self.beyond_block(start, &k, *layout);
        self.raw(&format!(", {further}); {at} = "));
        self.rarely(|w| w.begin(Entry::Near));
        self.raw(&format!("{p}); }} "));
    }
}
