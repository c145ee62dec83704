// SPDX-License-Identifier: Apache-2.0
//! The syntax tree: UPC 1.3 over C17 with GNU extensions, names as in the standards.
//!
//! Nodes live in arenas ([`Ast`]) and are named by ids, so that later phases keep what they learn
//! in side tables. Every node has the span of exactly its own tokens in the preprocessed text: the
//! emitter copies what need not change. The tree is what was written: no conversions, no folding,
//! parentheses kept.

use upc_source::{index_type, IndexVec, Span, Symbol};

index_type!(
    /// An expression.
    ExprId
);
index_type!(
    /// A statement.
    StmtId
);
index_type!(
    /// A declaration (specifiers with their declarators), at file scope, in a block, a structure or
    /// a parameter list.
    DeclarationId
);
index_type!(
    /// A type-name: specifiers and an abstract declarator.
    TypeNameId
);
index_type!(
    /// A structure, union or enumeration specifier.
    TagSpecId
);

/// All nodes of one translation unit. Ids are never reused; a function body that was skipped has no
/// nodes.
#[derive(Default)]
pub struct Ast {
    pub exprs: IndexVec<ExprId, Expr>,
    pub stmts: IndexVec<StmtId, Stmt>,
    pub declarations: IndexVec<DeclarationId, Declaration>,
    pub type_names: IndexVec<TypeNameId, TypeName>,
    pub tags: IndexVec<TagSpecId, TagSpec>,
    /// `#pragma upc strict|relaxed`: from this offset on the state is `strict`, ascending. The
    /// parser closes a block's pragma at the block's end by an entry with the outer state (UPC
    /// 6.7.1p4).
    pub consistency: Vec<(u32, bool)>,
}

impl Ast {
    /// Whether an unqualified shared access at `offset` is strict (UPC 6.7.1).
    pub fn strict_at(&self, offset: u32) -> bool {
        let i = self.consistency.partition_point(|&(o, _)| o <= offset);
        i > 0 && self.consistency[i - 1].1
    }
}

/// An external declaration (C 6.9), in source order.
pub enum External {
    Declaration(DeclarationId),
    Function(Box<FunctionDef>),
    /// `__asm__("...");` at file scope.
    Asm(Span),
    /// A stray `;`.
    Empty(Span),
}

/// C 6.9.1. The body is parsed on demand: see `Parser::parse_body`.
pub struct FunctionDef {
    pub span: Span,
    pub specs: DeclSpecs,
    pub declarator: Declarator,
    /// K&R parameter declarations between the declarator and the body.
    pub kr_params: Vec<DeclarationId>,
    /// From `{` to the matching `}`, both included.
    pub body_span: Span,
}

// ---------------------------------------------------------------- declarations

/// C 6.7: specifiers and declarators. A `_Static_assert` is a declaration too.
pub struct Declaration {
    pub span: Span,
    pub kind: DeclarationKind,
}

/// A declaration (C 6.7).
pub enum DeclarationKind {
    Plain { specs: DeclSpecs, declarators: Vec<InitDeclarator> },
    StaticAssert { cond: ExprId, message: Option<Span> },
}

/// The storage-class specifier of a declaration (C 6.7.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    None,
    Typedef,
    Extern,
    Static,
    Auto,
    Register,
}

/// C 6.7 declaration-specifiers.
pub struct DeclSpecs {
    pub span: Span,
    pub storage: Storage,
    /// Span of the storage-class keyword, empty if none.
    pub storage_span: Span,
    /// `_Thread_local` or `__thread`.
    pub thread_local: Option<Span>,
    /// C23 `constexpr`.
    pub constexpr: Option<Span>,
    pub inline: Option<Span>,
    pub noreturn: bool,
    /// GNU `__extension__` is skipped; `__auto_type` is a type specifier.
    pub type_spec: TypeSpec,
    pub type_span: Span,
    pub quals: Quals,
    pub attrs: Vec<Attribute>,
    /// `_Alignas(expr)` / `_Alignas(type)`.
    pub alignas: Vec<AlignAs>,
}

/// The operand of `_Alignas` (C 6.7.5).
#[derive(Clone, Copy)]
pub enum AlignAs {
    Expr(ExprId),
    Type(TypeNameId),
}

/// The type specifiers of a declaration together (C 6.7.2).
#[derive(Clone, Debug)]
pub enum TypeSpec {
    /// No type specifier at all: implicit int (C89), or a lone qualifier.
    Missing,
    Void,
    Bool,
    /// `char`, `signed char`, `unsigned char`.
    Char {
        signed: Option<bool>,
    },
    Short {
        signed: bool,
    },
    Int {
        signed: bool,
    },
    Long {
        signed: bool,
    },
    LongLong {
        signed: bool,
    },
    Int128 {
        signed: bool,
    },
    Float,
    Double,
    LongDouble,
    /// `_Float16 _Float32 _Float64 _Float128 __float128 __bf16 _Decimal64 ...` by spelling.
    ExtendedFloat(Symbol),
    /// `_Complex` (or `_Imaginary`) with the real type.
    Complex(Box<TypeSpec>),
    TypedefName(Symbol),
    /// Also a plain reference `struct S`; see [`TagSpec::body`].
    Tag(TagSpecId),
    TypeofExpr(ExprId),
    TypeofType(TypeNameId),
    /// C23 `typeof_unqual`, around one of the two.
    TypeofUnqual(Box<TypeSpec>),
    /// `_Atomic(type-name)`.
    Atomic(TypeNameId),
    /// `__auto_type`.
    Auto,
    /// `__builtin_va_list` and other types only the C compiler knows, by spelling.
    Builtin(Symbol),
    /// Contradictory specifiers, already reported.
    Error,
}

/// Type qualifiers in one list (C 6.7.3, UPC 6.5.1.1).
#[derive(Clone, Default, Debug)]
pub struct Quals {
    pub const_: bool,
    pub volatile: bool,
    pub restrict: Option<Span>,
    pub atomic: bool,
    pub strict: Option<Span>,
    pub relaxed: Option<Span>,
    /// Every `shared` of the list in order.
    pub shared: Vec<SharedQual>,
}

/// `shared` with its layout-qualifier.
#[derive(Clone, Debug)]
pub struct SharedQual {
    pub span: Span,
    pub layout: Layout,
}

/// UPC 6.5.1.1 layout-qualifier.
#[derive(Clone, Copy, Debug)]
pub enum Layout {
    /// `shared`: block size 1.
    None,
    /// `shared []`.
    Indefinite,
    /// `shared [*]`.
    Star,
    /// `shared [constant-expression]`.
    Expr(ExprId),
}

/// A declarator with its initializer (C 6.7).
pub struct InitDeclarator {
    pub declarator: Declarator,
    pub init: Option<Initializer>,
    /// Declarator with its initializer, attributes and asm label.
    pub span: Span,
}

/// C 6.7.6. `chunks` lists the derivations from the identifier outwards: `*(*f)(int)` gives
/// Pointer, Function, Pointer.
pub struct Declarator {
    pub span: Span,
    pub name: Option<(Symbol, Span)>,
    pub chunks: Vec<DeclChunk>,
    pub attrs: Vec<Attribute>,
    /// `__asm__("label")` after the declarator.
    pub asm_label: Option<Span>,
    /// Bit-field width of a structure member.
    pub bit_width: Option<ExprId>,
}

/// A part of a declarator (C 6.7.6).
pub enum DeclChunk {
    Pointer {
        quals: Quals,
        span: Span,
    },
    Array {
        size: ArraySize,
        quals: Quals,
        span: Span,
    },
    Function {
        params: Vec<DeclarationId>,
        variadic: bool,
        /// `f()` or a K&R identifier list
        kr_names: Option<Vec<(Symbol, Span)>>,
        span: Span,
    },
}

/// The length of an array declarator (C 6.7.6.2).
#[derive(Clone, Copy, Debug)]
pub enum ArraySize {
    /// `[]`.
    Unspecified,
    /// `[*]` in a prototype.
    Star,
    /// `[expr]`, also `[static expr]`.
    Expr(ExprId),
}

/// C 6.7.7.
pub struct TypeName {
    pub span: Span,
    pub specs: DeclSpecs,
    pub declarator: Declarator,
}

/// The keyword before a tag (C 6.7.2.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum TagKind {
    Struct,
    Union,
    Enum,
}

/// C 6.7.2.1, 6.7.2.2.
pub struct TagSpec {
    pub span: Span,
    pub kind: TagKind,
    /// Where a name stands: after the keyword and the attributes behind it.
    pub name_place: u32,
    pub name: Option<(Symbol, Span)>,
    pub attrs: Vec<Attribute>,
    pub body: TagBody,
}

/// The part behind a tag (C 6.7.2.1, 6.7.2.2).
pub enum TagBody {
    /// `struct S` without braces.
    Reference,
    /// Member declarations in order; a member may be an anonymous structure (no declarators) or a
    /// `_Static_assert`.
    Members(Vec<DeclarationId>),
    Enumerators {
        list: Vec<Enumerator>,
        /// C23 `enum E : type`
        underlying: Option<TypeNameId>,
    },
}

/// An enumeration constant (C 6.7.2.2).
pub struct Enumerator {
    pub name: Symbol,
    pub span: Span,
    pub value: Option<ExprId>,
}

/// One attribute of `__attribute__((a, b(c)))` or `[[a::b(c)]]`; spelling without leading and
/// trailing underscores.
#[derive(Clone, Debug)]
pub struct Attribute {
    pub name: Symbol,
    /// The whole attribute with arguments.
    pub span: Span,
    /// Argument list parsed as expressions where it is one (aligned(16), vector_size(4*N)); else
    /// empty.
    pub args: Vec<ExprId>,
}

/// C 6.7.9.
pub enum Initializer {
    Expr(ExprId),
    List(InitList),
}

/// An initializer in braces (C 6.7.9).
pub struct InitList {
    pub span: Span,
    pub items: Vec<InitItem>,
}

/// An element of an initializer in braces.
pub struct InitItem {
    pub designators: Vec<Designator>,
    pub value: Initializer,
}

/// A designator of an initializer (C 6.7.9).
pub enum Designator {
    Member(Symbol, Span),
    Index(ExprId),
    /// GNU `[a ... b]`.
    Range(ExprId, ExprId),
}

impl Initializer {
    /// The source text of the initializer.
    pub fn span(&self, ast: &Ast) -> Span {
        match self {
            Initializer::Expr(e) => ast.exprs[*e].span,
            Initializer::List(l) => l.span,
        }
    }
}

// ---------------------------------------------------------------- expressions

/// An expression (C 6.5, UPC 6.4).
pub struct Expr {
    pub span: Span,
    pub kind: ExprKind,
}

/// The forms of expressions.
pub enum ExprKind {
    Ident(Symbol),
    /// Integer, floating or character constant; the text is the span.
    Number,
    Char,
    /// Adjacent string literals; the span holds all.
    String,
    /// `THREADS`, `MYTHREAD`, `UPC_MAX_BLOCK_SIZE` (UPC 6.3).
    Threads,
    MyThread,
    MaxBlockSize,
    /// C23 `true`, `false`, `nullptr` (keywords there only).
    True,
    False,
    Nullptr,
    /// `__func__`, `__FUNCTION__`, `__PRETTY_FUNCTION__`.
    FuncName,
    Paren(ExprId),
    /// C 6.5.1.1; `None` is `default`.
    Generic {
        control: GenericControl,
        assocs: Vec<(Option<TypeNameId>, ExprId)>,
    },
    /// GNU `({ ... })`: a compound statement.
    StmtExpr(StmtId),
    Index {
        base: ExprId,
        index: ExprId,
    },
    Call {
        callee: ExprId,
        args: Vec<ExprId>,
    },
    Member {
        base: ExprId,
        arrow: bool,
        name: Symbol,
        name_span: Span,
    },
    PostInc(ExprId),
    PostDec(ExprId),
    CompoundLiteral {
        ty: TypeNameId,
        init: InitList,
    },
    Unary {
        op: UnaryOp,
        operand: ExprId,
    },
    /// `sizeof expr` and its family.
    SizeofExpr {
        op: SizeofOp,
        operand: ExprId,
    },
    SizeofType {
        op: SizeofOp,
        ty: TypeNameId,
    },
    Cast {
        ty: TypeNameId,
        operand: ExprId,
    },
    Binary {
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
    },
    /// `then` is `None` in GNU `a ?: b`.
    Conditional {
        cond: ExprId,
        then: Option<ExprId>,
        otherwise: ExprId,
    },
    /// `op` is `None` for `=`.
    Assign {
        op: Option<BinaryOp>,
        left: ExprId,
        right: ExprId,
    },
    Comma {
        left: ExprId,
        right: ExprId,
    },
    /// GNU `&&label`.
    LabelAddress(Symbol),
    /// `__builtin_va_arg(ap, type)`.
    VaArg {
        ap: ExprId,
        ty: TypeNameId,
    },
    /// `__builtin_offsetof(type, member-designator)`.
    Offsetof {
        ty: TypeNameId,
        path: Vec<Designator>,
    },
    TypesCompatible(TypeNameId, TypeNameId),
    /// `bupc_assert_type(operand, type)`, of type void.
    AssertType {
        operand: ExprId,
        ty: TypeNameId,
    },
    ChooseExpr {
        cond: ExprId,
        then: ExprId,
        otherwise: ExprId,
    },
    /// A call of a builtin some of whose arguments are no expressions, such as
    /// `__builtin_convertvector(v, type)`.
    BuiltinCall {
        name: Symbol,
        args: Vec<BuiltinArg>,
    },
    /// Unparsable, already reported.
    Error,
}

/// An argument of [`ExprKind::BuiltinCall`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BuiltinArg {
    Expr(ExprId),
    Type(TypeNameId),
    /// An attribute: what only the C compiler reads.
    Tokens(Span),
}

/// The first operand of `_Generic` (C 6.5.1.1); a type is an extension of C2y.
pub enum GenericControl {
    Expr(ExprId),
    Type(TypeNameId),
}

/// The unary operators (C 6.5.2.4, 6.5.3), and GNU's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    PreInc,
    PreDec,
    AddressOf,
    Deref,
    Plus,
    Minus,
    BitNot,
    Not,
    /// GNU `__real__`, `__imag__`.
    Real,
    Imag,
    /// `__extension__ e`.
    Extension,
}

/// Operators that take a type or an expression and evaluate neither (C 6.5.3.4, UPC 6.4.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SizeofOp {
    Sizeof,
    Alignof,
    UpcLocalsizeof,
    UpcBlocksizeof,
    UpcElemsizeof,
}

/// The binary operators without assignments (C 6.5.5 to 6.5.14, 6.5.17).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinaryOp {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
    Lt,
    Gt,
    Le,
    Ge,
    Eq,
    Ne,
    BitAnd,
    BitXor,
    BitOr,
    LogAnd,
    LogOr,
}

// ---------------------------------------------------------------- statements

/// A statement (C 6.8, UPC 6.6).
pub struct Stmt {
    pub span: Span,
    pub kind: StmtKind,
}

/// The forms of statements.
pub enum StmtKind {
    Expr(ExprId),
    Empty,
    Compound(Vec<StmtId>),
    Declaration(DeclarationId),
    /// GNU nested function definition: refused by sema with a message.
    NestedFunction(Box<FunctionDef>),
    If {
        cond: ExprId,
        then: StmtId,
        otherwise: Option<StmtId>,
    },
    Switch {
        cond: ExprId,
        body: StmtId,
    },
    While {
        cond: ExprId,
        body: StmtId,
    },
    DoWhile {
        body: StmtId,
        cond: ExprId,
    },
    /// `do { ... } while (0)` that executes its body once, as macros of several statements are
    /// written: no `break`, `continue`, `case` or `default` in it.
    DoOnce {
        body: StmtId,
        cond: ExprId,
    },
    For {
        init: ForInit,
        cond: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
    },
    /// UPC 6.6.2.
    UpcForall {
        init: ForInit,
        cond: Option<ExprId>,
        step: Option<ExprId>,
        affinity: Affinity,
        body: StmtId,
    },
    /// `label:`; in C23 a label may stand before `}` or a declaration: `body` is then an empty
    /// statement of empty span.
    Label {
        name: Symbol,
        name_span: Span,
        body: StmtId,
    },
    /// `case e:`, GNU `case a ... b:`.
    Case {
        value: ExprId,
        upper: Option<ExprId>,
        body: StmtId,
    },
    Default {
        body: StmtId,
    },
    Goto(Symbol),
    /// GNU `goto *e;`.
    GotoComputed(ExprId),
    Continue,
    Break,
    Return(Option<ExprId>),
    /// `asm` statement. Operand expressions are parsed.
    Asm {
        operands: Vec<ExprId>,
    },
    /// GNU `__label__ a, b;`.
    LocalLabels,
    UpcBarrier(Option<ExprId>),
    UpcNotify(Option<ExprId>),
    UpcWait(Option<ExprId>),
    UpcFence,
    /// A `[[fallthrough]];` or `__attribute__((...));` statement, or a pragma line other than
    /// UPC's.
    Passed,
    /// Unparsable, already reported.
    Error,
}

impl StmtKind {
    /// Whether the statement is an iteration statement (C11 6.8.5, UPC 6.6.2).
    pub fn is_loop(&self) -> bool {
        use StmtKind::{DoWhile, For, UpcForall, While};
        matches!(self, While { .. } | DoWhile { .. } | For { .. } | UpcForall { .. })
    }
}

/// The first clause of `for` or `upc_forall` (C 6.8.5.3, UPC 6.6.2).
pub enum ForInit {
    None,
    Expr(ExprId),
    Declaration(DeclarationId),
}

/// The fourth clause of upc_forall (UPC 6.6.2).
#[derive(Clone, Copy)]
pub enum Affinity {
    /// Left out.
    None,
    Continue,
    Expr(ExprId),
}
