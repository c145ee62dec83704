// SPDX-License-Identifier: Apache-2.0
//! The loops of a unit by their places in the text.

use upc_source::Span;
use upc_syntax::ast::{Ast, Stmt, StmtKind};

#[derive(Default)]
pub(crate) struct Loops {
    /// The repeated parts, each with its loop; in the order of their starts, outer ones first.
    repeated: Vec<(Span, Option<usize>)>,
}

impl Loops {
    pub fn of(ast: &Ast) -> Loops {
        let mut spans: Vec<Span> = ast.stmts.iter().filter_map(|s| repeated(ast, s)).collect();
        spans.sort_unstable_by_key(|s| (s.start, std::cmp::Reverse(s.end)));
        let mut found: Vec<(Span, Option<usize>)> = Vec::with_capacity(spans.len());
        for span in spans {
            let mut around = found.len().checked_sub(1);
            while let Some(i) = around.filter(|&i| found[i].0.end < span.end) {
                around = found[i].1;
            }
            found.push((span, around));
        }
        Loops { repeated: found }
    }

    /// The loops around `place`, the innermost one first.
    pub fn around(&self, place: u32) -> impl Iterator<Item = Span> + '_ {
        let before = self.repeated.partition_point(|(s, _)| s.start <= place);
        let nearest = before.checked_sub(1);
        let outwards = std::iter::successors(nearest, |&i| self.repeated[i].1);
        outwards.map(|i| self.repeated[i].0).filter(move |s| place < s.end)
    }
}

/// Condition, third clause and body of a loop, which are contiguous in the text.
fn repeated(ast: &Ast, s: &Stmt) -> Option<Span> {
    match s.kind {
        StmtKind::While { .. } | StmtKind::DoWhile { .. } => Some(s.span),
        StmtKind::For { cond, step, body, .. } | StmtKind::UpcForall { cond, step, body, .. } => {
            let clauses = [cond, step].into_iter().flatten().map(|e| ast.exprs[e].span.start);
            Some(Span::new(clauses.fold(ast.stmts[body].span.start, u32::min), s.span.end))
        }
        _ => None,
    }
}
