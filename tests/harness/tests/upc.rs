//! The suite: every program and script below tests/ and examples/, one test a case.
//!
//! `cargo test -p harness --test upc -- NAME` runs the cases whose name contains NAME; `UPC_TEST_FULL=1` runs every
//! case, otherwise a sample of each program's.

use harness::directives;
use harness::tools::Tools;
use harness::{example, program, rejected, script};
use libtest_mimic::{Arguments, Failed, Trial};
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    arguments.test_threads = arguments.test_threads.or(Some(2));
    let tools = Arc::new(Tools::from_env());
    if let (Some(why), false) = (tools.missing(), arguments.list) {
        eprintln!("{why}");
        return ExitCode::from(101);
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
    let mut trials = Vec::new();
    let tests = tools.root.join("tests");
    for folder in ["run", "regress"] {
        for found in program::find(&tests, &tests.join(folder))? {
            let found = Arc::new(found);
            for case in found.cases(tools.full) {
                let (program, tools) = (Arc::clone(&found), Arc::clone(tools));
                let name = format!("{}::{case}", program.name);
                trials.push(Trial::test(name, move || program.check(&tools, case).map_err(Failed::from)));
            }
        }
    }
    for found in example::find(&tools.root.join("examples"))? {
        let found = Arc::new(found);
        for case in found.cases(tools.full) {
            let (example, tools) = (Arc::clone(&found), Arc::clone(tools));
            let name = format!("{}::{case}", example.program.name);
            trials.push(Trial::test(name, move || example.check(&tools, case).map_err(Failed::from)));
        }
    }
    for folder in ["syntax/ok", "syntax/err", "sema/ok", "sema/err"] {
        diagnosed(tools, &tests, &tests.join(folder), &mut trials)?;
    }
    for path in program::sorted_entries(&tests.join("tools"))? {
        let name = path.strip_prefix(&tests).unwrap_or(&path).with_extension("").to_string_lossy().into_owned();
        let tools = Arc::clone(tools);
        trials.push(Trial::test(name, move || script::check(&tools, &path).map_err(Failed::from)));
    }
    Ok(trials)
}

/// One test for each `.upc` or `.c` file below `folder`, which is compiled and not linked.
fn diagnosed(tools: &Arc<Tools>, tests: &Path, folder: &Path, trials: &mut Vec<Trial>) -> Result<(), String> {
    for path in program::sorted_entries(folder)? {
        if path.is_dir() {
            diagnosed(tools, tests, &path, trials)?;
            continue;
        }
        if !path.extension().is_some_and(|e| e == "upc" || e == "c") {
            continue;
        }
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let directives = directives::parse(&text).map_err(|why| format!("{}: {why}", path.display()))?;
        let name = path.strip_prefix(tests).unwrap_or(&path).with_extension("").to_string_lossy().into_owned();
        let tools = Arc::clone(tools);
        trials.push(Trial::test(name, move || rejected::check(&tools, &path, &directives).map_err(Failed::from)));
    }
    Ok(())
}
