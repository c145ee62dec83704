// SPDX-License-Identifier: Apache-2.0
//! The version of a upc_forall for elements that move as its affinity does.

use upc_ir::abi::Entry;
use upc_ir::ir::{
    index_name, Address, Cursor, Forall, LocalVersion, Node, Own, OwnStream, Start, Turn,
};
use upc_sema::types::IntKind;

use super::forall::Names;
use super::runs::{declaration, goes_on, neighbour};
use super::Writer;

/// The state of the version in a thread: not known yet, taken, or not taken.
const TAKEN: u32 = 1;
const NOT_TAKEN: u32 = 2;
/// Iterations of the shortest run whose rows are looked up.
const FEW: u32 = 2;

/// The own iterations of a run, which one inner loop executes.
struct Run {
    /// Their number.
    count: String,
    /// The counter's step between two of them, if the body reads it.
    stride: Option<String>,
}

fn state_name(version: u32) -> String {
    format!("__upcr_v{version}")
}

impl Writer<'_> {
    /// Before the loop: declares the pointers that its first own iteration finds.
    pub(super) fn declare_version(&mut self, v: &LocalVersion) {
        self.raw(&format!("int {} = 0; ", state_name(v.number)));
        for OwnStream { stream, .. } in &v.streams {
            let (here, shared) = (stream.pointer_name(), stream.shared_name());
            self.raw(&format!(
                "char *{here} = 0; upcr_pts_t {shared} __attribute__((unused)) = 0; "
            ));
        }
    }

    /// The body: once for each own iteration of a run, or the other version for the current one.
    pub(super) fn versions(&mut self, f: &Forall, own: &Own, v: &LocalVersion, names: &Names) {
        let Turn::Blocks { block, backwards, .. } = own.turn else { return self.forall_body(f) };
        let state = state_name(v.number);
        let (back, ahead) = reach(v, backwards);
        self.raw(&format!("{{ if (!{state}) "));
        self.at_start(own.long, |w| w.choose(v, names, (block, backwards)));
        if v.alone {
            self.run(own, v, names, (block, ahead), None);
            return self.raw(" }");
        }
        let left = format!("{}.left", names.turns);
        let inside = match v.reach == (0, 0) {
            true => String::new(),
            false => format!(" && {left} >= {ahead}ul && {left} + {back}ul < {block}ul"),
        };
        let count = (!v.rows.is_empty()).then(|| self.fresh.temporary());
        if let Some(count) = &count {
            let places: String = v.rows.iter().map(declaration).collect();
            self.raw(&format!(" unsigned long {count} = 0; {places}"));
        }
        self.raw(&format!(" if (__builtin_expect({state} == {TAKEN}, 1){inside}"));
        if let Some(count) = &count {
            self.count_in_rows(own, v, names, (block, ahead), count);
        }
        self.raw(") { ");
        self.run(own, v, names, (block, ahead), count);
        self.raw(" } else ");
        if v.always {
            self.rarely(|w| w.forall_body(f));
        } else if !v.ends_early() {
            self.forall_body(f);
        } else {
            self.raw(&format!("{{ if ({state} == {TAKEN}) {{"));
            self.go_along(v, "1l");
            self.raw(" } ");
            self.forall_body(f);
            self.raw(" }");
        }
        self.raw(" }");
    }

    /// Moves the streams on by `count` iterations.
    fn go_along(&mut self, v: &LocalVersion, count: &str) {
        for OwnStream { stream, .. } in &v.streams {
            let (here, shared) = (stream.pointer_name(), stream.shared_name());
            let bytes = format!("{count} * {}l", stream.bytes);
            self.raw(&format!(" {here} += {bytes}; {shared} = upcr_add0({shared}, {bytes});"));
        }
    }

    /// Whether every stream moves as the affinity does, and its mapped address.
    fn choose(&mut self, v: &LocalVersion, names: &Names, (block, backwards): (u64, bool)) {
        let state = state_name(v.number);
        let mut meets = Vec::new();
        self.raw("{ ");
        for OwnStream { stream, start, unit, is_row, .. } in &v.streams {
            let shared = stream.shared_name();
            match start {
                Start::Thin(n) => {
                    self.raw(&format!("{shared} = "));
                    self.node(n);
                    self.raw("; ");
                }
                Start::Phased(n) => {
                    let t = self.fresh.temporary();
                    self.raw(&format!("upcr_ppts_t {t} = "));
                    self.node(n);
                    self.raw(&format!("; {shared} = {t}.p; "));
                    let (entry, turns, backwards) =
                        (Entry::TurnsMeet.name(), &names.turns, i32::from(backwards));
                    meets.push(match is_row {
                        true => format!("{t}.phase == 0"),
                        false => {
                            format!("{entry}(&{turns}, {t}, {block}ul, {unit}ul, {backwards})")
                        }
                    });
                }
            }
        }
        for OwnStream { stream, .. } in &v.streams {
            let (here, shared) = (stream.pointer_name(), stream.shared_name());
            meets.push(format!("({here} = {}({shared})) != 0", self.form(Entry::NearRow)));
        }
        let most = Cursor::most_threads(&v.cursors);
        if let Some(most) = most.filter(|_| self.types.threads.is_none()) {
            meets.push(format!("upcr_threads() <= {most}l"));
        }
        self.raw(&format!("{state} = !{} && {}", names.all, meets.join(" && ")));
        for x in &v.remainders {
            self.raw(" && (long)");
            self.parenthesised(&x.modulus);
            self.raw(&format!(" >= {}l", x.least));
        }
        self.raw(&format!(" ? {TAKEN} : {NOT_TAKEN}; }}"));
    }

    /// Tests that a run is long enough and its rows are mapped; sets `count` to its iterations.
    fn count_in_rows(
        &mut self,
        own: &Own,
        v: &LocalVersion,
        names: &Names,
        (block, ahead): (u64, u64),
        count: &str,
    ) {
        self.raw(&format!(" && ({count} = "));
        self.iterations(own, v);
        let Run { count: all, .. } = run_of(own, v, names, (block, ahead), count);
        self.raw(&format!(", ({count} = {all}) >= {FEW})"));
        for x in &v.remainders {
            let quotient = Entry::RunQuotient.name();
            self.raw(&format!(" && ({count} = {quotient}({count}"));
            self.remainder(x);
            self.raw(&format!(")) >= {FEW}"));
        }
        for row in &v.rows {
            self.raw(&format!(" && __builtin_expect(({count} = "));
            self.count_in_blocks(row, count);
            self.raw(&format!(") >= {FEW} && {} != 0, 1)", row.stream.pointer_name()));
        }
    }

    /// The run that begins with the current iteration, up to `ahead` iterations before the end of
    /// its turn, or of `counted` iterations. It leaves the counter at its last one, with the
    /// iterations left in the turn, so that the loop's own third clause moves to the next run or to
    /// the end.
    fn run(
        &mut self,
        own: &Own,
        v: &LocalVersion,
        names: &Names,
        (block, ahead): (u64, u64),
        counted: Option<String>,
    ) {
        let (i, k, turns) = (&own.variable, index_name(v.number), &names.turns);
        let known = counted.is_some();
        let count = counted.unwrap_or_else(|| self.fresh.temporary());
        if !known {
            self.raw(&format!("unsigned long {count} = "));
            self.iterations(own, v);
            self.raw("; ");
        }
        let run = run_of(own, v, names, (block, ahead), &count);
        let neighbours: String = v.neighbours.iter().map(neighbour).collect();
        self.raw(&format!("long {k}; {neighbours}"));
        if !known {
            self.raw(&format!("{count} = {}; ", run.count));
        }
        v.rows.iter().for_each(|row| self.streams(row));
        v.cursors.iter().for_each(|c| self.cursor(c));
        self.raw(&format!("{}(); ", Entry::Reread.name()));
        v.once.iter().for_each(|n| self.node(n));
        let (on, back) = if own.down { ("-", "+") } else { ("+", "-") };
        let moved = |sign: &str, by: &str| {
            format!("{i} = ({})((unsigned long){i} {sign} {by})", own.kind.text())
        };
        let advance =
            run.stride.as_ref().map_or(String::new(), |by| format!(", {}", moved(on, by)));
        self.raw(&format!("for ({k} = 0; {}; {k}++{advance}", goes_on(&k, &count)));
        v.cursors.iter().for_each(|c| self.cursor_on(c));
        self.raw(") ");
        self.node_as_block(&v.body);
        let last = match &run.stride {
            Some(by) => moved(back, by),
            None => {
                let reach = Entry::TurnsReach.name();
                moved(on, &format!("{reach}(&{turns}, {count} - 1, {block}ul) * {}ul", own.step))
            }
        };
        let left = if v.ends_early() { format!("-= {count} - 1") } else { "= 0".to_string() };
        self.raw(&format!(" {last}; {turns}.left {left};"));
        self.go_along(v, &format!("(long){count}"));
    }

    /// Declares the place and the pointer of an element in the current iteration.
    fn cursor(&mut self, c: &Cursor) {
        let (name, at) = (c.name(), c.stream.pointer_name());
        self.raw(&format!("struct upcr_cursor {name} = "));
        self.cursor_at(c);
        self.raw(&format!("; char *{at} = {name}.at; "));
    }

    /// The element's place in the current iteration.
    pub(super) fn cursor_at(&mut self, c: &Cursor) {
        let Address::Element { base, index, .. } = &c.first else { return };
        self.raw(&format!("{}(", Entry::CursorAt.name()));
        self.thin(base);
        self.raw(", ");
        self.index(index);
        self.raw(&format!(", {}ul, {}ul)", c.block, c.elem_size));
    }

    /// Moves them on by THREADS iterations.
    pub(super) fn cursor_on(&mut self, c: &Cursor) {
        let (name, at, next) = (c.name(), c.stream.pointer_name(), Entry::CursorNext.name());
        self.raw(&format!(", {at} = {next}(&{name}, {}ul * (unsigned long)", c.elems));
        self.threads();
        self.raw(&format!(", {}ul, {}ul)", c.block, c.elem_size));
    }

    /// The iterations from the current one to the loop's end, of all threads.
    fn iterations(&mut self, own: &Own, v: &LocalVersion) {
        self.iterations_by(own, (&v.limit, v.compared, v.inclusive), &format!("{}ul", own.step));
    }

    /// The same where the counter moves by `step`, up to a limit with the type of its comparison;
    /// whether the counter reaches it.
    pub(super) fn iterations_by(
        &mut self,
        own: &Own,
        (limit, compared, inclusive): (&Node, IntKind, bool),
        step: &str,
    ) {
        let compared = compared.text();
        let limit = |w: &mut Self| {
            w.raw(&format!("(unsigned long)({compared})"));
            w.parenthesised(limit);
        };
        let counter = format!("(unsigned long)({compared}){}", own.variable);
        self.raw("(");
        if own.down {
            self.raw(&format!("{counter} - "));
            limit(self);
        } else {
            limit(self);
            self.raw(&format!(" - {counter}"));
        }
        self.raw(&format!("{}) / {step} + 1", if inclusive { "" } else { " - 1" }));
    }
}

/// Which of the `rest` iterations form a run: all own ones, if the body does not read the counter
/// or the own ones are equally spaced; else those of the thread's turn, except the last `ahead`.
fn run_of(
    own: &Own,
    v: &LocalVersion,
    names: &Names,
    (block, ahead): (u64, u64),
    rest: &str,
) -> Run {
    let turns = &names.turns;
    let all = format!("{}(&{turns}, {rest}, {block}ul)", Entry::TurnsOwn.name());
    match (v.counts || v.ends_early(), block) {
        (false, _) => Run { count: all, stride: None },
        (true, 1) => Run { count: all, stride: Some(format!("({turns}.gap + {}ul)", own.step)) },
        (true, _) => Run {
            count: format!(
                "{rest} <= {turns}.left - {ahead}ul ? {rest} : {turns}.left - {ahead}ul + 1"
            ),
            stride: Some(format!("{}ul", own.step)),
        },
    }
}

/// From how many iterations after a turn's begin until how many before its end all neighbours are
/// in the block.
fn reach(v: &LocalVersion, backwards: bool) -> (u64, u64) {
    let (low, high) = v.reach;
    if backwards {
        (high, low)
    } else {
        (low, high)
    }
}
