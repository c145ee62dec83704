// SPDX-License-Identifier: Apache-2.0
//! Comments that mark a `case` that falls through.
//!
//! gcc's -Wimplicit-fallthrough is silenced by a comment right before the next label. The
//! preprocessor keeps comments only under -C, and then all of them, which would slow down all later
//! phases. So the text is made with -C if the warning is on, and [`keep_before_labels`] removes all
//! other comments: the result is that of `cc -E` without -C plus these comments.

use crate::args::Options;

/// Whether gcc's warning is on, by the last option about it: only then do comments matter.
pub fn matter(options: &Options) -> bool {
    let (mut extra, mut named) = (false, None);
    for word in &options.cc {
        match word.as_str() {
            "-Wextra" | "-W" => extra = true,
            "-Wno-extra" => extra = false,
            "-Wno-implicit-fallthrough" | "-Wimplicit-fallthrough=0" => named = Some(false),
            "-w" => return false,
            w if w.starts_with("-Wimplicit-fallthrough")
                || w.starts_with("-Werror=implicit-fallthrough") =>
            {
                named = Some(true);
            }
            _ => {}
        }
    }
    named.unwrap_or(extra)
}

/// `text`, preprocessed with -C, with a blank and its line ends in place of each comment that does
/// not stand before a label. A `#` at the beginning of a line in a kept comment becomes a blank: it
/// is no line marker.
pub fn keep_before_labels(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let bytes = text.as_bytes();
    let (mut at, mut copied) = (0, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'/' if comment_end(bytes, at).is_some() => {
                let end = run_end(bytes, at);
                out.push_str(&text[copied..at]);
                append_run(&mut out, &text[at..end], is_label(&bytes[end..]));
                (at, copied) = (end, end);
            }
            b'"' | b'\'' => at = literal_end(bytes, at),
            c if c.is_ascii_alphanumeric() || c == b'_' => at = word_end(bytes, at),
            _ => at += 1,
        }
    }
    out.push_str(&text[copied..]);
    out
}

/// The offset after the comment that begins at `at`; a `//` comment ends before its newline.
/// `None`: there is no comment.
fn comment_end(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = &bytes[at..];
    if rest.starts_with(b"//") {
        Some(at + rest.iter().position(|&c| c == b'\n').unwrap_or(rest.len()))
    } else if rest.starts_with(b"/*") {
        Some(at + rest[2..].windows(2).position(|w| w == b"*/").map_or(rest.len(), |n| n + 4))
    } else {
        None
    }
}

/// The offset after the comments, blanks, line ends and line markers that follow one another from
/// the comment at `at` on.
fn run_end(bytes: &[u8], at: usize) -> usize {
    let mut at = at;
    let mut line_start = false;
    while at < bytes.len() {
        match bytes[at] {
            b'/' => match comment_end(bytes, at) {
                Some(end) => at = end,
                None => break,
            },
            b'\n' => {
                line_start = true;
                at += 1;
                continue;
            }
            c if c.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b'#' if line_start && bytes[at..].starts_with(b"# ") => {
                at += bytes[at..].iter().position(|&c| c == b'\n').unwrap_or(bytes.len() - at);
            }
            _ => break,
        }
        line_start = false;
    }
    at
}

/// Whether `rest` begins with `case`, `default` or another name and a colon.
fn is_label(rest: &[u8]) -> bool {
    let word =
        &rest[..rest.iter().take_while(|c| c.is_ascii_alphanumeric() || **c == b'_').count()];
    let next = rest[word.len()..].iter().find(|c| !c.is_ascii_whitespace());
    match word {
        b"case" | b"default" => true,
        b"" => false,
        _ => next == Some(&b':'),
    }
}

/// Appends comments and what is between them.
fn append_run(out: &mut String, run: &str, keep: bool) {
    let bytes = run.as_bytes();
    let (mut at, mut copied) = (0, 0);
    while at < bytes.len() {
        let end = match bytes[at] {
            b'/' => comment_end(bytes, at),
            // A line marker may have `//` in its file's name.
            b'#' => Some(at + run[at..].find('\n').unwrap_or(run.len() - at)),
            _ => None,
        };
        let Some(end) = end else {
            at += 1;
            continue;
        };
        if bytes[at] == b'/' {
            out.push_str(&run[copied..at]);
            append_comment(out, &run[at..end], keep);
            copied = end;
        }
        at = end;
    }
    out.push_str(&run[copied..]);
}

fn append_comment(out: &mut String, comment: &str, keep: bool) {
    for (i, line) in comment.split_inclusive('\n').enumerate() {
        match line.trim_start().strip_prefix('#') {
            Some(rest) if keep && i > 0 => {
                out.push(' ');
                out.push_str(rest);
            }
            _ if keep => out.push_str(line),
            _ => out.push_str(if line.ends_with('\n') { " \n" } else { " " }),
        }
    }
}

/// The offset after the string or character constant at `at`, or its line's end where it is not
/// closed.
fn literal_end(bytes: &[u8], at: usize) -> usize {
    let mut i = at + 1;
    while i < bytes.len() && bytes[i] != b'\n' {
        match bytes[i] {
            b'\\' => i += 1,
            c if c == bytes[at] => return i + 1,
            _ => {}
        }
        i += 1;
    }
    i.min(bytes.len())
}

/// The offset after the name or number at `at`; of a raw string's prefix, after the string.
fn word_end(bytes: &[u8], at: usize) -> usize {
    let number = bytes[at].is_ascii_digit();
    let mut i = at;
    while i < bytes.len() {
        let separator =
            number && bytes[i] == b'\'' && bytes.get(i + 1).is_some_and(u8::is_ascii_alphanumeric);
        if !(bytes[i].is_ascii_alphanumeric() || bytes[i] == b'_' || separator) {
            break;
        }
        i += 1;
    }
    match &bytes[at..i] {
        b"R" | b"LR" | b"uR" | b"UR" | b"u8R" if bytes.get(i) == Some(&b'"') => {
            raw_string_end(bytes, i)
        }
        _ => i,
    }
}

/// The offset after the raw string whose quote is at `at`: `"delimiter(...)delimiter"`.
fn raw_string_end(bytes: &[u8], at: usize) -> usize {
    let Some(open) = bytes[at + 1..].iter().take(17).position(|&c| c == b'(') else { return at };
    let close = [b")", &bytes[at + 1..at + 1 + open], b"\""].concat();
    let body = at + 2 + open;
    bytes[body..]
        .windows(close.len())
        .position(|w| w == close)
        .map_or(bytes.len(), |n| body + n + close.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{parse, split_words};

    #[test]
    fn comments_matter_only_to_the_warning() {
        let on = |line: &str| matter(&parse(&split_words(line)).unwrap());
        assert!(
            on("-Wall -Wextra")
                && on("-Wimplicit-fallthrough=2")
                && on("-Werror=implicit-fallthrough")
        );
        assert!(!on("-Wall") && !on("-Wextra -Wno-implicit-fallthrough") && !on("-Wextra -w"));
        assert!(on("-Wimplicit-fallthrough -Wno-extra"));
    }

    #[test]
    fn comments_before_labels_stay() {
        for kept in [
            "f(); /* falls through */\n case 1:",
            "f(); // fall thru\n\n# 12 \"a//b.c\"\ndefault :",
            "/* fallthrough */ /* two */ out:",
            "/* fall\n   through */\ncase 1:",
        ] {
            assert_eq!(keep_before_labels(kept), kept);
        }
        assert_eq!(
            keep_before_labels("/* a\n# 3 \"b\"\n*/ case 1:"),
            "/* a\n  3 \"b\"\n*/ case 1:"
        );
    }

    #[test]
    fn other_comments_become_blanks() {
        assert_eq!(keep_before_labels("a /* shared\n int */ b // c\n;"), "a  \n  b  \n;");
        assert_eq!(keep_before_labels("x /* no end\n"), "x  \n");
        assert_eq!(keep_before_labels("a / b /*c*/ * d"), "a / b   * d");
    }

    #[test]
    fn literals_are_not_comments() {
        for text in [
            "s = \"/* \\\" */\"; c = '\\'' + '/'; d = '\"'; /",
            "R\"x(/* \" )\" // )x\" + 1'000'000",
            "#pragma message \"don't\"\nint a;",
            "\"no end /* */\nint b;",
        ] {
            assert_eq!(keep_before_labels(text), text);
        }
    }
}
