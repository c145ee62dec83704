// SPDX-License-Identifier: Apache-2.0
//! The command line: the user's request, decided once and read-only afterwards.
//!
//! The parser is a table of gcc-style options ([`table`]). No argument library can express them:
//! single-dash long names (`-shared-heap=64MB`), joined values (`-T4`, `-lm`, `-O2`), prefixes that
//! belong to another program (`-W`, `-f`, `-m`) and options whose order among the input files
//! matters (`-l`, `-Wl,`).

mod explain;
mod help;
mod opt_info;
mod parse;
mod response;
mod set;
mod table;

pub use help::{errors_text, help_text, warnings_text};
pub use opt_info::OptInfo;
pub use parse::parse;
pub use response::{expand_response_files, split_words};

/// Largest number of UPC threads that the runtime starts (UPCR_BOOT_THREADS_MAX of
/// runtime/src/boot/boot.h). A pointer-to-shared has room for more (docs/abi.md section 1).
pub const MAX_THREADS: u32 = 65536;

/// The letters of `-fupc-dump`, in the order of the phases.
pub const DUMP_LETTERS: &str = "tsdbIPVLwivryhnlmgaxjqzucfpoke";

/// The phase at which the work ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Stop {
    /// `-E`, `-M`, `-MM`.
    Preprocess,
    /// `-fsyntax-only`.
    Check,
    /// `-trans`: the translated C.
    Translate,
    /// `-S`.
    Assembly,
    /// `-c`.
    Object,
    Link,
}

/// The language of a file, by its suffix or by `-x`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Language {
    /// `.upc`, `.c`, `-x upc`.
    Upc,
    /// `.upci`, `.i`: preprocessed UPC.
    UpcPreprocessed,
    /// `.h`, `.uph`: UPC that can only be preprocessed or checked.
    Header,
    /// Another language, left to the C compiler; the name for its `-x` if the suffix does not tell
    /// (`-x c`: plain C).
    Other(Option<String>),
}

/// A source file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// As written; `-` is standard input.
    pub path: String,
    pub language: Language,
}

/// Inputs of the linker, in the user's order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LinkItem {
    /// The object made from `Options::sources[i]`.
    Source(usize),
    /// An object, archive, shared library or linker script.
    File(String),
    /// An option with its value (`-lm`, `-Wl,--gc-sections`).
    Flag(String),
}

/// Whether private statics are per UPC thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pthreads {
    /// Neither given: compile for processes, link in the mode of the objects.
    Unset,
    /// `-nopthreads`.
    No,
    /// `-pthreads`, with the number of threads per process for which the executable is linked.
    Yes(Option<u32>),
}

/// `-M` and its relatives, for the preprocessor only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dependencies {
    /// `-M` (`Some("-M")`) or `-MM`: print the rule instead of the text.
    pub only: Option<&'static str>,
    /// `-MD` or `-MMD`: write the rule next to the output.
    pub beside: Option<&'static str>,
    /// `-MF`.
    pub file: Option<String>,
    /// `-MT x`, `-MQ x`, `-MP`, `-MG`, as they go to the preprocessor.
    pub flags: Vec<String>,
}

impl Dependencies {
    /// Whether the rule's target was given (`-MT`, `-MQ`).
    pub fn has_target(&self) -> bool {
        self.flags.iter().any(|f| f.starts_with("-MT") || f.starts_with("-MQ"))
    }

    /// Values given for a rule that no option requests.
    pub fn stray(&self) -> Option<&str> {
        if self.only.is_some() || self.beside.is_some() {
            return None;
        }
        self.flags.first().map(String::as_str).or(self.file.as_ref().map(|_| "-MF"))
    }
}

/// A question that is answered at once, without compilation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Query {
    Help,
    /// `--help=warnings`.
    Warnings,
    /// `--help=errors`.
    Errors,
    /// `-explain NAME`: the text.
    Explain(String),
    Version,
    IncludeDir,
    /// Answered by the C compiler (`-dumpmachine`, `-print-file-name=x`).
    Cc(String),
}

/// The UPC options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Upc {
    /// `-T`: 1..=[`MAX_THREADS`]; `None`: chosen at launch.
    pub threads: Option<u32>,
    pub pthreads: Pthreads,
    /// `-shared-heap`, bytes per UPC thread.
    pub heap: Option<u64>,
    /// `-nochecks` turns the consistency checks at link off.
    pub checks: bool,
    /// `-nolines`: no line markers in the translated C.
    pub lines: bool,
    /// `-fno-upc-pre-include`: `upc.h` is not included beforehand.
    pub pre_include: bool,
    /// `-fberkeley`: the macros by which programs know Berkeley's compiler are defined.
    pub berkeley: bool,
    /// `-Wupc-x`, `-Wno-upc-x`, `-Werror=upc-x` in order, without the `-W`.
    pub warnings: Vec<String>,
    /// `-fdiagnostics-format=json`: the messages of compilation are one array of gcc's JSON.
    pub json: bool,
    /// `-fno-upc-privatize=name,...`: file-scope names that stay one per process under -pthreads.
    pub plain_names: Vec<String>,
    /// `-fupc-check`, `-fno-upc-check`: whether accesses are checked at run time; `None`: as `-g`
    /// says.
    pub run_checks: Option<bool>,
    /// `-inst`, `-inst-local`, `-inst-functions`: the events reported to a tool.
    pub instrument: upc_ir::Instrument,
    /// `-fupc-analyze-all`: every function body is checked and translated, as though it had UPC in
    /// it.
    pub analyze_all: bool,
    /// `-fupc-dump=LETTERS`: of [`DUMP_LETTERS`].
    pub dump: String,
    /// `-f[no-]upc-NAME`, `-f[no-]upc-opt`: which optimisations run.
    pub passes: upc_ir::Passes,
    /// `-fopt-info-upc`: which remarks of the optimisations are shown, and where.
    pub opt_info: OptInfo,
    /// `-fupc-verify`: the invariants of every phase's result are checked.
    pub verify: bool,
}

impl Default for Upc {
    fn default() -> Upc {
        Upc {
            threads: None,
            pthreads: Pthreads::Unset,
            heap: None,
            checks: true,
            lines: true,
            pre_include: true,
            berkeley: false,
            warnings: Vec::new(),
            json: false,
            plain_names: Vec::new(),
            run_checks: None,
            instrument: upc_ir::Instrument::default(),
            analyze_all: false,
            dump: String::new(),
            verify: false,
            passes: upc_ir::Passes::default(),
            opt_info: OptInfo::default(),
        }
    }
}

/// Everything the user asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    pub stop: Stop,
    pub sources: Vec<Source>,
    pub link: Vec<LinkItem>,
    pub output: Option<String>,
    /// `-smart-output`: the executable is named after the first file.
    pub smart_output: bool,
    /// Options for the preprocessor only (`-I`, `-D`, `-include`).
    pub cpp: Vec<String>,
    /// Options that apply only under `-E` (`-P`, `-C`, `-dM`): the translator could not read their
    /// output.
    pub cpp_final: Vec<String>,
    /// Options for every call of the C compiler (`-O2`, `-std=c99`, `-Wall`, `-g`).
    pub cc: Vec<String>,
    /// Options for the compilation of C to objects only (`-Wa,`, `-Wc,`).
    pub compile: Vec<String>,
    pub dependencies: Dependencies,
    pub upc: Upc,
    /// 0; 1: show the commands (`-v`); 2: the C compiler too (`-vv`).
    pub verbose: u8,
    /// `-###`: the commands are only shown.
    pub dry_run: bool,
    pub save_temps: bool,
    /// `-link-with`: the command that links instead of the C compiler.
    pub link_with: Option<String>,
    pub query: Option<Query>,
    /// Options accepted without effect, and why.
    pub warnings: Vec<String>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            stop: Stop::Link,
            sources: Vec::new(),
            link: Vec::new(),
            output: None,
            smart_output: false,
            cpp: Vec::new(),
            cpp_final: Vec::new(),
            cc: Vec::new(),
            compile: Vec::new(),
            dependencies: Dependencies::default(),
            upc: Upc::default(),
            verbose: 0,
            dry_run: false,
            save_temps: false,
            link_with: None,
            query: None,
            warnings: Vec::new(),
        }
    }
}

impl Options {
    /// Whether the C compiler was given `flag` exactly, for the whole command (`-shared`, `-r`,
    /// `-fopenmp`).
    pub fn has_flag(&self, flag: &str) -> bool {
        self.cc.iter().any(|f| f == flag)
            || self.link.iter().any(|i| matches!(i, LinkItem::Flag(f) if f == flag))
    }

    /// The last `-std=` value.
    pub fn standard(&self) -> Option<&str> {
        self.cc.iter().rev().find_map(|f| match f.as_str() {
            "-ansi" => Some("c90"),
            f => f.strip_prefix("-std=").or_else(|| f.strip_prefix("--std=")),
        })
    }

    /// The options that replace prefixes of file names in objects, in their order.
    pub fn prefix_maps(&self) -> Vec<(String, String)> {
        let pair = |f: &String| {
            let of = ["-ffile-prefix-map=", "-fdebug-prefix-map=", "-fmacro-prefix-map="].iter();
            let (old, new) =
                of.filter_map(|option| f.strip_prefix(option)).next()?.split_once('=')?;
            Some((old.to_string(), new.to_string()))
        };
        self.cc.iter().filter_map(pair).collect()
    }

    /// Whether tentative definitions in several units are one object.
    pub fn common(&self) -> bool {
        let last = self.cc.iter().rev().find(|f| ["-fcommon", "-fno-common"].contains(&f.as_str()));
        last.is_some_and(|f| f == "-fcommon")
    }

    /// Whether a sanitizer instruments the code.
    pub fn is_sanitized(&self) -> bool {
        self.cc.iter().any(|f| f.starts_with("-fsanitize="))
    }

    /// Whether an option requests or refuses debug information (`-g`, `-g0`, `-ggdb3`).
    pub fn says_debug(&self) -> bool {
        self.cc.iter().any(|f| f.starts_with("-g"))
    }

    /// The last option that gives a level of debug information, `-g0` as none.
    fn debug_level(&self) -> Option<&str> {
        let level = |f: &&String| {
            ["-g", "-g0", "-g1", "-g2", "-g3"].contains(&f.as_str())
                || f.starts_with("-ggdb")
                || f.starts_with("-gdwarf")
        };
        self.cc
            .iter()
            .rev()
            .find(level)
            .map(String::as_str)
            .filter(|f| !["-g0", "-ggdb0"].contains(f))
    }

    /// Whether debug information has types, also those of UPC.
    pub fn debug_types(&self) -> bool {
        self.debug_level().is_some_and(|f| !["-g1", "-ggdb1"].contains(&f))
    }

    /// The last option that gives a level of optimisation.
    fn level(&self) -> Option<&str> {
        self.cc.iter().rev().find(|f| f.starts_with("-O")).map(String::as_str)
    }

    /// The optimisations of shared accesses that run: none with `-O0`.
    pub fn passes(&self) -> upc_ir::Passes {
        let mut passes = self.upc.passes.clone();
        if self.level() == Some("-O0") {
            passes.set_all(false);
        }
        passes
    }

    /// Whether the linker is to optimise the program as a whole.
    pub fn optimises_at_link(&self) -> bool {
        let says = |f: &&String| f.starts_with("-flto") || *f == "-fno-lto";
        self.cc.iter().rfind(says).is_some_and(|f| f != "-fno-lto")
    }

    /// Whether loops should be fast rather than short, and the user gave no alignment.
    pub fn optimises_loops(&self) -> bool {
        let said = |f: &String| f.starts_with("-falign-") || f.starts_with("-fno-align-");
        self.level().is_some_and(|l| ["-O2", "-O3", "-Ofast"].contains(&l))
            && !self.cc.iter().any(said)
    }

    /// Whether code is compiled with run-time checks: with debug information, unless
    /// `-fno-upc-check` or `-fupc-check` decides.
    pub fn run_checks(&self) -> bool {
        self.upc.run_checks.unwrap_or_else(|| self.debug_level().is_some())
    }
}
