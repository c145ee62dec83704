// SPDX-License-Identifier: Apache-2.0
//! Attributes: GNU `__attribute__((...))` and C23 `[[...]]`.

use super::{PResult, Parser};
use crate::ast::Attribute as Attr;
use crate::token::TokenKind::{self, *};
use upc_source::{Diagnostic, ErrorName, Symbol};

/// Attributes whose arguments are expressions; those of others are skipped as tokens.
const WITH_EXPRESSIONS: &[&str] = &[
    "aligned",
    "vector_size",
    "ext_vector_type",
    "assume_aligned",
    "alloc_size",
    "alloc_align",
    "nonnull",
    "cleanup",
    "constructor",
    "destructor",
    "section",
    "alias",
    "weakref",
    "sentinel",
    "regparm",
    "address_space",
    "tls_model",
    "visibility",
    "deprecated",
    "unavailable",
    "error",
    "warning",
    "patchable_function_entry",
    "init_priority",
];

impl Parser<'_> {
    /// Attributes of both kinds, as many as there are.
    pub(super) fn attributes(&mut self, attrs: &mut Vec<Attr>) -> PResult<()> {
        loop {
            if self.at(Attribute) {
                self.gnu_attributes(attrs)?;
            } else if self.at(LBracket) && self.nth_kind(1) == LBracket {
                self.std_attributes(attrs)?;
            } else {
                return Ok(());
            }
        }
    }

    /// `__attribute__((a, b(c)))`, as many as there are, perhaps none.
    pub(super) fn gnu_attributes(&mut self, attrs: &mut Vec<Attr>) -> PResult<()> {
        while self.eat(Attribute) {
            self.expect(LParen, "after '__attribute__'")?;
            self.expect(LParen, "after '__attribute__('")?;
            self.attribute_list(attrs, RParen)?;
            self.expect(RParen, "after the attributes")?;
            self.expect(RParen, "after the attributes")?;
        }
        Ok(())
    }

    /// `[[a, b::c(d)]]`, as many as there are.
    pub(super) fn std_attributes(&mut self, attrs: &mut Vec<Attr>) -> PResult<()> {
        while self.at(LBracket) && self.nth_kind(1) == LBracket {
            self.bump();
            self.bump();
            self.attribute_list(attrs, RBracket)?;
            self.expect(RBracket, "after the attributes")?;
            self.expect(RBracket, "after the attributes")?;
        }
        Ok(())
    }

    pub(super) fn attribute_list(
        &mut self,
        attrs: &mut Vec<Attr>,
        close: TokenKind,
    ) -> PResult<()> {
        loop {
            while self.eat(Comma) {}
            if self.at(close) {
                return Ok(());
            }
            let attr = self.attribute()?;
            attrs.push(attr);
            if !self.at(Comma) && !self.at(close) {
                return self.expected("',' between attributes");
            }
        }
    }

    /// One attribute; any word may be its name, keywords too (`const`).
    fn attribute(&mut self) -> PResult<Attr> {
        let start = self.here().start;
        let mut name = self.attribute_word()?;
        if self.eat(ColonColon) {
            let inner = self.attribute_word()?;
            name = match self.interner.name(name) {
                "gnu" => inner,
                prefix => {
                    let full = format!("{prefix}::{}", self.interner.name(inner));
                    self.interner.intern(&full)
                }
            };
        }
        let mut args = Vec::new();
        if self.at(LParen) {
            if WITH_EXPRESSIONS.contains(&self.interner.name(name)) && !self.starts_type_at(1) {
                args = self.attribute_arguments()?;
            } else {
                self.skip_brackets()?;
            }
        }
        Ok(Attr { name, span: self.span_from(start), args })
    }

    fn attribute_arguments(&mut self) -> PResult<Vec<crate::ast::ExprId>> {
        let open = self.bump().span;
        let mut args = Vec::new();
        while !self.at(RParen) {
            args.push(self.assignment_expr()?);
            if !self.eat(Comma) {
                break;
            }
        }
        self.expect_close(RParen, open)?;
        Ok(args)
    }

    /// A word of an attribute's name without its surrounding underscores.
    fn attribute_word(&mut self) -> PResult<Symbol> {
        let token = self.token();
        if token.kind != Ident && !token.kind.is_keyword() {
            let d = Diagnostic::error(
                ErrorName::Syntax,
                token.span,
                format!("expected an attribute's name before {}", self.found()),
            );
            return self.fail(d);
        }
        self.bump();
        let name = self.interner.name(token.symbol);
        let stripped =
            name.strip_prefix("__").and_then(|n| n.strip_suffix("__")).unwrap_or(name).to_string();
        Ok(self.interner.intern(&stripped))
    }

    /// The distance of the first token after the attributes that start `n` tokens from here; `None`
    /// if they are broken.
    pub(super) fn attributes_end(&self, mut n: usize) -> Option<usize> {
        loop {
            let opener = match (self.nth_kind(n), self.nth_kind(n + 1)) {
                (Attribute, LParen) => n + 1,
                (LBracket, LBracket) => n,
                _ => return Some(n),
            };
            n = self.after_brackets(opener)?;
        }
    }

    /// The distance of the token after the bracket that closes the one `n` tokens from here.
    pub(super) fn after_brackets(&self, n: usize) -> Option<usize> {
        let mut depth = 0usize;
        for (i, token) in self.tokens[self.pos..].iter().enumerate().skip(n) {
            match token.kind {
                LParen | LBracket | LBrace => depth += 1,
                RParen | RBracket | RBrace => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(i + 1);
                    }
                }
                _ => {}
            }
        }
        None
    }
}
