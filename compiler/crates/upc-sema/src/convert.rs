// SPDX-License-Identifier: Apache-2.0
//! Promotions and the usual arithmetic conversions (C 6.3.1).

use crate::table::Types;
use crate::types::{FloatKind, IntKind, Ty, TypeKind};

/// C 6.3.1.1p1 rank.
fn rank(k: IntKind) -> u32 {
    match k {
        IntKind::Bool => 0,
        IntKind::Char | IntKind::SChar | IntKind::UChar => 1,
        IntKind::Short | IntKind::UShort => 2,
        IntKind::Int | IntKind::UInt => 3,
        IntKind::Long | IntKind::ULong => 4,
        IntKind::LongLong | IntKind::ULongLong => 5,
        IntKind::Int128 | IntKind::UInt128 => 6,
    }
}

/// The unsigned type of the same rank.
pub fn to_unsigned(k: IntKind) -> IntKind {
    match k {
        IntKind::Char | IntKind::SChar => IntKind::UChar,
        IntKind::Short => IntKind::UShort,
        IntKind::Int => IntKind::UInt,
        IntKind::Long => IntKind::ULong,
        IntKind::LongLong => IntKind::ULongLong,
        IntKind::Int128 => IntKind::UInt128,
        other => other,
    }
}

impl Types {
    /// Whether an integer kind is signed; plain `char` as the target has it.
    pub fn is_signed(&self, k: IntKind) -> bool {
        match k {
            IntKind::Char => self.target.char_signed(),
            IntKind::Bool => false,
            _ => to_unsigned(k) != k,
        }
    }

    /// Value bits and sign of an integer kind, in bits of its representation.
    pub fn int_bits(&self, k: IntKind) -> u32 {
        self.fixed_size(self.int(k)).map_or(32, |s| s as u32 * 8)
    }

    /// Integer promotion (C 6.3.1.1p2); other types are unchanged.
    pub fn promote(&self, ty: Ty) -> Ty {
        match self.int_kind(ty) {
            Some(k) if rank(k) < rank(IntKind::Int) => self.common.int,
            Some(k) => self.int(k),
            None => ty,
        }
    }

    /// Promotion of a bit-field of `width` bits (C 6.3.1.1p2: by width, not by declared type).
    pub fn promote_bits(&self, ty: Ty, width: u32) -> Ty {
        match self.int_kind(ty) {
            Some(_) if width < 32 => self.common.int,
            Some(k) if width == 32 && !self.is_signed(k) => self.common.uint,
            Some(_) if width == 32 => self.common.int,
            _ => self.promote(ty),
        }
    }

    /// The common type of two arithmetic operands (C 6.3.1.8). `None` where one is not arithmetic.
    pub fn usual(&mut self, a: Ty, b: Ty) -> Option<Ty> {
        if self.is_opaque(a) || self.is_opaque(b) {
            return Some(self.common.error);
        }
        if !self.is_arithmetic(a) || !self.is_arithmetic(b) {
            return None;
        }
        let float = match (self.float_kind(a), self.float_kind(b)) {
            (Some(x), Some(y)) => Some(wider_float(x, y)),
            (x, y) => x.or(y),
        };
        if let Some(kind) = float {
            let complex = self.is_complex(a) || self.is_complex(b);
            let kind = if complex { TypeKind::Complex(kind) } else { TypeKind::Float(kind) };
            return Some(self.make(kind));
        }
        let (a, b) = (self.promote(a), self.promote(b));
        let (x, y) = (self.int_kind(a)?, self.int_kind(b)?);
        Some(self.int(self.usual_int(x, y)))
    }

    /// The common type of two promoted integer types.
    pub fn usual_int(&self, x: IntKind, y: IntKind) -> IntKind {
        if x == y {
            return x;
        }
        let (sx, sy) = (self.is_signed(x), self.is_signed(y));
        if sx == sy {
            return if rank(x) >= rank(y) { x } else { y };
        }
        let (s, u) = if sx { (x, y) } else { (y, x) };
        if rank(u) >= rank(s) {
            u
        } else if self.int_bits(s) > self.int_bits(u) {
            s
        } else {
            to_unsigned(s)
        }
    }

    fn float_kind(&self, ty: Ty) -> Option<FloatKind> {
        match *self.kind(ty) {
            TypeKind::Float(k) | TypeKind::Complex(k) => Some(k),
            _ => None,
        }
    }

    /// True for complex types (C 6.2.5p11).
    pub fn is_complex(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), TypeKind::Complex(_))
    }
}

fn wider_float(a: FloatKind, b: FloatKind) -> FloatKind {
    let order = |k: FloatKind| match k {
        FloatKind::Float => 0,
        FloatKind::Double => 1,
        FloatKind::LongDouble => 2,
        // The C compiler knows better; the interchange type is kept so that the type stays opaque
        // to us.
        FloatKind::Extended(_) => 3,
    };
    if order(a) >= order(b) {
        a
    } else {
        b
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Target;

    #[test]
    fn usual_arithmetic() {
        let mut t = Types::new(Target::X86_64, None);
        let c = t.common;
        for (a, b, r) in [
            (c.char_, c.short, c.int),
            (c.int, c.uint, c.uint),
            (c.int, c.ulong, c.ulong),
            (c.short, c.int, c.int),
            (c.uint, c.long, c.long),
            (c.ulong, c.longlong, c.ulonglong),
            (c.int, c.float, c.float),
            (c.double, c.long_double, c.long_double),
        ] {
            assert_eq!((t.usual(a, b), t.usual(b, a)), (Some(r), Some(r)));
        }
        assert_eq!(t.usual(c.int, c.void_ptr), None);
        assert_eq!(t.usual_int(IntKind::Int, IntKind::Int128), IntKind::Int128);
        assert_eq!(t.int_bits(IntKind::Int128), 128);
        assert_eq!((t.promote_bits(c.uint, 31), t.promote_bits(c.uint, 32)), (c.int, c.uint));
    }
}
