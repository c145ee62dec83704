// SPDX-License-Identifier: Apache-2.0
//! The limit of a loop that counts, `j < row[i + 1]` or `i < g->n`, is read once, into a variable.
//! The other passes then see that it stays the same. `while` loops with such limits become `for`
//! loops.
//!
//! Precondition. The loop counts towards the limit and ends by it at the latest, and its inner
//! loops end too, so it does not wait for another thread. It does not order accesses (strict
//! accesses, synchronisations, calls that may do that), and no store in it may change what the
//! limit reads: relaxed reads of it may then be kept (UPC 5.1.2.3). The condition is evaluated at
//! least once, so the read is one that the program makes. No directive stands before the loop.

use upc_sema::types::IntKind;
use upc_source::Span;
use upc_syntax::ast::{DeclarationKind, ExprId, ForInit, StmtId, StmtKind};

use super::new_text::{new_name, on_one_line, Edit};
use super::Context;
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
        let Some(limit) = facts.kept_limit(s).filter(|_| !facts.follows_pragma(stmt.span)) else {
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

/// Nothing is left to do for the tree.
pub(crate) fn run(_: &mut Ir, _: &Context) {}

/// The changes after which the loop `s` reads its limit into the variable `name`; `None`: the
/// variable has no place.
fn restated(facts: &Facts, s: StmtId, limit: &KeptLimit, name: &str) -> Option<Vec<Edit>> {
    let stmt = facts.stmt_node(s);
    let value = facts.span(limit.value);
    let read = format!("{name} = ({})", on_one_line(value, facts.text));
    let declared = format!("{{ {} {name}; ", c_type(limit.kind)?);
    let used = Edit::replace(value, name);
    let end = Edit::insert(stmt.span.end, " }");
    match &stmt.kind {
        StmtKind::While { cond, body } => {
            let head = Span::new(stmt.span.start, facts.span(*cond).start);
            let advance = last_expression(facts, *body)?;
            let at = facts.span(advance);
            let text = on_one_line(at, facts.text);
            Some(vec![
                Edit::replace(head, format!("{declared}for ({read}; ")),
                used,
                Edit::insert(facts.span(*cond).end, format!("; {text}")),
                Edit::replace(at, ""),
                end,
            ])
        }
        StmtKind::For { init, cond, .. } | StmtKind::UpcForall { init, cond, .. } => {
            let before = Span::new(stmt.span.start, facts.span((*cond)?).start);
            match init {
                ForInit::Declaration(d) => {
                    let DeclarationKind::Plain { declarators, .. } =
                        &facts.ast.declarations[*d].kind
                    else {
                        return None;
                    };
                    let is_counter = |at| facts.unit.decl_at.get(&at) == Some(&limit.counter);
                    let mut names = declarators.iter().filter_map(|d| d.declarator.name);
                    let kind = facts.own_integer(limit.counter)?;
                    let fits = facts.types.usual_int(kind, limit.kind) == kind;
                    if fits && names.any(|(_, at)| is_counter(at)) {
                        let end = declarators.last()?.span.end;
                        return Some(vec![Edit::insert(end, format!(", {read}")), used]);
                    }
                    let before = facts.ast.declarations[*d].span;
                    let set = Edit::insert(stmt.span.start, format!("{declared}{read}; "));
                    facts.may_precede(limit.value, before).then(|| vec![set, used, end])
                }
                ForInit::Expr(e) => {
                    let at = facts.span(*e).end;
                    let opened = Edit::insert(stmt.span.start, declared);
                    Some(vec![opened, Edit::insert(at, format!(", {read}")), used, end])
                }
                ForInit::None => {
                    let head = before.slice(facts.text);
                    let at = before.start + head.rfind(';').filter(|_| !head.contains('#'))? as u32;
                    let opened = Edit::insert(stmt.span.start, declared);
                    Some(vec![opened, Edit::insert(at, read), used, end])
                }
            }
        }
        _ => None,
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
