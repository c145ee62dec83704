// SPDX-License-Identifier: Apache-2.0
//! The C compiler's messages about translated code, corrected for the user.
//!
//! Line markers already make it name the user's lines. This module removes the excerpt under a
//! message on a generated line, which shows text that the user did not write; warnings that the
//! translation caused; and suggestions of the runtime's names.

use std::collections::{HashMap, HashSet};

/// The messages to show, and whether the C compiler refused generated code.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Mapped {
    pub text: String,
    /// There is an error on a generated line, other than a warning that the user turned into an
    /// error.
    pub refused: bool,
    /// The column of some message was left out.
    pub cut: bool,
}

/// The user's lines with generated text.
#[derive(Default)]
pub struct Generated {
    lines: HashSet<(String, u32)>,
}

impl Generated {
    /// Collects the user's lines to which `ranges` of lines of the translated `text` belong (from
    /// 1, both ends included, ascending).
    pub fn new(text: &str, ranges: &[(u32, u32)]) -> Generated {
        let mut lines = HashSet::new();
        let mut ranges = ranges.iter().peekable();
        let (mut file, mut line) = (String::new(), 1u32);
        for (row, at) in text.split('\n').zip(1u32..) {
            while ranges.next_if(|r| r.1 < at).is_some() {}
            if let Some((number, name)) = parse_marker(row) {
                line = number;
                file = name.unwrap_or(file);
            } else {
                if ranges.peek().is_some_and(|r| r.0 <= at) {
                    lines.insert((file.clone(), line));
                }
                line += 1;
            }
        }
        Generated { lines }
    }

    fn holds(&self, file: &str, line: u32) -> bool {
        // The set's owned key costs one allocation for each message, not for each line.
        self.lines.contains(&(file.to_string(), line))
    }
}

fn parse_marker(row: &str) -> Option<(u32, Option<String>)> {
    let rest = row.strip_prefix("# ").or_else(|| row.strip_prefix("#line "))?;
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let number = rest[..digits].parse().ok()?;
    let name = rest[digits..]
        .trim()
        .strip_prefix('"')
        .and_then(|r| r.rsplit_once('"'))
        .map(|(n, _)| n.replace("\\\\", "\\"));
    Some((number, name))
}

/// Corrects the C compiler's standard error about a translation.
pub fn map(stderr: &str, generated: &Generated) -> Mapped {
    Mapper::new(Text::Translation).run(stderr, generated)
}

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

/// Selects the warnings about unused objects, on rewritten lines, from the C compiler's messages
/// about the plain reading. `refused` of the result: one of them is an error.
pub fn map_unused(stderr: &str, generated: &Generated) -> Mapped {
    Mapper::new(Text::PlainReading).run(stderr, generated)
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

/// The text that the C compiler read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Text {
    Translation,
    PlainReading,
}

struct Mapper {
    text: Text,
    out: Mapped,
    /// Lines like "In function 'f':", pending until a message is shown.
    pending: String,
    block: Option<Block>,
    /// The last message was left out, so its notes are, too.
    dropped: bool,
    /// The pending lines belong to a message that was left out.
    stale: bool,
    /// The start of the last message that is no note, in the output.
    last: usize,
    /// Some message was left out, so a count of all would be wrong.
    incomplete: bool,
}

impl Mapper {
    fn new(text: Text) -> Mapper {
        let (out, pending) = (Mapped::default(), String::new());
        let (dropped, stale, incomplete) = (false, false, false);
        Mapper { text, out, pending, block: None, dropped, stale, last: 0, incomplete }
    }

    fn run(mut self, stderr: &str, generated: &Generated) -> Mapped {
        for row in stderr.split_inclusive('\n') {
            let plain = strip_colour(row);
            if let Some(head) = Head::parse(&plain) {
                self.finish();
                let ours = generated.holds(head.file, head.line);
                let foreign = ours && self.text == Text::Translation;
                let cut = foreign && head.column.is_some();
                let text = if foreign { head.without_column(row) } else { without_our_names(row) };
                let (severity, plain) = (head.severity, plain.clone());
                self.block = Some(Block { ours, severity, text, plain, cut });
            } else if is_context(&plain) || self.block.is_none() {
                self.finish();
                self.context(row, &plain);
            } else if self.text == Text::PlainReading || !plain.contains("upcr_") {
                let translation = self.text == Text::Translation;
                if let Some(block) = self.block.as_mut().filter(|b| !(b.ours && translation)) {
                    block.text += row;
                }
            }
        }
        self.finish();
        self.end()
    }

    /// A line between messages. Lines pending for messages that were left out are dropped at the
    /// next such line; generated functions are not named.
    fn context(&mut self, row: &str, plain: &str) {
        if std::mem::take(&mut self.stale) {
            self.pending.clear();
        }
        let is_ours = plain.contains("__upcr_");
        let is_stale_tally = self.incomplete && is_tally(plain);
        if !is_ours && !is_stale_tally {
            self.pending += row;
        }
    }

    fn end(mut self) -> Mapped {
        if !self.stale {
            self.out.text += &self.pending;
        }
        self.out
    }

    fn is_unwanted(&self, block: &Block) -> bool {
        match self.text {
            Text::Translation => block.is_noise() || self.has_said(block),
            Text::PlainReading => !(block.ours && block.is_about_unused()),
        }
    }

    /// Whether the output has the message already: a loop may be written twice.
    fn has_said(&self, block: &Block) -> bool {
        block.cut && self.out.text.contains(&block.text)
    }

    /// Shows the current message, or leaves it out.
    fn finish(&mut self) {
        let Some(block) = self.block.take() else {
            return;
        };
        if block.severity == Severity::Note && block.ours && block.plain.contains("__upcr_") {
            // "near initialization for '__upcr_image'": the front end has reported it for the
            // user's object.
            self.out.text.truncate(self.last);
            self.dropped = true;
        }
        if block.severity != Severity::Note {
            self.last = self.out.text.len();
            self.dropped = self.is_unwanted(&block);
        }
        self.incomplete |= self.dropped;
        self.stale = self.dropped;
        if self.dropped {
            self.pending = without_inclusions(&self.pending);
            return;
        }
        // An error with a warning's name comes from -Werror, or from newer compilers for bad C.
        let chosen = self.text == Text::Translation && block.plain.contains("[-W");
        self.out.refused |= block.ours && block.severity == Severity::Error && !chosen;
        self.out.cut |= block.cut;
        self.out.text += &std::mem::take(&mut self.pending);
        self.out.text += &block.text;
    }
}

/// Lines before a message without those that say which files included its own. Those that name the
/// function hold for the messages that follow, too.
fn without_inclusions(lines: &str) -> String {
    let includes = |row: &&str| {
        let plain = strip_colour(row);
        plain.starts_with("In file included from ") || plain.trim_start().starts_with("from ")
    };
    lines.split_inclusive('\n').filter(|row| !includes(row)).collect()
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

/// A message with the excerpt under it.
struct Block {
    ours: bool,
    severity: Severity,
    text: String,
    plain: String,
    cut: bool,
}

impl Block {
    /// Warnings that do not concern the user's program: about generated names; about unused objects
    /// whose use the translation removed (`upc_elemsizeof(f())`); about pragmas of UPC tools, which
    /// are ignored silently.
    fn is_noise(&self) -> bool {
        let says = |words: &[&str]| words.iter().any(|w| self.plain.contains(w));
        self.severity == Severity::Warning
            && (self.ours
                && says(&[
                    "upcr_",
                    "[-Wunused-",
                    "[-Wimplicit-function-declaration]",
                    "implicit declaration of built-in",
                ])
                || says(&["#pragma pupc", "#pragma pgas", "#pragma upc"]))
    }

    fn is_about_unused(&self) -> bool {
        ["-Wunused-", "[-Werror=unused-"].iter().any(|option| self.plain.contains(option))
    }
}

/// `row`, the head of a message about the user's own text, without the runtime's name that the C
/// compiler proposes.
fn without_our_names(row: &str) -> String {
    let proposal = row.find("; did you mean").filter(|&at| row[at..].contains("upcr_"));
    let Some(at) = proposal else { return row.to_string() };
    let after = row[at..].find('?').map_or("", |end| &row[at + end + 1..]);
    format!("{}{after}", &row[..at])
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

    fn generated() -> Generated {
        let text = "# 1 \"a.upc\"\nint a;\nOURS 2\nOURS\n# 9 \"a.upc\"\nint b;\n";
        Generated::new(text, &[(3, 4)])
    }

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
    fn lines_of_ranges() {
        let g = generated();
        let held: Vec<bool> = (1..10).map(|l| g.holds("a.upc", l)).collect();
        assert_eq!(held, [false, true, true, false, false, false, false, false, false]);
    }

    #[test]
    fn the_users_own_errors_are_untouched() {
        let said = "a.upc: In function 'f':\na.upc:9:5: error: no\n    9 | int b;\n      |     ^\n";
        assert_eq!(map(said, &generated()), Mapped { text: said.into(), ..Mapped::default() });
    }

    #[test]
    fn a_message_about_code_that_is_written_twice_is_told_once() {
        let head = "a.upc: In function 'f':\n";
        let twice = "a.upc:2:5: warning: signs\n    2 | OURS\na.upc:2:50: warning: signs\n\
            a.upc:2:50: note: x\na.upc:3:1: warning: signs\n";
        let once = "a.upc:2: warning: signs\na.upc:3: warning: signs\n";
        assert_eq!(map(&format!("{head}{twice}"), &generated()).text, format!("{head}{once}"));
    }

    #[test]
    fn errors_in_generated_lines_are_ours() {
        let said = "a.upc: In function 'f':\na.upc:2:5: error: no\n    2 | OURS\n      |     ^\n\
            a.upc:3:1: note: x\n";
        let want = "a.upc: In function 'f':\na.upc:2: error: no\na.upc:3: note: x\n";
        assert_eq!(map(said, &generated()), Mapped { text: want.into(), refused: true, cut: true });
        assert!(!map("a.upc:2:5: error: unused [-Werror=unused]\n", &generated()).refused);
        assert!(
            !map("a.upc:2:5: error: makes pointer from integer [-Wint-conversion]\n", &generated())
                .refused
        );
    }

    #[test]
    fn the_plain_reading_gives_columns() {
        let said =
            "a.upc: In function 'f':\na.upc:2:50: warning: one [-Wx]\n    2 | OURS\n      | \
            ^~~\na.upc:3:7: warning: two [-Wy]\n";
        let mapped = map(said, &generated());
        assert!(mapped.cut);
        let plain = "a.upc: In function 'f':\na.upc:2:5: warning: one [-Wx]\n    2 | a = 1\n      \
            |   ^\na.upc:9:7: warning: two [-Wy]\n";
        let want =
            "a.upc: In function 'f':\na.upc:2:5: warning: one [-Wx]\n    2 | a = 1\n      | \
            \x20 ^\na.upc:3: warning: two [-Wy]\n";
        assert_eq!(with_columns(&mapped.text, plain), want);
    }

    #[test]
    fn messages_without_columns_are_found() {
        assert!(lacks_columns("a.upc:2:5: warning: one\n    2 | x\na.upc:3: note: two\n"));
        assert!(!lacks_columns("a.upc: In function 'f':\na.upc:2:5: warning: one\n    2 | x\n"));
    }

    #[test]
    fn warnings_about_our_names_go_with_their_context() {
        let said = "a.upc: In function 'f':\na.upc:2:5: warning: unused 'upcr_x'\n    2 | OURS\n1 \
            warning generated.\n";
        assert_eq!(map(said, &generated()).text, "");
    }

    #[test]
    fn noise_goes_with_its_notes_and_clangs_excerpts() {
        let said = "a.upc:2:1: warning: unused x [-Wunused-variable]\nint x;\n    ^\na.upc:1:5: \
            note: here\nint a;\na.upc:9:5: warning: b\nint b;\n    ^\n2 warnings generated.\n";
        let want = "a.upc:9:5: warning: b\nint b;\n    ^\n";
        assert_eq!(map(said, &generated()).text, want);
        assert_eq!(
            map("a.upc:9: warning: ignoring '#pragma pupc on'\n    9 | x\n", &generated()).text,
            ""
        );
    }

    #[test]
    fn a_note_in_a_header_goes_with_its_message() {
        let said = "a.upc:2:5: warning: other [-Wother]\n    2 | f();\nIn file included from \
            a.upc:1:\nb.h:7:1: note: expected 'int'\n    7 | int f(int);\na.upc:2:5: warning: \
            unused variable 'x' [-Wunused-variable]\n";
        let want = "a.upc:2:5: warning: unused variable 'x' [-Wunused-variable]\n";
        assert_eq!(map_unused(said, &generated()).text, want);
    }

    #[test]
    fn what_is_unused_comes_from_the_plain_reading() {
        let said = "a.upc: In function 'f':\na.upc:2:5: warning: unused variable 'x' \
            [-Wunused-variable]\n    2 | int x;\na.upc:3:5: warning: other [-Wother]\na.upc:9:5: \
            warning: unused variable 'b' [-Wunused-variable]\n";
        let want = "a.upc: In function 'f':\na.upc:2:5: warning: unused variable 'x' \
             [-Wunused-variable]\n    2 | int x;\n";
        assert_eq!(
            map_unused(said, &generated()),
            Mapped { text: want.into(), ..Mapped::default() }
        );
        assert!(
            map_unused("a.upc:2:5: error: unused 'x' [-Werror=unused-variable]\n", &generated())
                .refused
        );
    }

    #[test]
    fn the_runtimes_names_are_not_proposed() {
        let said = "a.upc:9:5: warning: no f; did you mean 'upcr_f'? [-Wx]\n    9 | f();\n      | \
            ^\n      | upcr_f\n";
        assert_eq!(
            map(said, &generated()).text,
            "a.upc:9:5: warning: no f [-Wx]\n    9 | f();\n      | ^\n"
        );
    }

    #[test]
    fn what_is_about_the_translators_names_goes_whole() {
        let said = "a.upc:9: warning: b\na.upc:2: warning: excess elements\n    2 | x\na.upc:2: \
            note: (near initialization for '__upcr_image')\na.upc:9: warning: c\n";
        assert_eq!(map(said, &generated()).text, "a.upc:9: warning: b\na.upc:9: warning: c\n");
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

    #[test]
    fn colours_do_not_hide_a_message() {
        let said = "\x1b[01m\x1b[Ka.upc:2:5:\x1b[m\x1b[K \x1b[01;31m\x1b[Kerror: \x1b[m\x1b[Kno\n";
        let mapped = map(said, &generated());
        assert!(mapped.refused && mapped.text == said.replace(":2:5:", ":2:"));
    }
}
