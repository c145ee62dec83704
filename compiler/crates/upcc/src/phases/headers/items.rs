// SPDX-License-Identifier: Apache-2.0
//! The external declarations of a header (C 6.9), separated by their brackets without a parser, so
//! that some can be left out.

use std::ops::Range;

/// An external declaration, from its first token to its `;` or `}`.
#[derive(Debug, PartialEq, Eq)]
pub struct Item {
    pub span: Range<usize>,
    /// The function, if the item only declares it, or defines a static one that may be unused: a
    /// unit that does not name the function does not need the item.
    pub function: Option<Range<usize>>,
}

/// The items of `text[range]`, which begins and ends between two of them. Line markers and pragmas
/// belong to none.
pub fn items(text: &str, range: Range<usize>) -> Vec<Item> {
    let mut scan = Scan { bytes: &text.as_bytes()[..range.end], text, at: range.start };
    let mut out = Vec::new();
    while let Some(start) = scan.start() {
        let function = scan.item();
        out.push(Item { span: start..scan.at, function });
    }
    out
}

/// Whether `byte` may stand in an identifier.
pub fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

/// Words whose parentheses hold no parameters.
const NO_FUNCTIONS: [&str; 7] =
    ["__attribute__", "__attribute", "__asm__", "__asm", "asm", "__typeof__", "_Static_assert"];

struct Scan<'a> {
    bytes: &'a [u8],
    text: &'a str,
    at: usize,
}

/// The part of an item read so far.
#[derive(Default)]
struct Head {
    parentheses: u32,
    braces: u32,
    /// The word before the parameters.
    name: Option<Range<usize>>,
    /// The last word, if nothing follows it.
    last: Option<Range<usize>>,
    is_static: bool,
    may_go_unused: bool,
    /// It declares a type, an object or several names, or contains a line marker.
    more: bool,
    in_body: bool,
}

impl Head {
    fn is_outside(&self) -> bool {
        self.parentheses == 0 && self.braces == 0
    }

    fn function(self) -> Option<Range<usize>> {
        let defined_for_others = self.in_body && !(self.is_static && self.may_go_unused);
        self.name.filter(|_| !self.more && !defined_for_others)
    }
}

impl Scan<'_> {
    /// Moves to the next item; `None`: there is none.
    fn start(&mut self) -> Option<usize> {
        loop {
            match *self.bytes.get(self.at)? {
                b'#' if self.is_line_start() => self.skip_line(),
                b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c => self.at += 1,
                b'/' if self.skip_comment() => {}
                _ => return Some(self.at),
            }
        }
    }

    /// Reads an item, and returns the function if the item declares nothing else.
    fn item(&mut self) -> Option<Range<usize>> {
        let mut head = Head::default();
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b'#' if self.is_line_start() => {
                    head.more = true;
                    self.skip_line();
                }
                b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c => self.at += 1,
                b'/' if self.skip_comment() => {}
                b'"' | b'\'' => self.skip_literal(byte),
                _ if is_word(byte) => self.word(&mut head),
                _ => {
                    self.at += 1;
                    if punctuator(&mut head, byte, self.text) {
                        return head.function();
                    }
                }
            }
        }
        None // it has no end here
    }

    fn word(&mut self, head: &mut Head) {
        let start = self.at;
        self.at += self.bytes[start..].iter().take_while(|&&b| is_word(b)).count();
        if head.in_body {
            return;
        }
        match &self.text[start..self.at] {
            "static" => head.is_static = true,
            "unused" => head.may_go_unused = true,
            "typedef" => head.more = true,
            _ => {}
        }
        head.last = head.is_outside().then_some(start..self.at);
    }

    fn is_line_start(&self) -> bool {
        self.at == 0 || self.bytes[self.at - 1] == b'\n'
    }

    fn skip_line(&mut self) {
        self.at =
            memchr::memchr(b'\n', &self.bytes[self.at..]).map_or(self.bytes.len(), |n| self.at + n);
    }

    fn skip_comment(&mut self) -> bool {
        let rest = &self.bytes[self.at..];
        if rest.starts_with(b"//") {
            self.skip_line();
            return true;
        }
        if rest.starts_with(b"/*") {
            let end = memchr::memmem::find(&rest[2..], b"*/");
            self.at = end.map_or(self.bytes.len(), |n| self.at + 2 + n + 2);
            return true;
        }
        false
    }

    fn skip_literal(&mut self, quote: u8) {
        self.at += 1;
        while let Some(&byte) = self.bytes.get(self.at) {
            self.at += if byte == b'\\' { 2 } else { 1 };
            if byte == quote || byte == b'\n' {
                break;
            }
        }
        self.at = self.at.min(self.bytes.len());
    }
}

/// The word before the first parenthesis is the name of a function.
fn open_parenthesis(head: &mut Head, text: &str) {
    let last = head.last.take();
    if head.is_outside() && head.name.is_none() {
        head.name = last.filter(|word| !NO_FUNCTIONS.contains(&&text[word.clone()]));
    }
    head.parentheses += 1;
}

/// Records a character that belongs to no word. Returns whether it ends the item.
fn punctuator(head: &mut Head, byte: u8, text: &str) -> bool {
    match byte {
        b'(' => open_parenthesis(head, text),
        b')' => head.parentheses = head.parentheses.saturating_sub(1),
        b'{' => {
            // After parameters it opens a body; other braces contain members, constants or values.
            head.in_body |= head.is_outside() && head.name.is_some() && !head.more;
            head.more |= !head.in_body;
            head.braces += 1;
        }
        b'}' => {
            head.braces = head.braces.saturating_sub(1);
            return head.in_body && head.braces == 0;
        }
        b';' if head.is_outside() => return true,
        b'=' | b',' | b'[' if head.is_outside() => head.more = true,
        _ => {}
    }
    head.last = None;
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each item's text, and the function it declares.
    fn read(text: &str) -> Vec<(&str, Option<&str>)> {
        let named = |i: Item| (&text[i.span], i.function.map(|f| &text[f]));
        items(text, 0..text.len()).into_iter().map(named).collect()
    }

    #[test]
    fn prototypes() {
        let text = "# 1 \"x.h\" 3\nextern void f(int a, char *(*g)(void)) __attribute__((cold));\n\
            void *h(void);";
        let f = "extern void f(int a, char *(*g)(void)) __attribute__((cold));";
        assert_eq!(read(text), [(f, Some("f")), ("void *h(void);", Some("h"))]);
        assert_eq!(read("__attribute__((noreturn)) void f(int) __asm__(\"_f\");")[0].1, Some("f"));
        assert_eq!(read("struct s *f(struct s { int a; } *);")[0].1, None);
    }

    #[test]
    fn definitions_count_where_nobody_misses_them() {
        let text = "static __inline__ __attribute__((unused)) int f(int a) { if (a) { return '}'; \
            } return 0; } int b;";
        let f = &text[..text.len() - " int b;".len()];
        assert_eq!(read(text), [(f, Some("f")), ("int b;", None)]);
        assert_eq!(read("int f(void) { return 0; }")[0].1, None);
        assert_eq!(read("static __attribute__((constructor)) void f(void) {}")[0].1, None);
    }

    #[test]
    fn other_declarations_stay() {
        let kept = [
            "typedef int f(void);",
            "struct __attribute__((packed)) s { int a; } x;",
            "enum { A, B };",
            "int f(void), g(void);",
            "int a = b(3);",
            "int a[sizeof(int)];",
            "extern __thread int a __attribute__((tls_model(\"initial-exec\")));",
            "_Static_assert(1, \"(\\\");\");",
            "void f(int\n# 3 \"x.h\"\n a);",
        ];
        for text in kept {
            assert_eq!(read(text), [(text, None)]);
        }
        assert_eq!(read("int f(int"), [("int f(int", None)]);
        assert_eq!(read("/* int a; */ // int b;\n"), []);
    }
}
