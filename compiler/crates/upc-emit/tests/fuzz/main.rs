// SPDX-License-Identifier: Apache-2.0
//! The whole front end on broken programs: each ends in C or in diagnostics, never in a panic, a
//! hang, an overflow of the stack or more than 1 GB.
//!
//! The programs are mutations, from a fixed seed, of those in tests/run/ and examples/, a few of
//! each, or as many in all as `UPC_FUZZ_MUTANTS` says, from the seed `UPC_FUZZ_SEED` on; and
//! programs that nest or repeat `UPC_FUZZ_DEPTH` times, by default 100,000, and 3,000 in a build
//! without optimisation. What fails is kept in the folder `fuzz-failures` of the folder for
//! temporary files.

mod bombs;
mod front_end;
mod limits;
mod mutate;

use front_end::{translate, Way};
use mutate::{mutant, Random};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// How many mutants a plain `cargo test` makes.
const FEW: usize = 120;
/// How often the repeated part of a bomb comes.
const DEPTH: usize = if cfg!(debug_assertions) { 3_000 } else { 100_000 };

const WAYS: [Way; 3] = [
    Way { static_threads: None, pthreads: false, checks: false },
    Way { static_threads: Some(3), pthreads: false, checks: true },
    Way { static_threads: None, pthreads: true, checks: false },
];

#[test]
fn mutants() {
    let (count, seed) = (number("UPC_FUZZ_MUTANTS", FEW), number("UPC_FUZZ_SEED", 1));
    let programs = programs();
    let mut random = Random::new(seed as u64 + 0x9e37_79b9_7f4a_7c15);
    let mut translated = 0;
    let mut current = None;
    for i in 0..count {
        // Preprocessing takes longer than a translation: several mutants of each.
        if i % 8 == 0 || current.is_none() {
            current = preprocessed(&programs[random.below(programs.len())]);
        }
        let Some((head, own)) = &current else { continue };
        let text = format!("{head}{}", mutant(own, &mut random));
        translated += usize::from(check(text, WAYS[i % WAYS.len()]));
    }
    // Both outcomes are tested.
    assert!(
        translated > 0 && translated < count,
        "{translated} of {count} mutants were translated"
    );
}

#[test]
fn bombs_of_nesting_and_length() {
    for (what, text) in bombs::all(number("UPC_FUZZ_DEPTH", DEPTH)) {
        for way in [WAYS[0], WAYS[2]].into_iter().skip(usize::from(cfg!(debug_assertions))) {
            let bytes = text.len();
            let checked = text.clone();
            if let Err(why) = limits::within(move || translate(&checked, way).is_some()) {
                panic!("{what:?}, repeated ({bytes} bytes): {why}");
            }
        }
    }
}

/// The number in a variable of the environment.
fn number(name: &str, default: usize) -> usize {
    env::var(name)
        .ok()
        .map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name}={text}: no number")))
}

/// Whether it was translated. Panics where it was neither translated nor diagnosed.
fn check(text: String, way: Way) -> bool {
    let kept = text.clone();
    match limits::within(move || translate(&text, way).is_some()) {
        Ok(translated) => translated,
        Err(why) => panic!("{why}\nThe text: {}", keep(&kept).display()),
    }
}

fn keep(text: &str) -> PathBuf {
    let folder = env::temp_dir().join("fuzz-failures");
    let path = folder.join(format!("{}.upci", std::process::id()));
    let _ = fs::create_dir_all(&folder).and_then(|()| fs::write(&path, text));
    path
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// The UPC sources of tests/run/, tests/regress/ and examples/, sorted.
fn programs() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in ["tests/run", "tests/regress", "examples"] {
        collect(&root().join(folder), &mut found);
    }
    found.sort();
    assert!(found.len() > 50, "only {} programs to start from", found.len());
    found
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|e| e == "upc") {
            found.push(path);
        }
    }
}

/// The text of the headers and the program's own text after them. `None`: the program wants options
/// of its own.
fn preprocessed(program: &Path) -> Option<(String, String)> {
    let include = root().join("runtime/include");
    let mut cc = Command::new(env::var("CC").unwrap_or_else(|_| "cc".into()));
    cc.args(["-E", "-P", "-w", "-D__UPC__=1", "-include"]).arg(include.join("upcr/preinclude.h"));
    cc.arg("-I")
        .arg(&include)
        .arg("-I")
        .arg(root().join("tests/include"))
        .args(["-x", "c"])
        .arg(program);
    let output = cc.output().unwrap_or_else(|e| panic!("{cc:?}: {e}"));
    let text = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
    // Without line markers the program is what the source's own size says, at the end; its macros
    // may have grown.
    let own = fs::metadata(program).map_or(0, |m| m.len() as usize).min(text.len());
    let split = text[..text.len() - own].rfind('\n').map_or(0, |n| n + 1);
    Some((text[..split].to_string(), text[split..].to_string()))
}
