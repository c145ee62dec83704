// SPDX-License-Identifier: Apache-2.0
//! Casts to a private pointer whose target is certainly another thread's (UPC 6.4.3p4).

use upc_source::{Diagnostic, Span};
use upc_syntax::ast::{BinaryOp, ExprId, ExprKind, UnaryOp};

use crate::check::Check;
use crate::layout::{gcd, Count};

/// `mythread * MYTHREAD + constant` plus any multiple of `period * THREADS`. A sum of constants and
/// MYTHREAD has period 0.
#[derive(Clone, Copy)]
struct Periodic {
    mythread: i128,
    constant: i128,
    period: u64,
}

impl Periodic {
    fn constant(constant: i128) -> Periodic {
        Periodic { mythread: 0, constant, period: 0 }
    }

    fn multiple_of_threads(period: u64) -> Periodic {
        Periodic { mythread: 0, constant: 0, period }
    }

    fn plus(self, other: Periodic) -> Option<Periodic> {
        Some(Periodic {
            mythread: self.mythread.checked_add(other.mythread)?,
            constant: self.constant.checked_add(other.constant)?,
            period: gcd(self.period, other.period),
        })
    }

    fn times(self, factor: i128) -> Option<Periodic> {
        Some(Periodic {
            mythread: self.mythread.checked_mul(factor)?,
            constant: self.constant.checked_mul(factor)?,
            period: self.period.checked_mul(u64::try_from(factor.unsigned_abs()).ok()?)?,
        })
    }

    fn as_constant(self) -> Option<i128> {
        (self.mythread == 0 && self.period == 0).then_some(self.constant)
    }
}

impl Check<'_> {
    /// How many subscripts of the declared array `array` share a block; `None` if the subscript
    /// does not decide the thread.
    fn subscripts_of_a_block(&mut self, array: ExprId) -> Option<i128> {
        let pointer = self.rvalue(array);
        let declared = matches!(self.ast.exprs[array].kind, ExprKind::Ident(_))
            && self.expr(array).ty != pointer.ty;
        let element = self.types.pointee(pointer.ty).filter(|_| declared)?;
        let Count::Const(elems) = self.types.element_count(element.ty)? else { return None };
        let block = self.types.shared(element)?.block;
        (block > 0 && elems > 0 && block % elems == 0).then(|| i128::from(block / elems))
    }

    /// Warns of `(T *)&a[B * MYTHREAD + B]` and the like, where `a` has blocks of B: the subscript
    /// is of the thread `MYTHREAD + n`, and n is never a multiple of THREADS.
    pub(super) fn check_foreign_cast(&mut self, operand: ExprId, span: Span) {
        let Some((array, index)) = self.element_address(operand) else { return };
        let Some(block) = self.subscripts_of_a_block(array) else { return };
        let Some(at) = self.periodic(index, 0) else { return };
        if at.mythread != block || i128::from(at.period) % block != 0 {
            return;
        }
        if !self.never_a_multiple_of_threads(at.constant.div_euclid(block)) {
            return;
        }
        let message =
            "the private pointer made here points to another thread's data: its use is undefined";
        let d = Diagnostic::warning("upc-foreign-cast", span, message).rule("UPC 6.4.3p4");
        let d = d.label(self.span(index), "not this thread's element");
        self.report(d.help(
            "keep it a pointer to shared data, or copy the data with upc_memget; see also upc_cast",
        ));
    }

    /// With -T the number of threads is known; otherwise only 1 is no multiple of any (but of a
    /// single thread).
    fn never_a_multiple_of_threads(&self, n: i128) -> bool {
        match self.options.static_threads {
            Some(threads) => n % i128::from(threads) != 0,
            None => n.abs() == 1,
        }
    }

    /// The array and index of the pointer `&a[i]`, `a + i`, `&a[i][j]`, `a[i]` or `a[i] + j`.
    fn element_address(&mut self, e: ExprId) -> Option<(ExprId, ExprId)> {
        match self.ast.exprs[e].kind {
            ExprKind::Paren(x) => self.element_address(x),
            ExprKind::Unary { op: UnaryOp::AddressOf, operand } => self.element(operand),
            ExprKind::Binary { op: BinaryOp::Add, left, .. } if self.is_row(left) => {
                self.element(left)
            }
            ExprKind::Binary { op: BinaryOp::Add, left, right } => Some((left, right)),
            _ => self.is_row(e).then(|| self.element(e))?,
        }
    }

    /// The array and index of the element `a[i]`, or of the element whose part `a[i][j]` is.
    fn element(&mut self, e: ExprId) -> Option<(ExprId, ExprId)> {
        match self.ast.exprs[e].kind {
            ExprKind::Paren(x) => self.element(x),
            ExprKind::Index { base, index } if self.is_row(base) => {
                self.element(base).or(Some((base, index)))
            }
            ExprKind::Index { base, index } => Some((base, index)),
            _ => None,
        }
    }

    /// Whether `e` is an array within an array.
    fn is_row(&mut self, e: ExprId) -> bool {
        matches!(self.ast.exprs[e].kind, ExprKind::Index { .. } | ExprKind::Paren(_)) && {
            let ty = self.expr(e).ty;
            self.types.array(ty).is_some()
        }
    }

    /// Whether `e` is certainly another number on each thread: a sum of constants and MYTHREAD.
    pub fn differs_on_each_thread(&mut self, e: ExprId) -> bool {
        self.periodic(e, 0).is_some_and(|value| value.mythread != 0 && value.period == 0)
    }

    /// `e` as a multiple of MYTHREAD and a constant, if it is one.
    fn periodic(&mut self, e: ExprId, depth: u32) -> Option<Periodic> {
        if depth > 32 {
            return None;
        }
        if let Some(constant) = self.eval(e) {
            return Some(Periodic::constant(constant));
        }
        match self.ast.exprs[e].kind {
            ExprKind::Paren(x) => self.periodic(x, depth + 1),
            ExprKind::MyThread => Some(Periodic { mythread: 1, constant: 0, period: 0 }),
            ExprKind::Threads => Some(Periodic::multiple_of_threads(1)),
            ExprKind::Binary { op: BinaryOp::Mul, left, right } => {
                self.periodic_product(left, right, depth)
            }
            ExprKind::Binary { op, left, right } => {
                let left = self.periodic(left, depth + 1)?;
                let right = self.periodic(right, depth + 1)?;
                match op {
                    BinaryOp::Add => left.plus(right),
                    BinaryOp::Sub => left.plus(right.times(-1)?),
                    BinaryOp::Rem => left.plus(self.multiple_of_threads(right)?),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// A product with a constant, or of THREADS and anything.
    fn periodic_product(&mut self, left: ExprId, right: ExprId, depth: u32) -> Option<Periodic> {
        let (left, right) = (self.periodic(left, depth + 1), self.periodic(right, depth + 1));
        if let (Some(left), Some(right)) = (left, right) {
            match (left.as_constant(), right.as_constant()) {
                (Some(n), _) => return right.times(n),
                (_, Some(n)) => return left.times(n),
                _ => {}
            }
        }
        let factor = left.and_then(|x| self.multiple_of_threads(x));
        factor.or_else(|| right.and_then(|x| self.multiple_of_threads(x)))
    }

    /// Any multiple of `x`, if `x` is itself a multiple of THREADS.
    fn multiple_of_threads(&self, x: Periodic) -> Option<Periodic> {
        if x.mythread != 0 {
            return None;
        }
        let threads = self.options.static_threads.map(i128::from);
        match x.as_constant() {
            Some(n) => {
                let threads = threads.filter(|threads| n % threads == 0)?;
                let period = u64::try_from((n / threads).unsigned_abs()).ok()?;
                Some(Periodic::multiple_of_threads(period))
            }
            None => (x.constant == 0).then_some(Periodic::multiple_of_threads(x.period)),
        }
    }
}
