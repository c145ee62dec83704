// SPDX-License-Identifier: Apache-2.0
//! Builtins of the C compiler whose arguments are not all expressions.

use super::{PResult, Parser};
use crate::ast::{BuiltinArg, Designator, ExprId, ExprKind};
use crate::token::TokenKind::*;
use upc_source::Symbol;

impl Parser<'_> {
    fn choose_expr(&mut self) -> PResult<ExprKind> {
        let cond = self.assignment_expr()?;
        self.comma()?;
        let then = self.assignment_expr()?;
        self.comma()?;
        Ok(ExprKind::ChooseExpr { cond, then, otherwise: self.assignment_expr()? })
    }

    /// `__builtin_va_arg`, `__builtin_offsetof`, `__builtin_types_compatible_p`,
    /// `__builtin_choose_expr`.
    pub(super) fn builtin(&mut self) -> PResult<ExprId> {
        let keyword = self.bump();
        let open = self.here();
        self.expect(LParen, "after this builtin's name")?;
        let kind = match keyword.kind {
            VaArg => {
                let ap = self.assignment_expr()?;
                self.comma()?;
                ExprKind::VaArg { ap, ty: self.type_name()? }
            }
            Offsetof => {
                let ty = self.type_name()?;
                self.comma()?;
                ExprKind::Offsetof { ty, path: self.member_path()? }
            }
            TypesCompatible => {
                let first = self.type_name()?;
                self.comma()?;
                ExprKind::TypesCompatible(first, self.type_name()?)
            }
            _ => self.choose_expr()?,
        };
        self.expect_close(RParen, open)?;
        Ok(self.expr_from(keyword.span.start, kind))
    }

    /// `bupc_assert_type(e, T)`: the preprocessor has left `__upcr_assert_type(e, T)`.
    pub(super) fn assert_type(&mut self) -> PResult<ExprId> {
        let start = self.bump().span.start;
        let open = self.here();
        self.expect(LParen, "after 'bupc_assert_type'")?;
        let operand = self.assignment_expr()?;
        self.comma()?;
        let ty = self.type_name()?;
        self.expect_close(RParen, open)?;
        Ok(self.expr_from(start, ExprKind::AssertType { operand, ty }))
    }

    fn comma(&mut self) -> PResult<()> {
        self.expect(Comma, "between the arguments")
    }

    /// `member`, then `.member` and `[index]`.
    fn member_path(&mut self) -> PResult<Vec<Designator>> {
        let (name, span) = self.member_name()?;
        let mut path = vec![Designator::Member(name, span)];
        self.designators(&mut path)?;
        Ok(path)
    }

    /// The name of `callee` if it is a builtin whose arguments, at the `(` here, have a type among
    /// them.
    pub(super) fn builtin_of_types(&self, callee: ExprId) -> Option<Symbol> {
        let ExprKind::Ident(name) = self.ast.exprs[callee].kind else { return None };
        if !self.interner.name(name).starts_with("__builtin_") {
            return None;
        }
        let mixed = name == self.spellings.has_attribute || self.has_type_argument();
        mixed.then_some(name)
    }

    /// At `(`: the arguments, each an expression or a type; the second of `__builtin_has_attribute`
    /// is an attribute.
    pub(super) fn builtin_arguments(&mut self, name: Symbol) -> PResult<Vec<BuiltinArg>> {
        let open = self.bump().span;
        let mut args = Vec::new();
        while !self.at(RParen) {
            args.push(match self.starts_type_at(0) {
                _ if name == self.spellings.has_attribute && args.len() == 1 => {
                    let start = self.here().start;
                    self.attribute_list(&mut Vec::new(), RParen)?;
                    BuiltinArg::Tokens(self.span_from(start))
                }
                true => BuiltinArg::Type(self.type_name()?),
                false => BuiltinArg::Expr(self.nested(|p| p.assignment_expr())?),
            });
            if !self.eat(Comma) {
                break;
            }
        }
        self.expect_close(RParen, open)?;
        Ok(args)
    }

    /// At `(`: whether an argument starts with a type.
    fn has_type_argument(&self) -> bool {
        let mut depth = 0usize;
        for n in 0.. {
            match self.nth_kind(n) {
                LParen | LBracket | LBrace => depth += 1,
                RParen | RBracket | RBrace if depth <= 1 => return false,
                RParen | RBracket | RBrace => depth -= 1,
                Eof => return false,
                _ => {}
            }
            if depth == 1
                && matches!(self.nth_kind(n), LParen | Comma)
                && self.starts_type_at(n + 1)
            {
                return true;
            }
        }
        false
    }
}
