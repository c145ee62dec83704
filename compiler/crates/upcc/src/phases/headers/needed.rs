// SPDX-License-Identifier: Apache-2.0
//! Which functions of a header a unit needs: those it names, and those that these name.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use memchr::memmem::Finder;

use super::items::{is_word, Item};

/// Part of the name of every function that may be left out.
const SIGN: &str = "upc";

/// Names with [`SIGN`] in them, in comments and strings too: an `asm` or an attribute may name a
/// function in a string.
#[derive(Default)]
pub struct Names<'a>(HashSet<&'a str>);

impl<'a> Names<'a> {
    /// Adds the names in `text`.
    pub fn add(&mut self, text: &'a str) {
        let bytes = text.as_bytes();
        let finder = Finder::new(SIGN);
        let mut at = 0;
        while let Some(n) = finder.find(&bytes[at..]) {
            let found = at + n;
            let before = bytes[at..found].iter().rev().take_while(|&&b| is_word(b)).count();
            at = found + bytes[found..].iter().take_while(|&&b| is_word(b)).count();
            self.0.insert(&text[found - before..at]);
        }
    }
}

/// The spans of the `items` of `text` that a unit does not need that names `names`.
pub fn unneeded<'a>(text: &'a str, items: &[Item], mut names: Names<'a>) -> Vec<Range<usize>> {
    let mut optional: HashMap<&str, Vec<usize>> = HashMap::new();
    for (number, item) in items.iter().enumerate() {
        match &item.function {
            Some(name) if text[name.clone()].contains(SIGN) => {
                optional.entry(&text[name.clone()]).or_default().push(number);
            }
            _ => names.add(&text[item.span.clone()]),
        }
    }
    let mut needed = vec![true; items.len()];
    optional.values().flatten().for_each(|&number| needed[number] = false);
    let mut new: Vec<&str> = names.0.into_iter().collect();
    while let Some(name) = new.pop() {
        for number in optional.remove(name).unwrap_or_default() {
            needed[number] = true;
            let mut names = Names::default();
            names.add(&text[items[number].span.clone()]);
            new.extend(names.0);
        }
    }
    items
        .iter()
        .zip(needed)
        .filter(|(_, needed)| !needed)
        .map(|(item, _)| item.span.clone())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::items::items;
    use super::*;

    #[test]
    fn names_are_whole_words() {
        let mut names = Names::default();
        names.add("upc upcr_a(bupc_b)x_upc1,upc_é \"z upc_s\"UPC_C upupcc");
        let mut all: Vec<&str> = names.0.into_iter().collect();
        all.sort_unstable();
        assert_eq!(all, ["bupc_b", "upc", "upc_s", "upc_é", "upcr_a", "upupcc", "x_upc1"]);
    }

    #[test]
    fn what_a_needed_function_names_is_needed() {
        let text = "typedef int upcr_t;void upc_a(void);void upc_b(void);void upc_c(void);\
                    static __attribute__((unused)) int upcr_f(void) { upc_a(); }void \
                    upc_b(int);void other(void);";
        let unneeded = |user: &'static str| {
            let mut names = Names::default();
            names.add(user);
            let spans = unneeded(text, &items(text, 0..text.len()), names);
            spans.into_iter().map(|s| &text[s]).collect::<Vec<_>>()
        };
        assert_eq!(unneeded("upcr_f upc_b"), ["void upc_c(void);"]);
        assert_eq!(unneeded("upc_c upc_a").len(), 3);
    }
}
