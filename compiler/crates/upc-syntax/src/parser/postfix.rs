// SPDX-License-Identifier: Apache-2.0
//! Primary and postfix expressions (C 6.5.1, 6.5.2).

use super::{PResult, Parser};
use crate::ast::{ExprId, ExprKind, GenericControl};
use crate::token::TokenKind::*;
use upc_source::{ErrorName, Span, Symbol};

impl Parser<'_> {
    pub(super) fn postfix_expr(&mut self) -> PResult<ExprId> {
        let start = self.here().start;
        let primary = self.primary_expr()?;
        self.postfix_rest(start, primary)
    }

    /// Subscripts, calls, members and `++` `--` after `base`.
    pub(super) fn postfix_rest(&mut self, start: u32, mut base: ExprId) -> PResult<ExprId> {
        loop {
            let kind = match self.kind() {
                LBracket => self.index(base)?,
                LParen => self.call(base)?,
                Dot | Arrow => {
                    let arrow = self.bump().kind == Arrow;
                    let (name, name_span) = self.member_name()?;
                    ExprKind::Member { base, arrow, name, name_span }
                }
                PlusPlus => {
                    self.bump();
                    ExprKind::PostInc(base)
                }
                MinusMinus => {
                    self.bump();
                    ExprKind::PostDec(base)
                }
                _ => return Ok(base),
            };
            base = self.expr_from(start, kind);
        }
    }

    fn index(&mut self, base: ExprId) -> PResult<ExprKind> {
        let open = self.bump().span;
        let index = self.nested(|p| p.expression())?;
        self.expect_close(RBracket, open)?;
        Ok(ExprKind::Index { base, index })
    }

    fn call(&mut self, callee: ExprId) -> PResult<ExprKind> {
        if let Some(name) = self.builtin_of_types(callee) {
            return Ok(ExprKind::BuiltinCall { name, args: self.builtin_arguments(name)? });
        }
        let open = self.bump().span;
        let mut args = Vec::new();
        if !self.at(RParen) {
            loop {
                args.push(self.nested(|p| p.assignment_expr())?);
                if !self.eat(Comma) {
                    break;
                }
            }
        }
        self.expect_close(RParen, open)?;
        Ok(ExprKind::Call { callee, args })
    }

    /// The name after `.` or `->`.
    pub(super) fn member_name(&mut self) -> PResult<(Symbol, Span)> {
        if !self.at(Ident) {
            return self.expected("a member's name");
        }
        let token = self.bump();
        Ok((token.symbol, token.span))
    }

    fn primary_expr(&mut self) -> PResult<ExprId> {
        let token = self.token();
        let kind = match token.kind {
            Ident => ExprKind::Ident(token.symbol),
            Number => ExprKind::Number,
            Char => ExprKind::Char,
            Str => return self.string(),
            LParen => return self.nested(|p| p.parenthesised()),
            Threads => ExprKind::Threads,
            MyThread => ExprKind::MyThread,
            MaxBlockSize => ExprKind::MaxBlockSize,
            True => ExprKind::True,
            False => ExprKind::False,
            Nullptr => ExprKind::Nullptr,
            FuncName => ExprKind::FuncName,
            Generic => return self.nested(|p| p.generic()),
            AssertType => return self.nested(|p| p.assert_type()),
            VaArg | Offsetof | TypesCompatible | ChooseExpr => return self.nested(|p| p.builtin()),
            _ => return self.no_expression(),
        };
        self.bump();
        Ok(self.expr_node(token.span, kind))
    }

    /// Adjacent string literals (translation phase 6).
    fn string(&mut self) -> PResult<ExprId> {
        let start = self.here().start;
        while self.at(Str) || self.at(FuncName) && self.nth_kind(1) == Str {
            self.bump();
        }
        Ok(self.expr_from(start, ExprKind::String))
    }

    /// `( expression )`, or GNU `({ ... })`.
    fn parenthesised(&mut self) -> PResult<ExprId> {
        let open = self.bump().span;
        let kind = if self.at(LBrace) {
            ExprKind::StmtExpr(self.compound()?)
        } else {
            ExprKind::Paren(self.expression()?)
        };
        self.expect_close(RParen, open)?;
        Ok(self.expr_from(open.start, kind))
    }

    /// C 6.5.1.1, with a type as the controlling operand (GNU, clang, C2y).
    fn generic(&mut self) -> PResult<ExprId> {
        let start = self.bump().span.start;
        let open = self.here();
        self.expect(LParen, "after '_Generic'")?;
        let control = if self.starts_type_at(0) {
            GenericControl::Type(self.type_name()?)
        } else {
            GenericControl::Expr(self.assignment_expr()?)
        };
        let mut assocs = Vec::new();
        while self.eat(Comma) {
            let ty = if self.eat(Default) { None } else { Some(self.type_name()?) };
            self.expect(Colon, "after the type of this association")?;
            assocs.push((ty, self.assignment_expr()?));
        }
        self.expect_close(RParen, open)?;
        Ok(self.expr_from(start, ExprKind::Generic { control, assocs }))
    }

    /// Nothing here can start an expression.
    fn no_expression(&mut self) -> PResult<ExprId> {
        let token = self.token();
        if token.kind.is_upc() {
            return self.misplaced_upc_keyword(token);
        }
        if self.starts_declaration_at(0) {
            let message = format!("expected an expression before the type {}", self.found());
            let mut d = upc_source::Diagnostic::error(ErrorName::Syntax, token.span, message);
            if self.is_first_argument_of("bupc_allv_") {
                d = d.help("include <bupc_collectivev.h>");
            }
            return self.fail(d);
        }
        self.expected("an expression")
    }

    /// Whether the token at hand follows `(` and a name that begins with `prefix`.
    fn is_first_argument_of(&self, prefix: &str) -> bool {
        let Some([callee, open]) =
            self.pos.checked_sub(2).and_then(|from| self.tokens.get(from..self.pos))
        else {
            return false;
        };
        open.kind == LParen
            && callee.kind == Ident
            && self.interner.name(callee.symbol).starts_with(prefix)
    }
}
