// SPDX-License-Identifier: Apache-2.0
//! Loops and functions that follow links, such as those of a list or a tree, `while (parent[v] !=
//! v) v = parent[v]`, `for (p = first; p; p = p->next)`, `void visit(p) { .. visit(p->left); .. }`.
//! They end where the links do. A cycle of links keeps them until another thread changes it; the
//! runtime bounds what such a loop keeps (`doubt_counted` in runtime/src/core/poll.c).

use upc_sema::unit::DeclId;
use upc_source::Span;
use upc_syntax::ast::{
    BinaryOp, DeclChunk, DeclarationKind, ExprId, ExprKind, External, StmtId, UnaryOp,
};

use super::scan::Clauses;
use super::{Facts, Variable};

impl Facts<'_> {
    /// Whether each iteration of the loop `s` ends with `v = E`, where E is an element that `v`
    /// leads to, nothing else changes `v`, and the loop ends by what it finds there: it compares
    /// `v`, elements that `v` leads to, and variables that it does not change. One of the operands
    /// of `&&` tells by `v` and E alone: a loop that ends by other members only may go round a ring
    /// until one changes. None asks whether two values are equal, as a loop does that waits for a
    /// link to change.
    pub(crate) fn follows_links(&self, s: StmtId) -> bool {
        let Some(Clauses { cond, body, advance }) = self.clauses(s) else { return false };
        let ExprKind::Assign { op: None, left, right } = self.expr_node(self.bare(advance)).kind
        else {
            return false;
        };
        let Some(&link) = self.unit.ident.get(&self.bare(left)) else { return false };
        let (around, body) = (self.ast.stmts[s].span, self.ast.stmts[body].span);
        let next = self.bare(right);
        let led = |e: ExprId| self.is_led_to(e, link);
        let is_next = |e: ExprId| led(e) && self.text_of(e) == self.text_of(next);
        let operands = self.operands_of_and(cond);
        self.is_own_variable(link)
            && led(next)
            && self.is_changed_by(advance, &Variable { decl: link, body }, self.span(cond))
            && operands.iter().all(|&e| self.asks_no_equality(e))
            && operands.iter().all(|&e| self.is_found_by(e, link, around, &led))
            && operands.iter().any(|&e| {
                let tells = !self.writes().mentions_in(link, self.span(e)).is_empty();
                tells && self.is_found_by(e, link, around, &is_next)
            })
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

    fn asks_no_equality(&self, e: ExprId) -> bool {
        let e = self.bare(e);
        !matches!(
            self.expr_node(e).kind,
            ExprKind::Unary { op: UnaryOp::Not, .. } | ExprKind::Binary { op: BinaryOp::Eq, .. }
        )
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
            parameter.is_some_and(|p| self.is_own_variable(p) && self.goes_on_to(arg, p))
        };
        args.iter().zip(self.parameters_of(function)).any(links)
    }

    /// Whether `e` is an element that `link` leads to, `q < x ? p->low : p->high` too.
    fn goes_on_to(&self, e: ExprId, link: DeclId) -> bool {
        match self.expr_node(self.bare(e)).kind {
            ExprKind::Conditional { then, otherwise, .. } => {
                then.is_some_and(|x| self.goes_on_to(x, link)) && self.goes_on_to(otherwise, link)
            }
            _ => self.is_led_to(e, link),
        }
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
