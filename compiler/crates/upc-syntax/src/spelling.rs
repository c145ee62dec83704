// SPDX-License-Identifier: Apache-2.0
//! Names near to others, for proposals.

use std::sync::OnceLock;

use crate::token::upc_keywords;

/// The number of letters to insert, delete, replace or swap with their neighbour between two names,
/// if it is at most `limit`. Names that differ only in capitals are 1 apart.
pub fn edit_distance(a: &str, b: &str, limit: usize) -> Option<usize> {
    if a.len().abs_diff(b.len()) > limit {
        return None;
    }
    let in_capitals_only = a != b && a.eq_ignore_ascii_case(b);
    let distance = if in_capitals_only { 1 } else { strsim::osa_distance(a, b) };
    (distance <= limit).then_some(distance)
}

/// A digest of a name: its letters as a set, and its length. Bounds the distance from below at
/// little cost.
#[derive(Clone, Copy)]
struct Outline {
    letters: u64,
    length: usize,
}

impl Outline {
    fn of(name: &str) -> Outline {
        Outline {
            letters: name.bytes().fold(0, |set, c| set | (1 << (c & 63))),
            length: name.len(),
        }
    }

    /// A lower bound of the edit distance: every letter that only one name has takes an edit.
    fn least_distance(self, other: Outline) -> usize {
        let alone = (self.letters & !other.letters)
            .count_ones()
            .max((other.letters & !self.letters).count_ones());
        self.length.abs_diff(other.length).max(alone as usize)
    }
}

/// The keywords of UPC with their outlines: every name of a program is compared with them.
fn outlined_keywords() -> &'static [(&'static str, Outline)] {
    static KEYWORDS: OnceLock<Vec<(&'static str, Outline)>> = OnceLock::new();
    KEYWORDS.get_or_init(|| upc_keywords().map(|k| (k, Outline::of(k))).collect())
}

/// How far from `name` a proposal may be.
pub fn reach(name: &str) -> usize {
    match name.len() {
        0..=2 => 0,
        3..=6 => 1,
        _ => 2,
    }
}

/// The UPC keyword that `name`, which is none, is probably meant to be.
pub fn near_upc_keyword(name: &str) -> Option<&'static str> {
    let (limit, outline) = (reach(name), Outline::of(name));
    let capitals = |keyword: &str| keyword.eq_ignore_ascii_case(name);
    let near = |&(keyword, other): &(&'static str, Outline)| {
        let may_be = outline.least_distance(other) <= limit || capitals(keyword);
        Some((may_be.then(|| edit_distance(name, keyword, limit))??, keyword))
    };
    let nearest = outlined_keywords().iter().filter_map(near).min();
    nearest.filter(|&(distance, _)| distance > 0).map(|(_, keyword)| keyword)
}

/// Words of C that begin a declaration.
const DECLARING: [&str; 19] = [
    "struct", "union", "enum", "typedef", "static", "extern", "register", "inline", "const",
    "volatile", "unsigned", "signed", "double", "float", "short", "long", "char", "int", "void",
];

/// The word that `name` is probably meant to be where a declaration begins: of UPC, or of C.
/// `before_type`: a type follows.
pub fn near_declaring_word(name: &str, before_type: bool) -> Option<&'static str> {
    let of_c = DECLARING
        .iter()
        .filter_map(|word| Some((edit_distance(name, word, reach(name))?, *word)))
        .min();
    let upc = near_upc_keyword(name)
        .and_then(|word| Some((edit_distance(name, word, reach(name))?, word)));
    match (upc, of_c) {
        // `strct` before a type is `strict`, before a new name `struct`.
        (Some(upc), Some(c)) if c.0 < upc.0 || c.0 == upc.0 && !before_type => Some(c.1),
        (Some((_, word)), _) | (None, Some((_, word))) => Some(word),
        (None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        assert_eq!(edit_distance("barrier", "barier", 2), Some(1));
        assert_eq!(edit_distance("abc", "abc", 0), Some(0));
        assert_eq!(edit_distance("upc_brarier", "upc_barrier", 2), Some(1));
        assert_eq!(edit_distance("MYTHREAD", "mythread", 2), Some(1));
        assert_eq!(edit_distance("one", "three", 2), None);
        assert_eq!(edit_distance("kitten", "sitting", 2), None);
    }

    #[test]
    fn words_that_begin_declarations() {
        assert_eq!(near_declaring_word("strct", false), Some("struct"));
        assert_eq!(near_declaring_word("strct", true), Some("strict"));
        assert_eq!(near_declaring_word("shard", false), Some("shared"));
        assert_eq!(near_declaring_word("unsinged", true), Some("unsigned"));
        assert_eq!(near_declaring_word("flaot", false), Some("float"));
        assert_eq!(near_declaring_word("thing_t", false), None);
    }

    #[test]
    fn keywords_meant() {
        for (written, meant) in [
            ("upc_barier", "upc_barrier"),
            ("MYTHRED", "MYTHREAD"),
            ("THREAD", "THREADS"),
            ("mythread", "MYTHREAD"),
            ("shard", "shared"),
            ("upc_forll", "upc_forall"),
            ("Shared", "shared"),
            ("upc_elemsize", "upc_elemsizeof"),
        ] {
            assert_eq!(near_upc_keyword(written), Some(meant), "{written}");
        }
        assert!(["shared", "share_all", "x", "thr", "threaded_x"]
            .iter()
            .all(|n| near_upc_keyword(n).is_none()));
    }
}
