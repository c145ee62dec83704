// SPDX-License-Identifier: Apache-2.0
//! Pure functions: they compute a number of numbers and do nothing else: `static int clamp(int x)`.
//!
//! Their bodies are seldom analysed, because they have no UPC. So the tokens decide: such a body
//! names only its own variables and parameters, types of numbers, constants, and functions of the
//! same kind. With nothing but numbers to begin with it has no pointer to anything else. Doubtful
//! cases are refused.

use upc_syntax::token::{Token, TokenKind};

/// The meaning of a body's name outside of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// Nothing: it is the function's own.
    Own,
    /// A type of numbers.
    Number,
    /// An enumerator.
    Constant,
    /// A function that computes a number of numbers and does nothing else.
    Pure,
    Other,
}

/// Whether a factor of a product may end with `token`.
fn ends_factor(token: &Token, means: impl Fn(&Token) -> Meaning) -> bool {
    match token.kind {
        TokenKind::Ident => matches!(means(token), Meaning::Own | Meaning::Constant),
        kind => matches!(kind, TokenKind::Number | TokenKind::Char | TokenKind::RParen),
    }
}

/// Whether the body `tokens` of a function of numbers names nothing but what the head of this file
/// says.
pub fn is_pure(tokens: &[Token], meaning: impl Fn(&Token) -> Meaning) -> bool {
    let means = |t: &Token| if t.kind == TokenKind::Ident { meaning(t) } else { Meaning::Constant };
    (0..tokens.len()).all(|at| {
        let before = at.checked_sub(1).and_then(|b| tokens.get(b));
        let called = tokens.get(at + 1).is_some_and(|t| t.kind == TokenKind::LParen);
        let token = &tokens[at];
        match token.kind {
            TokenKind::Ident => match means(token) {
                Meaning::Own => !called,
                Meaning::Pure => called,
                Meaning::Number | Meaning::Constant => true,
                Meaning::Other => false,
            },
            // A product, which no pointer is declared or followed by.
            TokenKind::Star => {
                let closes = tokens.get(at + 1).is_some_and(|t| t.kind == TokenKind::RParen);
                !closes && before.is_some_and(|b| ends_factor(b, means))
            }
            kind => is_harmless(kind),
        }
    })
}

/// Whether the body `tokens` has a value, and no assignment, object or assembler code.
pub fn is_expression(tokens: &[Token]) -> bool {
    use TokenKind::{Asm, MinusMinus, PlusPlus, Return, Static, Str};
    let other =
        |kind| matches!(kind, Asm | MinusMinus | PlusPlus | Static | Str) || is_assignment(kind);
    tokens.iter().any(|t| t.kind == Return) && !tokens.iter().any(|t| other(t.kind))
}

fn is_harmless(kind: TokenKind) -> bool {
    is_of_statement(kind) || is_of_type(kind) || is_of_expression(kind) || is_assignment(kind)
}

/// Keywords and punctuators of statements (C 6.8).
#[rustfmt::skip]
fn is_of_statement(kind: TokenKind) -> bool {
    use TokenKind::*;
    matches!(
        kind,
        Break | Case | Continue | Default | Do | Else | For | If | Return | Switch | While |
            Semi | LBrace | RBrace
    )
}

/// Types of numbers (C 6.7.2).
#[rustfmt::skip]
fn is_of_type(kind: TokenKind) -> bool {
    use TokenKind::*;
    matches!(
        kind,
        Const | Register | CharType | Short | Int | Long | Float | Double | Signed |
            Unsigned | Bool | Int128
    )
}

/// Operands and operators (C 6.5), but for the product.
#[rustfmt::skip]
fn is_of_expression(kind: TokenKind) -> bool {
    use TokenKind::*;
    matches!(
        kind,
        Number | Char | True | False | LParen | RParen | Comma | Question | Colon | Sizeof |
            PlusPlus | MinusMinus | Amp | Plus | Minus | Tilde | Bang | Slash | Percent |
            LtLt | GtGt | Lt | Gt | LtEq | GtEq | EqEq | BangEq | Caret | Pipe | AmpAmp |
            PipePipe
    )
}

/// Assignment operators (C 6.5.16).
#[rustfmt::skip]
fn is_assignment(kind: TokenKind) -> bool {
    use TokenKind::*;
    matches!(
        kind,
        Eq | StarEq | SlashEq | PercentEq | PlusEq | MinusEq | LtLtEq | GtGtEq | AmpEq |
            CaretEq | PipeEq
    )
}
