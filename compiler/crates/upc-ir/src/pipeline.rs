// SPDX-License-Identifier: Apache-2.0
//! The list of passes.

use crate::ir::Ir;
use crate::lower::Options;
pub use crate::passes::new_text::NewText;
use crate::passes::new_text::{edited, Edit};
use crate::passes::{
    checks, coalesce, counted, events, fences, fold, gather, indefinite, independent, inline,
    inspector, iterations, limits, out_of_line, own, owners, pointers, polls, rows, runs, streams,
    tables, together, updates, values, walks, Context,
};
use crate::remarks::{survey, Remark, Remarks};
use crate::Facts;
use upc_source::LineMap;

/// One pass over a unit's tree.
pub struct Pass {
    /// For dumps: the tree after this pass.
    pub letter: char,
    pub name: &'static str,
    /// The option `-f[no-]upc-FLAG` that turns it on or off; `None`: the pass is necessary for
    /// correct code.
    pub flag: Option<&'static str>,
    /// Its help for `upcc --help`; empty without a flag.
    pub help: &'static str,
    /// It also changes functions without UPC ([`crate::ir::Function::plain`]).
    plain: bool,
    run: fn(&mut Ir, &Context),
}

/// In the order they run. Those with a flag change loops, and see the tree as it was lowered; the
/// others follow.
pub static PASSES: &[Pass] = &[
    optimisation(
        'I',
        inline::FLAG,
        "take small functions with shared accesses into the loops that call them",
        inline::run,
    ),
    optimisation(
        'P',
        pointers::FLAG,
        "find what moving pointers point to in inner loops by subscripts",
        pointers::run,
    ),
    optimisation(
        'V',
        values::FLAG,
        "see through variables in subscripts of shared data",
        values::run,
    ),
    optimisation('L', limits::FLAG, "read the limit of a loop that counts once", limits::run),
    optimisation(
        'w',
        "walks",
        "look the segment of a pointer up once where a loop only moves it",
        walks::run,
    ),
    optimisation(
        'i',
        "iterations",
        "go from one own iteration of a upc_forall to the next",
        iterations::run,
    ),
    optimisation('v', "streams", "find own elements of a upc_forall by adding bytes", streams::run),
    optimisation(
        'r',
        "rows",
        "find elements of loops that step by THREADS by adding bytes",
        rows::run,
    ),
    optimisation(
        'y',
        "owners",
        "execute iterations over columns of cyclic arrays thread by thread",
        owners::run,
    ),
    optimisation(
        'h',
        "indefinite",
        "find indefinitely blocked arrays once for a loop",
        indefinite::run,
    ),
    optimisation(
        'n',
        "runs",
        "find elements of inner loops along a block by adding bytes",
        runs::run,
    ),
    optimisation('l', "coalesce", "move far rows of inner loops as a whole", coalesce::run),
    optimisation('m', "own", "find one's own elements of cyclic arrays once for a loop", own::run),
    optimisation(
        'g',
        "gather",
        "copy far arrays that loops read by arbitrary subscripts",
        gather::run,
    ),
    optimisation(
        'a',
        "tables",
        "find any elements of arrays without the table of segments",
        tables::run,
    ),
    optimisation(
        'x',
        "inspector",
        "fetch what the iterations of a loop read by arbitrary subscripts before it",
        inspector::run,
    ),
    optimisation(
        'j',
        "independent",
        "tell the C compiler which loops' iterations store to different elements",
        independent::run,
    ),
    optimisation('q', "updates", "let relaxed far updates of a loop share messages", updates::run),
    optimisation(
        'z',
        "counted",
        "keep the far data that loops read which do not wait",
        counted::run,
    )
    .also_plain(),
    optimisation(
        'u',
        "together",
        "fetch neighbouring far elements together, begin other fetches meanwhile",
        together::run,
    ),
    always('c', "constant steps", |ir, _| fold::run(ir)),
    always('f', "adjacent fences", |ir, cx| fences::run(ir, cx.facts.text)),
    always('p', "polls of waiting loops", |ir, cx| polls::run(ir, cx.facts)).also_plain(),
    always('o', "calls out of line", |ir, _| out_of_line::run(ir)),
    always('k', "run-time checks", |ir, _| checks::run(ir)),
    always('e', "events of accesses", |ir, _| events::run(ir)),
];

/// Passes for several threads only. With THREADS fixed at 1 accesses are to ordinary arrays
/// (access.h), which the C compiler optimises; these passes would hide that.
const FOR_SEVERAL: &[&str] = &[
    "values",
    "walks",
    "rows",
    "owners",
    "indefinite",
    "runs",
    "coalesce",
    "gather",
    "tables",
    "inspector",
    "updates",
    "counted",
    "together",
];

impl Pass {
    pub(crate) fn run(&self, ir: &mut Ir, context: &Context) {
        if self.plain {
            return (self.run)(ir, context);
        }
        let plain = ir.set_plain_aside();
        // Optimisations change functions only.
        if self.flag.is_none() || ir.functions_mut().next().is_some() || context.remarks.wanted() {
            (self.run)(ir, context);
        }
        ir.put_back(plain);
    }

    const fn also_plain(self) -> Pass {
        Pass { plain: true, ..self }
    }
}

/// The text in which small functions are taken into loops, if the pass is to run and finds any.
/// Called until it finds none, on the checked unit each time.
pub fn with_inlined(facts: &Facts, map: &LineMap, options: &Options) -> Option<NewText> {
    options.inlines().then(|| inline::inlined(facts, map, options)).flatten()
}

/// The text in which moving pointers of loops are subscripts, if that pass is to run and finds any.
pub fn with_subscripts(facts: &Facts, map: &LineMap, options: &Options) -> Option<NewText> {
    with_edits(pointers::FLAG, pointers::edits, facts, map, options)
}

/// The text in which loops read their limits once, if that pass is to run and finds any.
pub fn with_limits(facts: &Facts, map: &LineMap, options: &Options) -> Option<NewText> {
    with_edits(limits::FLAG, limits::edits, facts, map, options)
}

/// The text in which sums take the place of variables in subscripts, if that pass is to run and
/// finds any.
pub fn with_values(facts: &Facts, map: &LineMap, options: &Options) -> Option<NewText> {
    with_edits(values::FLAG, values::edits, facts, map, options)
}

fn with_edits(
    flag: &str,
    pass: fn(&Facts, &mut Vec<Edit>) -> Vec<Remark>,
    facts: &Facts,
    map: &LineMap,
    options: &Options,
) -> Option<NewText> {
    let needless = options.threads == Some(1) && FOR_SEVERAL.contains(&flag);
    if !options.passes.has(flag) || needless || options.needs_addresses() {
        return None;
    }
    let mut edits = Vec::new();
    let remarks = pass(facts, &mut edits);
    (!edits.is_empty()).then(|| edited(facts.text, map, edits, remarks))
}

impl Options {
    /// Whether small functions are taken into loops.
    pub fn inlines(&self) -> bool {
        self.passes.has(inline::FLAG) && !self.needs_addresses() && !self.instrument.functions
    }
}

/// Whether the pass is to run.
fn is_wanted(pass: &Pass, options: &Options) -> bool {
    let needless = |flag: &&str| options.threads == Some(1) && FOR_SEVERAL.contains(flag);
    pass.flag.map_or(true, |flag| options.passes.has(flag) && !needless(&flag))
}

const fn optimisation(
    letter: char,
    name: &'static str,
    help: &'static str,
    run: fn(&mut Ir, &Context),
) -> Pass {
    Pass { letter, name, flag: Some(name), help, plain: false, run }
}

const fn always(letter: char, name: &'static str, run: fn(&mut Ir, &Context)) -> Pass {
    Pass { letter, name, flag: None, help: "", plain: false, run }
}

/// Runs the passes over `ir`, made from the unit of `facts`, except those that `options` turn off.
/// Calls `dump` with the letter and the tree before the first pass ('b') and after each. With
/// `verify`, and always with debug assertions, checks the tree each time; a broken one panics.
/// Returns the remarks of the optimisations, if `options` request them, in the order of the text.
pub fn run_passes(
    ir: &mut Ir,
    facts: &Facts,
    options: &Options,
    verify: bool,
    dump: &mut dyn FnMut(char, &mut Ir),
) -> Vec<Remark> {
    let verify = verify || cfg!(debug_assertions);
    let text = facts.text;
    let mut after = |letter: char, name: &str, ir: &mut Ir| {
        if verify {
            check(ir, text, name);
        }
        dump(letter, ir);
    };
    after('b', "build", ir);
    let remarks = Remarks::new(options.remarks);
    let context = Context { facts, options, remarks: &remarks };
    let last = PASSES.iter().rposition(|p| p.flag.is_some());
    for (at, pass) in PASSES.iter().enumerate() {
        if is_wanted(pass, options) {
            remarks.begin(pass.flag.unwrap_or(pass.name));
            pass.run(ir, &context);
        }
        if Some(at) == last && remarks.wanted() {
            survey::run(ir, &context);
        }
        after(pass.letter, pass.name, ir);
    }
    remarks.finish()
}

fn check(ir: &mut Ir, text: &str, after: &str) {
    if let Err(e) = crate::valid::check(ir, text) {
        panic!("the tree is broken after {after}: {e}");
    }
}
