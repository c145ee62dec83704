// SPDX-License-Identifier: Apache-2.0
//! Invariants of a tree without errors (see [`crate::ast`]): every span lies in the text, operands
//! and sub-statements lie inside what they belong to, in the order of the text and apart.

use crate::ast::{
    Affinity, Ast, BuiltinArg, ExprId, ExprKind, ForInit, GenericControl, StmtId, StmtKind,
};
use upc_source::Span;

/// Checks the whole tree; the error names the first broken node.
pub fn check(ast: &Ast, text: &str) -> Result<(), String> {
    for e in ast.exprs.iter() {
        in_text(e.span, text).map_err(|why| format!("an expression {why}"))?;
        let operands: Vec<Span> = operands(&e.kind).iter().map(|&x| ast.exprs[x].span).collect();
        ordered_inside(e.span, &operands)
            .map_err(|why| format!("an expression's operand {why}"))?;
    }
    for s in ast.stmts.iter() {
        in_text(s.span, text).map_err(|why| format!("a statement {why}"))?;
        ordered_inside(s.span, &parts(ast, &s.kind))
            .map_err(|why| format!("a statement's part {why}"))?;
    }
    for d in ast.declarations.iter() {
        in_text(d.span, text).map_err(|why| format!("a declaration {why}"))?;
    }
    Ok(())
}

fn in_text(span: Span, text: &str) -> Result<(), String> {
    match text.get(span.start as usize..span.end as usize) {
        Some(_) => Ok(()),
        None => Err(format!("at {span:?} is not in the text")),
    }
}

fn ordered_inside(whole: Span, parts: &[Span]) -> Result<(), String> {
    let mut at = whole.start;
    for part in parts {
        if part.start < at || part.end < part.start || part.end > whole.end {
            return Err(format!("at {part:?} is not between {at} and the end of {whole:?}"));
        }
        at = part.end;
    }
    Ok(())
}

/// The operands that are expressions, in the order of the text.
fn operands(kind: &ExprKind) -> Vec<ExprId> {
    match kind {
        ExprKind::Paren(x)
        | ExprKind::PostInc(x)
        | ExprKind::PostDec(x)
        | ExprKind::Unary { operand: x, .. }
        | ExprKind::SizeofExpr { operand: x, .. }
        | ExprKind::Cast { operand: x, .. }
        | ExprKind::AssertType { operand: x, .. }
        | ExprKind::Member { base: x, .. }
        | ExprKind::VaArg { ap: x, .. } => vec![*x],
        ExprKind::Index { base, index } => vec![*base, *index],
        ExprKind::Binary { left, right, .. }
        | ExprKind::Assign { left, right, .. }
        | ExprKind::Comma { left, right } => vec![*left, *right],
        ExprKind::Conditional { cond, then, otherwise } => {
            [Some(*cond), *then, Some(*otherwise)].into_iter().flatten().collect()
        }
        ExprKind::ChooseExpr { cond, then, otherwise } => vec![*cond, *then, *otherwise],
        ExprKind::Call { callee, args } => {
            std::iter::once(*callee).chain(args.iter().copied()).collect()
        }
        ExprKind::BuiltinCall { args, .. } => {
            let expr = |arg: &BuiltinArg| match arg {
                BuiltinArg::Expr(e) => Some(*e),
                BuiltinArg::Type(_) | BuiltinArg::Tokens(_) => None,
            };
            args.iter().filter_map(expr).collect()
        }
        ExprKind::Generic { control, assocs } => {
            let control = match control {
                GenericControl::Expr(e) => Some(*e),
                GenericControl::Type(_) => None,
            };
            control.into_iter().chain(assocs.iter().map(|a| a.1)).collect()
        }
        _ => Vec::new(),
    }
}

/// The spans of a statement's expressions, declarations and sub-statements, in the order of the
/// text.
fn parts(ast: &Ast, kind: &StmtKind) -> Vec<Span> {
    let expr = |e: &ExprId| ast.exprs[*e].span;
    let stmt = |s: &StmtId| ast.stmts[*s].span;
    match kind {
        StmtKind::Expr(e) | StmtKind::GotoComputed(e) => vec![expr(e)],
        StmtKind::Compound(list) => list.iter().map(stmt).collect(),
        StmtKind::Declaration(d) => vec![ast.declarations[*d].span],
        StmtKind::If { cond, then, otherwise } => {
            [Some(expr(cond)), Some(stmt(then)), otherwise.as_ref().map(stmt)]
                .into_iter()
                .flatten()
                .collect()
        }
        StmtKind::Switch { cond, body } | StmtKind::While { cond, body } => {
            vec![expr(cond), stmt(body)]
        }
        StmtKind::DoWhile { body, cond } | StmtKind::DoOnce { body, cond } => {
            vec![stmt(body), expr(cond)]
        }
        StmtKind::For { init, cond, step, body } => {
            clauses(ast, init, [cond, step], &Affinity::None, *body)
        }
        StmtKind::UpcForall { init, cond, step, affinity, body } => {
            clauses(ast, init, [cond, step], affinity, *body)
        }
        StmtKind::Label { body, .. } | StmtKind::Default { body } => vec![stmt(body)],
        StmtKind::Case { value, upper, body } => {
            [Some(expr(value)), upper.as_ref().map(expr), Some(stmt(body))]
                .into_iter()
                .flatten()
                .collect()
        }
        StmtKind::Return(e)
        | StmtKind::UpcBarrier(e)
        | StmtKind::UpcNotify(e)
        | StmtKind::UpcWait(e) => e.iter().map(expr).collect(),
        StmtKind::Asm { operands } => operands.iter().map(expr).collect(),
        StmtKind::NestedFunction(def) => vec![def.span],
        StmtKind::Empty
        | StmtKind::Goto(_)
        | StmtKind::Continue
        | StmtKind::Break
        | StmtKind::LocalLabels
        | StmtKind::UpcFence
        | StmtKind::Passed
        | StmtKind::Error => Vec::new(),
    }
}

fn clauses(
    ast: &Ast,
    init: &ForInit,
    rest: [&Option<ExprId>; 2],
    affinity: &Affinity,
    body: StmtId,
) -> Vec<Span> {
    let init = match init {
        ForInit::None => None,
        ForInit::Expr(e) => Some(ast.exprs[*e].span),
        ForInit::Declaration(d) => Some(ast.declarations[*d].span),
    };
    let affinity = match affinity {
        Affinity::Expr(e) => Some(ast.exprs[*e].span),
        _ => None,
    };
    let rest = rest.into_iter().flatten().map(|e| ast.exprs[*e].span);
    init.into_iter().chain(rest).chain(affinity).chain([ast.stmts[body].span]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::Expr;

    fn tree(outer: Span, inner: Span) -> Ast {
        let mut ast = Ast::default();
        let x = ast.exprs.push(Expr { span: inner, kind: ExprKind::Number });
        ast.exprs.push(Expr { span: outer, kind: ExprKind::Paren(x) });
        ast
    }

    #[test]
    fn operands_lie_inside() {
        assert!(check(&tree(Span::new(0, 3), Span::new(1, 2)), "(1)").is_ok());
        assert!(check(&tree(Span::new(0, 2), Span::new(1, 3)), "(1)").is_err());
        assert!(check(&tree(Span::new(0, 4), Span::new(1, 2)), "(1)")
            .is_err_and(|e| e.contains("not in the text")));
    }
}
