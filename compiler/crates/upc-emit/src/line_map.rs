// SPDX-License-Identifier: Apache-2.0
//! The output and its lines: every copied token stands on the line of the user's file that it came
//! from.

use upc_source::{LineMap, Location, Span, COPY};

/// Line gaps up to this length are filled with newlines; longer ones get a marker.
const PAD: u32 = 8;

/// The C text under construction.
pub struct LineWriter<'a> {
    pub out: String,
    text: &'a str,
    map: &'a LineMap,
    /// The line of `text` to which the current output line belongs, from 0.
    line: u32,
    /// The last offset copied or marked.
    last: u32,
    out_line: u32,
    generated: Vec<(u32, u32)>,
}

impl<'a> LineWriter<'a> {
    pub fn new(text: &'a str, map: &'a LineMap) -> LineWriter<'a> {
        let out = String::with_capacity(text.len() + text.len() / 4);
        LineWriter { out, text, map, line: 0, last: 0, out_line: 1, generated: Vec::new() }
    }

    /// Ranges of output lines, from 1, both ends included, with generated tokens.
    pub fn finish(self) -> (String, Vec<(u32, u32)>) {
        (self.out, self.generated)
    }

    /// The user's text of `span`.
    pub fn slice(&self, span: Span) -> &'a str {
        span.slice(self.text)
    }

    /// Generated tokens.
    pub fn raw(&mut self, s: &str) {
        if s.is_empty() {
            return;
        }
        self.separate(s);
        self.out.push_str(s);
        let from = self.out_line;
        let newlines = s.bytes().filter(|&b| b == b'\n').count() as u32;
        self.line += newlines;
        self.out_line += newlines;
        match self.generated.last_mut() {
            Some((_, to)) if *to + 1 >= from => *to = self.out_line,
            _ => self.generated.push((from, self.out_line)),
        }
    }

    /// A generated directive, on its own line. The text after it belongs to the line before it.
    pub fn directive(&mut self, text: &str) {
        self.raw(&format!("\n{text}\n"));
        self.line = self.line_of(self.last);
        self.marker(self.map.locate(self.last));
    }

    /// The user's text of `span`. Lines of UPC pragmas become empty: they have no further use.
    pub fn copy(&mut self, span: Span) {
        if span.is_empty() {
            return;
        }
        self.sync(span.start);
        let s = span.slice(self.text);
        self.separate(s);
        if memchr::memmem::find(s.as_bytes(), b"pragma").is_some() {
            self.copy_filtered(span);
        } else {
            self.out.push_str(s);
        }
        let newlines = self.line_of(span.end) - self.line_of(span.start);
        self.line += newlines;
        self.out_line += newlines;
        self.last = span.end - 1;
    }

    fn copy_filtered(&mut self, span: Span) {
        let mut at = span.start as usize;
        for line in span.slice(self.text).split_inclusive('\n') {
            let whole = at == 0 || self.text.as_bytes()[at - 1] == b'\n';
            if whole && is_upc_pragma(line) {
                self.out.push_str(if line.ends_with('\n') { "\n" } else { "" });
            } else {
                self.out.push_str(line);
            }
            at += line.len();
        }
    }

    /// Keeps two words apart.
    fn separate(&mut self, next: &str) {
        let word = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b >= 0x80;
        let (last, first) = (self.out.as_bytes().last().copied(), next.as_bytes()[0]);
        if last.is_some_and(|l| (word(l) && word(first)) || (l == first && b"+-&|<>=".contains(&l)))
        {
            self.out.push(' ');
        }
    }

    /// Assigns the current output line to the line of `offset`.
    pub fn sync(&mut self, offset: u32) {
        let line = self.line_of(offset);
        if line == self.line {
            return;
        }
        let place = self.map.locate(offset);
        if line > self.line && line - self.line <= PAD && self.contiguous(offset, place) {
            (self.line..line).for_each(|_| self.newline());
        } else {
            self.marker(place);
        }
        self.line = line;
    }

    /// Whether no line marker is between the last copied token and `offset`.
    fn contiguous(&self, offset: u32, place: Location) -> bool {
        let last = self.map.locate(self.last);
        let (line, line_of_last) =
            (i64::from(self.line_of(offset)), i64::from(self.line_of(self.last)));
        last.file == place.file
            && (last.system, last.copy) == (place.system, place.copy)
            && i64::from(place.line) - i64::from(last.line) == line - line_of_last
            && i64::from(self.line) >= line_of_last
    }

    /// The line of `text` with `offset`, from 0.
    fn line_of(&self, offset: u32) -> u32 {
        self.map.line_index(offset) as u32
    }

    fn newline(&mut self) {
        self.out.push('\n');
        self.out_line += 1;
    }

    fn marker(&mut self, place: Location) {
        if !self.out.is_empty() && !self.out.ends_with('\n') {
            self.newline();
        }
        let file = self.map.file_name(place.file).replace('\\', "\\\\").replace('"', "\\\"");
        let system = match place {
            Location { copy: true, .. } => COPY,
            Location { system: true, .. } => " 3",
            _ => "",
        };
        self.out.push_str(&format!("# {} \"{file}\"{system}", place.line));
        self.newline();
    }
}

/// `#pragma upc ...`.
fn is_upc_pragma(line: &str) -> bool {
    fn after<'a>(s: &'a str, word: &str) -> Option<&'a str> {
        s.trim_start().strip_prefix(word)
    }
    after(line, "#")
        .and_then(|s| after(s, "pragma"))
        .filter(|s| s.starts_with([' ', '\t']))
        .and_then(|s| after(s, "upc"))
        .is_some_and(|s| !s.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_stay_on_their_lines() {
        let text = "# 1 \"a.upc\"\nint a\n  = 1;\n\n#pragma upc strict\nint b;\nint c;\n";
        let map = LineMap::new(text, "a.upc");
        let span = |s: &str| {
            let i = text.find(s).unwrap() as u32;
            Span::new(i, i + s.len() as u32)
        };
        let mut w = LineWriter::new(text, &map);
        w.raw("int gen;");
        w.copy(span("int a"));
        w.raw("= 5;");
        w.copy(span("\n\n#pragma upc strict\nint b;"));
        w.copy(span("int a"));
        w.copy(span("int c;"));
        let (out, generated) = w.finish();
        assert_eq!(
            out,
            "int gen;\n# 1 \"a.upc\"\nint a= 5;\n\n\n\nint b;\n# 1 \"a.upc\"\nint a\n\n\
            \n\n\nint c;"
        );
        assert_eq!(generated, vec![(1, 1), (3, 3)]);
    }

    #[test]
    fn what_follows_a_directive_stands_for_the_line_before() {
        let text = "# 1 \"a.upc\"\nint a;\nfor (;;)\n  ;\n";
        let map = LineMap::new(text, "a.upc");
        let mut w = LineWriter::new(text, &map);
        let at = |s: &str| Span::new(text.find(s).unwrap() as u32, text.len() as u32);
        w.copy(Span::new(at("int").start, at("for").start - 1));
        w.directive("#pragma d");
        w.raw("x ");
        w.copy(Span::new(at("for").start, at("\n  ;").start));
        w.directive("#pragma d");
        w.copy(at("  ;"));
        assert_eq!(
            w.finish().0,
            "# 1 \"a.upc\"\nint a;\n#pragma d\n# 1 \"a.upc\"\nx \nfor (;;)\n#pragma d\n\
            # 2 \"a.upc\"\n\n  ;\n"
        );
    }

    #[test]
    fn pragmas() {
        assert!(is_upc_pragma("#pragma upc strict\n") && is_upc_pragma(" # pragma  upc upc_code"));
        assert!(!is_upc_pragma("#pragma upcx") && !is_upc_pragma("#pragma GCC system_header"));
    }
}
