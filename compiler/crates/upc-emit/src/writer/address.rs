// SPDX-License-Identifier: Apache-2.0
//! Shared addresses.

use upc_ir::abi::Entry;
use upc_ir::ir::{Address, Index, Node, Step};
use upc_sema::types::PtsRepr;

use super::Writer;

impl Writer<'_> {
    /// The address without phase, `upcr_pts_t`: a primary or postfix expression, or an
    /// assignment-expression of the user.
    pub(super) fn thin(&mut self, a: &Address) {
        match a {
            Address::Object(o) => {
                let s = self.object_slot_name(*o);
                self.raw(&s);
            }
            Address::Pointer { value, repr: PtsRepr::Thin { .. } } => self.node(value),
            Address::Pointer { value, repr: PtsRepr::Phased { .. } } => {
                self.raw("(");
                self.node(value);
                self.raw(").p");
            }
            Address::Element { base, index, block, elem_size, .. } => {
                self.element(base, index, *block, *elem_size)
            }
            Address::Checked { base, ty, aligned, access } => {
                self.checked(base, *ty, *aligned, *access)
            }
            Address::Notified { base, size, strict, access, events } => {
                self.told(base, *size, *strict, *access, *events);
            }
            Address::Stream(stream) => self.stream(stream),
            Address::AllNear { base, .. } => self.thin(base),
            Address::Start(pointer) => self.thin(&Address::Object(pointer.object)),
            Address::Own(pointer) => self.own_element(&Address::Object(pointer.object)),
            Address::Member { base, offset: 0 } => self.thin(base),
            Address::Member { base, offset } => {
                self.raw("upcr_add0(");
                self.thin(base);
                self.raw(&format!(", {offset})"));
            }
        }
    }

    /// The call of an entry up to its first argument, an address.
    fn begin_at(&mut self, entry: Entry, base: &Address) {
        self.begin(entry);
        self.thin(base);
        self.raw(", ");
    }

    fn element(&mut self, base: &Address, index: &Index, block: u64, elem_size: u64) {
        match (block, base) {
            (0, _) => {
                self.raw("upcr_add0(");
                self.thin(base);
                self.raw(", ");
                self.byte_index(index, elem_size);
                self.raw(")");
            }
            (_, Address::Object(_)) => self.array_element(base, index, block, elem_size),
            _ if index.is_rows(block) => {
                self.begin_at(Entry::Addr, base);
                self.row_bytes(&index.steps, elem_size);
                self.raw(")");
            }
            (1, _) => {
                self.begin_at(Entry::Add1, base);
                self.index(index);
                self.raw(&format!(", {elem_size})"));
            }
            _ => {
                self.moved(base, index, block, elem_size);
                self.raw(".p");
            }
        }
    }

    /// An element of the array that `start` is.
    fn array_element(&mut self, start: &Address, index: &Index, block: u64, elem_size: u64) {
        if index.is_rows(block) {
            return self.row(&index.steps, elem_size, |w| w.thin(start));
        }
        match index.steps.split_last() {
            Some((own, [])) if block == 1 && index.constant == 0 && own.is_mythread() => {
                self.own_element(start)
            }
            Some((own, rows))
                if block == 1 && index.constant == 0 && own.is_mythread() && all_rows(rows) =>
            {
                self.row(rows, elem_size, |w| w.own_element(start));
            }
            _ => {
                self.begin(if block == 1 { Entry::Idx1 } else { Entry::Idxb });
                self.thin(start);
                self.raw(", ");
                self.index(index);
                let block = if block == 1 { String::new() } else { format!("{block}, ") };
                self.raw(&format!(", {block}{elem_size})"));
            }
        }
    }

    pub(super) fn own_element(&mut self, start: &Address) {
        self.begin(Entry::Own1);
        self.thin(start);
        self.raw(")");
    }

    /// `rows` after an element of the first row: nothing can carry.
    fn row(&mut self, rows: &[Step], elem_size: u64, first: impl FnOnce(&mut Self)) {
        self.raw("upcr_add0(");
        first(self);
        self.raw(", ");
        self.row_bytes(rows, elem_size);
        self.raw(")");
    }

    fn moved(&mut self, base: &Address, index: &Index, block: u64, elem_size: u64) {
        let rows = index.is_rows(block);
        if let (Address::Object(_), false) = (base, rows) {
            self.begin(Entry::Ppidx);
            self.thin(base);
            self.raw(", ");
            self.index(index);
            return self.raw(&format!(", {block}, {elem_size})"));
        }
        self.begin(if rows { Entry::Addrb } else { Entry::Addb });
        self.pointer(base, PtsRepr::Phased { block: Some(block) });
        self.raw(", ");
        if rows {
            self.row_bytes(&index.steps, elem_size);
            return self.raw(")");
        }
        self.index(index);
        self.raw(&format!(", {block}, {elem_size})"));
    }

    /// The pointer value in `repr`.
    pub(super) fn pointer(&mut self, a: &Address, repr: PtsRepr) {
        if matches!(repr, PtsRepr::Thin { .. }) {
            return self.thin(a);
        }
        match a {
            Address::Pointer { value, repr: PtsRepr::Phased { .. } } => self.node(value),
            Address::Element { base, index, block, elem_size, .. } if *block > 1 => {
                self.moved(base, index, *block, *elem_size);
            }
            a => {
                self.raw("upcr_pp(");
                self.thin(a);
                self.raw(", 0)");
            }
        }
    }

    /// A number of elements, type long.
    pub(super) fn index(&mut self, index: &Index) {
        for (i, step) in index.steps.iter().enumerate() {
            if i > 0 && !step.negative {
                self.raw(" + ");
            }
            self.step(step);
        }
        match (index.steps.is_empty(), index.constant) {
            (true, c) => self.raw(&format!("{c}l")),
            (false, 0) => {}
            (false, c) if c > 0 => self.raw(&format!(" + {c}l")),
            (false, c) => self.raw(&format!(" - {}l", c.unsigned_abs())),
        }
    }

    fn step(&mut self, step: &Step) {
        self.raw(if step.negative { " - (long)(" } else { "(long)(" });
        self.node(&step.value);
        self.raw(")");
        if step.elems != 1 {
            self.raw(&format!(" * {}l", step.elems));
        }
        if step.threads {
            self.raw(" * ");
            self.threads();
        }
    }

    /// The bytes by which steps of rows move a pointer on its thread.
    pub(super) fn row_bytes(&mut self, rows: &[Step], elem_size: u64) {
        for (i, step) in rows.iter().enumerate() {
            self.raw(match (step.negative, i) {
                (true, _) => " - (long)(",
                (false, 0) => "(long)(",
                (false, _) => " + (long)(",
            });
            self.node(&step.value);
            self.raw(&format!(") * {}l", step.elems.wrapping_mul(elem_size)));
        }
    }

    pub(super) fn byte_index(&mut self, index: &Index, elem_size: u64) {
        match (index.steps.is_empty(), elem_size) {
            (true, _) => self.raw(&format!("{}l", index.constant.wrapping_mul(elem_size as i64))),
            (false, 1) => self.index(index),
            (false, _) => {
                self.raw("(");
                self.index(index);
                self.raw(&format!(") * {elem_size}l"));
            }
        }
    }

    /// `n` as an operand of any operator.
    pub(super) fn parenthesised(&mut self, n: &Node) {
        self.raw("(");
        self.node(n);
        self.raw(")");
    }
}

fn all_rows(steps: &[Step]) -> bool {
    steps.iter().all(|s| s.is_rows(1))
}
