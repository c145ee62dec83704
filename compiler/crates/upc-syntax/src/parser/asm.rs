// SPDX-License-Identifier: Apache-2.0
//! GNU assembler statements and declarations.

use super::{PResult, Parser};
use crate::ast::{ExprId, StmtId, StmtKind};
use crate::token::TokenKind::*;
use upc_source::Span;

impl Parser<'_> {
    /// `asm("...");` outside functions.
    pub(super) fn file_scope_asm(&mut self) -> PResult<Span> {
        let start = self.bump().span.start;
        self.asm_qualifiers();
        self.expect_open_paren("after 'asm'")?;
        self.skip_brackets()?;
        self.expect_semi("'asm(...)'")?;
        Ok(self.span_from(start))
    }

    /// The text after the template. Returns the operands.
    fn asm_sections(&mut self) -> PResult<Vec<ExprId>> {
        let mut operands = Vec::new();
        let mut section = 0;
        loop {
            // `::` is an empty section.
            section += match self.kind() {
                Colon => 1,
                ColonColon => 2,
                _ => return Ok(operands),
            };
            self.bump();
            match section {
                1 | 2 => self.asm_operands(&mut operands)?,
                3 => self.asm_words(Str)?,
                _ => self.asm_words(Ident)?,
            }
        }
    }

    /// `asm volatile goto ("template" : outputs : inputs : clobbers : labels);`
    pub(super) fn asm_statement(&mut self) -> PResult<StmtId> {
        let start = self.bump().span.start;
        self.asm_qualifiers();
        let open = self.here();
        self.expect(LParen, "after 'asm'")?;
        self.conditional_expr()?;
        let operands = self.asm_sections()?;
        self.expect_close(RParen, open)?;
        self.expect_semi("'asm(...)'")?;
        Ok(self.stmt_from(start, StmtKind::Asm { operands }))
    }

    fn asm_qualifiers(&mut self) {
        while matches!(self.kind(), Volatile | Inline | Goto | Const) {
            self.bump();
        }
    }

    /// `[name] "constraint" (expression)`, separated by commas.
    fn asm_operands(&mut self, operands: &mut Vec<ExprId>) -> PResult<()> {
        while matches!(self.kind(), Str | LBracket) {
            if self.at(LBracket) {
                self.skip_brackets()?;
            }
            while self.eat(Str) {}
            let open = self.here();
            self.expect(LParen, "before the operand")?;
            operands.push(self.nested(|p| p.expression())?);
            self.expect_close(RParen, open)?;
            if !self.eat(Comma) {
                break;
            }
        }
        Ok(())
    }

    fn asm_words(&mut self, kind: crate::token::TokenKind) -> PResult<()> {
        while self.at(kind) {
            while self.eat(kind) {}
            if !self.eat(Comma) {
                break;
            }
        }
        Ok(())
    }
}
