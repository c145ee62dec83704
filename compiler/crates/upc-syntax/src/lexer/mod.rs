// SPDX-License-Identifier: Apache-2.0
//! The lexer: preprocessed text to tokens (C 6.4), all of it at once.
//!
//! Line markers are skipped, but followed: UPC keywords are ordinary names inside system headers
//! and in `#pragma upc c_code` regions. Pragmas are kept beside the tokens, so that they may stand
//! anywhere.

mod cursor;
mod directive;
mod ident;
mod scan;

use crate::token::{Token, TokenKind, When, KEYWORDS};
use crate::Dialect;
use cursor::Cursor;
use directive::UpcMode;
use upc_source::{Diagnostic, ErrorName, Idx, Interner, Span, Symbol};

/// The request of a `#pragma` line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PragmaKind {
    /// `#pragma upc strict`
    Strict,
    /// `#pragma upc relaxed`
    Relaxed,
    /// `#pragma upc c_code` or `upc_code`: already obeyed by the lexer.
    Code,
    /// Another `#pragma upc ...`.
    UnknownUpc,
    /// Not UPC's.
    Other,
}

/// A `#pragma` line.
#[derive(Clone, Copy, Debug)]
pub struct Pragma {
    /// The line from `#` to before its newline.
    pub span: Span,
    pub kind: PragmaKind,
    /// Index of the token after it.
    pub(crate) token: u32,
}

/// The lexer's result for a text.
pub(crate) struct Lexed {
    /// Ends with one `Eof`.
    pub tokens: Vec<Token>,
    /// In text order.
    pub pragmas: Vec<Pragma>,
    pub diagnostics: Vec<Diagnostic>,
    /// From each offset on, whether UPC keywords are keywords; ascending.
    pub upc_regions: Vec<(u32, bool)>,
}

/// Splits `text` into tokens and interns its names. Texts of 4 GiB and more give a diagnostic.
pub(crate) fn lex(text: &str, dialect: Dialect, interner: &mut Interner) -> Lexed {
    let mut lexer = Lexer::new(text, dialect, interner);
    if u32::try_from(text.len()).is_ok() {
        lexer.run();
    } else {
        lexer.error(
            ErrorName::Limit,
            Span::default(),
            "the preprocessed text is larger than 4 GiB, the limit of this compiler",
        );
    }
    let end = lexer.cursor.pos as u32;
    lexer.out.tokens.push(Token {
        kind: TokenKind::Eof,
        span: Span::new(end, end),
        symbol: Symbol(0),
    });
    lexer.out
}

struct Lexer<'a> {
    cursor: Cursor<'a>,
    dialect: Dialect,
    interner: &'a mut Interner,
    /// Kind of each symbol up to the last keyword's; `Ident` for others.
    keywords: Vec<TokenKind>,
    mode: UpcMode,
    out: Lexed,
    /// The last stray character reported, so that a line full of it is reported once.
    stray: Option<char>,
}

impl<'a> Lexer<'a> {
    fn new(text: &'a str, dialect: Dialect, interner: &'a mut Interner) -> Lexer<'a> {
        let mut keywords = Vec::new();
        for &(spelling, kind, when) in KEYWORDS {
            if !dialect.makes_name(kind) && (when.holds(dialect) || when == When::Upc) {
                let symbol = interner.intern(spelling);
                if keywords.len() <= symbol.index() {
                    keywords.resize(symbol.index() + 1, TokenKind::Ident);
                }
                keywords[symbol.index()] = kind;
            }
        }
        let mode = UpcMode::new(dialect.upc);
        let out = Lexed {
            tokens: Vec::with_capacity(text.len().min(u32::MAX as usize) / 6 + 16),
            pragmas: Vec::new(),
            diagnostics: Vec::new(),
            upc_regions: vec![(0, mode.enabled())],
        };
        Lexer { cursor: Cursor::new(text), dialect, interner, keywords, mode, out, stray: None }
    }

    fn run(&mut self) {
        let mut line_start = true;
        while !self.cursor.at_end() {
            match self.cursor.peek() {
                b'\n' => {
                    self.cursor.pos += 1;
                    line_start = true;
                }
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => self.cursor.pos += 1,
                b'\\' if self.cursor.splice_len() > 0 => {
                    self.cursor.pos += self.cursor.splice_len()
                }
                b'/' if self.comment() => {}
                b'#' if line_start => self.directive(),
                b'%' if line_start && self.cursor.nth(1) == b':' => self.directive(),
                byte => {
                    line_start = false;
                    self.token(byte);
                }
            }
        }
    }

    /// Skips a comment, which `cc -E -C` leaves in the text.
    fn comment(&mut self) -> bool {
        match self.cursor.nth(1) {
            b'/' => self.cursor.skip_line(),
            b'*' => {
                let start = self.cursor.pos;
                match self.cursor.text[start + 2..].find("*/") {
                    Some(n) => self.cursor.pos = start + 2 + n + 2,
                    None => {
                        self.cursor.pos = self.cursor.text.len();
                        self.error(
                            ErrorName::Token,
                            Span::new(start as u32, start as u32 + 2),
                            "this comment has no end",
                        );
                    }
                }
            }
            _ => return false,
        }
        true
    }

    fn token(&mut self, byte: u8) {
        if ident::is_start(byte) {
            self.identifier_or_prefixed();
        } else if byte.is_ascii_digit() || (byte == b'.' && self.cursor.nth(1).is_ascii_digit()) {
            self.number();
        } else if byte == b'"' || byte == b'\'' {
            self.quoted(self.cursor.pos, byte);
        } else if let Some((kind, len)) = scan::punctuator(&self.cursor) {
            let start = self.cursor.pos;
            self.cursor.pos += len;
            self.push(kind, start, Symbol(0));
        } else if byte >= 0x80 || byte == b'\\' {
            self.extended_name();
        } else {
            self.stray_character();
        }
    }

    fn push(&mut self, kind: TokenKind, start: usize, symbol: Symbol) {
        let span = Span::new(start as u32, self.cursor.pos as u32);
        self.out.tokens.push(Token { kind, span, symbol });
    }

    fn identifier_or_prefixed(&mut self) {
        let start = self.cursor.pos;
        self.cursor.skip_while(ident::is_continue);
        match self.cursor.peek() {
            b'"' | b'\'' if self.quoted_with_prefix(start) => return,
            b'\\' => return self.identifier_slow(start),
            b if b >= 0x80 => return self.identifier_slow(start),
            _ => {}
        }
        let symbol = self.interner.intern(&self.cursor.text[start..self.cursor.pos]);
        self.push_name(start, symbol);
    }

    fn push_name(&mut self, start: usize, symbol: Symbol) {
        let mut kind = self.keywords.get(symbol.index()).copied().unwrap_or(TokenKind::Ident);
        if kind.is_upc() && !self.mode.enabled() {
            kind = TokenKind::Ident;
        }
        self.push(kind, start, symbol);
    }

    /// The rest of an identifier with characters beyond ASCII, universal character names or
    /// splices.
    fn identifier_slow(&mut self, start: usize) {
        let mut name = self.cursor.text[start..self.cursor.pos].to_string();
        while let Some(c) = self.cursor.peek_char() {
            if self.cursor.splice_len() > 0 {
                self.cursor.pos += self.cursor.splice_len();
            } else if c.is_ascii() && ident::is_continue(c as u8)
                || !c.is_ascii() && ident::is_extended(c)
            {
                name.push(c);
                self.cursor.pos += c.len_utf8();
            } else if let Some((c, len)) = scan::universal(&self.cursor) {
                name.push(c);
                self.cursor.pos += len;
            } else {
                break;
            }
        }
        let symbol = self.interner.intern(&name);
        self.push_name(start, symbol);
    }

    /// At a character beyond ASCII or a backslash.
    fn extended_name(&mut self) {
        let start = self.cursor.pos;
        let starts_name = match self.cursor.peek_char() {
            Some('\\') => scan::universal(&self.cursor).is_some(),
            Some(c) => ident::is_extended(c),
            None => false,
        };
        if starts_name {
            self.identifier_slow(start);
        } else {
            self.stray_character();
        }
    }

    fn begins_line(&self, at: usize) -> bool {
        let before = &self.cursor.text[..at];
        before[before.rfind('\n').map_or(0, |end| end + 1)..].trim().is_empty()
    }

    fn stray_character(&mut self) {
        let Some(c) = self.cursor.peek_char() else { return };
        let start = self.cursor.pos as u32;
        self.cursor.pos += c.len_utf8();
        if self.stray.replace(c) == Some(c) {
            return;
        }
        let span = Span::new(start, self.cursor.pos as u32);
        let mut d = Diagnostic::error(ErrorName::Token, span, scan::describe_stray(c));
        if let Some(meant) = ident::look_alike(c) {
            d = d.help(format!(
                "did you mean '{meant}'? Text copied from documents often has look-alikes"
            ));
        } else if c == '#' && !self.begins_line(start as usize) {
            d = d.help("a directive such as #pragma has a line of its own");
        } else if c == '#' {
            d = d.help(
                "directives such as #include must be preprocessed first: name the file .c or .upc, \
                 not .i or .upci",
            );
        }
        self.out.diagnostics.push(d);
    }

    fn number(&mut self) {
        let start = self.cursor.pos;
        loop {
            self.cursor.skip_while(|b| b.is_ascii_digit());
            match self.cursor.peek() {
                b'e' | b'E' | b'p' | b'P' if matches!(self.cursor.nth(1), b'+' | b'-') => {
                    self.cursor.pos += 2
                }
                b if ident::is_continue(b) || b == b'.' => self.cursor.pos += 1,
                b'\'' if self.dialect.c23 && self.cursor.nth(1).is_ascii_alphanumeric() => {
                    self.cursor.pos += 2
                }
                _ => break,
            }
        }
        self.push(TokenKind::Number, start, Symbol(0));
        let text = &self.cursor.text[start..self.cursor.pos];
        if let Err(message) = crate::literal::check_number(text) {
            self.error(ErrorName::Token, Span::new(start as u32, self.cursor.pos as u32), message);
        }
    }

    /// A character constant or string whose prefix `start..pos` was just read; false if that is no
    /// prefix.
    fn quoted_with_prefix(&mut self, start: usize) -> bool {
        let quote = self.cursor.peek();
        match &self.cursor.text[start..self.cursor.pos] {
            "L" | "u" | "U" | "u8" => self.quoted(start, quote),
            "R" | "LR" | "uR" | "UR" | "u8R" if quote == b'"' && self.dialect.gnu => {
                self.raw_string(start)
            }
            _ => return false,
        }
        true
    }

    fn quoted(&mut self, start: usize, quote: u8) {
        self.cursor.pos += 1;
        let body = self.cursor.pos;
        loop {
            self.cursor.skip_while(|b| b != quote && b != b'\\' && b != b'\n');
            match self.cursor.peek() {
                b'\\' if self.cursor.nth(1) == b'\r' && self.cursor.nth(2) == b'\n' => {
                    self.cursor.pos += 3
                }
                // The byte after the backslash may begin a longer character: its tail is skipped as
                // ordinary bytes.
                b'\\' if self.cursor.pos + 1 < self.cursor.text.len() => self.cursor.pos += 2,
                b if b == quote && !self.cursor.at_end() => break,
                _ => return self.unterminated(start, quote),
            }
        }
        let empty = self.cursor.pos == body;
        self.cursor.pos += 1;
        let kind = if quote == b'"' { TokenKind::Str } else { TokenKind::Char };
        self.push(kind, start, Symbol(0));
        if kind == TokenKind::Char && empty {
            let span = Span::new(start as u32, self.cursor.pos as u32);
            self.error(ErrorName::Token, span, "empty character constant");
        }
    }

    fn unterminated(&mut self, start: usize, quote: u8) {
        self.cursor.skip_while(|b| b != b'\n');
        let (kind, what) = match quote {
            b'"' => (TokenKind::Str, "string has no closing '\"' on its line"),
            _ => (TokenKind::Char, "character constant has no closing ' on its line"),
        };
        self.push(kind, start, Symbol(0));
        self.error(ErrorName::Token, Span::new(start as u32, self.cursor.pos as u32), what);
    }

    /// GNU raw string: `R"delimiter(...)delimiter"`.
    fn raw_string(&mut self, start: usize) {
        let text = self.cursor.text;
        let open = self.cursor.pos + 1;
        let close = text[open..].find('(').filter(|&n| n <= 16).and_then(|n| {
            let end = format!("){}\"", &text[open..open + n]);
            text[open + n..].find(&end).map(|m| open + n + m + end.len())
        });
        match close {
            Some(end) => {
                self.cursor.pos = end;
                self.push(TokenKind::Str, start, Symbol(0));
            }
            None => self.unterminated(start, b'"'),
        }
    }

    fn error(&mut self, name: ErrorName, span: Span, message: impl Into<String>) {
        self.out.diagnostics.push(Diagnostic::error(name, span, message));
    }
}

#[cfg(test)]
mod tests;
