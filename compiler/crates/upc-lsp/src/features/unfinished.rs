// SPDX-License-Identifier: Apache-2.0
//! Text that ends at the cursor: what it leaves open, and how to close it for the parser.

/// `text` with comments and literals as blanks, and whether its end is in a comment, a
/// literal, or the name of a header.
pub fn code_of(text: &str) -> (String, bool) {
    let mut code = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    // The end of what is open: `*` a comment, a newline, or a quote.
    let mut open = None;
    while let Some(c) = chars.next() {
        match (open, c) {
            (None, '/') => {
                let mark = chars.next_if(|c| matches!(c, '*' | '/'));
                open = mark.map(|mark| if mark == '*' { '*' } else { '\n' });
            }
            (None, '"' | '\'') => open = Some(c),
            (None, _) => {
                code.push(c);
                continue;
            }
            (Some('*'), '*') if chars.next_if_eq(&'/').is_some() => open = None,
            (Some('"' | '\''), '\\') => drop(chars.next()),
            // A literal ends with its line at the latest.
            (Some(end), c) if end != '*' && (c == end || c == '\n') => open = None,
            _ => {}
        }
        code.push(if c == '\n' { '\n' } else { ' ' });
    }
    (code, open.is_some() || is_in_include(text))
}

fn is_in_include(text: &str) -> bool {
    let line = &text[text.rfind('\n').map_or(0, |n| n + 1)..];
    let directive = line.trim_start().strip_prefix('#').map(str::trim_start);
    directive.is_some_and(|d| d.starts_with("include"))
}

/// What `code` leaves open, and what closes it.
enum Open {
    /// `(`, with the semicolons that the head of a loop still needs.
    Paren(usize),
    Bracket,
    /// `{` of an initialiser or an enumeration: no semicolon stands before its `}`.
    List,
    Block,
    DoBlock,
    /// `?` without its `:`.
    Condition,
}

impl Open {
    fn end(&self) -> String {
        match self {
            Open::Paren(semicolons) => format!("{})", ";".repeat(*semicolons)),
            Open::Bracket => "]".into(),
            Open::List => "}".into(),
            Open::Block => ";}".into(),
            Open::DoBlock => ";} while (0);".into(),
            Open::Condition => ":0".into(),
        }
    }

    /// What `{` opens after the token `before`, in the innermost of `open`.
    fn brace(before: &str, open: &[Open]) -> Open {
        match before {
            "do" => Open::DoBlock,
            "=" | "," | "enum" => Open::List,
            "{" if matches!(open.last(), Some(Open::List)) => Open::List,
            _ => Open::Block,
        }
    }

    fn paren(before: &str) -> Open {
        Open::Paren(match before {
            "for" => 2,
            "upc_forall" => 3,
            _ => 0,
        })
    }
}

/// The text that makes a whole unit of `code` ([`code_of`]), which ends after an expression.
pub fn closing(code: &str) -> String {
    let (mut open, mut before): (Vec<Open>, &str) = (Vec::new(), "");
    let mut conditionals = 0usize;
    let mut continues = false; // a directive goes on in this line
    for line in code.lines() {
        let directive = line.trim_start().strip_prefix('#').map(str::trim_start);
        if let Some(directive) = directive.filter(|_| !continues) {
            conditionals += usize::from(directive.starts_with("if"));
            conditionals = conditionals.saturating_sub(directive.starts_with("endif").into());
        }
        let skip = continues || directive.is_some();
        continues = skip && line.ends_with('\\');
        if skip {
            continue;
        }
        for token in tokens(line) {
            take(token, before, &mut open);
            before = token;
        }
    }
    let ends: String = open.iter().rev().map(Open::end).collect();
    format!("{ends};{}", "\n#endif".repeat(conditionals))
}

/// Opens or closes what `token` does after the token `before`.
fn take(token: &str, before: &str, open: &mut Vec<Open>) {
    match token {
        "(" => open.push(Open::paren(before)),
        "[" => open.push(Open::Bracket),
        "{" => open.push(Open::brace(before, open)),
        "?" => open.push(Open::Condition),
        ":" if matches!(open.last(), Some(Open::Condition)) => drop(open.pop()),
        ")" | "]" | "}" => while matches!(open.pop(), Some(Open::Condition)) {},
        ";" => {
            while matches!(open.last(), Some(Open::Condition)) {
                open.pop();
            }
            if let Some(Open::Paren(semicolons)) = open.last_mut() {
                *semicolons = semicolons.saturating_sub(1);
            }
        }
        _ => {}
    }
}

/// Words and single characters.
fn tokens(line: &str) -> impl Iterator<Item = &str> {
    let is_word = |c: char| c == '_' || c.is_alphanumeric();
    let mut rest = line;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let first = rest.chars().next()?;
        let end = match is_word(first) {
            true => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (token, after) = rest.split_at(end);
        rest = after;
        Some(token)
    })
}

#[cfg(test)]
mod tests {
    use super::{closing, code_of};

    #[test]
    fn comments_literals_and_headers_are_no_code() {
        for code in ["a", "a / b", "/* c */ a", "// c\na", "\"s\" a", "'\\'' a", "\"open\na"] {
            assert!(!code_of(code).1, "{code}");
        }
        for text in ["/* a", "a // b", "\"a", "'", "\"a\\\"b", "# include <upc", "/* ** / a"] {
            assert!(code_of(text).1, "{text}");
        }
    }

    #[test]
    fn open_brackets_are_closed() {
        let close = |text: &str| closing(&code_of(text).0);
        assert_eq!(close("x"), ";");
        assert_eq!(close("int f() { if (p"), ");};");
        assert_eq!(close("int f() { g(a[b], \")\", c[p"), "]);};");
        assert_eq!(close("void f() { for (i = 0; i < p"), ";);};");
        assert_eq!(close("void f() { upc_forall (;"), ";;);};");
        assert_eq!(close("void f() { do { p"), ";} while (0);;};");
        assert_eq!(close("int a[] = { {1, p"), "}};");
        assert_eq!(close("int a = b ? p"), ":0;");
        assert_eq!(close("int a = b ? c : p"), ";");
        assert_eq!(close("#ifdef A\n# if B\n#endif\np"), ";\n#endif");
        assert_eq!(close("#define F { \\\n  ( \\\n  [\nint a = p"), ";");
    }
}
