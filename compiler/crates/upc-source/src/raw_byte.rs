// SPDX-License-Identifier: Apache-2.0
//! How text holds the bytes of a source that is not UTF-8: as characters of a private-use plane,
//! which no source contains.

/// U+10FE00 + byte.
const BASE: u32 = 0x10_FE00;

/// The character that stands for a byte that is not part of UTF-8.
pub fn from_raw_byte(byte: u8) -> char {
    char::from_u32(BASE + u32::from(byte)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The byte that `c` stands for, if it stands for one.
pub fn raw_byte(c: char) -> Option<u8> {
    u32::from(c).checked_sub(BASE).and_then(|b| u8::try_from(b).ok())
}

/// `text` for people, with U+FFFD for each such byte.
pub fn printable(text: String) -> String {
    text.replace(|c| raw_byte(c).is_some(), "\u{FFFD}")
}
