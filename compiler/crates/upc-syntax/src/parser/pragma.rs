// SPDX-License-Identifier: Apache-2.0
//! Pragma lines at the places where they mean something (UPC 6.7.1).

use super::Parser;
use crate::ast::{StmtId, StmtKind};
use crate::lexer::{Pragma, PragmaKind};
use upc_source::Diagnostic;

/// The contexts in which the parser meets a pragma.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Outside any external declaration.
    File,
    /// In a block, before its declarations and statements.
    BlockStart,
    /// In a block, between statements.
    Block,
    /// Before a statement that is no block item.
    Substatement,
}

impl Parser<'_> {
    /// The next pragma at or before the current token that has not been taken.
    pub(super) fn take_pragma(&mut self) -> Option<Pragma> {
        let pragma = *self.pragmas.get(self.next_pragma)?;
        if pragma.token as usize > self.pos {
            return None;
        }
        self.next_pragma += 1;
        Some(pragma)
    }

    /// Obeys `pragma`. In a block, a pragma that is not UPC's becomes a statement, so that it stays
    /// in its place.
    pub(super) fn obey_pragma(&mut self, pragma: Pragma, place: Place) -> Option<StmtId> {
        let inside = (pragma.token as usize) < self.pos;
        match pragma.kind {
            PragmaKind::Strict | PragmaKind::Relaxed => {
                self.set_consistency(pragma, place, inside);
                None
            }
            PragmaKind::Code => None,
            PragmaKind::UnknownUpc => {
                let d = Diagnostic::warning(
                    "upc-pragma",
                    pragma.span,
                    "unknown '#pragma upc' is ignored",
                )
                .help("the forms are '#pragma upc strict', 'relaxed', 'c_code' and 'upc_code'")
                .rule("UPC 6.7.1p1");
                self.found.push(d);
                None
            }
            PragmaKind::Other if place == Place::File || inside => None,
            PragmaKind::Other => Some(self.stmt(pragma.span, StmtKind::Passed)),
        }
    }

    fn set_consistency(&mut self, pragma: Pragma, place: Place, inside: bool) {
        let effect = match place {
            _ if inside => Some("it is ignored"),
            Place::File | Place::BlockStart => None,
            Place::Block => Some("it holds from here to the end of the block"),
            Place::Substatement => Some("it is ignored"),
        };
        if let Some(effect) = effect {
            let message = "'#pragma upc' belongs outside functions, or at the start of a block";
            let d = Diagnostic::warning("upc-pragma", pragma.span, message);
            self.found.push(d.note(effect).rule("UPC 6.7.1p4"));
        }
        if inside || place == Place::Substatement {
            return;
        }
        let strict = pragma.kind == PragmaKind::Strict;
        self.strict = strict;
        self.ast.consistency.push((pragma.span.start, strict));
    }

    /// Goes back to the state `outer` at `offset`, the end of a block.
    pub(super) fn restore_consistency(&mut self, outer: bool, offset: u32) {
        if self.strict != outer {
            self.strict = outer;
            self.ast.consistency.push((offset, outer));
        }
    }

    /// Passes over the pragmas of a skipped body that opened at token `open`; earlier ones stay.
    pub(super) fn drop_pragmas(&mut self, open: usize) {
        while let Some(p) = self.pragmas.get(self.next_pragma) {
            let token = p.token as usize;
            if token <= open || token >= self.pos {
                return;
            }
            self.next_pragma += 1;
        }
    }

    /// Whether a `#pragma upc` of any kind stands between tokens `open` and `close`.
    pub(super) fn has_upc_pragma(&self, open: usize, close: usize) -> bool {
        let first = self.pragmas.partition_point(|p| p.token as usize <= open);
        let inside = self.pragmas[first..].iter().take_while(|p| p.token as usize <= close);
        inside.into_iter().any(|p| p.kind != PragmaKind::Other)
    }
}
