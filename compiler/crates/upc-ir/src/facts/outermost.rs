// SPDX-License-Identifier: Apache-2.0
//! upc_forall statements that are never executed in the extent of a controlling one (UPC 6.6.2p10).
//!
//! No other upc_forall contains such a statement, and its function is `main`, or one of the unit
//! alone. The unit names the function only to declare and to call it, outside of each upc_forall
//! and in functions for which the same holds. (No other unit calls `main`: there the linker gives
//! the name to the runtime's start of a job.) Functions without UPC are not analysed, and
//! assembler code may call by name; so the words of the text decide what names a function.

use rustc_hash::{FxHashMap, FxHashSet};
use upc_sema::unit::{DeclId, Linkage};
use upc_source::Span;
use upc_syntax::ast::{Affinity, Expr, ExprKind, Stmt, StmtId, StmtKind};

use super::Facts;

impl Facts<'_> {
    /// Whether the upc_forall at `s` is never executed in the extent of a controlling one.
    pub(crate) fn is_outermost(&self, s: StmtId) -> bool {
        self.outermost.get_or_init(|| self.find_outermost()).contains(&s)
    }

    fn find_outermost(&self) -> FxHashSet<StmtId> {
        let controls =
            |s: &Stmt| matches!(s.kind, StmtKind::UpcForall { affinity: Affinity::Expr(_), .. });
        let stmts = self.ast.stmts.iter_enumerated().filter(|(_, s)| controls(s));
        let loops = outer(stmts.map(|(id, s)| (s.span, id)).collect());
        if loops.is_empty() {
            return FxHashSet::default();
        }
        let functions = outer(self.functions().map(|(b, f)| (self.ast.stmts[b].span, f)).collect());
        let bound = self.called_in_extents(&loops, &functions);
        let is_free = |at: u32| around(&functions, at).is_some_and(|f| !bound.contains(&f));
        loops.iter().filter(|(span, _)| is_free(span.start)).map(|l| l.1).collect()
    }

    /// Those of `functions` that may be called in the extent of one of `loops`.
    fn called_in_extents(
        &self,
        loops: &[(Span, StmtId)],
        functions: &[(Span, DeclId)],
    ) -> FxHashSet<DeclId> {
        let is_own = |f: DeclId| {
            let decl = &self.unit.decls[f];
            decl.linkage == Linkage::Internal || self.names.name(decl.name) == "main"
        };
        let calls = self.named_calls();
        let mut pending = self.named_otherwise(functions, &calls);
        pending.extend(functions.iter().map(|f| f.1).filter(|&f| !is_own(f)));
        let mut called_by: FxHashMap<DeclId, Vec<DeclId>> = FxHashMap::default();
        for (&at, &callee) in &calls {
            match around(functions, at).filter(|_| around(loops, at).is_none()) {
                Some(caller) => called_by.entry(caller).or_default().push(callee),
                None => pending.push(callee),
            }
        }
        let mut bound = FxHashSet::default();
        while let Some(f) = pending.pop() {
            if bound.insert(f) {
                pending.extend(called_by.get(&f).into_iter().flatten());
            }
        }
        bound
    }

    /// The functions that are called by their names, by the places of these.
    fn named_calls(&self) -> FxHashMap<u32, DeclId> {
        let called = |e: &Expr| {
            let ExprKind::Call { callee, .. } = e.kind else { return None };
            let name = self.bare(callee);
            Some((self.span(name).start, *self.unit.ident.get(&name)?))
        };
        self.ast.exprs.iter().filter_map(called).collect()
    }

    /// Those of `functions` that the text names elsewhere than in `calls` and declarations.
    fn named_otherwise(
        &self,
        functions: &[(Span, DeclId)],
        calls: &FxHashMap<u32, DeclId>,
    ) -> Vec<DeclId> {
        let name = |f: DeclId| self.names.name(self.unit.decls[f].name);
        let all = || functions.iter().map(|f| f.1);
        let by_name: FxHashMap<&str, DeclId> = all().map(|f| (name(f), f)).collect();
        let declared: FxHashSet<(u32, DeclId)> =
            self.unit.decl_at.iter().map(|(span, &decl)| (span.start, decl)).collect();
        // Letters beyond ASCII have several spellings.
        let mut found: Vec<DeclId> = all().filter(|&f| !name(f).is_ascii()).collect();
        found.extend(words(self.text).filter_map(|(at, word)| {
            let f = *by_name.get(word)?;
            (calls.get(&at) != Some(&f) && !declared.contains(&(at, f))).then_some(f)
        }));
        found
    }
}

/// Those of `spans`, none of which overlap partly, that no other one contains, ascending.
fn outer<T>(mut spans: Vec<(Span, T)>) -> Vec<(Span, T)> {
    spans.sort_by_key(|(s, _)| (s.start, std::cmp::Reverse(s.end)));
    let mut end = 0;
    spans.retain(|(s, _)| {
        let is_outer = s.start >= end;
        end = end.max(s.end);
        is_outer
    });
    spans
}

/// The value at the span that contains `at`. `spans` are ascending and disjoint.
fn around<T: Copy>(spans: &[(Span, T)], at: u32) -> Option<T> {
    let next = spans.partition_point(|(s, _)| s.start <= at);
    spans[..next].last().filter(|(s, _)| at < s.end).map(|s| s.1)
}

/// Bytes of words.
const IS_WORD: [bool; 256] = {
    let mut is_word = [false; 256];
    let mut b = 0;
    while b < 256 {
        is_word[b] = (b as u8).is_ascii_alphanumeric() || b == b'_' as usize || b == b'$' as usize;
        is_word[b] |= b >= 0x80;
        b += 1;
    }
    is_word
};

/// The words of a preprocessed text, also those in strings, each with its place.
fn words(text: &str) -> impl Iterator<Item = (u32, &str)> {
    let (bytes, mut at) = (text.as_bytes(), 0);
    std::iter::from_fn(move || loop {
        let start = at;
        while bytes.get(at).is_some_and(|&b| IS_WORD[usize::from(b)]) {
            at += 1;
        }
        if at > start {
            return Some((start as u32, &text[start..at]));
        }
        let is_marker = *bytes.get(at)? == b'#'
            && (at == 0 || bytes[at - 1] == b'\n')
            && bytes[at + 1..].starts_with(b" ")
            && bytes.get(at + 2).is_some_and(u8::is_ascii_digit);
        let rest = if is_marker { bytes[at..].iter().position(|&b| b == b'\n') } else { None };
        at += rest.unwrap_or(1);
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::with_unit;
    use upc_syntax::ast::StmtKind;

    /// How many of the unit's upc_forall statements are outermost.
    fn outermost(unit: &str) -> usize {
        with_unit(unit, |facts| {
            let stmts = facts.ast.stmts.iter_enumerated();
            let loops = stmts.filter(|(_, s)| matches!(s.kind, StmtKind::UpcForall { .. }));
            loops.filter(|(id, _)| facts.is_outermost(*id)).count()
        })
    }

    const FILL: &str =
        "static void fill(void) { upc_forall (int i = 0; i < 9; i++; i) x[i] = 1; }\n";

    #[test]
    fn functions_that_are_called_outside_of_loops() {
        for (unit, count) in [
            ("int main(void) { fill(); }", 1),
            (
                "int main(void) { fill(); \
                 upc_forall (int i = 0; i < 9; i++; i) x[i] = 0; (fill)(); }",
                2,
            ),
            ("static void g(void) { fill(); } int main(void) { g(); }", 1),
            ("static void g(int n) { fill(); if (n) g(n - 1); } int main(void) { g(3); }", 1),
            ("static void fill(void);\n# 1 \"f.h\"\nint main(void) { fill(); }", 1),
            (
                "int main(void) { upc_forall (int i = 0; i < 9; i++; continue) x[i] = 0; \
                 fill(); }",
                1,
            ),
        ] {
            assert_eq!(outermost(&format!("{FILL}{unit}")), count, "{unit}");
        }
    }

    #[test]
    fn functions_that_may_be_called_in_extents() {
        for (unit, count) in [
            ("int main(void) { upc_forall (int i = 0; i < 9; i++; i) fill(); }", 1),
            (
                "static void g(void) { fill(); } \
              int main(void) { upc_forall (int i = 0; i < 9; i++; i) g(); }",
                1,
            ),
            ("static void g(void) { fill(); } void h(void) { g(); }", 0),
            ("void h(void) { fill(); }", 0),
            ("void (*p)(void) = fill;", 0),
            ("int main(void) { void (*p)(void) = &fill; p(); }", 0),
            ("int main(void) { __asm__ (\"call fill\"); }", 0),
            ("int main(int n, char **v) { fill(); return n ? main(0, v) : 0; }", 1),
            (
                "int main(void) { upc_forall (int i = 0; i < 9; i++; i) \
              upc_forall (int j = 0; j < 9; j++; j) x[j] = 0; }",
                2,
            ),
        ] {
            assert_eq!(outermost(&format!("{FILL}{unit}")), count, "{unit}");
        }
    }
}
