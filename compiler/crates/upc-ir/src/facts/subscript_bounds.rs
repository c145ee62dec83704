// SPDX-License-Identifier: Apache-2.0
//! Subscripts that constants bound.

use upc_sema::types::IntKind;
use upc_source::Span;
use upc_syntax::ast::{BinaryOp, ExprId, ExprKind, StmtId, StmtKind};

use super::Facts;
use crate::ir::{Form, Index, Node};

/// Greater values are ignored, so that sums and products do not overflow.
const GREATEST: i64 = (1 << 31) - 1;

/// The limit of [`Facts::repetitions`].
const MOST_REPEATED: u64 = 1 << 20;

impl Facts<'_> {
    /// Whether the sum is from 0 to `block` - 1 at each evaluation in the loops of the text
    /// `around`.
    pub(crate) fn stays_below(&self, index: &Index, block: u64, around: Span) -> bool {
        let mut sum = Some(Range::of(index.constant));
        for step in &index.steps {
            let value = match &step.value {
                Node::Source(s) => match s.form {
                    Form::Expr(e) if !step.threads => self.range(e, around, true),
                    _ => None,
                },
                _ => None,
            };
            let elems = i64::try_from(step.elems).ok().map(|n| if step.negative { -n } else { n });
            let moved = value.zip(elems).and_then(|(v, n)| v.times(Range::of(n)));
            sum = sum.and_then(|s| s.plus(moved?));
        }
        let last = |high: i64| u64::try_from(high).is_ok_and(|n| n < block);
        sum.is_some_and(|s| s.low >= 0 && last(s.high))
    }

    /// The greatest value of `e`, if it is never negative. `deep`: also for a variable with several
    /// assignments.
    pub(crate) fn most(&self, e: ExprId, around: Span, deep: bool) -> Option<u64> {
        let range = self.range(e, around, deep).filter(|r| r.low >= 0)?;
        u64::try_from(range.high).ok()
    }

    /// The least and the greatest value of `e`.
    fn range(&self, e: ExprId, around: Span, deep: bool) -> Option<Range> {
        let range = |x: ExprId| self.range(x, around, deep);
        let value = match self.expr_node(e).kind {
            _ if self.signed_constant(e).is_some() => self.signed_constant(e).map(Range::of),
            ExprKind::Paren(x) => range(x),
            ExprKind::Ident(_) => self
                .counted(e, around)
                .or_else(|| Range::up_to(self.most_scanned(e, around)?))
                .or_else(|| deep.then(|| self.range_set(e, around))?),
            ExprKind::Cast { operand, .. } if self.int_kind(e).is_some_and(is_wide) => {
                range(operand)
            }
            ExprKind::Binary { op: BinaryOp::Add, left, right } => range(left)?.plus(range(right)?),
            ExprKind::Binary { op: BinaryOp::Sub, left, right } => {
                range(left)?.plus(range(right)?.times(Range::of(-1))?)
            }
            ExprKind::Binary { op: BinaryOp::Mul, left, right } => {
                range(left)?.times(range(right)?)
            }
            ExprKind::Binary { op: BinaryOp::Rem, left, right } => {
                let last = i64::try_from(self.natural_constant(right)?.checked_sub(1)?).ok()?;
                let natural = self.is_unsigned(e) || range(left).is_some_and(|r| r.low >= 0);
                Some(Range { low: if natural { 0 } else { -last }, high: last })
            }
            ExprKind::Binary { op: BinaryOp::BitAnd, left, right } => {
                Range::up_to(self.natural_constant(right).or_else(|| self.natural_constant(left))?)
            }
            _ => None,
        };
        // Beyond these limits a sum may overflow, or wrap.
        let fits = |r: &Range| {
            r.high <= GREATEST && r.low >= if self.is_unsigned(e) { 0 } else { -GREATEST }
        };
        value.filter(fits).or_else(|| self.range_of_type(e))
    }

    fn is_unsigned(&self, e: ExprId) -> bool {
        self.int_kind(e).is_some_and(|k| !self.types.is_signed(k))
    }

    /// The values of a variable that counts from a constant to a constant, in the body of its loop.
    fn counted(&self, e: ExprId, around: Span) -> Option<Range> {
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
            let start = counts.then(|| self.signed_constant(self.start_value(init, decl)?))??;
            let limit = self.signed_constant(counter.limit.value)?;
            let beyond = i64::from(!counter.limit.inclusive);
            let signed = [counter.kind, counter.limit.compared].map(|k| self.types.is_signed(k));
            (signed == [true; 2] || start.min(limit) >= 0).then(|| match counter.down {
                true => Range { low: limit.saturating_add(beyond), high: start },
                false => Range { low: start, high: limit.saturating_sub(beyond) },
            })
        })
    }

    /// The same for a variable of the function that is set only to bounded values, in the text
    /// `around`: `best = k`.
    fn range_set(&self, e: ExprId, around: Span) -> Option<Range> {
        let &decl = self.unit.ident.get(&e)?;
        let kind = self.own_integer(decl)?;
        let values = self.writes().values_of(decl)?;
        let set = values.iter().try_fold(Range::of(0), |all, &(at, value)| {
            let here = around.start <= at && at < around.end;
            here.then(|| self.range(value, around, false))?.map(|r| all.with(r))
        })?;
        (self.types.is_signed(kind) || set.low >= 0).then_some(set)
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

    fn range_of_type(&self, e: ExprId) -> Option<Range> {
        match self.int_kind(e)? {
            IntKind::Bool => Range::up_to(1),
            IntKind::UChar => Range::up_to(255),
            IntKind::UShort => Range::up_to(65535),
            _ => None,
        }
    }
}

/// The numbers from `low` to `high`; no number at all if `high` is less.
#[derive(Clone, Copy)]
struct Range {
    low: i64,
    high: i64,
}

impl Range {
    fn of(n: i64) -> Range {
        Range { low: n, high: n }
    }

    fn up_to(high: u64) -> Option<Range> {
        i64::try_from(high).ok().map(|high| Range { low: 0, high })
    }

    fn with(self, other: Range) -> Range {
        Range { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    fn plus(self, other: Range) -> Option<Range> {
        let (low, high) = (self.low.checked_add(other.low)?, self.high.checked_add(other.high)?);
        Some(Range { low, high })
    }

    fn times(self, other: Range) -> Option<Range> {
        let corner = |a: i64, b: i64| a.checked_mul(b).map(Range::of);
        let of_low = corner(self.low, other.low)?.with(corner(self.low, other.high)?);
        let of_high = corner(self.high, other.low)?.with(corner(self.high, other.high)?);
        Some(of_low.with(of_high))
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
        assert_eq!(loop_of("int i = -1; i <= 1; i++", "i + 1"), Some(2));
        assert_eq!(loop_of("int i = -1; i <= 1; i++", "3 - 2 * i"), Some(5));
        assert_eq!(loop_of("int i = 4; i > -1; i--", "i"), Some(4));
        assert_eq!(loop_of("int i = 0; i < 4; i++", "k % 3 + 2 + i"), Some(7));
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
            ("int i = -1; i < 4u; i++", "i + 1"),
            ("int i = -1u; i < 4; i++", "i + 1"),
            ("unsigned i = -1; i < 4; i++", "i + 1"),
            ("int i = -1; i <= 1; i++", "(unsigned)i + 1"),
            ("int i = -1; i <= 1; i++", "i * i - 1"),
            ("int i = -1; i <= 1; i++", "k % 3 + i + 2"),
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
        assert_eq!(least("best = -1;"), None);
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
