// SPDX-License-Identifier: Apache-2.0
//! Loops and functions that follow links, such as those of a list or a tree, `while (parent[v] !=
//! v) v = parent[v]`, `for (p = first; p; p = p->next)`, `void visit(p) { .. visit(p->left); .. }`.
//! They end where the links do. A cycle of links keeps them until another thread changes it; the
//! runtime bounds what such a loop keeps (`doubt_counted` in runtime/src/core/poll.c).
//!
//! A loop that goes along links counts its polls itself, without a compiler barrier. It still sees
//! each change, whatever ends it: each `UPCR_POLL_BUDGET` iterations (runtime/src/core/poll.h) call
//! `upcr_poll_slow`, which the C compiler cannot look into. So the C compiler keeps a value of
//! shared memory for so many iterations at most, and a thread that goes round a cycle of links
//! yields as often as in other loops. A loop of fewer iterations hands its count on to the next.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;
use upc_sema::unit::DeclId;
use upc_source::Span;
use upc_syntax::ast::{
    BinaryOp, DeclChunk, DeclarationKind, ExprId, ExprKind, External, Stmt, StmtId, StmtKind,
    UnaryOp,
};

use super::Facts;

/// A variable that each iteration of a loop sets to what it leads to.
struct Links {
    link: DeclId,
    /// The elements that it is set to, one in each iteration.
    nexts: Vec<ExprId>,
}

/// Variables with the values that they are set to.
type Moves = FxHashMap<DeclId, Vec<ExprId>>;

impl Facts<'_> {
    /// Whether each iteration of the loop `s` sets `v = E`, where E is one of the elements that `v`
    /// leads to, nothing else changes `v`, and the loop ends by what it finds there: it compares
    /// `v`, elements that `v` leads to, and variables that it does not change. One of the operands
    /// of `&&` tells by `v` and E alone: a loop that ends by other members only may go round a ring
    /// until one changes. None asks whether two values are equal, as a loop does that waits for a
    /// link to change.
    pub(super) fn follows_links(&self, s: StmtId) -> bool {
        let Some(cond) = self.condition_without_equality(s) else { return false };
        self.links_of(s, false).iter().any(|links| self.ends_where_they_do(s, cond, links))
    }

    fn ends_where_they_do(&self, s: StmtId, cond: ExprId, Links { link, nexts }: &Links) -> bool {
        let (link, around) = (*link, self.ast.stmts[s].span);
        let led = |e: ExprId| self.is_led_to(e, link);
        let is_next =
            |e: ExprId| led(e) && nexts.iter().any(|&n| self.text_of(e) == self.text_of(n));
        let operands = self.operands_of_and(cond);
        operands.iter().all(|&e| self.is_found_by(e, link, around, &led))
            && operands.iter().any(|&e| {
                let tells = !self.writes().mentions_in(link, self.span(e)).is_empty();
                tells && self.is_found_by(e, link, around, &is_next)
            })
    }

    /// Whether each iteration of the loop `s` moves along links, also by copies, `next = p->next;
    /// .. p = next;`. The loop may end by anything but an equality.
    pub(crate) fn goes_along_links(&self, s: StmtId) -> bool {
        let endless = matches!(self.ast.stmts[s].kind, StmtKind::For { cond: None, .. });
        (endless || self.condition_without_equality(s).is_some())
            && !self.links_of(s, true).is_empty()
    }

    /// The condition of the loop `s`, if none of the operands of `&&` in it is an equality.
    fn condition_without_equality(&self, s: StmtId) -> Option<ExprId> {
        use StmtKind::{DoWhile, For, While};
        let (While { cond, .. } | DoWhile { cond, .. } | For { cond: Some(cond), .. }) =
            self.ast.stmts[s].kind
        else {
            return None;
        };
        let asks = |&e: &ExprId| {
            matches!(
                self.expr_node(self.bare(e)).kind,
                ExprKind::Unary { op: UnaryOp::Not, .. }
                    | ExprKind::Binary { op: BinaryOp::Eq, .. }
            )
        };
        (!self.operands_of_and(cond).iter().any(asks)).then_some(cond)
    }

    /// The variables that go along links in the loop `s`. `copies`: variables that the body sets
    /// once to such an element count as it.
    fn links_of(&self, s: StmtId, copies: bool) -> Vec<Links> {
        let (cond, step, body) = match self.ast.stmts[s].kind {
            StmtKind::While { cond, body } | StmtKind::DoWhile { body, cond } => {
                (Some(cond), None, body)
            }
            StmtKind::For { cond, step, body, .. } => (cond, step, body),
            _ => return Vec::new(),
        };
        let text = self.ast.stmts[body].span;
        let Some(moves) = self.moves_of_iteration(step, body) else { return Vec::new() };
        let clauses = [cond, step].into_iter().flatten().map(|e| self.span(e));
        let repeated: Vec<Span> = clauses.chain([text]).collect();
        let all = moves.into_iter().filter_map(|(link, values)| {
            let writes: usize = repeated.iter().map(|&p| self.writes().writes_in(link, p)).sum();
            let alone = writes == values.len()
                && self.is_own_variable(link)
                && !self.writes().is_addressed(link)
                && !text.contains(self.unit.decls[link].span);
            let mut nexts = Vec::new();
            let copied_in = copies.then_some(text);
            let goes_on =
                |&e: &ExprId| self.goes_on_to(e, link, copied_in, &mut |next| nexts.push(next));
            (alone && values.iter().all(goes_on)).then_some(Links { link, nexts })
        });
        all.collect()
    }

    /// What each iteration sets; `None`: each one leaves the loop, or the body has other entries.
    fn moves_of_iteration(&self, step: Option<ExprId>, body: StmtId) -> Option<Moves> {
        let text = self.ast.stmts[body].span;
        let skips = |s: &Stmt| matches!(s.kind, StmtKind::Continue);
        let mut moves = match self.stmts_in(text).any(skips) {
            true => Moves::default(),
            false => self.moves_of(body)?,
        };
        step.into_iter().for_each(|step| self.moves_of_expression(step, &mut moves));
        self.is_entered_at_its_head(text).then_some(moves)
    }

    /// What all ways through `s` set; `None`: each way leaves the loop.
    fn moves_of(&self, s: StmtId) -> Option<Moves> {
        let mut moves = Moves::default();
        match &self.ast.stmts[s].kind {
            StmtKind::Compound(list) => {
                for &s in list {
                    add(&mut moves, self.moves_of(s)?);
                }
            }
            StmtKind::If { then, otherwise, .. } => {
                let otherwise = otherwise.map_or(Some(Moves::default()), |s| self.moves_of(s));
                return match (self.moves_of(*then), otherwise) {
                    (Some(then), Some(otherwise)) => Some(set_by_both(then, otherwise)),
                    (then, otherwise) => then.or(otherwise),
                };
            }
            StmtKind::Expr(e) => self.moves_of_expression(*e, &mut moves),
            StmtKind::Break | StmtKind::Return(_) => return None,
            _ => {}
        }
        Some(moves)
    }

    /// Adds what `e` sets: `p = p->next, n = 0` sets two variables.
    fn moves_of_expression(&self, e: ExprId, moves: &mut Moves) {
        let mut parts = Vec::new();
        self.parts_of_comma(e, &mut parts);
        for part in parts {
            if let ExprKind::Assign { op: None, left, right } = self.expr_node(part).kind {
                let name = self.unit.ident.get(&self.bare(left));
                name.into_iter().for_each(|&d| moves.entry(d).or_default().push(right));
            }
        }
    }

    fn text_of(&self, e: ExprId) -> &str {
        self.span(e).slice(self.text)
    }

    /// Whether `e` is an ordinary or relaxed element that the variable `link` leads to.
    fn is_led_to(&self, e: ExprId, link: DeclId) -> bool {
        use ExprKind::{Cast, Index, Member, Paren, Unary};
        let mut names = Vec::new();
        match self.expr_node(e).kind {
            Paren(x) | Cast { operand: x, .. } => self.is_led_to(x, link),
            Index { .. } | Member { .. } | Unary { op: UnaryOp::Deref, .. } => {
                self.names_in(e, &mut names)
                    && names.contains(&link)
                    && self.reads_plainly_if_kept(e)
            }
            _ => false,
        }
    }

    /// Whether `e` compares constants, `link`, variables that `span` does not change, and these
    /// `elements`.
    fn is_found_by(
        &self,
        e: ExprId,
        link: DeclId,
        span: Span,
        elements: &dyn Fn(ExprId) -> bool,
    ) -> bool {
        use UnaryOp::{BitNot, Minus, Plus};
        let of = |x: ExprId| self.is_found_by(x, link, span, elements);
        match self.expr_node(e).kind {
            ExprKind::Number
            | ExprKind::Char
            | ExprKind::Nullptr
            | ExprKind::Threads
            | ExprKind::MyThread => true,
            ExprKind::Paren(x)
            | ExprKind::Cast { operand: x, .. }
            | ExprKind::Unary { op: BitNot | Minus | Plus, operand: x } => of(x),
            ExprKind::Binary { left, right, .. } => of(left) && of(right),
            ExprKind::Ident(_) => self.unit.ident.get(&e).is_some_and(|&d| {
                let steady = || {
                    self.is_own_variable(d)
                        && !self.writes().is_addressed(d)
                        && !self.writes().is_written_in(d, span)
                };
                d == link || self.is_constant_name(d) || steady()
            }),
            _ => elements(e),
        }
    }

    /// Whether `call`, in the body of the function that it calls, passes an element that one of its
    /// parameters leads to for that parameter.
    pub(super) fn descends(&self, call: ExprId, function: DeclId) -> bool {
        let ExprKind::Call { ref args, .. } = self.expr_node(call).kind else { return false };
        let links = |(&arg, parameter): (&ExprId, Option<DeclId>)| {
            parameter.is_some_and(|p| {
                self.is_own_variable(p) && self.goes_on_to(arg, p, None, &mut |_| {})
            })
        };
        args.iter().zip(self.parameters_of(function)).any(links)
    }

    /// Whether `e` is an element that `link` leads to, `q < x ? p->low : p->high` too, or a
    /// variable that the text `copied_in` sets to such a value only. `found` is told the elements.
    fn goes_on_to(
        &self,
        e: ExprId,
        link: DeclId,
        copied_in: Option<Span>,
        found: &mut dyn FnMut(ExprId),
    ) -> bool {
        let e = self.bare(e);
        match self.expr_node(e).kind {
            ExprKind::Conditional { then, otherwise, .. } => {
                then.is_some_and(|x| self.goes_on_to(x, link, copied_in, found))
                    && self.goes_on_to(otherwise, link, copied_in, found)
            }
            ExprKind::Ident(_) => {
                let value = copied_in.and_then(|span| self.copied(e, span));
                value.is_some_and(|x| self.goes_on_to(x, link, None, found))
            }
            _ => {
                found(e);
                self.is_led_to(e, link)
            }
        }
    }

    /// The only value that `span` gives the variable `e`.
    fn copied(&self, e: ExprId, span: Span) -> Option<ExprId> {
        let d = *self.unit.ident.get(&e)?;
        let own = self.is_own_variable(d) && !self.writes().is_addressed(d);
        self.writes().only_value_in(d, span).filter(|_| own)
    }

    /// The parameters of a function of the unit, `None` for one without a name.
    fn parameters_of(&self, function: DeclId) -> Vec<Option<DeclId>> {
        let all = self.externals.iter().find_map(|(external, _)| match external {
            External::Function(f) => {
                let name = f.declarator.name?.1;
                (self.unit.decl_at.get(&name) == Some(&function)).then_some(&f.declarator)
            }
            _ => None,
        });
        let params = all.and_then(|d| {
            d.chunks.iter().find_map(|c| match c {
                DeclChunk::Function { params, .. } => Some(params),
                _ => None,
            })
        });
        let decl = |&d| match &self.ast.declarations[d].kind {
            DeclarationKind::Plain { declarators, .. } => {
                let name = declarators.first()?.declarator.name?.1;
                self.unit.decl_at.get(&name).copied()
            }
            _ => None,
        };
        params.map(|p| p.iter().map(decl).collect()).unwrap_or_default()
    }
}

/// Adds values to those that variables have already.
fn add(moves: &mut Moves, more: Moves) {
    for (d, values) in more {
        moves.entry(d).or_default().extend(values);
    }
}

/// What `one` and `other` both set, with the values of both.
fn set_by_both(one: Moves, mut other: Moves) -> Moves {
    other.retain(|d, _| one.contains_key(d));
    for (d, values) in one {
        if let Entry::Occupied(mut both) = other.entry(d) {
            both.get_mut().extend(values);
        }
    }
    other
}
