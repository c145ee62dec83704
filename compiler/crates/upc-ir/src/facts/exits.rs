// SPDX-License-Identifier: Apache-2.0
//! Loops that another thread may end early: `for (t = 0; t < TRIES; t++) if (flag) break;`. They
//! wait for some time, so they must see the change while it lasts.

use rustc_hash::FxHashSet;
use upc_sema::unit::DeclId;
use upc_source::Span;
use upc_syntax::ast::{ExprId, ExprKind, StmtId, StmtKind};

use super::jumps::Jump;
use super::waits::{controls, Found};
use super::writes::within;
use super::Facts;

impl Facts<'_> {
    /// Whether a jump out of the loop `s`, whose controlling expression is `cond`, may depend on
    /// shared memory that each iteration reads at the same place, `for (t = 0; t < TRIES; t++) if
    /// (flag) break;`, or on a call that may: the C compiler may read it once.
    pub(crate) fn leaves_by_what_stays(&self, s: StmtId, cond: Span) -> bool {
        let Some((step, body)) = self.step_and_body(s) else { return false };
        let guards = self.guards_of_exits(self.ast.stmts[s].span);
        let repeated: Vec<Span> = [Some(cond), Some(body), step].into_iter().flatten().collect();
        if guards.is_empty() {
            return false;
        }
        let steady = self.steady_reads(&repeated);
        if steady.places.is_empty() {
            return false;
        }
        let finds = |text| !within(&steady.places, |&p| p, text).is_empty();
        let mut found = Found::new(self, &finds);
        found.memory = steady.calls;
        found.follow(self.flows_in(self.ast.stmts[s].span, repeated.into_iter(), true));
        guards.into_iter().any(|guard| found.is_in(guard, true))
    }

    /// The controlling expressions of the branches around jumps out of the loop at `whole`, and
    /// around jumps that go on with another iteration before them.
    fn guards_of_exits(&self, whole: Span) -> Vec<Span> {
        use StmtKind::{Break, Continue};
        let leaves = |jump: &Jump| match jump.stmt.kind {
            Break => jump.target.is_some_and(|s| s.span == whole),
            Continue => false,
            _ => true,
        };
        let jumps = self.jumps_in(whole);
        if !jumps.iter().any(leaves) {
            return Vec::new();
        }
        let goes_on = |jump: &Jump| matches!(jump.stmt.kind, Continue);
        let decisive = jumps.iter().filter(|&jump| leaves(jump) || goes_on(jump));
        let places: Vec<u32> = decisive.map(|jump| jump.stmt.span.start).collect();
        let inside = self.stmts_in(whole).filter(|s| s.span != whole);
        let around = inside.filter(|s| !within(&places, |&p| p, s.span).is_empty());
        around.filter_map(|s| Some(self.span(controls(&s.kind)?))).collect()
    }

    /// The reads of shared memory in the `repeated` parts of a loop whose places the loop does not
    /// change.
    fn steady_reads(&self, repeated: &[Span]) -> Steady {
        let moving = self.moving_in(repeated);
        let writes = self.writes();
        let stays = |e: ExprId| !writes.mentioned_in(self.span(e)).any(|d| moving.contains(&d));
        let mut steady = Steady { places: Vec::new(), calls: false };
        for &part in repeated {
            let bases: FxHashSet<ExprId> =
                self.exprs().within(self, part).filter_map(|e| self.record_of(e)).collect();
            let is_whole = |e: ExprId| !self.is_array(e) && !bases.contains(&e);
            let reads = self.exprs().within(self, part);
            let reads = reads.filter(|&e| self.is_shared_lvalue(e) && is_whole(e) && stays(e));
            steady.places.extend(reads.map(|e| self.span(e).start));
            let calls = writes.calls_in(part).filter(|&c| {
                self.called_function(c).is_some_and(|f| self.may_access_shared(f)) && stays(c)
            });
            let before = steady.places.len();
            steady.places.extend(calls.map(|c| self.span(c).start));
            steady.calls |= steady.places.len() > before;
        }
        steady.places.sort_unstable();
        steady
    }

    /// The structure of the member `e`.
    fn record_of(&self, e: ExprId) -> Option<ExprId> {
        match self.expr_node(e).kind {
            ExprKind::Member { base, arrow: false, .. } | ExprKind::Paren(base) => Some(base),
            _ => None,
        }
    }

    /// The variables that differ from iteration to iteration of a loop with these `repeated` parts.
    fn moving_in(&self, repeated: &[Span]) -> FxHashSet<DeclId> {
        let writes = self.writes();
        let mut moving: FxHashSet<DeclId> =
            repeated.iter().flat_map(|&part| writes.named_in(part)).collect();
        for d in repeated.iter().flat_map(|&part| self.order().decls_in(part)) {
            let moves = |e: ExprId| {
                let value = self.span(e);
                writes.calls_in(value).next().is_some()
                    || writes.mentioned_in(value).any(|d| moving.contains(&d))
            };
            if writes.known_values(d).any(moves) {
                moving.insert(d);
            }
        }
        moving
    }
}

/// Reads of shared memory whose place is the same in each iteration.
struct Steady {
    /// Where they begin, ascending.
    places: Vec<u32>,
    /// Some are calls.
    calls: bool,
}
