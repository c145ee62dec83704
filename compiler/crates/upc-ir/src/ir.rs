// SPDX-License-Identifier: Apache-2.0
//! The intermediate form: the user's text with holes, and in the holes a typed tree in which every
//! shared access, pointer operation and synchronisation is explicit.
//!
//! Semantics. A [`Node::Source`] means the user's tokens of its span, with each hole's tokens
//! replaced by the hole's node. All other text is plain C, and is copied. An expression node is
//! evaluated exactly where and as often as the user's expression would be; no node evaluates an
//! operand twice. A node that stands for an expression prints as a primary or postfix expression,
//! so that a parent may apply any operator to it.
//!
//! Form. In the body of a function every analysed expression, statement and declaration is a
//! [`Source`] with its id ([`Form`]) and all its parts as holes, in the order of the text, changed
//! or not; or another node, if UPC changes it. All other text is opaque, and is copied. A subtree
//! without changes prints as the user's own tokens.

use std::borrow::Cow;

use upc_sema::table::Types;
use upc_sema::types::{IntKind, PtsRepr, QualTy, TagId};
use upc_sema::unit::DeclId;
use upc_source::{index_type, IndexVec, Span, Symbol};
use upc_syntax::ast::{BinaryOp, DeclarationId, ExprId, StmtId};

use crate::abi::Entry;
use crate::access::Scalar;

index_type!(
    /// A static shared object that the unit defines or uses.
    ObjectId
);
index_type!(
    /// A private static in the per-thread block (docs/abi.md section 5).
    PrivateId
);

/// One translation unit.
pub struct Ir {
    /// The whole text.
    pub root: Node,
    pub objects: IndexVec<ObjectId, SharedObject>,
    pub privates: IndexVec<PrivateId, PrivateObject>,
    /// Names given to anonymous tags that generated code must name; `TagName` nodes of other tags
    /// print nothing.
    pub tag_names: rustc_hash::FxHashMap<TagId, String>,
    /// External thread-local objects of the program that may have the name of a library function,
    /// in order of declaration. Their link-time names differ ([`own_symbol`]).
    pub renamed: Vec<String>,
    /// Thread-local objects that other units may also define (`-fcommon`). They are weak, as
    /// linkers have no common thread-local objects.
    pub weak: Vec<String>,
    /// Some places are marked for events (`upcc -inst`).
    pub events: bool,
    /// The checks pass makes accesses checked (`upcc -g`).
    pub checks: bool,
    /// Accesses must be in the unit's own code.
    pub inline: bool,
    /// The unit's `main` returns nothing: C does not define its status (C 5.1.2.2.3); the runtime
    /// uses 0.
    pub void_main: bool,
    /// The next unused number of [`Ir::fresh`].
    pub next_number: u32,
}

impl Ir {
    /// A number, unique in the unit.
    pub fn fresh(&mut self) -> u32 {
        self.next_number += 1;
        self.next_number
    }
}

/// The link-time name of an object of [`Ir::renamed`] (docs/abi.md section 5).
pub fn own_symbol(name: &str) -> String {
    format!("__upcr_own_{name}")
}

#[derive(Clone)]
pub enum Node {
    Source(Source),
    /// Generated tokens.
    Text(Cow<'static, str>),
    Seq(Vec<Node>),
    /// A node in parentheses.
    Paren(Box<Node>),
    /// The product of several numbers, of type long.
    Product(Vec<Node>),
    /// The type of pointers-to-shared in a representation.
    PointerType(PtsRepr),
    /// `pointer` if that is not null, else `other` (GNU `pointer ?: other`), both with phase.
    /// `number` is unique in the unit.
    Otherwise {
        pointer: Box<Node>,
        other: Box<Node>,
        number: u32,
    },
    /// A type-name: canonical, `shared` resolved to its representation.
    Type(QualTy),
    /// `T name`. `mutable`: without const on the object itself.
    Declare {
        ty: QualTy,
        name: String,
        mutable: bool,
    },
    /// Name given to an anonymous tag, or nothing.
    TagName(TagId),
    /// `sizeof` of a type whose size is known except for THREADS.
    SizeOf(QualTy),
    Threads,
    MyThread,
    /// The null pointer-to-shared.
    Null {
        repr: PtsRepr,
        form: NullForm,
    },
    /// A runtime call.
    Call {
        entry: Entry,
        args: Vec<Node>,
    },
    /// The value of a pointer-to-shared in representation `repr`.
    Pointer {
        address: Box<Address>,
        repr: PtsRepr,
    },
    /// The address alone, without phase: `upcr_pts_t`.
    Thin(Box<Address>),
    /// A pointer-to-shared cast to a pointer-to-local (UPC 6.4.3p4).
    Local {
        address: Box<Address>,
        ty: QualTy,
        checked: bool,
    },
    /// Lvalue conversion of a shared object (C 6.3.2.1p2).
    Load(Box<Place>),
    /// Simple assignment; the value is the stored value, of the place's type. `used`: the value is
    /// used.
    Store {
        place: Box<Place>,
        value: Box<Node>,
        used: bool,
    },
    /// Simple assignment from shared to shared whose value is not used.
    Copy {
        to: Box<Place>,
        from: Box<Place>,
    },
    /// Compound assignment, ++ and --, on a shared object: its address is evaluated once.
    Update {
        place: Box<Place>,
        change: Change,
        post: bool,
        used: bool,
    },
    /// The same on a private object that holds a pointer-to-shared.
    Advance(Box<Advance>),
    /// An object in the per-thread block, as an lvalue.
    Private(PrivateId),
    /// An array of unknown size defined elsewhere, reached through the defining unit's function
    /// (docs/abi.md section 5).
    Getter {
        name: Symbol,
        ty: QualTy,
        weak: bool,
    },
    /// A weak object of each UPC thread that the unit does not define: at address 0 where no other
    /// unit does (docs/abi.md section 5).
    Weak {
        name: Symbol,
        ty: QualTy,
        object: Box<Node>,
    },
    /// Declares the variable with the value last assigned to a pointer; at first a parameter's
    /// value, else null.
    DeclareStart {
        variable: String,
        parameter: Option<Symbol>,
    },
    /// The value of a pointer, also stored in `variable`.
    Starting {
        variable: String,
        value: Box<Node>,
    },
    Forall(Box<Forall>),
    Barrier {
        kind: Entry,
        value: Option<Box<Node>>,
    },
    Fence,
    /// An access whose addresses are notified, from the event of its start to that of its end
    /// (`upcc -inst`).
    Notified(Box<Node>),
    /// Calls that tell a tool of the program's events (`upcc -inst`).
    Event(Event),
    /// A call of a library function or a barrier, with its place in the source for the runtime
    /// (upcr/check.h).
    Placed {
        node: Box<Node>,
        statement: bool,
    },
    Loop(Box<Loop>),
    /// A loop, preceded by assignments of pointers to the own elements that it accesses.
    Own(OwnElements),
    Runs(Box<Runs>),
    /// Lvalue conversion of an element whose array may have been copied.
    Gathered(Box<Gathered>),
    Gather(Box<Gather>),
    /// A loop that fetches the reads of its iterations first.
    Inspected(Box<Inspected>),
    /// The body of its inspector.
    Inspect(Box<Inspect>),
    /// Lvalue conversion of an element that may have been fetched by it.
    Fetched(Box<Fetched>),
    /// A loop for mapped objects of `pointers`, and the same loop if one is not mapped, unless that
    /// is impossible (`passes/indefinite.rs`).
    Indefinite {
        pointers: Vec<StartPointer>,
        near: Box<Node>,
        general: Option<Box<Node>>,
    },
    /// A loop for segments that are all mapped at equal distances (`upcr_all_near`), and the same
    /// loop for others. `power`: the first one also requires that THREADS is a power of two.
    Tables {
        near: Box<Node>,
        general: Box<Node>,
        power: bool,
    },
    /// A loop for segments that are all mapped, with its iterations in the order of threads.
    Owners(Box<Owners>),
    /// A loop whose relaxed far updates may share messages (`passes/updates.rs`). `number` is
    /// unique in the unit.
    Held {
        number: u32,
        loop_: Box<Node>,
    },
    /// A loop that ends whatever other threads write (`passes/counted.rs`). `number` is unique in
    /// the unit.
    Counted {
        number: u32,
        loop_: Box<Node>,
    },
    Function(Box<Function>),
    /// The slot of a shared object: emitted before its first use.
    ObjectSlot(ObjectId),
    PrivateSlot(PrivateId),
    /// A start-up record (docs/abi.md section 4).
    Record(Box<Record>),
}

/// The user's tokens of `span`, with holes in source order that do not overlap. A hole of empty
/// span inserts.
#[derive(Clone)]
pub struct Source {
    pub span: Span,
    pub form: Form,
    pub holes: Vec<Hole>,
}

/// The form of a [`Source`]'s tokens in the checked unit, which has their kind and type
/// ([`crate::Facts`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Any text. Without holes it is copied, and its span leads to its effects in the checked unit.
    Opaque,
    /// An expression; the holes are its operands.
    Expr(ExprId),
    /// A statement; the holes are its expressions and statements.
    Stmt(StmtId),
    /// A declaration in a function; the holes are the expressions that it evaluates, and generated
    /// code.
    Declaration(DeclarationId),
    /// The initial value of a variable, the only hole.
    Initial(DeclId),
}

#[derive(Clone)]
pub struct Hole {
    pub span: Span,
    pub node: Node,
}

/// An address in the shared space.
#[derive(Clone)]
pub enum Address {
    /// The start of a static object: thread 0, phase 0.
    Object(ObjectId),
    /// The value of a pointer-to-shared expression.
    Pointer { value: Box<Node>, repr: PtsRepr },
    /// `index` elements of the ultimate element type further, in block-size `block` (0: indefinite)
    /// arithmetic (UPC 6.4.2).
    Element {
        base: Box<Address>,
        index: Index,
        block: u64,
        elem_size: u64,
        /// The expression of this element, if the program accesses it or a member of it.
        lvalue: Option<ExprId>,
    },
    /// `offset` bytes into an object that lies on one thread.
    Member { base: Box<Address>, offset: u64 },
    /// The calling thread's own element of an own iteration.
    Stream(Stream),
    /// The calling thread's first element of an array. Elements in blocks are relative to the start
    /// of their block.
    Own(OwnPointer),
    /// The start of a static object, in a loop that is executed if its memory is mapped.
    Start(StartPointer),
    /// An element of an array in a loop that is executed if all segments are mapped at equal
    /// distances. `one_row`: no thread has more than one block of the array.
    AllNear { base: Box<Address>, one_row: bool },
    /// The same address, checked at the access: an object of type `ty` must be there. `aligned`: at
    /// a multiple of its alignment.
    Checked { base: Box<Address>, ty: QualTy, aligned: bool, access: Access },
    /// The same address, of `size` bytes whose access is reported to a tool.
    Notified { base: Box<Address>, size: Size, strict: bool, access: Access, events: Events },
}

/// An event for a tool, by functions of `runtime/include/upcr/instrument.h`.
#[derive(Clone)]
pub enum Event {
    Barrier {
        kind: Entry,
        value: Option<Box<Node>>,
    },
    Fence,
    /// Start and end of a upc_forall. `number` is unique in the unit.
    Forall {
        number: u32,
        loop_: Box<Node>,
    },
    /// Start and end of the function; the node is at its start.
    Function {
        number: u32,
    },
    /// The name of the function that replaces a library function.
    Called(String),
    /// The place in the source, as the first arguments of a call: all of them, or others follow.
    Place {
        alone: bool,
    },
}

/// Bytes of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    Of(QualTy),
    Bytes(u64),
}

/// Which accesses of a place are events for a tool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Events {
    #[default]
    None,
    /// Those of other threads' data (`-inst`).
    Remote,
    /// All (`-inst-local`).
    All,
}

/// The kind of an access, as upcr_check_access numbers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Read = 0,
    Write = 1,
    Update = 2,
}

/// The context of a null pointer-to-shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NullForm {
    /// In an expression.
    Value,
    /// An initializer, which is a constant.
    Initializer,
    /// The same at the start of an aggregate without its braces: braces would count as the
    /// aggregate's.
    Leading,
}

/// A sum of steps, in elements.
#[derive(Clone, Default)]
pub struct Index {
    pub steps: Vec<Step>,
    /// A constant number of elements.
    pub constant: i64,
}

/// `value` (times -1) times `elems` (times THREADS) elements.
#[derive(Clone)]
pub struct Step {
    pub value: Node,
    pub elems: u64,
    pub threads: bool,
    pub negative: bool,
    /// The value is a subscript of this array.
    pub array: Option<Box<ArrayBound>>,
}

/// An array with a declared length.
#[derive(Clone, Debug)]
pub struct ArrayBound {
    /// Elements, times THREADS if `threads`.
    pub count: u64,
    pub threads: bool,
    /// Its name in the source.
    pub name: String,
    /// An unbounded step follows, so the index may be one past the last element.
    pub passing: bool,
    /// The value is added to a row of another array: as a pointer, the sum may point to other rows.
    pub row: bool,
}

/// A shared lvalue.
#[derive(Clone)]
pub struct Place {
    /// The lvalue.
    pub expr: ExprId,
    pub address: Address,
    /// Unqualified in effect: qualifiers are ignored.
    pub ty: QualTy,
    pub strict: bool,
    /// It may lie elsewhere than at a multiple of its type's alignment.
    pub packed: bool,
    /// The address begins at a pointer that is usually in a register, in a function's body: the
    /// segment can be looked up by that pointer, once for a loop.
    pub steady: bool,
    /// A variable with the thread of the place, if the pointer of the address walks in a loop; the
    /// variable is invariant there (`passes/walks/`).
    pub start: Option<String>,
    /// The likely memory of the place.
    pub near: Option<RowElement>,
    pub bits: Option<BitPlace>,
    pub events: Events,
    /// For the far half of a read (`passes/together/`).
    pub expected: Option<Box<Expected>>,
    /// For the far half of a store.
    pub kept: Option<Kept>,
}

/// Whether far stores are kept from a store on, or up to it (`passes/together/stores.rs`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    Opens,
    Closes,
}

/// The range that the program will read soon, in bytes before and after an address.
#[derive(Clone)]
pub struct Expected {
    /// Around the place's own address.
    pub range: Option<(u64, u64)>,
    /// Around other addresses.
    pub others: Vec<(Address, (u64, u64))>,
}

impl Place {
    /// The scalar form in which the object is moved, as [`Scalar::of`]; `None`: as bytes.
    pub fn scalar(&self, types: &Types) -> Option<(Scalar, bool)> {
        if self.packed {
            return None;
        }
        Scalar::of(types, self.ty.ty)
    }
}

/// A bit-field of the structure at the place's address.
#[derive(Clone, Debug)]
pub struct BitPlace {
    /// The structure that has the member.
    pub parent: QualTy,
    pub name: Symbol,
    /// The bytes of the structure that hold it.
    pub offset: u64,
    pub bytes: u64,
}

/// How an update makes the new value from the old one.
#[derive(Clone)]
pub enum Change {
    /// `old op (operand)`. `whole`: the result is the same if the operand is first converted to the
    /// object's type.
    Operate { op: BinaryOp, operand: Box<Node>, whole: bool },
    /// Moves a pointer-to-shared.
    Move { repr: PtsRepr, index: Index, block: u64, elem_size: u64 },
}

#[derive(Clone)]
pub struct Advance {
    pub lvalue: Node,
    /// Type of the object, for the temporary that points to it.
    pub ty: QualTy,
    /// The lvalue is a name: writing it twice evaluates nothing twice.
    pub simple: bool,
    pub change: Change,
    pub post: bool,
    pub used: bool,
}

/// upc_forall with an affinity expression (UPC 6.6.2).
#[derive(Clone)]
pub struct Forall {
    pub stmt: StmtId,
    /// From `(` to the `;` before the affinity, without both, holes for what changes.
    pub clauses: Source,
    /// The controlling expression's span.
    pub cond: Option<Span>,
    pub iterations: Iterations,
    pub body: Node,
    /// The body is a compound statement.
    pub braced: bool,
    /// The values of the clauses are compared between threads.
    pub checked: bool,
}

/// How a thread finds its iterations of a upc_forall.
#[derive(Clone)]
pub enum Iterations {
    /// All are visited; a value other than 0 means that the iteration is the calling thread's.
    Tested(Node),
    /// The thread goes from one own iteration to the next.
    Own(Box<Own>),
}

/// A loop whose counter steps from its value after the first clause to a limit
/// (`passes/iterations.rs`).
#[derive(Clone)]
pub struct Own {
    /// The counter's name and type.
    pub variable: String,
    pub kind: IntKind,
    pub down: bool,
    /// 1 with [`Turn::Strides`].
    pub step: u64,
    /// The first clause declares it: it is not read after the loop.
    pub declared: bool,
    /// The end of the first clause.
    pub init_end: u32,
    /// The second and third clauses.
    pub cond: Span,
    pub advance: Span,
    pub turn: Turn,
    pub origin: Origin,
    /// Only with [`Turn::Strides`].
    pub strides: Option<Box<Strides>>,
    /// It contains a loop, or constants show that it has many iterations: its start takes no share
    /// of its time.
    pub long: bool,
    /// A version of the loop for the calling thread's own elements.
    pub local: Option<Box<LocalVersion>>,
}

/// The data of a loop whose steps are known at run time.
#[derive(Clone)]
pub struct Strides {
    /// The counter's step.
    pub step: Node,
    /// The bound of the counter, the type of the comparison, and whether the counter reaches it.
    pub limit: Node,
    pub compared: IntKind,
    pub inclusive: bool,
    /// Nonzero if an iteration is the calling thread's, where each is tested.
    pub mine: Node,
}

/// The own iterations of an [`Own`] loop with [`Turn::Blocks`] or [`Turn::Strides`], if every
/// element of `streams` moves from thread to thread as the affinity does. In one thread's memory an
/// own iteration then moves each by a constant distance, across blocks, or within a run of
/// iterations (`passes/streams.rs`). If one element does not, and in the extent of a controlling
/// loop, the loop's other body is executed.
#[derive(Clone)]
pub struct LocalVersion {
    /// Tells apart the loops of a unit.
    pub number: u32,
    pub streams: Vec<OwnStream>,
    pub neighbours: Vec<Neighbour>,
    /// How many elements before and after an iteration's own one they reach. If that is outside the
    /// block, at both ends of a turn, the other body is executed.
    pub reach: (u64, u64),
    /// The limit of the counter, which the loop does not change, and the type of the comparison.
    pub limit: Node,
    pub compared: IntKind,
    /// The counter reaches the limit.
    pub inclusive: bool,
    /// The body reads the counter outside addresses replaced by streams.
    pub counts: bool,
    /// All streams are own elements of static arrays for any affinity: the other body is executed
    /// only in the extent of a controlling loop.
    pub always: bool,
    /// Only with `always`: the loop is never executed in the extent of a controlling loop, so it
    /// has no other body.
    pub alone: bool,
    /// The user's body with these streams.
    pub body: Node,
    /// Declarations of what a run reads once (`passes/invariant_reads.rs`).
    pub once: Vec<Node>,
}

/// A stream of a [`LocalVersion`].
#[derive(Clone)]
pub struct OwnStream {
    pub stream: Stream,
    /// The element in the first own iteration.
    pub start: Start,
    /// The step in elements to the same iteration of the thread's next block, and the size of one.
    pub unit: u64,
    pub elem_size: u64,
}

/// Addresses in one thread's memory, `bytes` apart from one iteration of the loop `version` to the
/// next that this thread executes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stream {
    pub version: u32,
    /// Unique in the unit.
    pub number: u32,
    pub bytes: i64,
    /// The bytes are known only at run time ([`Column`]); `bytes` is 0.
    pub column: bool,
    /// 0, or THREADS: successive iterations' elements are on successive threads, cyclically, and
    /// `bytes` is the step of a round.
    pub round: u32,
    /// The element stays the same, and is a variable in this form (`passes/scalar_replacement.rs`).
    pub scalar: Option<Scalar>,
}

impl Stream {
    /// The variable that the element is if `scalar`, and whether it was assigned.
    pub fn variable_name(&self) -> String {
        format!("{}v", self.pointer_name())
    }

    pub fn assigned_name(&self) -> String {
        format!("{}set", self.pointer_name())
    }

    /// The pointer in generated code, an expression, to the first element of the iteration's
    /// thread.
    pub fn pointer(&self) -> String {
        self.of_turn(&self.pointer_name(), "")
    }

    /// The same as a pointer-to-shared.
    pub fn shared(&self) -> String {
        self.of_turn(&self.pointer_name(), "p")
    }

    /// One object of generated code for each thread.
    pub fn of_turn(&self, name: &str, end: &str) -> String {
        let turn = turn_name(self.version);
        match self.round {
            0 => format!("{name}{end}"),
            n => {
                let last = format!("{name}_{}{end}", n - 1);
                let chosen =
                    |rest: String, t: u32| format!("{turn} == {t} ? {name}_{t}{end} : {rest}");
                format!("({})", (0..n - 1).rev().fold(last, chosen))
            }
        }
    }

    /// The number of steps from the first element, an object of generated code of type long.
    pub fn index(&self) -> String {
        if self.round == 0 {
            self.index_name()
        } else {
            round_name(self.version)
        }
    }

    /// The number of bytes in generated code, of type long.
    pub fn step(&self) -> String {
        match self.column {
            true => format!("__upcr_b{}", self.number),
            false => format!("{}l", self.bytes),
        }
    }

    /// The object of generated code, of type long, with the number of steps since the pointer was
    /// set.
    pub fn index_name(&self) -> String {
        index_name(self.version)
    }

    /// The object of generated code that points to the first element.
    pub fn pointer_name(&self) -> String {
        format!("__upcr_s{}", self.number)
    }

    /// The object with the first address as a pointer-to-shared.
    pub fn shared_name(&self) -> String {
        format!("{}p", self.pointer_name())
    }
}

/// A stream at a constant distance from another one of the same loop, while both are in one block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Neighbour {
    pub stream: Stream,
    pub of: Stream,
    /// The distance from the other's elements to this one's.
    pub bytes: i64,
}

/// [`Stream::index_name`] of all streams of the loop `version`.
pub fn index_name(version: u32) -> String {
    format!("__upcr_k{version}")
}

/// The rounds over all threads since streams were set, and the iterations of the current round.
pub fn round_name(version: u32) -> String {
    format!("__upcr_round{version}")
}

pub fn turn_name(version: u32) -> String {
    format!("__upcr_turn{version}")
}

/// A place `offset` bytes into an element of a loop by rows (`passes/rows.rs`). The stream's
/// pointer is null if the element is not mapped here, or cannot be found from the first one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RowElement {
    pub stream: Stream,
    pub offset: u64,
}

/// The extra work of a loop for the elements that its body finds by adding bytes ([`RowElement`]).
#[derive(Clone)]
pub struct Rows {
    /// Tells apart the loops of a unit.
    pub number: u32,
    /// The first clause is a declaration.
    pub declared: bool,
    /// The ends of the first and of the third clause.
    pub ends: (u32, u32),
    /// The controlling expression: a loop that is not entered computes no address.
    pub cond: Option<Node>,
    /// Each stream with the address of its first element.
    pub streams: Vec<(Stream, Node)>,
}

/// A loop that accesses own elements by pointers (`passes/own.rs`).
#[derive(Clone)]
pub struct OwnElements {
    pub pointers: Vec<OwnPointer>,
    pub loop_: Box<Node>,
}

/// A pointer to the calling thread's first element of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OwnPointer {
    /// Tells apart those of a unit.
    pub number: u32,
    pub object: ObjectId,
    /// The element is a variable of this form in the loop, and is written back after it if it was
    /// assigned.
    pub scalar: Option<Scalar>,
}

impl OwnPointer {
    /// The object of generated code.
    pub fn name(&self) -> String {
        format!("__upcr_own{}", self.number)
    }

    /// Whether the variable was assigned.
    pub fn assigned_name(&self) -> String {
        format!("__upcr_set{}", self.number)
    }
}

/// A pointer to the start of a static object, on thread 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StartPointer {
    /// Tells apart those of a unit.
    pub number: u32,
    pub object: ObjectId,
}

impl StartPointer {
    /// The object of generated code.
    pub fn name(&self) -> String {
        format!("__upcr_at{}", self.number)
    }
}

/// The body of a loop with runs (`passes/runs.rs`).
#[derive(Clone)]
pub struct Runs {
    /// Tells apart the loops of a unit.
    pub number: u32,
    /// The counter's name and type.
    pub variable: Symbol,
    pub kind: IntKind,
    pub down: bool,
    pub step: u64,
    /// The bound of the counter, the type of the comparison, and whether the counter
    /// reaches it.
    pub limit: Node,
    pub compared: IntKind,
    pub inclusive: bool,
    pub rows: Vec<RunRow>,
    pub apart: Vec<Apart>,
    /// The third clause.
    pub advance: Node,
    /// The body with elements found by streams, and the one with each found by itself.
    pub near: Node,
    pub general: Node,
    /// If all is mapped, `general` is executed for few iterations, if any.
    pub rare: bool,
    /// No iteration depends on a store of another (`passes/independent.rs`).
    pub independent: bool,
    /// 0, or THREADS, if streams of some rows go round all threads: a run is a number of rounds.
    pub round: u32,
}

/// Elements of one array or pointer, at constant distances from each other.
#[derive(Clone)]
pub struct RunRow {
    pub stream: Stream,
    pub start: Start,
    /// Elements in a block, 0 if indefinite; by how many of them an iteration moves; their size.
    pub block: u64,
    pub elems: i64,
    pub elem_size: i64,
    /// The other elements, each with its distance in elements.
    pub others: Vec<(i64, Stream)>,
    /// If the row is far, a run may use a copy of it (`passes/coalesce.rs`).
    pub copied: Option<Copied>,
}

/// The accesses of a run to a row that it may copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Copied {
    /// It only reads the row.
    Read,
    /// It writes all of the row, and reads nothing of it.
    Written,
}

/// A loop that counts up by 1, with iterations in any order and all segments mapped
/// (`passes/owners.rs`): a loop with step THREADS for each thread.
#[derive(Clone)]
pub struct Owners {
    /// Tells apart the loops of a unit.
    pub number: u32,
    /// The counter's name and type, its first value, and its bound.
    pub variable: Symbol,
    pub kind: IntKind,
    pub first: Node,
    pub limit: Node,
    pub inclusive: bool,
    /// The number of iterations, if constants tell.
    pub iterations: Option<u64>,
    pub threads: u32,
    /// Each stream, by steps of THREADS iterations, with the address of its first element, which
    /// contains the counter.
    pub streams: Vec<(Stream, Node)>,
    /// The body.
    pub near: Node,
}

/// The declarations of a loop for a [`Runs`] in its body.
#[derive(Clone)]
pub struct RunsOf {
    pub number: u32,
    /// All must stay on one thread, else there is no run.
    pub columns: Vec<Column>,
}

/// A stream whose element moves by `elems` elements in blocks of `block`. If these are whole rows
/// of blocks, one for each thread, it stays on its thread and moves by `elems` / THREADS there.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    pub stream: Stream,
    pub elems: i64,
    pub block: u64,
    pub elem_size: i64,
}

/// A pointer of `size` bytes at the address `pointer`, read before a run, and the elements `far`
/// from those of a row. If the run stores to none of the pointer's bytes, the pointer does not
/// change.
#[derive(Clone)]
pub struct Apart {
    pub pointer: Node,
    pub size: u64,
    pub row: usize,
    pub far: i64,
}

impl RunRow {
    /// The least and the greatest distance from the first stream's element, including the distance
    /// `far`.
    pub fn reaches(&self, far: i64) -> (u64, u64) {
        let all = || self.others.iter().map(|o| o.0).chain([0, far]);
        (all().min().unwrap_or(0).unsigned_abs(), all().max().unwrap_or(0).unsigned_abs())
    }
}

/// A loop for far segments, which may copy whole arrays (`passes/gather.rs`), and the same loop if
/// none is far.
#[derive(Clone)]
pub struct Gather {
    pub arrays: Vec<GatheredArray>,
    /// All reads of `far` are inside the arrays. It is executed if all arrays are copied before it,
    /// else `near` is executed, also for far segments.
    pub whole: bool,
    /// `far` is not executed in the extent of a controlling upc_forall.
    pub alone: bool,
    pub far: Node,
    pub near: Node,
}

/// A static array that a loop reads and does not write.
#[derive(Clone)]
pub struct GatheredArray {
    /// Tells apart those of a unit.
    pub number: u32,
    pub object: ObjectId,
    /// The loop's number of iterations, as a `long`; `None`: unknown.
    pub due: Option<Node>,
    /// The least number of reads of an iteration, as far as known.
    pub reads: u64,
    /// The threads share the iterations.
    pub shared_out: bool,
}

impl GatheredArray {
    /// The object of generated code.
    pub fn name(number: u32) -> String {
        format!("__upcr_g{number}")
    }

    /// The variable with the state of the copy.
    pub fn copy_name(number: u32) -> String {
        Self::name(number) + "c"
    }
}

/// A read of an element of the array `number`, or of a member of one.
#[derive(Clone)]
pub struct Gathered {
    pub number: u32,
    /// The copy exists, and has the element.
    pub sure: bool,
    pub place: Place,
    pub elem_size: u64,
}

impl Gathered {
    /// The element's index, and the offset in bytes.
    pub fn index(&self) -> Option<(&Index, u64)> {
        let (mut address, mut bytes) = (&self.place.address, 0);
        while let Address::Member { base, offset } = address {
            (address, bytes) = (base, bytes + offset);
        }
        match address {
            Address::Element { index, .. } => Some((index, bytes)),
            _ => None,
        }
    }
}

/// A loop for far segments, which reads elements fetched before it (`passes/inspector.rs`), and the
/// same loop if that does not pay.
#[derive(Clone)]
pub struct Inspected {
    /// Tells apart those of a unit.
    pub number: u32,
    /// The forms of the elements that each iteration reads.
    pub reads: Vec<Scalar>,
    /// The number of written elements that differ from these if they are near.
    pub writes: usize,
    /// A store of the loop may change one of these elements that is near.
    pub far_only: bool,
    /// The loop with an [`Inspect`] as its body.
    pub inspector: Node,
    pub far: Node,
    pub near: Node,
}

impl Inspected {
    /// The object of generated code.
    pub fn name(number: u32) -> String {
        format!("__upcr_f{number}")
    }
}

/// Collects the addresses of an iteration's reads.
#[derive(Clone)]
pub struct Inspect {
    /// Of the loop.
    pub number: u32,
    /// Declarations that the addresses need.
    pub declarations: Vec<Node>,
    /// The address of each read, then of each write; null for a write that is certainly near.
    pub addresses: Vec<Node>,
}

/// The value of read `read` among the `addresses` of an iteration of loop `number`.
#[derive(Clone)]
pub struct Fetched {
    pub number: u32,
    pub read: usize,
    pub addresses: usize,
    pub far_only: bool,
    pub place: Place,
}

/// The start of a stream: the address of its element in the first own iteration.
#[derive(Clone)]
pub enum Start {
    Thin(Node),
    /// With the phase: the element's block must end with the thread's turn.
    Phased(Node),
}

impl Start {
    pub fn node(&self) -> &Node {
        let (Start::Thin(node) | Start::Phased(node)) = self;
        node
    }

    pub fn node_mut(&mut self) -> &mut Node {
        let (Start::Thin(node) | Start::Phased(node)) = self;
        node
    }
}

/// The order in which iterations move from thread to thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// All are the same thread's.
    Same,
    /// `block` iterations of a thread, then `block` of the next thread, or of the previous one. A
    /// block has `block * unit` elements.
    Blocks { block: u64, unit: u64, backwards: bool },
    /// Each is `threads` threads further, cyclically.
    Cycle { threads: i64 },
    /// Slices of the iterations with equal quotients; their lengths may differ.
    Slices,
    /// The affinity moves by `elems` elements of blocks of `block` for each 1 of the counter, which
    /// moves by steps that are known when the loop runs ([`Strides`]).
    Strides { block: u64, elems: i64 },
}

/// The affinity of the first iteration.
#[derive(Clone)]
pub enum Origin {
    /// A number. `unsigned`: of 64 bits without sign.
    Integer {
        value: Node,
        unsigned: bool,
    },
    Thin(Node),
    Phased(Node),
    /// The counter divided by `block`.
    Block(u64),
    /// The counter, or its product with THREADS, divided by a number.
    Quotient {
        of_threads: bool,
        divisor: Node,
    },
}

/// A function definition with UPC in its body.
#[derive(Clone)]
pub struct Function {
    pub source: Source,
    pub body: StmtId,
    /// Executed once: `main`.
    pub once: bool,
    /// It has a backward goto, so any statement may be in a loop.
    pub jumps_back: bool,
    /// Accesses outside loops call the runtime's functions out of line (`passes/out_of_line.rs`).
    pub calls: bool,
}

/// while, do and for.
#[derive(Clone)]
pub struct Loop {
    pub source: Source,
    /// Elements that stay on their threads from one iteration to the next.
    pub rows: Option<Box<Rows>>,
    /// The runs of the body; the ones tried first are last.
    pub runs: Vec<RunsOf>,
    /// The controlling expression's span and the body's.
    pub cond: Option<Span>,
    pub body: Span,
    /// The controlling expression is an integer constant expression.
    pub cond_constant: bool,
    /// The controlling expression calls a function of the unit that has UPC in it.
    pub cond_calls: bool,
    pub poll: Poll,
    /// No iteration depends on a store of another (`passes/independent.rs`).
    pub independent: bool,
}

/// The point at which a loop calls upcr_poll.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Poll {
    No,
    /// With each evaluation of the controlling expression.
    Condition,
    /// At the start of the body.
    Body,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Definition {
    /// Initialised: `.globl`.
    Strong,
    /// Tentative: `.weak`.
    Tentative,
    /// Declared here, defined in another unit.
    Extern,
    /// `static`: local to the unit.
    Local,
}

/// A static shared object (docs/abi.md section 3).
pub struct SharedObject {
    /// Name as written.
    pub name: String,
    /// Assembler symbol.
    pub symbol: String,
    pub ty: QualTy,
    pub definition: Definition,
    /// upc_localsizeof, 0 for incomplete types.
    pub local_size: u64,
    pub align: u64,
    pub block_size: u64,
    pub elem_size: u64,
    /// `N` or `N*T`: elements.
    pub total: String,
    /// `file:line` of the first declaration.
    pub place: String,
    /// The slot is used.
    pub used: bool,
}

/// A private object in the per-thread block (docs/abi.md section 5).
pub struct PrivateObject {
    pub name: String,
    pub symbol: String,
    pub ty: QualTy,
    pub definition: Definition,
    pub size: u64,
    pub align: u64,
    pub used: bool,
    /// Only referenced here, weakly.
    pub weak: bool,
    /// An array of external linkage defined here: gets `__upcr_addr_NAME`.
    pub getter: bool,
}

/// An action of a start-up function.
#[derive(Clone)]
pub enum Record {
    /// Stores the initialiser of a shared object.
    Shared {
        object: ObjectId,
        /// Type of the image: the object's, or that of [`upc_sema::unit::Unit::image`]; an array's
        /// outermost length is left open.
        image_ty: QualTy,
        constant: bool,
        init: Node,
    },
    /// `target = initializer` for a private static; `target` is an lvalue of type `ty`. A constant
    /// initialiser is kept in an image aligned to `align` bytes, at least as its type asks.
    Private { target: Node, ty: QualTy, constant: bool, align: u64, init: Node },
}

impl Node {
    pub fn text(text: impl Into<Cow<'static, str>>) -> Node {
        Node::Text(text.into())
    }

    /// The user's own tokens.
    pub fn copy(span: Span) -> Node {
        Node::Source(Source { span, form: Form::Opaque, holes: Vec::new() })
    }

    /// The user's text does not change here.
    pub fn is_copy(&self) -> bool {
        matches!(self, Node::Source(s) if s.is_copy())
    }

    /// `self` in parentheses.
    pub fn in_parentheses(self) -> Node {
        Node::Paren(Box::new(self))
    }

    pub fn empty() -> Node {
        Node::Text(Cow::Borrowed(""))
    }
}

impl Source {
    /// Inserts `node` before the text at `at`.
    pub fn insert(&mut self, at: u32, node: Node) {
        let next = self.holes.partition_point(|h| h.span.end <= at && h.span.start < at);
        self.holes.insert(next, Hole { span: Span::new(at, at), node });
    }

    /// Replaces the text of `at`, which is in no hole, by `node`.
    pub fn replace(&mut self, at: Span, node: Node) {
        let next = self.holes.partition_point(|h| h.span.start < at.start);
        self.holes.insert(next, Hole { span: at, node });
    }

    /// All holes, also of text in holes, that contain other than the user's text.
    pub fn generated(&self) -> Vec<&Hole> {
        fn add<'x>(s: &'x Source, found: &mut Vec<&'x Hole>) {
            for hole in &s.holes {
                match &hole.node {
                    Node::Source(inner) if inner.span == hole.span => add(inner, found),
                    _ => found.push(hole),
                }
            }
        }
        let mut found = Vec::new();
        add(self, &mut found);
        found
    }

    /// `span` with the `children` that differ from the text they replace; sorted, empty ones
    /// dropped.
    pub fn with(span: Span, children: impl IntoIterator<Item = (Span, Node)>) -> Source {
        let changed = children.into_iter().filter(|(s, n)| !replaces_nothing(*s, n));
        Source { span, form: Form::Opaque, holes: sorted(changed) }
    }

    /// `span`, which is `form`, with all its parts; sorted. Unchanged parts stay if they have a
    /// form.
    pub fn formed(form: Form, span: Span, parts: impl IntoIterator<Item = (Span, Node)>) -> Source {
        let opaque = |n: &Node| matches!(n, Node::Source(s) if s.form == Form::Opaque);
        let known = parts.into_iter().filter(|(s, n)| !opaque(n) || !replaces_nothing(*s, n));
        Source { span, form, holes: sorted(known) }
    }

    /// The user's text does not change here.
    pub fn is_copy(&self) -> bool {
        self.holes.iter().all(|h| replaces_nothing(h.span, &h.node))
    }

    /// The part at `span`.
    pub fn part(&self, span: Span) -> Option<&Node> {
        self.holes.iter().find(|h| h.span == span).map(|h| &h.node)
    }
}

fn sorted(parts: impl Iterator<Item = (Span, Node)>) -> Vec<Hole> {
    let mut holes: Vec<Hole> = parts.map(|(span, node)| Hole { span, node }).collect();
    holes.sort_by_key(|h| (h.span.start, h.span.end));
    holes
}

/// Whether `node` at `span` is the text there.
fn replaces_nothing(span: Span, node: &Node) -> bool {
    matches!(node, Node::Source(s) if s.span == span && s.is_copy())
}

impl Step {
    /// Whether the step is a number of rows of blocks of `block` elements.
    pub fn is_rows(&self, block: u64) -> bool {
        self.threads && self.elems % block == 0
    }

    /// Whether the step leads to the calling thread's block of `block` elements.
    pub fn is_own(&self, block: u64) -> bool {
        matches!(self.value, Node::MyThread)
            && self.elems == block
            && !self.threads
            && !self.negative
    }

    /// Whether the step is the calling thread's number, in elements.
    pub fn is_mythread(&self) -> bool {
        self.is_own(1)
    }
}

impl Index {
    pub fn constant(elems: i64) -> Index {
        Index { steps: Vec::new(), constant: elems }
    }

    /// Whether the sum is a number of rows of blocks of `block` elements, one for each thread:
    /// thread and phase stay.
    pub fn is_rows(&self, block: u64) -> bool {
        self.constant == 0 && !self.steps.is_empty() && self.steps.iter().all(|s| s.is_rows(block))
    }
}
