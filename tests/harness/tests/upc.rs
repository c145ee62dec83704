// SPDX-License-Identifier: Apache-2.0
//! The suite: every program and script below tests/ and examples/, one test a case.
//!
//! `cargo test -p harness --test upc -- NAME` runs the cases whose name contains NAME;
//! `UPC_TEST_FULL=1` runs every case, otherwise a sample of each program's.

use harness::gallery;
use harness::runner;
use harness::suite;
use harness::tools::Tools;
use libtest_mimic::{Failed, Trial};
use std::fs;
use std::process::ExitCode;
use std::sync::Arc;

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
    let trials = match collect(&tools) {
        Ok(trials) => trials,
        Err(why) => {
            eprintln!("{why}");
            return ExitCode::from(101);
        }
    };
    let conclusion = libtest_mimic::run(&arguments, trials);
    // What is left of a run is of no use once its failures are printed.
    let _ = fs::remove_dir_all(&tools.scratch);
    conclusion.exit_code()
}

fn collect(tools: &Arc<Tools>) -> Result<Vec<Trial>, String> {
    let tests = suite::collect(tools)?.into_iter();
    Ok(tests
        .map(|test| Trial::test(test.name, move || (test.run)().map_err(Failed::from)))
        .collect())
}
