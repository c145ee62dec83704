// SPDX-License-Identifier: Apache-2.0
//! The entry points that read and write objects of a type.

use upc_sema::table::Types;
use upc_sema::types::{FloatKind, IntKind, PtsRepr, Ty, TypeKind};

use crate::abi::Entry;

/// The forms in which the runtime moves scalars: the suffix of upcr_get_, upcr_put_, upcr_gets_,
/// upcr_puts_, upcr_get_at_, upcr_put_at_.
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
    /// The scalar form of `ty`; `None`: moved as bytes. The flag: the entry's C type is the type
    /// itself, so that a value needs no cast.
    pub fn of(types: &Types, ty: Ty) -> Option<(Scalar, bool)> {
        match types.kind(ty) {
            TypeKind::Int(k) => Scalar::of_int(*k, types.target.char_signed()),
            TypeKind::Enum(_) => types
                .int_kind(ty)
                .and_then(|k| Scalar::of_int(k, types.target.char_signed()))
                .map(|(s, _)| (s, false)),
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

    /// The binary logarithm of the size in bytes; `None`: more than 8 bytes.
    pub fn log_of_size(self) -> Option<u64> {
        use Scalar::{Ld, Ll, Pp, Ptr, Ull, B, F32, F64, I16, I32, I64, I8, U16, U32, U64, U8};
        match self {
            I8 | U8 | B => Some(0),
            I16 | U16 => Some(1),
            I32 | U32 | F32 => Some(2),
            I64 | U64 | Ll | Ull | F64 | Ptr => Some(3),
            Ld | Pp => None,
        }
    }

    /// The read entry.
    pub fn get(self, strict: bool) -> Entry {
        let e = self.entries();
        if strict {
            e.gets
        } else {
            e.get
        }
    }

    /// The write entry.
    pub fn put(self, strict: bool) -> Entry {
        let e = self.entries();
        if strict {
            e.puts
        } else {
            e.put
        }
    }

    /// The relaxed read entry for an address that is translated.
    pub fn get_at(self) -> Entry {
        self.entries().get_at
    }

    /// The relaxed write entry for an address that is translated.
    pub fn put_at(self) -> Entry {
        self.entries().put_at
    }

    fn entries(self) -> Entries {
        macro_rules! entries {
            ($get:ident $gets:ident $put:ident $puts:ident $get_at:ident $put_at:ident) => {
                Entries {
                    get: Entry::$get,
                    gets: Entry::$gets,
                    put: Entry::$put,
                    puts: Entry::$puts,
                    get_at: Entry::$get_at,
                    put_at: Entry::$put_at,
                }
            };
        }
        match self {
            Scalar::I8 => entries!(GetI8 GetsI8 PutI8 PutsI8 GetAtI8 PutAtI8),
            Scalar::U8 => entries!(GetU8 GetsU8 PutU8 PutsU8 GetAtU8 PutAtU8),
            Scalar::I16 => entries!(GetI16 GetsI16 PutI16 PutsI16 GetAtI16 PutAtI16),
            Scalar::U16 => entries!(GetU16 GetsU16 PutU16 PutsU16 GetAtU16 PutAtU16),
            Scalar::I32 => entries!(GetI32 GetsI32 PutI32 PutsI32 GetAtI32 PutAtI32),
            Scalar::U32 => entries!(GetU32 GetsU32 PutU32 PutsU32 GetAtU32 PutAtU32),
            Scalar::I64 => entries!(GetI64 GetsI64 PutI64 PutsI64 GetAtI64 PutAtI64),
            Scalar::U64 => entries!(GetU64 GetsU64 PutU64 PutsU64 GetAtU64 PutAtU64),
            Scalar::Ll => entries!(GetLl GetsLl PutLl PutsLl GetAtLl PutAtLl),
            Scalar::Ull => entries!(GetUll GetsUll PutUll PutsUll GetAtUll PutAtUll),
            Scalar::B => entries!(GetB GetsB PutB PutsB GetAtB PutAtB),
            Scalar::F32 => entries!(GetF32 GetsF32 PutF32 PutsF32 GetAtF32 PutAtF32),
            Scalar::F64 => entries!(GetF64 GetsF64 PutF64 PutsF64 GetAtF64 PutAtF64),
            Scalar::Ld => entries!(GetLd GetsLd PutLd PutsLd GetAtLd PutAtLd),
            Scalar::Ptr => entries!(GetPtr GetsPtr PutPtr PutsPtr GetAtPtr PutAtPtr),
            Scalar::Pp => entries!(GetPp GetsPp PutPp PutsPp GetAtPp PutAtPp),
        }
    }
}

/// The entries of a scalar form; with an s: strict.
struct Entries {
    get: Entry,
    gets: Entry,
    put: Entry,
    puts: Entry,
    get_at: Entry,
    put_at: Entry,
}
