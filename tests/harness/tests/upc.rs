// SPDX-License-Identifier: Apache-2.0
//! The suite: every program and script below tests/ and examples/, one test a case.
//!
//! `cargo test -p harness --test upc -- NAME` runs the cases whose name contains NAME;
//! `UPC_TEST_FULL=1` runs every case, otherwise a sample of each program's. With `TEST_AGAIN=1`
//! a test that fails runs once more, with no other test beside it, and that run decides; the end of
//! the output names the tests that only the second run passed.

use harness::gallery;
use harness::runner;
use harness::second_run::SecondRun;
use harness::suite;
use harness::tools::Tools;
use libtest_mimic::{Failed, Trial};
use std::fs;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The name of each test that has ended, and how long it took.
type Times = Arc<Mutex<Vec<(Duration, String)>>>;

/// Tests that the table of the slowest has; none is printed for a run of fewer than ten times as
/// many.
const SLOWEST: usize = 30;

fn main() -> ExitCode {
    let (arguments, tools) = match runner::start() {
        Ok(started) => started,
        Err(status) => return status,
    };
    if std::env::var_os("UPC_TEST_BLESS").is_some_and(|v| v == "1") {
        if let Err(why) = gallery::bless(&tools) {
            eprintln!("{why}");
            return ExitCode::from(101);
        }
    }
    let times = Times::default();
    let second = Arc::new(SecondRun::from_env());
    let trials = match collect(&tools, &times, &second) {
        Ok(trials) => trials,
        Err(why) => {
            eprintln!("{why}");
            return ExitCode::from(101);
        }
    };
    let conclusion = libtest_mimic::run(&arguments, trials);
    // The files of a run are useless once its failures are printed.
    let _ = fs::remove_dir_all(&tools.scratch);
    print_slowest(&times);
    print!("{second}");
    conclusion.exit_code()
}

fn collect(
    tools: &Arc<Tools>,
    times: &Times,
    second: &Arc<SecondRun>,
) -> Result<Vec<Trial>, String> {
    let trial = |test: suite::Test| {
        let (times, second) = (Arc::clone(times), Arc::clone(second));
        Trial::test(test.name.clone(), move || {
            let begin = Instant::now();
            let result = second.check(&test);
            times.lock().unwrap_or_else(PoisonError::into_inner).push((begin.elapsed(), test.name));
            result.map_err(Failed::from)
        })
    };
    Ok(suite::spread(suite::collect(tools)?).into_iter().map(trial).collect())
}

/// The tests that took longest, with the compiling of the program in its first case of a kind.
fn print_slowest(times: &Times) {
    let mut times = times.lock().unwrap_or_else(PoisonError::into_inner);
    if times.len() < 10 * SLOWEST {
        return;
    }
    times.sort_unstable();
    println!("The slowest of {} tests:", times.len());
    for (took, name) in times.iter().rev().take(SLOWEST) {
        println!("{:8.1} s  {name}", took.as_secs_f64());
    }
}
