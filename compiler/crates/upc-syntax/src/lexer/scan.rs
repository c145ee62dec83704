// SPDX-License-Identifier: Apache-2.0
//! Pieces of the lexer that only look: punctuators, universal character names, stray characters.

use super::cursor::Cursor;
use crate::token::TokenKind::{self, *};

/// The punctuator at the position and its length (C 6.4.6, digraphs included).
pub(super) fn punctuator(c: &Cursor<'_>) -> Option<(TokenKind, usize)> {
    let (b1, b2) = (c.nth(1), c.nth(2));
    Some(match c.peek() {
        b'(' => (LParen, 1),
        b')' => (RParen, 1),
        b'[' => (LBracket, 1),
        b']' => (RBracket, 1),
        b'{' => (LBrace, 1),
        b'}' => (RBrace, 1),
        b';' => (Semi, 1),
        b',' => (Comma, 1),
        b'~' => (Tilde, 1),
        b'?' => (Question, 1),
        b'.' if b1 == b'.' && b2 == b'.' => (Ellipsis, 3),
        b'.' => (Dot, 1),
        b'-' => either(b1, &[(b'>', Arrow), (b'-', MinusMinus), (b'=', MinusEq)], Minus),
        b'+' => either(b1, &[(b'+', PlusPlus), (b'=', PlusEq)], Plus),
        b'&' => either(b1, &[(b'&', AmpAmp), (b'=', AmpEq)], Amp),
        b'|' => either(b1, &[(b'|', PipePipe), (b'=', PipeEq)], Pipe),
        b'*' => either(b1, &[(b'=', StarEq)], Star),
        b'/' => either(b1, &[(b'=', SlashEq)], Slash),
        b'%' => either(b1, &[(b'=', PercentEq), (b'>', RBrace)], Percent),
        b'^' => either(b1, &[(b'=', CaretEq)], Caret),
        b'!' => either(b1, &[(b'=', BangEq)], Bang),
        b'=' => either(b1, &[(b'=', EqEq)], Eq),
        b':' => either(b1, &[(b':', ColonColon), (b'>', RBracket)], Colon),
        b'<' if b1 == b'<' && b2 == b'=' => (LtLtEq, 3),
        b'<' => either(b1, &[(b'<', LtLt), (b'=', LtEq), (b':', LBracket), (b'%', LBrace)], Lt),
        b'>' if b1 == b'>' && b2 == b'=' => (GtGtEq, 3),
        b'>' => either(b1, &[(b'>', GtGt), (b'=', GtEq)], Gt),
        _ => return None,
    })
}

#[inline]
fn either(next: u8, doubles: &[(u8, TokenKind)], single: TokenKind) -> (TokenKind, usize) {
    match doubles.iter().find(|d| d.0 == next) {
        Some(&(_, kind)) => (kind, 2),
        None => (single, 1),
    }
}

/// A universal character name `\uXXXX` or `\UXXXXXXXX` at the position, and its length (C 6.4.3).
pub(super) fn universal(c: &Cursor<'_>) -> Option<(char, usize)> {
    let digits = match (c.peek(), c.nth(1)) {
        (b'\\', b'u') => 4,
        (b'\\', b'U') => 8,
        _ => return None,
    };
    let text = c.text.get(c.pos + 2..c.pos + 2 + digits)?;
    if !text.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    let value = char::from_u32(u32::from_str_radix(text, 16).ok()?)?;
    Some((value, 2 + digits))
}

/// The message for a character that no token starts with.
pub(super) fn describe_stray(c: char) -> String {
    if let Some(byte) = upc_source::raw_byte(c) {
        format!("stray byte 0x{byte:02X} in the program, which is not UTF-8")
    } else if c.is_ascii_graphic() {
        format!("stray '{c}' in the program")
    } else if c.is_control() || c.is_whitespace() {
        format!("stray character U+{:04X} in the program", c as u32)
    } else {
        format!("stray '{c}' (U+{:04X}) in the program", c as u32)
    }
}
