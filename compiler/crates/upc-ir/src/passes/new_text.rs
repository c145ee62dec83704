// SPDX-License-Identifier: Apache-2.0
//! A unit's text with changes that passes make before its tree is made. The unit is then checked
//! again, so the other passes need to know nothing of them.

use upc_source::{LineMap, Span};

use super::origins::Origins;
use crate::remarks::Remark;

/// Before a statement expression: the C compiler takes it under `-pedantic` too.
pub(super) const EXTENSION: &str = "__extension__ ";

/// Begins the names of generated variables.
const OTHER: &str = "__upcr_v";

/// The name of a generated variable.
pub(super) fn other_name(name: &str, number: u32) -> String {
    format!("{OTHER}{number}_{name}")
}

/// A name for a variable that the text does not have yet, the `number`th of a pass.
pub(super) fn new_name(text: &str, name: &str, number: u32) -> String {
    (number..).map(|n| other_name(name, n)).find(|n| !text.contains(n)).unwrap_or_default()
}

/// The bytes of `line` without those that stand there for such a pass: marks of extensions, and
/// the beginnings of other names.
pub(crate) fn length_in_program(line: &str) -> usize {
    let marks = line.matches(EXTENSION).count() * EXTENSION.len();
    if marks == 0 && !line.contains(OTHER) {
        return line.len();
    }
    with_names_of_program(line).len() - marks
}

/// `text` with the names that [`other_name`] was given.
pub(crate) fn with_names_of_program(text: &str) -> String {
    let mut parts = text.split(OTHER);
    let mut out = parts.next().unwrap_or("").to_string();
    for part in parts {
        out +=
            part.trim_start_matches(|c: char| c.is_ascii_digit()).strip_prefix('_').unwrap_or(part);
    }
    out
}

/// A unit's text with some parts replaced.
pub struct NewText {
    pub text: String,
    /// With places in the new text.
    pub remarks: Vec<Remark>,
    /// Where the text comes from, unless functions were taken into it.
    pub origins: Option<Origins>,
    moved: Vec<Moved>,
}

/// A stretch of the old text in the new one.
#[derive(Clone, Copy)]
pub(super) struct Moved {
    pub old: u32,
    pub new: u32,
    pub bytes: u32,
}

impl NewText {
    pub(super) fn new(text: String, moved: Vec<Moved>) -> NewText {
        NewText { text, remarks: Vec::new(), origins: None, moved }
    }

    /// The remark about the old text, with its place in the new one.
    pub fn moved(&self, remark: Remark) -> Remark {
        let at = remark.span.start;
        let holds = |m: &&Moved| m.old <= at && at < m.old + m.bytes;
        let to = self.moved.iter().find(holds).map_or(0, |m| m.new + (at - m.old));
        Remark { span: Span::new(to, to), ..remark }
    }
}

/// `text` takes the place of `span`, or stands before it if that is empty.
pub(crate) struct Edit {
    pub span: Span,
    pub text: String,
    /// For remarks, the place of a loop that begins in `text`.
    begin: u32,
}

impl Edit {
    pub fn insert(at: u32, text: impl Into<String>) -> Edit {
        Edit::replace(Span::new(at, at), text)
    }

    pub fn replace(span: Span, text: impl Into<String>) -> Edit {
        Edit { span, text: text.into(), begin: span.start }
    }

    /// A loop that was at `begin` begins in the new text.
    pub fn beginning(self, begin: u32) -> Edit {
        Edit { begin, ..self }
    }
}

/// `old` with `edits`, which do not overlap, and `remarks` on it. Edits at one place stay in their
/// order.
pub(crate) fn edited(
    old: &str,
    map: &LineMap,
    mut edits: Vec<Edit>,
    remarks: Vec<Remark>,
) -> NewText {
    edits.sort_by_key(|e| e.span.start);
    let mut out = String::with_capacity(old.len() + (old.len() >> 3));
    let (mut moved, mut origins, mut at) = (Vec::new(), Origins::default(), 0);
    let mut moves = |out: &String, old: Span| {
        let new = out.len() as u32;
        moved.push(Moved { old: old.start, new, bytes: old.end - old.start });
        new
    };
    for (i, Edit { span, text, begin }) in edits.iter().enumerate() {
        let before = Span::new(at, span.start);
        origins.keep(moves(&out, before), before);
        out.push_str(before.slice(old));
        origins.replace(moves(&out, *span), text.len() as u32, *span, *begin);
        out.push_str(text);
        at = span.end;
        let last = edits.get(i + 1).map_or(true, |next| next.span.start > at);
        if last {
            continue_at(&mut out, map, at);
        }
    }
    let rest = Span::new(at, old.len() as u32);
    origins.keep(moves(&out, rest), rest);
    out.push_str(rest.slice(old));
    let mut new = NewText { origins: Some(origins), ..NewText::new(out, moved) };
    new.remarks = remarks.into_iter().map(|r| new.moved(r)).collect();
    new.remarks.sort_by_key(|r| r.span.start);
    new
}

/// Begins a line that belongs to the place of `offset`, in its column.
pub(super) fn begin_place(out: &mut String, map: &LineMap, offset: u32, flag: &str) {
    let at = map.locate(offset);
    let file = map.file_name(at.file).replace('\\', "\\\\").replace('"', "\\\"");
    out.push_str(&format!("\n# {} \"{file}\"{flag}\n", at.line));
    out.extend(std::iter::repeat(' ').take(at.column as usize - 1));
}

/// The same for the user's text that follows.
pub(super) fn continue_at(out: &mut String, map: &LineMap, offset: u32) {
    begin_place(out, map, offset, if map.is_system(offset) { " 3" } else { "" });
}

/// The text of `span` on one line.
pub(super) fn on_one_line(span: Span, text: &str) -> String {
    let lines: Vec<&str> = span.slice(text).lines().filter(|l| !l.starts_with("# ")).collect();
    lines.join(" ")
}
