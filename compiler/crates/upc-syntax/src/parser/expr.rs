// SPDX-License-Identifier: Apache-2.0
//! Expressions from the comma operator down to casts and unary operators (C 6.5.3 to 6.5.17, UPC
//! 6.4).

use super::{PResult, Parser};
use crate::ast::{BinaryOp, ExprId, ExprKind, SizeofOp, UnaryOp};
use crate::token::TokenKind::{self, *};
use upc_source::Symbol;

/// The binary operator of a token and its precedence, higher binds tighter.
fn binary_operator(kind: TokenKind) -> Option<(BinaryOp, u8)> {
    Some(match kind {
        Star => (BinaryOp::Mul, 10),
        Slash => (BinaryOp::Div, 10),
        Percent => (BinaryOp::Rem, 10),
        Plus => (BinaryOp::Add, 9),
        Minus => (BinaryOp::Sub, 9),
        LtLt => (BinaryOp::Shl, 8),
        GtGt => (BinaryOp::Shr, 8),
        Lt => (BinaryOp::Lt, 7),
        Gt => (BinaryOp::Gt, 7),
        LtEq => (BinaryOp::Le, 7),
        GtEq => (BinaryOp::Ge, 7),
        EqEq => (BinaryOp::Eq, 6),
        BangEq => (BinaryOp::Ne, 6),
        Amp => (BinaryOp::BitAnd, 5),
        Caret => (BinaryOp::BitXor, 4),
        Pipe => (BinaryOp::BitOr, 3),
        AmpAmp => (BinaryOp::LogAnd, 2),
        PipePipe => (BinaryOp::LogOr, 1),
        _ => return None,
    })
}

/// `Some(None)` for `=`.
fn assignment_operator(kind: TokenKind) -> Option<Option<BinaryOp>> {
    Some(match kind {
        Eq => None,
        StarEq => Some(BinaryOp::Mul),
        SlashEq => Some(BinaryOp::Div),
        PercentEq => Some(BinaryOp::Rem),
        PlusEq => Some(BinaryOp::Add),
        MinusEq => Some(BinaryOp::Sub),
        LtLtEq => Some(BinaryOp::Shl),
        GtGtEq => Some(BinaryOp::Shr),
        AmpEq => Some(BinaryOp::BitAnd),
        CaretEq => Some(BinaryOp::BitXor),
        PipeEq => Some(BinaryOp::BitOr),
        _ => return None,
    })
}

fn unary_operator(kind: TokenKind) -> Option<UnaryOp> {
    Some(match kind {
        PlusPlus => UnaryOp::PreInc,
        MinusMinus => UnaryOp::PreDec,
        Amp => UnaryOp::AddressOf,
        Star => UnaryOp::Deref,
        Plus => UnaryOp::Plus,
        Minus => UnaryOp::Minus,
        Tilde => UnaryOp::BitNot,
        Bang => UnaryOp::Not,
        Real => UnaryOp::Real,
        Imag => UnaryOp::Imag,
        Extension => UnaryOp::Extension,
        _ => return None,
    })
}

fn sizeof_operator(kind: TokenKind) -> Option<SizeofOp> {
    Some(match kind {
        Sizeof => SizeofOp::Sizeof,
        Alignof => SizeofOp::Alignof,
        UpcLocalsizeof => SizeofOp::UpcLocalsizeof,
        UpcBlocksizeof => SizeofOp::UpcBlocksizeof,
        UpcElemsizeof => SizeofOp::UpcElemsizeof,
        _ => return None,
    })
}

impl Parser<'_> {
    /// C 6.5.17 expression.
    pub(super) fn expression(&mut self) -> PResult<ExprId> {
        let start = self.here().start;
        let mut left = self.assignment_expr()?;
        while self.eat(Comma) {
            let right = self.assignment_expr()?;
            left = self.expr_from(start, ExprKind::Comma { left, right });
        }
        Ok(left)
    }

    /// C 6.5.16. Whether the left side may be assigned to is for later phases.
    pub(super) fn assignment_expr(&mut self) -> PResult<ExprId> {
        let start = self.here().start;
        let left = self.conditional_expr()?;
        let Some(op) = assignment_operator(self.kind()) else { return Ok(left) };
        self.bump();
        let right = self.nested(|p| p.assignment_expr())?;
        Ok(self.expr_from(start, ExprKind::Assign { op, left, right }))
    }

    /// C 6.5.15 and 6.6 (constant expressions); GNU `a ?: b`.
    pub(super) fn conditional_expr(&mut self) -> PResult<ExprId> {
        let start = self.here().start;
        let left = self.cast_expr()?;
        let cond = self.binary_rest(start, left, 1)?;
        if !self.eat(Question) {
            return Ok(cond);
        }
        let then = if self.at(Colon) { None } else { Some(self.nested(|p| p.expression())?) };
        self.expect(Colon, "in the conditional expression after '?'")?;
        let otherwise = self.nested(|p| p.conditional_expr())?;
        Ok(self.expr_from(start, ExprKind::Conditional { cond, then, otherwise }))
    }

    /// C 6.5.5 to 6.5.14: operators of at least `lowest` precedence after `left`. Recursion is as
    /// deep as there are precedences; chains of one operator take a loop.
    fn binary_rest(&mut self, start: u32, mut left: ExprId, lowest: u8) -> PResult<ExprId> {
        while let Some((op, precedence)) = binary_operator(self.kind()) {
            if precedence < lowest {
                break;
            }
            self.bump();
            let right_start = self.here().start;
            let mut right = self.cast_expr()?;
            if binary_operator(self.kind()).is_some_and(|(_, next)| next > precedence) {
                right = self.binary_rest(right_start, right, precedence + 1)?;
            }
            left = self.expr_from(start, ExprKind::Binary { op, left, right });
        }
        Ok(left)
    }

    /// C 6.5.3 and 6.5.4: a cast, a unary operator or a postfix expression.
    pub(super) fn cast_expr(&mut self) -> PResult<ExprId> {
        let token = self.token();
        match token.kind {
            Ident | Number | Str | Char => self.postfix_expr(),
            LParen if self.starts_literal_type_at(1) || self.at_pointer_to_unknown() => {
                self.nested(|p| p.cast_or_literal())
            }
            AmpAmp => self.label_address(),
            kind => {
                if let Some(op) = unary_operator(kind) {
                    self.bump();
                    let operand = self.nested(|p| p.cast_expr())?;
                    return Ok(self.expr_from(token.span.start, ExprKind::Unary { op, operand }));
                }
                if let Some(op) = sizeof_operator(kind) {
                    return self.nested(|p| p.sizeof_expr(op));
                }
                self.postfix_expr()
            }
        }
    }

    /// `(type) operand`, or a compound literal with its postfix operators.
    fn cast_or_literal(&mut self) -> PResult<ExprId> {
        let start = self.here().start;
        let ty = self.literal_type_name()?;
        if self.at(LBrace) {
            return self.compound_literal(start, ty);
        }
        let operand = self.cast_expr()?;
        Ok(self.expr_from(start, ExprKind::Cast { ty, operand }))
    }

    fn compound_literal(&mut self, start: u32, ty: crate::ast::TypeNameId) -> PResult<ExprId> {
        let init = self.init_list()?;
        let literal = self.expr_from(start, ExprKind::CompoundLiteral { ty, init });
        self.postfix_rest(start, literal)
    }

    /// `sizeof` and its family; a parenthesised type followed by `{` is a compound literal, the
    /// operand (C 6.5.3p1).
    fn sizeof_expr(&mut self, op: SizeofOp) -> PResult<ExprId> {
        let start = self.bump().span.start;
        if self.at(LParen) && (self.starts_literal_type_at(1) || self.at_pointer_to_unknown()) {
            let paren = self.here().start;
            let ty = self.literal_type_name()?;
            if !self.at(LBrace) {
                return Ok(self.expr_from(start, ExprKind::SizeofType { op, ty }));
            }
            let operand = self.compound_literal(paren, ty)?;
            return Ok(self.expr_from(start, ExprKind::SizeofExpr { op, operand }));
        }
        let operand = self.unary_expr()?;
        Ok(self.expr_from(start, ExprKind::SizeofExpr { op, operand }))
    }

    /// C 6.5.3 unary-expression: no cast. A `(` with a type was handled before.
    fn unary_expr(&mut self) -> PResult<ExprId> {
        self.cast_expr()
    }

    /// GNU `&&label`.
    fn label_address(&mut self) -> PResult<ExprId> {
        let start = self.bump().span.start;
        let label = self.label_name()?;
        Ok(self.expr_from(start, ExprKind::LabelAddress(label)))
    }

    pub(super) fn label_name(&mut self) -> PResult<Symbol> {
        if !self.at(Ident) {
            return self.expected("a label's name");
        }
        Ok(self.bump().symbol)
    }
}
