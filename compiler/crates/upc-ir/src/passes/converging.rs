// SPDX-License-Identifier: Apache-2.0
//! Loops with two counters that meet, `for (i = 0, j = n - 1; i < j; i++, j--)`, count with the
//! first alone: its limit is halfway between their starts, and the body names the second by a
//! difference, `j - (i - start)`. The other passes then see one counter, and how elements move.
//!
//! Precondition. Both are variables of type int that only the clauses change; the first goes up by
//! one and the second goes down by one, so neither wraps before they meet. The first clause
//! declares both, or neither: then the second gets its last value after the loop, and no goto
//! leaves that. The body has no loop, no assembler code and no declaration with the name of a
//! counter.

use upc_sema::types::IntKind;
use upc_sema::unit::DeclId;
use upc_source::Span;
use upc_syntax::ast::{BinaryOp, DeclarationKind, ExprId, ExprKind, ForInit, StmtId, StmtKind};

use super::new_text::{new_name, on_one_line, Edit};
use crate::Facts;

/// The two counters of a loop, each by one of its names.
struct Pair {
    up: (ExprId, DeclId),
    down: (ExprId, DeclId),
    /// The expression that advances the first.
    step: ExprId,
}

/// The changes after which the loop `s`, the `number`th that changes, counts with one variable; the
/// name of the other.
pub(super) fn edits(facts: &Facts, s: StmtId, number: u32) -> Option<(Vec<Edit>, ExprId)> {
    let whole = facts.stmt_node(s).span;
    let StmtKind::For { init, cond: Some(cond), step: Some(step), body } = &facts.stmt_node(s).kind
    else {
        return None;
    };
    let body = facts.stmt_node(*body).span;
    let pair = pair(facts, *step, body)?;
    let compared = compared(facts, *cond, &pair)?;
    if facts.types.threads == Some(1) || !is_plain(facts, &pair, whole, body) {
        return None;
    }
    let name = |e: ExprId| facts.span(e).slice(facts.text);
    let (i, j) = (name(pair.up.0), name(pair.down.0));
    let (start, half) =
        (new_name(facts.text, "start", number), new_name(facts.text, "half", number));
    let set = format!(", {start} = {i}, {half} = (int)(((long){i} + {j} + 1) >> 1)");
    let second = format!("({j} - ({i} - {start}))");
    let mut edits = match init {
        ForInit::Declaration(d) => {
            let DeclarationKind::Plain { declarators, .. } = &facts.ast.declarations[*d].kind
            else {
                return None;
            };
            let clause = facts.ast.declarations[*d].span;
            let declares = |d: DeclId| clause.contains(facts.unit.decls[d].span);
            if !(declares(pair.up.1) && declares(pair.down.1)) {
                return None;
            }
            vec![Edit::insert(declarators.last()?.span.end, set)]
        }
        ForInit::Expr(e) => vec![
            Edit::insert(whole.start, format!("{{ int {start}, {half}; ")),
            Edit::insert(facts.span(*e).end, set),
            Edit::insert(whole.end, format!(" {j} -= {i} - {start}; }}")),
        ],
        ForInit::None => return None,
    };
    edits.push(Edit::replace(facts.span(compared), half));
    edits.push(Edit::replace(facts.span(*step), on_one_line(facts.span(pair.step), facts.text)));
    let mentions = facts.writes().mentions_in(pair.down.1, body).iter();
    let length = j.len() as u32;
    edits.extend(mentions.map(|&at| Edit::replace(Span::new(at, at + length), second.clone())));
    Some((edits, pair.down.0))
}

/// The counters that the third clause moves, if nothing in the body changes them.
fn pair(facts: &Facts, step: ExprId, body: Span) -> Option<Pair> {
    let ExprKind::Comma { left, right } = facts.expr_node(facts.bare(step)).kind else {
        return None;
    };
    let moved = |e: ExprId| {
        let (variable, down, by) = facts.increment_of(e)?;
        let (found, kind) = facts.counting_variable(variable, body)?;
        let by_one = by.map_or(true, |n| facts.natural_constant(n) == Some(1));
        (kind == IntKind::Int && by_one).then_some((facts.bare(variable), found.decl, down))
    };
    let (first, second) = (moved(left)?, moved(right)?);
    let (up, down, step) = match (first.2, second.2) {
        (false, true) => (first, second, left),
        (true, false) => (second, first, right),
        _ => return None,
    };
    Some(Pair { up: (up.0, up.1), down: (down.0, down.1), step })
}

/// The second counter in the condition `i < j`, or `j > i`.
fn compared(facts: &Facts, cond: ExprId, pair: &Pair) -> Option<ExprId> {
    let ExprKind::Binary { op, left, right } = facts.expr_node(facts.bare(cond)).kind else {
        return None;
    };
    let (less, more) = match op {
        BinaryOp::Lt => (left, right),
        BinaryOp::Gt => (right, left),
        _ => return None,
    };
    let fits = facts.is_name_of(less, pair.up.1) && facts.is_name_of(more, pair.down.1);
    fits.then_some(more)
}

/// Whether a difference may take the place of the second counter in the body, which finds shared
/// elements by both.
fn is_plain(facts: &Facts, pair: &Pair, whole: Span, body: Span) -> bool {
    let name = |d: DeclId| facts.unit.decls[d].name;
    let hidden = |d: DeclId| name(d) == name(pair.up.1) || name(d) == name(pair.down.1);
    let jumps = |k: &StmtKind| {
        use StmtKind::{Asm, Error, Goto, GotoComputed, Passed};
        matches!(k, Goto(_) | GotoComputed(_) | Asm { .. } | Passed | Error)
    };
    let in_subscripts = |d: DeclId| {
        let shared = facts.writes().elements_in(body).filter(|&e| facts.is_shared_lvalue(e));
        let mut indices = shared.filter_map(|e| Some(facts.pointer_and_index(e)?.1));
        indices.any(|index| facts.writes().mentioned_in(facts.span(index)).any(|x| x == d))
    };
    !facts.has_loop(body)
        && !facts.writes().is_unknown_in(whole)
        && !facts.stmts_in(body).any(|s| jumps(&s.kind))
        && !facts.order().decls_in(body).any(hidden)
        && in_subscripts(pair.down.1)
}
