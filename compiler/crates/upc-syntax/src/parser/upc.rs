// SPDX-License-Identifier: Apache-2.0
//! UPC's own productions (UPC 6.5.1.1, 6.6.1, 6.6.2).

use super::{PResult, Parser};
use crate::ast::{Affinity, ExprId, ForInit, Layout, SharedQual, StmtId, StmtKind};
use crate::token::{Token, TokenKind::*};
use upc_source::{Diagnostic, ErrorName, Span};

/// The four clauses of upc_forall.
type ForallHeader = (Option<ExprId>, Option<ExprId>, Affinity);

impl Parser<'_> {
    /// `shared` with its layout: a `[` right after it always belongs to it (UPC 6.5.1.1).
    pub(super) fn shared_qualifier(&mut self) -> PResult<SharedQual> {
        let start = self.bump().span.start;
        if self.at(LParen) && self.nth_kind(1) == Number && self.nth_kind(2) == RParen {
            let message = "expected '[' before '('";
            let d = Diagnostic::error(ErrorName::Syntax, self.here(), message);
            return self.fail(d.help("the block size is in brackets, as in 'shared [4] int'"));
        }
        if !self.at(LBracket) || self.nth_kind(1) == LBracket {
            return Ok(SharedQual { span: self.span_from(start), layout: Layout::None });
        }
        let open = self.bump().span;
        let layout = match (self.kind(), self.nth_kind(1)) {
            (RBracket, _) => Layout::Indefinite,
            (Star, RBracket) => {
                self.bump();
                Layout::Star
            }
            _ => Layout::Expr(self.nested(|p| p.conditional_expr())?),
        };
        self.expect_close(RBracket, open)?;
        let span = self.span_from(start);
        self.refuse_more_dimensions();
        Ok(SharedQual { span, layout })
    }

    /// Reports and skips the second brackets of `shared [2][3] int a[...]`. `int shared[2][3];`,
    /// where a name was meant, has no type behind them.
    fn refuse_more_dimensions(&mut self) {
        let open = self.here();
        let mut end = 0;
        while self.nth_kind(end) == LBracket && self.nth_kind(end + 1) != LBracket {
            match self.after_brackets(end) {
                Some(next) => end = next,
                None => return,
            }
        }
        if end == 0 || matches!(self.nth_kind(end), Semi | Eq | Comma | RParen) {
            return;
        }
        for _ in 0..end {
            self.bump();
        }
        let span = self.span_from(open.start);
        let d = Diagnostic::error(ErrorName::UpcBlockSize, span, "a block has one dimension")
            .help("keep one pair of brackets after 'shared': the number of elements in a block")
            .rule("UPC 6.5.1.1p3");
        self.report(d);
    }

    fn end_of_fence(&mut self) -> PResult<()> {
        if !self.at(Semi) && !self.on_new_line() {
            let message = "'upc_fence' takes no value";
            let d = Diagnostic::error(ErrorName::UpcStatement, self.here(), message);
            return self.fail(d.rule("UPC 6.6.1"));
        }
        self.expect_semi("'upc_fence'")
    }

    /// `upc_barrier`, `upc_notify`, `upc_wait` with their optional value, and `upc_fence` (UPC
    /// 6.6.1).
    pub(super) fn synchronization(&mut self) -> PResult<StmtId> {
        let keyword = self.bump();
        let name = keyword.kind.describe();
        if self.at(LParen) && self.nth_kind(1) == RParen {
            return self.called_like_a_function(keyword);
        }
        if keyword.kind == UpcFence {
            self.end_of_fence()?;
            return Ok(self.stmt_from(keyword.span.start, StmtKind::UpcFence));
        }
        let ends = self.at(Semi)
            || self.at_statement_keyword()
            || self.on_new_line() && self.starts_item_after_semi();
        let value = if ends { None } else { Some(self.expression()?) };
        self.expect_semi(&format!("'{name}'"))?;
        let kind = match keyword.kind {
            UpcBarrier => StmtKind::UpcBarrier(value),
            UpcNotify => StmtKind::UpcNotify(value),
            _ => StmtKind::UpcWait(value),
        };
        Ok(self.stmt_from(keyword.span.start, kind))
    }

    /// On a new line after `upc_barrier` without `;`: whether something else than the barrier's
    /// value begins.
    fn starts_item_after_semi(&self) -> bool {
        match self.kind() {
            Ident => true,
            Number | Char | Str | LParen | Plus | Minus | Tilde | Bang | Threads | MyThread => {
                false
            }
            _ => true,
        }
    }

    fn called_like_a_function<T>(&mut self, keyword: Token) -> PResult<T> {
        let name = keyword.kind.describe();
        let span = self.here().to(self.nth(1).span);
        let d = Diagnostic::error(
            ErrorName::UpcStatement,
            span,
            format!("'{name}' is a statement, not a function"),
        )
        .help(format!("write '{name};'"))
        .rule("UPC 6.6.1");
        self.fail(d)
    }

    /// `upc_forall (init; cond; step; affinity) body` (UPC 6.6.2).
    pub(super) fn upc_forall(&mut self) -> PResult<StmtId> {
        let start = self.bump().span.start;
        let depth = self.scopes.depth();
        self.scopes.enter();
        let result = self.upc_forall_rest(start);
        self.scopes.leave_to(depth);
        result
    }

    fn upc_forall_rest(&mut self, start: u32) -> PResult<StmtId> {
        let open = self.pos;
        let mut init = ForInit::None;
        let (cond, step, affinity) = match self.upc_forall_header(&mut init) {
            Ok(header) => header,
            Err(_) => {
                self.skip_to_closing_paren(open)?;
                (None, None, Affinity::None)
            }
        };
        let body = self.sub_statement("upc_forall")?;
        Ok(self.stmt_from(start, StmtKind::UpcForall { init, cond, step, affinity, body }))
    }

    /// The parts of the head; `init` gets the first one, also if the others are wrong.
    fn upc_forall_header(&mut self, init: &mut ForInit) -> PResult<ForallHeader> {
        let open = self.here();
        self.expect(LParen, "after 'upc_forall'")?;
        self.for_init(init)?;
        let cond = self.optional_expression(Semi)?;
        let mut affinity = Affinity::None;
        let mut step = None;
        if self.forall_separator(open, "two")? {
            step = self.forall_step()?;
            if self.forall_separator(open, "three")? {
                affinity = self.affinity()?;
            }
        }
        if self.at(Semi) {
            let message = "upc_forall has four parts; this one has more";
            let d = Diagnostic::error(ErrorName::UpcForallParts, self.here(), message);
            return self.fail(d.rule("UPC 6.6.2"));
        }
        self.expect_close(RParen, open)?;
        Ok((cond, step, affinity))
    }

    fn forall_step(&mut self) -> PResult<Option<ExprId>> {
        if self.at(RParen) {
            return Ok(None);
        }
        self.optional_expression(Semi)
    }

    /// Takes the `;` before the next part; false, with a message, if the `)` comes too early.
    fn forall_separator(&mut self, open: Span, parts: &str) -> PResult<bool> {
        if self.at(RParen) {
            let message = "upc_forall needs four parts separated by ';': initialization; \
                condition; step; affinity";
            let d = Diagnostic::error(ErrorName::UpcForallParts, self.here(), message)
                .label(open, format!("only {parts} here"))
                .help(
                    "an empty fourth part, or 'continue', lets every thread execute every \
                    iteration",
                )
                .rule("UPC 6.6.2");
            self.report(d);
            return Ok(false);
        }
        self.expect(Semi, "between the parts of upc_forall")?;
        Ok(true)
    }

    fn affinity(&mut self) -> PResult<Affinity> {
        if self.eat(Continue) {
            return Ok(Affinity::Continue);
        }
        Ok(self.optional_expression(RParen)?.map_or(Affinity::None, Affinity::Expr))
    }

    /// Fails at a UPC keyword where an expression is due.
    pub(super) fn misplaced_upc_keyword<T>(&mut self, token: Token) -> PResult<T> {
        let name = token.kind.describe();
        match token.kind {
            UpcBarrier | UpcNotify | UpcWait | UpcFence | UpcForall => {
                let message =
                    format!("'{name}' is a statement and cannot be part of an expression");
                self.fail(
                    Diagnostic::error(ErrorName::UpcStatement, token.span, message).rule("UPC 6.6"),
                )
            }
            _ => self.keyword_as_name(token.span, token.kind),
        }
    }
}
