// SPDX-License-Identifier: Apache-2.0
//! The statements and declarations of a unit, sorted by their places, to find those of a loop.

use upc_sema::unit::{DeclId, Unit};
use upc_source::Span;
use upc_syntax::ast::{Ast, ExprId, Stmt, StmtId};

use super::writes::within;
use super::Facts;

/// Each with its start, ascending.
pub(crate) struct Order {
    stmts: Vec<(u32, StmtId)>,
    decls: Vec<(u32, DeclId)>,
}

impl Order {
    pub fn of(ast: &Ast, unit: &Unit) -> Order {
        let mut stmts: Vec<_> =
            ast.stmts.iter_enumerated().map(|(id, s)| (s.span.start, id)).collect();
        let mut decls: Vec<_> =
            unit.decls.iter_enumerated().map(|(id, d)| (d.span.start, id)).collect();
        stmts.sort_by_key(|s| s.0);
        decls.sort_by_key(|d| d.0);
        Order { stmts, decls }
    }

    /// The statements that lie in `span`.
    pub fn stmts_in<'x, 'a: 'x>(
        &'x self,
        ast: &'a Ast,
        span: Span,
    ) -> impl Iterator<Item = &'a Stmt> + 'x {
        self.stmt_ids_in(ast, span).map(|s| &ast.stmts[s])
    }

    /// The same, by their numbers.
    pub fn stmt_ids_in<'x, 'a: 'x>(
        &'x self,
        ast: &'a Ast,
        span: Span,
    ) -> impl Iterator<Item = StmtId> + 'x {
        // A statement with an empty span, such as a label's empty body, may begin at the end of
        // `span`.
        let stmts = within(&self.stmts, |s| s.0, Span::new(span.start, span.end + 1));
        stmts.iter().map(|s| s.1).filter(move |&s| span.contains(ast.stmts[s].span))
    }

    /// The declarations in `span`.
    pub fn decls_in(&self, span: Span) -> impl Iterator<Item = DeclId> + '_ {
        within(&self.decls, |d| d.0, span).iter().map(|d| d.1)
    }
}

/// The expressions of a unit by their places.
pub(crate) struct Exprs(Vec<(u32, ExprId)>);

impl Exprs {
    pub fn of(ast: &Ast) -> Exprs {
        let mut all: Vec<_> =
            ast.exprs.iter_enumerated().map(|(id, e)| (e.span.start, id)).collect();
        all.sort_by_key(|e| e.0);
        Exprs(all)
    }

    /// Those in `span`, in the order of the text.
    pub fn within<'x>(&'x self, facts: &'x Facts, span: Span) -> impl Iterator<Item = ExprId> + 'x {
        let found = within(&self.0, |e| e.0, span);
        found.iter().map(|e| e.1).filter(move |&e| span.contains(facts.span(e)))
    }
}

impl Facts<'_> {
    /// Whether a directive before the statement at `span` may require this very statement after it,
    /// as `#pragma omp for` does, or as the first statement of the loop after it, as `collapse(2)`
    /// does. Directives of UPC do not.
    pub(crate) fn follows_pragma(&self, span: Span) -> bool {
        follows_directive(&self.text[..span.start as usize])
    }
}

/// The same for the statement behind `before`, in preprocessed text.
fn follows_directive(before: &str) -> bool {
    let before = without_line_markers(before);
    is_directive(last_line(before)) || for_around(before).is_some_and(follows_directive)
}

fn is_directive(line: &str) -> bool {
    let mut words = line.trim_start().strip_prefix('#').unwrap_or("").split_whitespace();
    words.next() == Some("pragma") && !matches!(words.next(), Some("upc" | "pupc"))
}

fn last_line(text: &str) -> &str {
    text.rsplit('\n').next().unwrap_or(text)
}

/// `# 12 "file"`, which the preprocessor writes behind directives of macros too.
fn without_line_markers(text: &str) -> &str {
    let text = text.trim_end();
    let line = last_line(text);
    let is_marker =
        line.strip_prefix("# ").is_some_and(|l| l.starts_with(|c: char| c.is_ascii_digit()));
    if is_marker {
        without_line_markers(&text[..text.len() - line.len()])
    } else {
        text
    }
}

/// The text before the `for` whose body's first statement is behind `before`.
fn for_around(before: &str) -> Option<&str> {
    let head = before.trim_end_matches(|c: char| c == '{' || c.is_whitespace());
    let mut depth = 0;
    let opens = |(_, c): &(usize, char)| {
        depth += match c {
            ')' => 1,
            '(' => -1,
            _ => 0,
        };
        depth <= 0
    };
    let (open, _) = head.char_indices().rev().find(opens).filter(|(_, c)| *c == '(')?;
    let before = head[..open].trim_end().strip_suffix("for")?;
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    (!before.ends_with(is_word)).then_some(before)
}

#[cfg(test)]
mod tests {
    use super::follows_directive;

    #[test]
    fn directives_that_require_the_next_statement() {
        for before in [
            "f();\n#pragma omp for\n",
            "#pragma omp parallel for\n# 12 \"a.upc\"\n# 13 \"a.upc\" 2\n  ",
            "#pragma omp for collapse(2)\nfor (int i = 0; i < f(n); i++)\n  ",
            "#pragma omp for collapse(3)\nfor (i = 0; i < n; i++) { for (j = 0; j < n; j++) { ",
        ] {
            assert!(follows_directive(before), "{before}");
        }
        for before in [
            "#pragma omp for\nfor (i = 0; i < n; i++) { f(i); ",
            "#pragma upc strict\n",
            "#pragma omp for\nupc_forall (i = 0; i < n; i++; i) ",
            "#pragma omp barrier\nif (n) { ",
            "",
            ")",
        ] {
            assert!(!follows_directive(before), "{before}");
        }
    }
}
