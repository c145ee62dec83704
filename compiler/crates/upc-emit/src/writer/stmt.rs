// SPDX-License-Identifier: Apache-2.0
//! UPC statements and loops.

use upc_ir::abi::Entry;
use upc_ir::ir::{Loop, Node, Poll};

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

    /// A loop, with its poll.
    pub(super) fn looping(&mut self, l: &Loop) {
        let mut inserts = Vec::new();
        match (l.poll, l.cond) {
            (Poll::Condition, Some(cond)) => {
                inserts.push((cond.start, Insert::Text("(upcr_poll(), ".to_string())));
                inserts.push((cond.end, Insert::Text(")".to_string())));
            }
            (Poll::Body, _) if self.lines.slice(l.body).starts_with('{') => {
                inserts.push((l.body.start + 1, Insert::Text(" upcr_poll();".to_string())));
            }
            (Poll::Body, _) => {
                inserts.push((l.body.start, Insert::Text("{ upcr_poll(); ".to_string())));
                inserts.push((l.body.end, Insert::Text(" }".to_string())));
            }
            _ => {}
        }
        if let Some(rows) = &l.rows {
            inserts.extend(runs::inserts(rows));
            inserts.sort_by_key(|i| i.0);
        }
        let block = self.declare_streams(l);
        if l.independent && l.runs.is_empty() && l.poll == Poll::No {
            self.independent();
        }
        self.source_with(&l.source, &inserts);
        if block {
            self.raw(" }");
        }
    }
}
