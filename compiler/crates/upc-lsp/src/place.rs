// SPDX-License-Identifier: Apache-2.0
//! Conversion between the editor's positions (line and UTF-16 column of a file) and bytes of the
//! preprocessed text.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use lsp_types::{Position, Uri};

/// The path that a `file:` address means.
pub fn path_of(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_str().strip_prefix("file://")?;
    let path = &rest[rest.find('/')?..];
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = [rest.next()?, rest.next()?];
        bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
    }
    Some(PathBuf::from(String::from_utf8(bytes).ok()?))
}

/// The `file:` address of an absolute path.
pub fn uri_of(path: &Path) -> Option<Uri> {
    let mut text = "file://".to_string();
    for byte in path.to_str()?.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            text.push(byte as char);
        } else {
            text += &format!("%{byte:02X}");
        }
    }
    Uri::from_str(&text).ok()
}

/// The UTF-16 column of byte `at` of a line.
pub fn column(line: &str, at: usize) -> u32 {
    let whole = (0..=at.min(line.len())).rev().find(|&i| line.is_char_boundary(i)).unwrap_or(0);
    line[..whole].encode_utf16().count() as u32
}

/// The byte of a line that a UTF-16 column means; its end for columns beyond.
pub fn byte(line: &str, column: u32) -> usize {
    let mut left = column;
    for (at, c) in line.char_indices() {
        if left < c.len_utf16() as u32 {
            return at;
        }
        left -= c.len_utf16() as u32;
    }
    line.len()
}

/// The byte offset of a position in a text; the text's end beyond its last line.
pub fn offset(text: &str, position: Position) -> usize {
    let mut start = 0;
    for _ in 0..position.line {
        match text[start..].find('\n') {
            Some(n) => start += n + 1,
            None => return text.len(),
        }
    }
    let line = text[start..].split('\n').next().unwrap_or("").trim_end_matches('\r');
    start + byte(line, position.character)
}

/// The bytes of the name at byte `at` of a line, or ending there.
pub fn word(line: &str, at: usize) -> Option<Range<usize>> {
    let is_name = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b >= 0x80;
    let bytes = line.as_bytes();
    let mut start = at.min(bytes.len());
    while start > 0 && is_name(bytes[start - 1]) {
        start -= 1;
    }
    let end = start + bytes[start..].iter().take_while(|&&b| is_name(b)).count();
    (end > start && !bytes[start].is_ascii_digit()).then_some(start..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_files() {
        let path = Path::new("/tmp/a b/ü+.upc");
        let uri = uri_of(path).unwrap();
        assert_eq!(uri.as_str(), "file:///tmp/a%20b/%C3%BC%2B.upc");
        assert_eq!(path_of(&uri).unwrap(), path);
        assert_eq!(path_of(&Uri::from_str("untitled:x").unwrap()), None);
    }

    #[test]
    fn columns_count_utf16() {
        let line = "é𝄞x";
        let ats: Vec<(usize, u32)> =
            line.char_indices().map(|(i, _)| (i, column(line, i))).collect();
        assert_eq!(ats, [(0, 0), (2, 1), (6, 3)]);
        assert_eq!((byte(line, 1), byte(line, 3), byte(line, 9)), (2, 6, 7));
        assert_eq!(offset("a\nbé\nc", Position::new(1, 2)), 5);
    }

    #[test]
    fn the_name_at_the_cursor() {
        assert_eq!((word("a + bc;", 4), word("a + bc;", 6)), (Some(4..6), Some(4..6)));
        assert_eq!((word("a + bc;", 3), word("12", 1)), (None, None));
    }
}
