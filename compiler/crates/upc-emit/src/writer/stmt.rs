//! UPC statements and loops.

use upc_ir::abi::Entry;
use upc_ir::ir::{Loop, Node, Poll};

use super::Writer;

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

    /// A loop, with its poll.
    pub(super) fn looping(&mut self, l: &Loop) {
        let mut inserts = Vec::new();
        match (l.poll, l.cond) {
            (Poll::Condition, Some(cond)) => {
                inserts.push((cond.start, "(upcr_poll(), ".to_string()));
                inserts.push((cond.end, ")".to_string()));
            }
            (Poll::Body, _) if self.lines.slice(l.body).starts_with('{') => {
                inserts.push((l.body.start + 1, " upcr_poll();".to_string()));
            }
            (Poll::Body, _) => {
                inserts.push((l.body.start, "{ upcr_poll(); ".to_string()));
                inserts.push((l.body.end, " }".to_string()));
            }
            _ => {}
        }
        let body_poll = l.poll == Poll::Body && self.lines.slice(l.body).starts_with('{');
        if body_poll {
            return self.loop_with_body_poll(l);
        }
        self.source_with(l.source.span, &l.source.holes, &inserts);
    }

    /// The body is one hole: the poll goes into it, before its first own hole.
    fn loop_with_body_poll(&mut self, l: &Loop) {
        for (i, hole) in l.source.holes.iter().enumerate() {
            let Node::Source(body) = &hole.node else { continue };
            if hole.span != l.body {
                continue;
            }
            let span = |a, b| upc_source::Span::new(a, b);
            let (before, after) = (&l.source.holes[..i], &l.source.holes[i + 1..]);
            self.source_with(span(l.source.span.start, l.body.start), before, &[]);
            self.source_with(body.span, &body.holes, &[(l.body.start + 1, " upcr_poll();".to_string())]);
            return self.source_with(span(l.body.end, l.source.span.end), after, &[]);
        }
        self.source(&l.source);
    }
}
