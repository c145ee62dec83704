// SPDX-License-Identifier: Apache-2.0
//! Text: bytes of a source that is not UTF-8, as characters of a private-use plane that no source
//! contains, the wrapping of help, and slips in the names of options.

/// U+10FE00 + byte.
const BASE: u32 = 0x10_FE00;

/// The character that represents a byte that is no part of UTF-8.
pub fn from_raw_byte(byte: u8) -> char {
    char::from_u32(BASE + u32::from(byte)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The byte that `c` represents, if any.
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

/// The one of `names` that is nearest to `option`, which does not exist; digits at its end are
/// taken for a value. `None`: no name is near.
///
/// A name of one or two letters is near an option that begins with the same letter and differs in
/// one letter at most. A longer name is near if a quarter of the letters differ, or if the option
/// is its beginning, of three letters or more.
pub fn near_option<'a>(option: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let option = option.trim_end_matches(|c: char| c.is_ascii_digit());
    let begins = |name: &str| option.get(..1).is_some_and(|c| c.eq_ignore_ascii_case(&name[..1]));
    let near = |name: &str| {
        let is_cut = option.len() > 2 && name.starts_with(option);
        let distance = if is_cut { 1 } else { strsim::osa_distance(option, name) };
        let limit = if name.len() > 2 { 1 + option.len() / 4 } else { usize::from(begins(name)) };
        (distance <= limit).then_some(distance)
    };
    names.filter_map(|name| Some((near(name)?, name))).min().map(|(_, name)| name)
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

    #[test]
    fn slips_in_options() {
        let near = |option| near_option(option, ["shared-heap", "n", "p", "nodes"].into_iter());
        assert_eq!(near("share-heap"), Some("shared-heap"));
        assert_eq!(near("shared_heap"), Some("shared-heap"));
        assert_eq!((near("nn"), near("nn4"), near("pp")), (Some("n"), Some("n"), Some("p")));
        assert_eq!(
            (near("nod"), near("no"), near("shared")),
            (Some("nodes"), Some("n"), Some("shared-heap"))
        );
        assert_eq!((near("zzzz"), near("x"), near("4"), near("")), (None, None, None, None));
    }
}
