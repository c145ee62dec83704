// SPDX-License-Identifier: Apache-2.0
//! `upc_forall` loops that every thread executes as a whole (UPC 6.6.2p9 and p10): those without an
//! affinity expression, and those in the body of one with an affinity expression, which controls
//! them or is itself controlled by another; with THREADS fixed at 1 all. They become `for`
//! statements of the tree, so that later phases know one kind of plain loop; their text stays. An
//! affinity whose evaluation could be noticed keeps its loop.

use upc_source::Span;
use upc_syntax::ast::{Affinity, Ast, ExprId, ExprKind, ForInit, StmtId, StmtKind, UnaryOp};

use crate::types::TypeKind;
use crate::{table::Types, unit::Unit};

pub(crate) fn rewrite(ast: &mut Ast, unit: &Unit, types: &Types) {
    let plain = plain_loops(ast, unit, types);
    for s in plain {
        let kind = &mut ast.stmts[s].kind;
        if let StmtKind::UpcForall { init, cond, step, body, .. } = kind {
            let init = std::mem::replace(init, ForInit::None);
            *kind = StmtKind::For { init, cond: *cond, step: *step, body: *body };
        }
    }
}

fn plain_loops(ast: &Ast, unit: &Unit, types: &Types) -> Vec<StmtId> {
    let affinities = Affinities { ast, unit, types };
    let loops: Vec<(StmtId, Affinity, Span)> = ast
        .stmts
        .iter_enumerated()
        .filter_map(|(s, stmt)| match stmt.kind {
            StmtKind::UpcForall { affinity, body, .. } => Some((s, affinity, ast.stmts[body].span)),
            _ => None,
        })
        .collect();
    let is_inner = |s: StmtId| {
        let span = ast.stmts[s].span;
        let around = |&(_, affinity, body): &(StmtId, Affinity, Span)| {
            matches!(affinity, Affinity::Expr(_)) && body.contains(span)
        };
        loops.iter().any(around)
    };
    let is_plain = |&&(s, affinity, _): &&(StmtId, Affinity, Span)| match affinity {
        Affinity::None | Affinity::Continue => true,
        Affinity::Expr(e) => {
            (types.threads == Some(1) || is_inner(s)) && affinities.is_dispensable(e)
        }
    };
    loops.iter().filter(is_plain).map(|&(s, ..)| s).collect()
}

struct Affinities<'a> {
    ast: &'a Ast,
    unit: &'a Unit,
    types: &'a Types,
}

impl Affinities<'_> {
    /// Whether the program is the same without an evaluation of `e`: it reads only private memory
    /// that is not volatile, and has no side effect.
    fn is_dispensable(&self, e: ExprId) -> bool {
        let value = |x: ExprId| self.is_dispensable(x);
        match self.ast.exprs[e].kind {
            ExprKind::Number | ExprKind::Char | ExprKind::Threads | ExprKind::MyThread => true,
            ExprKind::Paren(x) | ExprKind::Cast { operand: x, .. } => value(x),
            ExprKind::Unary { op: UnaryOp::AddressOf, operand } => self.is_named(operand),
            ExprKind::Unary {
                op: UnaryOp::Plus | UnaryOp::Minus | UnaryOp::BitNot | UnaryOp::Not,
                operand,
            } => value(operand),
            ExprKind::Binary { left, right, .. } => value(left) && value(right),
            ExprKind::Conditional { cond, then, otherwise } => {
                value(cond) && then.map_or(true, value) && value(otherwise)
            }
            _ => self.may_be_read(e) && self.is_named(e),
        }
    }

    /// The same for the object `e`, which is not read.
    fn is_named(&self, e: ExprId) -> bool {
        match self.ast.exprs[e].kind {
            ExprKind::Ident(_) => true,
            ExprKind::Paren(x) | ExprKind::Member { base: x, arrow: false, .. } => self.is_named(x),
            ExprKind::Member { base: x, arrow: true, .. }
            | ExprKind::Unary { op: UnaryOp::Deref, operand: x } => self.is_dispensable(x),
            ExprKind::Index { base, index } => {
                self.is_dispensable(base) && self.is_dispensable(index)
            }
            _ => false,
        }
    }

    /// Whether a use of the value of `e` reads nothing but ordinary private memory. The value of an
    /// array is its address.
    fn may_be_read(&self, e: ExprId) -> bool {
        let Some(ty) = self.unit.expr_ty.get(e).copied().flatten() else { return false };
        let quals = self.types.object_quals(ty);
        matches!(self.types.kind(ty.ty), TypeKind::Array { .. })
            || quals.shared.is_none() && !quals.volatile && !quals.atomic
    }
}
