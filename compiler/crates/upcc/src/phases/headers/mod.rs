// SPDX-License-Identifier: Apache-2.0
//! The part of Partita's own headers that a unit needs. They declare hundreds of functions, of
//! which a program names a few. Each costs the front end and the C compiler as much as one of the
//! program's own declarations, so the others are left out.
//!
//! The front end gets a text with blanks instead of the omitted parts, so that offsets and lines
//! are those of the whole text. It needs no inline functions of the runtime, and gets none. Those
//! that the generated C calls are put back into it.

mod items;
mod needed;

use std::ops::Range;

use upc_source::LineMap;

use super::detect;
use items::{items, Item};
use needed::{unneeded, Names};

/// A preprocessed text, and the parts of it that the front end needs.
pub struct Headers<'a> {
    whole: &'a str,
    trimmed: String,
    /// The folder of the runtime's headers.
    runtime: Option<Range<usize>>,
}

impl<'a> Headers<'a> {
    /// Reads `text`, whose markers are in `map`, and which begins with the contents of
    /// `pre_include`.
    pub fn new(text: &'a str, map: &LineMap, pre_include: &str) -> Headers<'a> {
        let runtime = detect::runtime_region(text, pre_include);
        let mut blanks: Vec<Range<usize>> =
            runtime.clone().map(|r| between_directives(text, r)).unwrap_or_default();
        let start = runtime.as_ref().map_or(0, |r| r.end);
        let (mut names, mut declared): (Names, Vec<Item>) = Default::default();
        for (part, is_own) in parts(text, start, map, pre_include) {
            if is_own {
                declared.extend(items(text, part));
            } else {
                names.add(&text[part]);
            }
        }
        blanks.extend(unneeded(text, &declared, names));
        Headers { whole: text, trimmed: replaced(text, 0..text.len(), &blanks, " "), runtime }
    }

    /// The text, with equal length and lines, without the declarations that the unit does not name.
    pub fn trimmed(&self) -> &str {
        &self.trimmed
    }

    /// Puts the needed parts of the runtime back into the C that was written from
    /// [`Self::trimmed`], or from the whole text.
    pub fn with_runtime(&self, c: String) -> String {
        let Some(runtime) = self.runtime.clone() else { return c };
        let at = c
            .find(self.first_marker(&runtime))
            .expect("the marker that enters the runtime's headers is copied");
        let behind = at + runtime.len();
        let copy = &c[at..behind];
        assert!(
            [&self.trimmed, self.whole].iter().any(|t| &t[runtime.clone()] == copy),
            "the runtime's headers are copied"
        );
        let mut names = Names::default();
        names.add(&c[..at]);
        names.add(&c[behind..]);
        let unneeded = unneeded(self.whole, &items(self.whole, runtime.clone()), names);
        [&c[..at], &replaced(self.whole, runtime, &unneeded, ""), &c[behind..]].concat()
    }

    fn first_marker(&self, runtime: &Range<usize>) -> &'a str {
        self.whole[runtime.clone()].split_inclusive('\n').next().unwrap_or_default()
    }
}

/// `text` from `start` on in parts, each with whether it is of Partita's own headers; a part may
/// begin and end with lines of markers.
fn parts(text: &str, start: usize, map: &LineMap, pre_include: &str) -> Vec<(Range<usize>, bool)> {
    let folder = pre_include.rsplit_once("upcr/").map(|(folder, _)| folder);
    let is_own = |file: &str| {
        folder.and_then(|f| file.strip_prefix(f)).is_some_and(|name| name.contains("upc"))
    };
    let mut out: Vec<(Range<usize>, bool)> = Vec::new();
    for (first, file, system) in map.stretches() {
        let own = system && is_own(file);
        if out.last().map(|(_, last)| *last) != Some(own) {
            if let Some((part, _)) = out.last_mut() {
                part.end = first as usize;
            }
            out.push((first as usize..text.len(), own));
        }
    }
    let from_start = out.into_iter().map(|(part, own)| (part.start.max(start)..part.end, own));
    from_start.filter(|(part, _)| part.start < part.end).collect()
}

/// The lines of `text[range]` without directives, without their newlines.
fn between_directives(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let mut start = range.start;
    let lines = text[range].split_inclusive('\n').map(|line| {
        start += line.len();
        (start - line.len()..start, line)
    });
    lines.filter(|(_, line)| !line.starts_with('#')).map(|(span, _)| span).collect()
}

/// `text[range]` with `with` for each byte of `spans` but the newlines.
fn replaced(text: &str, range: Range<usize>, spans: &[Range<usize>], with: &str) -> String {
    let mut out = String::with_capacity(range.len());
    let mut at = range.start;
    for span in spans {
        out += &text[at..span.start];
        for (number, line) in text[span.clone()].split('\n').enumerate() {
            out += if number > 0 { "\n" } else { "" };
            out += &with.repeat(line.len());
        }
        at = span.end;
    }
    out += &text[at..range.end];
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRE: &str = "/p/upcr/preinclude.h";
    const HEADERS: &str =
        "# 0 \"a.upc\"\n# 1 \"/p/upcr/preinclude.h\" 1\n\n# 3 \"/p/upcr/preinclude.h\" 3\n\
        typedef int upcr_t;\nextern void upcr_a(void);\n\
        static __attribute__((unused)) void upcr_b(void) {\n  upcr_a(); }\n\
        # 1 \"/p/upc.h\" 1 3\nvoid upc_c(shared void *); void upc_d(void);\n\
        # 9 \"/p/upcr/preinclude.h\" 2 3\n# 0 \"<command-line>\" 2\n# 1 \"a.upc\"\n";

    fn headers(text: &str) -> Headers<'_> {
        Headers::new(text, &LineMap::new(text, "a.upc"), PRE)
    }

    #[test]
    fn the_front_end_gets_what_the_unit_names() {
        let text = format!("{HEADERS}void f(void) {{ upc_d(); }}\n");
        let headers = headers(&text);
        let trimmed = headers.trimmed();
        assert_eq!(trimmed.len(), text.len());
        let lines =
            |text: &str| text.bytes().enumerate().filter(|(_, b)| *b == b'\n').collect::<Vec<_>>();
        assert_eq!(lines(trimmed), lines(&text));
        assert!(
            !trimmed.contains("upcr_t")
                && !trimmed.contains("upcr_b")
                && !trimmed.contains("upc_c")
        );
        assert!(
            trimmed.contains("\n                           void upc_d(void);\n")
                && trimmed.ends_with("upc_d(); }\n")
        );
    }

    #[test]
    fn the_c_gets_what_it_calls() {
        let headers = headers(HEADERS);
        let with = |user: &str| headers.with_runtime(format!("{}{user}", headers.trimmed()));
        let (none, both) = (with(""), with("upcr_b();"));
        assert!(none.contains("typedef int upcr_t;\n\n\n\n# 1 \"/p/upc.h\""));
        assert!(both.contains("void upcr_a(void);\n") && both.contains("{\n  upcr_a(); }\n"));
        let newlines = |text: &str| text.matches('\n').count();
        assert_eq!(newlines(&none), newlines(&both));
    }

    #[test]
    fn other_texts_stay() {
        let text = "# 1 \"a.upc\"\nvoid upc_c(void);\n# 1 \"/p/upc.h\" 1\nvoid upc_d(void);\n";
        assert_eq!(headers(text).trimmed(), text);
        assert_eq!(headers(text).with_runtime("int a;".into()), "int a;");
    }
}
