// SPDX-License-Identifier: Apache-2.0
//! The whole command: questions, units, link.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

use crate::args::{self, LinkItem, Options, Query, Stop};
use crate::console::{self, report};
use crate::phases::remarks::{self, Remarks};
use crate::phases::unit::{Outcome, Session};
use crate::temp::TempDir;
use crate::toolchain::Toolchain;
use crate::{ccache, env_files, link, process};

/// Runs upcc with these arguments (without the program's name); the exit status.
pub fn run(given: Vec<String>) -> i32 {
    console::obey(&given);
    let (code, compiles) = match prepare(given) {
        Ok((tools, options)) => (execute(&tools, &options), options.query.is_none()),
        Err(errors) => {
            report("error", &errors);
            (1, true)
        }
    };
    console::finish(compiles, code);
    code
}

fn prepare(given: Vec<String>) -> Result<(Toolchain, Options), Vec<String>> {
    let tools = Toolchain::find().map_err(|e| vec![e])?;
    let (words, warnings) = env_files::gather(given, tools.prefix()).map_err(|e| vec![e])?;
    console::obey(&words);
    let options = args::parse(&words)?;
    report("warning", &warnings);
    report("warning", &options.warnings);
    Ok((tools, options))
}

/// Errors in the files of a command line; `some`: it names any.
fn wrong_files(options: &Options, some: bool) -> Option<(&'static str, Vec<String>)> {
    if !some {
        return Some(("fatal error", vec!["no input files".into()]));
    }
    let missing = link::missing_files(options);
    if !missing.is_empty() && options.stop == Stop::Link {
        return Some(("error", missing));
    }
    let file = overwritten_input(options)?;
    Some(("fatal error", vec![format!("input file '{file}' is the same as output file")]))
}

fn execute(tools: &Toolchain, options: &Options) -> i32 {
    if let Some(query) = &options.query {
        return answer(tools, options, query);
    }
    let files = options.link.iter().any(|i| !matches!(i, LinkItem::Flag(_)));
    if !files && asks_linker(options) {
        return ask(link::asked(tools, options));
    }
    if !files && options.verbose > 0 {
        return answer(tools, options, &Query::Cc("-v".into()));
    }
    if let Some((severity, messages)) = wrong_files(options, files) {
        report(severity, &messages);
        return 1;
    }
    warn_unused(options);
    report("warning", &ccache::warning(options).into_iter().collect::<Vec<_>>());
    match TempDir::new() {
        Ok(temp) => build(tools, options, &temp),
        Err(e) => {
            report("error", &[e]);
            1
        }
    }
}

/// Whether an option asks the linker about itself (`-Wl,--version`), as build systems do.
fn asks_linker(options: &Options) -> bool {
    let asks = |word: &str| matches!(word, "--version" | "--help" | "--verbose" | "-v" | "-V");
    let mut flags = options.link.iter().filter_map(|item| match item {
        LinkItem::Flag(flag) => Some(flag.strip_prefix("-Wl,").unwrap_or(flag)),
        _ => None,
    });
    options.stop == Stop::Link && flags.any(|flag| flag.split(',').any(asks))
}

/// The input that `-o` also names.
fn overwritten_input(options: &Options) -> Option<&str> {
    let output = std::fs::canonicalize(options.output.as_ref()?).ok()?;
    let inputs = options.link.iter().filter_map(|item| match item {
        LinkItem::Source(i) => Some(options.sources[*i].path.as_str()),
        LinkItem::File(path) => Some(path.as_str()),
        LinkItem::Flag(_) => None,
    });
    let is_device = |path: &std::path::Path| !path.is_file();
    let mut inputs = inputs
        .filter(|path| std::fs::canonicalize(path).is_ok_and(|p| p == output && !is_device(&p)));
    inputs.next()
}

/// Warns about linker inputs if nothing is linked, as gcc does.
fn warn_unused(options: &Options) {
    if options.stop == Stop::Link {
        return;
    }
    let unused = options.link.iter().filter_map(|item| match item {
        LinkItem::File(path) => {
            Some(format!("{path}: linker input file unused because linking not done"))
        }
        _ => None,
    });
    report("warning", &unused.collect::<Vec<_>>());
}

fn build(tools: &Toolchain, options: &Options, temp: &TempDir) -> i32 {
    let color = !options.upc.json
        && std::io::stderr().is_terminal()
        && std::env::var_os("NO_COLOR").is_none()
        && std::env::var_os("TERM").map_or(true, |t| t != "dumb");
    let session = Session { tools, options, temp, color };
    if let Some(why) = remarks::silenced(options) {
        report("note", &[format!("-fopt-info-upc: there are no remarks: {why}")]);
    }
    match compile_all(&session) {
        Ok(objects) if options.stop == Stop::Link => link::link(&session, &objects),
        Ok(_) => 0,
        Err(code) => code,
    }
}

/// Compiles every source, several at a time, and shows their messages in the order of the sources.
/// The objects, or the exit status of the first that failed.
fn compile_all(session: &Session) -> Result<Vec<PathBuf>, i32> {
    let count = session.options.sources.len();
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    // The preprocessor writes directly to standard output, so units run one by one.
    let workers = if session.options.stop == Stop::Preprocess { 1 } else { processors.min(count) };
    let outcomes: Vec<Mutex<Outcome>> =
        (0..count).map(|_| Mutex::new(Outcome::default())).collect();
    // Relaxed: only hands out numbers; the scope's join orders the outcomes.
    let next = AtomicUsize::new(0);
    let work = || loop {
        let i = next.fetch_add(1, Ordering::Relaxed);
        match outcomes.get(i) {
            Some(slot) => {
                let outcome = session.unit(i);
                *slot.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = outcome;
            }
            None => return,
        }
    };
    on_threads(workers, work);
    collect(outcomes, session.options)
}

/// Executes `work` on as many threads, of which this is one. If a thread cannot be created, the
/// others do its share.
fn on_threads(count: usize, work: impl Fn() + Copy + Send) {
    std::thread::scope(|scope| {
        for _ in 1..count {
            let _ = std::thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
}

/// The remarks on standard error follow the messages of their unit; files have those of all units.
fn collect(outcomes: Vec<Mutex<Outcome>>, options: &Options) -> Result<Vec<PathBuf>, i32> {
    let mut objects = Vec::new();
    let mut code = 0;
    let mut remarks = Remarks::default();
    for slot in outcomes {
        let outcome = slot.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        // A closed pipe is no error.
        let _ = std::io::stdout().write_all(outcome.dump.as_bytes());
        console::say(&outcome.messages);
        if options.upc.opt_info.file.is_none() {
            console::show(outcome.remarks.text.as_bytes());
        }
        remarks.append(outcome.remarks);
        if code == 0 {
            code = outcome.code;
        }
        objects.extend(outcome.object);
    }
    let unwritten = written(&remarks, options);
    report("error", &unwritten);
    match code {
        0 if unwritten.is_empty() => Ok(objects),
        0 => Err(1),
        code => Err(code),
    }
}

/// Writes the files of `-fopt-info-upc`, also without a remark; why it cannot.
fn written(remarks: &Remarks, options: &Options) -> Vec<String> {
    let info = &options.upc.opt_info;
    if options.dry_run || options.stop == Stop::Preprocess {
        return Vec::new();
    }
    let json = info.json.as_ref().map(|file| (file, remarks.array()));
    let files = info.file.as_ref().map(|file| (file, remarks.text.clone())).into_iter().chain(json);
    let failed = |(file, text): (&String, String)| {
        let error = std::fs::write(file, text).err()?;
        Some(format!("cannot write {file}: {error}"))
    };
    files.filter_map(failed).collect()
}

fn answer(tools: &Toolchain, options: &Options, query: &Query) -> i32 {
    match query {
        Query::Help => print(&args::help_text()),
        Query::Warnings => print(&args::warnings_text()),
        Query::Errors => print(&args::errors_text()),
        Query::Explain(text) => print(text),
        Query::Version => print(&version(tools)),
        Query::IncludeDir => print(&format!("{}\n", tools.include_dir().display())),
        Query::Cc(flag) => ask_cc(tools, options, flag),
    }
}

/// The C compiler's answer to a question of its own.
fn ask_cc(tools: &Toolchain, options: &Options, flag: &str) -> i32 {
    if flag == "-v" {
        console::show(version(tools).as_bytes());
    }
    let mut cc = tools.cc();
    cc.args(&options.cc).args(&options.compile).arg(flag);
    ask(cc)
}

/// Another program's answer; its exit status.
fn ask(mut command: Command) -> i32 {
    match process::run(&mut command, false) {
        Ok(done) if done.success() => 0,
        Ok(done) => done.code(),
        Err(e) => {
            report("error", &[e]);
            1
        }
    }
}

/// A closed pipe is no error.
fn print(text: &str) -> i32 {
    let _ = std::io::stdout().write_all(text.as_bytes());
    0
}

fn version(tools: &Toolchain) -> String {
    let cc = first_line(&mut tools.cc()).unwrap_or_else(|| "not found".into());
    format!(
        "upcc (Partita) {}\nUnified Parallel C 1.3\nC compiler: {} ({cc})\nLicence Apache-2.0; \
         there is NO WARRANTY, to the extent permitted by law.\n",
        env!("CARGO_PKG_VERSION"),
        tools.cc_name(),
    )
}

fn first_line(cc: &mut Command) -> Option<String> {
    let output = cc.arg("--version").output().ok()?;
    String::from_utf8_lossy(&output.stdout).lines().next().map(String::from)
}
