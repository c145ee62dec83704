// SPDX-License-Identifier: Apache-2.0
//! Expressions that move a pointer by a constant.

use upc_sema::types::PtsRepr;
use upc_sema::unit::DeclId;
use upc_source::Span;
use upc_syntax::ast::{ExprId, ExprKind, UnaryOp};

use crate::Facts;

/// An expression that moves a pointer by a constant number of elements.
pub(super) struct Move {
    pub expr: ExprId,
    pub pointer: DeclId,
    pub down: bool,
    pub by: u64,
    /// The value of the expression is that of the pointer after it.
    pub new: bool,
    /// The statement of the body that contains it; `None`: the third clause does.
    pub at: Option<Span>,
}

impl Move {
    pub fn name<'a>(&self, facts: &Facts<'a>) -> &'a str {
        facts.names.name(facts.unit.decls[self.pointer].name)
    }
}

pub(super) fn moved(facts: &Facts, expr: ExprId) -> Option<Move> {
    use ExprKind::{Assign, PostDec, PostInc, Unary};
    let new = match facts.expr_node(expr).kind {
        PostInc(_) | PostDec(_) => false,
        Unary { op: UnaryOp::PreInc | UnaryOp::PreDec, .. } | Assign { .. } => true,
        _ => return None,
    };
    let (name, down, by) = facts.increment_of(expr)?;
    let pointer = *facts.unit.ident.get(&name)?;
    let is_pointer = matches!(facts.expr_node(name).kind, ExprKind::Ident(_))
        && facts.repr(name).is_some_and(|r| !stays_for_one_thread(facts, r))
        && facts.pointee(name).is_some_and(|t| !facts.types.is_void(t.ty))
        && facts.is_own_variable(pointer)
        && !facts.writes().is_addressed(pointer);
    let by = match by {
        Some(n) => facts.natural_constant(n).filter(|n| (1..=1 << 16).contains(n))?,
        None => 1,
    };
    is_pointer.then_some(Move { expr, pointer, down, by, new, at: None })
}

/// Whether the C compiler does best with a pointer that moves: with THREADS fixed at 1, one without
/// phase is as one to private data.
fn stays_for_one_thread(facts: &Facts, repr: PtsRepr) -> bool {
    facts.types.threads == Some(1) && matches!(repr, PtsRepr::Thin { .. })
}

/// How often the move itself names its pointer.
pub(super) fn names(moved: &Move, facts: &Facts) -> usize {
    facts.writes().mentions_in(moved.pointer, facts.span(moved.expr)).len()
}
