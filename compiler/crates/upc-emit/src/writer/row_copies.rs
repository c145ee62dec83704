// SPDX-License-Identifier: Apache-2.0
//! Copies of the far rows of a run: their descriptions for the runtime, and the calls that begin
//! and end them (runtime/src/core/rows.c).

use upc_ir::abi::Entry;
use upc_ir::ir::{Address, Copied, Index, Node, ObjectId, RunRow, Runs, Start, Step};

use super::runs::{declaration, few, mapped};
use super::Writer;

impl Writer<'_> {
    /// Each row is looked up inline, and a call copies those that are far. Opens the blocks for the
    /// iterations.
    pub(super) fn look_up_rows(&mut self, r: &Runs, copies: &Copies, n: &str) {
        let few = few(r);
        let places: String = r.rows.iter().map(declaration).collect();
        self.raw(&format!("; {places}if (__builtin_expect({n} >= {few}, 1)"));
        for row in &r.rows {
            self.raw(&format!(" && __builtin_expect(({n} = "));
            self.count_in_blocks(row, n);
            self.raw(&format!(") >= {few}{}, 1)", mapped(row)));
        }
        for apart in &r.apart {
            self.raw(" && __builtin_expect(");
            self.apart(apart, &r.rows[apart.row], n);
            self.raw(", 1)");
        }
        if r.round > 0 {
            self.raw(&format!(" && __builtin_expect(({n} -= {n} % {}ul) > 0, 1)", r.round));
        }
        self.raw(") { ");
        self.begin_copies(copies, n);
    }

    /// One call looks all rows up and copies those that are far: where memory is far the C compiler
    /// has less code to read. Opens the block for the iterations.
    pub(super) fn find_rows(&mut self, r: &Runs, copies: &Copies, n: &str) {
        let (array, number, rows) = (copies.array(), r.number, r.rows.len());
        let (shape, elem) = (format!("__upcr_q{number}"), format!("__upcr_e{number}"));
        let arrays: Vec<InArray> = r.rows.iter().filter_map(array_of).collect();
        self.raw(&format!("; static const struct upcr_row_shape {shape}[{rows}] = {{"));
        for (row, of) in r.rows.iter().zip(&arrays) {
            let (low, high) = row.reaches(0);
            let slot = self.object_slot_name(of.object);
            let (block, size, elems) = (row.block, of.elem_size, row.elems);
            let copied = u8::from(row.copied.is_some());
            let written = u8::from(row.copied == Some(Copied::Written));
            self.raw(&format!(
                "{{&{slot}, {block}ul, {size}ul, {low}ul, {high}ul, {elems}l, {copied}, \
                 {written}}}, "
            ));
        }
        self.raw(&format!("}}; struct upcr_row {array}[{rows}]; long {elem}[{rows}]; "));
        for (i, of) in arrays.iter().enumerate() {
            self.raw(&format!("{elem}[{i}] = "));
            self.index(of.index);
            self.raw("; ");
        }
        let find = Entry::RowsFind.name();
        self.raw(&format!(
            "if (__builtin_expect(({n} = {find}({array}, {shape}, {elem}, {rows}, {n})) != 0, 1)) \
             {{ "
        ));
        if !copies.rows.is_empty() {
            self.raw(&format!("const int {} = {array}[0].memory != 0; ", copies.far()));
        }
    }

    /// If a row is far, the run uses copies, or there is no run. Opens a block for the iterations.
    fn begin_copies(&mut self, copies: &Copies, n: &str) {
        if copies.rows.is_empty() {
            return;
        }
        let (array, far) = (copies.array(), copies.far());
        let near: Vec<String> =
            copies.rows.iter().map(|(row, _)| row.stream.pointer_name()).collect();
        self.raw(&format!(
            "struct upcr_row {array}[{}]; int {far} = !({}); if (__builtin_expect({far}, 0)) {{ ",
            copies.rows.len(),
            near.join(" && ")
        ));
        for (i, (row, copied)) in copies.rows.iter().enumerate() {
            self.raw(&format!("{array}[{i}] = (struct upcr_row){{"));
            self.first(row);
            self.raw(&value(row, *copied));
        }
        let found: String =
            near.iter().enumerate().map(|(i, at)| format!("{at} = {array}[{i}].at; ")).collect();
        self.raw(&format!(
            "{n} = {}({array}, {}, {n}); {found}}} if (__builtin_expect({n} != 0, 1)) {{ ",
            Entry::RowsBegin.name(),
            copies.rows.len()
        ));
    }
}

/// The rows of a run that may have copies, in an array of generated code.
pub(super) struct Copies<'r> {
    number: u32,
    rows: Vec<(&'r RunRow, Copied)>,
    /// The array has all rows of the run, and one call finds them.
    pub(super) found: bool,
    /// Rows in the array.
    count: usize,
}

impl<'r> Copies<'r> {
    /// `rare`: the run is executed only if some memory is far.
    pub(super) fn of(r: &'r Runs, rare: bool) -> Copies<'r> {
        let rows: Vec<_> = r.rows.iter().filter_map(|row| Some((row, row.copied?))).collect();
        let moves = |row: &RunRow| row.elems != 0 && array_of(row).is_some();
        let plain = r.round == 0 && r.apart.is_empty() && !r.rows.is_empty();
        let found = rare && plain && r.rows.iter().all(moves);
        let count = if found { r.rows.len() } else { rows.len() };
        Copies { number: r.number, rows, found, count }
    }

    /// After the iterations.
    pub(super) fn end(&self, n: &str) -> String {
        if self.rows.is_empty() {
            return String::new();
        }
        let end = Entry::RowsEnd.name();
        format!(
            "if (__builtin_expect({}, 0)) {end}({}, {}, {n}); ",
            self.far(),
            self.array(),
            self.count
        )
    }

    /// Closes the block.
    pub(super) fn close(&self) -> &'static str {
        if self.found || self.rows.is_empty() {
            ""
        } else {
            "} "
        }
    }

    pub(super) fn array(&self) -> String {
        format!("__upcr_r{}", self.number)
    }

    fn far(&self) -> String {
        format!("__upcr_c{}", self.number)
    }
}

/// The row's element of the array, behind its first member.
fn value(row: &RunRow, copied: Copied) -> String {
    let (low, high) = row.reaches(0);
    let (at, bytes, size) = (row.stream.pointer_name(), row.stream.bytes, row.elem_size);
    let (before, written) = (format!("{low}ul * {size}ul"), u8::from(copied == Copied::Written));
    format!(", {bytes}l, {before}, ({high}ul + 1) * {size}ul, {written}, {at}, 0, 0, 0}}; ")
}

/// The elements of a row as those of a static array.
pub(super) struct InArray<'r> {
    pub(super) object: ObjectId,
    pub(super) index: &'r Index,
    pub(super) elem_size: u64,
}

/// `None`: the row starts at a pointer, or its index reads shared memory, which would be read again
/// where the index is written twice.
pub(super) fn array_of(row: &RunRow) -> Option<InArray<'_>> {
    let Start::Phased(Node::Pointer { address, .. }) = &row.start else { return None };
    let Address::Element { base, index, block, elem_size, .. } = &**address else { return None };
    let Address::Object(object) = **base else { return None };
    let plain = |step: &Step| step.value.is_copy() || matches!(step.value, Node::MyThread);
    let fits = row.stream.round == 0 && *block == row.block && *block > 1;
    (fits && index.steps.iter().all(plain)).then_some(InArray {
        object,
        index,
        elem_size: *elem_size,
    })
}
