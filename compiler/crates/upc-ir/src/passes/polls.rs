// SPDX-License-Identifier: Apache-2.0
//! Decides which loops may wait for shared memory, and where they poll (docs/decisions/polls.md). A
//! relaxed read is a plain load that the C compiler may move out of a loop, so a loop that waits
//! without a poll may wait for ever. A loop polls at each evaluation of its controlling expression
//! if that expression reads shared memory, calls a function of the unit that may, or depends on a
//! variable that the loop sets by what it finds there (`facts/waits.rs`). A
//! `for` loop that counts does not poll, if the limit is shared too, nor does one that scans an
//! array, `while (j < n && text[j] != c) j++`, as it ends by its counter at the latest, nor
//! one that ends by an element that it reaches step by step, `while (*p) p++`. An endless loop that
//! reads shared memory, or calls a function that may, polls at the start of its body. A loop that
//! follows links counts its polls itself (`facts/links.rs`). A `goto` back to a label polls if the
//! text between them accesses shared memory, or calls a function that may.

use crate::abi::Effect;
use upc_source::Span;

use crate::facts::{Facts, Variable};
use crate::ir::{Form, Function, Ir, JumpBack, Loop, Node, Poll};
use crate::visit::{children_mut, walk_mut};

pub fn run(ir: &mut Ir, facts: &Facts) {
    for f in ir.functions_mut() {
        let Function { source, plain, .. } = f;
        source.holes.iter_mut().for_each(|h| {
            walk_mut(&mut h.node, &mut |n: &mut Node| match n {
                Node::Loop(l) => l.poll = place(l, facts, *plain),
                Node::JumpBack(back) => back.polls = may_find(back, facts),
                _ => {}
            });
        });
    }
}

/// `plain`: the loop is in a function without UPC.
fn place(l: &mut Loop, facts: &Facts, plain: bool) -> Poll {
    let (place, waits) = match (l.goes_on, l.cond) {
        (None, Some(cond)) => {
            (Poll::Condition, facts.calls_shared_in(cond) || waits_for_shared(l, cond, facts))
        }
        (Some(false), _) => (Poll::No, false),
        _ => (Poll::Body, facts.calls_shared_in(l.body) || !plain && body_reads_shared(l)),
    };
    match waits {
        true if follows_links(l, facts) => Poll::Links,
        true => place,
        false => Poll::No,
    }
}

/// Whether the text from the label to the jump may find something in shared memory.
fn may_find(back: &JumpBack, facts: &Facts) -> bool {
    let over = Span::new(back.label, back.jump.end);
    !facts.shared_lvalues_in(over).is_empty() || facts.calls_shared_in(over)
}

/// Whether the loop goes along links, and its condition calls nothing that may read others.
fn follows_links(l: &Loop, facts: &Facts) -> bool {
    let calls = l.cond.is_some_and(|cond| facts.calls_shared_in(cond));
    !calls && matches!(l.source.form, Form::Stmt(s) if facts.goes_along_links(s))
}

/// Whether what the condition `cond` says may follow from shared memory.
fn waits_for_shared(l: &mut Loop, cond: Span, facts: &Facts) -> bool {
    let mut clauses = l.source.holes.iter_mut().filter(|h| cond.contains(h.span));
    let reads = clauses.any(|h| reads_shared(&mut h.node));
    let reads = reads && !scans(l, facts) && !walks(l, facts);
    let Form::Stmt(s) = l.source.form else { return reads };
    !counts(l, facts) && (reads || facts.ends_by_what_it_found(s, cond))
        || facts.leaves_by_what_stays(s, cond)
}

fn body_reads_shared(l: &mut Loop) -> bool {
    let body = l.body;
    let mut holes = l.source.holes.iter_mut().filter(|h| body.contains(h.span));
    holes.any(|h| reads_shared(&mut h.node))
}

/// Whether the loop only counts to a limit, which relaxed shared data may be.
fn counts(l: &mut Loop, facts: &Facts) -> bool {
    let (Form::Stmt(s), Some(cond)) = (l.source.form, l.cond) else { return false };
    let mut holes = l.source.holes.iter_mut().filter(|h| cond.contains(h.span));
    facts.ends_by_counter(s) && !holes.any(|h| reads_strictly(&mut h.node))
}

fn reads_strictly(n: &mut Node) -> bool {
    matches!(n, Node::Load(p) if p.strict) || any_child(n, &mut reads_strictly)
}

/// Whether the only shared data that the condition reads are elements that move with a counter, and
/// this counter ends the loop.
pub(super) fn scans(l: &mut Loop, facts: &Facts) -> bool {
    let Form::Stmt(s) = l.source.form else { return false };
    facts.scanning_counter(s).is_some_and(|counter| tests_moving(l, &counter, facts))
}

/// Whether the only shared data that the condition reads are elements that move with a variable.
/// The loop finds the element that ends it, or leaves the object.
fn walks(l: &mut Loop, facts: &Facts) -> bool {
    let Form::Stmt(s) = l.source.form else { return false };
    facts.advanced_variable(s).is_some_and(|v| tests_moving(l, &v, facts))
}

fn tests_moving(l: &mut Loop, variable: &Variable, facts: &Facts) -> bool {
    let Some(cond) = l.cond else { return false };
    let mut holes = l.source.holes.iter_mut().filter(|h| cond.contains(h.span));
    holes.all(|h| reads_with(&mut h.node, variable, facts))
}

/// Whether the only shared data that `n` reads are elements that move with the counter.
fn reads_with(n: &mut Node, counter: &Variable, facts: &Facts) -> bool {
    let here = match &*n {
        Node::Load(p) => {
            let moves =
                || facts.moves_with(p.expr, counter) || facts.is_at_pointer(p.expr, counter.decl);
            !p.strict && moves()
        }
        n => !is_read(n),
    };
    here && {
        let mut all = true;
        children_mut(n, &mut |c| all = all && reads_with(c, counter, facts));
        all
    }
}

/// Whether evaluating `n` reads shared memory.
fn reads_shared(n: &mut Node) -> bool {
    is_read(n) || any_child(n, &mut reads_shared)
}

/// Whether `n` itself does, without its parts.
fn is_read(n: &Node) -> bool {
    match n {
        Node::Load(_) | Node::Update { .. } => true,
        Node::Call { entry, .. } => matches!(entry.info().effect, Effect::Read),
        _ => false,
    }
}

fn any_child(n: &mut Node, f: &mut dyn FnMut(&mut Node) -> bool) -> bool {
    let mut found = false;
    children_mut(n, &mut |c| found = found || f(c));
    found
}
