// SPDX-License-Identifier: Apache-2.0
//! External declarations and function bodies (C 6.9).

use super::decl::{Item, Level};
use super::pragma::Place;
use super::Parser;
use crate::ast::{DeclChunk, Declarator, External, FunctionDef, StmtId, StmtKind};
use crate::token::TokenKind::*;
use upc_source::{Diagnostic, ErrorName, Span, Symbol};

/// A function body between its braces, not parsed yet.
pub(super) struct Pending {
    /// Token of `{`.
    pub(super) open: usize,
    /// Token of the matching `}`, or `Eof`.
    pub(super) close: usize,
    pub(super) params: Vec<Symbol>,
}

impl Parser<'_> {
    /// The next external declaration that can be made sense of.
    pub(super) fn external(&mut self) -> Option<External> {
        loop {
            while let Some(pragma) = self.take_pragma() {
                self.obey_pragma(pragma, Place::File);
            }
            let start = self.pos;
            match self.kind() {
                Eof => return None,
                RBrace => self.stray_close(),
                Semi => return Some(External::Empty(self.bump().span)),
                Asm => {
                    if let Ok(span) = self.file_scope_asm() {
                        return Some(External::Asm(span));
                    }
                    self.recover_external(start);
                }
                _ => match self.declaration(Level::File) {
                    Ok(Item::Declaration(id) | Item::Unended(id)) => {
                        return Some(External::Declaration(id))
                    }
                    Ok(Item::Function(def)) => return Some(External::Function(def)),
                    Err(_) => self.recover_external(start),
                },
            }
        }
    }

    fn stray_close(&mut self) {
        if !self.stray_statement {
            let d =
                Diagnostic::error(ErrorName::Brackets, self.here(), "this '}' has no matching '{'");
            self.report(d);
        }
        self.bump();
        self.eat(Semi);
    }

    fn recover_external(&mut self, start: usize) {
        self.scopes.leave_to(0);
        self.assume_semi = false;
        self.skip_to_end_of_item();
        if self.pos == start {
            self.bump();
        }
    }

    /// At the `{` of a definition at file scope: notes the body as pending and completes the
    /// definition.
    pub(super) fn begin_body(&mut self, mut def: FunctionDef) -> FunctionDef {
        let open = self.pos;
        let close = match self.matching_brace(open) {
            Some(close) => close,
            None => {
                self.unclosed_body(open, &def.declarator);
                self.tokens.len() - 1
            }
        };
        def.body_span = Span::new(self.here().start, self.tokens[close].span.end);
        def.span = def.span.to(def.body_span);
        let params = parameter_names(&def.declarator, self);
        self.pending = Some(Pending { open, close, params });
        def
    }

    /// Reports the `{` at `open` that is never closed, and the innermost one that is not either.
    fn unclosed_body(&mut self, open: usize, declarator: &Declarator) {
        let mut stack = Vec::new();
        for token in &self.tokens[open..] {
            match token.kind {
                LBrace => stack.push(token.span),
                RBrace => {
                    stack.pop();
                }
                _ => {}
            }
        }
        let name = declarator.name.map_or("this function", |(name, _)| self.interner.name(name));
        let message = format!("the '{{' of '{name}' is never closed: a '}}' is missing");
        let mut d = Diagnostic::error(ErrorName::Brackets, self.tokens[open].span, message);
        if let Some(&inner) = stack.last().filter(|_| stack.len() > 1) {
            d = d.label(inner, "the last '{' without its '}'");
        }
        self.report(d);
    }

    /// Parses the body `pending`; afterwards the position is after its `}`.
    pub(super) fn function_body(&mut self, pending: Pending) -> StmtId {
        self.pos = pending.open;
        let start = self.here().start;
        let scopes = self.scopes.depth();
        self.scopes.enter();
        for &name in &pending.params {
            self.scopes.declare(name, false);
        }
        let unclosed = self.tokens[pending.close].kind == Eof;
        if unclosed {
            // Already reported with the definition; the end of the file is no second error.
            self.last_error = Some(pending.close);
        }
        let outer = self.strict;
        let body = self.compound();
        self.scopes.leave_to(scopes);
        self.pos = (pending.close + 1).min(self.tokens.len() - 1);
        self.restore_consistency(outer, self.prev_end().saturating_sub(1));
        body.unwrap_or_else(|_| self.stmt_from(start, StmtKind::Error))
    }
}

/// Names of the parameters of the function that `declarator` defines.
fn parameter_names(declarator: &Declarator, parser: &Parser<'_>) -> Vec<Symbol> {
    let Some(DeclChunk::Function { params, kr_names, .. }) = declarator.chunks.first() else {
        return Vec::new();
    };
    let mut names = parser.declared_names(params);
    names.extend(kr_names.iter().flatten().map(|&(name, _)| name));
    names
}
