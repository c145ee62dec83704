// SPDX-License-Identifier: Apache-2.0
//! Programs with their expected messages written beside the lines.
//!
//! `//~ text` at the end of a line: exactly one message there contains `text`; a second `//~` on
//! the line asks for another message. Lines without it must have none. `//~` expectations begin
//! with `error:` or `warning:`.
#![allow(dead_code)]

use upc_sema::{analyze, Analysis, Options};
use upc_source::{Diagnostics, Interner, LineMap, Severity};
use upc_syntax::Dialect;

/// Which environment a program is compiled for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Env {
    Dynamic,
    Static(u32),
    Pthreads,
}

pub struct Run {
    pub analysis: Analysis,
    pub names: Interner,
    pub diags: Diagnostics,
    pub text: String,
    /// (line, "error: message")
    pub messages: Vec<(u32, String)>,
}

pub fn run(source: &str, env: Env) -> Run {
    let threads = match env {
        Env::Static(n) => Some(n),
        _ => None,
    };
    let pthreads = env == Env::Pthreads;
    let dialect = Dialect { static_threads: threads, pthreads, ..Dialect::default() };
    let target = upc_sema::Target::X86_64;
    let options = Options {
        static_threads: threads,
        pthreads,
        target,
        c_warnings: true,
        ..Options::default()
    };
    run_with(source, dialect, &options)
}

pub fn run_with(source: &str, dialect: Dialect, options: &Options) -> Run {
    let text: String =
        source.lines().map(|l| format!("{}\n", l.split("//~").next().unwrap_or(""))).collect();
    let map = LineMap::new(&text, "test.upc");
    let (mut names, mut diags) = (Interner::new(), Diagnostics::new());
    let analysis = analyze(&text, &map, dialect, options, &mut names, &mut diags);
    let messages = diags
        .iter()
        .map(|d| {
            let word = match d.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "note",
            };
            (map.locate(d.span.start).line, format!("{word}: {}", d.message))
        })
        .collect();
    Run { analysis, names, diags, text, messages }
}

/// Checks that the messages are those that the comments announce.
pub fn check(source: &str, env: Env) {
    let run = run(source, env);
    let mut left = run.messages.clone();
    let mut problems = Vec::new();
    for (i, line) in source.lines().enumerate() {
        for wanted in line.split("//~").skip(1).map(str::trim) {
            let (severity, part) = wanted.split_once(": ").expect("'error: ...' or 'warning: ...'");
            let fits = |m: &str| {
                m.split_once(": ").is_some_and(|(s, text)| s == severity && text.contains(part))
            };
            let found = left.iter().position(|(l, m)| *l == i as u32 + 1 && fits(m));
            match found {
                Some(at) => {
                    left.remove(at);
                }
                None => problems.push(format!("line {}: missing '{wanted}'", i + 1)),
            }
        }
    }
    problems.extend(left.iter().map(|(l, m)| format!("line {l}: unexpected '{m}'")));
    assert!(problems.is_empty(), "{env:?}\n{}", problems.join("\n"));
}
