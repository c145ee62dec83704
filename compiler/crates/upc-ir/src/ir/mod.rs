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
//!
//! This file has the nodes; the other files have what they consist of.

mod address;
mod copies;
mod event;
mod forall;
mod loops;
mod objects;
mod place;
mod runs;
mod source;
mod stream;

use std::borrow::Cow;

use upc_sema::types::{PtsRepr, QualTy, TagId};
use upc_source::{index_type, IndexVec, Span, Symbol};
use upc_syntax::ast::StmtId;

pub use address::*;
pub use copies::*;
pub use event::*;
pub use forall::*;
pub use loops::*;
pub use objects::*;
pub use place::*;
pub use runs::*;
pub use source::*;
pub use stream::*;

use crate::abi::Entry;

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

    /// The functions of which the tree has more than the user's text.
    pub(crate) fn functions_mut(&mut self) -> impl Iterator<Item = &mut Function> {
        self.parts_mut().into_iter().flatten().filter_map(|h| match &mut h.node {
            Node::Function(f) => Some(&mut **f),
            _ => None,
        })
    }

    /// Takes the plain functions out of the tree, for a pass that has nothing to do in them.
    pub(crate) fn set_plain_aside(&mut self) -> Vec<Hole> {
        let is_plain = |h: &Hole| matches!(&h.node, Node::Function(f) if f.plain);
        let Some(holes) = self.parts_mut() else { return Vec::new() };
        let (plain, others) = std::mem::take(holes).into_iter().partition(is_plain);
        *holes = others;
        plain
    }

    /// Puts them back.
    pub(crate) fn put_back(&mut self, plain: Vec<Hole>) {
        let Some(holes) = self.parts_mut().filter(|_| !plain.is_empty()) else { return };
        holes.extend(plain);
        holes.sort_by_key(|h| (h.span.start, h.span.end));
    }

    /// The changed parts of the text at file scope, among them the functions.
    fn parts_mut(&mut self) -> Option<&mut Vec<Hole>> {
        let text = match &mut self.root {
            Node::Seq(parts) => parts.first_mut()?,
            text => text,
        };
        match text {
            Node::Source(source) => Some(&mut source.holes),
            _ => None,
        }
    }
}

/// The link-time name of an object of [`Ir::renamed`] (docs/abi.md section 5).
pub fn own_symbol(name: &str) -> String {
    format!("__upcr_own_{name}")
}

/// A piece of the translated program: source text, generated tokens, or an operation of UPC.
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
    /// The type of pointers-to-shared in a representation. `packed`: of a member of a packed
    /// structure.
    PointerType {
        repr: PtsRepr,
        packed: bool,
    },
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
    /// `goto again;` to a label before it.
    JumpBack(JumpBack),
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
    /// loop for others.
    Tables {
        near: Box<Node>,
        general: Box<Node>,
    },
    /// A loop for many iterations, and the same loop for others (`passes/runs/`).
    Long(Box<Long>),
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
    /// It was made without UPC in it: it is in the tree for its loops only.
    pub plain: bool,
}

impl Node {
    /// Generated tokens.
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

    /// No tokens.
    pub fn empty() -> Node {
        Node::Text(Cow::Borrowed(""))
    }
}
