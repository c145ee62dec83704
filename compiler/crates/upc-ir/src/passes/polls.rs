// SPDX-License-Identifier: Apache-2.0
//! Decides which loops may wait for shared memory, and where they poll (docs/decisions/polls.md). A
//! relaxed read is a plain load that the C compiler may move out of a loop, so a loop that waits
//! without a poll may wait for ever. A loop polls at each evaluation of its controlling expression
//! if that expression reads shared memory, calls a function of the unit that may, or depends on a
//! variable that the loop sets by what it finds there (`facts/waits.rs`) or copies by upc_memget. A
//! `for` loop that counts does not poll, if the limit is shared too, nor does one that scans an
//! array, `while (j < n && text[j] != c) j++`, as it ends by its counter at the latest, nor
//! one that ends by an element that it reaches step by step, `while (*p) p++`. An endless loop that
//! reads shared memory, or calls a function that may, polls at the start of its body. A loop that
//! follows links counts its polls itself (`facts/links.rs`). A `goto` back to a label polls if the
//! text between them accesses shared memory, or calls a function that may.

use crate::abi::Effect;
use upc_source::Span;

use crate::facts::{Facts, Variable};
use crate::ir::{Form, Function, Ir, Loop, Node, Poll};
use crate::visit::{children_mut, walk_mut};

pub fn run(ir: &mut Ir, facts: &Facts) {
    for f in ir.functions_mut() {
        let Function { source, plain, .. } = f;
        source.holes.iter_mut().for_each(|h| {
            walk_mut(&mut h.node, &mut |n: &mut Node| match n {
                Node::Loop(l) => l.poll = place(l, facts, *plain),
                Node::JumpBack(back) => back.polls = may_find(back.over, facts),
                _ => {}
            });
        });
    }
}

/// `plain`: the loop is in a function without UPC.
fn place(l: &mut Loop, facts: &Facts, plain: bool) -> Poll {
    let body = l.body.slice(facts.text);
    let (place, waits) = match l.cond {
        Some(cond) if !l.cond_constant => {
            let words = cond.slice(facts.text);
            let copies = || copies_to(words).chain(copies_to(body)).any(|v| has_word(words, v));
            let waits = calls(l, cond, facts) || copies() || waits_for_shared(l, cond, facts);
            (Poll::Condition, waits)
        }
        Some(cond) if cond.slice(facts.text).trim() == "0" => (Poll::No, false),
        _ => {
            let calls = has_word(body, COPY) || facts.calls_shared_in(l.body);
            (Poll::Body, calls || !plain && body_reads_shared(l))
        }
    };
    match waits {
        true if place == Poll::Condition && follows_links(l, facts) => Poll::Links,
        true => place,
        false => Poll::No,
    }
}

/// Whether the text `over` may find something in shared memory.
fn may_find(over: Span, facts: &Facts) -> bool {
    !facts.shared_lvalues_in(over).is_empty()
        || facts.calls_shared_in(over)
        || has_word(over.slice(facts.text), COPY)
}

/// Whether the condition `cond` calls a function of the unit that may access shared memory.
fn calls(l: &Loop, cond: Span, facts: &Facts) -> bool {
    l.cond_calls || facts.calls_shared_in(cond)
}

/// Whether the loop follows links, and its condition calls nothing that may read others.
fn follows_links(l: &Loop, facts: &Facts) -> bool {
    let calls = l.cond.is_some_and(|cond| calls(l, cond, facts));
    !calls && matches!(l.source.form, Form::Stmt(s) if facts.follows_links(s))
}

/// Whether what the condition `cond` says may follow from shared memory.
fn waits_for_shared(l: &mut Loop, cond: Span, facts: &Facts) -> bool {
    let mut clauses = l.source.holes.iter_mut().filter(|h| cond.contains(h.span));
    let reads = clauses.any(|h| reads_shared(&mut h.node));
    let reads = reads && !scans(l, facts) && !walks(l, facts);
    let Form::Stmt(s) = l.source.form else { return reads };
    !counts(l, facts) && (reads || facts.ends_by_what_it_found(s, cond))
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

/// Copies from shared memory to private. Found by the name in the text: the call becomes one of an
/// inline function.
const COPY: &str = "upc_memget";

/// Each `v` of `upc_memget(&v` in the text.
fn copies_to(text: &str) -> impl Iterator<Item = &str> {
    text.split(COPY).skip(1).filter_map(|after| {
        let target =
            after.trim_start().strip_prefix('(')?.trim_start().strip_prefix('&')?.trim_start();
        let end = target.find(|c: char| !is_word(c))?;
        (end > 0).then(|| &target[..end])
    })
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !is_word(c)).any(|w| w == word)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn any_child(n: &mut Node, f: &mut dyn FnMut(&mut Node) -> bool) -> bool {
    let mut found = false;
    children_mut(n, &mut |c| found = found || f(c));
    found
}
