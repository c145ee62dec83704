// SPDX-License-Identifier: Apache-2.0
//! Which language the text is written in.

use crate::token::TokenKind;

/// The options of the command line that change the language of lexer and parser.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dialect {
    /// UPC keywords are keywords outside system headers; off under `-x c`.
    pub upc: bool,
    /// `strict` and `relaxed` are among them; off in a C file that has no `shared` for them to
    /// qualify.
    pub reference_qualifiers: bool,
    /// `-std=c23` and later: `bool`, `true`, `nullptr`, `constexpr`, ... are keywords, digit
    /// separators exist.
    pub c23: bool,
    /// `-std=gnu..`: `asm` and `typeof` are keywords.
    pub gnu: bool,
    /// `-std=c89`, `gnu89`: `restrict` is an ordinary identifier.
    pub c89: bool,
    /// The number of threads fixed by `-T`; `THREADS` is then a constant (UPC 6.3.1).
    pub static_threads: Option<u32>,
    /// Private statics are per UPC thread (`-pthreads`).
    pub pthreads: bool,
}

impl Default for Dialect {
    /// UPC over gnu17 with the number of threads chosen at launch.
    fn default() -> Dialect {
        Dialect {
            upc: true,
            reference_qualifiers: true,
            c23: false,
            gnu: true,
            c89: false,
            static_threads: None,
            pthreads: false,
        }
    }
}

impl Dialect {
    /// Whether a UPC keyword is an ordinary name throughout.
    pub(crate) fn makes_name(self, kind: TokenKind) -> bool {
        !self.reference_qualifiers && matches!(kind, TokenKind::Strict | TokenKind::Relaxed)
    }

    /// Plain gnu17, as under `-x c`.
    pub fn plain_c() -> Dialect {
        Dialect { upc: false, ..Dialect::default() }
    }
}
