// SPDX-License-Identifier: Apache-2.0
//! Compiles and runs random programs, loops and routes: a fixed few, or as many as
//! `UPC_RANDOM_PROGRAMS` says, from the seed `UPC_RANDOM_FIRST` on.
//!
//! `UPC_TEST_MODES` restricts them to some modes.
//!
//! Where clang is installed, it is behind upcc for each third program.
//!
//! Random loops, half as many, are compiled with all optimisations of shared accesses, or without
//! one or all of them; some of these programs in all of these ways. Random routes are a third as
//! many.
//!
//! The program of a failure is kept in the folder `random-failures` of the folder for temporary
//! files; the message names it.

use harness::program::Program;
use harness::runner::{self, number};
use harness::tools::Tools;
use harness::{directives, Failure};
use libtest_mimic::{Failed, Trial};
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::{env, fs};

/// How many programs `make test` runs, and half as many loops, which take longer to compile.
const FEW: u64 = 30;

/// Without which optimisation each second program of loops is compiled, by turns.
const LEFT_OUT: [&str; 20] = [
    "opt",
    "inline",
    "limits",
    "values",
    "pointers",
    "walks",
    "iterations",
    "streams",
    "rows",
    "indefinite",
    "runs",
    "coalesce",
    "own",
    "gather",
    "tables",
    "inspector",
    "independent",
    "updates",
    "counted",
    "together",
];

fn loops(seed: u64) -> String {
    let flag = match seed % 2 {
        0 => String::new(),
        _ => format!("-fno-upc-{}", LEFT_OUT[seed as usize / 2 % LEFT_OUT.len()]),
    };
    generate::kernels::program(seed, &flag)
}

/// The options of each way to compile the same loops, which all have to give the same.
fn ways() -> impl Iterator<Item = String> {
    let without = LEFT_OUT.iter().map(|pass| format!("-fno-upc-{pass}"));
    std::iter::once(String::new()).chain(without)
}

fn main() -> ExitCode {
    let (arguments, tools) = match runner::start() {
        Ok(started) => started,
        Err(status) => return status,
    };
    let (first, count) = (number("UPC_RANDOM_FIRST", 1), number("UPC_RANDOM_PROGRAMS", FEW));
    let clang =
        Command::new("clang").arg("--version").output().is_ok_and(|output| output.status.success());
    let other = match clang {
        true => Arc::new(Tools { behind: Some("clang".to_owned()), ..(*tools).clone() }),
        false => Arc::clone(&tools),
    };
    let way = |(seed, flag): (u64, String)| {
        let tools = Arc::clone(if seed % 3 == 0 { &other } else { &tools });
        Trial::test(format!("ways/{seed}{flag}"), move || {
            let text = generate::kernels::program(seed, &flag);
            check(&tools, &format!("ways{flag}"), seed, &text).map_err(Failed::from)
        })
    };
    let trial = |(kind, seed): (&'static str, u64)| {
        let tools = Arc::clone(if seed % 3 == 0 { &other } else { &tools });
        Trial::test(format!("{kind}/{seed}"), move || {
            let checked = match kind {
                "loops" => check(&tools, kind, seed, &loops(seed)),
                "routes" => check(&tools, kind, seed, &generate::routes::program(seed)),
                _ => check(&tools, kind, seed, &generate::program(seed)),
            };
            checked.map_err(Failed::from)
        })
    };
    let programs = (first..first + count).map(|seed| ("random", seed));
    let programs = programs.chain((first..first + count.div_ceil(2)).map(|seed| ("loops", seed)));
    let programs = programs.chain((first..first + count.div_ceil(3)).map(|seed| ("routes", seed)));
    let all_ways =
        (first..first + count.div_ceil(FEW)).flat_map(|seed| ways().map(move |flag| (seed, flag)));
    let trials = all_ways.map(way).chain(programs.map(trial));
    let conclusion = libtest_mimic::run(&arguments, trials.collect());
    let _ = fs::remove_dir_all(&tools.scratch);
    conclusion.exit_code()
}

fn check(tools: &Tools, kind: &str, seed: u64, text: &str) -> Result<(), Failure> {
    let folder = tools.scratch.join(kind).join(seed.to_string());
    let source = folder.join("program.upc");
    let written = fs::create_dir_all(&folder).and_then(|()| fs::write(&source, text));
    written.map_err(|error| format!("{}: {error}", source.display()))?;
    let directives = directives::parse(text)?;
    let program = Program::new(format!("{kind}/{seed}"), vec![source], directives);
    for case in program.cases(tools, true) {
        program.check(tools, case).map_err(|why| {
            let compiler =
                tools.behind.as_ref().map_or(String::new(), |cc| format!(", with UPCC_CC={cc}"));
            format!("{why}\nThe program{compiler}: {}", keep(kind, seed, text).display())
        })?;
    }
    // A thousand executables would fill a small disk.
    let _ = fs::remove_dir_all(&folder);
    Ok(())
}

/// Keeps the program of a failure.
fn keep(kind: &str, seed: u64, text: &str) -> PathBuf {
    let folder = env::temp_dir().join("random-failures");
    let path = folder.join(format!("{kind}-{seed}.upc"));
    let _ = fs::create_dir_all(&folder).and_then(|()| fs::write(&path, text));
    path
}
