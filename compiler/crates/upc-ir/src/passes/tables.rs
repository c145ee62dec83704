// SPDX-License-Identifier: Apache-2.0
//! Loops that access any elements of cyclic arrays (loop versioning): `table[r & mask] ^= r`,
//! `count[key[k]]++`, also through a `shared T *`.
//!
//! Where all segments are mapped here, they lie at equal distances. If THREADS is a power of two,
//! too, an element's address is a sum of a row's bytes and a thread's distance, by a shift, a mask
//! and a product: without the table of segments, and without the far half of each access, whose
//! call the registers of the loop would have to survive. So the loop is written twice, behind one
//! test. The near half executes the same accesses in the same order. What is proved here:
//! - the loop counts: it does not wait for a value that another thread writes, which the C compiler
//!   may keep in a register;
//! - it may be written twice. It has no loop in it: of nested loops the innermost one is so
//!   treated.
//!
//! Nothing is assumed of subscripts, nor of what else the body does.

use upc_syntax::ast::{ExprId, StmtKind};

use super::elements::replace_elements;
use super::Context;
use crate::ir::{Address, Form, Index, Ir, Loop, Node};
use crate::remarks::subject;
use crate::visit::{children_often_mut, walk_mut};
use crate::Facts;

/// A loop with more text is written once.
const MAX_TEXT: u32 = 2048;

pub fn run(ir: &mut Ir, cx: &Context) {
    let possible = cx.options.threads.map_or(true, u32::is_power_of_two);
    if possible && !cx.options.needs_addresses() {
        visit(&mut ir.root, cx);
    }
}

fn visit(n: &mut Node, cx: &Context) {
    if let Node::Loop(l) = n {
        let mut elements = Vec::new();
        if let Some(near) = near_loop(l, cx.facts, &mut elements) {
            cx.remarks.done(l.source.span, || {
                let found = subject(cx.facts, elements.iter().map(|&e| cx.facts.span(e)));
                format!(
                    "{found} found by a shift, a mask and a product, where all memory is \
                    mapped and THREADS is a power of two"
                )
            });
            let general = Box::new(std::mem::replace(n, Node::empty()));
            *n = Node::Tables { near: Box::new(Node::Loop(Box::new(near))), general };
            return;
        }
    }
    match n {
        // In the other half some are far.
        Node::Gather(g) => visit(&mut g.near, cx),
        n => children_often_mut(n, &mut |c| visit(c, cx)),
    }
}

/// The loop where all segments are near; `None` where that changes nothing. The `elements` that are
/// found so are added.
fn near_loop(l: &Loop, facts: &Facts, elements: &mut Vec<ExprId>) -> Option<Loop> {
    if l.rows.is_some() || !may_be_twice(l, facts) {
        return None;
    }
    let mut near = l.clone();
    let (body, mut found) = (l.body, false);
    for hole in near.source.holes.iter_mut().filter(|h| h.span == body) {
        let mut plain = true;
        walk_mut(&mut hole.node, &mut |n: &mut Node| match n {
            Node::Own(_) | Node::Forall(_) => plain = false,
            Node::Runs(runs) => runs.rows.iter_mut().for_each(|row| row.copied = None),
            _ => {}
        });
        found |= plain && replace_in_body(&mut hole.node, elements);
    }
    found.then_some(near)
}

/// Whether the loop counts, is innermost and may be written twice.
fn may_be_twice(l: &Loop, facts: &Facts) -> bool {
    use StmtKind::{DoWhile, For, UpcForall, While};
    let Form::Stmt(s) = l.source.form else { return false };
    let For { ref init, cond: Some(cond), step: Some(step), body } = facts.ast.stmts[s].kind else {
        return false;
    };
    let (whole, inside) = (l.source.span, facts.ast.stmts[body].span);
    let is_loop =
        |k: &StmtKind| matches!(k, While { .. } | DoWhile { .. } | For { .. } | UpcForall { .. });
    whole.end - whole.start <= MAX_TEXT
        && !facts.follows_pragma(whole)
        && !facts.stmts_in(inside).any(|s| is_loop(&s.kind))
        && facts.counter_of(init, cond, step, body).is_some()
        && facts.is_repeatable(whole)
}

/// The same of a body, which may go by runs: whether there are any where it does.
fn replace_in_body(body: &mut Node, elements: &mut Vec<ExprId>) -> bool {
    let Node::Runs(runs) = body else { return replace(body, elements) };
    let found = replace_in_body(&mut runs.near, elements);
    found && {
        replace_in_body(&mut runs.general, &mut Vec::new());
        true
    }
}

/// Marks the elements in `n` that are found so; whether there are any.
fn replace(n: &mut Node, elements: &mut Vec<ExprId>) -> bool {
    let mut found = false;
    replace_elements(n, &mut |e: ExprId, address: &mut Address| {
        let Address::Element { index, block: 1, .. } = &mut *address else { return false };
        if is_steady(index) {
            return false;
        }
        index.steps.iter_mut().for_each(|s| {
            replace(&mut s.value, elements);
        });
        *address = Address::Near { base: Box::new(address.clone()) };
        elements.push(e);
        found = true;
        true
    });
    found
}

/// Whether the element's thread needs no arithmetic.
fn is_steady(index: &Index) -> bool {
    index.steps.is_empty() || index.steps.iter().all(|s| s.threads || s.is_mythread())
}
