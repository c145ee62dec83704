// SPDX-License-Identifier: Apache-2.0
use super::*;
use crate::{ErrorName, LineMap, Span};

const USER: &str =
    "#define N 10\n#define BAD 1 $ 2\nint a[N], shared_x = N + foo; // é\n\tint q = \
    BAD;\nint last\n";
const TEXT: &str =
    "# 1 \"a.upc\"\n\n\nint a[10], shared_x = 10 + foo;\n int q = 1 $ 2;\nint last\n";

fn with(needle: &str, format: Format, change: impl FnOnce(Diagnostic) -> Diagnostic) -> String {
    let map = LineMap::new(TEXT, "a.upc");
    let at = TEXT.find(needle).unwrap() as u32;
    let d = change(Diagnostic::error(
        ErrorName::Syntax,
        Span::new(at, at + needle.len() as u32),
        "it is wrong",
    ));
    let read = |name: &str| (name == "a.upc").then(|| USER.to_string());
    render(&d, &Sources::new(TEXT, &map, &read), format, false)
}

fn short(needle: &str) -> String {
    with(needle, Format::Short, |d| d)
}

#[test]
fn columns_are_the_users() {
    assert_eq!(short("a[10]"), "a.upc:3:5: error: it is wrong [syntax]\n");
    assert_eq!(short("shared_x"), "a.upc:3:11: error: it is wrong [syntax]\n");
    assert_eq!(short("foo"), "a.upc:3:26: error: it is wrong [syntax]\n");
    assert_eq!(short("$"), "a.upc:4:10: error: it is wrong [syntax]\n");
    assert_eq!(short("q"), "a.upc:4:6: error: it is wrong [syntax]\n");
}

#[test]
fn bytes_that_are_no_utf8_are_one_column() {
    let line = format!("char *s = \"{0}{0}é\"; wrong;\n", crate::from_raw_byte(0xE9));
    let map = LineMap::new(&line, "a.upc");
    let at = line.find("wrong").unwrap() as u32;
    let read = |_: &str| Some(line.clone());
    let said = |format| {
        let d = Diagnostic::error(ErrorName::Syntax, Span::new(at, at + 5), "it is wrong");
        render(&d, &Sources::new(&line, &map, &read), format, false)
    };
    assert_eq!(said(Format::Short), "a.upc:1:19: error: it is wrong [syntax]\n");
    assert!(
        said(Format::Json).contains("\"display-column\":18,\"byte-column\":19"),
        "{}",
        said(Format::Json)
    );
}

#[test]
fn a_line_in_pieces() {
    const USER: &str = "x = f(d, ADD, c); y = f(ADD, d, c);\n";
    const TEXT: &str = "# 1 \"a.upc\"\nx = f(d,\n# 1 \"a.upc\" 3\n         1\n# 1 \
        \"a.upc\"\n            , c); y = f(\n                        # 1 \"a.upc\" \
        3\n                        1\n# 1 \"a.upc\"\n                           , d, c);\n";
    let map = LineMap::new(TEXT, "a.upc");
    let read = |name: &str| (name == "a.upc").then(|| USER.to_string());
    let at = TEXT.rfind('d').unwrap() as u32;
    let d = Diagnostic::error(ErrorName::Syntax, Span::new(at, at + 1), "it is wrong");
    let said = render(&d, &Sources::new(TEXT, &map, &read), Format::Short, false);
    assert_eq!(said, "a.upc:1:30: error: it is wrong [syntax]\n");
}

#[test]
fn full_form() {
    let d = with("foo", Format::Full, |d| {
        let at = TEXT.find("last").unwrap() as u32;
        d.label(Span::new(at, at + 4), "declared here")
            .note("a note")
            .help("write bar")
            .rule("UPC 6.5.1.1p8")
    });
    let expected = "a.upc:3:26: error: it is wrong [syntax]
  |
3 | int a[N], shared_x = N + foo; // é
  |                          ^^^
4 |     int q = BAD;
5 | int last
  |     ---- declared here
  |
  = note: a note
  = help: write bar
  = rule: UPC 6.5.1.1p8
";
    assert_eq!(d, expected);
}

#[test]
fn the_end_of_a_line() {
    let map = LineMap::new(TEXT, "a.upc");
    let at = TEXT.trim_end().len() as u32;
    let read = |_: &str| Some(USER.to_string());
    let d = Diagnostic::error(ErrorName::Syntax, Span::new(at, at), "missing ';'");
    let sources = Sources::new(TEXT, &map, &read);
    assert_eq!(
        render(&d, &sources, Format::Short, false),
        "a.upc:5:9: error: missing ';' [syntax]\n"
    );
    let nothing = |_: &str| None;
    let d = Diagnostic::error(ErrorName::Syntax, Span::new(u32::MAX, u32::MAX), "the end");
    render(&d, &Sources::new(TEXT, &map, &nothing), Format::Full, true);
}

#[test]
fn a_label_many_lines_away_has_its_own_excerpt() {
    let text = format!("int first;\n{}int last;\n", "\n".repeat(1000));
    let map = LineMap::new(&text, "a.upc");
    let read = |_: &str| Some(text.clone());
    let at = |word: &str| {
        let start = text.find(word).unwrap() as u32;
        Span::new(start, start + word.len() as u32)
    };
    let d = Diagnostic::error(ErrorName::Syntax, at("last"), "it is wrong")
        .label(at("first"), "declared here");
    let said = render(&d, &Sources::new(&text, &map, &read), Format::Full, false);
    let expected = "a.upc:1002:5: error: it is wrong [syntax]
     |
1002 | int last;
     |     ^^^^
     |
    ::: a.upc:1:5
     |
   1 | int first;
     |     ----- declared here
";
    assert_eq!(said, expected);
}

#[test]
fn json_form() {
    let out = with("foo", Format::Json, |d| d.note("a \"quoted\"\tnote"));
    let place = |column: u32| {
        format!(
            "{{\"file\":\"a.upc\",\"line\":3,\"display-column\":{column},\
             \"byte-column\":{column},\"column\":{column}}}"
        )
    };
    let at = format!(
        "\"locations\":[{{\"caret\":{},\"finish\":{}}}],\"escape-source\":false",
        place(26),
        place(28)
    );
    let child = format!("{{\"kind\":\"note\",\"message\":\"a \\\"quoted\\\"\\tnote\",{at}}}");
    let expected = format!(
        "{{\"kind\":\"error\",\"message\":\"it is wrong\",\"name\":\"syntax\",\
         \"column-origin\":1,\"children\":[{child}],{at}}}\n"
    );
    assert_eq!(out, expected);
}

#[test]
fn without_the_users_file_the_preprocessed_line_is_shown() {
    let map = LineMap::new(TEXT, "a.upc");
    let at = TEXT.find("foo").unwrap() as u32;
    let read = |_: &str| None;
    let d = Diagnostic::warning("upc-test", Span::new(at, at + 3), "odd");
    let out = render(&d, &Sources::new(TEXT, &map, &read), Format::Full, false);
    assert!(out.starts_with("a.upc:3:28: warning: odd [-Wupc-test]\n"), "{out}");
    assert!(out.contains("10 + foo"), "{out}");
}

#[test]
fn what_is_quoted_from_several_lines_stands_on_one() {
    let out = with("foo", Format::Full, |d| d.help("write '&f(struct s {\r\n\n    int a;  })'"));
    assert!(out.contains("= help: write '&f(struct s { int a;  })'\n"), "{out}");
}
