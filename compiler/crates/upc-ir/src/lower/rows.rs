//! Subscripts that are numbers of rows, `k * THREADS` and the like: on a distributed array such a step leads to an element of the
//! same thread and phase, without a division by THREADS.

use upc_sema::types::IntKind;
use upc_sema::unit::DeclKind;
use upc_syntax::ast::{BinaryOp, ExprId, ExprKind, UnaryOp};

use super::pointer::Stride;
use super::Lower;
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
    /// `e` (times -1) elements, if that is a sum of multiples of THREADS, or of such and MYTHREAD, which is then the last step.
    pub(super) fn row_index(&mut self, e: ExprId, stride: &Stride, negative: bool) -> Option<Index> {
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
        let steps = terms.into_iter().map(|t| self.row_step(t, stride)).collect::<Option<Vec<Step>>>()?;
        Some(Index { steps, constant: 0 })
    }

    fn row_step(&mut self, term: Term, stride: &Stride) -> Option<Step> {
        Some(match term {
            Term::MyThread => {
                Step { value: Node::MyThread, elems: stride.elems, threads: false, negative: false, array: None }
            }
            Term::Rows { coefficient, factors, negative } => {
                let elems = stride.elems.checked_mul(coefficient)?;
                Step { value: self.product(&factors), elems, threads: true, negative, array: None }
            }
        })
    }

    /// The terms of `e`; `None` where one is of another kind.
    fn terms(&self, e: ExprId, negative: bool, terms: &mut Vec<Term>) -> Option<()> {
        if !self.is_linear(e) {
            return None;
        }
        match self.expr_node(e).kind {
            ExprKind::Paren(x) => self.terms(x, negative, terms),
            ExprKind::Unary { op: UnaryOp::Minus, operand } => self.terms(operand, !negative, terms),
            ExprKind::Cast { operand, .. } if self.is_wide(e) => self.terms(operand, negative, terms),
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
                    (_, fixed) => coefficient.checked_mul(u64::from(fixed?).checked_pow(threads - 1)?)?,
                };
                terms.push(Term::Rows { coefficient, factors, negative });
                Some(())
            }
        }
    }

    /// Adds the factors of the product `e` to `coefficient`, if they are constants, and to `factors`; how often THREADS is one. Where
    /// the number of threads is fixed, THREADS is a number to the compiler, and a multiple of it as good.
    pub(super) fn factors(&self, e: ExprId, coefficient: &mut u64, factors: &mut Vec<ExprId>) -> Option<u32> {
        match self.expr_node(e).kind {
            ExprKind::Threads => Some(1),
            ExprKind::Paren(x) => self.factors(x, coefficient, factors),
            ExprKind::Cast { operand, .. } if self.is_wide(e) && self.is_linear(operand) => {
                self.factors(operand, coefficient, factors)
            }
            ExprKind::Binary { op: BinaryOp::Mul, left, right } if self.is_linear(e) => {
                Some(self.factors(left, coefficient, factors)? + self.factors(right, coefficient, factors)?)
            }
            _ => {
                match self.natural_constant(e) {
                    Some(n) => match self.rows_of(n) {
                        Some(rows) => {
                            *coefficient = coefficient.checked_mul(rows)?;
                            return Some(1);
                        }
                        None => *coefficient = coefficient.checked_mul(n)?,
                    },
                    None if self.int_kind(e).is_some_and(|k| !matches!(k, IntKind::Int128 | IntKind::UInt128)) => {
                        factors.push(e)
                    }
                    None => return None,
                }
                Some(0)
            }
        }
    }

    /// The rows of a cyclic array that `elems` elements are, where the number of threads is fixed.
    fn rows_of(&self, elems: u64) -> Option<u64> {
        let threads = u64::from(self.options.threads?);
        (elems > 0 && elems % threads == 0).then(|| elems / threads)
    }

    /// An integer literal or an enumerator that is not negative.
    pub(super) fn natural_constant(&self, e: ExprId) -> Option<u64> {
        match self.expr_node(e).kind {
            ExprKind::Ident(_) => match self.unit.decls[*self.unit.ident.get(&e)?].kind {
                DeclKind::Enumerator(n) => u64::try_from(n).ok(),
                _ => None,
            },
            _ => self.small_constant(e).and_then(|n| u64::try_from(n).ok()),
        }
    }

    /// The product of `factors`, of type long where there are several.
    fn product(&mut self, factors: &[ExprId]) -> Node {
        match factors {
            [] => Node::text("1"),
            [e] => self.value(*e),
            _ => {
                let mut nodes = Vec::new();
                for (i, &e) in factors.iter().enumerate() {
                    nodes.push(Node::text(if i == 0 { "(long)(" } else { ") * (long)(" }));
                    nodes.push(self.value(e));
                }
                nodes.push(Node::text(")"));
                Node::Seq(nodes)
            }
        }
    }

    pub(super) fn int_kind(&self, e: ExprId) -> Option<IntKind> {
        self.types.int_kind(self.ty(e)?.ty)
    }

    /// Whether sums and products of `e`'s type are those of long: an overflow is undefined or, where it wraps, beyond any array.
    /// In 32 bits without sign it wraps earlier.
    fn is_linear(&self, e: ExprId) -> bool {
        matches!(self.int_kind(e), Some(IntKind::Int)) || self.is_wide(e)
    }

    fn is_wide(&self, e: ExprId) -> bool {
        use IntKind::{Long, LongLong, ULong, ULongLong};
        matches!(self.int_kind(e), Some(Long | LongLong | ULong | ULongLong))
    }
}
