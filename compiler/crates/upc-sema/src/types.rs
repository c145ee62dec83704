// SPDX-License-Identifier: Apache-2.0
//! Types and their interning.
//!
//! A [`Ty`] names an interned unqualified type; [`QualTy`] adds qualifiers. Equal structure gives
//! equal `Ty`, so that identity is equality; compatibility (C 6.2.7, UPC 6.5.1.1p13) is a separate
//! function. Typedefs are resolved away; the emitter prints canonical types.

use upc_source::{index_type, Symbol};

index_type!(
    /// An interned unqualified type.
    Ty
);
index_type!(
    /// A structure, union or enumeration of the unit.
    TagId
);

/// A type with its qualifiers. For arrays the qualifiers of the element are kept on the element,
/// never here (C 6.7.3p9, UPC 6.5.2.1p6): `shared [4] int a[8]` is `Array(QualTy{int, shared
/// [4]})`, unqualified.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct QualTy {
    pub ty: Ty,
    pub quals: Quals,
}

/// Top-level qualifiers of a type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Quals {
    pub const_: bool,
    pub volatile: bool,
    pub restrict: bool,
    pub atomic: bool,
    pub shared: Option<Shared>,
    pub reference: Option<Reference>,
}

/// UPC 6.5.1.1 shared-type-qualifier with its block size in elements.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shared {
    /// 0: indefinite. `shared T` is 1. `[*]` is resolved when its array is declared (see
    /// [`Shared::STAR`]).
    pub block: u64,
}

impl Shared {
    /// Marks `[*]` between reading the qualifier and completing the declarator; in the dynamic
    /// environment too the final block size is a constant.
    pub const STAR: u64 = u64::MAX;
}

/// UPC 6.5.1.1 reference-type-qualifier.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reference {
    Strict,
    Relaxed,
}

/// The integer types (C 6.2.5), and GNU's `__int128`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IntKind {
    Bool,
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
}

impl IntKind {
    /// The type as C writes it.
    pub fn text(self) -> &'static str {
        match self {
            IntKind::Bool => "_Bool",
            IntKind::Char => "char",
            IntKind::SChar => "signed char",
            IntKind::UChar => "unsigned char",
            IntKind::Short => "short",
            IntKind::UShort => "unsigned short",
            IntKind::Int => "int",
            IntKind::UInt => "unsigned int",
            IntKind::Long => "long",
            IntKind::ULong => "unsigned long",
            IntKind::LongLong => "long long",
            IntKind::ULongLong => "unsigned long long",
            IntKind::Int128 => "__int128",
            IntKind::UInt128 => "unsigned __int128",
        }
    }
}

/// The real floating types (C 6.2.5p10), and those of GNU C.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatKind {
    Float,
    Double,
    LongDouble,
    /// `_Float16`, `_Float128`, ...: spelling kept.
    Extended(Symbol),
}

/// An unqualified type (C 6.2.5).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeKind {
    Void,
    Int(IntKind),
    Float(FloatKind),
    Complex(FloatKind),
    /// GNU `_Complex int`: only its layout is known, operations are the C compiler's business.
    ComplexInt(IntKind),
    Pointer(QualTy),
    Array {
        elem: QualTy,
        len: ArrayLen,
    },
    Function(FunctionTy),
    Struct(TagId),
    Union(TagId),
    Enum(TagId),
    /// GNU vector_size: element and bytes.
    Vector {
        elem: Ty,
        bytes: u64,
    },
    /// C23 nullptr_t.
    Nullptr,
    /// Known to the C compiler only (`__builtin_va_list`, SVE types, ...), by spelling; or unknown
    /// after an error (None).
    Opaque(Option<Symbol>),
}

/// The length of an array type (C 6.7.6.2, UPC 6.5.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArrayLen {
    /// `[]`.
    Incomplete,
    /// Constant number of elements.
    Const(u64),
    /// `k * THREADS` elements, dynamic environment, shared arrays only (UPC 6.5.2.1p2).
    Threads(u64),
    /// Variable length (also `[*]` in prototypes); the number tells distinct VLAs apart. A
    /// block-scope private `T x[THREADS]` in the dynamic environment is one.
    Variable(u32),
}

/// A function type (C 6.7.6.3).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionTy {
    pub ret: QualTy,
    /// Adjusted parameter types (C 6.7.6.3p7); empty and `prototype == false` for `f()`.
    pub params: Vec<QualTy>,
    pub variadic: bool,
    pub prototype: bool,
}

impl QualTy {
    /// The type without qualifiers.
    pub fn plain(ty: Ty) -> QualTy {
        QualTy { ty, quals: Quals::default() }
    }

    /// Whether the type itself, not its referent, is shared-qualified.
    pub fn is_shared(self) -> bool {
        self.quals.shared.is_some()
    }
}

/// How a pointer-to-shared is represented in generated code (docs/abi.md section 1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PtsRepr {
    /// `upcr_pts_t`: block size 0 or 1.
    Thin { block: u64 },
    /// `upcr_ppts_t`: block size above 1 (`Some`), or generic `shared void *` (`None`).
    Phased { block: Option<u64> },
}
