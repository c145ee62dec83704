// SPDX-License-Identifier: Apache-2.0
//! The C compiler's messages: their form, and what the user is shown of them. Line markers already
//! make them name the user's lines.

mod generated;

use std::collections::HashMap;

pub use generated::{map, map_unused, Generated};

/// `text` of [`map`] with the columns and excerpts that the C compiler gives in its messages about
/// the plain reading, where it says the same of a line there.
pub fn with_columns(text: &str, plain_reading: &str) -> String {
    let mut whole: HashMap<String, String> = HashMap::new();
    let mut last = None;
    for row in plain_reading.split_inclusive('\n') {
        let plain = strip_colour(row);
        if let Some(head) = Head::parse(&plain) {
            let key = head.without_column(&plain);
            last = (!whole.contains_key(&key)).then(|| key.clone());
            whole.entry(key).or_insert_with(|| row.to_string());
        } else if is_context(&plain) {
            last = None;
        } else if let Some(block) = last.as_ref().and_then(|key| whole.get_mut(key)) {
            *block += row;
        }
    }
    let found = |row: &str| whole.get(&strip_colour(row)).cloned();
    text.split_inclusive('\n').map(|row| found(row).unwrap_or_else(|| row.to_string())).collect()
}

/// Whether `text` has a message about a line without a column.
pub fn lacks_columns(text: &str) -> bool {
    text.lines().any(|row| Head::parse(&strip_colour(row)).is_some_and(|h| h.column.is_none()))
}

/// Whether a line is between messages, not under one.
pub fn is_context(row: &str) -> bool {
    row.starts_with("In file included from")
        || row.starts_with("cc1: ")
        || row.starts_with("compilation terminated")
        || is_tally(row)
        || [": In function ", ": At top level", ": In instantiation", ": Assembler messages:"]
            .iter()
            .any(|c| row.contains(c))
}

/// clang's last line: "2 warnings generated."
fn is_tally(row: &str) -> bool {
    row.trim_end().ends_with(" generated.")
}

/// `stderr` without the messages about the command line that the preprocessor has already given
/// (`before`).
pub fn without_repeats(stderr: &str, before: &str) -> String {
    let about_options = |row: &str| {
        ["cc1: ", "cc: ", "gcc: ", "clang: ", "warning: "]
            .iter()
            .any(|s| strip_colour(row).starts_with(s))
    };
    stderr
        .split_inclusive('\n')
        .filter(|row| !(about_options(row) && before.contains(row.trim_end())))
        .collect()
}

/// `stderr` without the lines that a header was included by the file which upcc includes before
/// every source.
pub fn without_pre_include(stderr: &str) -> String {
    let mut out = String::with_capacity(stderr.len());
    let mut rows = stderr.split_inclusive('\n').peekable();
    while let Some(row) = rows.next() {
        let plain = strip_colour(row);
        if plain.starts_with("In file included from ") && plain.contains("/upcr/preinclude.h:") {
            rows.next_if(|next| strip_colour(next).trim() == "from <command-line>:");
        } else {
            out += row;
        }
    }
    out
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    Note,
    Warning,
    Error,
}

/// `file:line:column: error: text`.
pub struct Head<'a> {
    pub file: &'a str,
    pub line: u32,
    pub column: Option<u32>,
    pub severity: Severity,
    pub message: &'a str,
}

impl Head<'_> {
    pub fn parse(row: &str) -> Option<Head<'_>> {
        let kinds = [
            (": fatal error: ", Severity::Error),
            (": error: ", Severity::Error),
            (": warning: ", Severity::Warning),
            (": note: ", Severity::Note),
            (": internal compiler error: ", Severity::Error),
        ];
        let found = kinds.iter().filter_map(|(k, s)| row.find(k).map(|i| (i, i + k.len(), *s)));
        let (at, end, severity) = found.min_by_key(|&(i, ..)| i)?;
        let message = row[end..].trim_end();
        let (rest, last) = row[..at].rsplit_once(':')?;
        let last: u32 = last.parse().ok()?;
        match rest.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse::<u32>().ok()?)))
        {
            Some((file, line)) => Some(Head { file, line, column: Some(last), severity, message }),
            None => Some(Head { file: rest, line: last, column: None, severity, message }),
        }
    }

    /// The message's line, which may be coloured, with the place cut to file and line: the column
    /// counts generated text.
    fn without_column(&self, row: &str) -> String {
        match self.column {
            Some(column) => {
                row.replacen(&format!(":{}:{column}:", self.line), &format!(":{}:", self.line), 1)
            }
            None => row.to_string(),
        }
    }
}

/// `row` without its terminal escapes (`ESC [ ... letter`).
pub fn strip_colour(row: &str) -> String {
    let mut out = String::with_capacity(row.len());
    let mut rest = row;
    while let Some((before, after)) = rest.split_once("\x1b[") {
        out += before;
        rest = after.find(|c: char| c.is_ascii_alphabetic()).map_or("", |i| &after[i + 1..]);
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_includes_the_language_is_not_told() {
        let said = "a.upc:2:3: error: x\nIn file included from \
            /p/upcr/preinclude.h:6,\n                 from <command-line>:\n\
            /p/upc.h:11:6: note: declared here\nIn file included from a.upc:1:\nb.h:1:1: note: y\n";
        let shown = "a.upc:2:3: error: x\n/p/upc.h:11:6: note: declared here\nIn file included \
            from a.upc:1:\nb.h:1:1: note: y\n";
        assert_eq!(without_pre_include(said), shown);
    }

    #[test]
    fn the_plain_reading_gives_columns() {
        let said =
            "a.upc: In function 'f':\na.upc:2: warning: one [-Wx]\na.upc:3: warning: two [-Wy]\n";
        let plain = "a.upc: In function 'f':\na.upc:2:5: warning: one [-Wx]\n    2 | a = 1\n      \
            |   ^\na.upc:9:7: warning: two [-Wy]\n";
        let want =
            "a.upc: In function 'f':\na.upc:2:5: warning: one [-Wx]\n    2 | a = 1\n      | \
            \x20 ^\na.upc:3: warning: two [-Wy]\n";
        assert_eq!(with_columns(said, plain), want);
    }

    #[test]
    fn messages_without_columns_are_found() {
        assert!(lacks_columns("a.upc:2:5: warning: one\n    2 | x\na.upc:3: note: two\n"));
        assert!(!lacks_columns("a.upc: In function 'f':\na.upc:2:5: warning: one\n    2 | x\n"));
    }

    #[test]
    fn complaints_about_options_come_once() {
        let option = "cc1: warning: odd option\n";
        assert_eq!(
            without_repeats(&format!("{option}a.c:1:1: error: x\n"), option),
            "a.c:1:1: error: x\n"
        );
        assert_eq!(without_repeats("a.c:1: x\n", "a.c:1: x\n"), "a.c:1: x\n");
    }
}
