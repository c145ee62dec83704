// SPDX-License-Identifier: Apache-2.0
//! C programs that csmith writes: with upcc each must print what it prints with the C compiler
//! alone, passed through untouched, with every function translated, and with its objects one per
//! UPC thread.
//!
//! A fixed few, or as many as `UPC_CSMITH_PROGRAMS` says, from the seed `UPC_CSMITH_FIRST` on. gcc
//! and clang take turns where both are there. The program of a failure is kept in the folder
//! `csmith-failures` of the folder for temporary files, and the message says how to reduce it.
//! Where csmith is not installed every test is counted as ignored.

use harness::process::{self, End};
use harness::runner::{self, number};
use harness::tools::Tools;
use harness::Failure;
use libtest_mimic::{Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::time::Duration;
use std::{env, fs};

/// How many programs `make test` runs: each combination of flavour, way and C compiler once.
const FEW: u64 = 60;

/// Of a compilation.
const COMPILE_LIMIT: Duration = Duration::from_secs(60);
/// Of a run: a program that the C compiler made and that does not end by then is not tested, as
/// csmith's may run for ever.
const RUN_LIMIT: Duration = Duration::from_millis(300);
/// Of upcc's: far more, so that a busy machine fails no test.
const OUR_RUN_LIMIT: Duration = Duration::from_secs(60);

/// Options of csmith, in turn: each brings declarations or expressions that the others lack.
/// Not --float: it converts values that the target cannot represent, which is undefined, and
/// --builtins names functions that do not exist.
const FLAVOURS: [&[&str]; 6] = [
    &[],
    &["--packed-struct", "--bitfields"],
    &["--int8", "--uint8", "--fixed-struct-fields"],
    &["--jumps", "--volatiles", "--const-pointers", "--unions"],
    &["--max-expr-complexity", "20", "--inline-function"],
    &["--no-math64", "--argc"],
];

/// Small programs: many say more than large ones.
const SMALL: [&str; 6] =
    ["--max-funcs", "2", "--max-block-depth", "2", "--max-array-len-per-dim", "5"];

/// Options of upcc, in turn: 5 ways, which has no common divisor with 6 flavours, taken twice for
/// 2 C compilers.
const WAYS: [&[&str]; 5] = [
    &["-fupc-verify", "-fupc-analyze-all"],
    &["-fupc-verify", "-fupc-analyze-all", "-pthreads"],
    &["-fupc-verify", "-fupc-analyze-all"],
    &["-fupc-verify", "-fupc-analyze-all", "-pthreads"],
    &[],
];

fn main() -> ExitCode {
    let (arguments, tools) = match runner::start() {
        Ok(started) => started,
        Err(status) => return status,
    };
    let (first, count) = (number("UPC_CSMITH_FIRST", 1), number("UPC_CSMITH_PROGRAMS", FEW));
    let include = csmith_headers();
    if include.is_none() {
        eprintln!(
            "{count} tests skipped: csmith and its headers are not installed (Debian: \
            csmith, libcsmith-dev)"
        );
    }
    let compilers = Arc::new(c_compilers());
    let trial = |seed: u64| {
        let (tools, compilers) = (Arc::clone(&tools), Arc::clone(&compilers));
        let headers = include.clone();
        let run = move || match &headers {
            Some(include) => check(&tools, &compilers, include, seed).map_err(Failed::from),
            None => Ok(()),
        };
        Trial::test(format!("csmith/{seed}"), run).with_ignored_flag(include.is_none())
    };
    let conclusion = libtest_mimic::run(&arguments, (first..first + count).map(trial).collect());
    let _ = fs::remove_dir_all(&tools.scratch);
    conclusion.exit_code()
}

/// Where csmith.h is, if csmith itself is there too.
fn csmith_headers() -> Option<PathBuf> {
    let there = Command::new("csmith")
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success());
    let places = ["/usr/include/csmith", "/usr/local/include/csmith", "/usr/include/csmith-2.3.0"];
    places.iter().map(PathBuf::from).find(|place| there && place.join("csmith.h").exists())
}

/// The user's C compiler, and clang if it is another one and is installed.
fn c_compilers() -> Vec<String> {
    let own = env::var("CC").unwrap_or_else(|_| "cc".into());
    let clang =
        Command::new("clang").arg("--version").output().is_ok_and(|output| output.status.success());
    if clang && !own.contains("clang") {
        vec![own, "clang".into()]
    } else {
        vec![own]
    }
}

fn check(tools: &Tools, compilers: &[String], include: &Path, seed: u64) -> Result<(), Failure> {
    let flavour = FLAVOURS[seed as usize % FLAVOURS.len()];
    let cc = &compilers[seed as usize / FLAVOURS.len() % compilers.len()];
    let folder = tools.scratch.join("csmith").join(seed.to_string());
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let source = folder.join("program.c");
    write_program(&source, seed, flavour)?;
    let reference = folder.join("reference");
    compile(Command::new(cc), &[], include, &source, &reference)?;
    let Some(expected) = output(&reference, RUN_LIMIT)? else { return Ok(()) };
    let way = WAYS[seed as usize % WAYS.len()];
    let program = folder.join("program");
    let mut upcc = Command::new(&tools.upcc);
    upcc.env("CC", cc);
    let result = compile(upcc, way, include, &source, &program)
        .and_then(|()| output(&program, OUR_RUN_LIMIT));
    let why = match result {
        Ok(Some(actual)) if actual == expected => None,
        Ok(actual) => Some(format!(
            "{cc} alone: {expected}\nupcc: {}",
            actual.as_deref().unwrap_or("does not end")
        )),
        Err(why) => Some(why),
    };
    if let Some(why) = why {
        return Err(format!("{why}\n{}", how_to_reduce(&source, seed, cc, way, include)));
    }
    // A thousand executables would fill a small disk.
    let _ = fs::remove_dir_all(&folder);
    Ok(())
}

fn write_program(source: &Path, seed: u64, flavour: &[&str]) -> Result<(), Failure> {
    let mut csmith = Command::new("csmith");
    csmith.args(["--seed", &seed.to_string(), "-o"]).arg(source).args(SMALL).args(flavour);
    // It leaves a file in the current directory.
    csmith.current_dir(source.parent().unwrap_or(Path::new("/")));
    let outcome = process::run(&mut csmith, &[], COMPILE_LIMIT)
        .map_err(|error| format!("csmith: {error}"))?;
    match outcome.end {
        End::Status(0) => Ok(()),
        end => Err(format!("csmith: {end:?}: {}{}", outcome.stdout, outcome.stderr)),
    }
}

fn compile(
    mut compiler: Command,
    way: &[&str],
    include: &Path,
    source: &Path,
    to: &Path,
) -> Result<(), Failure> {
    compiler.args(["-w", "-O0"]).args(way).arg("-I").arg(include).arg("-o").arg(to).arg(source);
    let outcome = process::run(&mut compiler, &[], COMPILE_LIMIT)
        .map_err(|error| format!("{compiler:?}: {error}"))?;
    match outcome.end {
        End::Status(0) => Ok(()),
        end => Err(format!("{compiler:?}: {end:?}: {}{}", outcome.stdout, outcome.stderr)),
    }
}

/// The output of a program and its end; `None`: it does not end within `limit`.
fn output(program: &Path, limit: Duration) -> Result<Option<String>, Failure> {
    let mut run = Command::new(program);
    run.env_remove("UPC_NTHREADS");
    let outcome = process::run(&mut run, &[], limit)
        .map_err(|error| format!("{}: {error}", program.display()))?;
    Ok(match outcome.end {
        End::TimedOut => None,
        End::Status(status) => {
            Some(format!("{}{}(exit status {status})", outcome.stdout, outcome.stderr))
        }
        End::Signal(signal) => Some(format!("(signal {signal})")),
    })
}

/// Keeps the program of a failure and says how a reducer is given it.
fn how_to_reduce(source: &Path, seed: u64, cc: &str, way: &[&str], include: &Path) -> String {
    let folder = env::temp_dir().join("csmith-failures");
    let kept = folder.join(format!("{seed}.c"));
    let _ = fs::create_dir_all(&folder).and_then(|()| fs::copy(source, &kept).map(|_| ()));
    let (include, way) = (include.display(), way.join(" "));
    let test = format!(
        "{cc} -w -I{include} {seed}.c -o a && CC={cc} upcc -w {way} -I{include} {seed}.c -o b && ! \
         cmp -s <(./a) <(./b)"
    );
    format!(
        "The program: {}\nTo reduce it: creduce test.sh {seed}.c, where test.sh (bash) is\n    \
         {test}",
        kept.display()
    )
}
