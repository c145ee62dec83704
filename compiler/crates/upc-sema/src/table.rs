// SPDX-License-Identifier: Apache-2.0
//! The table of types of one translation unit: interning, tags, and the questions that have
//! one-line answers.

use rustc_hash::FxHashMap;
use upc_source::{IndexVec, Span, Symbol};
use upc_syntax::ast::{TagKind, TagSpecId};

use crate::options::Target;
use crate::types::{
    ArrayLen, FloatKind, FunctionTy, IntKind, PtsRepr, QualTy, Quals, Shared, TagId, Ty, TypeKind,
};
use crate::unit::BitField;

/// A structure, union or enumeration.
#[derive(Clone, Debug)]
pub struct Tag {
    pub kind: TagKind,
    pub name: Option<Symbol>,
    /// The specifier with the body, or the first one that mentions the tag.
    pub spec: TagSpecId,
    pub span: Span,
    /// It is declared in a function's body.
    pub local: bool,
    /// Its scope is the file: not a block, nor the parameters of a function.
    pub file_scope: bool,
    pub complete: bool,
    /// In source order; empty for enumerations.
    pub members: Vec<Member>,
    /// Bytes; meaningful once complete.
    pub size: u64,
    pub align: u64,
    /// Type an enumeration is compatible with.
    pub underlying: Option<Ty>,
    /// A member's type involves `shared`.
    pub involves_shared: bool,
    /// An object of the type holds a pointer-to-shared.
    pub contains_pts: bool,
    /// GNU transparent_union.
    pub transparent: bool,
    /// The layout depends on something only the C compiler knows: sizes are not constants here.
    pub opaque: bool,
}

/// A member of a structure or union. Unnamed bit-fields are not kept.
#[derive(Clone, Debug)]
pub struct Member {
    /// `None`: anonymous structure or union.
    pub name: Option<Symbol>,
    pub ty: QualTy,
    /// Byte offset; of a bit-field: of the first byte it touches.
    pub offset: u64,
    pub bits: Option<BitField>,
    pub span: Span,
}

/// Types every unit needs, interned once.
#[derive(Clone, Copy, Debug)]
pub struct Common {
    pub void: Ty,
    pub bool_: Ty,
    pub char_: Ty,
    pub schar: Ty,
    pub uchar: Ty,
    pub short: Ty,
    pub ushort: Ty,
    pub int: Ty,
    pub uint: Ty,
    pub long: Ty,
    pub ulong: Ty,
    pub longlong: Ty,
    pub ulonglong: Ty,
    pub int128: Ty,
    pub uint128: Ty,
    pub float: Ty,
    pub double: Ty,
    pub long_double: Ty,
    pub void_ptr: Ty,
    /// Unknown after an error: accepted everywhere.
    pub error: Ty,
}

/// Interned types, tags and their layouts.
pub struct Types {
    kinds: IndexVec<Ty, TypeKind>,
    ids: FxHashMap<TypeKind, Ty>,
    pub tags: IndexVec<TagId, Tag>,
    pub target: Target,
    /// THREADS where it is fixed at compile time.
    pub threads: Option<u32>,
    pub common: Common,
    /// Bytes of `_Float128` and its like, by spelling.
    pub extended_size: FxHashMap<Symbol, u64>,
    variable: u32,
}

/// Adds the basic types.
fn common_types(add: &mut dyn FnMut(TypeKind) -> Ty) -> Common {
    let void = add(TypeKind::Void);
    let mut int = |k| add(TypeKind::Int(k));
    let (bool_, char_, schar, uchar) =
        (int(IntKind::Bool), int(IntKind::Char), int(IntKind::SChar), int(IntKind::UChar));
    let (short, ushort, int_, uint) =
        (int(IntKind::Short), int(IntKind::UShort), int(IntKind::Int), int(IntKind::UInt));
    let (long, ulong) = (int(IntKind::Long), int(IntKind::ULong));
    let (longlong, ulonglong) = (int(IntKind::LongLong), int(IntKind::ULongLong));
    let (int128, uint128) = (int(IntKind::Int128), int(IntKind::UInt128));
    let float = add(TypeKind::Float(FloatKind::Float));
    let double = add(TypeKind::Float(FloatKind::Double));
    let long_double = add(TypeKind::Float(FloatKind::LongDouble));
    let void_ptr = add(TypeKind::Pointer(QualTy::plain(void)));
    let error = add(TypeKind::Opaque(None));
    Common {
        void,
        bool_,
        char_,
        schar,
        uchar,
        short,
        ushort,
        int: int_,
        uint,
        long,
        ulong,
        longlong,
        ulonglong,
        int128,
        uint128,
        float,
        double,
        long_double,
        void_ptr,
        error,
    }
}

impl Types {
    /// The basic types of a target; `threads`: the fixed number of threads, none where it is given
    /// at launch.
    pub fn new(target: Target, threads: Option<u32>) -> Types {
        let mut kinds = IndexVec::new();
        let mut ids = FxHashMap::default();
        let common = common_types(&mut |k: TypeKind| {
            let t: Ty = kinds.push(k.clone());
            ids.insert(k, t);
            t
        });
        Types {
            kinds,
            ids,
            tags: IndexVec::new(),
            target,
            threads,
            common,
            extended_size: FxHashMap::default(),
            variable: 0,
        }
    }

    /// The type of structure `kind`, made if it is new.
    pub fn make(&mut self, kind: TypeKind) -> Ty {
        if let Some(&t) = self.ids.get(&kind) {
            return t;
        }
        let t = self.kinds.push(kind.clone());
        self.ids.insert(kind, t);
        t
    }

    /// The kind of a type.
    pub fn kind(&self, ty: Ty) -> &TypeKind {
        &self.kinds[ty]
    }

    /// The type of an integer kind; of one that the target lacks, `int`.
    pub fn int(&self, kind: IntKind) -> Ty {
        self.ids.get(&TypeKind::Int(kind)).copied().unwrap_or(self.common.int)
    }

    /// The type of pointers to this one.
    pub fn pointer_to(&mut self, pointee: QualTy) -> Ty {
        self.make(TypeKind::Pointer(pointee))
    }

    /// The type of arrays of so many elements.
    pub fn array_of(&mut self, elem: QualTy, len: ArrayLen) -> Ty {
        self.make(TypeKind::Array { elem, len })
    }

    /// A variable length that equals no other.
    pub fn fresh_variable_len(&mut self) -> ArrayLen {
        self.variable += 1;
        ArrayLen::Variable(self.variable)
    }

    /// The tag of a structure, union or enumeration.
    pub fn tag_of(&self, ty: Ty) -> Option<TagId> {
        match *self.kind(ty) {
            TypeKind::Struct(t) | TypeKind::Union(t) | TypeKind::Enum(t) => Some(t),
            _ => None,
        }
    }

    /// Element type and length of an array.
    pub fn array(&self, ty: Ty) -> Option<(QualTy, ArrayLen)> {
        match *self.kind(ty) {
            TypeKind::Array { elem, len } => Some((elem, len)),
            _ => None,
        }
    }

    /// The type that a pointer points to.
    pub fn pointee(&self, ty: Ty) -> Option<QualTy> {
        match *self.kind(ty) {
            TypeKind::Pointer(p) => Some(p),
            _ => None,
        }
    }

    /// Parameters and result of a function type.
    pub fn function(&self, ty: Ty) -> Option<&FunctionTy> {
        match self.kind(ty) {
            TypeKind::Function(f) => Some(f),
            _ => None,
        }
    }

    /// The ultimate element of an array type, the type itself otherwise (UPC 3, "ultimate element
    /// type").
    pub fn ultimate(&self, mut qt: QualTy) -> QualTy {
        while let Some((elem, _)) = self.array(qt.ty) {
            qt = elem;
        }
        qt
    }

    /// The shared qualifier of the type, through arrays: `Some` for a shared type (UPC 3.7.2).
    pub fn shared(&self, qt: QualTy) -> Option<Shared> {
        self.ultimate(qt).quals.shared
    }

    /// Qualifiers of an object of the type; for arrays those of the ultimate element.
    pub fn object_quals(&self, qt: QualTy) -> Quals {
        self.ultimate(qt).quals
    }

    /// Replaces the qualifiers of the ultimate element by `f` of them.
    pub fn map_quals(&mut self, qt: QualTy, f: &dyn Fn(Quals) -> Quals) -> QualTy {
        match self.array(qt.ty) {
            Some((elem, len)) => {
                let elem = self.map_quals(elem, f);
                QualTy::plain(self.array_of(elem, len))
            }
            None => QualTy { ty: qt.ty, quals: f(qt.quals) },
        }
    }

    /// Without any qualifier, the ultimate element's included.
    pub fn unqualified(&mut self, qt: QualTy) -> QualTy {
        if self.object_quals(qt) == Quals::default() {
            return QualTy::plain(qt.ty);
        }
        self.map_quals(qt, &|_| Quals::default())
    }

    /// Whether a pointer to `pointee` is a pointer-to-shared, and how it is represented.
    pub fn pts_repr(&self, pointee: QualTy) -> Option<PtsRepr> {
        let shared = self.shared(pointee)?;
        Some(match self.kind(pointee.ty) {
            TypeKind::Void => PtsRepr::Phased { block: None },
            _ if shared.block <= 1 => PtsRepr::Thin { block: shared.block },
            _ => PtsRepr::Phased { block: Some(shared.block) },
        })
    }

    /// [`Types::pts_repr`] of a pointer type; `None` for every other type and for
    /// pointers-to-local.
    pub fn pointer_repr(&self, ty: Ty) -> Option<PtsRepr> {
        self.pts_repr(self.pointee(ty)?)
    }

    /// Whether the type is a pointer-to-shared.
    pub fn is_pts(&self, ty: Ty) -> bool {
        self.pointee(ty).is_some_and(|p| self.shared(p).is_some())
    }

    /// Whether the type is a generic pointer-to-shared, `shared void *`.
    pub fn is_generic_pts(&self, ty: Ty) -> bool {
        self.pointee(ty).is_some_and(|p| p.is_shared() && p.ty == self.common.void)
    }

    /// Whether `shared` occurs anywhere in the type: qualifiers, referents, elements, members,
    /// parameters, result.
    pub fn involves_shared(&self, qt: QualTy) -> bool {
        if qt.is_shared() {
            return true;
        }
        match self.kind(qt.ty) {
            TypeKind::Pointer(p) => self.involves_shared(*p),
            TypeKind::Array { elem, .. } => self.involves_shared(*elem),
            TypeKind::Function(f) => {
                self.involves_shared(f.ret) || f.params.iter().any(|p| self.involves_shared(*p))
            }
            TypeKind::Struct(t) | TypeKind::Union(t) => self.tags[*t].involves_shared,
            _ => false,
        }
    }

    /// Whether an object of the type holds a pointer-to-shared, so that its size depends on their
    /// representation.
    pub fn mentions_pts_layout(&self, qt: QualTy) -> bool {
        match self.kind(qt.ty) {
            TypeKind::Pointer(p) => self.shared(*p).is_some(),
            TypeKind::Array { elem, .. } => self.mentions_pts_layout(*elem),
            TypeKind::Struct(t) | TypeKind::Union(t) => self.tags[*t].contains_pts,
            _ => false,
        }
    }

    /// Whether only the C compiler knows the type, for instance the result of an unknown builtin.
    pub fn is_opaque(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), TypeKind::Opaque(_) | TypeKind::ComplexInt(_))
    }

    /// Opaque, or a pointer to or array of something opaque: not judged here.
    pub fn is_unjudged(&self, ty: Ty) -> bool {
        match *self.kind(ty) {
            TypeKind::Opaque(_) | TypeKind::ComplexInt(_) => true,
            TypeKind::Pointer(q) | TypeKind::Array { elem: q, .. } => self.is_unjudged(q.ty),
            _ => false,
        }
    }

    /// True for `void`.
    pub fn is_void(&self, ty: Ty) -> bool {
        ty == self.common.void
    }

    /// True for function types.
    pub fn is_function(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), TypeKind::Function(_))
    }

    /// True for pointers, to shared or to private.
    pub fn is_pointer(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), TypeKind::Pointer(_))
    }

    /// C 6.2.5p17 integer types, enumerations included.
    pub fn is_integer(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), TypeKind::Int(_) | TypeKind::Enum(_))
    }

    /// C 6.2.5p18.
    pub fn is_arithmetic(&self, ty: Ty) -> bool {
        matches!(
            self.kind(ty),
            TypeKind::Int(_) | TypeKind::Enum(_) | TypeKind::Float(_) | TypeKind::Complex(_)
        )
    }

    /// C 6.2.5p17: not complex.
    pub fn is_real(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), TypeKind::Int(_) | TypeKind::Enum(_) | TypeKind::Float(_))
    }

    /// Whether it is a vector of the GNU extension.
    pub fn is_vector(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), TypeKind::Vector { .. })
    }

    /// C 6.2.5p21.
    pub fn is_scalar(&self, ty: Ty) -> bool {
        self.is_arithmetic(ty) || self.is_pointer(ty) || *self.kind(ty) == TypeKind::Nullptr
    }

    /// Whether it is a structure or union.
    pub fn is_record(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), TypeKind::Struct(_) | TypeKind::Union(_))
    }

    /// The integer kind of an integer type; for enumerations that of their underlying type.
    pub fn int_kind(&self, ty: Ty) -> Option<IntKind> {
        match *self.kind(ty) {
            TypeKind::Int(k) => Some(k),
            TypeKind::Enum(t) => match self.tags[t].underlying.map(|u| self.kind(u)) {
                Some(TypeKind::Int(k)) => Some(*k),
                _ => Some(IntKind::UInt),
            },
            _ => None,
        }
    }

    /// Whether the layout of the type is known (C 6.2.5p1); opaque types count as complete.
    pub fn is_complete(&self, qt: QualTy) -> bool {
        match *self.kind(qt.ty) {
            TypeKind::Void | TypeKind::Function(_) => false,
            TypeKind::Array { elem, len } => len != ArrayLen::Incomplete && self.is_complete(elem),
            TypeKind::Struct(t) | TypeKind::Union(t) | TypeKind::Enum(t) => {
                self.tags[t].complete || self.tags[t].opaque
            }
            _ => true,
        }
    }

    /// Whether the type has a variable length somewhere (C 6.7.6p3 "variably modified").
    pub fn is_variably_modified(&self, ty: Ty) -> bool {
        match self.kind(ty) {
            TypeKind::Array { elem, len } => {
                matches!(len, ArrayLen::Variable(_)) || self.is_variably_modified(elem.ty)
            }
            TypeKind::Pointer(p) => self.is_variably_modified(p.ty),
            TypeKind::Function(f) => self.is_variably_modified(f.ret.ty),
            _ => false,
        }
    }

    /// Whether an object of the type is a variable length array.
    pub fn is_vla(&self, ty: Ty) -> bool {
        match *self.kind(ty) {
            TypeKind::Array { elem, len } => {
                matches!(len, ArrayLen::Variable(_)) || self.is_vla(elem.ty)
            }
            _ => false,
        }
    }
}
