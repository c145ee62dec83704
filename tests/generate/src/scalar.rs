// SPDX-License-Identifier: Apache-2.0
//! The arithmetic of C on exact values: operations that are undefined in C, or would round, have no
//! result.

use std::fmt::Write;

/// An arithmetic type, as gcc and clang have it on LP64 machines. `char` alone is left out: its
/// sign differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scalar {
    Bool,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LLong,
    Float,
    Double,
    LDouble,
}

use Scalar::*;

/// A value of arithmetic type.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Number {
    Int(i128),
    Float(f64),
}

/// A binary operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
}

impl Op {
    /// All of them, first those that have a compound assignment.
    pub const ALL: [Op; 16] = [
        Op::Add,
        Op::Sub,
        Op::Mul,
        Op::Div,
        Op::Rem,
        Op::And,
        Op::Or,
        Op::Xor,
        Op::Shl,
        Op::Shr,
        Op::Lt,
        Op::Le,
        Op::Gt,
        Op::Ge,
        Op::Eq,
        Op::Ne,
    ];
    /// The number of those that have a compound assignment.
    pub const ASSIGNING: usize = 10;

    /// The operator in C.
    pub fn text(self) -> &'static str {
        match self {
            Op::Add => "+",
            Op::Sub => "-",
            Op::Mul => "*",
            Op::Div => "/",
            Op::Rem => "%",
            Op::And => "&",
            Op::Or => "|",
            Op::Xor => "^",
            Op::Shl => "<<",
            Op::Shr => ">>",
            Op::Lt => "<",
            Op::Le => "<=",
            Op::Gt => ">",
            Op::Ge => ">=",
            Op::Eq => "==",
            Op::Ne => "!=",
        }
    }

    fn compares(self) -> bool {
        matches!(self, Op::Lt | Op::Le | Op::Gt | Op::Ge | Op::Eq | Op::Ne)
    }
}

impl Scalar {
    /// All of them.
    pub const ALL: [Scalar; 13] =
        [Bool, SChar, UChar, Short, UShort, Int, UInt, Long, ULong, LLong, Float, Double, LDouble];

    /// The type in C.
    pub fn name(self) -> &'static str {
        match self {
            Bool => "_Bool",
            SChar => "signed char",
            UChar => "unsigned char",
            Short => "short",
            UShort => "unsigned short",
            Int => "int",
            UInt => "unsigned",
            Long => "long",
            ULong => "unsigned long",
            LLong => "long long",
            Float => "float",
            Double => "double",
            LDouble => "long double",
        }
    }

    /// True for the floating types.
    pub fn is_float(self) -> bool {
        matches!(self, Float | Double | LDouble)
    }

    /// True for types that have negative values.
    pub fn is_signed(self) -> bool {
        matches!(self, SChar | Short | Int | Long | LLong) || self.is_float()
    }

    /// Bits of the value of an integer type.
    pub fn bits(self) -> u32 {
        match self {
            Bool => 1,
            SChar | UChar => 8,
            Short | UShort => 16,
            Int | UInt => 32,
            _ => 64,
        }
    }

    /// The value of `sizeof`.
    pub fn size(self) -> u32 {
        match self {
            Bool => 1,
            Float => 4,
            Double => 8,
            LDouble => 16,
            other => other.bits() / 8,
        }
    }

    /// The type after integer promotion (C 6.3.1.1p2).
    pub fn promoted(self) -> Scalar {
        match self {
            Bool | SChar | UChar | Short | UShort => Int,
            other => other,
        }
    }
}

/// The usual arithmetic conversions.
pub fn common(a: Scalar, b: Scalar) -> Scalar {
    for float in [LDouble, Double, Float] {
        if a == float || b == float {
            return float;
        }
    }
    let order = [ULong, LLong, Long, UInt];
    let (a, b) = (a.promoted(), b.promoted());
    order.into_iter().find(|&t| a == t || b == t).unwrap_or(Int)
}

/// The value of a bit pattern in an integer type of `bits` bits.
pub fn wrap(value: i128, bits: u32, signed: bool) -> i128 {
    let mask = (1i128 << bits) - 1;
    let low = value & mask;
    if signed && low >> (bits - 1) != 0 {
        low - (1i128 << bits)
    } else {
        low
    }
}

/// A floating value that `float` holds exactly, with room for an operation.
fn exact(value: f64) -> Option<Number> {
    let scaled = value * 64.0;
    (scaled == scaled.trunc() && scaled.abs() < f64::from(1 << 22))
        .then_some(Number::Float(value + 0.0))
}

impl Number {
    /// True for 0 and -0.
    pub fn is_zero(self) -> bool {
        match self {
            Number::Int(v) => v == 0,
            Number::Float(v) => v == 0.0,
        }
    }

    fn float(self) -> Option<f64> {
        match self {
            Number::Int(v) => i32::try_from(v).ok().map(f64::from),
            Number::Float(v) => Some(v),
        }
    }

    /// `None` for a floating value.
    pub fn int(self) -> Option<i128> {
        match self {
            Number::Int(v) => Some(v),
            Number::Float(_) => None,
        }
    }
}

/// `value` converted to `to`.
pub fn convert(value: Number, to: Scalar) -> Option<Number> {
    if to == Bool {
        return Some(Number::Int(i128::from(!value.is_zero())));
    }
    if to.is_float() {
        return exact(value.float()?);
    }
    match value {
        Number::Int(v) => Some(Number::Int(wrap(v, to.bits(), to.is_signed()))),
        Number::Float(v) => {
            let whole = v.trunc() as i128;
            (wrap(whole, to.bits(), to.is_signed()) == whole).then_some(Number::Int(whole))
        }
    }
}

/// `a op b` with its type.
pub fn binary(op: Op, a: (Scalar, Number), b: (Scalar, Number)) -> Option<(Scalar, Number)> {
    let ty = if matches!(op, Op::Shl | Op::Shr) { a.0.promoted() } else { common(a.0, b.0) };
    if ty.is_float() {
        let (x, y) = (convert(a.1, ty)?.float()?, convert(b.1, ty)?.float()?);
        return floating(op, ty, x, y);
    }
    let x = convert(a.1, ty)?.int()?;
    let y = if matches!(op, Op::Shl | Op::Shr) { b.1.int()? } else { convert(b.1, ty)?.int()? };
    let result = integer(op, ty, x, y)?;
    if op.compares() {
        return Some((Int, Number::Int(result)));
    }
    let wrapped = wrap(result, ty.bits(), ty.is_signed());
    (wrapped == result || !ty.is_signed()).then_some((ty, Number::Int(wrapped)))
}

fn integer(op: Op, ty: Scalar, x: i128, y: i128) -> Option<i128> {
    let shift = || u32::try_from(y).ok().filter(|&n| n < ty.bits());
    Some(match op {
        Op::Add => x + y,
        Op::Sub => x - y,
        Op::Mul => x.checked_mul(y)?,
        Op::Div => x.checked_div(y)?,
        Op::Rem => x.checked_rem(y)?,
        Op::And => x & y,
        Op::Or => x | y,
        Op::Xor => x ^ y,
        Op::Shl if x < 0 => return None,
        Op::Shl => x.checked_mul(1 << shift()?)?,
        Op::Shr => x >> shift()?,
        _ => i128::from(compare(op, &x, &y)),
    })
}

fn floating(op: Op, ty: Scalar, x: f64, y: f64) -> Option<(Scalar, Number)> {
    let value = match op {
        Op::Add => x + y,
        Op::Sub => x - y,
        Op::Mul => x * y,
        Op::Div if y != 0.0 => x / y,
        _ if op.compares() => return Some((Int, Number::Int(i128::from(compare(op, &x, &y))))),
        _ => return None,
    };
    Some((ty, exact(value)?))
}

fn compare<T: PartialOrd>(op: Op, x: &T, y: &T) -> bool {
    match op {
        Op::Lt => x < y,
        Op::Le => x <= y,
        Op::Gt => x > y,
        Op::Ge => x >= y,
        Op::Eq => x == y,
        _ => x != y,
    }
}

/// An expression of type `ty` and value `value` without side effects or operands.
pub fn literal(ty: Scalar, value: Number) -> String {
    let mut text = String::new();
    let written = match (ty, value) {
        (Long, Number::Int(v)) if v == i128::from(i64::MIN) => write!(text, "(-{}L - 1)", i64::MAX),
        (LLong, Number::Int(v)) if v == i128::from(i64::MIN) => {
            write!(text, "(-{}LL - 1)", i64::MAX)
        }
        (Int, Number::Int(v)) if v == i128::from(i32::MIN) => write!(text, "(-{} - 1)", i32::MAX),
        (Int, Number::Int(v)) => write!(text, "{v}"),
        (UInt, Number::Int(v)) => write!(text, "{v}u"),
        (Long, Number::Int(v)) => write!(text, "{v}L"),
        (ULong, Number::Int(v)) => write!(text, "{v}UL"),
        (LLong, Number::Int(v)) => write!(text, "{v}LL"),
        (_, Number::Int(v)) => write!(text, "({}){v}", ty.name()),
        (Float, Number::Float(v)) => write!(text, "{v:?}f"),
        (LDouble, Number::Float(v)) => write!(text, "{v:?}L"),
        (_, Number::Float(v)) => write!(text, "{v:?}"),
    };
    written.expect("a string can be written to");
    if text.starts_with(['-', '(']) {
        format!("({text})")
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(v: i128) -> Number {
        Number::Int(v)
    }

    #[test]
    fn the_usual_arithmetic_conversions() {
        assert_eq!(binary(Op::Add, (UInt, int(1)), (Int, int(-2))), Some((UInt, int(0xffff_ffff))));
        assert_eq!(binary(Op::Lt, (ULong, int(1)), (Int, int(-2))), Some((Int, int(1))));
        assert_eq!(binary(Op::Shr, (SChar, int(-2)), (ULong, int(1))), Some((Int, int(-1))));
        assert_eq!(
            binary(Op::Mul, (Float, Number::Float(0.5)), (Int, int(3))),
            Some((Float, Number::Float(1.5)))
        );
    }

    #[test]
    fn what_is_undefined_has_no_result() {
        assert_eq!(binary(Op::Add, (Int, int(i128::from(i32::MAX))), (Int, int(1))), None);
        assert_eq!(binary(Op::Div, (Int, int(1)), (Bool, int(0))), None);
        assert_eq!(binary(Op::Shl, (Int, int(1)), (Int, int(32))), None);
        assert_eq!(convert(Number::Float(300.0), UChar), None);
    }
}
