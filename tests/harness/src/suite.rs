// SPDX-License-Identifier: Apache-2.0
//! The whole suite: every program and script below tests/, examples/ and bench/apps/, one test a
//! case.

use crate::tools::Tools;
use crate::{applications, directives, example, gallery, program, rejected, script, Failure};
use std::collections::HashMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// One case of one file.
pub struct Test {
    pub name: String,
    /// The file with the expectations.
    pub file: PathBuf,
    /// The check. It may be run more than once.
    pub run: Box<dyn Fn() -> Result<(), Failure> + Send>,
}

impl fmt::Debug for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// Every test, the cases of a file one after the other. Errors name the file that cannot be read.
pub fn collect(tools: &Arc<Tools>) -> Result<Vec<Test>, String> {
    let mut all = Vec::new();
    let tests = tools.root.join("tests");
    for folder in ["run", "regress"] {
        programs(tools, program::find(&tests, &tests.join(folder))?, &mut all);
    }
    programs(tools, applications::find(&tools.root)?, &mut all);
    examples(tools, &mut all)?;
    for folder in ["syntax/ok", "syntax/err", "sema/ok", "sema/err"] {
        diagnosed(tools, &tests, &tests.join(folder), &mut all)?;
    }
    for file in gallery::find(tools)? {
        all.push(of_file(tools, &tests, file, gallery::check));
    }
    for file in program::sorted_entries(&tests.join("tools"))? {
        // Folders have programs that several scripts compile.
        if !file.is_dir() {
            all.push(of_file(tools, &tests, file, script::check));
        }
    }
    Ok(all)
}

/// A test for each case of each program.
fn programs(tools: &Arc<Tools>, found: Vec<program::Program>, all: &mut Vec<Test>) {
    for found in found {
        let found = Arc::new(found);
        for case in found.cases(tools, tools.full) {
            let (program, tools) = (Arc::clone(&found), Arc::clone(tools));
            let (name, file) = (format!("{}::{case}", program.name), program.sources[0].clone());
            all.push(Test { name, file, run: Box::new(move || program.check(&tools, case)) });
        }
    }
}

fn examples(tools: &Arc<Tools>, all: &mut Vec<Test>) -> Result<(), String> {
    for found in example::find(&tools.root.join("examples"))? {
        let found = Arc::new(found);
        for case in found.cases(tools) {
            let (example, tools) = (Arc::clone(&found), Arc::clone(tools));
            let (name, file) =
                (format!("{}::{case}", example.program.name), example.program.sources[0].clone());
            all.push(Test { name, file, run: Box::new(move || example.check(&tools, case)) });
        }
    }
    Ok(())
}

/// The test of a file that has one.
fn of_file(
    tools: &Arc<Tools>,
    tests: &Path,
    file: PathBuf,
    check: fn(&Tools, &Path) -> Result<(), Failure>,
) -> Test {
    let (path, tools) = (file.clone(), Arc::clone(tools));
    Test { name: name_of(tests, &file), file, run: Box::new(move || check(&tools, &path)) }
}

/// The order of a run: scripts, the longest tests, first; then the first case of every program, the
/// second ones, and so on. Cases of a program share executables, so that two that follow each other
/// would wait for one compilation.
pub fn spread(tests: Vec<Test>) -> Vec<Test> {
    let mut cases: HashMap<PathBuf, usize> = HashMap::new();
    let mut turns: Vec<(usize, Test)> = Vec::with_capacity(tests.len());
    for test in tests {
        let turn = cases.entry(test.file.clone()).or_insert(0);
        *turn += usize::from(!test.file.extension().is_some_and(|e| e == "sh"));
        turns.push((*turn, test));
    }
    turns.sort_by_key(|(turn, _)| *turn);
    turns.into_iter().map(|(_, test)| test).collect()
}

/// One test for each `.upc` or `.c` file below `folder`, which is compiled and not linked.
fn diagnosed(
    tools: &Arc<Tools>,
    tests: &Path,
    folder: &Path,
    all: &mut Vec<Test>,
) -> Result<(), String> {
    for file in program::sorted_entries(folder)? {
        if file.is_dir() {
            diagnosed(tools, tests, &file, all)?;
            continue;
        }
        if !file.extension().is_some_and(|e| e == "upc" || e == "c") {
            continue;
        }
        let text =
            fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let directives =
            directives::parse(&text).map_err(|why| format!("{}: {why}", file.display()))?;
        let (path, tools) = (file.clone(), Arc::clone(tools));
        let run = Box::new(move || rejected::check(&tools, &path, &directives));
        all.push(Test { name: name_of(tests, &file), file, run });
    }
    Ok(())
}

fn name_of(tests: &Path, file: &Path) -> String {
    file.strip_prefix(tests).unwrap_or(file).with_extension("").to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_of_one_program_do_not_follow_each_other() {
        let test = |name: &str, file: &str| Test {
            name: name.into(),
            file: file.into(),
            run: Box::new(|| Ok(())),
        };
        let order = spread(vec![
            test("a::1", "a.upc"),
            test("a::2", "a.upc"),
            test("a::3", "a.upc"),
            test("b::1", "b.upc"),
            test("b::2", "b.upc"),
            test("s", "s.sh"),
        ]);
        let names: Vec<&str> = order.iter().map(|t| t.name.as_str()).collect();
        assert_eq!(names, ["s", "a::1", "b::1", "a::2", "b::2", "a::3"]);
    }
}
