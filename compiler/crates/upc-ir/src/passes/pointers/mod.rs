// SPDX-License-Identifier: Apache-2.0
//! A pointer-to-shared that an inner loop moves by a constant in each iteration becomes a pointer
//! that stays and a subscript: `for (p = a; p < a + n; p++) s += *p;` finds `*(p + i)`, with `i`
//! from 0 to the difference. The other passes then see how the elements move, and the loop neither
//! compares pointers nor keeps their phases.
//!
//! Precondition. The pointer is a variable of the function whose address is not taken. One
//! expression in the loop changes it, by a positive constant: a part of the third clause, or a
//! statement of the body itself that each iteration executes, without conditions; then no
//! `continue` skips it, and no `break` leaves the loop. What the loop counts by is another
//! variable, whose step is the same and whose name the body does not declare anew, or the
//! comparison of such a pointer with one that stays the same and has the same type: both then point
//! into one array, or the comparison is undefined (UPC 6.4.2), and so their difference is the
//! number of steps. Nothing in the loop calls a function that may do more than compute a number, or
//! orders accesses, and no label lets it be entered elsewhere. After the loop the pointer gets its
//! value.

mod count;
mod moves;
mod restated;
mod walk;

use rustc_hash::FxHashMap;
use upc_source::Span;
use upc_syntax::ast::{Stmt, StmtId, StmtKind};

use self::moves::{moved, Move};
use self::walk::Walk;
use super::new_text::Edit;
use super::Context;
use crate::ir::Ir;
use crate::remarks::{Kind, Remark};
use crate::Facts;

/// The flag of the pass.
pub(crate) const FLAG: &str = "pointers";

/// Nothing is left to do for the tree.
pub(crate) fn run(_: &mut Ir, _: &Context) {}

/// The changes of the unit's text, and the remarks on it.
pub(crate) fn edits(facts: &Facts, edits: &mut Vec<Edit>) -> Vec<Remark> {
    let mut known: Option<FxHashMap<Span, StmtId>> = None;
    let mut loops: FxHashMap<StmtId, Vec<Move>> = FxHashMap::default();
    for (e, _) in facts.ast.exprs.iter_enumerated() {
        let Some(moved) = moved(facts, e) else { continue };
        let known = known.get_or_insert_with(|| repeated(facts));
        let around = facts.loops().around(facts.span(e).start).next();
        if let Some(&s) = around.and_then(|l| known.get(&l)) {
            loops.entry(s).or_default().push(moved);
        }
    }
    let mut loops: Vec<(StmtId, Vec<Move>)> = loops.into_iter().collect();
    loops.sort_by_key(|(s, _)| facts.stmt_node(*s).span.start);
    let mut remarks = Vec::new();
    for (s, moves) in loops {
        let number = remarks.len() as u32 + 1;
        let Some(mut walk) = Walk::of(facts, s, moves) else { continue };
        let Some(found) = walk.restated(number) else { continue };
        edits.extend(found);
        let names: Vec<String> =
            walk.moves.iter().map(|m| format!("'{}'", m.name(facts))).collect();
        let are =
            if names.len() == 1 { "is a pointer that stays" } else { "are pointers that stay" };
        remarks.push(Remark {
            span: facts.stmt_node(s).span,
            pass: FLAG,
            kind: Kind::Done,
            text: format!("{} {are}, with a subscript that the loop moves", names.join(", ")),
            note: None,
        });
    }
    remarks
}

/// The loops that may move pointers, by their repeated parts.
fn repeated(facts: &Facts) -> FxHashMap<Span, StmtId> {
    let part = |(s, stmt): (StmtId, &Stmt)| match stmt.kind {
        StmtKind::For { cond: Some(cond), .. } => {
            Some((Span::new(facts.span(cond).start, stmt.span.end), s))
        }
        StmtKind::While { .. } => Some((stmt.span, s)),
        _ => None,
    };
    facts.ast.stmts.iter_enumerated().filter_map(part).collect()
}
