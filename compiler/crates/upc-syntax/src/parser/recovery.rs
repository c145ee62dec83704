// SPDX-License-Identifier: Apache-2.0
//! Errors, and how parsing continues after them.

use super::{Failed, PResult, Parser};
use crate::token::TokenKind::{self, *};
use upc_source::{Diagnostic, ErrorName, Span};

impl Parser<'_> {
    /// Reports `d` unless the same token has been complained about already.
    pub(super) fn report(&mut self, d: Diagnostic) {
        if self.last_error.replace(self.pos) != Some(self.pos) {
            self.found.push(d);
        }
    }

    pub(super) fn fail<T>(&mut self, d: Diagnostic) -> PResult<T> {
        self.report(d);
        Err(Failed)
    }

    pub(super) fn error_at(&mut self, name: ErrorName, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::error(name, span, message));
    }

    /// The current token in the user's words.
    pub(super) fn found(&self) -> String {
        let token = self.token();
        match token.kind {
            Eof => "the end of the file".to_string(),
            Str => "a string".to_string(),
            _ => {
                let text = token.span.slice(self.text);
                let short: String = text.chars().take(40).collect();
                format!("'{short}'")
            }
        }
    }

    /// Fails with "expected `what` ...", or reports a UPC keyword in the place of a name.
    pub(super) fn expected<T>(&mut self, what: &str) -> PResult<T> {
        if self.kind().is_upc() && what.contains("name") {
            return self.keyword_as_name(self.here(), self.kind());
        }
        self.fail(Diagnostic::error(
            ErrorName::Syntax,
            self.here(),
            format!("expected {what} before {}", self.found()),
        ))
    }

    /// At a word that begins a statement and nothing else.
    pub(super) fn at_statement_keyword(&self) -> bool {
        matches!(self.kind(), If | For | While | Do | Switch | Return | Break | Continue | Goto)
            || matches!(self.kind(), UpcForall | UpcBarrier | UpcNotify | UpcWait | UpcFence)
    }

    /// Fails where a declaration should begin.
    pub(super) fn no_declaration<T>(&mut self) -> PResult<T> {
        if !self.at_statement_keyword() {
            return self.expected("a declaration");
        }
        if std::mem::replace(&mut self.stray_statement, true) {
            return Err(Failed);
        }
        let message = format!("expected a declaration before {}", self.found());
        let help = "a statement stands in a function: is there a '}' too many before it?";
        self.fail(Diagnostic::error(ErrorName::Syntax, self.here(), message).help(help))
    }

    /// Fails at a UPC keyword that a C program uses as a name; the first use of each is reported.
    pub(super) fn keyword_as_name<T>(&mut self, span: Span, keyword: TokenKind) -> PResult<T> {
        if self.named_keywords.contains(&keyword) {
            return Err(Failed);
        }
        self.named_keywords.push(keyword);
        let d = Diagnostic::error(
            ErrorName::UpcKeyword,
            span,
            format!("'{}' is a UPC keyword, not a name", keyword.describe()),
        )
        .help("rename it, or compile this file with -x c")
        .rule("UPC 6.2");
        self.fail(d)
    }

    pub(super) fn expect(&mut self, kind: TokenKind, context: &str) -> PResult<()> {
        if self.eat(kind) {
            return Ok(());
        }
        let message = format!("expected '{}' {context}, found {}", kind.describe(), self.found());
        // A missing token belongs after the previous one when the next one is on another line.
        let span = if self.on_new_line() { self.after_prev() } else { self.here() };
        self.fail(Diagnostic::error(ErrorName::Syntax, span, message))
    }

    /// Takes the closing bracket of the one opened at `open`.
    pub(super) fn expect_close(&mut self, kind: TokenKind, open: Span) -> PResult<()> {
        if self.eat(kind) {
            return Ok(());
        }
        let message = format!("expected '{}', found {}", kind.describe(), self.found());
        let span = if self.on_new_line() { self.after_prev() } else { self.here() };
        self.fail(
            Diagnostic::error(ErrorName::Brackets, span, message).label(open, "to match this"),
        )
    }

    /// Takes the `;` after `what`. A missing one is reported after the previous token; if the next
    /// token can start a new construct, parsing continues as if it were there.
    pub(super) fn expect_semi(&mut self, what: &str) -> PResult<()> {
        if self.eat(Semi) {
            return Ok(());
        }
        let goes_on = self.on_new_line()
            || matches!(self.kind(), RBrace | Eof)
            || self.starts_statement_keyword();
        let (span, message) = if goes_on {
            (self.after_prev(), format!("missing ';' after {what}"))
        } else {
            (self.here(), format!("expected ';' after {what}, found {}", self.found()))
        };
        self.report(Diagnostic::error(ErrorName::Syntax, span, message));
        if goes_on {
            Ok(())
        } else {
            Err(Failed)
        }
    }

    /// Whether the current token is the first of its line.
    pub(super) fn on_new_line(&self) -> bool {
        let between =
            self.prev_end() as usize..(self.here().start as usize).max(self.prev_end() as usize);
        self.at(Eof) || self.text.as_bytes()[between].contains(&b'\n')
    }

    fn starts_statement_keyword(&self) -> bool {
        matches!(
            self.kind(),
            Break
                | Continue
                | Do
                | For
                | Goto
                | If
                | Return
                | Switch
                | While
                | UpcForall
                | UpcBarrier
                | UpcNotify
                | UpcWait
                | UpcFence
        )
    }

    /// Skips the rest of a broken statement, member or declaration: to after the next `;` or
    /// `{...}` at this level, or to before the `}` that closes it.
    pub(super) fn skip_to_end_of_item(&mut self) {
        loop {
            match self.kind() {
                Eof | RBrace => return,
                Semi => {
                    self.bump();
                    return;
                }
                LBrace => {
                    self.skip_braces();
                    if !matches!(self.kind(), Semi | RParen | Comma | Dot | RBracket) {
                        return;
                    }
                }
                _ => {
                    self.bump();
                }
            }
        }
    }

    /// After an error in the initializer or enumerator that begins at token `first`: goes to the
    /// `,`, `;` or `}` after it. Fails if the file ends first.
    pub(super) fn skip_to_end_of_declarator(&mut self, first: usize) -> PResult<()> {
        let (mut brackets, mut braces) = (0usize, 0usize);
        for i in first..self.tokens.len() {
            let kind = self.tokens[i].kind;
            let ends = match kind {
                Semi | RBrace => braces == 0,
                Comma => brackets + braces == 0,
                _ => false,
            };
            if ends && i >= self.pos {
                self.pos = i;
                return Ok(());
            }
            match kind {
                LParen | LBracket => brackets += 1,
                RParen | RBracket => brackets = brackets.saturating_sub(1),
                LBrace => braces += 1,
                RBrace => braces = braces.checked_sub(1).ok_or(Failed)?,
                Eof => return Err(Failed),
                _ => {}
            }
        }
        Err(Failed)
    }

    /// After an error between parentheses: goes to after the `)` that matches the `(` at token
    /// `open`. Fails if a brace or the end of the file comes first, or `open` is no `(`.
    pub(super) fn skip_to_closing_paren(&mut self, open: usize) -> PResult<()> {
        let mut depth = 0usize;
        for i in open..self.tokens.len() {
            match self.tokens[i].kind {
                LParen => depth += 1,
                RParen if depth == 1 => {
                    self.pos = self.pos.max(i + 1);
                    return Ok(());
                }
                RParen => depth = depth.checked_sub(1).ok_or(Failed)?,
                LBrace | RBrace | Eof => return Err(Failed),
                _ if depth == 0 => return Err(Failed),
                _ => {}
            }
        }
        Err(Failed)
    }

    /// At `{`: steps over it, its contents and its `}`.
    pub(super) fn skip_braces(&mut self) {
        let close = self.matching_brace(self.pos).unwrap_or(self.tokens.len() - 1);
        self.pos = close;
        self.eat(RBrace);
    }

    /// Index of the `}` that matches the `{` at token `open`.
    pub(super) fn matching_brace(&self, open: usize) -> Option<usize> {
        let mut depth = 0usize;
        for (i, token) in self.tokens.iter().enumerate().skip(open) {
            match token.kind {
                LBrace => depth += 1,
                RBrace if depth <= 1 => return Some(i),
                RBrace => depth -= 1,
                _ => {}
            }
        }
        None
    }

    /// At `(` or `[`: steps over it, its contents and its closing bracket.
    pub(super) fn skip_brackets(&mut self) -> PResult<()> {
        let open = self.here();
        let mut depth = 0usize;
        loop {
            match self.kind() {
                LParen | LBracket | LBrace => depth += 1,
                RParen | RBracket | RBrace => depth -= 1,
                Eof => {
                    let d = Diagnostic::error(
                        ErrorName::Brackets,
                        open,
                        "this bracket has no matching closing one",
                    );
                    return self.fail(d);
                }
                _ => {}
            }
            self.bump();
            if depth == 0 {
                return Ok(());
            }
        }
    }
}
