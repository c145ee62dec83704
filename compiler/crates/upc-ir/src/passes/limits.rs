// SPDX-License-Identifier: Apache-2.0
//! The limit of a loop that counts, `j < row[i + 1]` or `i < g->n`, is read once, into a variable.
//! The other passes then see that it stays the same. `while` loops with such limits become `for`
//! loops. A condition `j + 1 < n` becomes `j < (long)n - 1`, so that the limit is one of the
//! counter.
//!
//! Precondition. The loop counts towards the limit and ends by it at the latest, and its inner
//! loops end too, so it does not wait for another thread. It does not order accesses (strict
//! accesses, synchronisations, calls that may do that), and no store in it may change what the
//! limit reads: relaxed reads of it may then be kept (UPC 5.1.2.3). The condition is evaluated at
//! least once, so the read is one that the program makes. No directive stands before the loop.
//!
//! A sum with the counter: all is of type int, so that neither the sum nor the difference wraps.
//! The loop counts up, accesses shared memory and does not change the limit. With one thread the C
//! compiler does better with the sum.

use upc_sema::types::IntKind;
use upc_source::Span;
use upc_syntax::ast::{
    BinaryOp, DeclarationId, DeclarationKind, ExprId, ExprKind, ForInit, StmtId, StmtKind,
};

use super::new_text::{new_name, on_one_line, Edit};
use super::{converging, Context};
use crate::facts::KeptLimit;
use crate::ir::Ir;
use crate::remarks::{quoted, Kind, Remark};
use crate::Facts;

/// The flag of the pass.
pub(crate) const FLAG: &str = "limits";

/// The changes of the unit's text, and the remarks on it.
pub(crate) fn edits(facts: &Facts, edits: &mut Vec<Edit>) -> Vec<Remark> {
    let mut remarks = Vec::new();
    for (s, stmt) in facts.ast.stmts.iter_enumerated() {
        use StmtKind::{For, UpcForall, While};
        if !matches!(stmt.kind, For { .. } | UpcForall { .. } | While { .. }) {
            continue;
        }
        if facts.follows_pragma(stmt.span) {
            continue;
        }
        let Some(limit) = facts.kept_limit(s) else {
            let number = remarks.len() as u32 + 1;
            if let Some((found, text)) =
                without_sum(facts, s).or_else(|| without_second(facts, s, number))
            {
                edits.extend(found);
                remarks.push(Remark {
                    span: stmt.span,
                    pass: FLAG,
                    kind: Kind::Done,
                    text,
                    note: None,
                });
            }
            continue;
        };
        let name = new_name(facts.text, "limit", remarks.len() as u32 + 1);
        let Some(found) = restated(facts, s, &limit, &name) else { continue };
        edits.extend(found);
        remarks.push(Remark {
            span: stmt.span,
            pass: FLAG,
            kind: Kind::Done,
            text: format!("the limit {} is read once", quoted(facts, [limit.value])),
            note: None,
        });
    }
    remarks
}

/// The changes after which the loop `s` compares its counter, and not a sum with it; the remark.
fn without_sum(facts: &Facts, s: StmtId) -> Option<(Vec<Edit>, String)> {
    let (StmtKind::For { cond: Some(cond), step: Some(step), body, .. }
    | StmtKind::UpcForall { cond: Some(cond), step: Some(step), body, .. }) =
        facts.stmt_node(s).kind
    else {
        return None;
    };
    let ExprKind::Binary { op: BinaryOp::Lt | BinaryOp::Le, left, right } =
        facts.expr_node(facts.bare(cond)).kind
    else {
        return None;
    };
    let ExprKind::Binary { op: BinaryOp::Add, left: counter, right: added } =
        facts.expr_node(facts.bare(left)).kind
    else {
        return None;
    };
    let added = facts.natural_constant(added)?;
    let (variable, _) = facts.counting_variable(counter, facts.stmt_node(body).span)?;
    let (moved, down, _) = facts.increment_of(step)?;
    let is_int = |e| facts.int_kind(e) == Some(IntKind::Int);
    let fits = facts.types.threads != Some(1)
        && !down
        && facts.is_name_of(moved, variable.decl)
        && is_int(counter)
        && is_int(left)
        && is_int(right)
        && facts.is_invariant(right, &variable)
        && !facts.shared_lvalues_in(facts.stmt_node(s).span).is_empty();
    let (sum, limit) = (facts.span(left), facts.span(right));
    fits.then(|| {
        let name = facts.span(counter).slice(facts.text);
        let of = quoted(facts, [counter]);
        let text = format!("{} counts as a limit of {of}", quoted(facts, [cond]));
        let changes = vec![
            Edit::replace(sum, name),
            Edit::insert(limit.start, "((long)("),
            Edit::insert(limit.end, format!(") - {added})")),
        ];
        (changes, text)
    })
}

/// The changes after which the loop `s` counts with one of its two counters (`converging.rs`); the
/// remark.
fn without_second(facts: &Facts, s: StmtId, number: u32) -> Option<(Vec<Edit>, String)> {
    let (edits, second) = converging::edits(facts, s, number)?;
    let text = format!("{} is found by the loop's other counter", quoted(facts, [second]));
    Some((edits, text))
}

/// Nothing is left to do for the tree.
pub(crate) fn run(_: &mut Ir, _: &Context) {}

/// The changes after which the loop `s` reads its limit into the variable `name`; `None`: the
/// variable has no place.
fn restated(facts: &Facts, s: StmtId, limit: &KeptLimit, name: &str) -> Option<Vec<Edit>> {
    let stmt = facts.stmt_node(s);
    let value = facts.span(limit.value);
    let new = Restated {
        facts,
        limit,
        whole: stmt.span,
        read: format!("{name} = ({})", on_one_line(value, facts.text)),
        declared: format!("{{ {} {name}; ", c_type(limit.kind)?),
        used: Edit::replace(value, name),
        end: Edit::insert(stmt.span.end, " }"),
    };
    match &stmt.kind {
        StmtKind::While { cond, body } => new.into_for(*cond, *body),
        StmtKind::For { init, cond, .. } | StmtKind::UpcForall { init, cond, .. } => match init {
            ForInit::Declaration(d) => new.with_declaration(*d),
            ForInit::Expr(e) => new.with_expression(*e),
            ForInit::None => new.without_clause((*cond)?),
        },
        _ => None,
    }
}

/// The pieces of a loop that reads its limit once.
struct Restated<'x> {
    facts: &'x Facts<'x>,
    limit: &'x KeptLimit,
    /// The whole loop.
    whole: Span,
    /// The assignment of the limit to the variable.
    read: String,
    /// The start of a block around the loop, with the variable's declaration.
    declared: String,
    /// The variable in place of the limit.
    used: Edit,
    /// The end of the block.
    end: Edit,
}

impl Restated<'_> {
    /// A `while` loop becomes a `for` loop; the last expression of its body, the third clause.
    fn into_for(self, cond: ExprId, body: StmtId) -> Option<Vec<Edit>> {
        let head = Span::new(self.whole.start, self.facts.span(cond).start);
        let at = self.facts.span(last_expression(self.facts, body)?);
        let advance = on_one_line(at, self.facts.text);
        Some(vec![
            Edit::replace(head, format!("{}for ({}; ", self.declared, self.read)),
            self.used,
            Edit::insert(self.facts.span(cond).end, format!("; {advance}")),
            Edit::replace(at, ""),
            self.end,
        ])
    }

    /// The first clause declares the variable too, if it declares the counter and the limit fits
    /// the counter's type.
    fn with_declaration(self, clause: DeclarationId) -> Option<Vec<Edit>> {
        let facts = self.facts;
        let declaration = &facts.ast.declarations[clause];
        let DeclarationKind::Plain { declarators, .. } = &declaration.kind else { return None };
        let is_counter = |at| facts.unit.decl_at.get(&at) == Some(&self.limit.counter);
        let mut names = declarators.iter().filter_map(|d| d.declarator.name);
        let kind = facts.own_integer(self.limit.counter)?;
        let fits = facts.types.usual_int(kind, self.limit.kind) == kind;
        if fits && names.any(|(_, at)| is_counter(at)) {
            let last = declarators.last()?.span.end;
            return Some(vec![Edit::insert(last, format!(", {}", self.read)), self.used]);
        }
        if !facts.may_precede(self.limit.value, declaration.span) {
            return None;
        }
        let set = format!("{}{}; ", self.declared, self.read);
        Some(vec![Edit::insert(self.whole.start, set), self.used, self.end])
    }

    fn with_expression(self, clause: ExprId) -> Option<Vec<Edit>> {
        let at = self.facts.span(clause).end;
        let read = Edit::insert(at, format!(", {}", self.read));
        Some(vec![Edit::insert(self.whole.start, self.declared), read, self.used, self.end])
    }

    fn without_clause(self, cond: ExprId) -> Option<Vec<Edit>> {
        let head = Span::new(self.whole.start, self.facts.span(cond).start);
        let text = head.slice(self.facts.text);
        let at = head.start + text.rfind(';').filter(|_| !text.contains('#'))? as u32;
        let read = Edit::insert(at, self.read);
        Some(vec![Edit::insert(self.whole.start, self.declared), read, self.used, self.end])
    }
}

/// The last statement of the block `body`.
fn last_expression(facts: &Facts, body: StmtId) -> Option<ExprId> {
    let StmtKind::Compound(all) = &facts.stmt_node(body).kind else { return None };
    match facts.stmt_node(*all.last()?).kind {
        StmtKind::Expr(e) => Some(e),
        _ => None,
    }
}

/// The name of the type.
pub(super) fn c_type(kind: IntKind) -> Option<&'static str> {
    match kind {
        IntKind::Int => Some("int"),
        IntKind::UInt => Some("unsigned int"),
        IntKind::Long => Some("long"),
        IntKind::ULong => Some("unsigned long"),
        IntKind::LongLong => Some("long long"),
        IntKind::ULongLong => Some("unsigned long long"),
        _ => None,
    }
}
