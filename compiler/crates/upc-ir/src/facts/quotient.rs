// SPDX-License-Identifier: Apache-2.0
//! Affinities that are quotients of the counter, for a program's own distribution in blocks: `i /
//! (n / THREADS)` or `i * THREADS / n`. And subscripts that are remainders, `a[(i + 1) % n]`: as
//! long as the quotient stays the same, they move as the dividend does.

use upc_sema::types::IntKind;
use upc_syntax::ast::{BinaryOp, ExprId, ExprKind};

use super::{Counter, Facts, Variable};

/// The counter, or its product with THREADS, divided by an invariant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quotient {
    pub of_threads: bool,
    pub divisor: ExprId,
    /// The divisor, if it is a constant and the dividend is the counter.
    pub block: Option<u64>,
}

/// `value % modulus`.
#[derive(Clone, Copy)]
pub(crate) struct Remainder {
    pub value: ExprId,
    pub modulus: ExprId,
}

impl Facts<'_> {
    /// The subscript `e`, if it is the remainder of a sum with the counter by a number that the
    /// loop does not change.
    pub(crate) fn remainder(&self, e: ExprId, c: &Variable) -> Option<Remainder> {
        let ExprKind::Binary { op: BinaryOp::Rem, left: value, right: modulus } =
            self.expr_node(self.bare(e)).kind
        else {
            return None;
        };
        let moves = self.coefficient(value, c, true).is_some_and(|n| n != 0);
        let linear = self.is_linear_index(e);
        let stays = self.is_invariant(modulus, c)
            && self.is_quiet(modulus, c.decl)
            && self.is_known_outside(modulus, c.body);
        (moves && linear && stays).then_some(Remainder { value, modulus })
    }

    /// The quotient `affinity` of a counter that is never negative, as C rounds towards zero. Its
    /// remainder by THREADS is the thread. The division is signed, or by a constant, so that the
    /// divisor is not converted to another value.
    pub(crate) fn quotient_of(&self, affinity: ExprId, c: &Counter) -> Option<Quotient> {
        if c.down || !c.natural_start || self.converted_repr(affinity).is_some() {
            return None;
        }
        let (dividend, divisor) = self.division(self.bare(affinity))?;
        let (number, of_threads) = match self.factor_of_threads(dividend) {
            Some(factor) => (factor, true),
            None => (dividend, false),
        };
        let block = self.natural_constant(divisor).filter(|&n| n > 0 && !of_threads);
        let signed = |e: ExprId| {
            matches!(self.int_kind(e), Some(IntKind::Int | IntKind::Long | IntKind::LongLong))
        };
        let fixed = block.is_some()
            || signed(self.bare(affinity))
                && signed(divisor)
                && self.is_invariant(divisor, &c.variable)
                && self.is_known_outside(divisor, c.variable.body);
        (fixed && self.is_name_of(number, c.variable.decl)).then_some(Quotient {
            of_threads,
            divisor,
            block,
        })
    }

    /// Dividend and divisor of `e`, perhaps followed by `% THREADS`.
    fn division(&self, e: ExprId) -> Option<(ExprId, ExprId)> {
        match self.expr_node(e).kind {
            ExprKind::Binary { op: BinaryOp::Rem, left, right } if self.is_threads(right) => {
                self.division(self.bare(left))
            }
            ExprKind::Binary { op: BinaryOp::Div, left, right } => Some((left, right)),
            _ => None,
        }
    }

    /// The other factor of a product with THREADS.
    fn factor_of_threads(&self, e: ExprId) -> Option<ExprId> {
        let ExprKind::Binary { op: BinaryOp::Mul, left, right } = self.expr_node(self.bare(e)).kind
        else {
            return None;
        };
        match (self.is_threads(left), self.is_threads(right)) {
            (true, _) => Some(right),
            (_, true) => Some(left),
            _ => None,
        }
    }

    /// The dividend of a division by a constant in a quotient of the counter.
    pub(crate) fn divided(&self, affinity: ExprId) -> Option<ExprId> {
        let (dividend, divisor) = self.division(self.bare(affinity))?;
        self.natural_constant(divisor).map(|_| dividend)
    }
}
