// SPDX-License-Identifier: Apache-2.0
//! The intermediate form: the user's text with holes, and in the holes a typed tree in which every
//! shared access, pointer operation and synchronisation is explicit.
//!
//! Semantics. A [`Node::Source`] means the user's tokens of its span with each hole's tokens
//! replaced by the hole's node; everything the tree does not mention is plain C, copied. An
//! expression node is evaluated exactly where and as often as the user's expression would be; no
//! node evaluates an operand twice. A node that stands for an expression prints as a primary or
//! postfix expression, so that a parent may put any operator beside it.
//!
//! Form. In the body of a function every expression, statement and declaration that was looked into
//! is a [`Source`] that says which one it is ([`Form`]) and has all its parts as holes, in the
//! order of the text, changed or not; or one of the other nodes, where UPC makes something else of
//! it. All else is opaque: its text is left alone. A subtree in which nothing
//! changes prints as the user's own tokens.

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
    /// in order of declaration: the linker knows them by another name ([`own_symbol`]).
    pub renamed: Vec<String>,
    /// Thread-local objects that other units may define too (`-fcommon`): for the linker there are
    /// no common ones among thread-local objects, but weak ones.
    pub weak: Vec<String>,
    /// Some places are marked for events (`upcc -inst`).
    pub events: bool,
    /// The checks pass makes accesses checked (`upcc -g`).
    pub checks: bool,
    /// Accesses must be in the unit's own code.
    pub inline: bool,
    /// The unit's `main` returns nothing: C leaves its status open (C 5.1.2.2.3), and the runtime
    /// takes it for 0.
    pub void_main: bool,
    /// Numbers below this are given to what generated code must tell apart.
    pub next_number: u32,
}

impl Ir {
    /// A number that nothing else of the unit has.
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
    /// `number` tells apart those of a unit.
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
    /// `sizeof` of a type whose size is known but for THREADS.
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
    /// Simple assignment; the value is the stored value, of the place's type. `used`: somebody
    /// reads it.
    Store {
        place: Box<Place>,
        value: Box<Node>,
        used: bool,
    },
    /// Simple assignment from shared to shared whose value nobody reads.
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
    /// Declares the variable with the value that a pointer was last assigned: a parameter's own at
    /// first, else null.
    DeclareStart {
        variable: String,
        parameter: Option<Symbol>,
    },
    /// The value of a pointer, which `variable` keeps.
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
    /// A call of a library function or a barrier, while the runtime knows its place in the source
    /// (upcr/check.h).
    Placed {
        node: Box<Node>,
        statement: bool,
    },
    Loop(Box<Loop>),
    /// A loop, after the pointers to the own elements that it accesses were set.
    Own(OwnElements),
    Runs(Box<Runs>),
    /// Lvalue conversion of an element of which the array may have been copied.
    Gathered(Box<Gathered>),
    Gather(Box<Gather>),
    /// A loop that fetches what its iterations read before them.
    Inspected(Box<Inspected>),
    /// The body of its inspector.
    Inspect(Box<Inspect>),
    /// Lvalue conversion of an element that may have been fetched so.
    Fetched(Box<Fetched>),
    /// A loop where the objects of `pointers` are mapped here, and the same loop where one is not,
    /// if that may be (`passes/single.rs`).
    Single {
        pointers: Vec<StartPointer>,
        near: Box<Node>,
        general: Option<Box<Node>>,
    },
    /// A loop where all segments are mapped at equal distances (`upcr_all_near`), and the same loop
    /// where they are not. `power`: the first one needs a power of two of threads, too.
    Tables {
        near: Box<Node>,
        general: Box<Node>,
        power: bool,
    },
    /// A loop where all segments are mapped, its iterations thread by thread.
    Owners(Box<Owners>),
    /// A loop whose relaxed far updates may share messages (`passes/updates.rs`). `number` tells
    /// apart those of a unit.
    Held {
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

/// The form of a [`Source`]'s tokens in the checked unit, which tells their kind and type
/// ([`crate::Facts`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Anything. Without a hole it is left alone, and the checked unit knows by its span what it
    /// does.
    Opaque,
    /// An expression; the holes are its operands.
    Expr(ExprId),
    /// A statement; the holes are its expressions and statements.
    Stmt(StmtId),
    /// A declaration in a function; the holes are what it evaluates, and what is generated.
    Declaration(DeclarationId),
    /// The value, the only hole, with which a variable is initialised.
    Initial(DeclId),
}

#[derive(Clone)]
pub struct Hole {
    pub span: Span,
    pub node: Node,
}

/// Where in the shared space.
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
        /// The expression whose address this is, where an access or a member's address was written
        /// with it.
        lvalue: Option<ExprId>,
    },
    /// `offset` bytes into an object that lies on one thread.
    Member { base: Box<Address>, offset: u64 },
    /// The place of the calling thread's own element that an own iteration meets.
    Stream(Stream),
    /// The calling thread's first element of an array. An element in blocks behind it counts from
    /// the start of its block.
    Own(OwnPointer),
    /// The start of a static object, in a loop that is executed where its memory is mapped.
    Start(StartPointer),
    /// An element of an array in a loop that is executed where all segments are mapped at equal
    /// distances. `one_row`: no thread has more than one block of the array.
    Near { base: Box<Address>, one_row: bool },
    /// The same address, of an object of type `ty` that must be there when it is accessed.
    /// `aligned`: at a multiple of its alignment.
    Checked { base: Box<Address>, ty: QualTy, aligned: bool, access: Access },
    /// The same address, of `size` bytes whose access a tool is told of.
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
    /// Start and end of a upc_forall. `number` tells apart those of a unit, and functions.
    Forall {
        number: u32,
        loop_: Box<Node>,
    },
    /// Start and end of the function at whose start this stands.
    Function {
        number: u32,
    },
    /// The name of the function that stands for a library function.
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

/// Where a null pointer-to-shared stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NullForm {
    /// In an expression.
    Value,
    /// An initializer, which is a constant.
    Initializer,
    /// The same at the start of an aggregate whose braces are left out: braces would be taken for
    /// the aggregate's.
    Leading,
}

/// A sum of steps, in elements.
#[derive(Clone, Default)]
pub struct Index {
    pub steps: Vec<Step>,
    /// A constant number of elements besides.
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

/// An array whose length its declaration tells.
#[derive(Clone, Debug)]
pub struct ArrayBound {
    /// Elements, times THREADS if `threads`.
    pub count: u64,
    pub threads: bool,
    /// How the source calls it.
    pub name: String,
    /// A step that nothing bounds follows: the one behind the last element may be meant, and left
    /// again.
    pub passing: bool,
    /// The value is added to a row of another array: as a pointer the sum may lead to other rows.
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
    /// The address begins at a pointer that stays in a register as a rule, in a function's body:
    /// its thread's segment can be looked up by that pointer, once for a loop.
    pub steady: bool,
    /// The variable on whose thread the place is, where the pointer that the address begins at
    /// walks in a loop and this one does not (`passes/walks/`).
    pub start: Option<String>,
    /// Where the place is as a rule, without its address.
    pub near: Option<Near>,
    pub bits: Option<BitPlace>,
    pub events: Events,
    /// For the far half of a read (`passes/together.rs`).
    pub expected: Option<Box<Expected>>,
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
    /// `old op (operand)`. `whole`: the result is the same where the operand is first converted to
    /// the object's type.
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
    /// All are visited; 0 or not: whether one is the calling thread's.
    Tested(Node),
    /// It goes from one of its own to the next.
    Own(Box<Own>),
}

/// A loop whose counter goes in steps from where the first clause leaves it to a limit
/// (`passes/iterations.rs`).
#[derive(Clone)]
pub struct Own {
    /// The counter's name and type.
    pub variable: String,
    pub kind: IntKind,
    pub down: bool,
    pub step: u64,
    /// The first clause declares it: nobody reads it after the loop.
    pub declared: bool,
    /// Where the first clause ends.
    pub init_end: u32,
    /// The second and third clauses.
    pub cond: Span,
    pub advance: Span,
    pub turn: Turn,
    pub origin: Origin,
    /// A version of the loop for elements of the calling thread alone.
    pub local: Option<Box<LocalVersion>>,
}

/// The iterations of a thread in an [`Own`] loop whose turns are [`Turn::Blocks`] where every
/// element that `streams` lead to moves from thread to thread as the affinity does: in one thread's
/// memory they follow each other at a constant distance, from one own iteration to the next,
/// through all blocks (`passes/streams.rs`). Where one is not, and in the extent of a controlling
/// loop, the loop's other body is executed.
#[derive(Clone)]
pub struct LocalVersion {
    /// Tells apart the loops of a unit.
    pub number: u32,
    pub streams: Vec<OwnStream>,
    pub neighbours: Vec<Neighbour>,
    /// How many elements before and behind an iteration's own one they reach. Where that leads out
    /// of the block, at both ends of a turn, the other body is executed.
    pub reach: (u64, u64),
    /// The value that the counter is compared with, which the loop does not change, and the type in
    /// which it is.
    pub limit: Node,
    pub compared: IntKind,
    /// The counter reaches the limit.
    pub inclusive: bool,
    /// The body reads the counter elsewhere than in what has become a stream.
    pub counts: bool,
    /// All streams are own elements of static arrays wherever the affinity is: the other body is
    /// executed in the extent of a controlling loop only.
    pub always: bool,
    /// Only with `always`: the loop is never executed in the extent of a controlling loop, so it
    /// has no other body.
    pub alone: bool,
    /// The user's body with these streams.
    pub body: Node,
}

/// A stream of a [`LocalVersion`].
#[derive(Clone)]
pub struct OwnStream {
    pub stream: Stream,
    /// The element in the first own iteration.
    pub start: Start,
    /// How many elements a block's next own iteration is further.
    pub unit: u64,
}

/// Addresses in one thread's memory, `bytes` apart from an iteration of the loop `version` to the
/// next that the thread at hand executes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stream {
    pub version: u32,
    /// Tells apart the streams of a unit.
    pub number: u32,
    pub bytes: i64,
    /// The bytes are known when the program runs ([`Column`]); `bytes` is 0.
    pub column: bool,
    /// 0, or THREADS: each iteration's element is another thread's, round and round, and `bytes`
    /// leads from one round to the next.
    pub round: u32,
    /// The element stays the same, and is a variable in this form (`passes/kept.rs`).
    pub kept: Option<Scalar>,
}

impl Stream {
    /// The variable that the element is if it is kept, and whether it was assigned.
    pub fn variable_name(&self) -> String {
        format!("{}v", self.pointer_name())
    }

    pub fn assigned_name(&self) -> String {
        format!("{}set", self.pointer_name())
    }

    /// The pointer of generated code, an expression, to the first element of the iteration's
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

    /// How many steps lead from the first element, an object of generated code of type long.
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

    /// The object of generated code with the number of steps since the pointer was right, of type
    /// long.
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

/// A stream at a constant distance from another of the same loop, while both are in one block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Neighbour {
    pub stream: Stream,
    pub of: Stream,
    /// From the other's elements to this one's.
    pub bytes: i64,
}

/// [`Stream::index_name`] of all streams of the loop `version`.
pub fn index_name(version: u32) -> String {
    format!("__upcr_k{version}")
}

/// The rounds over all threads since streams were right, and how many iterations of the round.
pub fn round_name(version: u32) -> String {
    format!("__upcr_round{version}")
}

pub fn turn_name(version: u32) -> String {
    format!("__upcr_turn{version}")
}

/// A place `offset` bytes into an element of a loop that goes by rows (`passes/rows.rs`). The
/// stream's pointer is null where the element is not mapped here, or not to be found by the first
/// one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Near {
    pub stream: Stream,
    pub offset: u64,
}

/// The extra work of a loop for the elements that its body finds by adding bytes ([`Near`]).
#[derive(Clone)]
pub struct Rows {
    /// Tells apart the loops of a unit.
    pub number: u32,
    /// The first clause is a declaration.
    pub declared: bool,
    /// The ends of the first and of the third clause.
    pub ends: (u32, u32),
    /// The controlling expression: in a loop that is not entered no address is asked for.
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
    /// The element is a variable of this form in the loop, and is written back behind it if it was
    /// assigned.
    pub kept: Option<Scalar>,
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

/// The body of a loop that goes by runs (`passes/runs.rs`).
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
    /// The body where all elements are found by their streams, and where each is found by itself.
    pub near: Node,
    pub general: Node,
    /// Where all is mapped `general` is executed for few iterations, if any.
    pub rare: bool,
    /// No iteration needs what another one stores (`passes/independent.rs`).
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
    /// Where the row is far, a run may go by a copy of it (`passes/coalesce.rs`).
    pub copied: Option<Copied>,
}

/// Effect of a run on a row of which it may have a copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Copied {
    /// It reads it, and does not write it.
    Read,
    /// It writes all of it, and reads nothing.
    Written,
}

/// A loop that counts up by 1 and whose iterations may be executed in any order, where all segments
/// are mapped (`passes/owners.rs`): for each thread one that steps by THREADS.
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
    /// the counter is part of.
    pub streams: Vec<(Stream, Node)>,
    /// The body.
    pub near: Node,
}

/// The declarations of a loop for a [`Runs`] in its body.
#[derive(Clone)]
pub struct RunsOf {
    pub number: u32,
    /// All must stay on a thread, else no run is looked for.
    pub columns: Vec<Column>,
}

/// A stream whose element moves by `elems` elements in blocks of `block`: where these are whole
/// rows of blocks, one for each thread, it stays on its thread and moves by the THREADS-th part.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    pub stream: Stream,
    pub elems: i64,
    pub block: u64,
    pub elem_size: i64,
}

/// A pointer of `size` bytes at the address `kept`, which is read where a run starts, and the
/// elements `far` from those of a row: if the run stores to none of its bytes the pointer stays.
#[derive(Clone)]
pub struct Apart {
    pub kept: Node,
    pub size: u64,
    pub row: usize,
    pub far: i64,
}

impl RunRow {
    /// How many elements before the first stream's and behind it are the least and the greatest,
    /// with one at the distance `far`.
    pub fn reaches(&self, far: i64) -> (u64, u64) {
        let all = || self.others.iter().map(|o| o.0).chain([0, far]);
        (all().min().unwrap_or(0).unsigned_abs(), all().max().unwrap_or(0).unsigned_abs())
    }
}

/// A loop where some segments are far, which may copy arrays as a whole (`passes/gather.rs`), and
/// the same loop where none is.
#[derive(Clone)]
pub struct Gather {
    pub arrays: Vec<GatheredArray>,
    /// All that `far` reads of the arrays is in them, and it is executed if all are copied before
    /// it; else `near` is, wherever the segments are.
    pub whole: bool,
    /// `far` is not executed in the extent of a controlling upc_forall.
    pub alone: bool,
    pub far: Node,
    pub near: Node,
}

/// A static array that a loop reads and nothing in it writes.
#[derive(Clone)]
pub struct GatheredArray {
    /// Tells apart those of a unit.
    pub number: u32,
    pub object: ObjectId,
    /// The loop's number of iterations, as a `long`; `None`: it is not known.
    pub due: Option<Node>,
    /// How many reads an iteration makes at least, as far as that is known.
    pub reads: u64,
    /// The threads share them.
    pub shared_out: bool,
}

impl GatheredArray {
    /// The object of generated code.
    pub fn name(number: u32) -> String {
        format!("__upcr_g{number}")
    }

    /// The variable with what there is of the copy.
    pub fn copy_name(number: u32) -> String {
        Self::name(number) + "c"
    }
}

/// A read of an element of the array `number`, or of a member of one.
#[derive(Clone)]
pub struct Gathered {
    pub number: u32,
    /// The copy is there, and has the element.
    pub sure: bool,
    pub place: Place,
    pub elem_size: u64,
}

impl Gathered {
    /// Which element, and how many bytes into it.
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

/// A loop where some segments are far, which reads elements that were fetched before it
/// (`passes/inspector.rs`), and the same loop where that is not worth it.
#[derive(Clone)]
pub struct Inspected {
    /// Tells apart those of a unit.
    pub number: u32,
    /// The forms of the elements that each iteration reads.
    pub reads: Vec<Scalar>,
    /// How many elements it writes that are none of these if they are near.
    pub writes: usize,
    /// What the loop writes may be one of those reads that are near.
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

/// Collects the addresses of what an iteration reads.
#[derive(Clone)]
pub struct Inspect {
    /// Of the loop.
    pub number: u32,
    /// Declarations that the addresses need.
    pub declarations: Vec<Node>,
    /// For each read, then for each write, of which one that is near for sure is null.
    pub addresses: Vec<Node>,
}

/// The value that loop `number` reads at address `read` of the `addresses` of an iteration.
#[derive(Clone)]
pub struct Fetched {
    pub number: u32,
    pub read: usize,
    pub addresses: usize,
    pub far_only: bool,
    pub place: Place,
}

/// Where a stream begins: the address of its element in the first own iteration.
#[derive(Clone)]
pub enum Start {
    Thin(Node),
    /// With the phase, by which the element's block ends where the thread's turn does.
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

/// How iterations are divided among the threads, from one to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// All are the same thread's.
    Same,
    /// `block` iterations a thread, then as many of the next one, or of the previous one. A block
    /// has `block * unit` elements.
    Blocks { block: u64, unit: u64, backwards: bool },
    /// Each is `threads` threads further, round and round.
    Cycle { threads: i64 },
    /// Slices of as many iterations as a quotient has, of unequal length where it is uneven.
    Slices,
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
    /// It is executed once: `main`.
    pub once: bool,
    /// A goto leads backwards, so that any statement may be in a loop.
    pub jumps_back: bool,
    /// Accesses outside loops call the runtime's functions out of line (`passes/calls.rs`).
    pub calls: bool,
}

/// while, do and for.
#[derive(Clone)]
pub struct Loop {
    pub source: Source,
    /// Elements that keep their threads from one iteration to the next.
    pub rows: Option<Box<Rows>>,
    /// The runs that the body goes by, those that are looked for first at the end.
    pub runs: Vec<RunsOf>,
    /// The controlling expression's span and the body's.
    pub cond: Option<Span>,
    pub body: Span,
    /// The controlling expression is an integer constant expression.
    pub cond_constant: bool,
    /// The controlling expression calls a function of the unit that has UPC in it.
    pub cond_calls: bool,
    pub poll: Poll,
    /// No iteration needs what another one stores (`passes/independent.rs`).
    pub independent: bool,
}

/// Where a loop calls upcr_poll.
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
    /// The slot has been asked for.
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
    /// Only referred to here, weakly.
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

    /// Nothing of the user's text changes here.
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
    /// Puts `node` before what begins at `at`.
    pub fn insert(&mut self, at: u32, node: Node) {
        let next = self.holes.partition_point(|h| h.span.end <= at && h.span.start < at);
        self.holes.insert(next, Hole { span: Span::new(at, at), node });
    }

    /// Puts `node` in place of the text of `at`, which no hole has.
    pub fn replace(&mut self, at: Span, node: Node) {
        let next = self.holes.partition_point(|h| h.span.start < at.start);
        self.holes.insert(next, Hole { span: at, node });
    }

    /// The holes, and those of the text in the holes, with something else than the user's text in
    /// them.
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

    /// `span` with those of `children` that differ from the text they replace; sorted, empty ones
    /// dropped.
    pub fn with(span: Span, children: impl IntoIterator<Item = (Span, Node)>) -> Source {
        let changed = children.into_iter().filter(|(s, n)| !replaces_nothing(*s, n));
        Source { span, form: Form::Opaque, holes: sorted(changed) }
    }

    /// `span`, which is `form`, with all its parts; sorted. Of those that do not change the ones
    /// with a form stay.
    pub fn formed(form: Form, span: Span, parts: impl IntoIterator<Item = (Span, Node)>) -> Source {
        let opaque = |n: &Node| matches!(n, Node::Source(s) if s.form == Form::Opaque);
        let known = parts.into_iter().filter(|(s, n)| !opaque(n) || !replaces_nothing(*s, n));
        Source { span, form, holes: sorted(known) }
    }

    /// Nothing of the user's text changes here.
    pub fn is_copy(&self) -> bool {
        self.holes.iter().all(|h| replaces_nothing(h.span, &h.node))
    }

    /// The part that stands at `span`.
    pub fn part(&self, span: Span) -> Option<&Node> {
        self.holes.iter().find(|h| h.span == span).map(|h| &h.node)
    }
}

fn sorted(parts: impl Iterator<Item = (Span, Node)>) -> Vec<Hole> {
    let mut holes: Vec<Hole> = parts.map(|(span, node)| Hole { span, node }).collect();
    holes.sort_by_key(|h| (h.span.start, h.span.end));
    holes
}

/// Whether `node` at `span` is the text that stands there.
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
