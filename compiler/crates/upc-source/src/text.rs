// SPDX-License-Identifier: Apache-2.0
//! Text: bytes of a source that is not UTF-8, as characters of a private-use plane that no source
//! contains, and the wrapping of help.

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

/// The words of `text` in lines of at most `width` columns; a longer word has a line of its own.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= width => *line += &format!(" {word}"),
            _ => lines.push(word.into()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_before_the_width() {
        assert_eq!(wrapped("to find  the edges", 8), ["to find", "the", "edges"]);
        assert_eq!(wrapped("a-long-word b", 4), ["a-long-word", "b"]);
        assert!(wrapped(" ", 4).is_empty());
    }
}
