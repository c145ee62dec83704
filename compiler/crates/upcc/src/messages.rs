//! The C compiler's messages about translated code, put right for the user's eyes.
//!
//! Line markers already make it speak of the user's lines. What remains: on lines that the translator wrote, the excerpt
//! under a message shows text the user never saw and goes; warnings that the translation itself caused go; and an error for
//! a program that upcc accepted is upcc's fault, unless it is about a target's builtin, which upcc passes on unread.

use std::collections::HashSet;

/// What to show, and whether the C compiler refused code of ours.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Mapped {
    pub text: String,
    pub bug: bool,
}

/// The user's lines whose text the translator wrote.
#[derive(Default)]
pub struct Generated {
    lines: HashSet<(String, u32)>,
}

impl Generated {
    /// Collects the user's lines that `ranges` of lines of the translated `text` stand for (from 1, both ends included,
    /// ascending).
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
        // The set's owned key costs one allocation a message, not a line.
        self.lines.contains(&(file.to_string(), line))
    }
}

fn parse_marker(row: &str) -> Option<(u32, Option<String>)> {
    let rest = row.strip_prefix("# ").or_else(|| row.strip_prefix("#line "))?;
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let number = rest[..digits].parse().ok()?;
    let name =
        rest[digits..].trim().strip_prefix('"').and_then(|r| r.rsplit_once('"')).map(|(n, _)| n.replace("\\\\", "\\"));
    Some((number, name))
}

/// Puts the C compiler's standard error right.
pub fn map(stderr: &str, generated: &Generated) -> Mapped {
    let mut mapper = Mapper::default();
    for row in stderr.split_inclusive('\n') {
        let plain = strip_colour(row);
        if let Some(head) = Head::parse(&plain) {
            mapper.finish();
            let ours = generated.holds(head.file, head.line);
            let text = if ours { head.without_column(row) } else { row.to_string() };
            mapper.block = Some(Block { ours, severity: head.severity, text, plain: plain.clone() });
        } else if is_context(&plain) || mapper.block.is_none() {
            mapper.finish();
            mapper.context(row, &plain);
        } else if let Some(block) = mapper.block.as_mut().filter(|b| !b.ours) {
            block.text += row;
        }
    }
    mapper.finish();
    mapper.end()
}

/// Whether a line stands between messages rather than under one.
fn is_context(row: &str) -> bool {
    row.starts_with("In file included from")
        || row.starts_with("cc1: ")
        || row.starts_with("compilation terminated")
        || is_tally(row)
        || [": In function ", ": At top level", ": In instantiation"].iter().any(|c| row.contains(c))
}

/// clang's last line: "2 warnings generated."
fn is_tally(row: &str) -> bool {
    row.trim_end().ends_with(" generated.")
}

#[derive(Default)]
struct Mapper {
    out: Mapped,
    /// Lines like "In function 'f':", which wait for a message that is shown.
    pending: String,
    block: Option<Block>,
    /// The last message was left out, and so are the notes that belong to it.
    dropped: bool,
    /// Some message was left out, so that a tally of all would be wrong.
    incomplete: bool,
}

impl Mapper {
    /// A line between messages. What waited for messages that were left out goes when something new comes; a function of the
    /// translator's own is not named.
    fn context(&mut self, row: &str, plain: &str) {
        if std::mem::take(&mut self.dropped) {
            self.pending.clear();
        }
        let is_ours = plain.contains("__upcr_");
        let is_stale_tally = self.incomplete && is_tally(plain);
        if !is_ours && !is_stale_tally {
            self.pending += row;
        }
    }

    fn end(mut self) -> Mapped {
        if !self.dropped {
            self.out.text += &self.pending;
        }
        self.out
    }

    /// Shows the message that was being read, or leaves it out.
    fn finish(&mut self) {
        let Some(block) = self.block.take() else {
            return;
        };
        self.dropped = if block.severity == Severity::Note { self.dropped } else { block.is_noise() };
        self.incomplete |= self.dropped;
        if self.dropped {
            return;
        }
        // An error with a warning's name is the user's choice (-Werror), or one that newer compilers make of bad C; a builtin
        // of the target, or a function that its header forbids to call, is the user's own call.
        let blameless = block.plain.contains("[-W")
            || block.plain.contains("declared with")
            || is_target_builtin(&block.plain)
            || is_about_a_declaration(&block.plain);
        self.out.bug |= block.ours && block.severity == Severity::Error && !blameless;
        self.out.text += &std::mem::take(&mut self.pending);
        self.out.text += &block.text;
    }
}

/// `stderr` without complaints about the command line that the preprocessor has made already (`before`).
pub fn without_repeats(stderr: &str, before: &str) -> String {
    let about_options =
        |row: &str| ["cc1: ", "cc: ", "gcc: ", "clang: ", "warning: "].iter().any(|s| strip_colour(row).starts_with(s));
    stderr.split_inclusive('\n').filter(|row| !(about_options(row) && before.contains(row.trim_end()))).collect()
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
}

impl Block {
    /// Warnings that say nothing about the user's program: about the translator's own names; that something is unused, where
    /// the translation has taken the use away (`upc_elemsizeof(f())`); about pragmas of UPC tools, which are passed over quietly.
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
}

/// Rules about specifiers, attributes and labels, which the translation repeats as the user wrote them and leaves to the C
/// compiler. A type or name of the runtime's in the message is none of the user's.
fn is_about_a_declaration(message: &str) -> bool {
    let rules = [
        "flexible array member in",
        "invalid use of ‘restrict’",
        "invalid use of 'restrict'",
        "address of register variable",
        "_Alignas",
        "alignment",
        "jump into",
        "jumps into",
        "conflicting types for",
        "_Atomic",
        "empty enum",
        "must be the only parameter",
        "storage class specified for parameter",
        "requires a named argument",
        "__auto_type",
        "attribute",
        "vector size",
        "vector type",
        "machine mode",
        "must be public",
        "register name",
        "specifies ‘auto’",
        "specifies 'auto'",
        "no such parameter",
        "follows non-static declaration",
        "duplicate label declaration",
        "label ‘",
    ];
    !message.contains("upcr") && rules.iter().any(|r| message.contains(r))
}

fn is_target_builtin(message: &str) -> bool {
    [
        "__builtin_",
        "__atomic_",
        "__sync_",
        "target specific option mismatch",
        "target feature",
        "always_inline",
        "ISA extension",
        "arm_neon",
        "__asm__",
        "'asm'",
        "‘asm’",
    ]
    .iter()
    .any(|s| message.contains(s))
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
        match rest.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse::<u32>().ok()?))) {
            Some((file, line)) => Some(Head { file, line, column: Some(last), severity, message }),
            None => Some(Head { file: rest, line: last, column: None, severity, message }),
        }
    }

    /// The message's line, which may be coloured, with the place cut to file and line: the column counts generated text.
    fn without_column(&self, row: &str) -> String {
        match self.column {
            Some(column) => row.replacen(&format!(":{}:{column}:", self.line), &format!(":{}:", self.line), 1),
            None => row.to_string(),
        }
    }
}

/// `row` without its terminal escapes (`ESC [ ... letter`).
fn strip_colour(row: &str) -> String {
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
    fn lines_of_ranges() {
        let g = generated();
        let held: Vec<bool> = (1..10).map(|l| g.holds("a.upc", l)).collect();
        assert_eq!(held, [false, true, true, false, false, false, false, false, false]);
    }

    #[test]
    fn the_users_own_errors_are_untouched() {
        let said = "a.upc: In function 'f':\na.upc:9:5: error: no\n    9 | int b;\n      |     ^\n";
        assert_eq!(map(said, &generated()), Mapped { text: said.into(), bug: false });
    }

    #[test]
    fn errors_in_generated_lines_are_ours() {
        let said = "a.upc: In function 'f':\na.upc:2:5: error: no\n    2 | OURS\n      |     ^\na.upc:3:1: note: x\n";
        let want = "a.upc: In function 'f':\na.upc:2: error: no\na.upc:3: note: x\n";
        assert_eq!(map(said, &generated()), Mapped { text: want.into(), bug: true });
        let builtin = "a.upc:2:5: error: '__builtin_ia32_x' needs isa option -mavx\n";
        assert!(!map(builtin, &generated()).bug);
        let forbidden = "a.upc:2:5: error: call to 'upc_all_fopen' declared with attribute error: not provided\n";
        assert!(!map(forbidden, &generated()).bug);
        assert!(!map("a.upc:2:5: error: unused [-Werror=unused]\n", &generated()).bug);
        assert!(!map("a.upc:2:5: error: makes pointer from integer [-Wint-conversion]\n", &generated()).bug);
    }

    #[test]
    fn warnings_about_our_names_go_with_their_context() {
        let said = "a.upc: In function 'f':\na.upc:2:5: warning: unused 'upcr_x'\n    2 | OURS\n1 warning generated.\n";
        assert_eq!(map(said, &generated()).text, "");
    }

    #[test]
    fn noise_goes_with_its_notes_and_clangs_excerpts() {
        let said = "a.upc:2:1: warning: unused x [-Wunused-variable]\nint x;\n    ^\na.upc:1:5: note: here\nint a;\na.upc:9:5: warning: b\nint b;\n    ^\n2 warnings generated.\n";
        let want = "a.upc:9:5: warning: b\nint b;\n    ^\n";
        assert_eq!(map(said, &generated()).text, want);
        assert_eq!(map("a.upc:9: warning: ignoring '#pragma pupc on'\n    9 | x\n", &generated()).text, "");
    }

    #[test]
    fn complaints_about_options_come_once() {
        let option = "cc1: warning: odd option\n";
        assert_eq!(without_repeats(&format!("{option}a.c:1:1: error: x\n"), option), "a.c:1:1: error: x\n");
        assert_eq!(without_repeats("a.c:1: x\n", "a.c:1: x\n"), "a.c:1: x\n");
    }

    #[test]
    fn colours_do_not_hide_a_message() {
        let said = "\x1b[01m\x1b[Ka.upc:2:5:\x1b[m\x1b[K \x1b[01;31m\x1b[Kerror: \x1b[m\x1b[Kno\n";
        let mapped = map(said, &generated());
        assert!(mapped.bug && mapped.text == said.replace(":2:5:", ":2:"));
    }
}
