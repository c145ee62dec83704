// SPDX-License-Identifier: Apache-2.0
//! The alignment of lvalues in packed structures.

use upc_sema::types::TypeKind;
use upc_syntax::ast::{ExprId, ExprKind, UnaryOp};

use super::Lower;

/// The largest power of two that divides an address `offset` bytes into an object aligned to
/// `align`.
fn displaced(align: u64, offset: u64) -> u64 {
    match offset {
        0 => align,
        n => align.min(1 << n.trailing_zeros()),
    }
}

impl Lower<'_> {
    /// Whether the lvalue may be misaligned for its type: in a packed structure.
    pub(super) fn is_packed(&self, e: ExprId) -> bool {
        self.alignment(e) < self.natural_alignment(e)
    }

    fn natural_alignment(&self, e: ExprId) -> u64 {
        self.ty(e).and_then(|t| self.types.align(t.ty)).unwrap_or(1)
    }

    /// A power of two that divides the lvalue's address, according to the declarations; the
    /// referent of a pointer is aligned (C 6.3.2.3p7).
    fn alignment(&self, e: ExprId) -> u64 {
        match self.expr_node(e).kind {
            ExprKind::Paren(x) | ExprKind::Unary { op: UnaryOp::Extension, operand: x } => {
                self.alignment(x)
            }
            ExprKind::Generic { .. } | ExprKind::ChooseExpr { .. } => {
                self.unit.selected.get(&e).map_or(1, |&x| self.alignment(x))
            }
            ExprKind::Unary { op: UnaryOp::Real | UnaryOp::Imag, operand } => self.part(operand, e),
            ExprKind::Unary { op: UnaryOp::Deref, operand } if self.is_array(operand) => {
                self.part(operand, e)
            }
            ExprKind::Member { base, arrow, .. } => {
                let record = match arrow {
                    true => self.pointee(base).and_then(|t| self.types.align(t.ty)).unwrap_or(1),
                    false => self.alignment(base),
                };
                displaced(record, self.unit.member.get(&e).map_or(0, |m| m.offset))
            }
            ExprKind::Index { base, index } => {
                match [base, index].into_iter().find(|&x| self.is_aggregate(x)) {
                    Some(array) => self.part(array, e),
                    None => self.natural_alignment(e),
                }
            }
            _ => self.natural_alignment(e),
        }
    }

    /// The same for `part`, one of the equal, contiguous parts of the lvalue `whole`.
    fn part(&self, whole: ExprId, part: ExprId) -> u64 {
        displaced(self.alignment(whole), self.natural_alignment(part))
    }

    /// An array or a vector: its elements are in it.
    fn is_aggregate(&self, e: ExprId) -> bool {
        let kind = self.ty(e).map(|t| self.types.kind(t.ty));
        matches!(kind, Some(TypeKind::Array { .. } | TypeKind::Vector { .. }))
    }
}
