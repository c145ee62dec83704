// SPDX-License-Identifier: Apache-2.0
//! The body of a loop with runs, and the loop's code for the streams of its elements.

use upc_ir::abi::Entry;
use upc_ir::ir::{
    index_name, round_name, turn_name, Apart, Long, Loop, Neighbour, Remainder, Rows, RunRow, Runs,
    RunsOf, Start, Stream,
};

use super::row_copies::{array_of, Copies, InArray};
use super::{pointer_type, Insert, Writer};
use upc_sema::types::PtsRepr;

/// Iterations of the shortest run that pays. To look an element up takes less time than to find it
/// twice by the general path; to look up those of all threads for a round, less than four times.
pub(super) fn few(runs: &Runs) -> u32 {
    match runs.round {
        0 => 2,
        _ => 4,
    }
}

/// Iterations before the next look-up.
fn wait_name(number: u32) -> String {
    format!("__upcr_w{number}")
}

/// Whether a run has more iterations, with a hint that it has. The C compiler would assume that the
/// surrounding loop, for which a run is one iteration, is the hot one: it would neither align the
/// run's loop nor keep registers for it.
pub(super) fn goes_on(k: &str, n: &str) -> String {
    format!("__builtin_expect_with_probability({k} < (long){n}, 1, 0.97)")
}

/// Before a loop with runs: declares how far columns move, and whether runs are tried at once or
/// never.
fn waits(runs: &RunsOf) -> String {
    let bytes = runs.columns.iter().map(|c| {
        let (entry, step) = (Entry::Column.name(), c.stream.step());
        format!("long {step} = {entry}({}l, {}ul) * {}l; ", c.elems, c.block, c.elem_size)
    });
    let bytes: String = bytes.collect();
    let moves: Vec<String> = runs.columns.iter().map(|c| c.stream.step()).collect();
    let wait = match moves.is_empty() {
        true => "0".to_string(),
        false => format!("{} ? 0 : -1ul", moves.join(" && ")),
    };
    format!("{bytes}unsigned long {} = {wait}; ", wait_name(runs.number))
}

/// The objects of generated code with the mapped address and the pointer-to-shared of a stream's
/// first element, from those of another stream.
pub(super) fn neighbour(n: &Neighbour) -> String {
    let Neighbour { stream, of, bytes } = n;
    let (at, shared) = (stream.pointer_name(), stream.shared_name());
    let (of_at, of_shared) = (of.pointer_name(), of.shared_name());
    format!(
        "char *{at} = {of_at} + {bytes}l; \
         upcr_pts_t {shared} __attribute__((unused)) = {}({of_shared}, {bytes}l); ",
        Entry::Add0.name()
    )
}

/// The code that starts and advances the streams of `rows`.
pub(super) fn inserts(rows: &Rows) -> [(u32, Insert<'_>); 2] {
    let next = format!(", {}++", index_name(rows.number));
    [(rows.ends.0, Insert::Start(rows)), (rows.ends.1, Insert::Text(next))]
}

impl Writer<'_> {
    /// Declares the state of a loop's streams before it, in a block that the caller closes; false:
    /// there is none.
    pub(super) fn declare_streams(&mut self, l: &Loop) -> bool {
        if let Some(rows) = &l.rows {
            let near = rows.streams.iter().map(|(s, _)| format!(" char *{};", s.pointer_name()));
            self.raw(&format!("{{ long {};{} ", index_name(rows.number), near.collect::<String>()));
        } else if !l.runs.is_empty() {
            self.raw(&format!("{{ {}", l.runs.iter().map(waits).collect::<String>()));
            l.runs.iter().for_each(|runs| self.never_waits(runs));
        }
        l.rows.is_some() || !l.runs.is_empty()
    }

    /// The last arguments of [`Entry::RunQuotient`].
    pub(super) fn remainder(&mut self, x: &Remainder) {
        self.raw(", (long)");
        self.parenthesised(&x.value);
        self.raw(", (long)");
        self.parenthesised(&x.modulus);
        self.raw(&format!(", {}l", x.step));
    }

    /// No runs where a divisor is small.
    fn never_waits(&mut self, runs: &RunsOf) {
        for (modulus, least) in &runs.moduli {
            self.raw("if ((long)");
            self.parenthesised(modulus);
            self.raw(&format!(" < {least}l) {} = -1ul; ", wait_name(runs.number)));
        }
    }

    /// After the first clause.
    pub(super) fn start_rows(&mut self, rows: &Rows) {
        let k = index_name(rows.number);
        match rows.declared {
            true => {
                self.raw(&format!(", __upcr_d{} __attribute__((unused)) = ({k} = 0", rows.number))
            }
            false => self.raw(&format!(", {k} = 0")),
        }
        for (stream, first) in &rows.streams {
            self.raw(&format!(", {} = (", stream.pointer_name()));
            if let Some(cond) = &rows.cond {
                self.node(cond);
            }
            self.raw(&format!(") ? {}(", Entry::NearRow.name()));
            self.node(first);
            self.raw(") : (char *)0");
        }
        self.raw(if rows.declared { ", 0)" } else { "" });
    }

    /// `near` for the iterations of a run, `general` for others. A run's loop leaves the counter
    /// after its last iteration; it is moved back by one for the surrounding loop's third clause.
    /// Remaining iterations show a `break`.
    pub(super) fn runs(&mut self, r: &Runs) {
        let (wait, n, k) =
            (wait_name(r.number), format!("__upcr_n{}", r.number), index_name(r.number));
        let few = few(r);
        self.raw(&format!(
            "{{ if (__builtin_expect({wait} != 0, 0)) {wait}--; else {{ unsigned long {n} = "
        ));
        let quotient = Entry::RunQuotient.name();
        r.remainders.iter().for_each(|_| self.raw(&format!("{quotient}(")));
        self.iterations_left(r);
        for x in &r.remainders {
            self.remainder(x);
            self.raw(")");
        }
        let copies = Copies::of(r, self.rare);
        match copies.found {
            true => self.find_rows(r, &copies, &n),
            false => self.look_up_rows(r, &copies, &n),
        }
        self.raw(&format!("long {k}; "));
        r.rows.iter().enumerate().for_each(|(i, row)| match copies.found {
            true => self.found_stream(row, &format!("{}[{i}]", copies.array())),
            false => self.streams(row),
        });
        self.raw(&format!("{}(); ", Entry::Reread.name()));
        self.run_loop(r, &k, &n);
        self.node(&r.near);
        let back = self.counter_back(r);
        let back_to: String = r.rows.iter().map(written_back).collect();
        self.raw(&format!(
            " }} {back_to}{}if (__builtin_expect({k} < (long){n}, 0)) break; {back}; continue; }} ",
            copies.end(&n)
        ));
        self.raw(&format!("{}{wait} = {few} - 1; }} ", copies.close()));
        match r.rare {
            true => self.rarely(|w| w.node(&r.general)),
            false => self.node(&r.general),
        }
        self.raw(" }");
    }

    /// The streams' first elements, from the row that a call found.
    fn found_stream(&mut self, row: &RunRow, found: &str) {
        let (at, shared) = (row.stream.pointer_name(), row.stream.shared_name());
        self.raw(&format!(
            "char *{at} = {found}.at; upcr_pts_t {shared} __attribute__((unused)) = {found}.first; "
        ));
        self.others(row);
    }

    /// Of two forms of a loop, the one for its number of iterations.
    pub(super) fn long(&mut self, l: &Long) {
        let (from, to) = if l.down { (&l.limit, &l.start) } else { (&l.start, &l.limit) };
        let compared = l.compared.text();
        self.raw(&format!("{{ if ((unsigned long)({compared})"));
        self.parenthesised(to);
        self.raw(&format!(" - (unsigned long)({compared})"));
        self.parenthesised(from);
        self.raw(&format!(" >= {}ul) ", l.least));
        self.node_as_block(&l.long);
        self.raw(" else ");
        self.node_as_block(&l.short);
        self.raw(" }");
    }

    /// The head of the loop of a run, up to the start of its body. The body of a round's loop,
    /// which has no `break`, occurs once for each iteration of the round.
    fn run_loop(&mut self, r: &Runs, k: &str, n: &str) {
        let (round, turn) = (round_name(r.number), turn_name(r.number));
        if r.round > 0 {
            self.raw(&format!("long {round}; int {turn}; "));
            self.raw(&format!("for ({k} = {round} = 0; {k} < (long){n}; {round}++) "));
            self.unrolled(r.round);
            self.raw(&format!("for ({turn} = 0; {turn} < {}; {turn}++, ", r.round));
        } else {
            if r.independent {
                self.independent();
            }
            self.raw(&format!("for ({k} = 0; {}; ", goes_on(k, n)));
        }
        self.node(&r.advance);
        self.raw(&format!(", {k}++) {{ "));
    }

    /// The test that the elements of the next iterations do not overlap the pointer.
    pub(super) fn apart(&mut self, a: &Apart, row: &RunRow, n: &str) {
        let size = row.elem_size;
        self.raw(&format!("{}(", Entry::Apart.name()));
        self.node(&a.pointer);
        self.raw(&format!(", {}ul, {}(", a.size, Entry::Add0.name()));
        self.first(row);
        self.raw(&format!(", {}l), {}, {size}ul, {n})", a.far * size, row.stream.step()));
    }

    /// The number of iterations from the current one to the loop's end.
    fn iterations_left(&mut self, r: &Runs) {
        let compared = r.compared.text();
        let here = format!("(unsigned long)({compared}){}", self.names.name(r.variable));
        let end = |w: &mut Self| {
            w.raw(&format!("(unsigned long)({compared})"));
            w.parenthesised(&r.limit);
        };
        self.raw("(");
        if r.down {
            self.raw(&format!("{here} - "));
            end(self);
        } else {
            end(self);
            self.raw(&format!(" - {here}"));
        }
        let last = if r.inclusive { "" } else { " - 1" };
        self.raw(&format!("{last}) / {}ul + 1", r.step));
    }

    /// The counter is moved back by an iteration.
    fn counter_back(&self, r: &Runs) -> String {
        let (variable, kind) = (self.names.name(r.variable), r.kind.text());
        let sign = if r.down { "+" } else { "-" };
        format!("{variable} = ({kind})((unsigned long){variable} {sign} {}ul)", r.step)
    }

    /// Writes the call that counts the next iterations in which all elements are in their blocks.
    pub(super) fn count_in_blocks(&mut self, row: &RunRow, n: &str) {
        let (first, at) = (first_name(row), row.stream.pointer_name());
        if row.stream.round > 0 {
            self.raw(&format!("{}({at}, {first}, ", self.form(Entry::RunRound)));
            self.node(row.start.node());
            let (Stream { round, .. }, block) = (row.stream, row.block as i64);
            let (blocks, bytes) = (row.elems / block, block * row.elem_size);
            return self.raw(&format!(", {round}, {blocks}l, {bytes}ul, {n})"));
        }
        let (low, high) = row.reaches(0);
        if let Some(array) = array_of(row) {
            return self.count_in_array(row, &array, n);
        }
        let entry = match (&row.start, row.copied) {
            (Start::Thin(_), None) => Entry::Run0,
            (Start::Thin(_), Some(_)) => Entry::Run0Any,
            (Start::Phased(_), None) => Entry::Run,
            (Start::Phased(_), Some(_)) => Entry::RunAny,
        };
        let rest = match row.start {
            Start::Thin(_) => String::new(),
            Start::Phased(_) => format!(", {}ul, {low}ul, {high}ul, {}l", row.block, row.elems),
        };
        self.inside(entry, &at, |w, at| {
            w.raw(&format!("{}(&{at}, {first} = ", w.form(entry)));
            w.node(row.start.node());
            w.raw(&format!("{rest}, {n})"));
        });
    }

    fn count_in_array(&mut self, row: &RunRow, array: &InArray, n: &str) {
        let (low, high) = row.reaches(0);
        let &InArray { object, index, elem_size } = array;
        let one_row = row.block.checked_mul(elem_size) == Some(self.ir.objects[object].local_size);
        let entry = if one_row { Entry::RunIdxr } else { Entry::RunIdxb };
        let (block, elems) = (row.block, row.elems);
        self.inside(entry, &row.stream.pointer_name(), |w, at| {
            w.raw(&format!("{}(&{at}, {}, ", w.form(entry), w.object_slot_name(object)));
            w.index(index);
            w.raw(&format!(", {block}ul, {elem_size}ul, {low}ul, {high}ul, {elems}l, {n})"));
        });
    }

    /// The address of the first stream's element in the run's first iteration, without phase.
    pub(super) fn first(&mut self, row: &RunRow) {
        let Some(InArray { object, index, elem_size }) = array_of(row) else {
            return self.raw(&thin_first(row));
        };
        self.raw(&format!("{}({}, ", Entry::Idxb.called(), self.object_slot_name(object)));
        self.index(index);
        self.raw(&format!(", {}ul, {elem_size}ul)", row.block));
    }

    /// The streams' first elements, from the address of one of them.
    pub(super) fn streams(&mut self, row: &RunRow) {
        let of = row.stream;
        if of.round > 0 {
            return self.raw(&streams_of_round(row));
        }
        self.raw(&format!("upcr_pts_t {} __attribute__((unused)) = ", of.shared_name()));
        self.first(row);
        self.raw("; ");
        self.others(row);
    }

    /// The variable of an element that stays the same, and the row's other streams.
    fn others(&mut self, row: &RunRow) {
        let of = row.stream;
        let others = row
            .others
            .iter()
            .map(|&(far, stream)| neighbour(&Neighbour { stream, of, bytes: far * row.elem_size }));
        self.raw(&(variable(&of) + &others.collect::<String>()));
    }

    /// Writes a call of `entry` that sets `at`. A function outside the unit gets another variable's
    /// address, so that the pointer can be in a register during the run.
    fn inside(&mut self, entry: Entry, at: &str, call: impl FnOnce(&mut Self, &str)) {
        if self.form(entry) == entry.name() {
            return call(self, at);
        }
        let (found, count) = (self.fresh.temporary(), self.fresh.temporary());
        self.open();
        self.raw(&format!("char *{found} = {at}; unsigned long {count} = "));
        call(self, &found);
        self.raw(&format!("; {at} = {found}; {count};"));
        self.close();
    }
}

/// The test that a row that has no copy is mapped.
pub(super) fn mapped(row: &RunRow) -> String {
    match (array_of(row), row.copied) {
        (Some(_), None) => format!(" && {} != 0", row.stream.pointer_name()),
        _ => String::new(),
    }
}

/// The address of the first stream's element in the run's first iteration, with phase.
fn first_name(row: &RunRow) -> String {
    format!("__upcr_f{}", row.stream.number)
}

/// The same without phase.
fn thin_first(row: &RunRow) -> String {
    match row.start {
        Start::Thin(_) => first_name(row),
        Start::Phased(_) => format!("{}.p", first_name(row)),
    }
}

/// That address and where it is mapped.
pub(super) fn declaration(row: &RunRow) -> String {
    let (first, at) = (first_name(row), row.stream.pointer_name());
    if array_of(row).is_some() {
        return format!("char *{at} = 0; ");
    }
    if row.stream.round > 0 {
        let n = row.stream.round;
        return format!("upcr_pts_t {first}[{n}]; char *{at}[{n}]; ");
    }
    let (repr, value) = match row.start {
        Start::Thin(_) => (PtsRepr::Thin { block: 0 }, "0"),
        Start::Phased(_) => (PtsRepr::Phased { block: None }, "{0, 0}"),
    };
    format!("{} {first} = {value}; char *{at} = 0; ", pointer_type(repr))
}

/// The streams of a row that goes round all threads.
fn streams_of_round(row: &RunRow) -> String {
    let (thin, name) = (thin_first(row), row.stream.pointer_name());
    let turn = |t| {
        format!(
            "char *{name}_{t} = {name}[{t}]; \
             upcr_pts_t {name}_{t}p __attribute__((unused)) = {thin}[{t}]; "
        )
    };
    (0..row.stream.round).map(turn).collect()
}

/// The variable of an element that stays the same.
fn variable(s: &Stream) -> String {
    let Some(scalar) = s.scalar else { return String::new() };
    let (ty, at) = (scalar.get_at().info().ret, s.pointer_name());
    format!("{ty} {} = *({ty} *)(void *){at}; int {} = 0; ", s.variable_name(), s.assigned_name())
}

/// After the iterations.
fn written_back(row: &RunRow) -> String {
    let s = &row.stream;
    let Some(scalar) = s.scalar else { return String::new() };
    let (ty, at) = (scalar.get_at().info().ret, s.pointer_name());
    format!("if ({}) *({ty} *)(void *){at} = {}; ", s.assigned_name(), s.variable_name())
}
