// SPDX-License-Identifier: Apache-2.0
//! The directives of a test program.
//!
//! At the head of the file, before the first line that is neither blank nor a comment, `// key:
//! value` lines:
//!
//! | key | meaning | default |
//! | --- | --- | --- |
//! | `conformance` | the requirements checked, by their ids in tests/conformance.tsv | |
//! | `threads` | thread counts | `1 2 3 4 7` |
//! | `modes` | of `process pthreads mixed far nodes`; `nodes` means `nodes-ofi`, `nodes-ucx` and, beside `mixed`, `nodes-mixed` too | all |
//! | `static-only`, `dynamic-only` | the THREADS environment | both |
//! | `unoptimised` | the program is also run without the optimiser, `-fno-upc-opt` | |
//! | `unsimulated` | the program waits in a loop that the compiler does not see to wait, or asks the machine for its clock or its switches: it is not run in the mode `sim` | |
//! | `unchecked` | the program does what run-time checks end: it is not run with them | |
//! | `expect` | the next line of standard output | one line, `ok` |
//! | `expect-sorted` | a line of standard output, in any order; `{t}` stands for each thread's number | |
//! | `expect-nothing` | standard output is empty | |
//! | `expect-any` | standard output is not compared | |
//! | `status` | exit status, or `nonzero` | 0 |
//! | `stderr` | a regular expression found in standard error; repeatable | |
//! | `stdin` | a line of standard input; repeatable | none |
//! | `args` | arguments of the program | none |
//! | `cflags` | more options of `upcc`, before the files | none |
//! | `libs` | more options of `upcc`, after the files | none |
//! | `launch` | more options of `upcrun` | none |
//! | `env` | `NAME=VALUE` in the environment of the run; repeatable | none |
//! | `reference`, `reference-args` | examples: the C program to compare with | |
//!
//! In `reference-args` and `expect` lines `{threads}` stands for the number of threads.

use crate::matrix::{Axes, Environment, Mode};

/// The expected standard output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expected {
    /// These lines in this order.
    Lines(Vec<String>),
    /// These lines in any order.
    Sorted(Vec<String>),
    /// Anything.
    Any,
}

/// How the run must end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    Exactly(i32),
    NonZero,
}

/// The directives of one program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Directives {
    pub axes: Axes,
    pub expected: Expected,
    pub status: Status,
    pub stderr: Vec<String>,
    pub stdin: String,
    pub args: Vec<String>,
    pub cflags: Vec<String>,
    pub libs: Vec<String>,
    pub launch: Vec<String>,
    pub env: Vec<(String, String)>,
    pub reference: Option<String>,
    pub reference_args: Vec<String>,
}

impl Default for Directives {
    fn default() -> Directives {
        Directives {
            axes: Axes::default(),
            expected: Expected::Lines(vec!["ok".to_owned()]),
            status: Status::Exactly(0),
            stderr: Vec::new(),
            stdin: String::new(),
            args: Vec::new(),
            cflags: Vec::new(),
            libs: Vec::new(),
            launch: Vec::new(),
            env: Vec::new(),
            reference: None,
            reference_args: Vec::new(),
        }
    }
}

/// Reads the directives at the head of `source`; the error names the line and its mistake.
pub fn parse(source: &str) -> Result<Directives, String> {
    let mut directives = Directives::default();
    let mut lines: Option<Vec<String>> = None;
    let mut sorted: Option<Vec<String>> = None;
    for (number, text) in source.lines().enumerate() {
        if text.trim().is_empty() {
            continue;
        }
        let Some(comment) = text.trim().strip_prefix("//") else { break };
        let Some((key, value)) = split(comment.trim_start()) else { continue };
        match key {
            "expect" => lines.get_or_insert_with(Vec::new).push(value.to_owned()),
            "expect-sorted" => sorted.get_or_insert_with(Vec::new).push(value.to_owned()),
            "expect-nothing" => lines = Some(Vec::new()),
            "expect-any" => directives.expected = Expected::Any,
            _ => apply(&mut directives, key, value)
                .map_err(|why| format!("line {}: {why}", number + 1))?,
        }
    }
    if let Some(expected) = expected_lines(lines, sorted)? {
        directives.expected = expected;
    }
    Ok(directives)
}

fn expected_lines(
    lines: Option<Vec<String>>,
    sorted: Option<Vec<String>>,
) -> Result<Option<Expected>, String> {
    match (lines, sorted) {
        (Some(_), Some(_)) => Err("`expect` and `expect-sorted` cannot be mixed".to_owned()),
        (Some(lines), None) => Ok(Some(Expected::Lines(lines))),
        (None, sorted) => Ok(sorted.map(Expected::Sorted)),
    }
}

/// `key: value` or one of the bare keys; prose gives `None`.
fn split(comment: &str) -> Option<(&str, &str)> {
    const BARE: [&str; 7] = [
        "static-only",
        "dynamic-only",
        "unchecked",
        "unoptimised",
        "unsimulated",
        "expect-nothing",
        "expect-any",
    ];
    let bare = comment.trim_end();
    if let Some(&key) = BARE.iter().find(|key| **key == bare) {
        return Some((key, ""));
    }
    let (key, value) = comment.split_once(':')?;
    let is_key = !key.is_empty() && key.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
    // One blank after the colon belongs to the directive, any more to the value.
    is_key.then(|| (key, value.strip_prefix(' ').unwrap_or(value)))
}

fn apply(to: &mut Directives, key: &str, value: &str) -> Result<(), String> {
    match key {
        "conformance" | "note" => {}
        "threads" => {
            to.axes.threads = all(value, |word| word.parse().ok().filter(|&n: &u32| n > 0))?
        }
        "modes" => {
            to.axes.modes = all(value, Mode::parse)?;
            to.axes.modes.extend(Mode::implied(&to.axes.modes));
        }
        "static-only" => {
            to.axes.fixed = true;
            to.axes.environments.retain(|&e| e != Environment::Dynamic);
        }
        "dynamic-only" => to.axes.environments.retain(|&e| e != Environment::Static),
        "unsimulated" => to.axes.modes.retain(|&mode| mode != Mode::Sim),
        "unoptimised" => to.axes.environments.push(Environment::Unoptimised),
        "unchecked" => to.axes.environments.retain(|&e| e != Environment::Checked),
        "status" if value.trim() == "nonzero" => to.status = Status::NonZero,
        "status" => {
            to.status = Status::Exactly(
                value.trim().parse().map_err(|_| format!("`{value}` is no exit status"))?,
            );
        }
        "stderr" => to.stderr.push(value.trim().to_owned()),
        "stdin" => {
            to.stdin.push_str(value);
            to.stdin.push('\n');
        }
        "args" => to.args = words(value),
        "cflags" => to.cflags = words(value),
        "libs" => to.libs = words(value),
        "launch" => to.launch = words(value),
        "env" => {
            let (name, value) = value.trim().split_once('=').ok_or("`env` wants NAME=VALUE")?;
            to.env.push((name.to_owned(), value.to_owned()));
        }
        "reference" => to.reference = Some(value.trim().to_owned()),
        "reference-args" => to.reference_args = words(value),
        _ => return Err(format!("unknown directive `{key}`")),
    }
    Ok(())
}

fn words(value: &str) -> Vec<String> {
    value.split_whitespace().map(str::to_owned).collect()
}

fn all<T>(value: &str, parse: impl Fn(&str) -> Option<T>) -> Result<Vec<T>, String> {
    let parsed: Option<Vec<T>> = value.split_whitespace().map(parse).collect();
    parsed
        .filter(|list| !list.is_empty())
        .ok_or_else(|| format!("`{}` is not a list of what is wanted", value.trim()))
}

/// The lines that a run with `threads` threads must print, `{threads}` and `{t}` filled in.
pub fn fill(lines: &[String], threads: u32) -> Vec<String> {
    let mut filled = Vec::new();
    for line in lines {
        let line = line.replace("{threads}", &threads.to_string());
        if line.contains("{t}") {
            filled.extend((0..threads).map(|t| line.replace("{t}", &t.to_string())));
        } else {
            filled.push(line);
        }
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_directive_means_ok_everywhere() {
        let directives = parse("#include <upc.h>\n// threads: 9\n").expect("parses");
        assert_eq!(directives, Directives::default());
    }

    #[test]
    fn every_axis_can_be_narrowed() {
        let directives = parse("// threads: 2 5\n//modes: far process\n// static-only\n\nint x;\n")
            .expect("parses");
        assert!(directives.axes.fixed);
        assert_eq!(directives.axes.threads, [2, 5]);
        assert_eq!(directives.axes.modes, [Mode::Far, Mode::Process]);
        assert_eq!(directives.axes.environments, [Environment::Static, Environment::Checked]);
    }

    #[test]
    fn prose_with_a_colon_is_no_directive() {
        assert!(parse("// What follows: a test. See section 6.4: pointers.\n").is_ok());
        assert!(parse("// thread: 4\n").is_err());
    }

    #[test]
    fn bad_values_are_named() {
        assert!(parse("// threads: two\n")
            .is_err_and(|why| why.contains("line 1") && why.contains("two")));
        assert!(parse("// modes: sideways\n").is_err());
        assert!(parse("// status: bad\n").is_err());
        assert!(parse("// expect: a\n// expect-sorted: b\n").is_err());
    }

    #[test]
    fn output_lines_are_filled_in_for_each_thread() {
        let lines = ["thread {t} of {threads}".to_owned(), "end".to_owned()];
        assert_eq!(fill(&lines, 2), ["thread 0 of 2", "thread 1 of 2", "end"]);
    }

    #[test]
    fn input_and_environment_are_collected() {
        let directives = parse("// stdin: one\n// stdin: two\n// env: A=b c\n// status: nonzero\n")
            .expect("parses");
        assert_eq!(directives.stdin, "one\ntwo\n");
        assert_eq!(directives.env, [("A".to_owned(), "b c".to_owned())]);
        assert_eq!(directives.status, Status::NonZero);
    }
}
