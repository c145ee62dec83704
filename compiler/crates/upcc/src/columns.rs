// SPDX-License-Identifier: Apache-2.0
//! Columns of the C compiler's messages.
//!
//! The C compiler reads preprocessed text, where macros are expanded, so on a line with a macro it
//! counts columns that the user's line does not have. Here its messages, and the marks under the
//! lines that they show, move to the user's words.

use std::ops::Range;

use upc_source::render::Sources;
use upc_source::{LineMap, Span};

use crate::messages::{is_context, strip_colour, Head};

/// Columns between the stops of tabs in the C compilers' excerpts.
const TAB: usize = 8;

/// The unit of the columns in a message's first line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// gcc: columns of the user's line as shown. It takes a byte of the preprocessed line for a
    /// byte of the user's line, and shows that.
    Shown,
    /// clang: bytes of the line that it was given, which it shows too.
    Bytes,
}

/// A preprocessed text and the user's files.
pub struct Columns<'a> {
    text: &'a str,
    map: &'a LineMap,
    sources: Sources<'a>,
    unit: Unit,
}

/// A line of the user, and what the C compiler read for it.
struct Line {
    user: String,
    rows: Vec<Span>,
}

/// The last row of marks.
struct Marked {
    /// How far the row below it moves; `None`: it is left out.
    by: Option<isize>,
    /// Where its marks were.
    runs: Vec<Range<usize>>,
}

impl Default for Marked {
    fn default() -> Marked {
        Marked { by: Some(0), runs: Vec::new() }
    }
}

impl Marked {
    /// If `row` has only the bars of labels, and one of them is below no mark, leaves it out.
    fn loses_labels(&mut self, row: &str) {
        let bars = row.bytes().enumerate().filter(|(_, b)| *b == b'|').map(|(at, _)| at);
        let is_bars = row.trim().bytes().all(|b| matches!(b, b' ' | b'|'));
        let is_marked = |at: usize| self.runs.iter().any(|run| run.contains(&at));
        if is_bars && self.by != Some(0) && !bars.into_iter().all(is_marked) {
            self.by = None;
        }
    }
}

impl<'a> Columns<'a> {
    /// `text`, `map` and `read` as for [`Sources::new`].
    pub fn new(
        text: &'a str,
        map: &'a LineMap,
        read: &'a dyn Fn(&str) -> Option<String>,
        unit: Unit,
    ) -> Columns<'a> {
        Columns { text, map, sources: Sources::new(text, map, read), unit }
    }

    /// The C compiler's messages `said` with the user's columns.
    pub fn corrected(&self, said: &str) -> String {
        let mut out = String::with_capacity(said.len());
        let mut line: Option<Line> = None;
        let mut file = String::new();
        let mut marked = Marked::default();
        for row in said.split_inclusive('\n') {
            let plain = strip_colour(row);
            if let Some(head) = Head::parse(&plain) {
                file = head.file.to_string();
                line = self.line(&file, head.line);
                marked = Marked::default();
                out += &self.head(row, &head, line.as_ref());
                continue;
            }
            if is_context(&plain) {
                line = None;
            }
            if let Some((number, bar)) = numbered(row) {
                line = self.line(&file, number);
                marked = Marked::default();
                // gcc colours the words in columns that are wrong here.
                let body = &row[bar..];
                out += &row[..bar];
                out += &if line.is_some() { strip_colour(body) } else { body.to_string() };
                continue;
            }
            match &line {
                Some(line) => out += &self.under(row, line, &mut marked),
                None => out += row,
            }
        }
        out
    }

    /// The line, if its columns are not those that the C compiler counts.
    fn line(&self, file: &str, number: u32) -> Option<Line> {
        let rows: Vec<Span> = self.map.rows_of(file, number, self.text).collect();
        let user = self.sources.line(file, number)?;
        let same = rows.len() == 1 && rows[0].slice(self.text).trim() == user.trim();
        (!rows.is_empty() && !same && !user.trim().is_empty() && user.is_ascii())
            .then_some(Line { user, rows })
    }

    fn head(&self, row: &str, head: &Head<'_>, line: Option<&Line>) -> String {
        let (Some(line), Some(column)) = (line, head.column) else { return row.to_string() };
        let said = column as usize - 1;
        let byte = match self.unit {
            Unit::Shown => byte_at(&line.user, said),
            Unit::Bytes => said,
        };
        let Some(range) = self.place(line, byte..byte + 1) else { return row.to_string() };
        let now = match self.unit {
            Unit::Shown => shown_at(&line.user, range.start),
            Unit::Bytes => range.start,
        };
        let place = |column: usize| format!(":{}:{column}:", head.line);
        row.replacen(&place(said + 1), &place(now + 1), 1)
    }

    /// A row under a message: the line itself, as clang shows it; marks; proposals and labels,
    /// which move with the marks above them, and are left out if these move apart, or if there is
    /// none above a label.
    fn under(&self, row: &str, line: &Line, marked: &mut Marked) -> String {
        let bar = row.find('|').map_or(0, |at| (at + 2).min(row.trim_end_matches('\n').len()));
        let (margin, body) = row.split_at(bar);
        let marks = strip_colour(body);
        let is_marks = |b: u8| matches!(b, b' ' | b'^' | b'~' | b'\n');
        if self.unit == Unit::Bytes
            && line.rows.iter().any(|r| r.slice(self.text).trim_end() == marks.trim_end())
        {
            return format!("{}\n", expanded(&line.user));
        }
        if !marks.bytes().all(is_marks) || marks.trim().is_empty() {
            marked.loses_labels(&marks);
            return marked.by.map_or(String::new(), |by| format!("{margin}{}", moved(body, by)));
        }
        let old = runs(&marks);
        let new: Option<Vec<_>> =
            old.iter().map(|run| self.marks(line, run.clone(), &marks)).collect();
        let Some(new) = new else { return row.to_string() };
        // The row below belongs to the carets, or to the starts of marks without one.
        let caret = |text: &str| text.find('^').unwrap_or(0);
        let moves = old.iter().zip(&new).map(|(run, (start, text))| {
            (start + caret(text)) as isize - (run.start + caret(&marks[run.clone()])) as isize
        });
        let moves: Vec<isize> = moves.collect();
        let by = moves.first().copied().filter(|by| moves.iter().all(|m| m == by));
        *marked = Marked { by, runs: old };
        if marks.len() != body.len() {
            return format!("{margin}{}", moved(body, moves[0])); // coloured
        }
        format!("{margin}{}\n", joined(&new))
    }

    /// Where the marks of `run` begin in the user's line as shown, and the marks.
    fn marks(&self, line: &Line, run: Range<usize>, marks: &str) -> Option<(usize, String)> {
        let byte = |at: usize| match self.unit {
            Unit::Shown => byte_at(&line.user, at),
            Unit::Bytes => at,
        };
        let caret = marks[run.clone()].find('^').map(|at| run.start + at);
        let first = self.place(line, byte(run.start)..byte(run.start) + 1)?;
        let last = self.place(line, byte(run.end - 1)..byte(run.end - 1) + 1)?;
        let (start, end) = (shown_at(&line.user, first.start), shown_at(&line.user, last.end));
        let mut text = "~".repeat(end.saturating_sub(start).max(1)).into_bytes();
        if let Some(caret) = caret {
            let at = self.place(line, byte(caret)..byte(caret) + 1)?;
            let at = shown_at(&line.user, at.start).clamp(start, start + text.len() - 1);
            text[at - start] = b'^';
        }
        Some((start, String::from_utf8(text).ok()?))
    }

    /// The bytes of the user's line that bytes of its preprocessed row came from. A row that a
    /// macro of a system header continues holds the later bytes.
    fn place(&self, line: &Line, bytes: Range<usize>) -> Option<Range<usize>> {
        let starts_word = |row: &&Span| {
            let text = row.slice(self.text).as_bytes();
            text.get(bytes.start).is_some_and(|b| !b.is_ascii_whitespace())
        };
        let row = line.rows.iter().rev().find(starts_word)?;
        let end = (row.start + bytes.end as u32).min(row.end);
        let span = Span::new(row.start + bytes.start as u32, end);
        Some(self.sources.words(span))
    }
}

/// The number of the line in a row of gcc's that shows one, and where its margin ends.
fn numbered(row: &str) -> Option<(u32, usize)> {
    let (number, _) = row.split_once(" |")?;
    Some((number.trim().parse().ok()?, number.len() + 2))
}

/// Stretches without blanks.
fn runs(marks: &str) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (at, b) in marks.bytes().enumerate().filter(|(_, b)| !b.is_ascii_whitespace()) {
        match runs.last_mut() {
            // A caret begins a mark of its own only after a blank.
            Some(run) if run.end == at => run.end += 1,
            _ => runs.push(at..at + 1),
        }
        debug_assert!(b == b'^' || b == b'~');
    }
    runs
}

/// One row of all `marks`, each with its column. Several may have moved to the same words.
fn joined(marks: &[(usize, String)]) -> String {
    let mut row: Vec<u8> = Vec::new();
    for (start, text) in marks {
        row.resize(row.len().max(start + text.len()), b' ');
        for (to, &mark) in row[*start..].iter_mut().zip(text.as_bytes()) {
            *to = if *to == b'^' { b'^' } else { mark };
        }
    }
    String::from_utf8_lossy(&row).into_owned()
}

/// `body` with `shift` more blanks before it.
fn moved(body: &str, shift: isize) -> String {
    if shift >= 0 {
        return " ".repeat(shift as usize) + body;
    }
    let blanks = body.bytes().take_while(|&b| b == b' ').count();
    body[blanks.min(shift.unsigned_abs())..].to_string()
}

/// The offset, in bytes, of the character of `line` that is shown in `column` (from 0).
fn byte_at(line: &str, column: usize) -> usize {
    let mut shown = 0;
    for (at, b) in line.bytes().enumerate() {
        if shown >= column {
            return at;
        }
        shown = after(shown, b);
    }
    line.len() + column.saturating_sub(shown)
}

/// The column (from 0) in which byte `at` of `line` is shown.
fn shown_at(line: &str, at: usize) -> usize {
    line.bytes().take(at).fold(0, after)
}

fn after(column: usize, b: u8) -> usize {
    if b == b'\t' {
        (column / TAB + 1) * TAB
    } else {
        column + 1
    }
}

/// `line` as shown.
fn expanded(line: &str) -> String {
    line.bytes().fold(String::new(), |mut out, b| {
        let to = after(out.len(), b);
        if b != b'\t' {
            out.push(b as char);
        }
        out += &" ".repeat(to - out.len());
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const USER: &str = "#define N 1000\n\tint a = N, b = N, *c = f(N, \"x\");\nint d;\n";
    const READ: &str = "# 1 \"a.upc\"\n\n int a = 1000, b = 1000, *c = f(1000, \"x\");\nint d;\n";

    fn corrected(said: &str, unit: Unit) -> String {
        let map = LineMap::new(READ, "a.upc");
        Columns::new(READ, &map, &|_| Some(USER.to_string()), unit).corrected(said)
    }

    #[test]
    fn words_after_macros_have_the_users_columns() {
        // gcc takes byte 16 of the preprocessed line for one of the user's.
        let said = "a.upc:2:22: warning: unused 'b'\n    2 |         int a = N, b = N, *c = f(N, \
            \"x\");\n      |                      ^\n";
        let want = "a.upc:2:20: warning: unused 'b'\n    2 |         int a = N, b = N, *c = f(N, \
            \"x\");\n      |                    ^\n";
        let at = |column| said.replace(":22:", &format!(":{column}:"));
        assert_eq!(corrected(&at(23).replace("   ^", "    ^"), Unit::Shown), want);
    }

    #[test]
    fn marks_keep_their_caret_and_move_what_is_below() {
        let blanks = " ".repeat(37);
        let said = format!(
            "a.upc:2:38: error: no\n    2 | x\n      | {blanks}^~~~~~~~~~~~\n      | {blanks}|\n"
        );
        let blanks = " ".repeat(31);
        let want = format!(
            "a.upc:2:32: error: no\n    2 | x\n      | {blanks}^~~~~~~~~\n      | {blanks}|\n"
        );
        assert_eq!(corrected(&said, Unit::Shown), want);
    }

    #[test]
    fn labels_of_marks_that_move_apart_are_left_out() {
        let blanks = |n| " ".repeat(n);
        let marks = |first: &str, gap, second: &str| {
            format!("{}{first}{}{second}", blanks(12), blanks(gap))
        };
        let (from, to) = (marks("^", 24, "~~~~~~~~~~~~"), marks("^", 18, "~~~~~~~~~"));
        let said = format!(
            "a.upc:2:13: error: no\n    2 | x\n      | {from}\n      | {}|\n      | {}int\n",
            blanks(37),
            blanks(37)
        );
        let want = format!("a.upc:2:13: error: no\n    2 | x\n      | {to}\n");
        assert_eq!(corrected(&said, Unit::Shown), want);
    }

    #[test]
    fn a_label_of_no_mark_is_left_out() {
        let blanks = |n| " ".repeat(n);
        let said = format!(
            "a.upc:2:38: error: no\n    2 | x\n      | {}^~~\n      | {}|\n      | {}int\n",
            blanks(37),
            blanks(50),
            blanks(50)
        );
        let want = format!("a.upc:2:32: error: no\n    2 | x\n      | {}^~~\n", blanks(31));
        assert_eq!(corrected(&said, Unit::Shown), want);
    }

    #[test]
    fn clang_shows_the_users_line() {
        let said = "a.upc:2:16: warning: unused 'b'\n int a = 1000, b = 1000, *c = f(1000, \
            \"x\");\n               ^\n";
        let want =
            "a.upc:2:13: warning: unused 'b'\n        int a = N, b = N, *c = f(N, \"x\");\n   \
            \x20               ^\n";
        assert_eq!(corrected(said, Unit::Bytes), want);
    }

    #[test]
    fn lines_without_macros_and_other_files_stay() {
        let said =
            "a.upc:3:5: error: x\n    3 | int d;\n      |     ^\nb.h:2:9: note: y\n  z |  ^~\n";
        assert_eq!(corrected(said, Unit::Shown), said);
    }
}
