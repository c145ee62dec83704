//! Which entry point reads and writes an object of a type.

use upc_sema::table::Types;
use upc_sema::types::{FloatKind, IntKind, PtsRepr, Ty, TypeKind};

use crate::abi::Entry;

/// The forms in which the runtime moves scalars: the suffix of upcr_get_, upcr_put_, upcr_gets_, upcr_puts_.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scalar {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    Ll,
    Ull,
    B,
    F32,
    F64,
    Ld,
    Ptr,
    Pp,
}

impl Scalar {
    /// The scalar form of `ty`; `None`: moved as bytes. The flag: the entry's C type is the type itself, so that a value needs
    /// no cast.
    pub fn of(types: &Types, ty: Ty) -> Option<(Scalar, bool)> {
        match types.kind(ty) {
            TypeKind::Int(k) => Scalar::of_int(*k, types.target.char_signed()),
            TypeKind::Enum(_) => {
                types.int_kind(ty).and_then(|k| Scalar::of_int(k, types.target.char_signed())).map(|(s, _)| (s, false))
            }
            TypeKind::Float(FloatKind::Float) => Some((Scalar::F32, true)),
            TypeKind::Float(FloatKind::Double) => Some((Scalar::F64, true)),
            TypeKind::Float(FloatKind::LongDouble) => Some((Scalar::Ld, true)),
            TypeKind::Pointer(p) => Some(match types.pts_repr(*p) {
                None => (Scalar::Ptr, false),
                Some(PtsRepr::Thin { .. }) => (Scalar::U64, true),
                Some(PtsRepr::Phased { .. }) => (Scalar::Pp, true),
            }),
            TypeKind::Nullptr => Some((Scalar::Ptr, false)),
            _ => None,
        }
    }

    fn of_int(kind: IntKind, char_signed: bool) -> Option<(Scalar, bool)> {
        Some(match kind {
            IntKind::Bool => (Scalar::B, true),
            IntKind::Char if char_signed => (Scalar::I8, false),
            IntKind::Char => (Scalar::U8, false),
            IntKind::SChar => (Scalar::I8, true),
            IntKind::UChar => (Scalar::U8, true),
            IntKind::Short => (Scalar::I16, true),
            IntKind::UShort => (Scalar::U16, true),
            IntKind::Int => (Scalar::I32, true),
            IntKind::UInt => (Scalar::U32, true),
            IntKind::Long => (Scalar::I64, true),
            IntKind::ULong => (Scalar::U64, true),
            IntKind::LongLong => (Scalar::Ll, true),
            IntKind::ULongLong => (Scalar::Ull, true),
            IntKind::Int128 | IntKind::UInt128 => return None,
        })
    }

    /// The read entry.
    pub fn get(self, strict: bool) -> Entry {
        match (self, strict) {
            (Scalar::I8, false) => Entry::GetI8,
            (Scalar::U8, false) => Entry::GetU8,
            (Scalar::I16, false) => Entry::GetI16,
            (Scalar::U16, false) => Entry::GetU16,
            (Scalar::I32, false) => Entry::GetI32,
            (Scalar::U32, false) => Entry::GetU32,
            (Scalar::I64, false) => Entry::GetI64,
            (Scalar::U64, false) => Entry::GetU64,
            (Scalar::Ll, false) => Entry::GetLl,
            (Scalar::Ull, false) => Entry::GetUll,
            (Scalar::B, false) => Entry::GetB,
            (Scalar::F32, false) => Entry::GetF32,
            (Scalar::F64, false) => Entry::GetF64,
            (Scalar::Ld, false) => Entry::GetLd,
            (Scalar::Ptr, false) => Entry::GetPtr,
            (Scalar::Pp, false) => Entry::GetPp,
            (Scalar::I8, true) => Entry::GetsI8,
            (Scalar::U8, true) => Entry::GetsU8,
            (Scalar::I16, true) => Entry::GetsI16,
            (Scalar::U16, true) => Entry::GetsU16,
            (Scalar::I32, true) => Entry::GetsI32,
            (Scalar::U32, true) => Entry::GetsU32,
            (Scalar::I64, true) => Entry::GetsI64,
            (Scalar::U64, true) => Entry::GetsU64,
            (Scalar::Ll, true) => Entry::GetsLl,
            (Scalar::Ull, true) => Entry::GetsUll,
            (Scalar::B, true) => Entry::GetsB,
            (Scalar::F32, true) => Entry::GetsF32,
            (Scalar::F64, true) => Entry::GetsF64,
            (Scalar::Ld, true) => Entry::GetsLd,
            (Scalar::Ptr, true) => Entry::GetsPtr,
            (Scalar::Pp, true) => Entry::GetsPp,
        }
    }

    /// The write entry.
    pub fn put(self, strict: bool) -> Entry {
        match (self, strict) {
            (Scalar::I8, false) => Entry::PutI8,
            (Scalar::U8, false) => Entry::PutU8,
            (Scalar::I16, false) => Entry::PutI16,
            (Scalar::U16, false) => Entry::PutU16,
            (Scalar::I32, false) => Entry::PutI32,
            (Scalar::U32, false) => Entry::PutU32,
            (Scalar::I64, false) => Entry::PutI64,
            (Scalar::U64, false) => Entry::PutU64,
            (Scalar::Ll, false) => Entry::PutLl,
            (Scalar::Ull, false) => Entry::PutUll,
            (Scalar::B, false) => Entry::PutB,
            (Scalar::F32, false) => Entry::PutF32,
            (Scalar::F64, false) => Entry::PutF64,
            (Scalar::Ld, false) => Entry::PutLd,
            (Scalar::Ptr, false) => Entry::PutPtr,
            (Scalar::Pp, false) => Entry::PutPp,
            (Scalar::I8, true) => Entry::PutsI8,
            (Scalar::U8, true) => Entry::PutsU8,
            (Scalar::I16, true) => Entry::PutsI16,
            (Scalar::U16, true) => Entry::PutsU16,
            (Scalar::I32, true) => Entry::PutsI32,
            (Scalar::U32, true) => Entry::PutsU32,
            (Scalar::I64, true) => Entry::PutsI64,
            (Scalar::U64, true) => Entry::PutsU64,
            (Scalar::Ll, true) => Entry::PutsLl,
            (Scalar::Ull, true) => Entry::PutsUll,
            (Scalar::B, true) => Entry::PutsB,
            (Scalar::F32, true) => Entry::PutsF32,
            (Scalar::F64, true) => Entry::PutsF64,
            (Scalar::Ld, true) => Entry::PutsLd,
            (Scalar::Ptr, true) => Entry::PutsPtr,
            (Scalar::Pp, true) => Entry::PutsPp,
        }
    }
}
