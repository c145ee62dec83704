// SPDX-License-Identifier: Apache-2.0
//! The scripts of `tests/tools/`: what a user types, and what must come of it.
//!
//! Each runs under `sh -eu` in an empty folder of its own with `UPCC`, `UPCRUN` and `ROOT` (the
//! project) set, and passes when its status is 0. A failing line is shown by `-x`.

use crate::process::{self, End};
use crate::tools::{Tools, VARIABLES};
use crate::Failure;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs one script. A command after `!` that succeeds fails the script too, which `sh -e` alone
/// would pass over.
pub fn check(tools: &Tools, script: &Path) -> Result<(), Failure> {
    let text =
        fs::read_to_string(script).map_err(|error| format!("{}: {error}", script.display()))?;
    let name = script.file_stem().unwrap_or_default();
    let folder = tools.scratch.join("tools").join(name);
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;

    let mut command = Command::new("sh");
    command.args(["-eux", "-c", &strict(&text)]).current_dir(&folder);
    command.env("UPCC", &tools.upcc).env("UPCRUN", &tools.upcrun).env("ROOT", &tools.root);
    for variable in VARIABLES {
        command.env_remove(variable);
    }
    let outcome =
        process::run(&mut command, b"", tools.limit).map_err(|error| format!("sh: {error}"))?;
    if outcome.end == End::Status(0) {
        return Ok(());
    }
    let kept = fs::read_to_string(folder.join("err")).unwrap_or_default();
    let (script, end) = (script.display(), outcome.end);
    Err(format!("{script} ended with {end:?}\n{}{}--- err\n{kept}", outcome.stdout, outcome.stderr))
}

/// The script with every line `! COMMAND` turned into one that ends it when COMMAND succeeds.
fn strict(script: &str) -> String {
    let line = |text: &str| match text.strip_prefix("! ") {
        Some(command) => format!("if {command}; then echo 'should have failed'; exit 1; fi\n"),
        None => format!("{text}\n"),
    };
    script.lines().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_that_should_fail_must_fail() {
        let run = |script: &str| {
            Command::new("sh")
                .args(["-eu", "-c", &strict(script)])
                .output()
                .expect("sh runs")
                .status
        };
        assert!(run("! false\ntrue\n").success());
        assert!(!run("! true\n").success());
        assert!(!run("false\ntrue\n").success());
    }
}
