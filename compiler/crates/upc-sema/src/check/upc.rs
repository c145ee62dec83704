// SPDX-License-Identifier: Apache-2.0
//! Statements of UPC: synchronization and upc_forall (UPC 6.6).

use upc_source::Span;
use upc_source::{Diagnostic, ErrorName};
use upc_syntax::ast::{Affinity, ExprId, ExprKind};

use crate::check::stmt::OpenForall;
use crate::check::Check;

const PRIVATE_HAS_NONE: &str = "a private pointer has no affinity; use MYTHREAD, an integer, or \
                                the address of a shared object";

impl Check<'_> {
    /// The value of a barrier statement must be assignable to int (UPC 6.6.1p2).
    pub fn barrier_value(&mut self, word: &str, value: Option<ExprId>) {
        let Some(e) = value else { return };
        let t = self.rvalue(e);
        if self.types.is_arithmetic(t.ty) || self.types.is_opaque(t.ty) {
            return self.check_barrier_matches(word, e);
        }
        let message =
            format!("the value of {word} has type {}: it must convert to int", self.show(t));
        self.error_rule(ErrorName::UpcBarrierValue, self.span(e), message, "UPC 6.6.1p2");
    }

    /// Warns of a value such as `MYTHREAD + 1`, which no two threads share (UPC 6.6.1p7). Values of
    /// upc_wait are compared only with those of upc_notify.
    fn check_barrier_matches(&mut self, word: &str, value: ExprId) {
        if word == "upc_wait"
            || self.options.static_threads == Some(1)
            || !self.differs_on_each_thread(value)
        {
            return;
        }
        let message = format!("the value of {word} differs on each thread: it never matches");
        let d = Diagnostic::warning("upc-barrier-mismatch", self.span(value), message);
        let help = "the value tells barriers apart: give the same on all threads, or none";
        self.report(d.rule("UPC 6.6.1p7").help(help));
    }

    /// A barrier inside the body of a upc_forall that distributes its iterations (UPC 6.6.2p13).
    pub fn check_barrier_place(&mut self, word: &'static str, span: Span) {
        let Some(at) = self.flow().controlling_forall() else { return };
        let message = format!("{word} in the body of upc_forall: not every thread executes it");
        let d = Diagnostic::warning("upc-barrier-in-forall", span, message);
        let d =
            d.rule("UPC 6.6.2p13").label(at, "this loop").help("move it before or after the loop");
        self.report(d);
    }

    /// The fourth clause: an integer or a pointer-to-shared (UPC 6.6.2p4).
    pub fn affinity(&mut self, affinity: Affinity) {
        let Affinity::Expr(e) = affinity else { return };
        let t = self.rvalue(e);
        if self.types.is_integer(t.ty) && self.is_shared_value(e) {
            return self.warn_of_affinity_by_value(e);
        }
        if self.types.is_integer(t.ty) || self.types.is_pts(t.ty) || self.types.is_unjudged(t.ty) {
            return;
        }
        let message = format!(
            "the affinity has type {}: it must be an integer or a pointer to shared data",
            self.show(t)
        );
        let mut d =
            Diagnostic::error(ErrorName::UpcAffinity, self.span(e), message).rule("UPC 6.6.2p4");
        let of_expr = self.unit.expr_ty.get(e).copied().flatten();
        if of_expr.is_some_and(|t| t.is_shared()) && self.is_lvalue(e) {
            d = d.help(format!("write '&{}' for the thread it has affinity to", self.source(e)));
        }
        if self.types.is_pointer(t.ty) {
            d = d.help(PRIVATE_HAS_NONE);
        }
        self.report(d);
    }

    /// The element `a[i]` of `a[i].b.c`. Parentheses say that the value is meant.
    fn element_around(&self, e: ExprId) -> Option<ExprId> {
        match self.ast.exprs[e].kind {
            ExprKind::Index { .. } => Some(e),
            ExprKind::Member { base, arrow: false, .. } => self.element_around(base),
            _ => None,
        }
    }

    /// Warns of `a[i]`, where `&a[i]` is probably meant.
    fn warn_of_affinity_by_value(&mut self, e: ExprId) {
        let Some(element) = self.element_around(e).map(|element| self.source(element)) else {
            return;
        };
        let value = self.source(e);
        let message = format!("the value of '{value}' is taken for the number of a thread");
        let help = format!(
            "write '&{element}' for the thread that it has affinity to, or '({value})' if the \
             value is meant"
        );
        let d = Diagnostic::warning("upc-affinity-value", self.span(e), message);
        self.report(d.rule("UPC 6.6.2p8").help(help));
    }

    /// break, goto or return out of a upc_forall is undefined (UPC 6.6.2p13), of one without
    /// affinity too.
    pub fn leaves_forall(&mut self, word: &str, span: Span, forall: OpenForall) {
        let d = Diagnostic::warning(
            "upc-forall-exit",
            span,
            format!("{word} leaves upc_forall: its effect is undefined"),
        );
        let help = if forall.controlling {
            "let the loop run to its end, or use 'for' with 'if (MYTHREAD == ...)'"
        } else {
            "every thread executes every iteration of this loop: write 'for', which may be left"
        };
        self.report(d.rule("UPC 6.6.2p13").label(forall.span, "this loop").help(help));
    }
}
