// SPDX-License-Identifier: Apache-2.0
//! `make conformance`: runs the tests of every requirement, prints what came of each, and writes
//! docs/conformance.md.
//!
//! Arguments: beginnings of ids, to run only theirs; `--no-run` only writes the document. One case
//! of each test is run; `UPC_TEST_FULL=1` runs every case.

use harness::conformance::{Conformance, Row, DOCUMENT};
use harness::suite::{self, Test};
use harness::tools::Tools;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::thread;

/// The results of the tests that were run, by their paths below tests/; `None`: passed.
type Results = BTreeMap<PathBuf, Option<String>>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match conformance(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::from(101)
        }
    }
}

fn conformance(arguments: &[String]) -> Result<bool, String> {
    let tools = Arc::new(Tools::from_env());
    let conformance = Conformance::read(&tools.root)?;
    let document = tools.root.join(DOCUMENT);
    fs::write(&document, conformance.document())
        .map_err(|error| format!("{}: {error}", document.display()))?;
    if arguments.iter().any(|a| a == "--no-run") {
        return Ok(true);
    }
    if let Some(why) = tools.missing() {
        return Err(why);
    }
    let wanted = |row: &&Row| {
        arguments.is_empty() || arguments.iter().any(|a| row.id.starts_with(a.as_str()))
    };
    let rows: Vec<&Row> = conformance.rows.iter().filter(wanted).collect();
    let results = run(&tools, &conformance, &rows)?;
    let _ = fs::remove_dir_all(&tools.scratch);
    Ok(print(&conformance, &rows, &results))
}

/// The tests that `rows` have with their files: all, or one of each file.
fn chosen(
    tools: &Arc<Tools>,
    conformance: &Conformance,
    rows: &[&Row],
) -> Result<Vec<(PathBuf, Test)>, String> {
    let mut queue: Vec<(PathBuf, Test)> = Vec::new();
    let folder = tools.root.join("tests");
    for test in suite::collect(tools)? {
        let file = test.file.strip_prefix(&folder).unwrap_or(&test.file).to_owned();
        let named = rows.iter().any(|row| conformance.tests(&row.id).any(|f| f == file));
        if named && (tools.full || !queue.last().is_some_and(|(last, _)| *last == file)) {
            queue.push((file, test));
        }
    }
    Ok(queue)
}

/// Runs the tests that `rows` have, two at a time.
fn run(tools: &Arc<Tools>, conformance: &Conformance, rows: &[&Row]) -> Result<Results, String> {
    let mut queue = chosen(tools, conformance, rows)?;
    queue.reverse();
    let (queue, results) = (Mutex::new(queue), Mutex::new(Results::new()));
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some((file, test)) = next(&queue) {
                    let failure = (test.run)().err().map(|why| format!("{}: {why}", test.name));
                    let mut results =
                        results.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                    let result = results.entry(file).or_default();
                    *result = result.take().or(failure);
                }
            });
        }
    });
    Ok(results.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()))
}

fn next<T>(queue: &Mutex<Vec<T>>) -> Option<T> {
    queue.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).pop()
}

/// The table, the failures and the sums. False: something failed or has no test.
fn print(conformance: &Conformance, rows: &[&Row], results: &Results) -> bool {
    let mut sums: BTreeMap<&str, usize> = BTreeMap::new();
    for row in rows {
        let state = state(conformance, row, results);
        *sums.entry(state).or_default() += 1;
        let files: Vec<String> =
            conformance.tests(&row.id).map(|file| file.display().to_string()).collect();
        println!("{:<18} {state:<21} {}", row.id, files.join(" "));
    }
    for why in results.values().flatten() {
        println!("\n{why}");
    }
    let sums_text: Vec<String> = sums.iter().map(|(state, n)| format!("{n} {state}")).collect();
    println!("{} requirements: {}", rows.len(), sums_text.join(", "));
    !sums.contains_key("fails") && !sums.contains_key("no test")
}

fn state(conformance: &Conformance, row: &Row, results: &Results) -> &'static str {
    let mut files = conformance.tests(&row.id);
    let passes = |file| matches!(results.get(file), Some(None));
    match files.next() {
        None if conformance.waits(row) => "waits for its library",
        None => "no test",
        Some(first) if passes(first) && files.all(passes) => "passes",
        Some(_) => "fails",
    }
}
