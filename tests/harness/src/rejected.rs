// SPDX-License-Identifier: Apache-2.0
//! Programs that `upcc -c` must refuse, or accept with or without warnings.
//!
//! A line with `/* error: text */` must get an error whose message contains the text (compared
//! without case), and `/* warning: text */` a warning. No other error, and no warning without a
//! mark, may come. Several texts that would all do are separated by `|`.

use crate::directives::Directives;
use crate::process::{self, End};
use crate::tools::Tools;
use crate::Failure;
use std::fs;
use std::path::Path;
use std::process::Command;

/// How grave a diagnostic is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    Error,
    Warning,
}

/// A diagnostic, expected or given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    pub level: Level,
    /// Counted from 1; 0 where the compiler named none.
    pub line: usize,
    pub message: String,
}

/// Compiles `file` without linking and compares the diagnostics with the marks in it.
pub fn check(tools: &Tools, file: &Path, directives: &Directives) -> Result<(), Failure> {
    let source =
        fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let expected = marks(&source);
    let mut command = Command::new(&tools.upcc);
    command
        .args(["-c", "-fupc-verify", "-o", "/dev/null"])
        .arg(format!("-I{}", tools.root.join("tests/include").display()));
    // Files that the compiler keeps after a failure belong with the rest of the run.
    fs::create_dir_all(&tools.scratch)
        .map_err(|error| format!("{}: {error}", tools.scratch.display()))?;
    command.args(&directives.cflags).arg(file).current_dir(&tools.scratch);
    let outcome = process::run(&mut command, b"", tools.limit)
        .map_err(|error| format!("{}: {error}", tools.upcc.display()))?;
    let fail = |why: String| {
        Err(format!("{}: {why}\n--- standard error\n{}", file.display(), outcome.stderr))
    };

    let refused = expected.iter().any(|mark| mark.level == Level::Error);
    match outcome.end {
        End::Status(0) if refused => return fail("accepted".to_owned()),
        End::Status(0) => {}
        End::Status(1) if refused => {}
        End::Status(1) => return fail("refused".to_owned()),
        end => return fail(format!("the compiler ended with {end:?}")),
    }
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    match compare(&expected, &diagnostics(&outcome.stderr, &name)) {
        Ok(()) => Ok(()),
        Err(why) => fail(why),
    }
}

/// The marks in `source`.
pub fn marks(source: &str) -> Vec<Diagnostic> {
    let mut marks = Vec::new();
    for (number, text) in source.lines().enumerate() {
        for (level, opening) in [(Level::Error, "/* error:"), (Level::Warning, "/* warning:")] {
            for rest in text.split(opening).skip(1) {
                let message = rest.split("*/").next().unwrap_or(rest).trim().to_owned();
                marks.push(Diagnostic { level, line: number + 1, message });
            }
        }
    }
    marks
}

/// The compiler's errors and warnings about `file`.
///
/// Two forms are read: `FILE:LINE:COL: error: TEXT`, and `error: TEXT` followed by `-->
/// FILE:LINE:COL`.
pub fn diagnostics(stderr: &str, file: &str) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    let mut open = false;
    for text in stderr.lines() {
        if let Some(diagnostic) = one_line(text, file) {
            found.push(diagnostic);
            open = false;
        } else if let Some((level, message)) = title(text) {
            found.push(Diagnostic { level, line: 0, message });
            open = true;
        } else if open {
            if let (Some(line), Some(last)) = (arrow(text, file), found.last_mut()) {
                last.line = line;
                open = false;
            }
        }
    }
    found
}

fn title(text: &str) -> Option<(Level, String)> {
    for (level, word) in [(Level::Error, "error"), (Level::Warning, "warning")] {
        if let Some(rest) = text.strip_prefix(word) {
            // `error[E0123]: text` and `error: text`
            let rest = if rest.starts_with('[') { rest.split_once(']')?.1 } else { rest };
            return rest.strip_prefix(": ").map(|message| (level, message.to_owned()));
        }
    }
    None
}

fn one_line(text: &str, file: &str) -> Option<Diagnostic> {
    let (_, rest) = text.split_once(&format!("{file}:"))?;
    let (line, rest) = rest.split_once(':')?;
    let line = line.parse().ok()?;
    let rest = match rest.split_once(':') {
        Some((column, rest)) if column.parse::<usize>().is_ok() => rest,
        _ => rest,
    };
    let (level, message) = title(rest.trim_start())?;
    Some(Diagnostic { level, line, message })
}

fn arrow(text: &str, file: &str) -> Option<usize> {
    let place = text.trim_start().strip_prefix("-->")?.trim();
    let (_, rest) = place.split_once(&format!("{file}:"))?;
    rest.split(':').next()?.parse().ok()
}

/// Matches every mark with a diagnostic of its line and every diagnostic with a mark.
fn compare(expected: &[Diagnostic], given: &[Diagnostic]) -> Result<(), Failure> {
    let fits = |mark: &Diagnostic, found: &Diagnostic| {
        let message = found.message.to_lowercase();
        mark.level == found.level
            && mark.line == found.line
            && mark.message.to_lowercase().split('|').any(|text| message.contains(text.trim()))
    };
    let missing = expected.iter().filter(|mark| !given.iter().any(|found| fits(mark, found)));
    let surplus = given.iter().filter(|found| !expected.iter().any(|mark| fits(mark, found)));
    let mut why = String::new();
    for mark in missing {
        why += &format!("line {}: no {:?} containing `{}`\n", mark.line, mark.level, mark.message);
    }
    for found in surplus {
        why += &format!("line {}: unexpected {:?} `{}`\n", found.line, found.level, found.message);
    }
    if why.is_empty() {
        Ok(())
    } else {
        Err(why)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "int x;\nint THREADS; /* error: keyword | reserved */\n";

    #[test]
    fn marks_carry_their_line() {
        let marks = marks(SOURCE);
        assert_eq!((marks.len(), marks[0].line, marks[0].level), (1, 2, Level::Error));
    }

    #[test]
    fn both_renderings_are_read() {
        let gcc = "dir/a.upc:2:5: error: `THREADS` is a keyword\n   2 | int THREADS;\n";
        let rustc =
            "error[U001]: `THREADS` is a keyword\n --> dir/a.upc:2:5\n  |\n2 | int THREADS;\n";
        for text in [gcc, rustc] {
            let found = diagnostics(text, "a.upc");
            assert_eq!((found.len(), found[0].line), (1, 2));
            assert!(compare(&marks(SOURCE), &found).is_ok());
        }
    }

    #[test]
    fn a_wrong_line_is_two_complaints() {
        let found = diagnostics("a.upc:1:5: error: keyword\n", "a.upc");
        let why = compare(&marks(SOURCE), &found).unwrap_err();
        assert_eq!(why.lines().count(), 2);
    }

    #[test]
    fn an_unmarked_warning_is_a_complaint() {
        let found = diagnostics("a.upc:1:1: warning: unused\n", "a.upc");
        assert!(compare(&[], &found).is_err());
    }

    #[test]
    fn an_error_without_a_place_is_a_complaint() {
        let found = diagnostics("error: cannot read\n", "a.upc");
        assert_eq!(found[0].line, 0);
        assert!(compare(&marks(SOURCE), &found).is_err());
    }
}
