// SPDX-License-Identifier: Apache-2.0
//! A position in the text, byte by byte. Reading past the end gives 0.

pub(super) struct Cursor<'a> {
    pub(super) text: &'a str,
    bytes: &'a [u8],
    pub(super) pos: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Cursor<'a> {
        Cursor { text, bytes: text.as_bytes(), pos: 0 }
    }

    pub(super) fn at_end(&self) -> bool {
        self.pos >= self.bytes.len()
    }

    pub(super) fn peek(&self) -> u8 {
        self.nth(0)
    }

    pub(super) fn nth(&self, n: usize) -> u8 {
        self.bytes.get(self.pos + n).copied().unwrap_or(0)
    }

    /// The character at the position, `None` at the end.
    pub(super) fn peek_char(&self) -> Option<char> {
        self.text.get(self.pos..)?.chars().next()
    }

    /// Length of a backslash-newline at the position, 0 if there is none (C 5.1.1.2 phase 2).
    pub(super) fn splice_len(&self) -> usize {
        match (self.peek(), self.nth(1), self.nth(2)) {
            (b'\\', b'\n', _) => 2,
            (b'\\', b'\r', b'\n') => 3,
            _ => 0,
        }
    }

    pub(super) fn skip_while(&mut self, accept: impl Fn(u8) -> bool) {
        while self.pos < self.bytes.len() && accept(self.bytes[self.pos]) {
            self.pos += 1;
        }
    }

    /// Moves to the newline that ends the line, honouring splices, or to the end.
    pub(super) fn skip_line(&mut self) {
        loop {
            self.skip_while(|b| b != b'\n' && b != b'\\');
            if self.at_end() || self.peek() == b'\n' {
                return;
            }
            self.pos += self.splice_len().max(1);
        }
    }
}
