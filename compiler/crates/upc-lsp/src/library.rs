// SPDX-License-Identifier: Apache-2.0
//! Help on the language's words and library functions, from `library.tsv`: name, section of the
//! specification, text.
//!
//! The texts say in short what UPC 1.3 requires; each is about all functions of a family where a
//! `*` ends the name.

/// One entry of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    pub name: &'static str,
    pub section: &'static str,
    pub text: &'static str,
}

impl About {
    pub fn markdown(&self) -> String {
        format!("{}\n\n*{}*", self.text, self.section)
    }
}

/// Every entry, in the order of the table.
pub fn entries() -> impl Iterator<Item = About> {
    include_str!("library.tsv").lines().filter_map(|line| {
        let mut fields = line.split('\t');
        Some(About { name: fields.next()?, section: fields.next()?, text: fields.next()? })
    })
}

/// The entry of a name: its own before its family's.
pub fn about(name: &str) -> Option<About> {
    let family =
        |a: &About| a.name.strip_suffix('*').is_some_and(|prefix| name.starts_with(prefix));
    entries().find(|a| a.name == name).or_else(|| entries().find(family))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_an_entry() {
        let lines = include_str!("library.tsv").lines().count();
        assert_eq!(entries().count(), lines);
        let mut names: Vec<&str> = entries().map(|a| a.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), lines, "a name has two entries");
        assert!(entries().all(|a| a.section.contains("UPC") && a.text.ends_with('.')));
    }

    #[test]
    fn the_headers_functions_have_entries() {
        let mut all = String::new();
        for header in [
            "upc.h",
            "upc_collective.h",
            "upc_nb.h",
            "upc_atomic.h",
            "upc_castable.h",
            "upc_tick.h",
            "upc_io.h",
        ] {
            let text = header_text(header);
            all += &text;
            let words = text
                .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
                .filter(|w| w.starts_with("upc_"));
            let followed = |w: &&str| text.contains(&format!("{w}("));
            for word in words.filter(followed) {
                assert!(about(word).is_some(), "{header}: {word} is not in library.tsv");
            }
        }
        // What is a word of the language, and what upc.h includes.
        let words = ["upc_barrier", "upc_notify", "upc_wait", "upc_fence", "upc_forall"];
        let sizes = ["upc_localsizeof", "upc_blocksizeof", "upc_elemsizeof"];
        all += &header_text("upc_types.h");
        for name in entries().map(|a| a.name).filter(|n| n.starts_with("upc_")) {
            let known = words.contains(&name) || sizes.contains(&name);
            let declared = known || all.contains(name.trim_end_matches('*'));
            assert!(declared, "library.tsv: {name} is in no header");
        }
    }

    fn header_text(name: &str) -> String {
        let include = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../runtime/include");
        std::fs::read_to_string(format!("{include}/{name}")).unwrap()
    }
}
