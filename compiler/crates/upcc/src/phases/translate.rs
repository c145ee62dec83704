// SPDX-License-Identifier: Apache-2.0
//! The front end, from preprocessed UPC to C. The only module that uses the crates of the compiler.

use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::Once;

use upc_emit::Known;
use upc_ir::remarks::Remark;
use upc_ir::Program;
use upc_sema::debug_types::{debug_types, DebugTypes};
use upc_sema::Analysis;
use upc_source::{mapped, Diagnostics, Interner, LineMap};
use upc_syntax::Dialect;

use super::detect;
use super::dump::Dump;
use super::headers::Headers;
use super::remarks::{is_unoptimised, silenced, Remarks};
use super::report::{report, Policy, UNDECLARED};
use super::rewritten::{rewritten, Rewritten};
use crate::args::Options;
use crate::link::note::{Note, ABI};
use crate::toolchain::Mode;

/// Stack for one translation; the kernel allocates its pages at their first use.
const STACK_BYTES: usize = 256 << 20;

/// Inputs of a translation besides the text.
pub struct TranslateOptions<'a> {
    pub options: &'a Options,
    /// The source's name as the user wrote it.
    pub file: &'a str,
    /// It is UPC by its suffix or by `-x upc`, not `.c`.
    pub is_upc: bool,
    /// The path of the header included beforehand, as given to the preprocessor.
    pub pre_include: &'a str,
    /// Messages go to a terminal.
    pub color: bool,
    /// The C compiler is clang.
    pub clang: bool,
}

/// The C to compile.
#[derive(Default)]
pub struct Translation {
    pub text: String,
    /// Generated lines of `text`, from 1, both ends included; the rest is the user's own.
    pub generated: Vec<(u32, u32)>,
    /// The unit has UPC constructs.
    pub upc: bool,
    /// Warnings, rendered.
    pub messages: String,
    /// The warnings about functions without a declaration, which are errors in many C compilers.
    pub undeclared: Vec<String>,
    /// Declarations of the library that the program replaces by its own: the plain reading leaves
    /// them out.
    pub known: Known,
    /// The remarks of `-fopt-info-upc`.
    pub remarks: Remarks,
}

/// Why there is no C.
#[derive(Debug)]
pub enum Failure {
    /// The program has errors: the messages, rendered.
    Diagnosed(String),
    /// The system refused what translating needs: why.
    Refused(String),
    /// upcc has a bug: the panic's text.
    Internal(String),
}

/// Translates one unit. A unit without UPC constructs keeps its text without the header included
/// beforehand, plus its note. A `.c` file without UPC is not analysed, so that no C program can be
/// damaged; the C compiler gives its messages. A panic of the front end is [`Failure::Internal`].
/// `dump` gets the results for `-fupc-dump` up to the last completed phase.
pub fn translate(
    text: &str,
    context: &TranslateOptions,
    dump: &mut String,
) -> Result<Translation, Failure> {
    let upc = &context.options.upc;
    let upc =
        detect::has_upc(own_text(text, context)) || upc.analyze_all || upc.instrument.functions;
    if !upc && !context.is_upc && Mode::of(context.options.upc.pthreads) == Mode::Process {
        return Ok(plain(text, context));
    }
    guarded(|| front_end(text, context, upc, dump))
}

/// The text after the header included beforehand.
fn own_text<'a>(text: &'a str, context: &TranslateOptions) -> &'a str {
    detect::pre_include_region(text, context.pre_include).map_or(text, |region| &text[region.end..])
}

/// The preprocessed unit with the note instead of the header included beforehand. There it belongs
/// to `<command-line>`, and an incomplete last declaration of the user cannot absorb it.
fn plain(text: &str, context: &TranslateOptions) -> Translation {
    let note = note(context, false).c_line();
    let text = match detect::pre_include_region(text, context.pre_include) {
        Some(region) => format!("{}{note}{}", &text[..region.start], &text[region.end..]),
        None => {
            // The first line marker names the source for the debugger and must stay first.
            let first =
                if text.starts_with("# ") { text.find('\n').map_or(0, |n| n + 1) } else { 0 };
            let (marker, rest) = text.split_at(first);
            let back = if marker.is_empty() {
                format!("# 1 \"{}\"\n", context.file.replace('\\', "\\\\").replace('"', "\\\""))
            } else {
                marker.to_string()
            };
            format!("{marker}{note}{back}{rest}")
        }
    };
    Translation { text, ..Translation::default() }
}

fn note(context: &TranslateOptions, upc: bool) -> Note {
    let options = &context.options.upc;
    Note {
        abi: ABI,
        mode: Mode::of(options.pthreads),
        threads: options.threads.unwrap_or(0),
        upc,
        checks: upc && context.options.run_checks(),
        file: mapped(&context.options.prefix_maps(), context.file),
        heap: None,
        pthreads: None,
    }
}

/// A checked unit: its text, and the results of the checker.
struct Analysed<'a> {
    text: &'a str,
    analysis: Analysis,
    names: Interner,
    found: Diagnostics,
}

/// Checks a unit without the parts of headers that it does not use. After errors it checks the
/// whole unit: one run then shows all errors, also those of functions without UPC, left to the C
/// compiler otherwise. The same if a name is not declared: the headers may declare a similar one.
fn analyse<'a>(
    whole: &'a str,
    trimmed: &'a str,
    map: &LineMap,
    dialect: Dialect,
    sema: upc_sema::Options,
) -> Analysed<'a> {
    let analysed = |text: &'a str, sema: &upc_sema::Options| {
        let (mut names, mut found) = (Interner::new(), Diagnostics::new());
        let analysis = upc_sema::analyze(text, map, dialect, sema, &mut names, &mut found);
        Analysed { text, analysis, names, found }
    };
    let first = analysed(trimmed, &sema);
    let has_errors = first.found.has_errors();
    if !has_errors && !first.found.iter().any(|d| d.warning == Some(UNDECLARED)) {
        return first;
    }
    let analyse_all = sema.analyse_all || has_errors;
    analysed(whole, &upc_sema::Options { analyse_all, ..sema })
}

/// Checks and translates a unit. `upc`: it names something of UPC, at least a library function.
fn front_end(
    text: &str,
    context: &TranslateOptions,
    upc: bool,
    dump: &mut String,
) -> Result<Translation, Failure> {
    let options = context.options;
    let pthreads = Mode::of(options.upc.pthreads) == Mode::Pthreads;
    let dialect = dialect(options, pthreads, reference_qualifiers(text, context));
    let map = LineMap::new(text, context.file).with_prefixes(options.prefix_maps());
    let mut dump = Dump::new(&options.upc.dump, text, &map, dump);
    dump.tokens(dialect);
    let (whole, headers) = (text, Headers::new(text, &map, context.pre_include));
    let analysed =
        analyse(whole, headers.trimmed(), &map, dialect, sema_options(options, pthreads));
    let Analysed { text, mut analysis, names, found } = analysed;
    dump.analysis(&analysis, &names);
    let policy = Policy::new(options, context.color);
    let said = report(&found, text, &map, &policy);
    if said.errors || found.has_errors() {
        return Err(Failure::Diagnosed(said.text));
    }
    let (messages, undeclared) = (said.text, said.undeclared);
    if options.upc.verify {
        verified("syntax tree", upc_syntax::valid::check(&analysis.ast, text));
        verified("typed tree", upc_sema::valid::check(&analysis, text));
    }
    if !upc && !pthreads {
        return Ok(Translation { messages, undeclared, ..plain(whole, context) });
    }
    // A unit that only calls the library needs the declarations of the header included beforehand
    // translated too.
    analysis.has_upc |= upc;
    let unit = Unit { context, text, map: &map, names: &names, analysis: &analysis, upc };
    let (translation, more) = unit.translated(dialect, &headers, &policy, &mut dump);
    let messages = messages + &more;
    // The plain reading is one of the text as it was.
    let known = unit.known();
    match translation {
        Some(translation) => Ok(Translation { messages, undeclared, known, ..translation }),
        None => Err(Failure::Diagnosed(messages)),
    }
}

fn has_strict_aliasing(options: &Options) -> bool {
    !options.has_flag("-fno-strict-aliasing")
}

/// A unit without errors.
pub(super) struct Unit<'a> {
    pub context: &'a TranslateOptions<'a>,
    pub text: &'a str,
    pub map: &'a LineMap,
    pub names: &'a Interner,
    pub analysis: &'a Analysis,
    /// It names something of UPC.
    pub upc: bool,
}

impl<'a> Unit<'a> {
    /// The unit as C, with small functions taken into its loops, and without the messages of its
    /// analysis; `None` after an error. And the messages of lowering.
    fn translated(
        &self,
        dialect: Dialect,
        headers: &Headers,
        policy: &Policy,
        dump: &mut Dump,
    ) -> (Option<Translation>, String) {
        let options = self.context.options;
        let pthreads = Mode::of(options.upc.pthreads) == Mode::Pthreads;
        let facts = self.facts(self.program());
        match rewritten(self, &facts, dialect, &sema_options(options, pthreads)) {
            Some(new) => {
                let Rewritten { text, map, history, .. } = &new;
                let mut dump = Dump::new(&options.upc.dump, text, map, dump.out);
                let (unit, program) = (self.with(&new), new.program(self.program()));
                let facts = unit.facts(program);
                unit.lowered(&facts, headers, policy, program, &history.remarks, &mut dump)
            }
            None => self.lowered(&facts, headers, policy, self.program(), &[], dump),
        }
    }

    /// The same of the text as it is, with its facts, which changes made of `program`; `earlier`:
    /// the remarks on them.
    fn lowered(
        &self,
        facts: &upc_ir::Facts,
        headers: &Headers,
        policy: &Policy,
        program: Program,
        earlier: &[Remark],
        dump: &mut Dump,
    ) -> (Option<Translation>, String) {
        let Unit { context, text, map, names, analysis, upc } = *self;
        let options = context.options;
        let mut lowering = Diagnostics::new();
        let choice = lowering_options(options, context.clang);
        let mut ir = upc_ir::build(analysis, facts, map, &choice, &mut lowering);
        let said = report(&lowering, text, map, policy);
        if said.errors || lowering.has_errors() {
            return (None, said.text);
        }
        let mut dumped = |letter, ir: &mut _| dump.pass(letter, ir);
        let later = upc_ir::run_passes(&mut ir, facts, &choice, options.upc.verify, &mut dumped);
        let all = earlier.iter().cloned().chain(later);
        let mut remarks: Vec<Remark> = all.map(|r| program.remark(r)).collect();
        remarks.sort_by_key(|r| r.span.start);
        let c = upc_emit::write(&ir, &analysis.types, text, map, names);
        let kept = match choice.instrument.on {
            true => remarks_of_optimised(analysis, facts, map, program, &choice),
            false => Vec::new(),
        };
        let text = format!(
            "{}\n{}{}{}",
            headers.with_runtime(c.text),
            types_for_debuggers(options, analysis, map, names),
            upc_emit::remarks(&kept),
            note(context, upc).c_line()
        );
        let translation = Translation {
            text,
            generated: c.generated,
            upc,
            remarks: Remarks::new(&remarks, program.map, &options.upc.opt_info),
            ..Translation::default()
        };
        (Some(translation), said.text)
    }

    /// The unit's text, unchanged.
    pub(super) fn program(&self) -> Program<'a> {
        Program { text: self.text, map: self.map, changes: &[] }
    }

    /// The unit with another text.
    pub(super) fn with<'b>(&self, new: &'b Rewritten) -> Unit<'b>
    where
        'a: 'b,
    {
        let Rewritten { text, map, names, analysis, .. } = new;
        Unit { text, map, names, analysis, ..*self }
    }

    /// The facts of its text, which changes made of `program`.
    pub(super) fn facts(&self, program: Program<'a>) -> upc_ir::Facts<'a> {
        upc_ir::Facts::new(self.analysis, self.text, self.names)
            .with_strict_aliasing(has_strict_aliasing(self.context.options))
            .with_program(program)
    }

    fn known(&self) -> Known {
        Known {
            left_out: self.analysis.replaced_declarations().collect(),
            constants: self.analysis.constants_of_upc(self.text),
        }
    }
}

/// The types that debuggers need besides C's, as C.
fn types_for_debuggers(
    options: &Options,
    analysis: &Analysis,
    map: &LineMap,
    names: &Interner,
) -> String {
    let types = match options.debug_types() {
        true => debug_types(analysis, map, names),
        false => DebugTypes::default(),
    };
    upc_emit::debug_types(&types.records, &types.tags)
}

/// The remarks on the unit as compiled without instrumentation, for the page of `upcrun -profile`;
/// none if it is not optimised then.
fn remarks_of_optimised(
    analysis: &Analysis,
    facts: &upc_ir::Facts,
    map: &LineMap,
    program: Program,
    choice: &upc_ir::Options,
) -> Vec<String> {
    if choice.checks || is_unoptimised(&choice.passes) {
        return Vec::new();
    }
    let choice =
        upc_ir::Options { instrument: Default::default(), remarks: true, ..choice.clone() };
    let mut ir = upc_ir::build(analysis, facts, map, &choice, &mut Diagnostics::new());
    let remarks = upc_ir::run_passes(&mut ir, facts, &choice, false, &mut |_, _| {});
    let remarks: Vec<Remark> = remarks.into_iter().map(|r| program.remark(r)).collect();
    super::remarks::records(&remarks, program.map)
}

/// The options of lowering and of the passes.
pub(crate) fn lowering_options(options: &Options, clang: bool) -> upc_ir::Options {
    upc_ir::Options {
        threads: options.upc.threads,
        pthreads: Mode::of(options.upc.pthreads) == Mode::Pthreads,
        common: options.common(),
        clang,
        c99_inline: !options.standard().is_some_and(before_c99)
            && !options.has_flag("-fgnu89-inline"),
        checks: options.run_checks(),
        inline: options.is_sanitized(),
        interposed: ["-fPIC", "-fpic"].iter().any(|f| options.has_flag(f)),
        instrument: options.upc.instrument,
        passes: passes(options),
        remarks: options.upc.opt_info.wanted() && silenced(options).is_none(),
    }
}

/// The passes that run. Functions that the user wants to see called, or counted, stay called.
fn passes(options: &Options) -> upc_ir::Passes {
    const CALLED: [&str; 6] =
        ["-fno-inline", "-pg", "-p", "--coverage", "-fprofile-arcs", "-ftest-coverage"];
    let mut passes = options.passes();
    let functions = options.cc.iter().any(|f| f.starts_with("-finstrument-functions"));
    if functions || CALLED.iter().any(|f| options.has_flag(f)) {
        passes.set("inline", false);
    }
    passes
}

/// The unit as the C compiler would read it without UPC.
pub struct PlainReading {
    /// The preprocessed text without the runtime's own headers, whose names are not the user's.
    pub own: String,
    /// `own` without the words of UPC, line by line.
    pub c: String,
}

/// The plain reading of the preprocessed `text`.
pub fn plain_reading(text: &str, context: &TranslateOptions, known: &Known) -> PlainReading {
    let pthreads = Mode::of(context.options.upc.pthreads) == Mode::Pthreads;
    let dialect = dialect(context.options, pthreads, reference_qualifiers(text, context));
    let c = upc_emit::plain_reading(text, &LineMap::new(text, context.file), dialect, known);
    let own = |text: &str| detect::without_runtime(text, context.pre_include);
    PlainReading { own: own(text), c: own(&c) }
}

/// Whether `strict` and `relaxed` are keywords in this unit.
fn reference_qualifiers(text: &str, context: &TranslateOptions) -> bool {
    context.is_upc || detect::has_shared(own_text(text, context))
}

/// A broken invariant is a bug of upcc, reported like a panic.
fn verified(what: &str, checked: Result<(), String>) {
    if let Err(why) = checked {
        panic!("the {what} is broken: {why}");
    }
}

/// The language of the text, by `-std`. The default is the C compiler's gnu17, of which gnu23 is a
/// superset for this purpose.
pub fn dialect(options: &Options, pthreads: bool, reference_qualifiers: bool) -> Dialect {
    let standard = options.standard().unwrap_or("gnu17");
    Dialect {
        upc: true,
        reference_qualifiers,
        c23: ["c23", "c2x", "c2y", "gnu23", "gnu2x", "gnu2y", "iso9899:2024"].contains(&standard),
        gnu: standard.starts_with("gnu"),
        c89: before_c99(standard),
        static_threads: options.upc.threads,
        pthreads,
    }
}

fn before_c99(standard: &str) -> bool {
    ["c89", "c90", "gnu89", "gnu90", "iso9899:1990", "iso9899:199409"].contains(&standard)
}

/// The options that change the meaning of a unit.
pub fn sema_options(options: &Options, pthreads: bool) -> upc_sema::Options {
    upc_sema::Options {
        static_threads: options.upc.threads,
        pthreads,
        private_names: options.upc.plain_names.clone(),
        analyse_all: options.upc.analyze_all || options.upc.instrument.on,
        c89: options.standard().is_some_and(before_c99),
        small_functions: lowering_options(options, false).inlines(),
        ..upc_sema::Options::default()
    }
}

/// Runs `work` on a separate stack; turns a panic into a message.
pub fn guarded<T: Send>(work: impl FnOnce() -> Result<T, Failure> + Send) -> Result<T, Failure> {
    silence_panics();
    let caught = std::thread::scope(|scope| {
        let spawned = std::thread::Builder::new()
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, || catch_unwind(AssertUnwindSafe(work)));
        match spawned {
            Ok(handle) => handle.join().unwrap_or_else(Err),
            Err(e) => Ok(Err(Failure::Refused(format!(
                "cannot start a thread with a stack of {} MB: {e} (see ulimit -v and ulimit -u)",
                STACK_BYTES >> 20
            )))),
        }
    });
    caught.unwrap_or_else(|payload| {
        let said = payload
            .downcast_ref::<String>()
            .cloned()
            .or_else(|| payload.downcast_ref::<&str>().map(|s| s.to_string()));
        Err(Failure::Internal(said.unwrap_or_else(|| "unknown".into())))
    })
}

/// No backtrace for users: the code that catches the panic reports it.
fn silence_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        std::panic::set_hook(Box::new(|_| {}));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_become_internal_errors() {
        let failed = guarded::<()>(|| panic!("no {}", "luck"));
        assert!(matches!(failed, Err(Failure::Internal(m)) if m == "no luck"));
        assert!(matches!(guarded(|| Ok(3)), Ok(3)));
    }

    #[test]
    fn plain_c_keeps_its_text() {
        let options = Options::default();
        let context = TranslateOptions {
            options: &options,
            file: "a.c",
            is_upc: false,
            pre_include: "/p/pre.h",
            color: false,
            clang: false,
        };
        let text = "# 0 \"a.c\"\n# 1 \"/p/pre.h\" 1\nshared int x;\n# 0 \"<command-line>\" 2\n# 1 \
            \"a.c\"\nint a;\n";
        let out = translate(text, &context, &mut String::new()).unwrap();
        assert!(!out.upc && !out.text.contains("shared"));
        assert!(
            out.text.starts_with("# 0 \"a.c\"\n__asm__")
                && out.text.ends_with(";\n# 1 \"a.c\"\nint a;\n")
        );
        let bare = translate("int a;\n", &context, &mut String::new()).unwrap();
        assert!(bare.text.ends_with("\n# 1 \"a.c\"\nint a;\n"));
    }
}
