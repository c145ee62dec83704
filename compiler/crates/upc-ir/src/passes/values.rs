// SPDX-License-Identifier: Apache-2.0
//! A variable that the body of an inner loop sets to a sum, `k = i * n + j`, gives way to the sum
//! in subscripts of shared data, `a[k]`. The other passes then see how the elements move.
//!
//! Precondition. The loop counts. One statement of its body itself sets the variable, before all
//! uses and nowhere else in the body. The sum names the counter, and else what stays the same in
//! the loop; the body declares none of these names anew.

use upc_sema::unit::DeclId;
use upc_syntax::ast::{ExprId, StmtId, StmtKind};

use super::new_text::{on_one_line, Edit};
use super::Context;
use crate::facts::Variable;
use crate::ir::Ir;
use crate::remarks::{quoted, Kind, Remark};
use crate::Facts;

/// The flag of the pass.
pub(crate) const FLAG: &str = "values";

/// Nothing is left to do for the tree.
pub(crate) fn run(_: &mut Ir, _: &Context) {}

/// The changes of the unit's text, and the remarks on it.
pub(crate) fn edits(facts: &Facts, edits: &mut Vec<Edit>) -> Vec<Remark> {
    let mut remarks = Vec::new();
    for stmt in facts.ast.stmts.iter() {
        let StmtKind::For { init, cond: Some(cond), step: Some(step), body } = &stmt.kind else {
            continue;
        };
        let variables = variables_in_subscripts(facts, *body);
        if variables.is_empty() {
            continue;
        }
        let Some(counter) = facts.counter_of(init, *cond, *step, *body) else { continue };
        let replaced: Vec<(ExprId, ExprId)> = variables
            .into_iter()
            .filter_map(|e| Some((e, value(facts, e, &counter.variable)?)))
            .collect();
        edits.extend(replaced.iter().map(|&(e, value)| {
            let text = on_one_line(facts.span(value), facts.text);
            Edit::replace(facts.span(e), format!("({text})"))
        }));
        if !replaced.is_empty() {
            let names = quoted(facts, replaced.iter().map(|r| r.0));
            remarks.push(Remark {
                span: stmt.span,
                pass: FLAG,
                kind: Kind::Done,
                text: format!("in subscripts of this loop sums take the place of {names}"),
                note: None,
            });
        }
    }
    remarks
}

/// The names of variables in subscripts of shared data in `body`, if it is a block without loops.
fn variables_in_subscripts(facts: &Facts, body: StmtId) -> Vec<ExprId> {
    let stmt = facts.stmt_node(body);
    let StmtKind::Compound(_) = stmt.kind else { return Vec::new() };
    if facts.has_loop(stmt.span) {
        return Vec::new();
    }
    let shared = facts.writes().elements_in(stmt.span).filter(|&e| facts.is_shared_lvalue(e));
    let indices = shared.filter_map(|e| Some(facts.span(facts.pointer_and_index(e)?.1)));
    let mut found: Vec<ExprId> = indices
        .flat_map(|index| facts.exprs().within(facts, index))
        .filter(|e| facts.unit.ident.contains_key(e))
        .collect();
    found.sort_unstable_by_key(|&e| facts.span(e).start);
    found.dedup();
    found
}

/// The sum that the variable `e` has in the body of the loop that counts with `counter`.
fn value(facts: &Facts, e: ExprId, counter: &Variable) -> Option<ExprId> {
    let body = counter.body;
    let value = facts.value_set_in(e, body)?;
    let mut names = Vec::new();
    let moves = facts.coefficient(value, counter, true).is_some_and(|n| n != 0);
    let known = moves && facts.names_in(value, &mut names) && facts.is_known_outside(value, body);
    let named = |d: DeclId| {
        let name = facts.unit.decls[d].name;
        names.iter().any(|&n| facts.unit.decls[n].name == name)
    };
    (known && !facts.order().decls_in(body).any(named)).then_some(value)
}
