// SPDX-License-Identifier: Apache-2.0
//! The comment of a declaration, for its hover: on the lines before it, or behind it.

/// The text of the comment at line `line` (from 1) of a file. `None`: there is none, or it is the
/// licence.
pub fn at(contents: &str, line: u32) -> Option<String> {
    let lines: Vec<&str> = contents.lines().collect();
    let index = (line as usize).checked_sub(1).filter(|&index| index < lines.len())?;
    let text = above(&lines[..index]).or_else(|| behind(&lines[index..]))?;
    let text = plain(&text);
    Some(text).filter(|text| !text.is_empty() && !text.contains("SPDX-License-Identifier"))
}

/// A comment of whole lines that ends in the last of `lines`.
fn above(lines: &[&str]) -> Option<String> {
    let last = lines.last()?.trim();
    let begins = |line: &&&str| line.trim_start().starts_with("/*");
    let count = if last.starts_with("//") {
        lines.iter().rev().take_while(|line| line.trim_start().starts_with("//")).count()
    } else if last.ends_with("*/") {
        let count = 1 + lines.iter().rev().take_while(|line| !line.contains("/*")).count();
        lines.iter().rev().nth(count - 1).filter(begins).map(|_| count)?
    } else {
        return None;
    };
    Some(lines[lines.len() - count..].join("\n"))
}

/// The comment behind the code of the first of `lines`.
fn behind(lines: &[&str]) -> Option<String> {
    let first = lines.first()?;
    // Not in a literal: code ends before the comment.
    let is_after_code = |at: &usize| first[..*at].trim_end().ends_with([';', ',', '{', '}']);
    let marks = first.match_indices("//").chain(first.match_indices("/*")).map(|(at, _)| at);
    let at = marks.filter(is_after_code).min()?;
    if first[at..].starts_with("//") {
        return Some(first[at..].to_string());
    }
    let rest = std::iter::once(&first[at..]).chain(lines[1..].iter().copied());
    let mut text = String::new();
    for line in rest {
        text += line;
        text.push('\n');
        if line.contains("*/") {
            break;
        }
    }
    Some(text)
}

/// A comment without its marks.
fn plain(comment: &str) -> String {
    let comment = comment.trim();
    let body = comment.strip_prefix("/*").map_or(comment, |rest| {
        rest.find("*/").map_or(rest, |end| &rest[..end]).trim_start_matches('*')
    });
    let line = |line: &str| {
        let line = line.trim();
        let line = line.trim_start_matches('/').trim_start_matches('!');
        line.strip_prefix('*').unwrap_or(line).trim().to_string()
    };
    body.lines().map(line).collect::<Vec<_>>().join("\n").trim().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_of_declarations() {
        let text =
            "/* SPDX-License-Identifier: Apache-2.0 */\nint one;\n/* Two\n * lines. */\nint \
            two;\n\n// A line,\n// another.\nint three; int four; /* behind\n * it */\nint five; \
            // short\nf(); /* last */ int six;\nint seven;";
        let found = |line| at(text, line);
        assert_eq!(found(2), None);
        assert_eq!(found(5).unwrap(), "Two\nlines.");
        assert_eq!(found(9).unwrap(), "A line,\nanother.");
        assert_eq!(found(11).unwrap(), "short");
        assert_eq!(found(13), None);
        assert_eq!((found(0), found(99)), (None, None));
        assert_eq!(at("int a; /* b\n * c */", 1).unwrap(), "b\nc");
        assert_eq!(at("char *a = \"http://b\";", 1), None);
    }
}
