// SPDX-License-Identifier: Apache-2.0
//! Finds whether a preprocessed text contains UPC, and the part of it from the header included
//! beforehand.
//!
//! A unit without UPC goes to the C compiler as the preprocessor left it, so no C program can be
//! hurt by the translator.

/// Whether a UPC keyword or a name of the UPC libraries occurs outside system headers, or a UPC
/// header is included. Comments, strings and character constants do not count, nor do `strict` and
/// `relaxed`: without `shared` they qualify nothing.
pub fn has_upc(text: &str) -> bool {
    UPC_NAMES.occurs(text)
}

/// Whether the keyword `shared` occurs outside system headers. If it does not, no use of `strict`
/// and `relaxed` can be valid (UPC 6.5.1), and in a C file they are names.
pub fn has_shared(text: &str) -> bool {
    SHARED.occurs(text)
}

/// What makes a text UPC.
struct Sought {
    /// Each line that counts contains one of these.
    signs: &'static [&'static str],
    pragma_counts: fn(&str) -> bool,
    name_counts: fn(&[u8]) -> bool,
}

const UPC_NAMES: Sought = Sought {
    signs: &["shared", "THREAD", "upc", "UPC_"],
    pragma_counts: is_upc_pragma,
    name_counts: is_upc_name,
};

const SHARED: Sought =
    Sought { signs: &["shared"], pragma_counts: |_| false, name_counts: |word| word == b"shared" };

impl Sought {
    fn occurs(&self, text: &str) -> bool {
        // After the preprocessor few texts have comments, and each line stands for itself.
        match memchr::memmem::find(text.as_bytes(), b"/*") {
            Some(_) => self.occurs_in_lines(text),
            None => self.signs.iter().any(|sign| self.occurs_with(text, sign)),
        }
    }

    /// Whether a line with `sign` counts, in a text without block comments.
    fn occurs_with(&self, text: &str, sign: &str) -> bool {
        memchr::memmem::find_iter(text.as_bytes(), sign.as_bytes()).any(|at| {
            let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
            let line = text[start..].split('\n').next().unwrap_or_default();
            if line.trim_start().starts_with('#') {
                return self.is_pragma(line);
            }
            line_has_name(line, &mut false, self.name_counts) && !in_system_header(&text[..start])
        })
    }

    fn is_pragma(&self, line: &str) -> bool {
        Marker::parse(line).is_none() && (self.pragma_counts)(line.trim_start())
    }

    fn occurs_in_lines(&self, text: &str) -> bool {
        let (mut system, mut comment) = (false, false);
        for line in text.lines() {
            if line.trim_start().starts_with('#') && !comment {
                match Marker::parse(line) {
                    Some(marker) => system = marker.system,
                    None if self.is_pragma(line) => return true,
                    None => {}
                }
            } else if line_has_name(line, &mut comment, self.name_counts) && !system {
                return true;
            }
        }
        false
    }
}

/// Whether the text behind `before` comes from a system header, by the last marker.
fn in_system_header(before: &str) -> bool {
    let last = before.lines().rev().filter(|l| l.starts_with('#')).find_map(Marker::parse);
    last.is_some_and(|marker| marker.system)
}

/// `#pragma upc ...` makes a unit UPC, except for a single `c_code`, which means the opposite.
fn is_upc_pragma(line: &str) -> bool {
    let mut words = line[1..].split_whitespace();
    words.next() == Some("pragma") && words.next() == Some("upc") && words.next() != Some("c_code")
}

/// A quick test of every line of a program: each relevant name contains one of these, and a comment
/// hides names.
fn may_have_name(line: &[u8]) -> bool {
    line.iter().enumerate().any(|(at, first)| {
        let sign: &[u8] = match first {
            b'u' => b"upc_",
            b'U' => b"UPC_",
            b'T' => b"THREAD",
            b's' => b"shared",
            b'/' => b"/*",
            _ => return false,
        };
        line[at..].starts_with(sign)
    })
}

/// `comment`: the line begins, and then the next line begins, inside a block comment.
fn line_has_name(line: &str, comment: &mut bool, counts: fn(&[u8]) -> bool) -> bool {
    let bytes = line.as_bytes();
    if !*comment && !may_have_name(bytes) {
        return false;
    }
    let mut at = 0;
    while at < bytes.len() {
        if *comment {
            let Some(n) = line[at..].find("*/") else { return false };
            *comment = false;
            at += n + 2;
            continue;
        }
        match bytes[at] {
            b'/' if bytes[at..].starts_with(b"//") => return false,
            b'/' if bytes[at..].starts_with(b"/*") => {
                *comment = true;
                at += 2;
            }
            quote @ (b'"' | b'\'') => at = after_literal(bytes, at, quote),
            c if is_word(c) => {
                let end = at + bytes[at..].iter().take_while(|&&c| is_word(c)).count();
                if counts(&bytes[at..end]) {
                    return true;
                }
                at = end;
            }
            _ => at += 1,
        }
    }
    false
}

fn is_word(c: u8) -> bool {
    c == b'_' || c.is_ascii_alphanumeric()
}

fn is_upc_name(word: &[u8]) -> bool {
    matches!(word, b"shared" | b"THREADS" | b"MYTHREAD")
        || [&b"upc_"[..], b"UPC_", b"bupc_"].iter().any(|prefix| word.starts_with(prefix))
}

/// The offset after the literal that begins at `at`; after preprocessing a literal is on one line.
fn after_literal(bytes: &[u8], at: usize, quote: u8) -> usize {
    let mut i = at + 1;
    while i < bytes.len() && bytes[i] != quote {
        i += if bytes[i] == b'\\' { 2 } else { 1 };
    }
    (i + 1).min(bytes.len())
}

/// A line marker: `# 12 "file" flags`.
struct Marker<'a> {
    file: &'a str,
    enters: bool,
    leaves: bool,
    system: bool,
}

impl Marker<'_> {
    /// Reads a line, with or without its newline.
    fn parse(line: &str) -> Option<Marker<'_>> {
        let rest = line.strip_prefix("# ")?.trim_end();
        let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let quoted = rest.strip_prefix(" \"")?;
        let end = quoted.rfind('"')?;
        let mut marker =
            Marker { file: &quoted[..end], enters: false, leaves: false, system: false };
        for flag in quoted[end + 1..].split_whitespace() {
            match flag {
                "1" => marker.enters = true,
                "2" => marker.leaves = true,
                "3" => marker.system = true,
                _ => {}
            }
        }
        Some(marker)
    }
}

/// The bytes of `text` that come from the file included beforehand, with the markers that enter and
/// leave it; `None`: there are none.
pub fn pre_include_region(text: &str, pre_include: &str) -> Option<std::ops::Range<usize>> {
    let name = format!("\"{pre_include}\"");
    let named = memchr::memmem::find(text.as_bytes(), name.as_bytes())?;
    let mut start = None;
    let mut depth = 0usize;
    let mut offset = text[..named].rfind('\n').map_or(0, |newline| newline + 1);
    for line in text[offset..].split_inclusive('\n') {
        if let Some(marker) = Marker::parse(line) {
            if start.is_none() && marker.enters && marker.file == pre_include {
                start = Some(offset);
                depth = 1;
            } else if let Some(from) = start {
                depth =
                    depth + usize::from(marker.enters) - usize::from(marker.leaves && depth > 0);
                if depth == 0 {
                    return Some(from..offset + line.len());
                }
            }
        }
        offset += line.len();
    }
    None
}

/// The lines of `text` with the runtime's own headers: the first of those that come from the file
/// included beforehand, up to the marker that enters the header of the language's library.
pub fn runtime_region(text: &str, pre_include: &str) -> Option<std::ops::Range<usize>> {
    let region = pre_include_region(text, pre_include)?;
    let lines = text[region.clone()].split_inclusive('\n');
    let of_runtime =
        |line: &&str| !Marker::parse(line).is_some_and(|m| m.enters && m.file.ends_with("/upc.h"));
    let length = lines.take_while(of_runtime).map(str::len).sum::<usize>();
    Some(region.start..region.start + length)
}

/// `text` with the language's header by the user's path: clang writes the path by which the file
/// included beforehand names it.
pub fn with_direct_path(mut text: String, pre_include: &str) -> String {
    let folder = pre_include.rfind('/').map_or("", |slash| &pre_include[..slash]);
    let Some(region) = pre_include_region(&text, pre_include) else { return text };
    let direct = folder.rfind('/').map_or("", |slash| &folder[..slash]);
    let changed = text[region.clone()]
        .replace(&format!("\"{folder}/../upc.h\""), &format!("\"{direct}/upc.h\""));
    text.replace_range(region, &changed);
    text
}

/// `text` without the lines of the runtime's own headers, which are in the folder of `pre_include`.
/// Lines of headers that those include stay, and so does the header that declares the language's
/// library.
pub fn without_runtime(text: &str, pre_include: &str) -> String {
    let own = pre_include.rfind('/').map_or("", |slash| &pre_include[..=slash]);
    let is_own = |file: &str| !own.is_empty() && file.starts_with(own) && !file.ends_with("/upc.h");
    let mut out = String::with_capacity(text.len());
    let mut inside = false;
    for line in text.split_inclusive('\n') {
        let marker = Marker::parse(line);
        inside = marker.as_ref().map_or(inside, |m| is_own(m.file));
        if marker.is_some() || !inside {
            out += line;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_count_outside_literals_and_system_headers() {
        assert!(has_upc("shared int a;"));
        assert!(has_upc("int f(void) { return MYTHREAD; }"));
        assert!(has_upc("x = upc_threadof(p);"));
        assert!(!has_upc("int not_shared, supc_x, THREADS_MAX;"));
        assert!(!has_upc("char *s = \"a \\\" shared\"; int c = 'upc_';"));
        assert!(!has_upc("# 1 \"/usr/include/x.h\" 1 3 4\nint shared;\n# 2 \"a.c\" 2\nint b;\n"));
        assert!(has_upc(
            "# 1 \"/usr/include/x.h\" 1 3 4\nint shared;\n# 2 \"a.c\" 2\nstrict shared int b;\n"
        ));
        assert!(!has_upc("int f(int strict) { return strict; }"));
        assert!(
            has_shared("typedef shared int *p;") && !has_shared("int strict = THREADS; /* upc_ */")
        );
        assert!(!has_upc("int a; /* shared\n# 3 \"upc_\"\n THREADS */ int b; // MYTHREAD\n"));
        assert!(has_upc("/* a\n */ shared int b;") && has_upc("a / b; /* x */ /* y */ THREADS"));
        assert!(has_upc("# 1 \"/p/upc.h\" 1 3\n#pragma upc upc_code\n# 2 \"a.c\" 2\n"));
        assert!(!has_upc("#pragma upc c_code\nint b;\n"));
    }

    #[test]
    fn pre_include_is_found_with_what_it_includes() {
        let text = "# 0 \"a.c\"\n# 1 \"/p/upcr/preinclude.h\" 1\n# 1 \"/p/upcr/x.h\" 1\nint x;\n# \
            3 \"/p/upcr/preinclude.h\" 2\n# 0 \"<command-line>\" 2\n# 1 \"a.c\"\nint a;\n";
        let region = pre_include_region(text, "/p/upcr/preinclude.h").unwrap();
        assert!(text[region.clone()].contains("int x;"));
        assert!(text[region.end..].starts_with("# 1 \"a.c\""));
        assert!(text[..region.start].ends_with("# 0 \"a.c\"\n"));
        assert_eq!(pre_include_region("int a;", "/p"), None);
    }

    #[test]
    fn the_language_has_its_own_path() {
        let text = "# 1 \"/p/upcr/pre.h\" 1\n# 1 \"/p/upcr/../upc.h\" 1\nint a;\n# 3 \
            \"/p/upcr/pre.h\" 2\n# 1 \"a.c\" 2\nint b;\n";
        assert_eq!(with_direct_path(text.into(), "/p/upcr/pre.h"), text.replace("upcr/../", ""));
        assert_eq!(with_direct_path("int b;".into(), "/p/upcr/pre.h"), "int b;");
    }

    #[test]
    fn the_runtimes_own_headers_are_left_out() {
        let text =
            "# 1 \"/p/upcr/pre.h\" 1\nint upcr_x;\n# 1 \"/p/upcr/../upc.h\" 1\nint core;\n# \
            3 \"/p/upcr/pre.h\" 2\nint upcr_y;\n# 1 \"a.c\" 2\nint a;\n";
        let own = without_runtime(text, "/p/upcr/pre.h");
        assert!(own.contains("int core;") && own.contains("int a;") && !own.contains("upcr_"));
        assert_eq!(own.lines().filter(|l| l.starts_with("# ")).count(), 4);
        assert_eq!(without_runtime("int a;\n", ""), "int a;\n");
    }
}
