// SPDX-License-Identifier: Apache-2.0
//! The scripts of `tests/tools/`: a user's commands and their expected results.
//!
//! Each runs under `sh -eu` in its own empty folder with `UPCC`, `UPCRUN` and `ROOT` (the project)
//! set, and passes when its status is 0. A failing line is shown by `-x`.

use crate::process::{self, End};
use crate::tools::{Tools, VARIABLES};
use crate::Failure;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs one script. A command after `!` that succeeds fails the script too, which `sh -e` alone
/// would pass over; a line with a check that `sh -e` passes over is refused ([`unchecked`]).
pub fn check(tools: &Tools, script: &Path) -> Result<(), Failure> {
    let text =
        fs::read_to_string(script).map_err(|error| format!("{}: {error}", script.display()))?;
    if let Some(line) = text.lines().find(|line| unchecked(line)) {
        return Err(format!("{}: a check that cannot fail: {line}", script.display()));
    }
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

/// The script with every line `! COMMAND`, indented or not, turned into one that ends it when
/// COMMAND succeeds.
fn strict(script: &str) -> String {
    let line = |text: &str| match text.trim_start().strip_prefix("! ") {
        Some(command) => format!("if {command}; then echo 'should have failed'; exit 1; fi\n"),
        None => format!("{text}\n"),
    };
    script.lines().map(line).collect()
}

/// Whether `line` has a check whose failure `sh -e` ignores: one before `&&`, or one after `!`
/// within a line. Each check needs its own line.
fn unchecked(line: &str) -> bool {
    let line = &without_parentheses(line.trim());
    let checks = ["test ", "[ ", "grep ", "cmp ", "\"$UPCC\"", "\"$UPCRUN\""];
    let leads = checks.iter().any(|check| line.starts_with(check));
    let acts = ["&& exit", "&& return", "&& continue"].iter().any(|act| line.contains(act));
    let inside = [" && ! ", " || ! ", "; ! ", "{ ! "].iter().any(|with| line.contains(with));
    let asks = ["if ", "elif ", "while ", "until "].iter().any(|word| line.starts_with(word));
    let follows = checks.iter().any(|check| line.contains(&format!(" && {check}")));
    let joined = follows || (leads && line.contains(" && "));
    !asks && (inside || (joined && !line.contains(" || ") && !acts))
}

/// `line` without its text in parentheses, such as a command substitution.
fn without_parentheses(line: &str) -> String {
    let mut depth = 0usize;
    let mut outside = |c: &char| {
        depth += usize::from(*c == '(');
        let keep = depth == 0;
        depth -= usize::from(*c == ')' && depth > 0);
        keep
    };
    line.chars().filter(|c| outside(c)).collect()
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
        assert!(!run("for i in 1; do\n  ! true\ndone\n").success());
        assert!(!run("false\ntrue\n").success());
    }

    /// Those that other parts of the tests run by themselves begin with `set -e`.
    #[test]
    fn scripts_outside_the_suite_have_no_such_check() {
        let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let files = ["", "world"].map(|folder| fs::read_dir(tests.join(folder)).expect("a folder"));
        let scripts = files.into_iter().flatten().map(|entry| entry.expect("an entry").path());
        let mut seen = 0;
        for script in scripts.filter(|path| path.extension().is_some_and(|e| e == "sh")) {
            let text = fs::read_to_string(&script).expect("a text");
            let wrong = text.lines().find(|line| unchecked(line) || line.trim().starts_with("! "));
            assert_eq!(wrong, None, "{}", script.display());
            seen += 1;
        }
        assert!(seen > 10);
    }

    #[test]
    fn a_check_that_cannot_fail_is_refused() {
        for line in
            ["test -f a && test -f b", "  grep -q x err && grep -q y err", "f() { x; ! y; }"]
        {
            assert!(unchecked(line), "{line}");
        }
        for line in [
            "test -f a",
            "test -f a && exit 1",
            "grep -q x err && grep -q y err || exit 1",
            "if test -f a && ! test -f b; then",
            "check(a && b);",
            "[ \"$(cd a && echo *)\" = b ]",
        ] {
            assert!(!unchecked(line), "{line}");
        }
    }
}
