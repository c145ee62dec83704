// SPDX-License-Identifier: Apache-2.0
//! How far two subscripts are apart.

use upc_sema::types::IntKind;
use upc_syntax::ast::{BinaryOp, ExprId, ExprKind, UnaryOp};

use super::Facts;

/// A sum: its terms that are no constants, each as written and whether it is subtracted, and the
/// sum of the constants.
#[derive(Default)]
struct Sum<'a> {
    terms: Vec<(&'a str, bool)>,
    /// The same terms, in the order of the text.
    exprs: Vec<(ExprId, bool)>,
    constant: i64,
}

/// The difference of two sums.
pub(crate) struct Beyond {
    /// The common terms, as in the first sum.
    pub shared: Vec<ExprId>,
    /// Terms that are added, and constants.
    pub terms: Vec<ExprId>,
    pub constant: i64,
}

impl<'a> Facts<'a> {
    /// `a - b` if both are sums of the same terms, written alike and evaluated at the same time,
    /// except for constants.
    pub(crate) fn distance(&self, a: ExprId, b: ExprId) -> Option<i64> {
        let (a, b) = (self.sum_of(a)?, self.sum_of(b)?);
        (a.terms == b.terms).then(|| a.constant.checked_sub(b.constant))?
    }

    /// The terms of the sum `a` that `b` does not have, if `a` has all terms of `b`, written alike;
    /// `None` if there are none, or one is subtracted.
    pub(crate) fn beyond(&self, a: ExprId, b: ExprId) -> Option<Beyond> {
        let (a, b) = (self.sum_of(a)?, self.sum_of(b)?);
        let mut rest = b.terms;
        let mut found = Beyond {
            shared: Vec::new(),
            terms: Vec::new(),
            constant: a.constant.checked_sub(b.constant)?,
        };
        for &(e, negative) in &a.exprs {
            let text = self.span(e).slice(self.text);
            match rest.iter().position(|&t| t == (text, negative)) {
                Some(at) => {
                    rest.swap_remove(at);
                    found.shared.push(e);
                }
                None if negative => return None,
                None => found.terms.push(e),
            }
        }
        (rest.is_empty() && !found.terms.is_empty()).then_some(found)
    }

    /// The variable and the constant of which `e` is the sum.
    pub(crate) fn variable_and_constant(&self, e: ExprId) -> Option<(ExprId, i64)> {
        let sum = self.sum_of(e)?;
        match sum.exprs.as_slice() {
            &[(x, false)] if self.is_own_name(x) => Some((x, sum.constant)),
            _ => None,
        }
    }

    /// Whether `e` is a sum of the function's own variables and constants.
    pub(crate) fn is_sum_of_variables(&self, e: ExprId) -> bool {
        self.sum_of(e).is_some_and(|sum| sum.exprs.iter().all(|t| self.is_own_name(t.0)))
    }

    fn is_own_name(&self, e: ExprId) -> bool {
        matches!(self.expr_node(e).kind, ExprKind::Ident(_))
            && self.unit.ident.get(&e).is_some_and(|&d| self.is_own_variable(d))
    }

    fn sum_of(&self, e: ExprId) -> Option<Sum<'a>> {
        let mut sum = Sum::default();
        self.add_terms(e, false, &mut sum)?;
        sum.terms.sort_unstable();
        Some(sum)
    }

    /// Adds `e`, or subtracts it; `None` if constants are too large. A sum of a type that wraps
    /// below 64 bits is one term.
    fn add_terms(&self, e: ExprId, negative: bool, sum: &mut Sum<'a>) -> Option<()> {
        use IntKind::{Int, Long, LongLong, ULong, ULongLong};
        let linear = matches!(self.int_kind(e), Some(Int | Long | LongLong | ULong | ULongLong));
        match self.expr_node(e).kind {
            ExprKind::Paren(x) => return self.add_terms(x, negative, sum),
            ExprKind::Unary { op: UnaryOp::Minus, operand } if linear => {
                return self.add_terms(operand, !negative, sum);
            }
            ExprKind::Binary { op: op @ (BinaryOp::Add | BinaryOp::Sub), left, right }
                if linear =>
            {
                self.add_terms(left, negative, sum)?;
                return self.add_terms(right, negative != (op == BinaryOp::Sub), sum);
            }
            _ => {}
        }
        match self.natural_constant(e).map(i64::try_from) {
            Some(n) => {
                let n = n.ok()?;
                sum.constant = sum.constant.checked_add(if negative { -n } else { n })?;
            }
            None => {
                sum.terms.push((self.span(e).slice(self.text), negative));
                sum.exprs.push((e, negative));
            }
        }
        Some(())
    }
}
