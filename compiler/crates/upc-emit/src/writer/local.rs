//! The version of a upc_forall for elements of the calling thread alone.

use upc_ir::abi::Entry;
use upc_ir::ir::{index_name, Forall, LocalVersion, Own, Start, Turn};

use super::forall::Names;
use super::Writer;

/// What a thread's state says of the version: not known yet, taken, or not.
const TAKEN: u32 = 1;
const NOT_TAKEN: u32 = 2;

/// How the own iterations of a run, which one inner loop executes, follow each other.
struct Run {
    /// How many they are.
    count: String,
    /// What the counter moves by between two of them, where the body reads it.
    stride: Option<String>,
}

fn state_name(version: u32) -> String {
    format!("__upcr_v{version}")
}

impl Writer<'_> {
    /// Before the loop: what is found in its first own iteration.
    pub(super) fn declare_version(&mut self, v: &LocalVersion) {
        self.raw(&format!("int {} = 0; ", state_name(v.number)));
        for (stream, _) in &v.streams {
            let (here, shared) = (stream.pointer_name(), stream.shared_name());
            self.raw(&format!("char *{here} = 0; upcr_pts_t {shared} __attribute__((unused)) = 0; "));
        }
    }

    /// The body: once for each own iteration of a run, or the other version for the current one.
    pub(super) fn versions(&mut self, f: &Forall, own: &Own, v: &LocalVersion, names: &Names) {
        let Turn::Blocks { block, unit, backwards } = own.turn else { return self.forall_body(f) };
        let state = state_name(v.number);
        self.raw(&format!("{{ if (!{state}) "));
        self.choose(v, names, (block, unit, backwards));
        self.raw(&format!(" if (__builtin_expect({state} == {TAKEN}, 1)) {{ "));
        self.run(own, v, names, block);
        self.raw(" } else ");
        self.forall_body(f);
        self.raw(" }");
    }

    /// Whether every stream leads to own elements, and where they are.
    fn choose(&mut self, v: &LocalVersion, names: &Names, (block, unit, backwards): (u64, u64, bool)) {
        let state = state_name(v.number);
        let mut meets = Vec::new();
        self.raw("{ ");
        for (stream, start) in &v.streams {
            let shared = stream.shared_name();
            match start {
                Start::Thin(n) => {
                    self.raw(&format!("{shared} = "));
                    self.node(n);
                    self.raw("; ");
                    meets.push(format!("{}({shared})", Entry::MineP.name()));
                }
                Start::Phased(n) => {
                    let t = self.fresh.temporary();
                    self.raw(&format!("upcr_ppts_t {t} = "));
                    self.node(n);
                    self.raw(&format!("; {shared} = {t}.p; "));
                    let (entry, turns, backwards) = (Entry::TurnsMeet.name(), &names.turns, i32::from(backwards));
                    meets.push(format!("{entry}(&{turns}, {t}, {block}ul, {unit}ul, {backwards})"));
                }
            }
        }
        for (stream, _) in &v.streams {
            let (here, shared) = (stream.pointer_name(), stream.shared_name());
            meets.push(format!("({here} = {}({shared})) != 0", Entry::NearRow.name()));
        }
        self.raw(&format!("{state} = !{}.all && {} ? {TAKEN} : {NOT_TAKEN}; }}", names.extent, meets.join(" && ")));
    }

    /// The run that begins with the current iteration. It leaves the counter at its last one, and no other in the turn, so that the loop's own
    /// third clause goes on to the next run or to the end.
    fn run(&mut self, own: &Own, v: &LocalVersion, names: &Names, block: u64) {
        let (i, k, turns) = (&own.variable, index_name(v.number), &names.turns);
        let count = self.fresh.temporary();
        self.raw(&format!("unsigned long {count} = "));
        self.iterations(own, v);
        self.raw("; ");
        let run = run_of(own, v, names, block, &count);
        self.raw(&format!("long {k}; {count} = {}; ", run.count));
        let (on, back) = if own.down { ("-", "+") } else { ("+", "-") };
        let moved = |sign: &str, by: &str| format!("{i} = ({})((unsigned long){i} {sign} {by})", own.kind.text());
        let advance = run.stride.as_ref().map_or(String::new(), |by| format!(", {}", moved(on, by)));
        self.raw(&format!("for ({k} = 0; {k} < (long){count}; {k}++{advance}) "));
        self.node_as_block(&v.body);
        let last = match &run.stride {
            Some(by) => moved(back, by),
            None => {
                let reach = Entry::TurnsReach.name();
                moved(on, &format!("{reach}(&{turns}, {count} - 1, {block}ul) * {}ul", own.step))
            }
        };
        self.raw(&format!(" {last}; {turns}.left = 0;"));
        for (stream, _) in &v.streams {
            let (here, shared) = (stream.pointer_name(), stream.shared_name());
            let bytes = format!("(long){count} * {}l", stream.bytes);
            self.raw(&format!(" {here} += {bytes}; {shared} = upcr_add0({shared}, {bytes});"));
        }
    }

    /// The iterations from the current one to the loop's end, of all threads.
    fn iterations(&mut self, own: &Own, v: &LocalVersion) {
        let compared = v.compared.text();
        let limit = |w: &mut Self| {
            w.raw(&format!("(unsigned long)({compared})"));
            w.parenthesised(&v.limit);
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
        self.raw(&format!("{}) / {}ul + 1", if v.inclusive { "" } else { " - 1" }, own.step));
    }
}

/// Of the `rest` iterations: where the body does not read the counter, or the own ones are equally far apart, all that are the thread's; else those
/// of its turn.
fn run_of(own: &Own, v: &LocalVersion, names: &Names, block: u64, rest: &str) -> Run {
    let turns = &names.turns;
    let all = format!("{}(&{turns}, {rest}, {block}ul)", Entry::TurnsOwn.name());
    match (v.counts, block) {
        (false, _) => Run { count: all, stride: None },
        (true, 1) => Run { count: all, stride: Some(format!("({turns}.gap + {}ul)", own.step)) },
        (true, _) => Run {
            count: format!("{rest} <= {turns}.left ? {rest} : {turns}.left + 1"),
            stride: Some(format!("{}ul", own.step)),
        },
    }
}
