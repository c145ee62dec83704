// SPDX-License-Identifier: Apache-2.0
//! From the text of restated loops back to the program's, for remarks: they name places and
//! elements as the program has them.

use upc_source::{LineMap, Span};

use crate::remarks::{Note, Remark};

/// The text of a unit before its loops were restated, and what became of it since.
#[derive(Clone, Copy)]
pub struct Program<'a> {
    pub text: &'a str,
    /// The lines of `text`.
    pub map: &'a LineMap,
    /// One for each change of the text, in their order.
    pub changes: &'a [Origins],
}

/// Where the parts of a changed text come from.
#[derive(Default)]
pub struct Origins {
    /// Ascending, from 0.
    parts: Vec<Part>,
}

/// A stretch of the changed text. Line markers may follow it.
struct Part {
    new: u32,
    bytes: u32,
    /// What it was, or replaces.
    old: Span,
    /// The place of what begins within it, if it replaces.
    replaces: Option<u32>,
}

impl Origins {
    /// Adds `bytes` of the old text from `old` on, which stand at `new`.
    pub(super) fn keep(&mut self, new: u32, old: Span) {
        self.parts.push(Part { new, bytes: old.end - old.start, old, replaces: None });
    }

    /// Adds a text of `bytes` at `new` in the place of `old`; what begins in it has the place
    /// `begin`.
    pub(super) fn replace(&mut self, new: u32, bytes: u32, old: Span, begin: u32) {
        self.parts.push(Part { new, bytes, old, replaces: Some(begin) });
    }

    /// The old place of what begins at `at`.
    fn place(&self, at: u32) -> u32 {
        let next = self.parts.partition_point(|p| p.new <= at);
        let Some(part) = self.parts[..next].last() else { return at };
        part.replaces.unwrap_or_else(|| part.kept(at))
    }

    /// The old text that became `span`; `None` if an end of `span` is within a new text.
    fn whole(&self, span: Span) -> Option<Span> {
        let first = self.parts[..self.parts.partition_point(|p| p.new <= span.start)].last()?;
        let last = self.parts[..self.parts.partition_point(|p| p.new < span.end)].last()?;
        let start = match first.replaces {
            None => first.kept(span.start),
            Some(_) => (first.new == span.start).then_some(first.old.start)?,
        };
        let end = match last.replaces {
            None => last.kept(span.end),
            Some(_) => (span.end - last.new >= last.bytes).then_some(last.old.end)?,
        };
        Some(Span::new(start, end))
    }
}

impl Part {
    fn kept(&self, at: u32) -> u32 {
        self.old.start + (at - self.new).min(self.bytes)
    }
}

impl<'a> Program<'a> {
    /// The remark on the changed text, with its places in the program.
    pub fn remark(&self, remark: Remark) -> Remark {
        let note = remark.note.map(|n| Note { span: self.place(n.span), ..n });
        Remark { span: self.place(remark.span), note, ..remark }
    }

    fn place(&self, span: Span) -> Span {
        let at = self.changes.iter().rev().fold(span.start, |at, change| change.place(at));
        Span::new(at, at)
    }

    /// The program's text of `span`; `None`: only the changed text has it.
    pub(crate) fn text_of(&self, span: Span) -> Option<&'a str> {
        let whole = self.changes.iter().rev().try_fold(span, |span, change| change.whole(span))?;
        Some(whole.slice(self.text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `a(p);` became `a((p + i));`, with a line marker behind the new text, then `{a((p + i));}`.
    fn changes() -> [Origins; 2] {
        let mut first = Origins::default();
        first.keep(0, Span::new(0, 2));
        first.replace(2, 7, Span::new(2, 3), 2);
        first.keep(20, Span::new(3, 5));
        let mut second = Origins::default();
        second.keep(0, Span::new(0, 0));
        second.replace(0, 1, Span::new(0, 0), 0);
        second.keep(1, Span::new(0, 22));
        [first, second]
    }

    #[test]
    fn new_text_is_what_it_replaces() {
        let (changes, map) = (changes(), LineMap::new("a(p);", "t.upc"));
        let program = Program { text: "a(p);", map: &map, changes: &changes };
        let whole = |start, end| program.text_of(Span::new(start, end));
        assert_eq!(whole(1, 22), Some("a(p)"));
        assert_eq!(whole(3, 10), Some("p"));
        assert_eq!(whole(2, 10), Some("(p"));
        assert_eq!(whole(4, 5), None, "p within the new text");
        assert_eq!(whole(3, 9), None, "ends within the new text");
        let place = |at| program.place(Span::new(at, at)).start;
        assert_eq!([place(1), place(2), place(5), place(21), place(22)], [0, 1, 2, 3, 4]);
    }

    #[test]
    fn a_loop_in_new_text_keeps_its_place() {
        let mut change = Origins::default();
        change.keep(0, Span::new(0, 30));
        change.replace(30, 20, Span::new(30, 33), 4);
        let map = LineMap::new("", "t.upc");
        let program = Program { text: "", map: &map, changes: &[change] };
        assert_eq!(program.place(Span::new(41, 45)), Span::new(4, 4));
    }
}
