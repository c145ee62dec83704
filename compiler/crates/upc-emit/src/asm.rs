// SPDX-License-Identifier: Apache-2.0
//! Top-level asm statements.

/// `__asm__("...");` of one line of C, each of `lines` one line of assembler.
pub fn statement(lines: &[String]) -> String {
    let mut s = String::from("__asm__(\"");
    for (i, line) in lines.iter().enumerate() {
        if i > 0 {
            s.push_str("\\n\\t");
        }
        for c in line.chars() {
            match c {
                '\\' => s.push_str("\\\\"),
                '"' => s.push_str("\\\""),
                c => s.push(c),
            }
        }
    }
    s.push_str("\");");
    s
}

/// A symbol in a form that all assemblers accept: in quotes if it has letters beyond ASCII or a
/// `$`.
pub fn symbol(name: &str) -> String {
    let plain = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'.');
    if plain {
        name.to_string()
    } else {
        format!("\"{name}\"")
    }
}

/// The operand of `.ascii`, with its quotes.
pub fn ascii(text: &str) -> String {
    let mut s = String::from("\"");
    for b in text.bytes() {
        match b {
            b'\\' | b'"' => {
                s.push('\\');
                s.push(b as char);
            }
            b' '..=b'~' => s.push(b as char),
            b => s.push_str(&format!("\\{b:03o}")),
        }
    }
    s.push('"');
    s
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_with_other_letters_are_quoted() {
        assert_eq!(symbol("x.1"), "x.1");
        assert_eq!(symbol("s\u{e9}"), "\"s\u{e9}\"");
        assert_eq!(symbol("a$b"), "\"a$b\"");
    }

    #[test]
    fn quotes_survive_both_levels() {
        assert_eq!(ascii("a\"b\\\t"), r#""a\"b\\\011""#);
        assert_eq!(
            statement(&[".ascii \"a\\n\"".into(), "nop".into()]),
            r#"__asm__(".ascii \"a\\n\"\n\tnop");"#
        );
    }
}
