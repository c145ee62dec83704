//! THREADS in array bounds, judged by its syntax (UPC 6.5.2.1p2, p3).

use upc_syntax::ast::{BinaryOp, ExprId, ExprKind, UnaryOp};

use crate::check::Check;

/// How a bound uses THREADS, dynamic environment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ThreadsUse {
    None,
    /// `THREADS`, `k*THREADS`, `THREADS*k` with a constant k > 0.
    Factor(u64),
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
            ExprKind::Binary { op: BinaryOp::Mul, left, right } => match (self.is_bare(*left), self.is_bare(*right)) {
                (true, true) => ThreadsUse::Wrong("THREADS is used twice"),
                (true, false) => self.constant_factor(*right),
                (false, true) => self.constant_factor(*left),
                (false, false) if self.is_product(*left) || self.is_product(*right) => ThreadsUse::Wrong(
                    "THREADS is multiplied by two factors, which must be one, as in (2 * 3) * THREADS",
                ),
                (false, false) => ThreadsUse::Wrong("THREADS may only be multiplied by a constant"),
            },
            _ => ThreadsUse::Wrong("THREADS may only be multiplied by a constant"),
        }
    }

    fn is_bare(&self, e: ExprId) -> bool {
        match self.ast.exprs[e].kind {
            ExprKind::Threads => true,
            ExprKind::Paren(inner) => self.is_bare(inner),
            _ => false,
        }
    }

    /// Whether the expression is a product in which THREADS occurs.
    fn is_product(&self, e: ExprId) -> bool {
        match self.ast.exprs[e].kind {
            ExprKind::Paren(inner) => self.is_product(inner),
            ExprKind::Binary { op: BinaryOp::Mul, .. } => self.mentions_threads(e),
            _ => false,
        }
    }

    fn constant_factor(&mut self, e: ExprId) -> ThreadsUse {
        if self.mentions_threads(e) {
            return ThreadsUse::Wrong("THREADS is used more than once in the bound");
        }
        match self.eval(e) {
            Some(k) if k > 0 => {
                u64::try_from(k).map_or(ThreadsUse::Wrong("the factor is too large"), ThreadsUse::Factor)
            }
            Some(_) => ThreadsUse::Wrong("the factor of THREADS is not positive"),
            None => ThreadsUse::Wrong("the factor of THREADS is not a constant"),
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
            ExprKind::Binary { left, right, .. } | ExprKind::Comma { left, right } => m(left) || m(right),
            ExprKind::Conditional { cond, then, otherwise } => m(cond) || then.as_ref().is_some_and(m) || m(otherwise),
            ExprKind::Index { base, index } => m(base) || m(index),
            ExprKind::Call { args, .. } => args.iter().any(m),
            _ => false,
        }
    }
}
