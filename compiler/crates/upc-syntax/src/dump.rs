// SPDX-License-Identifier: Apache-2.0
//! The tree as s-expressions, for tests and `-fupc-dump`. Parentheses of the source are kept as
//! `(paren e)`.

mod decl;
mod expr;
mod stmt;

use crate::ast::{Ast, External, StmtId};
use crate::token::Token;
use std::fmt::Write;
use upc_source::{Interner, LineMap, Span, Symbol};

/// Writes nodes of one tree. `text` is the preprocessed text that the spans point into.
pub struct Dump<'a> {
    ast: &'a Ast,
    interner: &'a Interner,
    text: &'a str,
    out: String,
    indent: usize,
}

/// The tokens at offsets that `wanted` accepts, one a line: line and column of `map`, kind,
/// spelling.
pub fn tokens(tokens: &[Token], text: &str, map: &LineMap, wanted: &dyn Fn(u32) -> bool) -> String {
    let mut out = String::new();
    for t in tokens.iter().filter(|t| wanted(t.span.start)) {
        let at = map.locate(t.span.start);
        let file = map.file_name(at.file);
        let _ =
            writeln!(out, "{file}:{}:{}: {:?} {}", at.line, at.column, t.kind, t.span.slice(text));
    }
    out
}

/// One external declaration, with a function's body if it was parsed. Ends with a newline.
pub fn external(
    ast: &Ast,
    interner: &Interner,
    text: &str,
    external: &External,
    body: Option<StmtId>,
) -> String {
    let mut d = Dump { ast, interner, text, out: String::new(), indent: 0 };
    match external {
        External::Declaration(id) => d.declaration(*id),
        External::Function(f) => d.function(f, body),
        External::Asm(span) => d.leaf("asm", *span),
        External::Empty(_) => d.word("(empty)"),
    }
    d.out.push('\n');
    d.out
}

impl Dump<'_> {
    fn word(&mut self, word: &str) {
        self.out.push_str(word);
    }

    fn name(&mut self, name: Symbol) {
        let interner = self.interner;
        self.out.push_str(interner.name(name));
    }

    /// `(head source-text)`.
    fn leaf(&mut self, head: &str, span: Span) {
        let words: Vec<&str> = span.slice(self.text).split_whitespace().collect();
        self.out.push_str(&format!("({head} {})", words.join(" ")));
    }

    /// `(head` then what `contents` writes, then `)`.
    fn list(&mut self, head: &str, contents: impl FnOnce(&mut Self)) {
        self.out.push('(');
        self.out.push_str(head);
        contents(self);
        self.out.push(')');
    }

    fn space(&mut self) {
        self.out.push(' ');
    }

    /// Starts an indented line.
    fn line(&mut self) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat(' ').take(2 * self.indent));
    }

    fn indented(&mut self, contents: impl FnOnce(&mut Self)) {
        self.indent += 1;
        self.line();
        contents(self);
        self.indent -= 1;
    }
}
