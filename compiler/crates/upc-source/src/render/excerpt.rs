// SPDX-License-Identifier: Apache-2.0
//! The user's line that a span of the preprocessed text came from.
//!
//! Diagnostics point into preprocessed text, where macros are expanded and the column is not the
//! user's. The token is found again in the user's own line; where it is not there, it came out of a
//! macro, whose use is marked instead.

use super::align;
use crate::{raw_byte, LineMap, Span};
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

/// The most lines of a stretch. The renderer reads all of them, for each diagnostic.
const MAX_STRETCH: u32 = 100;

/// The source text for renderers.
pub struct Sources<'a> {
    text: &'a str,
    map: &'a LineMap,
    read: &'a dyn Fn(&str) -> Option<String>,
    files: RefCell<HashMap<String, Option<Rc<File>>>>,
}

/// A file of the user.
pub(super) struct File {
    text: String,
    /// Offset of the start of each line.
    lines: Vec<usize>,
}

impl File {
    fn new(text: String) -> File {
        let starts = text.bytes().enumerate().filter(|&(_, b)| b == b'\n').map(|(i, _)| i + 1);
        let lines = std::iter::once(0).chain(starts).collect();
        File { text, lines }
    }

    /// Line `n`, counted from 1, without its newline.
    fn line(&self, n: u32) -> Option<&str> {
        let start = *self.lines.get((n as usize).checked_sub(1)?)?;
        let end = self.lines.get(n as usize).map_or(self.text.len(), |&e| e - 1);
        Some(self.text[start..end].trim_end_matches('\r'))
    }
}

/// One line of source and the bytes of it that are meant.
pub(super) struct Excerpt {
    pub(super) file: String,
    pub(super) line: u32,
    pub(super) source: String,
    pub(super) range: Range<usize>,
    /// The file, where `source` is its line and not the preprocessed one.
    user: Option<Rc<File>>,
}

impl Excerpt {
    /// `file:line:column`.
    pub(super) fn place(&self) -> String {
        format!("{}:{}:{}", self.file, self.line, self.byte_column(self.range.start))
    }

    /// The column, from 1, of offset `at` in bytes of the user's file, where each that is no UTF-8
    /// is one.
    pub(super) fn byte_column(&self, at: usize) -> usize {
        let before = self.source.get(..at).unwrap_or(&self.source);
        before.chars().map(|c| if raw_byte(c).is_some() { 1 } else { c.len_utf8() }).sum::<usize>()
            + 1
    }

    /// The column, from 1, of offset `at` in characters.
    pub(super) fn display_column(&self, at: usize) -> usize {
        self.source.get(..at).unwrap_or(&self.source).chars().count() + 1
    }

    /// Whether both are lines that can be shown in one stretch of the same file, or the same line.
    pub(super) fn same_text(&self, other: &Excerpt) -> bool {
        let both_users = self.user.is_some() && other.user.is_some();
        let near = self.line.abs_diff(other.line) < MAX_STRETCH;
        let same_line = self.line == other.line && self.source == other.source;
        self.file == other.file && (both_users && near || same_line)
    }

    /// Lines `first` to `last` of the user's file, and the offset of each in that text.
    pub(super) fn stretch(&self, first: u32, last: u32) -> (String, Vec<usize>) {
        let mut text = String::new();
        let mut starts = Vec::new();
        for n in first..=last {
            starts.push(text.len());
            text.push_str(self.user.as_ref().and_then(|f| f.line(n)).unwrap_or(""));
            text.push('\n');
        }
        (text, starts)
    }
}

/// A stretch of one line of the user's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// As the line markers name it.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// Bytes of the line.
    pub range: Range<usize>,
    /// The same characters stand in the preprocessed text: no macro made them.
    pub exact: bool,
}

impl<'a> Sources<'a> {
    /// `text` is what the spans point into, `map` its line markers, `read` gives the text of a file
    /// by the name that the markers use, or `None` if it cannot.
    pub fn new(
        text: &'a str,
        map: &'a LineMap,
        read: &'a dyn Fn(&str) -> Option<String>,
    ) -> Sources<'a> {
        Sources { text, map, read, files: RefCell::default() }
    }

    /// The place of `span` in the user's file.
    pub fn place(&self, span: Span) -> Place {
        let e = self.excerpt(span);
        let end = span.end.min(self.text.len() as u32).max(span.start);
        let said = Span::new(span.start.min(end), end).slice(self.text);
        let marked = e.source.get(e.range.clone()).unwrap_or("");
        // `p.left` is one word to what aligns lines.
        let inside = name_in(marked, said).filter(|_| e.user.is_some());
        let range = match inside {
            Some(at) => e.range.start + at..e.range.start + at + said.len(),
            None => e.range,
        };
        Place { file: e.file, line: e.line, range, exact: inside.is_some() }
    }

    /// Line `number`, from 1, of the user's file.
    pub fn line(&self, file: &str, number: u32) -> Option<String> {
        self.file(file)?.line(number).map(str::to_string)
    }

    /// The bytes of the user's line with the words that `span` touches, or with the macro that they
    /// came out of.
    pub fn words(&self, span: Span) -> Range<usize> {
        self.excerpt(span).range
    }

    pub(super) fn excerpt(&self, span: Span) -> Excerpt {
        let end = self.text.len() as u32;
        let span = Span::new(span.start.min(end), span.end.min(end));
        let location = self.map.locate(span.start);
        let line_span = self.map.text_line(span.start, self.text);
        let preprocessed = line_span.slice(self.text);
        let from = (span.start - line_span.start) as usize;
        let to = (span.end.min(line_span.end).max(span.start) - line_span.start) as usize;
        let name = self.map.file_name(location.file);
        let file = self.file(name);
        let user_line =
            file.as_ref().and_then(|f| f.line(location.line)).filter(|l| !l.trim().is_empty());
        let (source, range, user) = match user_line {
            Some(line) => {
                (line.to_string(), find_in_line(line, preprocessed, from..to), file.clone())
            }
            None => (preprocessed.to_string(), from..to, None),
        };
        Excerpt {
            file: name.to_string(),
            line: location.line,
            range: whole_characters(&source, range),
            source,
            user,
        }
    }

    fn file(&self, name: &str) -> Option<Rc<File>> {
        let mut files = self.files.borrow_mut();
        if let Some(file) = files.get(name) {
            return file.clone();
        }
        let file = (self.read)(name).map(|text| Rc::new(File::new(text)));
        files.insert(name.to_string(), file.clone());
        file
    }
}

/// The position of `name` in `text`, not as a part of a longer name.
fn name_in(text: &str, name: &str) -> Option<usize> {
    let is_name =
        |b: Option<&u8>| b.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_' || *b >= 0x80);
    let bytes = text.as_bytes();
    let mut found = text.match_indices(name).map(|(at, _)| at);
    found.find(|&at| {
        let continues =
            is_name(at.checked_sub(1).and_then(|i| bytes.get(i))) && is_name(bytes.get(at));
        !continues && !is_name(bytes.get(at + name.len()))
    })
}

/// `range` moved to character boundaries of `source`.
fn whole_characters(source: &str, range: Range<usize>) -> Range<usize> {
    let floor = |mut i: usize| {
        i = i.min(source.len());
        while !source.is_char_boundary(i) {
            i -= 1;
        }
        i
    };
    let start = floor(range.start);
    start..floor(range.end).max(start)
}

/// The bytes in the user's line that correspond to `range` of the preprocessed line.
fn find_in_line(user: &str, preprocessed: &str, range: Range<usize>) -> Range<usize> {
    let words = words(preprocessed);
    let lines =
        Lines { user, preprocessed, of_user: rest_of_line(user, preprocessed, &words), words };
    let is_end = range.is_empty();
    let found = lines.touched(&range).and_then(|touched| lines.of_user(touched, is_end));
    match found {
        Some((first, _)) if is_end => lines.of_user[first].end..lines.of_user[first].end,
        Some((first, last)) => {
            let (first, last) = (&lines.of_user[first], &lines.of_user[last]);
            first.start..last.end.max(first.end)
        }
        None => user.len()..user.len(),
    }
}

/// A line as the user wrote it and as it was preprocessed, each with its words.
struct Lines<'a> {
    user: &'a str,
    preprocessed: &'a str,
    of_user: Vec<Range<usize>>,
    words: Vec<Range<usize>>,
}

impl Lines<'_> {
    /// The first and the last preprocessed word that `range` touches; an empty range is after a
    /// word.
    fn touched(&self, range: &Range<usize>) -> Option<(usize, usize)> {
        let is_end = range.is_empty();
        let touches =
            |w: &Range<usize>| if is_end { w.end >= range.start } else { w.end > range.start };
        let first = self.words.iter().position(touches)?;
        let last = self.words.iter().rposition(|w| w.start < range.end).unwrap_or(first);
        Some((first, last.max(first)))
    }

    fn is_same(&self, word: &Range<usize>, of_user: &Range<usize>) -> bool {
        self.preprocessed[word.clone()] == self.user[of_user.clone()]
    }

    /// The user's words that the preprocessed words `first` to `last` stand for.
    fn of_user(&self, (first, last): (usize, usize), is_end: bool) -> Option<(usize, usize)> {
        let pairs = self.words.iter().zip(&self.of_user);
        let same = pairs.take_while(|(w, u)| self.is_same(w, u)).count();
        if same > last {
            return Some((first, last));
        }
        if same > first && !is_end {
            return Some((first, same.min(self.of_user.len()) - 1));
        }
        // A macro was expanded before it on the line: count from the right.
        let pairs = self.words.iter().rev().zip(self.of_user.iter().rev());
        let same_right = pairs.take_while(|(w, u)| self.is_same(w, u)).count();
        let from_right = self.words.len() - 1 - first;
        if same_right > from_right {
            let at = self.of_user.len() - 1 - from_right;
            return Some((at, (at + (last - first)).min(self.of_user.len() - 1)));
        }
        self.between_macros(first, same, same_right)
    }

    /// The word as it is aligned between `left` and `right` equal words; else the macro itself.
    fn between_macros(&self, word: usize, left: usize, right: usize) -> Option<(usize, usize)> {
        let left_of_user = left.min(self.of_user.len());
        let right = right.min(self.of_user.len() - left_of_user).min(self.words.len() - left);
        let texts = |line: &str, words: &[Range<usize>]| -> Vec<String> {
            words.iter().map(|w| line[w.clone()].to_string()).collect()
        };
        let of_user = texts(self.user, &self.of_user[left_of_user..self.of_user.len() - right]);
        let middle = texts(self.preprocessed, &self.words[left..self.words.len() - right]);
        let at = align::place_of(&middle, &of_user, word.saturating_sub(left))?;
        Some((left_of_user + at, left_of_user + at))
    }
}

/// The words of the user's line that the preprocessed one stands for: a macro of a system header
/// breaks a line in pieces, and gcc gives each the column of its first word, in spaces.
fn rest_of_line(user: &str, preprocessed: &str, pieces: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut all = words(user);
    let Some(first) = pieces.first() else { return all };
    let starts_piece = |u: &Range<usize>| {
        u.start.abs_diff(first.start) <= 1 && user[u.clone()] == preprocessed[first.clone()]
    };
    if let Some(skipped) = all.iter().position(starts_piece) {
        all.drain(..skipped);
    }
    all
}

/// The words of a line of C: names and numbers, strings, and single other characters; comments are
/// left out.
fn words(line: &str) -> Vec<Range<usize>> {
    let bytes = line.as_bytes();
    let is_word = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'.' || b >= 0x80;
    let mut out = Vec::new();
    let mut i = 0;
    while i < bytes.len() {
        let start = i;
        match bytes[i] {
            b if b.is_ascii_whitespace() => {
                i += 1;
                continue;
            }
            b'/' if bytes.get(i + 1) == Some(&b'/') => break,
            b'/' if bytes.get(i + 1) == Some(&b'*') => {
                i = line[i + 2..].find("*/").map_or(bytes.len(), |n| i + n + 4);
                continue;
            }
            quote @ (b'"' | b'\'') => {
                i += 1;
                while i < bytes.len() && bytes[i] != quote {
                    i += 1 + usize::from(bytes[i] == b'\\');
                }
                i = (i + 1).min(bytes.len());
                while !line.is_char_boundary(i) {
                    i += 1;
                }
            }
            b if is_word(b) => {
                while i < bytes.len() && is_word(bytes[i]) {
                    i += 1;
                }
            }
            _ => i += 1,
        }
        out.push(start..i);
    }
    out
}
