// SPDX-License-Identifier: Apache-2.0
//! Elements of static objects that arithmetic shows to be the calling thread's: `x[MYTHREAD * B +
//! k]` with `k` below the block size `B`, `y[i]` of a cyclic array in `for (i = MYTHREAD; ...; i +=
//! THREADS)`, and the elements of thread 0 under `if (MYTHREAD == 0)`.

use rustc_hash::FxHashSet;
use upc_sema::layout::gcd;
use upc_source::Span;
use upc_syntax::ast::{BinaryOp, ExprId, ExprKind, StmtKind, UnaryOp};

use crate::ir::{Address, Form, Index, Ir, Node, Step};
use crate::visit::{children_mut, places_mut};
use crate::Facts;

/// Variables are followed to their values this far.
const MAX_DEPTH: u32 = 8;

/// The lvalues of such elements. `ir` is the tree that no pass has changed.
pub fn near_by_arithmetic(ir: &mut Ir, facts: &Facts) -> FxHashSet<ExprId> {
    let mut search = Search { facts, branches: Vec::new(), found: FxHashSet::default() };
    search.branches = search.branches_of_a_thread();
    search.visit(&mut ir.root);
    search.found
}

/// The values of an expression: `mine` * MYTHREAD, plus a number from `least` to `most`, plus any
/// multiple of `rows` * THREADS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Values {
    mine: i64,
    least: i64,
    most: i64,
    rows: u64,
}

impl Values {
    const MYTHREAD: Values = Values { mine: 1, ..Values::constant(0) };

    const fn constant(n: i64) -> Values {
        Values { mine: 0, least: n, most: n, rows: 0 }
    }

    const fn rows(rows: u64) -> Values {
        Values { rows, ..Values::constant(0) }
    }

    fn is_rows(&self) -> bool {
        self.rows > 0 && *self == Values::rows(self.rows)
    }

    fn as_constant(&self) -> Option<i64> {
        (*self == Values::constant(self.least)).then_some(self.least)
    }

    fn plus(self, other: Values) -> Option<Values> {
        Some(Values {
            mine: self.mine.checked_add(other.mine)?,
            least: self.least.checked_add(other.least)?,
            most: self.most.checked_add(other.most)?,
            rows: gcd(self.rows, other.rows),
        })
    }

    fn times(self, n: i64) -> Option<Values> {
        let (a, b) = (self.least.checked_mul(n)?, self.most.checked_mul(n)?);
        Some(Values {
            mine: self.mine.checked_mul(n)?,
            least: a.min(b),
            most: a.max(b),
            rows: self.rows.checked_mul(n.unsigned_abs())?,
        })
    }

    /// Whether they are positions in blocks of `block` elements of the thread number `thread`, for
    /// any thread if that is `None`.
    fn are_of(&self, thread: Option<i64>, block: u64) -> bool {
        let Ok(size) = i64::try_from(block) else { return false };
        let blocks = match thread {
            Some(n) => self.mine.checked_sub(size).and_then(|more| more.checked_mul(n)),
            None => (self.mine == size).then_some(0),
        };
        let in_block = |n: i64| blocks.and_then(|b| b.checked_add(n)).is_some_and(|n| n < size);
        size > 0
            && self.rows % block == 0
            && blocks.and_then(|b| b.checked_add(self.least)).is_some_and(|n| n >= 0)
            && in_block(self.most)
    }
}

struct Search<'x> {
    facts: &'x Facts<'x>,
    /// The branches that one thread executes, and its number.
    branches: Vec<(Span, i64)>,
    found: FxHashSet<ExprId>,
}

impl Search<'_> {
    fn visit(&mut self, n: &mut Node) {
        children_mut(n, &mut |c| self.visit(c));
        let mut found = Vec::new();
        places_mut(n, &mut |p| {
            found.extend(self.is_near(&p.address, p.expr).then_some(p.expr));
        });
        self.found.extend(found);
    }

    fn is_near(&self, a: &Address, e: ExprId) -> bool {
        match a {
            Address::Member { base, .. } | Address::Element { base, block: 0, .. } => {
                self.is_near(base, e)
            }
            Address::Object(_) => self.threads_at(e).any(|n| n == 0),
            Address::Element { base, index, block, .. } => {
                matches!(**base, Address::Object(_))
                    && self.sum(index).is_some_and(|values| {
                        values.are_of(None, *block)
                            || self.threads_at(e).any(|n| values.are_of(Some(n), *block))
                    })
            }
            _ => false,
        }
    }

    /// The number of the thread that executes `e`, if it is in a branch of one thread.
    fn threads_at(&self, e: ExprId) -> impl Iterator<Item = i64> + '_ {
        let at = self.facts.span(e);
        self.branches.iter().filter(move |(branch, _)| branch.contains(at)).map(|&(_, n)| n)
    }

    fn branches_of_a_thread(&self) -> Vec<(Span, i64)> {
        let ast = self.facts.ast;
        let mut found = Vec::new();
        for s in ast.stmts.iter() {
            let StmtKind::If { cond, then, otherwise } = s.kind else { continue };
            let span = |s| ast.stmts[s].span;
            found.extend(self.thread_if(cond, true).map(|n| (span(then), n)));
            found.extend(otherwise.and_then(|s| Some((span(s), self.thread_if(cond, false)?))));
        }
        found
    }

    /// The number that MYTHREAD has if `cond` is `truth`.
    fn thread_if(&self, cond: ExprId, truth: bool) -> Option<i64> {
        let is_mine = |e: ExprId| self.values(e, 0) == Some(Values::MYTHREAD);
        match self.facts.expr_node(cond).kind {
            ExprKind::Paren(x) => self.thread_if(x, truth),
            ExprKind::Unary { op: UnaryOp::Not, operand } => self.thread_if(operand, !truth),
            ExprKind::Binary { op: BinaryOp::LogAnd, left, right } if truth => {
                self.thread_if(left, truth).or_else(|| self.thread_if(right, truth))
            }
            ExprKind::Binary { op: op @ (BinaryOp::Eq | BinaryOp::Ne), left, right }
                if truth == (op == BinaryOp::Eq) =>
            {
                let number = |e: ExprId| self.values(e, 0)?.as_constant();
                match (is_mine(left), is_mine(right)) {
                    (true, _) => number(right),
                    (_, true) => number(left),
                    _ => None,
                }
            }
            _ => (!truth && is_mine(cond)).then_some(0),
        }
    }

    fn sum(&self, index: &Index) -> Option<Values> {
        let start = Values::constant(index.constant);
        index.steps.iter().try_fold(start, |sum, step| sum.plus(self.step(step)?))
    }

    fn step(&self, step: &Step) -> Option<Values> {
        let elems = i64::try_from(step.elems).ok()?;
        if step.threads {
            return Some(Values::rows(step.elems));
        }
        let value = match &step.value {
            Node::MyThread => Some(Values::MYTHREAD),
            Node::Source(s) => match s.form {
                Form::Expr(e) => self.values(e, 0),
                _ => None,
            },
            _ => None,
        };
        match (value, self.facts.rows_of(step.elems)) {
            (None, rows) => rows.map(Values::rows),
            (Some(value), _) => value.times(if step.negative { -elems } else { elems }),
        }
    }

    /// The values of `e`, of which the caller has followed `depth` variables.
    fn values(&self, e: ExprId, depth: u32) -> Option<Values> {
        let facts = self.facts;
        let of = |x: ExprId| self.values(x, depth);
        let found = match facts.expr_node(e).kind {
            _ if facts.signed_constant(e).is_some() => {
                facts.signed_constant(e).map(Values::constant)
            }
            ExprKind::MyThread => Some(Values::MYTHREAD),
            ExprKind::Threads => Some(Values::rows(1)),
            ExprKind::Paren(x) => of(x),
            ExprKind::Cast { operand, .. } if facts.is_linear(e) => of(operand),
            ExprKind::Unary { op: UnaryOp::Minus, operand } => of(operand)?.times(-1),
            ExprKind::Binary { op: BinaryOp::Add, left, right } => of(left)?.plus(of(right)?),
            ExprKind::Binary { op: BinaryOp::Sub, left, right } => {
                of(left)?.plus(of(right)?.times(-1)?)
            }
            ExprKind::Binary { op: BinaryOp::Mul, left, right } => product(of(left), of(right)),
            ExprKind::Ident(_) if depth < MAX_DEPTH => self.variable(e, depth + 1),
            _ => None,
        };
        let natural = || {
            let most = facts.most(e, facts.body_around(facts.span(e)), true)?;
            Some(Values { most: i64::try_from(most).ok()?, ..Values::constant(0) })
        };
        found.or_else(natural)
    }

    fn variable(&self, e: ExprId, depth: u32) -> Option<Values> {
        let facts = self.facts;
        let &decl = facts.unit.ident.get(&e)?;
        facts.own_integer(decl)?;
        let at = facts.span(e);
        let loops =
            facts.stmts_in(facts.body_around(at)).filter_map(|s| match s.kind {
                StmtKind::For { ref init, cond: Some(cond), step: Some(step), body }
                | StmtKind::UpcForall {
                    ref init, cond: Some(cond), step: Some(step), body, ..
                } if facts.ast.stmts[body].span.contains(at) => Some((init, cond, step, body)),
                _ => None,
            });
        for (init, cond, step, body) in loops {
            let Some((name, down, by)) = facts.increment_of(step) else { continue };
            if !facts.is_name_of(name, decl) {
                continue;
            }
            let (counter, kind) = facts.counting_variable(name, facts.ast.stmts[body].span)?;
            let start = self.values(facts.start_value(init, decl)?, depth)?;
            let by = by.map_or(Some(Values::constant(1)), |by| self.values(by, depth))?;
            if by.is_rows() {
                return start.plus(by);
            }
            let (limit, below) = facts.limit_of(cond, counter.decl, kind)?;
            let end = self.values(limit.value, depth)?;
            let alike = (start.mine, start.rows) == (end.mine, end.rows) && start.rows == 0;
            if !alike || down || !below || by.as_constant()? <= 0 {
                return None;
            }
            return Some(Values { most: end.most - i64::from(!limit.inclusive), ..start });
        }
        match facts.writes().values_of(decl)?.as_slice() {
            &[(_, value)] => self.values(value, depth),
            _ => None,
        }
    }
}

fn product(a: Option<Values>, b: Option<Values>) -> Option<Values> {
    let rows = |x: &Option<Values>| x.filter(Values::is_rows);
    match (a.and_then(|a| a.as_constant()), b.and_then(|b| b.as_constant())) {
        (Some(n), _) => b?.times(n),
        (_, Some(n)) => a?.times(n),
        _ => rows(&a).or_else(|| rows(&b)),
    }
}
