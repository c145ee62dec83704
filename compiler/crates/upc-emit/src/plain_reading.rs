// SPDX-License-Identifier: Apache-2.0
//! The plain reading of a unit: the user's own text without the words of UPC, so that a C compiler
//! can read it.
//!
//! It is only checked, never run: shared objects are private ones, `upc_forall` is `for`, a barrier
//! is its expression. An error of the C compiler in it is an error by the rules of C, and a warning
//! about an unused name is about the user's own. Constants whose value would change, such as
//! `upc_blocksizeof(a)` or the size of a pointer-to-shared, have the checker's value. Line markers
//! stay, and words are replaced by equally many characters where possible, so that places in
//! messages are the user's.

use upc_source::{Interner, LineMap, Span};
use upc_syntax::parser::Parser;
use upc_syntax::token::{Token, TokenKind};
use upc_syntax::{Dialect, PragmaKind};

/// The value of `THREADS` in brackets if it is known only at launch: large enough that
/// `THREADS - 1` makes no array of size 0.
const SOME_THREADS: u32 = 1024;

/// Numbers that are no constants: `MYTHREAD`, and `THREADS` outside brackets if it is known only at
/// launch. As long as the words of UPC.
const MY_THREAD: &str = "__upc_me";
const THREADS: &str = "__upc_n";

/// Declares these, in front of the reading.
pub const DECLARATIONS: &str = "extern int __upc_me, __upc_n;";

/// The checker's results that a unit's plain reading depends on.
#[derive(Default)]
pub struct Known {
    /// External declarations that are left out.
    pub left_out: Vec<Span>,
    /// Constant expressions and their values.
    pub constants: Vec<(Span, String)>,
}

/// The plain reading of the preprocessed `text`, whose markers are in `map`.
pub fn plain_reading(text: &str, map: &LineMap, dialect: Dialect, known: &Known) -> String {
    let mut names = Interner::new();
    let parser = Parser::new(text, map, dialect, &mut names);
    let mut reading = Reading {
        text,
        tokens: parser.tokens(),
        threads: dialect.static_threads,
        edits: Vec::new(),
        gone: Vec::new(),
        braces: 0,
        brackets: 0,
    };
    for p in parser.pragmas().iter().filter(|p| p.kind != PragmaKind::Other) {
        reading.edits.push(Edit::blank(p.span.start, p.span.end));
    }
    reading.edits.extend(known.left_out.iter().map(|s| Edit::blank(s.start, s.end)));
    for at in 0..reading.tokens.len() {
        reading.token(at);
    }
    reading.constants(&known.constants);
    reading.finish()
}

/// The text from `start` to `end` becomes `with`, padded with blanks to the old length.
struct Edit {
    start: u32,
    end: u32,
    with: String,
}

impl Edit {
    fn blank(start: u32, end: u32) -> Edit {
        Edit { start, end, with: String::new() }
    }
}

struct Reading<'a> {
    text: &'a str,
    tokens: &'a [Token],
    /// `None`: known only at launch.
    threads: Option<u32>,
    edits: Vec<Edit>,
    /// Braces and brackets around the current token.
    braces: usize,
    brackets: usize,
    /// Layout qualifiers, removed with the expressions in them.
    gone: Vec<Span>,
}

impl Reading<'_> {
    fn token(&mut self, at: usize) {
        match self.tokens[at].kind {
            TokenKind::Shared => self.shared(at),
            TokenKind::Strict | TokenKind::Relaxed => self.replace(at, ""),
            TokenKind::Threads => self.replace(at, &self.value_of_threads()),
            TokenKind::MyThread => self.replace(at, MY_THREAD),
            TokenKind::MaxBlockSize => self.replace(at, &i32::MAX.to_string()),
            TokenKind::UpcLocalsizeof | TokenKind::UpcBlocksizeof | TokenKind::UpcElemsizeof => {
                self.replace(at, "sizeof")
            }
            TokenKind::AssertType => self.type_assertion(at),
            TokenKind::LBrace => self.braces += 1,
            TokenKind::RBrace => self.braces = self.braces.saturating_sub(1),
            TokenKind::LBracket => self.brackets += 1,
            TokenKind::RBracket => self.brackets = self.brackets.saturating_sub(1),
            TokenKind::UpcForall => self.forall(at),
            TokenKind::UpcBarrier
            | TokenKind::UpcNotify
            | TokenKind::UpcWait
            | TokenKind::UpcFence => self.synchronisation(at),
            _ => {}
        }
    }

    fn value_of_threads(&self) -> String {
        match self.threads {
            Some(threads) => threads.to_string(),
            None if self.brackets > 0 => SOME_THREADS.to_string(),
            None => THREADS.to_string(),
        }
    }

    fn replace(&mut self, at: usize, with: &str) {
        let span = self.tokens[at].span;
        self.edits.push(Edit { start: span.start, end: span.end, with: with.into() });
    }

    fn insert_before(&mut self, at: usize, with: &str) {
        let start = self.tokens[at].span.start;
        self.edits.push(Edit { start, end: start, with: with.into() });
    }

    /// `shared`, `shared [block]`: nothing.
    fn shared(&mut self, at: usize) {
        self.replace(at, "");
        if self.kind(at + 1) == TokenKind::LBracket {
            let close = self.closing(at + 1);
            self.gone.push(Span::new(self.tokens[at].span.start, self.tokens[close].span.end));
            for inner in at + 1..=close {
                self.replace(inner, "");
            }
        }
    }

    /// `bupc_assert_type(e, T)`, already checked: nothing at file scope, elsewhere a use of `e` in
    /// an expression.
    fn type_assertion(&mut self, at: usize) {
        let close = if self.kind(at + 1) == TokenKind::LParen { self.closing(at + 1) } else { at };
        let comma = self.end_of_clause(at + 2, TokenKind::Comma);
        let end = self.tokens[close].span.end;
        if self.braces == 0 || comma >= close {
            let start = self.tokens[at].span.start;
            self.gone.push(Span::new(start, end));
            return self.edits.push(Edit::blank(start, end));
        }
        self.gone.push(Span::new(self.tokens[comma].span.start, end));
        self.replace(at, "((void)sizeof(__typeof__");
        self.edits.push(Edit { start: self.tokens[comma].span.start, end, with: ") *))".into() });
    }

    /// Their values; of nested ones the outer one's.
    fn constants(&mut self, constants: &[(Span, String)]) {
        for (span, value) in constants.iter().filter(|c| !self.gone.iter().any(|g| g.contains(c.0)))
        {
            self.edits.push(Edit { start: span.start, end: span.end, with: value.clone() });
        }
    }

    /// `upc_barrier e;`: `(void)(e);`
    fn synchronisation(&mut self, at: usize) {
        let end = self.end_of_clause(at + 1, TokenKind::Semi);
        self.replace(at, "");
        if end > at + 1 && self.kind(end) == TokenKind::Semi {
            self.insert_before(at + 1, "(void)(");
            self.insert_before(end, ")");
        }
    }

    /// `upc_forall (a; b; c; affinity)`: `for (a; b; c, (void)(affinity))`.
    fn forall(&mut self, at: usize) {
        self.replace(at, "for");
        if self.kind(at + 1) != TokenKind::LParen {
            return;
        }
        let first = self.end_of_clause(at + 2, TokenKind::Semi);
        let second = self.end_of_clause(first + 1, TokenKind::Semi);
        let third = self.end_of_clause(second + 1, TokenKind::Semi);
        if self.kind(third) != TokenKind::Semi {
            return;
        }
        let close = self.end_of_clause(third + 1, TokenKind::Semi);
        if close == third + 1 || self.kind(third + 1) == TokenKind::Continue {
            for part in third..close {
                self.replace(part, "");
            }
            return;
        }
        self.replace(third, if third == second + 1 { "" } else { "," });
        self.insert_before(third + 1, "(void)(");
        self.insert_before(close, ")");
    }

    fn kind(&self, at: usize) -> TokenKind {
        self.tokens.get(at).map_or(TokenKind::Eof, |t| t.kind)
    }

    /// The bracket that matches the one at `open`, or the last token.
    fn closing(&self, open: usize) -> usize {
        self.end_of_clause(open + 1, TokenKind::Eof)
    }

    /// The first `end`, or closing bracket of any kind, at the nesting of `from`; the last token if
    /// there is none.
    fn end_of_clause(&self, from: usize, end: TokenKind) -> usize {
        let mut depth = 0usize;
        for at in from..self.tokens.len() {
            match self.tokens[at].kind {
                kind if kind == end && depth == 0 => return at,
                TokenKind::LParen | TokenKind::LBracket | TokenKind::LBrace => depth += 1,
                TokenKind::RParen | TokenKind::RBracket | TokenKind::RBrace if depth == 0 => {
                    return at
                }
                TokenKind::RParen | TokenKind::RBracket | TokenKind::RBrace => depth -= 1,
                _ => {}
            }
        }
        self.tokens.len().saturating_sub(1)
    }

    /// Applies the edits to the text. With two edits at one place (an affinity that is just
    /// `THREADS`), the insertion comes before the replacement; edits inside a removed part are
    /// dropped.
    fn finish(mut self) -> String {
        self.edits.sort_by_key(|e| (e.start, e.end > e.start, std::cmp::Reverse(e.end)));
        let mut out = String::with_capacity(self.text.len() + 64);
        let mut done = 0;
        for edit in &self.edits {
            if edit.start < done {
                continue;
            }
            out += &self.text[done as usize..edit.start as usize];
            out += &edit.with;
            let old = &self.text[edit.start as usize..edit.end as usize];
            let covered = edit.with.chars().count();
            out.extend(old.chars().take(covered).filter(|&c| c == '\n'));
            out.extend(old.chars().skip(covered).map(|c| if c == '\n' { c } else { ' ' }));
            done = edit.end;
        }
        out + &self.text[done as usize..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        plain_reading(text, &LineMap::new(text, "a.upc"), Dialect::default(), &Known::default())
    }

    #[test]
    fn qualifiers_go_and_places_stay() {
        assert_eq!(
            read("strict shared [4*\n2] int a[8], *shared p;"),
            "                 \n   int a[8], *       p;"
        );
        assert_eq!(read("shared int a[THREADS];"), "       int a[1024   ];");
        assert_eq!(read("if (a[0] < THREADS)"), "if (a[0] < __upc_n)");
        assert_eq!(
            read("int x = upc_blocksizeof(a) + MYTHREAD;"),
            "int x = sizeof         (a) + __upc_me;"
        );
    }

    #[test]
    fn loops_and_barriers_keep_their_expressions() {
        assert_eq!(
            read("upc_forall(int i=0; i<n; i++; &a[i]) f(i);"),
            "for       (int i=0; i<n; i++, (void)(&a[i])) f(i);"
        );
        assert_eq!(read("upc_forall(;;;THREADS) ;"), "for       (;; (void)(__upc_n)) ;");
        assert_eq!(read("upc_forall(;;i++;continue) ;"), "for       (;;i++         ) ;");
        assert_eq!(read("upc_barrier; upc_notify 1+x;"), "           ;            (void)(1+x);");
    }

    #[test]
    fn assertions_about_types_are_judged_already() {
        assert_eq!(
            read(
                "__upcr_assert_type(a[0], shared int);\nvoid f() { __upcr_assert_type(a, int), \
                g(); }"
            ),
            "                                    ;\nvoid f() { ((void)sizeof(__typeof__(a) *)) , \
             g(); }"
        );
    }

    #[test]
    fn unfinished_text_is_read_to_its_end() {
        for text in [
            "shared [",
            "upc_forall(",
            "upc_forall(;;",
            "upc_barrier",
            "shared [2 int x; }",
            "#pragma upc strict",
        ] {
            read(text);
        }
        assert_eq!(
            read("#pragma upc strict\n#pragma omp x\nint a;"),
            "                  \n#pragma omp x\nint a;"
        );
    }

    #[test]
    fn declarations_are_left_out_whole() {
        let text = "shared int *f(shared int *p);\nint g;";
        let known = Known { left_out: vec![Span::new(0, 29)], ..Known::default() };
        let reading = plain_reading(text, &LineMap::new(text, "a.upc"), Dialect::default(), &known);
        assert_eq!(reading, format!("{}\nint g;", " ".repeat(29)));
    }

    #[test]
    fn constants_have_the_checkers_values() {
        let text = "shared [N+1] int a[1+upc_blocksizeof(a)]; int n = upc_elemsizeof(a);";
        let at = |s: &str| {
            let start = text.find(s).unwrap_or(0) as u32;
            Span::new(start, start + s.len() as u32)
        };
        let inner = (at("upc_blocksizeof(a)"), "3ul".to_string());
        let constants = vec![
            (at("N+1"), "3".into()),
            inner,
            (at("1+upc_blocksizeof(a)"), "4".into()),
            (at("upc_elemsizeof(a)"), "4ul".into()),
        ];
        let reading = plain_reading(
            text,
            &LineMap::new(text, "a.upc"),
            Dialect::default(),
            &Known { constants, ..Known::default() },
        );
        assert_eq!(reading, "             int a[4                   ]; int n = 4ul              ;");
        let constants = vec![(Span::new(6, 9), "1024".into())];
        let known = Known { constants, ..Known::default() };
        let text = "int a[N\nM];";
        assert_eq!(
            plain_reading(text, &LineMap::new(text, "a.upc"), Dialect::default(), &known),
            "int a[1024\n];"
        );
    }

    #[test]
    fn names_of_plain_c_stay() {
        assert_eq!(read("#pragma upc c_code\nint shared;"), "                  \nint shared;");
    }
}
