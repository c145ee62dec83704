// SPDX-License-Identifier: Apache-2.0
//! Numbers: which expressions are constants, products and multiples of THREADS.

use upc_sema::types::IntKind;
use upc_sema::unit::DeclKind;
use upc_syntax::ast::{BinaryOp, ExprId, ExprKind, UnaryOp};

use super::Facts;

impl Facts<'_> {
    /// The value of an integer literal, in parentheses or not.
    pub(crate) fn small_constant(&self, e: ExprId) -> Option<i64> {
        match self.expr_node(e).kind {
            ExprKind::Paren(inner) => self.small_constant(inner),
            ExprKind::Number => self
                .span(e)
                .slice(self.text)
                .parse::<u32>()
                .ok()
                .filter(|_| self.decimal(e))
                .map(i64::from),
            _ => None,
        }
    }

    pub(crate) fn decimal(&self, e: ExprId) -> bool {
        let s = self.span(e).slice(self.text);
        s == "0" || !s.starts_with('0')
    }

    /// Adds the factors of the product `e`: constants to `coefficient`, others to `factors`.
    /// Returns how often THREADS is a factor. With a fixed number of threads THREADS is a constant,
    /// and a multiple of it counts as well.
    pub(crate) fn factors(
        &self,
        e: ExprId,
        coefficient: &mut u64,
        factors: &mut Vec<ExprId>,
    ) -> Option<u32> {
        match self.expr_node(e).kind {
            ExprKind::Threads => Some(1),
            ExprKind::Paren(x) => self.factors(x, coefficient, factors),
            ExprKind::Cast { operand, .. } if self.is_wide(e) && self.is_linear(operand) => {
                self.factors(operand, coefficient, factors)
            }
            ExprKind::Binary { op: BinaryOp::Mul, left, right } if self.is_linear(e) => Some(
                self.factors(left, coefficient, factors)?
                    + self.factors(right, coefficient, factors)?,
            ),
            _ => {
                match self.natural_constant(e) {
                    Some(n) => match self.rows_of(n) {
                        Some(rows) => {
                            *coefficient = coefficient.checked_mul(rows)?;
                            return Some(1);
                        }
                        None => *coefficient = coefficient.checked_mul(n)?,
                    },
                    None if self
                        .int_kind(e)
                        .is_some_and(|k| !matches!(k, IntKind::Int128 | IntKind::UInt128)) =>
                    {
                        factors.push(e)
                    }
                    None => return None,
                }
                Some(0)
            }
        }
    }

    /// How many rows of a cyclic array `elems` elements are, if the number of threads is fixed.
    pub(crate) fn rows_of(&self, elems: u64) -> Option<u64> {
        let threads = u64::from(self.types.threads?);
        (elems > 0 && elems % threads == 0).then(|| elems / threads)
    }

    /// An integer literal or an enumerator that is not negative.
    pub(crate) fn natural_constant(&self, e: ExprId) -> Option<u64> {
        match self.expr_node(e).kind {
            ExprKind::Ident(_) => match self.unit.decls[*self.unit.ident.get(&e)?].kind {
                DeclKind::Enumerator(n) => u64::try_from(n).ok(),
                _ => None,
            },
            _ => self.small_constant(e).and_then(|n| u64::try_from(n).ok()),
        }
    }

    /// A sum, difference or product of integer literals and enumerators, perhaps with a sign, of
    /// type int, long or long long.
    pub(crate) fn signed_constant(&self, e: ExprId) -> Option<i64> {
        match self.expr_node(e).kind {
            ExprKind::Paren(x) => self.signed_constant(x),
            ExprKind::Binary { op, left, right } => {
                let n = combined(op, self.signed_constant(left)?, self.signed_constant(right)?)?;
                match self.int_kind(e)? {
                    IntKind::Int => i32::try_from(n).ok().map(i64::from),
                    IntKind::Long | IntKind::LongLong => Some(n),
                    _ => None,
                }
            }
            ExprKind::Unary { op: UnaryOp::Minus, operand } => {
                use IntKind::{Int, Long, LongLong};
                let n = self.signed_constant(operand)?.checked_neg();
                n.filter(|_| matches!(self.int_kind(e), Some(Int | Long | LongLong)))
            }
            _ => self.natural_constant(e).and_then(|n| i64::try_from(n).ok()),
        }
    }

    pub(crate) fn int_kind(&self, e: ExprId) -> Option<IntKind> {
        self.types.int_kind(self.ty(e)?.ty)
    }

    /// Whether sums and products of `e`'s type equal those of long: overflow is undefined, or wraps
    /// beyond any array. Unsigned 32-bit types wrap earlier.
    pub(crate) fn is_linear(&self, e: ExprId) -> bool {
        matches!(self.int_kind(e), Some(IntKind::Int)) || self.is_wide(e)
    }

    pub(crate) fn is_wide(&self, e: ExprId) -> bool {
        use IntKind::{Long, LongLong, ULong, ULongLong};
        matches!(self.int_kind(e), Some(Long | LongLong | ULong | ULongLong))
    }
}

/// The value of `a op b` if `op` is arithmetic, or `<<` without a negative operand, and the value
/// is an `i64`.
fn combined(op: BinaryOp, a: i64, b: i64) -> Option<i64> {
    match op {
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Sub => a.checked_sub(b),
        BinaryOp::Mul => a.checked_mul(b),
        BinaryOp::Div => a.checked_div(b),
        BinaryOp::Rem => a.checked_rem(b),
        BinaryOp::Shl if a >= 0 && (0..63).contains(&b) => a.checked_mul(1 << b),
        _ => None,
    }
}
