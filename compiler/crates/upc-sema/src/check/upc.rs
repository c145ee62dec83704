// SPDX-License-Identifier: Apache-2.0
//! Statements of UPC: synchronization and upc_forall (UPC 6.6).

use upc_source::Span;
use upc_source::{Diagnostic, ErrorName};
use upc_syntax::ast::{Affinity, ExprId};

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
            return;
        }
        let message =
            format!("the value of {word} has type {}: it must convert to int", self.show(t));
        self.error_rule(ErrorName::UpcBarrierValue, self.span(e), message, "UPC 6.6.1p2");
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
