// SPDX-License-Identifier: Apache-2.0
//! Subscripts that are numbers of rows, `k * THREADS` and the like: in a distributed array such a
//! step keeps thread and phase, and needs no division by THREADS.

use upc_syntax::ast::{BinaryOp, ExprId, ExprKind, UnaryOp};

use super::Lower;
use crate::facts::Stride;
use crate::ir::{Index, Node, Step};

/// A term of a sum.
enum Term {
    /// `coefficient` times the product of `factors`, times THREADS.
    Rows {
        coefficient: u64,
        factors: Vec<ExprId>,
        negative: bool,
    },
    MyThread,
}

impl Lower<'_> {
    /// The steps of `e` (times -1) elements, if it is a sum of multiples of THREADS, perhaps plus
    /// MYTHREAD, which is the last step.
    pub(super) fn row_index(
        &mut self,
        e: ExprId,
        stride: &Stride,
        negative: bool,
    ) -> Option<Index> {
        if stride.threads || stride.block == 0 {
            return None;
        }
        let mut terms = Vec::new();
        self.terms(e, negative, &mut terms)?;
        let rows = terms.iter().filter(|t| matches!(t, Term::Rows { .. })).count();
        if rows == 0 || terms.len() - rows > 1 {
            return None;
        }
        terms.sort_by_key(|t| matches!(t, Term::MyThread));
        let steps =
            terms.into_iter().map(|t| self.row_step(t, stride)).collect::<Option<Vec<Step>>>()?;
        Some(Index { steps, constant: 0 })
    }

    fn row_step(&mut self, term: Term, stride: &Stride) -> Option<Step> {
        Some(match term {
            Term::MyThread => Step {
                value: Node::MyThread,
                elems: stride.elems,
                threads: false,
                negative: false,
                array: None,
            },
            Term::Rows { coefficient, factors, negative } => {
                let elems = stride.elems.checked_mul(coefficient)?;
                Step { value: self.product(&factors), elems, threads: true, negative, array: None }
            }
        })
    }

    /// The terms of `e`; `None` if one is of another kind.
    fn terms(&self, e: ExprId, negative: bool, terms: &mut Vec<Term>) -> Option<()> {
        if !self.is_linear(e) {
            return None;
        }
        match self.expr_node(e).kind {
            ExprKind::Paren(x) => self.terms(x, negative, terms),
            ExprKind::Unary { op: UnaryOp::Minus, operand } => {
                self.terms(operand, !negative, terms)
            }
            ExprKind::Cast { operand, .. } if self.is_wide(e) => {
                self.terms(operand, negative, terms)
            }
            ExprKind::Binary { op: op @ (BinaryOp::Add | BinaryOp::Sub), left, right } => {
                self.terms(left, negative, terms)?;
                self.terms(right, negative != (op == BinaryOp::Sub), terms)
            }
            ExprKind::MyThread if !negative => {
                terms.push(Term::MyThread);
                Some(())
            }
            _ => {
                let (mut coefficient, mut factors) = (1, Vec::new());
                let threads = self.factors(e, &mut coefficient, &mut factors)?;
                let coefficient = match (threads, self.options.threads) {
                    (0, _) => return None,
                    (1, _) => coefficient,
                    (_, fixed) => {
                        coefficient.checked_mul(u64::from(fixed?).checked_pow(threads - 1)?)?
                    }
                };
                terms.push(Term::Rows { coefficient, factors, negative });
                Some(())
            }
        }
    }

    /// The product of `factors`, of type long if there are several.
    fn product(&mut self, factors: &[ExprId]) -> Node {
        match factors {
            [] => Node::text("1"),
            [e] => self.value(*e),
            _ => Node::Product(factors.iter().map(|&e| self.value(e)).collect()),
        }
    }
}
