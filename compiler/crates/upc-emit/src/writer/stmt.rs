// SPDX-License-Identifier: Apache-2.0
//! UPC statements and loops.

use upc_ir::abi::Entry;
use upc_ir::ir::{JumpBack, Loop, Node, Poll};

use super::{runs, Insert, Writer};

impl Writer<'_> {
    /// UPC 6.6.1.
    pub(super) fn barrier(&mut self, kind: Entry, value: Option<&Node>) {
        self.raw(kind.name());
        match value {
            Some(v) => {
                self.raw("(1, (int)");
                self.parenthesised(v);
                self.raw(");");
            }
            None => self.raw("(0, 0);"),
        }
    }

    /// The pragma before a loop whose iterations do not depend on stores of each other.
    pub(super) fn independent(&mut self) {
        self.lines.directive("#pragma GCC ivdep");
    }

    /// The pragma before a loop of `times` iterations that is to be unrolled completely.
    pub(super) fn unrolled(&mut self, times: u32) {
        self.lines.directive(&format!("#pragma GCC unroll {times}"));
    }

    /// The text that a loop's poll adds.
    fn polls<'a>(&self, l: &'a Loop) -> Vec<(u32, Insert<'a>)> {
        let poll = match l.poll {
            Poll::No => return Vec::new(),
            Poll::Condition | Poll::Body => "upcr_poll()".to_string(),
            Poll::Links => format!("{}(&{})", Entry::LinksPoll.name(), polls_left(l)),
        };
        let text = |at, text: String| (at, Insert::Text(text));
        match l.cond.filter(|_| l.goes_on.is_none()) {
            Some(cond) => {
                vec![text(cond.start, format!("({poll}, ")), text(cond.end, ")".to_string())]
            }
            None if self.lines.slice(l.body).starts_with('{') => {
                vec![text(l.body.start + 1, format!(" {poll};"))]
            }
            None => {
                let close = text(l.body.end, " }".to_string());
                vec![text(l.body.start, format!("{{ {poll}; ")), close]
            }
        }
    }

    /// A `goto` to a label before it, with its poll.
    pub(super) fn jump_back(&mut self, back: &JumpBack) {
        let (poll, end) = if back.polls { ("{ upcr_poll(); ", " }") } else { ("", "") };
        self.raw(poll);
        self.node(&Node::copy(back.jump));
        self.raw(end);
    }

    /// A loop, with its poll.
    pub(super) fn looping(&mut self, l: &Loop) {
        let mut inserts = self.polls(l);
        if let Some(rows) = &l.rows {
            inserts.extend(runs::inserts(rows));
            inserts.sort_by_key(|i| i.0);
        }
        let counts = self.declare_polls_left(l);
        let block = self.declare_streams(l);
        if l.independent && l.runs.is_empty() && l.poll == Poll::No {
            self.independent();
        }
        self.source_with(&l.source, &inserts);
        for _ in 0..usize::from(block) + usize::from(counts) {
            self.raw(" }");
        }
    }

    /// Opens a block with the count of a loop that follows links.
    fn declare_polls_left(&mut self, l: &Loop) -> bool {
        if l.poll != Poll::Links {
            return false;
        }
        let (enter, leave) = (Entry::LinksEnter.name(), Entry::LinksLeave.name());
        let left = polls_left(l);
        self.raw(&format!("{{ int {left} __attribute__((__cleanup__({leave}))) = {enter}(); "));
        true
    }
}

/// The variable that counts the polls of the loop.
fn polls_left(l: &Loop) -> String {
    format!("__upcr_l{}", l.body.start)
}
