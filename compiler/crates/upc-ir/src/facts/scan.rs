// SPDX-License-Identifier: Apache-2.0
//! Loops that scan data, and end by a counter at the latest: `while (j < n && text[i + j] ==
//! word[j]) j++`.

use upc_sema::unit::DeclId;
use upc_source::Span;
use upc_syntax::ast::{BinaryOp, ExprId, ExprKind, StmtId, StmtKind, UnaryOp};

use super::{Facts, Variable};

/// The clauses of a loop, and the expression that moves its counter.
pub(super) struct Clauses {
    pub cond: ExprId,
    pub body: StmtId,
    pub advance: ExprId,
}

impl Facts<'_> {
    /// The counter of the loop `s`, if each iteration moves it by a constant towards an invariant
    /// limit, to which an operand of `&&` in the condition compares it.
    pub(crate) fn scanning_counter(&self, s: StmtId) -> Option<Variable> {
        let operands = self.operands_of_and(self.clauses(s)?.cond);
        self.counter_towards(s, &operands, |limit, counter| {
            self.is_quiet(limit, counter.decl) && self.is_invariant(limit, counter)
        })
    }

    /// Whether the loop `s` only counts to a limit whose variables it does not change: to shared
    /// data perhaps, `j < row[i + 1]`. It ends whatever they are, and if they are read once.
    pub(crate) fn ends_by_counter(&self, s: StmtId) -> bool {
        let Some(clauses) = self.clauses(s) else { return false };
        let span = self.ast.stmts[s].span;
        let stays = |limit: ExprId, counter: &Variable| {
            let mut names = Vec::new();
            self.stays_but_for(limit, counter, span)
                && self.names_in(limit, &mut names)
                && !names.contains(&counter.decl)
        };
        self.counter_towards(s, &[clauses.cond], stays).is_some()
    }

    /// The variable that each iteration of the loop `s` moves by a constant, if nothing else in the
    /// loop changes it: an integer that does not wrap, or a pointer-to-shared.
    pub(crate) fn advanced_variable(&self, s: StmtId) -> Option<Variable> {
        let Clauses { cond, body, advance } = self.clauses(s)?;
        let mut parts = Vec::new();
        self.parts_of_comma(advance, &mut parts);
        parts.iter().find_map(|&part| {
            let variable = self.moved_by_constant(part, self.ast.stmts[body].span)?;
            let writes =
                |&e: &ExprId| e != part && self.writes().is_written_in(variable.decl, self.span(e));
            let alone = self.is_changed_by(part, &variable, self.span(cond));
            (alone && !parts.iter().any(writes)).then_some(variable)
        })
    }

    fn moved_by_constant(&self, advance: ExprId, body: Span) -> Option<Variable> {
        let (name, _, by) = self.increment_of(advance)?;
        let decl = *self.unit.ident.get(&self.bare(name))?;
        let moves = by.map_or(Some(1), |n| self.natural_constant(n)).is_some_and(|n| n > 0);
        let ends = self.own_integer(decl).is_some_and(|kind| self.types.is_signed(kind))
            || self.is_own_variable(decl) && self.repr(name).is_some();
        (moves && ends).then_some(Variable { decl, body })
    }

    /// Whether `lvalue` is at the pointer `decl`, or at a constant distance: `*p`, `p->m`, `p[2]`.
    pub(crate) fn is_at_pointer(&self, lvalue: ExprId, decl: DeclId) -> bool {
        match self.expr_node(self.record(lvalue)).kind {
            ExprKind::Member { base, arrow: true, .. }
            | ExprKind::Unary { op: UnaryOp::Deref, operand: base } => self.is_name_of(base, decl),
            ExprKind::Index { base, index } => {
                let inside = || self.is_array(base) && self.is_at_pointer(base, decl);
                self.natural_constant(index).is_some() && (self.is_name_of(base, decl) || inside())
            }
            _ => false,
        }
    }

    /// The counter of the loop `s`, if each iteration moves it by a constant towards a limit that
    /// one of the `operands` of the condition compares it with, and that is `fit`.
    pub(super) fn counter_towards(
        &self,
        s: StmtId,
        operands: &[ExprId],
        fit: impl Fn(ExprId, &Variable) -> bool,
    ) -> Option<Variable> {
        let Clauses { cond, body, advance } = self.clauses(s)?;
        let (name, down, by) = self.increment_of(advance)?;
        let decl = *self.unit.ident.get(&self.bare(name))?;
        let kind = self.own_integer(decl)?;
        let by = by.map_or(Some(1), |n| self.natural_constant(n)).filter(|&n| n > 0)?;
        let variable = Variable { decl, body: self.ast.stmts[body].span };
        let wraps = !self.types.is_signed(kind) && by > 1;
        let limits = |&e: &ExprId| {
            self.compared_with(e, decl, kind).is_some_and(|(limit, below)| {
                let reaches_all = limit.inclusive && !self.types.is_signed(kind);
                below != down && !reaches_all && fit(limit.value, &variable)
            })
        };
        let alone = self.is_changed_by(advance, &variable, self.span(cond));
        (!wraps && alone && operands.iter().any(limits)).then_some(variable)
    }

    /// Whether the loop `s` ends by a counter at the latest, and earlier only by what it finds in
    /// data: the other operands of `&&` compare elements that differ in each iteration, and
    /// variables that the loop does not change. So it does not wait for another thread.
    pub(super) fn only_scans(&self, s: StmtId) -> bool {
        let span = self.ast.stmts[s].span;
        let (Some(clauses), Some(counter)) = (self.clauses(s), self.scanning_counter(s)) else {
            return false;
        };
        let names_alone = |lvalue| self.object_of(lvalue).is_some();
        let only_private = || self.writes().calls_in(span).all(|c| self.is_private_call(c));
        !self.writes().is_unknown_in(span)
            && (only_private() || self.names_what_stays(clauses.cond))
            && self.writes().stores_in(span).all(names_alone)
            && self
                .operands_of_and(clauses.cond)
                .into_iter()
                .all(|e| self.is_found(e, &counter, span))
    }

    /// Whether `e` names only variables that no function that is called changes, and arrays.
    fn names_what_stays(&self, e: ExprId) -> bool {
        let mut names = Vec::new();
        let own = |d: DeclId| self.is_own_variable(d) && !self.writes().is_addressed(d);
        self.names_in(e, &mut names) && names.into_iter().all(|d| own(d) || self.is_array_object(d))
    }

    /// Whether `e` compares constants, variables that stay the same in `span`, and ordinary or
    /// relaxed elements that move with the counter.
    fn is_found(&self, e: ExprId, counter: &Variable, span: Span) -> bool {
        use UnaryOp::{BitNot, Minus, Not, Plus};
        let of = |x: ExprId| self.is_found(x, counter, span);
        match self.expr_node(e).kind {
            ExprKind::Number | ExprKind::Char | ExprKind::Threads | ExprKind::MyThread => true,
            ExprKind::Paren(x)
            | ExprKind::Cast { operand: x, .. }
            | ExprKind::Unary { op: BitNot | Minus | Not | Plus, operand: x } => of(x),
            ExprKind::Binary { left, right, .. } => of(left) && of(right),
            ExprKind::Index { .. } | ExprKind::Member { .. } => {
                self.stays_but_for(e, counter, span)
                    && self.is_another_each_time(e, counter)
                    && self.reads_plainly_if_kept(e)
            }
            ExprKind::Ident(_) => self.stays_but_for(e, counter, span) && !self.is_shared_lvalue(e),
            _ => false,
        }
    }

    /// Whether the element `e`, shared or private, differs in each iteration.
    fn is_another_each_time(&self, e: ExprId, counter: &Variable) -> bool {
        match self.expr_node(self.record(e)).kind {
            ExprKind::Index { base, index } if !self.is_shared_lvalue(e) => {
                self.coefficient(index, counter, true).is_some_and(|n| n != 0)
                    || self.is_array(base) && self.is_another_each_time(base, counter)
            }
            _ => self.moves_with(e, counter),
        }
    }

    /// Whether `e` only reads, and `span` changes none of its variables but the counter.
    fn stays_but_for(&self, e: ExprId, counter: &Variable, span: Span) -> bool {
        let mut names = Vec::new();
        let writes = self.writes();
        let changed = |d: DeclId| d != counter.decl && writes.is_written_in(d, span);
        self.names_in(e, &mut names)
            && !names.into_iter().any(changed)
            && !self.ty(e).map_or(true, |t| self.types.object_quals(t).volatile)
    }

    /// The greatest value of the variable `e` after the condition of its loop, in the text
    /// `around`, has found it below a constant; it starts at a non-negative constant.
    pub(crate) fn most_scanned(&self, e: ExprId, around: Span) -> Option<u64> {
        let &decl = self.unit.ident.get(&e)?;
        let at = self.span(e);
        self.order().stmt_ids_in(self.ast, around).find_map(|s| {
            let Clauses { cond, advance, .. } = self.clauses(s)?;
            // Other loops are not examined: `e` may be in the limit of their counters.
            let (name, ..) = self.increment_of(advance)?;
            let counts = self.ast.stmts[s].span.contains(at) && self.is_name_of(name, decl);
            let counted = counts.then(|| self.scanning_counter(s))??;
            let moved = self.span(advance);
            let before = at.start < moved.start || !counted.body.contains(moved);
            let fits = before && self.starts_natural(decl, moved);
            fits.then_some(())?;
            let kind = self.own_integer(decl)?;
            self.operands_of_and(cond).into_iter().find_map(|x| {
                let (limit, below) = self.limit_of(x, decl, kind)?;
                let tested = below && self.span(x).end <= at.start;
                let last = self.natural_constant(limit.value).filter(|_| tested)?;
                if limit.inclusive {
                    Some(last)
                } else {
                    last.checked_sub(1)
                }
            })
        })
    }

    /// Whether all assignments except `advance` set the variable to non-negative constants.
    fn starts_natural(&self, decl: DeclId, advance: Span) -> bool {
        let natural = |e: ExprId| self.natural_constant(e).is_some();
        self.writes().are_values_but_in(decl, advance, &natural)
    }

    /// Whether the element `lvalue` differs in each iteration of a loop with this counter.
    pub(crate) fn moves_with(&self, lvalue: ExprId, counter: &Variable) -> bool {
        self.pointer_and_index(self.record(lvalue)).is_some_and(|(_, index)| {
            self.coefficient(index, counter, true).is_some_and(|n| n != 0)
        })
    }

    /// `while` loops whose last statement moves the counter, and `for` loops.
    pub(super) fn clauses(&self, s: StmtId) -> Option<Clauses> {
        match self.ast.stmts[s].kind {
            StmtKind::For { cond: Some(cond), step: Some(advance), body, .. } => {
                Some(Clauses { cond, body, advance })
            }
            StmtKind::While { cond, body } => {
                let skips = |k: &StmtKind| matches!(k, StmtKind::Continue);
                let last = match &self.ast.stmts[body].kind {
                    StmtKind::Compound(all) => *all.last()?,
                    _ => body,
                };
                let StmtKind::Expr(advance) = self.ast.stmts[last].kind else { return None };
                let whole = self.ast.stmts[body].span;
                let always = !self.stmts_in(whole).any(|s| skips(&s.kind));
                always.then_some(Clauses { cond, body, advance })
            }
            _ => None,
        }
    }

    /// Whether nothing but `advance` changes the counter in the loop.
    pub(super) fn is_changed_by(&self, advance: ExprId, c: &Variable, cond: Span) -> bool {
        let (at, writes) = (self.span(advance), self.writes());
        let inside = c.body.contains(at);
        let before = Span::new(c.body.start, if inside { at.start } else { c.body.end });
        let behind = Span::new(if inside { at.end } else { c.body.end }, c.body.end);
        !writes.is_addressed(c.decl)
            && self.is_entered_at_its_head(c.body)
            && [cond, before, behind].into_iter().all(|s| !writes.is_written_in(c.decl, s))
    }

    pub(super) fn operands_of_and(&self, e: ExprId) -> Vec<ExprId> {
        match self.expr_node(e).kind {
            ExprKind::Paren(x) => self.operands_of_and(x),
            ExprKind::Binary { op: BinaryOp::LogAnd, left, right } => {
                let mut all = self.operands_of_and(left);
                all.extend(self.operands_of_and(right));
                all
            }
            _ => vec![e],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::testing::with_body;

    /// Whether the last loop of the body scans, and `x[..]` in it moves.
    fn of(body: &str) -> (bool, bool) {
        with_body(body, |facts, _, _| {
            let loops =
                facts.ast.stmts.iter_enumerated().filter(|(_, s)| {
                    matches!(s.kind, StmtKind::For { .. } | StmtKind::While { .. })
                });
            let counter = loops.last().and_then(|(s, _)| facts.scanning_counter(s));
            let element = facts.ast.exprs.iter_enumerated().find_map(|(e, x)| match x.kind {
                ExprKind::Index { base, .. } if facts.span(base).slice(facts.text) == "x" => {
                    Some(e)
                }
                _ => None,
            });
            let moves = element.zip(counter.as_ref()).is_some_and(|(e, c)| facts.moves_with(e, c));
            (counter.is_some(), moves)
        })
    }

    #[test]
    fn loops_that_end_by_a_counter_scan() {
        for body in [
            "int j = 0; while (j < 9 && x[k + j] > 0) j++;",
            "int j = 0; while (x[j] > 0 && (j < 9 && d > 0)) { d++; j += 2; }",
            "int j; for (j = 9; j > 0 && x[j] > 0; j--) ;",
            "long j = 9; while (j >= 0 && x[2 * j] > 0) --j;",
        ] {
            assert_eq!(of(body), (true, true), "{body}");
        }
        assert_eq!(of("int j = 0; while (j < 9 && x[k] > 0) j++;"), (true, false));
    }

    #[test]
    fn others_do_not() {
        for body in [
            "int j = 0; while (x[j] > 0) j++;",
            "int j = 0; while (j < 9 || x[j] > 0) j++;",
            "int j = 0; while (j < 9 && x[j] > 0) if (d > 0) j++;",
            "int j = 0; while (j < 9 && x[j] > 0) { if (d > 0) continue; j++; }",
            "int j = 0; while (j < 9 && x[j] > 0) { j = 0; j++; }",
            "int j = 0; while (j < 9 && x[j--] > 0) j++;",
            "int j = 0; while (j > 0 && x[j] > 0) j++;",
            "int j = 0, *p = &j; while (j < 9 && x[j] > 0) { *p = 0; j++; }",
            "int j = 0, n = 9; while (j < n && x[j] > 0) { n++; j++; }",
            "unsigned j = 0; while (j <= 9u && x[j] > 0) j++;",
            "int j = 0; while (j < k && x[j] > 0) { f(j); j++; }",
        ] {
            assert_eq!(of(body), (false, false), "{body}");
        }
    }
}
