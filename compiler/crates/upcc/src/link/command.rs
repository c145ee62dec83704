// SPDX-License-Identifier: Apache-2.0
//! The link itself.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::checks::{self, Program};
use super::explain::explained;
use super::inputs::{self, Input, Unit};
use super::machine::Machine;
use super::note::{Note, ABI, LINK_FILE};
use super::note_object::note_object;
use super::symbol_sections::empty_symbol_sections;
use super::thread_local;
use super::wraps;
use crate::args::{split_words, LinkItem, Options, Pthreads};
use crate::phases::preprocess::stem;
use crate::phases::unit::Session;
use crate::toolchain::{Mode, Toolchain};
use crate::{console, process};

/// Links the objects (one for each source, in order) and the other inputs. Shows the messages at
/// once; returns the exit status.
pub fn link(session: &Session, objects: &[PathBuf]) -> i32 {
    match try_link(session, objects) {
        Ok(code) => code,
        Err(errors) => {
            console::report("error", &errors);
            1
        }
    }
}

fn try_link(session: &Session, objects: &[PathBuf]) -> Result<i32, Vec<String>> {
    let options = session.options;
    // Nothing was compiled under -###: the inputs are those that existed before.
    let made = if options.dry_run { &[] } else { objects };
    let units = inputs::units(&inputs_of(options, made)).map_err(|e| vec![e])?;
    let program = checks::program(&units, options);
    if options.upc.checks {
        let errors = checks::errors(&units, program, options);
        if !errors.is_empty() {
            return Err(errors);
        }
        if let Some(note) = checks::partly_checked(&units) {
            console::report("note", &[note.to_string()]);
        }
    }
    let runtime = if wants_runtime(options) {
        Some(Runtime::prepare(session, program).map_err(|e| vec![e])?)
    } else {
        None
    };
    let mut command = command(session, objects, &units, runtime.as_ref());
    if options.verbose > 0 {
        console::show(format!(" {}\n", process::shown(&command)).as_bytes());
    }
    if options.dry_run {
        return Ok(0);
    }
    let finished = process::run(&mut command, true).map_err(|e| vec![e])?;
    show(&finished.stderr, &units);
    let linker = || match &options.link_with {
        Some(words) => format!("the linker '{words}' (-link-with)"),
        None => session.tools.cc_and_origin(),
    };
    if !finished.success() {
        let silent = finished.unexplained(&linker());
        console::report("error", &Vec::from_iter(silent));
        return Ok(finished.code());
    }
    if runtime.is_some() {
        empty_symbol_sections(Path::new(output_name(options).as_deref().unwrap_or("a.out")))
            .map_err(|e| vec![e])?;
    }
    Ok(0)
}

fn show(stderr: &[u8], units: &[Unit]) {
    console::say(explained(&String::from_utf8_lossy(stderr), units).as_bytes());
}

/// Shared and relocatable outputs have no start, and without start files or libraries the user
/// provides one.
fn wants_runtime(options: &Options) -> bool {
    ![
        "-shared",
        "-r",
        "-nostdlib",
        "-nostartfiles",
        "-nodefaultlibs",
        "-nolibc",
        "-Wl,-r",
        "-Wl,-shared",
        "-Wl,--relocatable",
    ]
    .iter()
    .any(|f| options.has_flag(f))
}

/// The inputs as the checks see them.
fn inputs_of(options: &Options, objects: &[PathBuf]) -> Vec<Input> {
    let mut out = Vec::new();
    for item in &options.link {
        match item {
            LinkItem::Source(i) => {
                let name = options.sources[*i].path.clone();
                out.extend(objects.get(*i).cloned().map(|object| Input::Made(object, name)));
            }
            LinkItem::File(path) => out.push(Input::File(path.into())),
            LinkItem::Flag(flag) => out.extend(flag_inputs(flag)),
        }
    }
    // -L applies to every -l, also to earlier ones.
    out.sort_by_key(|i| !matches!(i, Input::Directory(_)));
    out
}

fn flag_inputs(flag: &str) -> Vec<Input> {
    if let Some(dir) = flag.strip_prefix("-L") {
        return vec![Input::Directory(dir.into())];
    }
    if let Some(name) = flag.strip_prefix("-l") {
        return vec![Input::Library(name.into())];
    }
    let words = flag.strip_prefix("-Wl,").unwrap_or("").split(',');
    words
        .filter_map(|w| match w {
            "--whole-archive" | "-whole-archive" => Some(Input::Whole(true)),
            "--no-whole-archive" | "-no-whole-archive" => Some(Input::Whole(false)),
            _ => None,
        })
        .collect()
}

/// Arguments that make an executable a UPC program.
struct Runtime {
    mode: Mode,
    /// Some unit has UPC in it.
    upc: bool,
    library: PathBuf,
    /// The object with the link's own note.
    note: PathBuf,
}

impl Runtime {
    fn prepare(session: &Session, program: Program) -> Result<Runtime, String> {
        let library =
            session.tools.runtime(program.mode, has_thread_sanitizer(&session.options.cc))?;
        let note = note_file(session, program, &library)?;
        Ok(Runtime { mode: program.mode, upc: program.upc, library, note })
    }
}

/// Whether `-fsanitize=` selects ThreadSanitizer; the last option about it counts.
fn has_thread_sanitizer(cc: &[String]) -> bool {
    let mut on = false;
    for word in cc {
        if let Some(list) = word.strip_prefix("-fsanitize=") {
            on |= list.split(',').any(|name| name == "thread");
        } else if let Some(list) = word.strip_prefix("-fno-sanitize=") {
            on &= !list.split(',').any(|name| name == "thread" || name == "all");
        }
    }
    on
}

/// Writes the object whose note has the options given at link, to be linked with `library`.
fn note_file(session: &Session, program: Program, library: &Path) -> Result<PathBuf, String> {
    let options = &session.options.upc;
    let note = Note {
        abi: ABI,
        mode: program.mode,
        threads: program.threads,
        upc: program.upc,
        checks: program.run_checks,
        file: LINK_FILE.into(),
        heap: options.heap,
        pthreads: match options.pthreads {
            Pthreads::Yes(n) => n,
            Pthreads::No | Pthreads::Unset => None,
        },
    };
    let object = session.temp.file("link-note.o");
    std::fs::write(&object, note_object(&Machine::of(library)?, &note.bytes()))
        .map_err(|e| format!("cannot write {}: {e}", object.display()))?;
    Ok(object)
}

/// The program that links.
fn linker(tools: &Toolchain, options: &Options) -> Command {
    match &options.link_with {
        Some(words) => tools.command(&split_words(words)),
        None => tools.cc(),
    }
}

/// The linker with the options given to it, to answer one of them.
pub fn asked(tools: &Toolchain, options: &Options) -> Command {
    let mut command = linker(tools, options);
    command.args(&options.cc);
    command.args(options.link.iter().filter_map(|item| match item {
        LinkItem::Flag(flag) => Some(flag),
        _ => None,
    }));
    command
}

fn command(
    session: &Session,
    objects: &[PathBuf],
    units: &[Unit],
    runtime: Option<&Runtime>,
) -> Command {
    let options = session.options;
    let mut link = linker(session.tools, options);
    link.args(&options.cc);
    if options.verbose > 0 {
        // Build systems read the linker's command from it: the libraries that it adds, also with
        // -fopenmp.
        link.arg("-v");
    }
    if let Some(output) = output_name(options) {
        link.arg("-o").arg(output);
    }
    if let Some(r) = runtime {
        // First as well as last: the start-up code needs main before any of the user's archives is
        // searched. By then the runtime's start must have turned this into a reference to the
        // user's main.
        link.arg(&r.note).arg(&r.library);
    }
    for item in &options.link {
        match item {
            LinkItem::Source(i) => link.args(objects.get(*i)),
            LinkItem::File(word) | LinkItem::Flag(word) => link.arg(word),
        };
    }
    if let Some(r) = runtime {
        add_runtime(&mut link, options, units, r);
    }
    link
}

/// The runtime comes after all inputs of the user.
fn add_runtime(link: &mut Command, options: &Options, units: &[Unit], r: &Runtime) {
    link.arg(&r.library).args(wraps::options(r.mode, units));
    if !is_static(options) {
        link.arg("-Wl,-u,upcr_loader"); // runtime/src/topo/loader.h
    }
    if r.mode == Mode::Pthreads {
        link.args(thread_local::weak_options(units));
        link.args(["-Wl,-u,upcr_own_strtok", "-Wl,-u,upcr_own_time"]); // runtime/src/compat/
    }
    if options.upc.instrument.on {
        // The tool may be in one of the user's archives; the runtime's own comes last. The
        // functions that report a thread's start and end are needed even if the program has no
        // other event.
        link.args(["-Wl,-u,upcr_inst_start", "-Wl,-u,gasp_init", "-Wl,-u,gasp_event_notify"]);
        link.arg(r.library.with_file_name("libupcr-tool.a"));
    }
    if r.upc {
        // As UPC compilers whose library needs it do; a program of plain C is linked as cc links
        // it.
        link.args(["-Wl,--push-state,--as-needed", "-lm", "-Wl,--pop-state"]);
    }
    link.arg("-pthread");
}

/// Whether the program is linked without shared libraries.
fn is_static(options: &Options) -> bool {
    let flag = |word: &str| word == "-static" || word == "-static-pie";
    options.link.iter().any(|item| matches!(item, LinkItem::Flag(word) if flag(word)))
        || options.cc.iter().any(|word| flag(word))
}

fn output_name(options: &Options) -> Option<String> {
    let first = || {
        options.link.iter().find_map(|item| match item {
            LinkItem::Source(i) => Some(options.sources[*i].path.as_str()),
            LinkItem::File(path) => Some(path.as_str()),
            LinkItem::Flag(_) => None,
        })
    };
    match &options.output {
        Some(name) => Some(name.clone()),
        None if options.smart_output => first().map(stem),
        None => None,
    }
}

/// The named files that do not exist, as gcc reports them.
pub fn missing_files(options: &Options) -> Vec<String> {
    let absent = |path: &&str| !Path::new(path).exists();
    let files = options.link.iter().filter_map(|item| match item {
        LinkItem::File(path) => Some(path.as_str()),
        _ => None,
    });
    files.filter(absent).map(|path| format!("{path}: No such file or directory")).collect()
}
