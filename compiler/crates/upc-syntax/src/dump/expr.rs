// SPDX-License-Identifier: Apache-2.0
//! Expressions.

use super::Dump;
use crate::ast::{BinaryOp, BuiltinArg, Designator, ExprId, ExprKind, GenericControl};

impl Dump<'_> {
    /// A space and the expression.
    pub(super) fn operand(&mut self, id: ExprId) {
        self.space();
        self.expr(id);
    }

    pub(super) fn operands(&mut self, ids: &[ExprId]) {
        ids.iter().for_each(|&id| self.operand(id));
    }

    pub(super) fn expr(&mut self, id: ExprId) {
        let ast = self.ast;
        let e = &ast.exprs[id];
        match &e.kind {
            ExprKind::Ident(name) => self.name(*name),
            ExprKind::Number | ExprKind::Char | ExprKind::String | ExprKind::FuncName => {
                let text = self.text;
                self.word(e.span.slice(text));
            }
            ExprKind::Threads => self.word("THREADS"),
            ExprKind::MyThread => self.word("MYTHREAD"),
            ExprKind::MaxBlockSize => self.word("UPC_MAX_BLOCK_SIZE"),
            ExprKind::True => self.word("true"),
            ExprKind::False => self.word("false"),
            ExprKind::Nullptr => self.word("nullptr"),
            ExprKind::Error => self.word("<error>"),
            ExprKind::Paren(e) => self.list("paren", |d| d.operand(*e)),
            ExprKind::StmtExpr(s) => self.list("stmt-expr ", |d| d.stmt(*s)),
            ExprKind::Unary { op, operand } => self.list(op.text(), |d| d.operand(*operand)),
            ExprKind::PostInc(e) => self.list("post++", |d| d.operand(*e)),
            ExprKind::PostDec(e) => self.list("post--", |d| d.operand(*e)),
            ExprKind::Index { base, index } => self.list("index", |d| d.operands(&[*base, *index])),
            ExprKind::Binary { op, left, right } => {
                self.list(op.text(), |d| d.operands(&[*left, *right]))
            }
            ExprKind::Comma { left, right } => self.list(",", |d| d.operands(&[*left, *right])),
            ExprKind::Assign { op, left, right } => {
                let head = format!("{}=", op.map_or("", BinaryOp::text));
                self.list(&head, |d| d.operands(&[*left, *right]));
            }
            ExprKind::SizeofExpr { op, operand } => self.list(op.text(), |d| d.operand(*operand)),
            ExprKind::LabelAddress(name) => self.list("&& ", |d| d.name(*name)),
            _ => self.wide_expr(&e.kind),
        }
    }

    /// Expressions with types or lists in them.
    fn wide_expr(&mut self, kind: &ExprKind) {
        match kind {
            ExprKind::Call { callee, args } => self.list("call", |d| {
                d.operand(*callee);
                d.operands(args);
            }),
            ExprKind::Member { base, arrow, name, .. } => {
                self.list(if *arrow { "->" } else { "." }, |d| {
                    d.operand(*base);
                    d.space();
                    d.name(*name);
                })
            }
            ExprKind::Conditional { cond, then, otherwise } => self.list("?", |d| {
                d.operand(*cond);
                d.operands(then.as_slice());
                d.operand(*otherwise);
            }),
            ExprKind::SizeofType { op, ty } => self.list(op.text(), |d| d.type_operand(*ty)),
            ExprKind::Cast { ty, operand } => self.list("cast", |d| {
                d.type_operand(*ty);
                d.operand(*operand);
            }),
            ExprKind::CompoundLiteral { ty, init } => self.list("literal", |d| {
                d.type_operand(*ty);
                d.space();
                d.init_list(init);
            }),
            ExprKind::VaArg { ap, ty } => self.list("va_arg", |d| {
                d.operand(*ap);
                d.type_operand(*ty);
            }),
            ExprKind::Offsetof { ty, path } => self.list("offsetof", |d| {
                d.type_operand(*ty);
                d.designators(path);
            }),
            ExprKind::AssertType { operand, ty } => self.list("assert_type", |d| {
                d.operand(*operand);
                d.type_operand(*ty);
            }),
            ExprKind::TypesCompatible(a, b) => self.list("types_compatible", |d| {
                d.type_operand(*a);
                d.type_operand(*b);
            }),
            ExprKind::ChooseExpr { cond, then, otherwise } => {
                self.list("choose", |d| d.operands(&[*cond, *then, *otherwise]))
            }
            ExprKind::BuiltinCall { name, args } => self.list("builtin", |d| {
                d.space();
                d.name(*name);
                for arg in args {
                    match arg {
                        BuiltinArg::Expr(e) => d.operand(*e),
                        BuiltinArg::Type(ty) => d.type_operand(*ty),
                        BuiltinArg::Tokens(span) => {
                            let text = d.text;
                            d.space();
                            d.word(span.slice(text));
                        }
                    }
                }
            }),
            ExprKind::Generic { control, assocs } => self.list("generic", |d| {
                match control {
                    GenericControl::Expr(e) => d.operand(*e),
                    GenericControl::Type(t) => d.type_operand(*t),
                }
                for (ty, e) in assocs {
                    match ty {
                        Some(ty) => d.type_operand(*ty),
                        None => d.word(" default"),
                    }
                    d.operand(*e);
                }
            }),
            _ => {}
        }
    }

    pub(super) fn designators(&mut self, path: &[Designator]) {
        for designator in path {
            match designator {
                Designator::Member(name, _) => {
                    self.word(" .");
                    self.name(*name);
                }
                Designator::Index(e) => {
                    self.space();
                    self.list("at", |d| d.operand(*e));
                }
                Designator::Range(a, b) => {
                    self.space();
                    self.list("range", |d| d.operands(&[*a, *b]));
                }
            }
        }
    }
}
