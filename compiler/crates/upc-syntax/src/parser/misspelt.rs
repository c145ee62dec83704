// SPDX-License-Identifier: Apache-2.0
//! Misspelt UPC keywords where nothing else can be meant: they are reported, and read as the
//! intended keyword.

use super::Parser;
use crate::spelling::{near_declaring_word, near_upc_keyword};
use crate::token::TokenKind::{self, *};
use crate::token::KEYWORDS;
use upc_source::{Diagnostic, ErrorName};

const BEGIN_A_TYPE: [TokenKind; 13] =
    [CharType, Int, Float, Double, Signed, Unsigned, Short, Long, Void, Bool, Struct, Union, Enum];

impl Parser<'_> {
    /// Whether an unknown name stands before a type, where only a qualifier could: `shard int x;`,
    /// `shard [4] int x;`.
    pub(super) fn at_unknown_qualifier(&self) -> bool {
        let token = self.token();
        if token.kind != Ident || self.map.is_system(token.span.start) {
            return false;
        }
        let n = match self.nth_kind(1) {
            LBracket if self.meant_keyword() == Some(Shared) => self.after_brackets(1).unwrap_or(1),
            _ => 1,
        };
        BEGIN_A_TYPE.contains(&self.nth_kind(n)) && !self.scopes.is_typedef(token.symbol)
    }

    /// Reports the unknown name at hand before a type. A keyword that was meant takes its place;
    /// another name is stepped over.
    pub(super) fn unknown_qualifier(&mut self) {
        match self.meant_keyword().filter(|k| matches!(k, Shared | Strict | Relaxed)) {
            Some(keyword) => self.correct(keyword),
            None => {
                let message = format!("{} is neither a type nor a qualifier", self.found());
                let near = near_declaring_word(self.interner.name(self.token().symbol), true);
                let error = Diagnostic::error(ErrorName::UnknownType, self.here(), message);
                self.report(match near {
                    Some(near) => error.help(format!("did you mean '{near}'?")),
                    None => error,
                });
                self.bump();
            }
        }
    }

    /// At a statement that can only be a UPC statement with its keyword misspelt (`upc_forll
    /// (;;;)`, `upc_barier 1;`), puts the keyword right.
    pub(super) fn correct_statement_keyword(&mut self) {
        let meant = match (self.kind(), self.nth_kind(1)) {
            (Ident, LParen) if self.has_semicolon_in_parentheses() => self.meant_loop(),
            (Ident, Number) => {
                self.meant_keyword().filter(|k| matches!(k, UpcBarrier | UpcNotify | UpcWait))
            }
            _ => None,
        };
        if let Some(keyword) = meant {
            self.correct(keyword);
        }
    }

    /// A name before parentheses with `;` in them: a loop was meant.
    fn meant_loop(&self) -> Option<TokenKind> {
        let name = self.interner.name(self.token().symbol);
        let is_loop = name.starts_with("upc_") || matches!(name, "forall" | "for_all" | "foreach");
        is_loop.then_some(UpcForall)
    }

    fn correct(&mut self, keyword: TokenKind) {
        let message = format!("{} is not declared", self.found());
        let d = Diagnostic::error(ErrorName::Undeclared, self.here(), message)
            .help(format!("did you mean '{}'?", keyword.describe()));
        self.report(d);
        self.tokens[self.pos].kind = keyword;
    }

    /// The UPC keyword that the name at hand is near to.
    fn meant_keyword(&self) -> Option<TokenKind> {
        let spelling = near_upc_keyword(self.interner.name(self.token().symbol))?;
        KEYWORDS.iter().find(|k| k.0 == spelling).map(|k| k.1)
    }

    /// Whether a `;` stands directly in the parentheses that open at the next token: they are no
    /// call's.
    fn has_semicolon_in_parentheses(&self) -> bool {
        let mut depth = 0usize;
        for n in 1.. {
            match self.nth_kind(n) {
                LParen => depth += 1,
                RParen if depth == 1 => return false,
                RParen => depth -= 1,
                Semi => return depth == 1,
                LBrace | RBrace | Eof => return false,
                _ => {}
            }
        }
        false
    }
}
