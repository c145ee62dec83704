// SPDX-License-Identifier: Apache-2.0
//! The checker's results for a translation unit: the interface between this crate and upc-ir.

use rustc_hash::{FxHashMap, FxHashSet};
use upc_source::{index_type, IndexVec, Span, Symbol};
use upc_syntax::ast::{ExprId, Storage, TagSpecId, TypeNameId};

use crate::types::{QualTy, TagId, Ty};

index_type!(
    /// A declared object, function, typedef or enumeration constant. Redeclarations share the id.
    DeclId
);

/// The linkage of an identifier (C 6.2.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Linkage {
    None,
    Internal,
    External,
}

/// The kind of a declared entity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeclKind {
    Object,
    Parameter,
    Function,
    Typedef,
    Enumerator(i128),
}

/// The entity that a name denotes.
#[derive(Clone, Debug)]
pub struct Decl {
    pub name: Symbol,
    /// Composite type so far.
    pub ty: QualTy,
    pub kind: DeclKind,
    pub storage: Storage,
    pub linkage: Linkage,
    pub thread_local: bool,
    pub file_scope: bool,
    /// Enclosing function of a block-scope static, for its assembler name.
    pub function: Option<Symbol>,
    /// Has an initializer or is a definition with a body.
    pub defined: bool,
    /// First declared here (the identifier).
    pub span: Span,
    /// Some declaration has the attribute `weak`: undefined in the program, its address is null.
    pub weak: bool,
    /// Declared in a system header or by the compiler: never privatised under -pthreads.
    pub system: bool,
    /// Under -pthreads: this private static is per UPC thread (docs/abi.md section 5), and where it
    /// lives.
    pub privatised: Privatised,
    /// asm label, as written with quotes.
    pub asm_label: Option<Span>,
}

/// How an object with static storage duration becomes each UPC thread's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Privatised {
    /// An ordinary C object.
    No,
    /// `_Thread_local`.
    Tls,
    /// In the per-thread block behind `upcr_self.priv`.
    Block,
    /// `extern T x[];` of unknown size, and [`PER_THREAD_OF_LIBC`]: through `__upcr_addr_x()`.
    Getter,
}

/// Objects that system headers declare and of which each UPC thread has its own under -pthreads.
pub const PER_THREAD_OF_LIBC: [&str; 4] = ["optarg", "optind", "opterr", "optopt"];

/// The tables upc-ir reads. Ids index the `Ast` the unit was checked with.
#[derive(Default)]
pub struct Unit {
    pub decls: IndexVec<DeclId, Decl>,
    /// Type of each analysed expression as an lvalue or value before conversion (C 6.3.2): `a` of
    /// `int a[3]` has the array type.
    pub expr_ty: IndexVec<ExprId, Option<QualTy>>,
    /// The type the context converts the expression's value to, where it differs from the decayed
    /// value's own type in a way that changes its representation or is a conversion between
    /// pointers-to-shared: assignment, argument, return, initializer, ?:, ==. Casts are expressions
    /// and not recorded here.
    pub converted: FxHashMap<ExprId, QualTy>,
    /// The entity that each analysed `Ident` expression denotes.
    pub ident: FxHashMap<ExprId, DeclId>,
    /// For each analysed member access: the path of field names from the object's structure to the
    /// member, anonymous members included as `None`, and, for bit-fields, where its bits are.
    pub member: FxHashMap<ExprId, MemberRef>,
    /// Type of each analysed type-name.
    pub type_name: FxHashMap<TypeNameId, QualTy>,
    /// Value of each expression that had to be an integer constant expression, or is an offsetof or
    /// one of the UPC sizeof family.
    pub constant: FxHashMap<ExprId, i128>,
    /// Declarations of the library's extensions whose names the program takes for its own, by the
    /// identifier's span.
    pub replaced: FxHashSet<Span>,
    /// Declared names by the identifier's span, for declarations at any scope.
    pub decl_at: FxHashMap<Span, DeclId>,
    /// The tag each analysed structure, union or enumeration specifier denotes.
    pub tag_spec: FxHashMap<TagSpecId, TagId>,
    /// The expression that an analysed `_Generic` or `__builtin_choose_expr` selects.
    pub selected: FxHashMap<ExprId, ExprId>,
    /// Type of the object each analysed initializer list initializes, by the list's span.
    pub init_list: FxHashMap<Span, QualTy>,
    /// Initializers and nested expressions with the type of the (sub)object each initializes, and
    /// its byte offset in the object of the outermost initializer, in the order of the text.
    pub init_elem: FxHashMap<ExprId, InitElem>,
    /// Private or shared objects of static storage duration whose initializer is not a C constant,
    /// because it holds an address of shared data or of a per-thread object (docs/abi.md section
    /// 4): by the declared identifier's span, or the expression's of a compound literal.
    pub runtime_init: FxHashSet<Span>,
    /// Type of the image of each initialized array with THREADS in an inner dimension, by the
    /// declared identifier's span: that dimension is as long as the longest of its rows in the
    /// initializer. With one row only, the image is the array's beginning.
    pub image: FxHashMap<Span, QualTy>,
    /// The types of each function that is declared with several, by clang's attribute
    /// `overloadable`, in the order of the text.
    pub overloads: FxHashMap<DeclId, Vec<QualTy>>,
    /// Functions of this unit alone that compute a number of numbers and do nothing else
    /// (`pure.rs`).
    pub pure: FxHashSet<DeclId>,
    /// Functions of this unit without UPC that call only such functions and those of the C library:
    /// they access no shared object by a pointer-to-shared.
    pub unshared: FxHashSet<DeclId>,
    /// The names of functions of this unit with UPC, and of those that call such.
    pub reaching_upc: FxHashSet<Symbol>,
    /// Compound literals of static storage duration of which each UPC thread has its own, under
    /// `-pthreads`.
    pub per_thread_literals: FxHashSet<ExprId>,
}

/// The target of one scalar (or whole-aggregate) expression of an initializer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InitElem {
    pub ty: QualTy,
    /// Byte offset, where no row of THREADS elements is in front.
    pub offset: u64,
    pub bits: Option<BitField>,
    /// GNU `[a ... b]`: how many consecutive elements get the value.
    pub repeat: u64,
    /// It is the first value of an aggregate whose braces are left out (C 6.7.9p20).
    pub leads: bool,
}

/// One member of a structure or union (C 6.5.2.3).
#[derive(Clone, Debug)]
pub struct MemberRef {
    /// Byte offset in the structure; of a bit-field: of the first byte it touches.
    pub offset: u64,
    /// Declared type of the member, without the object's qualifiers.
    pub ty: QualTy,
    pub bits: Option<BitField>,
    /// The structure or union the expression's object has.
    pub parent: Ty,
}

/// A bit-field's place: `bytes` bytes from `MemberRef::offset` hold it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitField {
    pub width: u32,
    pub bytes: u64,
    /// Position of the lowest bit in the first byte, 0..=7 (both targets are little-endian).
    pub shift: u32,
}
