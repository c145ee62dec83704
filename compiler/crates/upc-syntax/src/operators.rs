// SPDX-License-Identifier: Apache-2.0
//! Operators as they are written.

use crate::ast::{BinaryOp, SizeofOp, UnaryOp};

impl UnaryOp {
    /// The token.
    pub fn text(self) -> &'static str {
        match self {
            UnaryOp::PreInc => "++",
            UnaryOp::PreDec => "--",
            UnaryOp::AddressOf => "&",
            UnaryOp::Deref => "*",
            UnaryOp::Plus => "+",
            UnaryOp::Minus => "-",
            UnaryOp::BitNot => "~",
            UnaryOp::Not => "!",
            UnaryOp::Real => "__real__",
            UnaryOp::Imag => "__imag__",
            UnaryOp::Extension => "__extension__",
        }
    }
}

impl SizeofOp {
    /// The token.
    pub fn text(self) -> &'static str {
        match self {
            SizeofOp::Sizeof => "sizeof",
            SizeofOp::Alignof => "_Alignof",
            SizeofOp::UpcLocalsizeof => "upc_localsizeof",
            SizeofOp::UpcBlocksizeof => "upc_blocksizeof",
            SizeofOp::UpcElemsizeof => "upc_elemsizeof",
        }
    }
}

impl BinaryOp {
    /// The token.
    pub fn text(self) -> &'static str {
        match self {
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Shl => "<<",
            BinaryOp::Shr => ">>",
            BinaryOp::Lt => "<",
            BinaryOp::Gt => ">",
            BinaryOp::Le => "<=",
            BinaryOp::Ge => ">=",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
            BinaryOp::BitAnd => "&",
            BinaryOp::BitXor => "^",
            BinaryOp::BitOr => "|",
            BinaryOp::LogAnd => "&&",
            BinaryOp::LogOr => "||",
        }
    }
}
