// SPDX-License-Identifier: Apache-2.0
//! Every option upcc knows: its spelling, what it takes, what it does, its line in `--help`.

use super::opt_info;
use super::set;
use super::Options;

/// How an option's value is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// `-c`
    None,
    /// `-O2`: the rest of the word, which may be empty.
    Joined,
    /// `-Xlinker x`
    Separate,
    /// `-Idir`, `-I dir`
    JoinedOrSeparate,
    /// `-conf=file`
    Equals,
    /// `-link-with=cmd`, `-link-with cmd`
    EqualsOrSeparate,
    /// `-pthreads`, `-pthreads=2`
    MaybeEquals,
}

/// The effect of an option.
#[derive(Clone, Copy)]
pub enum Action {
    /// Goes to every call of the C compiler.
    Cc,
    /// Goes to the preprocessor.
    Cpp,
    /// Goes to the preprocessor under `-E`.
    CppFinal,
    /// Goes to the compilation of C to an object.
    Compile,
    /// Goes to the linker, in its place among the files.
    Link,
    /// Goes to the C compiler wherever it is called, the linker included at its place.
    CcLink,
    /// The C compiler answers it.
    Query,
    /// Changes the options; the value is empty where none is taken.
    Set(fn(&mut Options, &str) -> Result<(), String>),
    /// Handled by the parser (`-x`, `-h`).
    Parser,
    /// Accepted without effect, for users of other compilers, with the reason.
    Warn(&'static str),
    /// Refused, with the reason and what to do.
    Reject(&'static str),
}

/// Topics of `--help`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    Upc,
    Output,
    Stages,
    C,
    Link,
    General,
    Developer,
    /// Not listed.
    Hidden,
}

impl Group {
    /// The topics that are listed, in order.
    pub const ALL: [Group; 7] = [
        Group::Upc,
        Group::Stages,
        Group::Output,
        Group::C,
        Group::Link,
        Group::General,
        Group::Developer,
    ];

    pub fn title(self) -> &'static str {
        match self {
            Group::Upc => "UPC",
            Group::Output => "Output",
            Group::Stages => "Stages",
            Group::C => "C compiler",
            Group::Link => "Linking",
            Group::General => "General",
            Group::Developer => "For work on upcc itself",
            Group::Hidden => "",
        }
    }
}

/// One option.
pub struct Spec {
    /// Without dashes, and without the `=` of its value. Names longer than a letter may have two
    /// dashes.
    pub name: &'static str,
    pub value: Value,
    pub action: Action,
    pub group: Group,
    /// `VALUE|what it does`; empty: not listed.
    pub help: &'static str,
}

const fn spec(
    name: &'static str,
    value: Value,
    action: Action,
    group: Group,
    help: &'static str,
) -> Spec {
    Spec { name, value, action, group, help }
}

const fn hidden(name: &'static str, value: Value, action: Action) -> Spec {
    spec(name, value, action, Group::Hidden, "")
}

const OLD: Action = Action::Warn("it belongs to another UPC compiler and has no meaning here");
const OWN_NAMES: Action = Action::Reject(
    "upcc names what is written beside an object after -o and the source, as gcc does by default",
);
const SIZE_CHECK: Action = Action::Warn(
    "the size of the shared heap is checked when the program starts; see UPC_REQUIRE_SHARED_SIZE",
);

use Action::{Cc, CcLink, Compile, Cpp, CppFinal, Link, Parser, Query, Reject, Set, Warn};
use Group as G;
use Value as V;

/// The table. If several names match, the longest wins; a name that matches the whole word wins
/// over all.
pub const OPTIONS: &[Spec] = &[
    // UPC
    spec(
        "T",
        V::JoinedOrSeparate,
        Set(set::threads),
        G::Upc,
        "N|fix THREADS at N (1 to 65536); \
        also -T=N, -TN",
    ),
    spec(
        "fupc-threads-",
        V::Joined,
        Set(set::threads),
        G::Upc,
        "N|the same; also -fthreads-N, -X \
        N",
    ),
    hidden("fupc-threads", V::Equals, Set(set::threads)),
    hidden("fthreads-", V::Joined, Set(set::threads)),
    hidden("fthreads", V::Equals, Set(set::threads)),
    hidden("X", V::JoinedOrSeparate, Set(set::threads)),
    hidden("qupc", V::Equals, Set(set::xl_upc)),
    spec(
        "pthreads",
        V::MaybeEquals,
        Set(set::pthreads),
        G::Upc,
        "N|UPC threads may share a process (N a process by default)",
    ),
    hidden("fupc-pthreads-model-tls", V::None, Set(set::pthreads)),
    spec(
        "nopthreads",
        V::None,
        Set(set::no_pthreads),
        G::Upc,
        "a UPC thread is a process \
        (default)",
    ),
    spec(
        "shared-heap",
        V::EqualsOrSeparate,
        Set(set::heap),
        G::Upc,
        "SIZE|shared heap per UPC thread: MB, or with K, M, G, T",
    ),
    spec(
        "network",
        V::EqualsOrSeparate,
        Set(set::network),
        G::Upc,
        "NAME|smp, tcp, ofi, ucx: accepted; the job's start chooses (upcrun -show-net)",
    ),
    spec(
        "fno-upc-pre-include",
        V::None,
        Set(set::no_pre_include),
        G::Upc,
        "do not include upc.h \
        before the source",
    ),
    spec("fupc-pre-include", V::None, Set(set::pre_include), G::Hidden, ""),
    spec(
        "fberkeley",
        V::None,
        Set(set::berkeley),
        G::Upc,
        "define __BERKELEY_UPC__ and related macros; so does the name upcc-berkeley",
    ),
    hidden("fno-berkeley", V::None, Set(set::no_berkeley)),
    spec(
        "fno-upc-privatize",
        V::Equals,
        Set(set::plain_names),
        G::Upc,
        "NAME,...|statics that stay one per process under -pthreads",
    ),
    spec(
        "fupc-check",
        V::None,
        Set(set::run_checks),
        G::Upc,
        "check accesses, pointers and calls at run time (docs/checks.md); -g does",
    ),
    spec(
        "inst",
        V::None,
        Set(set::instrument),
        G::Upc,
        "events for upcrun -stats, -trace or a tool of <gasp.h>: waits, library calls, others' \
         data",
    ),
    spec(
        "inst-local",
        V::None,
        Set(set::instrument_local),
        G::Upc,
        "-inst, and accesses of a thread's own shared data",
    ),
    spec(
        "inst-calls",
        V::None,
        Set(set::instrument_calls),
        G::Upc,
        "-inst without events of accesses: these are optimised as without -inst",
    ),
    spec(
        "inst-functions",
        V::None,
        Set(set::instrument_functions),
        G::Upc,
        "-inst, and calls of the program's functions",
    ),
    spec(
        "fno-upc-check",
        V::None,
        Set(set::no_run_checks),
        G::Upc,
        "no run-time checks, even with \
        -g",
    ),
    spec(
        "fno-upc-opt",
        V::None,
        Set(set::no_optimise),
        G::Upc,
        "no optimisation of shared \
        accesses, as with -O0",
    ),
    hidden("fupc-opt", V::None, Set(set::optimise)),
    spec(
        "fopt-info-upc",
        V::Joined,
        Set(opt_info::opt_info),
        G::Upc,
        "[-optimized][-missed][=FILE]|say what was optimised and what was not, and why \
         (docs/optimiser.md)",
    ),
    spec(
        "fopt-info-upc-json",
        V::Equals,
        Set(opt_info::opt_info_json),
        G::Upc,
        "FILE|all of that \
        as an array of JSON",
    ),
    spec(
        "fno-upc-inline",
        V::None,
        Set(set::no_inline),
        G::Developer,
        "no small functions taken into the loops that call them",
    ),
    hidden("fupc-inline", V::None, Set(set::inline)),
    spec(
        "fno-upc-pointers",
        V::None,
        Set(set::no_pointers),
        G::Developer,
        "moving pointers stay pointers in inner loops",
    ),
    hidden("fupc-pointers", V::None, Set(set::pointers)),
    spec(
        "fno-upc-values",
        V::None,
        Set(set::no_values),
        G::Developer,
        "variables in subscripts of shared data stay",
    ),
    hidden("fupc-values", V::None, Set(set::values)),
    spec(
        "fno-upc-limits",
        V::None,
        Set(set::no_limits),
        G::Developer,
        "limits of loops read from memory in each iteration",
    ),
    hidden("fupc-limits", V::None, Set(set::limits)),
    spec(
        "fno-upc-walks",
        V::None,
        Set(set::no_walks),
        G::Developer,
        "no optimisation of pointers that \
        loops move",
    ),
    hidden("fupc-walks", V::None, Set(set::walks)),
    spec(
        "fno-upc-iterations",
        V::None,
        Set(set::no_iterations),
        G::Developer,
        "upc_forall as written: each thread tests all iterations",
    ),
    hidden("fupc-iterations", V::None, Set(set::iterations)),
    spec(
        "fno-upc-streams",
        V::None,
        Set(set::no_streams),
        G::Developer,
        "no optimisation of own elements \
        in upc_forall",
    ),
    hidden("fupc-streams", V::None, Set(set::streams)),
    spec(
        "fno-upc-rows",
        V::None,
        Set(set::no_rows),
        G::Developer,
        "no optimisation of loops which step \
        by THREADS",
    ),
    hidden("fupc-rows", V::None, Set(set::rows)),
    spec(
        "fno-upc-runs",
        V::None,
        Set(set::no_runs),
        G::Developer,
        "no optimisation of inner loops along \
        a block",
    ),
    hidden("fupc-runs", V::None, Set(set::runs)),
    spec(
        "fno-upc-indefinite",
        V::None,
        Set(set::no_indefinite),
        G::Developer,
        "no optimisation of indefinitely \
        blocked arrays in loops",
    ),
    hidden("fupc-indefinite", V::None, Set(set::indefinite)),
    spec(
        "fno-upc-coalesce",
        V::None,
        Set(set::no_coalesce),
        G::Developer,
        "no optimisation of far rows, \
        moved as a whole",
    ),
    hidden("fupc-coalesce", V::None, Set(set::coalesce)),
    spec(
        "fno-upc-own",
        V::None,
        Set(set::no_own),
        G::Developer,
        "no optimisation of x[MYTHREAD] in \
        loops",
    ),
    hidden("fupc-own", V::None, Set(set::own)),
    spec(
        "fno-upc-gather",
        V::None,
        Set(set::no_gather),
        G::Developer,
        "no optimisation of far arrays that loops read by arbitrary subscripts",
    ),
    hidden("fupc-gather", V::None, Set(set::gather)),
    spec(
        "fno-upc-tables",
        V::None,
        Set(set::no_tables),
        G::Developer,
        "no optimisation of any elements of arrays in loops",
    ),
    hidden("fupc-tables", V::None, Set(set::tables)),
    spec(
        "fno-upc-independent",
        V::None,
        Set(set::no_independent),
        G::Developer,
        "do not tell the C compiler which iterations are independent",
    ),
    hidden("fupc-independent", V::None, Set(set::independent)),
    spec(
        "fno-upc-inspector",
        V::None,
        Set(set::no_inspector),
        G::Developer,
        "no fetch of far elements before the loop that reads them",
    ),
    hidden("fupc-inspector", V::None, Set(set::inspector)),
    spec(
        "fno-upc-owners",
        V::None,
        Set(set::no_owners),
        G::Developer,
        "no loops over columns of cyclic matrices thread by thread",
    ),
    hidden("fupc-owners", V::None, Set(set::owners)),
    spec(
        "fno-upc-updates",
        V::None,
        Set(set::no_updates),
        G::Developer,
        "far updates of a loop share no messages",
    ),
    hidden("fupc-updates", V::None, Set(set::updates)),
    spec(
        "fno-upc-counted",
        V::None,
        Set(set::no_counted),
        G::Developer,
        "loops that do not wait keep far data no longer than others",
    ),
    hidden("fupc-counted", V::None, Set(set::counted)),
    spec(
        "fno-upc-together",
        V::None,
        Set(set::no_together),
        G::Developer,
        "no common fetch of far elements that straight-line code reads",
    ),
    hidden("fupc-together", V::None, Set(set::together)),
    spec(
        "fupc-analyze-all",
        V::None,
        Set(set::analyze_all),
        G::Developer,
        "check and translate every function, also those without UPC",
    ),
    spec(
        "fupc-dump",
        V::Equals,
        Set(set::dump),
        G::Developer,
        "LETTERS|print what phases made: t tokens, s tree, d types, b accesses; \
         wivryhnlmgaxjqzucfpoke after passes",
    ),
    spec(
        "fupc-verify",
        V::None,
        Set(set::verify),
        G::Developer,
        "check the invariants of every \
        phase's result",
    ),
    spec(
        "nochecks",
        V::None,
        Set(set::no_checks),
        G::Upc,
        "link objects without checking that \
        they fit together",
    ),
    hidden("checks", V::None, Set(set::checks)),
    spec(
        "Wupc-",
        V::Joined,
        Set(set::upc_warning),
        G::Upc,
        "NAME|a warning about UPC code; -Wno-upc-NAME, -Werror=upc-NAME",
    ),
    hidden("Wno-upc-", V::Joined, Set(set::no_upc_warning)),
    hidden("Werror=upc-", V::Joined, Set(set::upc_warning_error)),
    hidden("Wno-error=upc-", V::Joined, Set(set::upc_warning_no_error)),
    spec(
        "fdiagnostics-format",
        V::Equals,
        Set(set::diagnostics_format),
        G::C,
        "FORM|messages as 'text', or as 'json' (gcc's, one array) for editors",
    ),
    hidden("hupc", V::None, Set(set::nothing)),
    // Stages
    spec("E", V::None, Set(set::stop_preprocess), G::Stages, "preprocess only"),
    spec(
        "trans",
        V::None,
        Set(set::stop_translate),
        G::Stages,
        "translate to C only: \
        FILE.trans.c",
    ),
    spec("S", V::None, Set(set::stop_assembly), G::Stages, "compile to assembly only"),
    spec("c", V::None, Set(set::stop_object), G::Stages, "compile to objects, do not link"),
    spec("fsyntax-only", V::None, Set(set::stop_check), G::Stages, "report errors only"),
    // Output
    spec("o", V::JoinedOrSeparate, Set(set::output), G::Output, "FILE|name of the output"),
    hidden("-output", V::EqualsOrSeparate, Set(set::output)),
    spec(
        "smart-output",
        V::None,
        Set(set::smart_output),
        G::Output,
        "name the executable after \
        the first file",
    ),
    spec(
        "save-temps",
        V::MaybeEquals,
        Set(set::save_temps),
        G::Output,
        "obj|keep the preprocessed text and the translated C",
    ),
    hidden("save-all-temps", V::None, Set(set::save_temps)),
    hidden("nosave-temps", V::None, Set(set::no_save_temps)),
    hidden("nosave-all-temps", V::None, Set(set::no_save_temps)),
    spec("nolines", V::None, Set(set::no_lines), G::Output, "no line markers in the translated C"),
    hidden("lines", V::None, Set(set::lines)),
    // The C compiler: preprocessor
    spec(
        "I",
        V::JoinedOrSeparate,
        Cpp,
        G::C,
        "DIR|search DIR for headers; also -isystem, -iquote, \
        -idirafter",
    ),
    spec("D", V::JoinedOrSeparate, Cpp, G::C, "NAME[=VALUE]|define a macro"),
    spec("U", V::JoinedOrSeparate, Cpp, G::C, "NAME|undefine a macro"),
    spec(
        "include",
        V::JoinedOrSeparate,
        Cpp,
        G::C,
        "FILE|include FILE before the source; also \
        -imacros",
    ),
    hidden("imacros", V::JoinedOrSeparate, Cpp),
    hidden("isystem", V::JoinedOrSeparate, Cpp),
    hidden("iquote", V::JoinedOrSeparate, Cpp),
    hidden("idirafter", V::JoinedOrSeparate, Cpp),
    hidden("iprefix", V::JoinedOrSeparate, Cpp),
    hidden("iwithprefix", V::JoinedOrSeparate, Cpp),
    hidden("iwithprefixbefore", V::JoinedOrSeparate, Cpp),
    hidden("imultilib", V::JoinedOrSeparate, Cpp),
    hidden("isysroot", V::JoinedOrSeparate, CcLink),
    hidden("nostdinc", V::None, Cpp),
    hidden("undef", V::None, Cpp),
    hidden("trigraphs", V::None, Cpp),
    hidden("P", V::None, CppFinal),
    hidden("C", V::None, CppFinal),
    hidden("CC", V::None, CppFinal),
    hidden("H", V::None, Cpp),
    hidden("A", V::JoinedOrSeparate, Cpp),
    hidden("remap", V::None, Cpp),
    hidden("d", V::Joined, CppFinal),
    hidden("Wp,", V::Joined, Cpp),
    hidden("Xpreprocessor", V::Separate, Cpp),
    spec(
        "MD",
        V::None,
        Set(set::deps_md),
        G::C,
        "write make rules too; also -MMD -M -MM -MF -MT \
        -MQ -MP -MG",
    ),
    hidden("MMD", V::None, Set(set::deps_mmd)),
    hidden("M", V::None, Set(set::deps_m)),
    hidden("MM", V::None, Set(set::deps_mm)),
    hidden("MG", V::None, Set(set::deps_mg)),
    hidden("MP", V::None, Set(set::deps_mp)),
    hidden("MF", V::JoinedOrSeparate, Set(set::deps_mf)),
    hidden("MT", V::JoinedOrSeparate, Set(set::deps_mt)),
    hidden("MQ", V::JoinedOrSeparate, Set(set::deps_mq)),
    // The C compiler: compilation
    spec(
        "x",
        V::JoinedOrSeparate,
        Parser,
        G::C,
        "LANG|language of the files that follow: upc, c (UPC keywords off), none, ...",
    ),
    spec("std", V::Equals, Cc, G::C, "STD|the C standard; also -ansi"),
    hidden("ansi", V::None, Cc),
    spec("O", V::Joined, Cc, G::C, "LEVEL|optimise: -O0 to -O3, -Os, -Og, -Ofast"),
    spec(
        "g",
        V::Joined,
        Cc,
        G::C,
        "debug information and run-time checks; UPC units have line numbers (-g1) without it",
    ),
    spec("W", V::Joined, Cc, G::C, "NAME|the C compiler's warnings"),
    spec("f", V::Joined, Cc, G::C, "NAME|the C compiler's code options"),
    spec("m", V::Joined, Cc, G::C, "NAME|the C compiler's machine options"),
    spec(
        "Wc,",
        V::Joined,
        Set(set::wc),
        G::C,
        "OPTIONS|options for the C compiler, separated by \
        commas or blanks",
    ),
    hidden("Wa,", V::Joined, Compile),
    hidden("Xassembler", V::Separate, Compile),
    hidden("aux-info", V::Separate, Compile),
    hidden("Q", V::None, Compile),
    hidden("time", V::MaybeEquals, Cc),
    hidden("pass-exit-codes", V::None, Cc),
    hidden("wrapper", V::Separate, CcLink),
    hidden("Xclang", V::Separate, Cc),
    hidden("Wu,", V::Joined, Warn("upcc has no separate translator to take it")),
    hidden("Ww,", V::Joined, Warn("upcc has no separate translator to take it")),
    hidden("w", V::None, Cc),
    hidden("pedantic", V::None, Cc),
    hidden("pedantic-errors", V::None, Cc),
    hidden("pipe", V::None, Cc),
    hidden("p", V::None, Cc),
    hidden("pg", V::None, Cc),
    hidden("pthread", V::None, Cc),
    hidden("coverage", V::None, Cc),
    hidden("param", V::EqualsOrSeparate, Cc),
    hidden("B", V::JoinedOrSeparate, CcLink),
    hidden("sysroot", V::EqualsOrSeparate, CcLink),
    hidden("specs", V::Equals, CcLink),
    hidden("target", V::EqualsOrSeparate, CcLink),
    hidden("no-canonical-prefixes", V::None, Cc),
    hidden("Qunused-arguments", V::None, Cc),
    hidden("fuse-ld", V::Equals, Link),
    // Linking
    spec("l", V::JoinedOrSeparate, Link, G::Link, "NAME|link with a library"),
    spec("L", V::JoinedOrSeparate, Link, G::Link, "DIR|search DIR for libraries"),
    spec(
        "Wl,",
        V::Joined,
        Link,
        G::Link,
        "OPTIONS|options for the linker, separated by commas; \
        also -Xlinker OPTION",
    ),
    hidden("Xlinker", V::Separate, Link),
    spec(
        "link-with",
        V::EqualsOrSeparate,
        Set(set::link_with),
        G::Link,
        "COMMAND|link with COMMAND (g++, mpicc) instead of the C compiler",
    ),
    spec(
        "extern-main",
        V::None,
        Set(set::nothing),
        G::Link,
        "main is in an object that upcc did \
        not compile",
    ),
    spec("shared", V::None, Link, G::Link, "make a shared library (of C code)"),
    spec("r", V::None, Link, G::Link, "make one relocatable object"),
    spec("static", V::None, Link, G::Link, "no shared libraries; also -static-pie, -static-libgcc"),
    hidden("static-pie", V::None, Link),
    hidden("static-libgcc", V::None, Link),
    hidden("static-libstdc++", V::None, Link),
    hidden("shared-libgcc", V::None, Link),
    hidden("pie", V::None, Link),
    hidden("no-pie", V::None, Link),
    hidden("nopie", V::None, Link),
    hidden("rdynamic", V::None, Link),
    hidden("symbolic", V::None, Link),
    hidden("s", V::None, Link),
    hidden("t", V::None, Link),
    hidden("e", V::Separate, Link),
    hidden("-entry", V::EqualsOrSeparate, Link),
    hidden("u", V::Separate, Link),
    hidden("z", V::Separate, Link),
    spec("nostdlib", V::None, Link, G::Link, "no C library and no runtime; also -nostartfiles"),
    hidden("nostartfiles", V::None, Link),
    hidden("nodefaultlibs", V::None, Link),
    hidden("nolibc", V::None, Link),
    hidden(
        "uses-mpi",
        V::None,
        Reject("this release has no MPI transport; to link MPI libraries use -link-with=mpicc"),
    ),
    // General
    spec(
        "v",
        V::None,
        Set(set::verbose),
        G::General,
        "show the commands; alone: the versions. -vv: the C compiler's too",
    ),
    hidden("verbose", V::None, Set(set::verbose)),
    hidden("vv", V::None, Set(set::very_verbose)),
    spec("###", V::None, Set(set::dry_run), G::General, "show the commands, quoted, and run none"),
    spec(
        "help",
        V::MaybeEquals,
        Set(set::help),
        G::General,
        "TOPIC|this text; also -h, -?; --help=warnings, --help=errors: all names of messages",
    ),
    spec(
        "explain",
        V::EqualsOrSeparate,
        Set(set::explain),
        G::General,
        "NAME|explain an error or warning, by the name in brackets behind it",
    ),
    hidden("h", V::None, Parser),
    hidden("?", V::None, Set(set::help)),
    spec(
        "version",
        V::None,
        Set(set::version),
        G::General,
        "the version of upcc and of the C \
        compiler; also -V",
    ),
    hidden("V", V::None, Set(set::version)),
    spec("print-include-dir", V::None, Set(set::print_include_dir), G::General, "where upc.h is"),
    spec("norc", V::None, Parser, G::General, "read neither upcc.conf nor .upccrc"),
    spec("conf", V::EqualsOrSeparate, Parser, G::General, "FILE|read FILE in place of upcc.conf"),
    hidden("-target-help", V::None, Query),
    hidden("dumpversion", V::None, Query),
    hidden("dumpfullversion", V::None, Query),
    hidden("dumpmachine", V::None, Query),
    hidden("dumpspecs", V::None, Query),
    hidden("print-file-name", V::Equals, Query),
    hidden("print-prog-name", V::Equals, Query),
    hidden("print-libgcc-file-name", V::None, Query),
    hidden("print-search-dirs", V::None, Query),
    hidden("print-multiarch", V::None, Query),
    hidden("print-multi-lib", V::None, Query),
    hidden("print-multi-directory", V::None, Query),
    hidden("print-multi-os-directory", V::None, Query),
    hidden("print-sysroot", V::None, Query),
    hidden("print-sysroot-headers-suffix", V::None, Query),
    hidden("print-resource-dir", V::None, Query),
    hidden("print-mpicc", V::None, Reject("this release has no MPI transport")),
    hidden("echo-var", V::EqualsOrSeparate, Reject("upcc has no configuration variables to show")),
    // Accepted from other UPC compilers
    hidden("opt", V::None, Warn("the optimisation of shared accesses follows -O")),
    hidden("opt-enable", V::Equals, Warn("the optimisation of shared accesses follows -O")),
    hidden("opt-disable", V::Equals, Warn("the optimisation of shared accesses follows -O")),
    hidden("fast-symptr", V::None, OLD),
    hidden("nofast-symptr", V::None, OLD),
    hidden("require-size", V::None, SIZE_CHECK),
    hidden("norequire-size", V::None, SIZE_CHECK),
    hidden("size-warn", V::None, SIZE_CHECK),
    hidden("nosize-warn", V::None, SIZE_CHECK),
    hidden("heap-offset", V::EqualsOrSeparate, OLD),
    hidden("shared-heap-max", V::EqualsOrSeparate, OLD),
    hidden("compress", V::None, OLD),
    hidden("http-proxy", V::EqualsOrSeparate, OLD),
    hidden("nightly", V::None, OLD),
    hidden("stable", V::None, OLD),
    hidden("yesterday", V::None, OLD),
    hidden("bupc", V::None, OLD),
    hidden("gupc", V::None, OLD),
    hidden("cupc", V::None, OLD),
    hidden("cupc2c", V::None, OLD),
    hidden("thrille", V::MaybeEquals, OLD),
    hidden("uses-threads", V::None, Set(set::uses_threads)),
    hidden("nouses-threads", V::None, Set(set::nothing)),
    hidden("translator", V::EqualsOrSeparate, Warn("upcc has no separate translator")),
    hidden("link-cache", V::None, OLD),
    hidden("nolink-cache", V::None, OLD),
    hidden("sizes-file", V::EqualsOrSeparate, OLD),
    hidden("pow2-symptr", V::None, OLD),
    hidden("nopow2-symptr", V::None, OLD),
    hidden("fupc-inline-lib", V::None, OLD),
    hidden("fno-upc-inline-lib", V::None, OLD),
    hidden("fupc-debug", V::None, Warn("use -g")),
    hidden("fupc-pts", V::Equals, OLD),
    hidden("fupc-packed-bits", V::Equals, OLD),
    hidden("fupc-pts-vaddr-order", V::Equals, OLD),
    // Not there
    hidden("fupc-instrument", V::None, Set(set::instrument)),
    hidden("fupc-instrument-functions", V::None, Set(set::instrument_functions)),
    hidden("trace", V::None, Set(set::instrument)),
    hidden(
        "tv",
        V::None,
        Reject(
            "there is no TotalView support in this release; use -g and attach gdb to a thread's \
            process",
        ),
    ),
    hidden(
        "show-sizes",
        V::None,
        Reject(
            "upcc has no size report; use sizeof and \
        upc_localsizeof",
        ),
    ),
    hidden("dumpbase", V::Separate, OWN_NAMES),
    hidden("dumpbase-ext", V::Separate, OWN_NAMES),
    hidden("dumpdir", V::Separate, OWN_NAMES),
];
