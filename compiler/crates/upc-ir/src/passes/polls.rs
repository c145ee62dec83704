//! Decides which loops wait on shared memory, and where they poll (design section 5): with each evaluation of a controlling
//! expression that reads shared memory; at the start of the body of an endless loop that tests shared memory.

use crate::effect::Effect;
use crate::ir::{Hole, Ir, Loop, Node, Poll, Source};
use crate::visit::{children_mut, walk_mut};
use upc_source::Span;

/// `text` is the unit's.
pub fn run(ir: &mut Ir, text: &str) {
    walk_mut(&mut ir.root, &mut |n: &mut Node| {
        if let Node::Loop(l) = n {
            l.poll = place(l, text);
        }
    });
}

fn place(l: &mut Loop, text: &str) -> Poll {
    let body = l.body;
    match l.cond {
        Some(cond) if !l.cond_constant => {
            let reads = l.source.holes.iter_mut().filter(|h| cond.contains(h.span)).any(|h| reads_shared(&mut h.node));
            if reads { Poll::Condition } else { Poll::No }
        }
        _ => {
            let tests = l.source.holes.iter_mut().filter(|h| body.contains(h.span)).any(|h| tests_shared(h, text));
            if tests { Poll::Body } else { Poll::No }
        }
    }
}

/// Whether evaluating `n` reads shared memory.
fn reads_shared(n: &mut Node) -> bool {
    let direct = match n {
        Node::Load(_) => true,
        Node::Call { entry, .. } => matches!(entry.info().effect, Effect::Read),
        _ => false,
    };
    direct || any_child(n, &mut reads_shared)
}

/// An `if` on a shared read somewhere in the body: the loop may be left by it.
fn tests_shared(hole: &mut Hole, text: &str) -> bool {
    let span = hole.span;
    tests_in(&mut hole.node, span, text)
}

fn tests_in(n: &mut Node, span: Span, text: &str) -> bool {
    if let Node::Source(Source { span, holes }) = n {
        let is_if = text[span.start as usize..].starts_with("if");
        if is_if && holes.first_mut().is_some_and(|h| reads_shared(&mut h.node)) {
            return true;
        }
    }
    any_child(n, &mut |c| tests_in(c, span, text))
}

fn any_child(n: &mut Node, f: &mut dyn FnMut(&mut Node) -> bool) -> bool {
    let mut found = false;
    children_mut(n, &mut |c| found = found || f(c));
    found
}
