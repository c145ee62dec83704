// SPDX-License-Identifier: Apache-2.0
//! Whether a loop's body may change a variable that outlives the function, such as `n` at file
//! scope in `upc_forall (i = 0; i < n; i++; &a[i])`.
//!
//! Other functions and units may have its address. So a body that does not change it by name
//! changes it only by calls, by stores through pointers to private data, and by assembler code.
//! Stores to shared data do not reach private variables, and a write of another agent without
//! synchronisation is a race (C11 5.1.2.4p25).

use upc_sema::types::{QualTy, TypeKind};
use upc_sema::unit::{DeclId, DeclKind};
use upc_source::Span;
use upc_syntax::ast::{ExprId, ExprKind, UnaryOp};

use super::counter::is_ordinary;
use super::Facts;

impl Facts<'_> {
    /// A private variable with static or thread storage duration, changed only by the program's own
    /// actions.
    pub(crate) fn is_static_variable(&self, decl: DeclId) -> bool {
        let d = &self.unit.decls[decl];
        d.kind == DeclKind::Object && is_ordinary(&d.ty.quals)
    }

    /// Whether `body` may change a variable that it does not name.
    pub(crate) fn may_change_statics(&self, body: Span) -> bool {
        let writes = self.writes();
        writes.is_unknown_in(body)
            || writes.calls_in(body).any(|c| self.may_change_memory(c))
            || writes
                .stores_in(body)
                .any(|lvalue| !self.is_shared_lvalue(lvalue) && self.is_through_pointer(lvalue))
    }

    /// Whether code after a call may find other values in memory, or other threads at work: not
    /// after a function that only computes, nor after one that ends the job with a report.
    pub(crate) fn may_change_memory(&self, call: ExprId) -> bool {
        !self.computes_only(call) && !self.reports_failure(call)
    }

    /// A call that `assert` makes, or `abort()`: the C library never returns from it.
    fn reports_failure(&self, call: ExprId) -> bool {
        self.calls_one_of(call, &["__assert_fail", "__assert_perror_fail", "__assert", "abort"])
    }

    /// A call of a library function with one of these names.
    pub(super) fn calls_one_of(&self, call: ExprId, names: &[&str]) -> bool {
        let ExprKind::Call { callee, .. } = self.expr_node(call).kind else { return false };
        let f = self.unit.ident.get(&self.bare(callee)).map(|&f| &self.unit.decls[f]);
        f.is_some_and(|f| f.system && !f.defined && names.contains(&self.names.name(f.name)))
    }

    /// A call of a function that only computes a number from numbers: one of the unit that is known
    /// to (`pure.rs` of upc-sema), or one of a system header with a floating result, such as
    /// `sqrt`. None of these calls functions of the program or accesses its variables.
    pub(crate) fn computes_only(&self, call: ExprId) -> bool {
        let ExprKind::Call { callee, ref args } = self.expr_node(call).kind else { return false };
        let number =
            |t: QualTy| matches!(self.types.kind(t.ty), TypeKind::Int(_) | TypeKind::Float(_));
        let floating = |t: QualTy| matches!(self.types.kind(t.ty), TypeKind::Float(_));
        let f = self.unit.ident.get(&self.bare(callee)).copied();
        if f.is_some_and(|f| self.unit.pure.contains(&f)) {
            return true;
        }
        let f = f.map(|f| &self.unit.decls[f]);
        let named = f.is_some_and(|f| f.system && !f.defined);
        named
            && self.ty(call).is_some_and(floating)
            && args.iter().all(|&a| self.ty(a).is_some_and(number))
    }

    /// Whether only a pointer's value tells the address of the private `lvalue`.
    fn is_through_pointer(&self, lvalue: ExprId) -> bool {
        match self.expr_node(lvalue).kind {
            ExprKind::Ident(_) => false,
            ExprKind::Paren(x)
            | ExprKind::Member { base: x, arrow: false, .. }
            | ExprKind::Unary {
                op: UnaryOp::Extension | UnaryOp::Real | UnaryOp::Imag,
                operand: x,
            } => self.is_through_pointer(x),
            ExprKind::Index { base, index } => {
                let array = if self.is_array(base) { base } else { index };
                !self.is_array(array) || self.is_through_pointer(array)
            }
            _ => true,
        }
    }
}
