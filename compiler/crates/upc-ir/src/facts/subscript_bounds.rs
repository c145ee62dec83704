// SPDX-License-Identifier: Apache-2.0
//! Subscripts that constants bound.

use upc_sema::types::IntKind;
use upc_source::Span;
use upc_syntax::ast::{BinaryOp, ExprId, ExprKind, StmtId, StmtKind};

use super::Facts;
use crate::ir::{Form, Index, Node};

/// Greater values are ignored, so that sums and products do not overflow.
const GREATEST: u64 = (1 << 31) - 1;

/// The limit of [`Facts::repetitions`].
const MOST_REPEATED: u64 = 1 << 20;

impl Facts<'_> {
    /// Whether the sum is from 0 to `block` - 1 at each evaluation in the loops of the text
    /// `around`.
    pub(crate) fn stays_below(&self, index: &Index, block: u64, around: Span) -> bool {
        let mut sum = u64::try_from(index.constant).ok();
        for step in &index.steps {
            let value = match &step.value {
                Node::Source(s) => match s.form {
                    Form::Expr(e) if !step.threads && !step.negative => self.most(e, around, true),
                    _ => None,
                },
                _ => None,
            };
            let moved = value.and_then(|n| n.checked_mul(step.elems));
            sum = sum.and_then(|s| s.checked_add(moved?));
        }
        sum.is_some_and(|s| s < block)
    }

    /// The greatest value of `e`, if it is never negative. `deep`: also for a variable with several
    /// assignments.
    pub(crate) fn most(&self, e: ExprId, around: Span, deep: bool) -> Option<u64> {
        let most = |x: ExprId| self.most(x, around, deep);
        let value = match self.expr_node(e).kind {
            _ if self.constant(e).is_some() => self.constant(e),
            ExprKind::Paren(x) => most(x),
            ExprKind::Ident(_) => self
                .counted(e, around)
                .map(|(_, most)| most)
                .or_else(|| self.most_scanned(e, around))
                .or_else(|| deep.then(|| self.most_set(e, around))?),
            ExprKind::Cast { operand, .. } if self.int_kind(e).is_some_and(is_wide) => {
                most(operand)
            }
            ExprKind::Binary { op: BinaryOp::Add, left, right } => {
                most(left)?.checked_add(most(right)?)
            }
            ExprKind::Binary { op: BinaryOp::Sub, left, right } => {
                let (taken, least) = (most(right)?, self.least(left, around));
                most(left)?.checked_sub(self.least(right, around)).filter(|_| taken <= least)
            }
            ExprKind::Binary { op: BinaryOp::Mul, left, right } => {
                most(left)?.checked_mul(most(right)?)
            }
            ExprKind::Binary { op: BinaryOp::Rem, left, right } => {
                let last = self.natural_constant(right)?.checked_sub(1)?;
                let natural = self.int_kind(e).is_some_and(|k| !self.types.is_signed(k))
                    || most(left).is_some();
                natural.then_some(last)
            }
            ExprKind::Binary { op: BinaryOp::BitAnd, left, right } => {
                self.natural_constant(right).or_else(|| self.natural_constant(left))
            }
            _ => None,
        };
        value.or_else(|| self.most_of_type(e)).filter(|&n| n <= GREATEST)
    }

    /// A lower bound of a sum `e` of numbers that are never negative.
    fn least(&self, e: ExprId, around: Span) -> u64 {
        let least = |x: ExprId| self.least(x, around);
        match self.expr_node(e).kind {
            _ if self.constant(e).is_some() => self.constant(e).unwrap_or(0),
            ExprKind::Paren(x) => least(x),
            ExprKind::Ident(_) => self.counted(e, around).map_or(0, |(least, _)| least),
            ExprKind::Binary { op: BinaryOp::Add, left, right } => {
                least(left).saturating_add(least(right))
            }
            _ => 0,
        }
    }

    /// The value of a constant that is not negative.
    fn constant(&self, e: ExprId) -> Option<u64> {
        u64::try_from(self.signed_constant(e)?).ok()
    }

    /// The least and the greatest value of a variable that counts from a constant to a constant, in
    /// the body of its loop.
    fn counted(&self, e: ExprId, around: Span) -> Option<(u64, u64)> {
        let &decl = self.unit.ident.get(&e)?;
        self.stmts_in(around).find_map(|s| {
            let (StmtKind::For { ref init, cond: Some(cond), step: Some(step), body }
            | StmtKind::UpcForall {
                ref init, cond: Some(cond), step: Some(step), body, ..
            }) = s.kind
            else {
                return None;
            };
            let inside = self.ast.stmts[body].span.contains(self.span(e));
            let counter = inside.then(|| self.counter_of(init, cond, step, body))??;
            let counts = counter.variable.decl == decl;
            let start = counts.then(|| self.constant(self.start_value(init, decl)?))??;
            let limit = self.constant(counter.limit.value)?;
            let beyond = u64::from(!counter.limit.inclusive);
            Some(match counter.down {
                true => (limit + beyond, start),
                false => (start, limit.saturating_sub(beyond)),
            })
        })
    }

    /// The same for a variable of the function that is set only to bounded values, in the text
    /// `around`: `best = k`.
    fn most_set(&self, e: ExprId, around: Span) -> Option<u64> {
        let &decl = self.unit.ident.get(&e)?;
        self.own_integer(decl)?;
        let values = self.writes().values_of(decl)?;
        values.iter().try_fold(0, |most, &(at, value)| {
            let here = around.start <= at && at < around.end;
            here.then(|| self.most(value, around, false))?.map(|n| n.max(most))
        })
    }

    /// How often one iteration of the loop `s` evaluates `e`: the product of the iterations of
    /// inner loops that count from a constant to a constant, up to `MOST_REPEATED`. Branches count
    /// as taken.
    pub(crate) fn repetitions(&self, e: ExprId, s: StmtId) -> u64 {
        let (whole, at) = (self.ast.stmts[s].span, self.span(e));
        let inner = self.stmts_in(whole).filter(|s| s.span != whole);
        let counts = inner.filter_map(|s| match s.kind {
            StmtKind::For { ref init, cond: Some(cond), step: Some(step), body }
                if self.ast.stmts[body].span.contains(at) =>
            {
                self.counter_of(init, cond, step, body)?.iterations
            }
            _ => None,
        });
        counts.fold(1, |all: u64, n| all.saturating_mul(n.max(1)).min(MOST_REPEATED))
    }

    fn most_of_type(&self, e: ExprId) -> Option<u64> {
        match self.int_kind(e)? {
            IntKind::Bool => Some(1),
            IntKind::UChar => Some(255),
            IntKind::UShort => Some(65535),
            _ => None,
        }
    }
}

/// Whether the type has all numbers up to [`GREATEST`].
fn is_wide(kind: IntKind) -> bool {
    use IntKind::{Int, Long, LongLong, UInt, ULong, ULongLong};
    matches!(kind, Int | UInt | Long | ULong | LongLong | ULongLong)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::testing::with_body;

    /// The greatest value of the subscript of `a` in the body.
    fn of(body: &str) -> Option<u64> {
        with_body(body, |facts, _, span| {
            let subscript = facts.ast.exprs.iter().find_map(|e| match e.kind {
                ExprKind::Index { base, index } if facts.span(base).slice(facts.text) == "a" => {
                    Some(index)
                }
                _ => None,
            });
            facts.most(subscript.expect("a subscript"), span, true)
        })
    }

    #[test]
    fn counters_with_constant_bounds_are_bounded() {
        let loop_of = |clauses: &str, index: &str| of(&format!("for ({clauses}) d += a[{index}];"));
        assert_eq!(loop_of("int i = 0; i < 4; i++", "i"), Some(3));
        assert_eq!(loop_of("long i = 2; i <= 4; i += 2", "(i)"), Some(4));
        assert_eq!(loop_of("int i = 4; i >= 0; i--", "2 * i"), Some(8));
        assert_eq!(loop_of("int i = 0; i < 4; i++", "3 * i + 2"), Some(11));
        assert_eq!(loop_of("int i = 0; i < 4; i++", "(long)i % 3"), Some(2));
        assert_eq!(loop_of("int i = 0; i < 4; i++", "i + 5 - 1"), Some(7));
        assert_eq!(loop_of("int i = 0; i < 4; i++", "4 - (i + 1)"), Some(3));
        assert_eq!(loop_of("int i = 0; i < 4; i++", "(i + 3) % 4"), Some(3));
        assert_eq!(loop_of("int i = 0; i < 2 * 4 - 1; i++", "i"), Some(6));
        assert_eq!(loop_of("int i = 1; i < 4; i++", "i - 1"), Some(2));
        assert_eq!(loop_of("int i = 4; i > 2 - 1; i--", "i - 2"), Some(2));
        assert_eq!(loop_of("int i = 4; i >= 1; i--", "8 - i"), Some(7));
        assert_eq!(loop_of("int i = 5 / 2; i < (1 << 3) - 7 % 4; i++", "i - 5 / 2"), Some(2));
        assert_eq!(of("upc_forall (int i = 2; i < 4; i++; i) d += a[i];"), Some(3));
        for (clauses, index) in [
            ("int i = 0; i < k; i++", "i"),
            ("int i = k; i < 4; i++", "i"),
            ("int i = 0; i < 4; i++", "i - 1"),
            ("int i = 1; i < 4; i++", "i - 2"),
            ("int i = 4; i >= 1; i--", "i - 2"),
            ("int i = 3 - 4; i < 4; i++", "i"),
            ("int i = 0; i < 4; i++", "2 - (i + 1)"),
            ("int i = 0; i < 4; i++", "i + 1 - i"),
            ("int i = 0; i < 4; i++", "k"),
            ("int i = 4; i >= k; i--", "i"),
            ("int i = 4; i >= -1; i--", "i"),
            ("int i = 5 / (2 - 2); i < 4; i++", "i"),
            ("int i = (2 - 3) << 1; i < 4; i++", "i"),
            ("int i = 0; i < 4; i++", "i * 2147483647"),
        ] {
            assert_eq!(loop_of(clauses, index), None, "{clauses} {index}");
        }
    }

    #[test]
    fn a_loop_that_scans_bounds_its_counter_where_it_was_tested() {
        assert_eq!(of("int j = 0; while (j < 6 && a[j] > 0) j++;"), Some(5));
        assert_eq!(of("int j = 1; while (d > 0 && (j <= 6 && a[2 * j] > 0)) j += 2;"), Some(12));
        assert_eq!(of("int j = 0; for (; j < 6 && d > 0; j++) d += a[j];"), Some(5));
        assert_eq!(of("int j = 0; while (j < 6 && d > 0) { d += a[j]; j++; }"), Some(5));
        for body in [
            "int j = 0; while (a[j] > 0 && j < 6) j++;",
            "int j = 0; while (j < k && a[j] > 0) j++;",
            "int j = 0; while (j < 6 && d > 0) j++; d += a[j];",
            "int j = k; while (j < 6 && a[j] > 0) j++;",
            "int j; while (j < 6 && a[j] > 0) j++;",
            "int j = 0; j = k; while (j < 6 && a[j] > 0) j++;",
            "int j = 0; while (j < 6 && a[j] > 0) j++; j--;",
            "int j = 6; while (j > 0 && a[j] > 0) j--;",
            "int j = 0, *p = &j; while (j < 6 && a[j] > 0) j++;",
        ] {
            assert_eq!(of(body), None, "{body}");
        }
    }

    #[test]
    fn a_counter_is_bounded_in_its_loop_alone() {
        assert_eq!(of("int i; for (i = 0; i < 4; i++) ; d += a[i];"), None);
        assert_eq!(of("for (int i = 0; i < 4; i++) { d += a[i]; i += k; }"), None);
    }

    #[test]
    fn variables_are_bounded_by_all_that_they_are_set_to() {
        let least = |more: &str| {
            of(&format!(
                "int best = 0; for (int i = 0; i < 4; i++) if (d > i) best = i; {more} \
                 d += a[best];"
            ))
        };
        assert_eq!(least(""), Some(3));
        assert_eq!(least("best = 7;"), Some(7));
        for more in ["best = k;", "best++;", "best += 1;", "best = best + 1;", "int *p = &best;"] {
            assert_eq!(least(more), None, "{more}");
        }
        assert_eq!(of("int best; for (int i = 0; i < 4; i++) best = i; d += a[best];"), None);
    }

    #[test]
    fn inner_loops_with_constant_limits_repeat() {
        let of = |body: &str| {
            with_body(body, |facts, _, span| {
                let (subscript, _) = facts
                    .ast
                    .exprs
                    .iter_enumerated()
                    .find(|(_, e)| {
                        matches!(e.kind, ExprKind::Index { base, .. }
                            if facts.span(base).slice(facts.text) == "a")
                    })
                    .expect("a subscript");
                let (first, _) = facts
                    .ast
                    .stmts
                    .iter_enumerated()
                    .filter(|(_, s)| matches!(s.kind, StmtKind::For { .. }))
                    .find(|(_, s)| s.span.slice(facts.text).contains("int i"))
                    .expect("a loop");
                assert!(span.contains(facts.ast.stmts[first].span));
                facts.repetitions(subscript, first)
            })
        };
        let inside = |text: &str| of(&format!("for (int i = 0; i < k; i++) {text}"));
        assert_eq!(inside("d += a[i];"), 1);
        assert_eq!(
            inside("for (int j = 0; j < 6; j += 2) for (int l = 0; l < 5; l++) d += a[l];"),
            15
        );
        assert_eq!(inside("for (int j = 0; j < k; j++) d += a[j];"), 1);
        assert_eq!(inside("{ for (int j = 0; j < 6; j++) ; d += a[i]; }"), 1);
        let wide = "for (int j = 0; j < 60000; j++) for (int l = 0; l < 50000; l++) d += a[l];";
        assert_eq!(inside(wide), MOST_REPEATED);
    }

    #[test]
    fn operators_and_types_bound() {
        assert_eq!(of("d += a[k & 7];"), Some(7));
        assert_eq!(of("d += a[(unsigned)k % 9];"), Some(8));
        assert_eq!(of("unsigned char c = k; d += a[c];"), Some(255));
        assert_eq!(of("d += a[k % 9];"), None);
        assert_eq!(of("d += a[(signed char)3000];"), None);
    }
}
