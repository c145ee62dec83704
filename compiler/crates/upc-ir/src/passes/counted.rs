// SPDX-License-Identifier: Apache-2.0
//! Loops of which it is known that they do not wait keep the far data that they read until the
//! thread synchronises. Their far stores are sent together when they end
//! (runtime/src/core/far_cache_stores.c).
//!
//! The runtime keeps lines of far memory between two synchronisations, as the memory model permits
//! for relaxed reads (UPC 1.3, 5.1.2.3). It does not know which reads are those of a loop that
//! waits for a relaxed variable to change. So it asks the owner again for bytes that are read
//! repeatedly, and after some milliseconds (runtime/src/core/read_ahead.c). In a loop that this
//! pass marks it need not. It is marked if
//! - it and its inner loops count towards limits that they do not change, in shared memory too: a
//!   kept limit stays. They may scan data or follow links, too (`facts/scan.rs`,
//!   `facts/links.rs`). So do the loops of all functions of the unit that it calls
//!   (`facts/terminating.rs`). It may synchronise;
//! - it, or such a function, reads shared memory that may be far; or it stores to some, outside of
//!   inner loops that `updates` has marked.
//!
//! The outermost such loop is marked. When it starts, lines from before it have their old limits:
//! a loop that waits, and calls a function with a marked loop, sees changes.

use super::gather::{loop_of, read_by, span_of};
use super::Context;
use crate::facts::Terminating;
use crate::ir::{Address, Ir, Node};
use crate::visit::{children_mut, walk_mut};

pub fn run(ir: &mut Ir, cx: &Context) {
    if ir.functions_mut().all(|f| f.plain) {
        return;
    }
    let terminating = Terminating::of(ir, cx.facts);
    Pass { cx, terminating, number: &mut ir.next_number }.visit(&mut ir.root);
}

struct Pass<'x> {
    cx: &'x Context<'x>,
    terminating: Terminating,
    number: &'x mut u32,
}

impl Pass<'_> {
    fn visit(&mut self, n: &mut Node) {
        match n {
            Node::Gather(g) => return self.visit(&mut g.far),
            Node::Tables { general, .. } => return self.visit(general),
            // OpenMP asks for the loops of a nest one in the other.
            Node::Loop(l) if self.cx.facts.follows_pragma(l.source.span) => return,
            _ => {}
        }
        if !self.is_marked(n) {
            return children_mut(n, &mut |c| self.visit(c));
        }
        let whole = span_of(n, self.cx.facts);
        let text = "far data that the loop reads are kept until the thread synchronises";
        self.cx.remarks.done(whole, || text.to_string());
        *self.number += 1;
        let loop_ = Box::new(std::mem::replace(n, Node::empty()));
        *n = Node::Counted { number: *self.number, loop_ };
    }

    fn is_marked(&self, n: &mut Node) -> bool {
        let facts = self.cx.facts;
        let Some(s) = loop_of(n) else { return false };
        let whole = facts.ast.stmts[s].span;
        let called = self.terminating.reads_in(whole, facts);
        if !called && !reads_far(n) && !stores_far(n) {
            return false;
        }
        let effects = facts.effects(n, whole);
        facts.ends_by_itself(s, &effects, &self.terminating)
    }
}

/// Whether `n` reads an object that may be far.
fn reads_far(n: &mut Node) -> bool {
    let mut found = false;
    walk_mut(n, &mut |n: &mut Node| {
        found |= read_by(n).is_some_and(|p| p.near.is_none() && may_be_far(&p.address));
    });
    found
}

/// Whether `n` stores to an object that may be far, and the store is not gathered with others.
fn stores_far(n: &mut Node) -> bool {
    let found = match n {
        Node::Held { .. } => return false,
        Node::Store { place, .. } => {
            !place.strict && place.near.is_none() && may_be_far(&place.address)
        }
        _ => false,
    };
    let mut inner = false;
    children_mut(n, &mut |c| inner = inner || stores_far(c));
    found || inner
}

fn may_be_far(a: &Address) -> bool {
    match a {
        Address::Object(_) | Address::Pointer { .. } => true,
        Address::Element { base, .. } | Address::Member { base, .. } => may_be_far(base),
        _ => false,
    }
}
