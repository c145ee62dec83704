// SPDX-License-Identifier: Apache-2.0
//! Corrects the C compiler's messages about translated code: removes the column and the excerpt of
//! a message on a generated line, which show text that the user did not write; warnings that the
//! translation caused; and suggestions of the runtime's names.

use std::collections::HashSet;

use super::{is_context, is_tally, strip_colour, Head, Severity};

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
    /// Those on which the front end has warned of a pointer-to-shared among variable arguments.
    variadic: HashSet<(String, u32)>,
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
        Generated { lines, ..Generated::default() }
    }

    /// Adds the lines of the front end's warnings -Wupc-variadic in `said`.
    pub fn with_variadic(mut self, said: &str) -> Generated {
        let rows = said.lines().map(strip_colour).filter(|row| row.contains("upc-variadic]"));
        for row in rows {
            let place = Head::parse(&row).map(|head| (head.file.to_string(), head.line));
            self.variadic.extend(place);
        }
        self
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

/// Selects the warnings about unused objects, on rewritten lines, from the C compiler's messages
/// about the plain reading. `refused` of the result: one of them is an error.
pub fn map_unused(stderr: &str, generated: &Generated) -> Mapped {
    Mapper::new(Text::PlainReading).run(stderr, generated)
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
                let variadic = generated.variadic.contains(&(head.file.to_string(), head.line));
                let (severity, plain) = (head.severity, plain.clone());
                self.block = Some(Block { ours, variadic, severity, text, plain, cut });
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

/// A message with the excerpt under it.
struct Block {
    ours: bool,
    variadic: bool,
    severity: Severity,
    text: String,
    plain: String,
    cut: bool,
}

impl Block {
    /// Warnings that do not concern the user's program: about generated names; about unused objects
    /// whose use the translation removed (`upc_elemsizeof(f())`); about pragmas of UPC tools, which
    /// are ignored silently; about the format of a pointer-to-shared, of which the front end has
    /// warned.
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
                || says(&["#pragma pupc", "#pragma pgas", "#pragma upc"])
                || self.variadic
                    && says(&["[-Wformat"])
                    && says(&["upcr_", "'void *'", "‘void *’"]))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn generated() -> Generated {
        let text = "# 1 \"a.upc\"\nint a;\nOURS 2\nOURS\n# 9 \"a.upc\"\nint b;\n";
        Generated::new(text, &[(3, 4)])
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
    fn formats_of_pointers_to_shared_are_the_front_ends() {
        let front = "a.upc:4:9: warning: a pointer to shared data [-Wupc-variadic]\n";
        let cc = "a.upc:4:3: warning: format '%p' expects 'void *', not 'upcr_pts_t' [-Wformat=]\n";
        assert_eq!(map(cc, &generated().with_variadic(front)).text, "");
        let other = "a.upc:4:3: warning: format '%d' expects 'int', not 'long' [-Wformat=]\n";
        assert_eq!(map(other, &generated().with_variadic(front)).text, other);
        assert_eq!(map(cc, &generated()).text, cc);
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
    fn colours_do_not_hide_a_message() {
        let said = "\x1b[01m\x1b[Ka.upc:2:5:\x1b[m\x1b[K \x1b[01;31m\x1b[Kerror: \x1b[m\x1b[Kno\n";
        let mapped = map(said, &generated());
        assert!(mapped.refused && mapped.text == said.replace(":2:5:", ":2:"));
    }
}
