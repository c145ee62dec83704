// SPDX-License-Identifier: Apache-2.0
//! Casts to a private pointer whose target is certainly another thread's (UPC 6.4.3p4).

use upc_source::{Diagnostic, Span};
use upc_syntax::ast::{BinaryOp, ExprId, ExprKind, UnaryOp};

use crate::check::Check;
use crate::layout::Count;

/// `mythread * MYTHREAD + constant`, modulo THREADS.
#[derive(Clone, Copy)]
struct Modulo {
    mythread: i128,
    constant: i128,
}

impl Modulo {
    fn plus(self, other: Modulo, sign: i128) -> Option<Modulo> {
        let constant = self.constant.checked_add(other.constant.checked_mul(sign)?)?;
        Some(Modulo { mythread: self.mythread + sign * other.mythread, constant })
    }
}

impl Check<'_> {
    /// Whether `array` is a declared array of blocks: of single elements, or of rows that are
    /// blocks.
    fn is_array_of_blocks(&mut self, array: ExprId) -> bool {
        let pointer = self.rvalue(array);
        let Some(element) = self.types.pointee(pointer.ty) else { return false };
        let Some(Count::Const(elems)) = self.types.element_count(element.ty) else { return false };
        let blocks = self.types.shared(element).is_some_and(|s| s.block == elems);
        let declared = matches!(self.ast.exprs[array].kind, ExprKind::Ident(_))
            && self.expr(array).ty != pointer.ty;
        blocks && declared
    }

    /// Warns of `(T *)&a[MYTHREAD + 1]` and the like, where `a[i]` is on thread i % THREADS.
    pub(super) fn check_foreign_cast(&mut self, operand: ExprId, span: Span) {
        let Some((array, index)) = self.element_address(operand) else { return };
        if !self.is_array_of_blocks(array) {
            return;
        }
        let Some(Modulo { mythread: 1, constant }) = self.modulo_threads(index, 0) else { return };
        if !self.never_a_multiple_of_threads(constant) {
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
            ExprKind::Binary { op: BinaryOp::Add, left, right } => {
                self.element_address(left).or(Some((left, right)))
            }
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

    fn modulo_threads(&mut self, e: ExprId, depth: u32) -> Option<Modulo> {
        if depth > 32 {
            return None;
        }
        if let Some(constant) = self.eval(e) {
            return Some(Modulo { mythread: 0, constant });
        }
        match self.ast.exprs[e].kind {
            ExprKind::Paren(x) => self.modulo_threads(x, depth + 1),
            ExprKind::MyThread => Some(Modulo { mythread: 1, constant: 0 }),
            ExprKind::Threads => Some(Modulo { mythread: 0, constant: 0 }),
            ExprKind::Binary { op: BinaryOp::Rem, left, right } if self.is_threads(right) => {
                self.modulo_threads(left, depth + 1)
            }
            ExprKind::Binary { op: BinaryOp::Mul, left, right }
                if self.is_threads(left) || self.is_threads(right) =>
            {
                Some(Modulo { mythread: 0, constant: 0 })
            }
            ExprKind::Binary { op: op @ (BinaryOp::Add | BinaryOp::Sub), left, right } => {
                let sign = if op == BinaryOp::Add { 1 } else { -1 };
                let left = self.modulo_threads(left, depth + 1)?;
                left.plus(self.modulo_threads(right, depth + 1)?, sign)
            }
            _ => None,
        }
    }

    fn is_threads(&self, e: ExprId) -> bool {
        match self.ast.exprs[e].kind {
            ExprKind::Paren(x) => self.is_threads(x),
            ExprKind::Threads => true,
            _ => false,
        }
    }
}
