// SPDX-License-Identifier: Apache-2.0
//! THREADS in array bounds, judged by its syntax (UPC 6.5.2.1p2, p3).

use upc_syntax::ast::{BinaryOp, ExprId, ExprKind, UnaryOp};

use crate::check::Check;

/// How a bound uses THREADS, dynamic environment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ThreadsUse {
    None,
    /// `THREADS`, `k*THREADS`, `THREADS*k` with a constant k > 0.
    Factor(u64),
    /// Another product with one factor THREADS, such as `THREADS*2*3`: the value of its other
    /// factors.
    Product(u64),
    /// Any other use, with what is wrong.
    Wrong(&'static str),
}

impl Check<'_> {
    /// Classifies an array bound. The bound has been type-checked.
    pub fn threads_use(&mut self, bound: ExprId) -> ThreadsUse {
        if !self.mentions_threads(bound) {
            return ThreadsUse::None;
        }
        self.threads_factor(bound)
    }

    fn threads_factor(&mut self, e: ExprId) -> ThreadsUse {
        let ast = self.ast;
        match &ast.exprs[e].kind {
            ExprKind::Threads => ThreadsUse::Factor(1),
            ExprKind::Paren(inner) => self.threads_factor(*inner),
            ExprKind::Binary { op: BinaryOp::Mul, left, right } => {
                match (self.mentions_threads(*left), self.mentions_threads(*right)) {
                    (true, true) => ThreadsUse::Wrong("THREADS is used twice"),
                    (true, false) => self.threads_product(*left, *right),
                    _ => self.threads_product(*right, *left),
                }
            }
            _ => ThreadsUse::Wrong("THREADS may only be multiplied by a constant"),
        }
    }

    /// The product of `threads`, with the factor THREADS, and `factor`, without it.
    fn threads_product(&mut self, threads: ExprId, factor: ExprId) -> ThreadsUse {
        let factor = match self.eval(factor) {
            Some(k) if k > 0 => u64::try_from(k).ok(),
            Some(_) => return ThreadsUse::Wrong("the factor of THREADS is not positive"),
            None => return ThreadsUse::Wrong("the factor of THREADS is not a constant"),
        };
        let bare = self.is_bare(threads);
        let product = match self.threads_factor(threads) {
            ThreadsUse::Factor(k) | ThreadsUse::Product(k) => factor.and_then(|f| f.checked_mul(k)),
            other => return other,
        };
        match product {
            Some(k) if bare => ThreadsUse::Factor(k),
            Some(k) => ThreadsUse::Product(k),
            None => ThreadsUse::Wrong("the factor of THREADS is too large"),
        }
    }

    fn is_bare(&self, e: ExprId) -> bool {
        match self.ast.exprs[e].kind {
            ExprKind::Threads => true,
            ExprKind::Paren(inner) => self.is_bare(inner),
            _ => false,
        }
    }

    /// Whether THREADS occurs in the expression, dynamic environment; operands of sizeof aside.
    pub fn mentions_threads(&self, e: ExprId) -> bool {
        self.options.static_threads.is_none() && self.mentions_threads_at(e, 0)
    }

    fn mentions_threads_at(&self, e: ExprId, depth: u32) -> bool {
        if depth > 200 {
            return false;
        }
        let m = |e: &ExprId| self.mentions_threads_at(*e, depth + 1);
        match &self.ast.exprs[e].kind {
            ExprKind::Threads => true,
            ExprKind::Paren(x) | ExprKind::Cast { operand: x, .. } => m(x),
            ExprKind::Unary { op, operand } => *op != UnaryOp::AddressOf && m(operand),
            ExprKind::Binary { left, right, .. } | ExprKind::Comma { left, right } => {
                m(left) || m(right)
            }
            ExprKind::Conditional { cond, then, otherwise } => {
                m(cond) || then.as_ref().is_some_and(m) || m(otherwise)
            }
            ExprKind::Index { base, index } => m(base) || m(index),
            ExprKind::Call { args, .. } => args.iter().any(m),
            _ => false,
        }
    }
}
