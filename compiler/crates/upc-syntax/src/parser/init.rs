// SPDX-License-Identifier: Apache-2.0
//! Initialisers (C 6.7.9).

use super::{Failed, PResult, Parser};
use crate::ast::{Designator, ExprKind, InitItem, InitList, Initializer};
use crate::token::TokenKind::*;

impl Parser<'_> {
    pub(super) fn initializer(&mut self) -> PResult<Initializer> {
        if self.at(LBrace) {
            return self.nested(|p| p.init_list()).map(Initializer::List);
        }
        self.assignment_expr().map(Initializer::Expr)
    }

    /// The initializer of a declarator; a broken one is skipped, so that the name is declared.
    pub(super) fn initializer_or_skipped(&mut self) -> PResult<Initializer> {
        let (first, start) = (self.pos, self.here().start);
        match self.initializer() {
            Err(Failed) => {
                self.skip_to_end_of_declarator(first)?;
                Ok(Initializer::Expr(self.expr_from(start, ExprKind::Error)))
            }
            done => done,
        }
    }

    /// At `{`.
    pub(super) fn init_list(&mut self) -> PResult<InitList> {
        let open = self.bump().span;
        let mut items = Vec::new();
        while !self.at(RBrace) {
            let designators = self.designation()?;
            let value = self.initializer()?;
            items.push(InitItem { designators, value });
            if !self.eat(Comma) {
                break;
            }
        }
        self.expect_close(RBrace, open)?;
        Ok(InitList { span: self.span_from(open.start), items })
    }

    /// Designators with their `=`; also GNU's obsolete `member:` and `[i]` without `=`.
    fn designation(&mut self) -> PResult<Vec<Designator>> {
        if self.at(Ident) && self.nth_kind(1) == Colon {
            let token = self.bump();
            self.bump();
            return Ok(vec![Designator::Member(token.symbol, token.span)]);
        }
        let mut designators = Vec::new();
        self.designators(&mut designators)?;
        let optional =
            matches!(designators.last(), None | Some(Designator::Index(_) | Designator::Range(..)));
        if !self.eat(Eq) && !optional {
            return self.expected("'=' after the member");
        }
        Ok(designators)
    }

    /// `.member`, `[index]` and `[first ... last]`, as many as there are.
    pub(super) fn designators(&mut self, list: &mut Vec<Designator>) -> PResult<()> {
        loop {
            if self.eat(Dot) {
                let (name, span) = self.member_name()?;
                list.push(Designator::Member(name, span));
            } else if self.at(LBracket) {
                let open = self.bump().span;
                let first = self.conditional_expr()?;
                let designator = if self.eat(Ellipsis) {
                    Designator::Range(first, self.conditional_expr()?)
                } else {
                    Designator::Index(first)
                };
                self.expect_close(RBracket, open)?;
                list.push(designator);
            } else {
                return Ok(());
            }
        }
    }
}
