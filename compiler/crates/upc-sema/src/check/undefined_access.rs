// SPDX-License-Identifier: Apache-2.0
//! Accesses that are undefined whenever they are executed: constant subscripts outside shared
//! arrays (C 6.5.6p8), null pointers-to-shared (C 6.5.3.2p4).
//!
//! An access is noted until its context shows that it is none (an operand of `&` or sizeof) or is
//! never executed. The rest is reported at the end of the external declaration.

use upc_source::Diagnostic;
use upc_syntax::ast::{BinaryOp, ExprId, ExprKind, UnaryOp};

use crate::check::Check;
use crate::types::{ArrayLen, QualTy};

#[derive(Default)]
pub(crate) struct UndefinedAccesses {
    list: Vec<UndefinedAccess>,
    /// Open branches and loop bodies.
    conditions: u32,
    /// A condition about THREADS was met.
    threads_tested: bool,
}

struct UndefinedAccess {
    at: ExprId,
    message: Diagnostic,
    /// As the operand of `&` it is no access: one past the end, or null.
    fine_as_address: bool,
    /// Undefined with this number of threads, but the program may test it: -T makes THREADS a
    /// constant.
    for_these_threads: bool,
}

/// `threads * THREADS + constant`.
#[derive(Clone, Copy)]
struct Linear {
    threads: i128,
    constant: i128,
}

impl Linear {
    fn constant(constant: i128) -> Linear {
        Linear { threads: 0, constant }
    }

    /// `op`: a sum, a difference or a product.
    fn combined(self, op: BinaryOp, other: Linear) -> Option<Linear> {
        match op {
            BinaryOp::Add => self.plus(other, 1),
            BinaryOp::Sub => self.plus(other, -1),
            _ => self.times(other),
        }
    }

    fn plus(self, other: Linear, factor: i128) -> Option<Linear> {
        let sum = |a: i128, b: i128| a.checked_add(b.checked_mul(factor)?);
        Some(Linear {
            threads: sum(self.threads, other.threads)?,
            constant: sum(self.constant, other.constant)?,
        })
    }

    fn times(self, other: Linear) -> Option<Linear> {
        let (factor, of) =
            if self.threads == 0 { (self.constant, other) } else { (other.constant, self) };
        (self.threads == 0 || other.threads == 0).then_some(())?;
        Linear::constant(0).plus(of, factor)
    }

    /// At least 0 for any number of threads.
    fn never_negative(self) -> bool {
        self.threads >= 0 && self.threads + self.constant >= 0
    }
}

impl Check<'_> {
    /// Notes the subscripts of the element `e` that are outside their arrays. A row of an array of
    /// arrays is read only where an element of it is: until then one past the last may be named.
    pub fn note_element(&mut self, e: ExprId, element: QualTy) {
        if self.types.array(element.ty).is_some() {
            return self.note_subscript(e, true);
        }
        let mut at = e;
        loop {
            self.note_subscript(at, false);
            let ExprKind::Index { base, .. } = self.ast.exprs[self.inside(at)].kind else { return };
            if !self.is_array(base) {
                return;
            }
            at = base;
        }
    }

    /// `past`: the subscript may be that of one past the last element.
    fn note_subscript(&mut self, at: ExprId, past: bool) {
        let at = self.inside(at);
        let Some((base, index)) = self.subscript(at) else { return };
        let Some((length, last)) = self.known_length(base) else { return };
        let Some(value) = self.linear(index, 0) else { return };
        let Some(Linear { threads, constant }) = value.plus(length, -1) else { return };
        let beyond = Linear { threads, constant: constant - i128::from(past) };
        let negative =
            Linear { threads: -value.threads, constant: -1 - value.constant }.never_negative();
        let known = self.undefined.list.iter().any(|s| s.at == at);
        if known || !(negative || beyond.never_negative()) {
            return;
        }
        let shown = if value.threads == 0 {
            value.constant.to_string()
        } else {
            self.source(index).to_string()
        };
        let message =
            format!("subscript {shown} of '{}' is outside 0 to {last}", self.source(base));
        let mut message =
            Diagnostic::warning("upc-array-bounds", self.span(index), message).rule("C 6.5.6p8");
        if let Some(&id) = self.unit.ident.get(&self.inside(base)) {
            message = message.label(self.unit.decls[id].span, "declared here");
        }
        let fine_as_address = threads == 0 && constant == 0;
        let for_these_threads =
            !negative && self.may_be_of_threads(length.constant) && value.threads == 0;
        if !(for_these_threads && self.undefined.conditions > 0) {
            self.undefined.list.push(UndefinedAccess {
                at,
                message,
                fine_as_address,
                for_these_threads,
            });
        }
    }

    /// Records that `e` accesses the referent of the constant `pointer`, if that is null.
    pub fn note_null_access(&mut self, e: ExprId, pointer: ExprId, referent: QualTy) {
        if self.types.shared(referent).is_none()
            || self.types.array(referent.ty).is_some()
            || !self.is_null_pointer(pointer)
        {
            return;
        }
        let message = "a null pointer-to-shared is dereferenced";
        let message =
            Diagnostic::warning("upc-null-dereference", self.span(e), message).rule("C 6.5.3.2p4");
        self.undefined.list.push(UndefinedAccess {
            at: e,
            message,
            fine_as_address: true,
            for_these_threads: false,
        });
    }

    /// `&operand`: names an object without accessing it.
    pub fn spare_address(&mut self, operand: ExprId) {
        let mut at = operand;
        while !self.undefined.list.is_empty() {
            at = self.inside(at);
            self.undefined.list.retain(|s| s.at != at || !s.fine_as_address);
            at = match self.ast.exprs[at].kind {
                ExprKind::Index { base, .. } if self.is_array(base) => base,
                ExprKind::Member { base, arrow: false, .. } => base,
                _ => return,
            };
        }
    }

    /// Runs `f` over code that is never executed: an operand of sizeof, a branch not taken.
    pub fn unevaluated<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.undefined.list.len();
        let result = f(self);
        self.undefined.list.truncate(before);
        result
    }

    /// Runs `f` over code that is executed if `cond` is not 0 (`value` true), or if it is 0.
    pub fn executed_if<T>(
        &mut self,
        cond: ExprId,
        value: bool,
        f: impl FnOnce(&mut Self) -> T,
    ) -> T {
        match self.eval(cond) {
            Some(v) => {
                self.undefined.threads_tested |= self.options.static_threads.is_some();
                if (v != 0) == value {
                    f(self)
                } else {
                    self.unevaluated(f)
                }
            }
            None => self.perhaps_executed(f),
        }
    }

    /// Runs `f` over conditional code.
    pub fn perhaps_executed<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        self.undefined.conditions += 1;
        let result = f(self);
        self.undefined.conditions -= 1;
        result
    }

    /// Reports the accesses that are still noted.
    pub fn report_undefined_accesses(&mut self) {
        let found = std::mem::take(&mut self.undefined);
        for s in found.list {
            if !(s.for_these_threads && found.threads_tested) {
                self.report(s.message);
            }
        }
    }

    /// Whether the length may come from THREADS, which -T made a constant, and the access from a
    /// test of it: under a condition nothing certain can be said.
    fn may_be_of_threads(&self, length: i128) -> bool {
        self.options.static_threads.is_some_and(|t| length % i128::from(t) == 0)
    }

    fn is_array(&mut self, e: ExprId) -> bool {
        let t = self.expr(e);
        self.types.array(t.ty).is_some()
    }

    fn inside(&self, e: ExprId) -> ExprId {
        match self.ast.exprs[e].kind {
            ExprKind::Paren(x) => self.inside(x),
            _ => e,
        }
    }

    /// Array and subscript of `a[i]` and `*(a + i)`.
    fn subscript(&self, e: ExprId) -> Option<(ExprId, ExprId)> {
        match self.ast.exprs[e].kind {
            ExprKind::Index { base, index } => Some((base, index)),
            ExprKind::Unary { op: UnaryOp::Deref, operand } => {
                match self.ast.exprs[self.inside(operand)].kind {
                    ExprKind::Binary { op: BinaryOp::Add, left, right } => Some((left, right)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The number of elements of a shared array, and its last subscript for messages. Arrays of at
    /// most one element at the end of a structure stand for any number.
    fn known_length(&mut self, array: ExprId) -> Option<(Linear, String)> {
        let t = self.expr(array);
        let (elem, len) = self.types.array(t.ty)?;
        let member = matches!(self.ast.exprs[self.inside(array)].kind, ExprKind::Member { .. });
        match len {
            _ if self.types.shared(elem).is_none() => None,
            ArrayLen::Const(n) if n > u64::from(member) => {
                Some((Linear::constant(n.into()), (n - 1).to_string()))
            }
            ArrayLen::Threads(k) if k > 0 => {
                let last =
                    if k == 1 { "THREADS - 1".to_string() } else { format!("{k} * THREADS - 1") };
                Some((Linear { threads: k.into(), constant: 0 }, last))
            }
            _ => None,
        }
    }

    fn linear(&mut self, e: ExprId, depth: u32) -> Option<Linear> {
        if depth > 32 {
            return None;
        }
        match self.ast.exprs[e].kind {
            ExprKind::Paren(x) => self.linear(x, depth + 1),
            ExprKind::Threads if self.options.static_threads.is_none() => {
                Some(Linear { threads: 1, constant: 0 })
            }
            ExprKind::Binary {
                op: op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul),
                left,
                right,
            } => {
                let (a, b) = (self.linear(left, depth + 1)?, self.linear(right, depth + 1)?);
                a.combined(op, b)
            }
            _ => self.eval(e).map(Linear::constant),
        }
    }

    /// A null pointer constant, converted any number of times.
    fn is_null_pointer(&mut self, e: ExprId) -> bool {
        match self.ast.exprs[self.inside(e)].kind {
            ExprKind::Cast { operand, .. } if self.is_null_pointer(operand) => true,
            _ => self.is_null_constant(e),
        }
    }
}
