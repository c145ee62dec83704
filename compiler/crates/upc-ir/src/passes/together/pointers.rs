// SPDX-License-Identifier: Apache-2.0
//! Pointers-to-shared in shared memory, as of a directory, are read once for several members of
//! what they point to: `dir[j]->x * dir[j]->y`. The C compiler cannot do it, since a far access may
//! change memory for all it knows.
//!
//! The first read is made before the statement that it is in; later ones take its value. Between
//! synchronisations a relaxed read may be made earlier, or have the value of an earlier one (UPC
//! 5.1.2.3). So
//! - the statement makes the first read whenever it is executed, and nothing in it before the read
//!   orders accesses or changes memory, or a variable of the address;
//! - nothing from there to a later read orders accesses, changes a variable of the address, or may
//!   change the pointer or memory that the address is read from: it is of another type (C 6.5p7) or
//!   another variable;
//! - no loop, label or switch is between the two, and the block of the first one has not ended.

use rustc_hash::FxHashMap;
use upc_sema::types::{Ty, TypeKind};
use upc_sema::unit::DeclId;
use upc_syntax::ast::ExprId;

use super::order::{in_order, Event, Statement, Versions};
use super::{loaded, Context, Read};
use crate::access::Scalar;
use crate::ir::{Function, Node, Place};
use crate::remarks::About;
use crate::Facts;

/// The most pointers that later reads may find, the latest ones.
const MOST_OPEN: usize = 16;

/// Lets the function read such pointers once. `last` is the last number given.
pub(super) fn read_once(f: &mut Function, last: &mut u32, cx: &Context) {
    let facts = cx.facts;
    if facts.writes().is_unknown_in(f.source.span) {
        return;
    }
    let mut finder = Finder::new(facts);
    in_order(f, Versions::All, facts, &mut |event| finder.see(event));
    let found = finder.found();
    if found.is_empty() {
        return;
    }
    let mut variables: FxHashMap<usize, (usize, String)> = FxHashMap::default();
    for pointer in &found {
        *last += 1;
        let name = format!("__upcr_p{last}");
        variables.extend(pointer.reads.iter().map(|&r| (r, (pointer.statement, name.clone()))));
        let about = || About::elements(facts, facts.span(pointer.lvalue), [pointer.lvalue]);
        cx.remarks.done_with(about, || format!("read once for {} accesses", pointer.reads.len()));
    }
    replace(f, facts, &mut variables);
}

/// Replaces the reads by their variables, and declares these before their statements.
fn replace(f: &mut Function, facts: &Facts, variables: &mut FxHashMap<usize, (usize, String)>) {
    let (mut reads, mut statements) = (0, 0);
    let mut around: Vec<(usize, bool)> = Vec::new();
    let mut declared: Vec<(usize, String, Node)> = Vec::new();
    in_order(f, Versions::All, facts, &mut |event| match event {
        Event::Begin(statement) => {
            statements += 1;
            around.push((statements, statement.in_block));
        }
        Event::Read(n, _) => {
            if let Some((statement, name)) = variables.remove(&reads) {
                let read = std::mem::replace(n, Node::text(name.clone()));
                if !declared.iter().any(|d| d.1 == name) {
                    declared.push((statement, name, read));
                }
            }
            reads += 1;
        }
        Event::End(n) => {
            let Some((number, in_block)) = around.pop() else { return };
            let own = declared.iter_mut().filter(|d| d.0 == number);
            let before: Vec<Node> = own.filter_map(|d| declaration(&d.1, &mut d.2)).collect();
            if !before.is_empty() {
                let statement = std::mem::replace(n, Node::empty());
                *n = with_before(statement, before, in_block);
            }
        }
        _ => {}
    });
}

/// `T name = read;`; takes the read.
fn declaration(name: &str, read: &mut Node) -> Option<Node> {
    let read = std::mem::replace(read, Node::empty());
    let Node::Load(place) = &read else { return None };
    let declare = Node::Declare { ty: place.ty, name: name.to_string(), mutable: true };
    Some(Node::Seq(vec![declare, Node::text(" = "), read, Node::text("; ")]))
}

fn with_before(statement: Node, before: Vec<Node>, in_block: bool) -> Node {
    let (open, close) = if in_block { ("", "") } else { ("{ ", " }") };
    let parts = [Node::text(open)].into_iter().chain(before);
    Node::Seq(parts.chain([statement, Node::text(close)]).collect())
}

/// A pointer that is read several times.
struct Pointer {
    /// Its address.
    read: Read,
    lvalue: ExprId,
    ty: Ty,
    /// The numbers of the reads.
    reads: Vec<usize>,
    /// Memory was changed after the first one, and before the last one.
    stores: bool,
    stored: bool,
    /// The number of the statement of the first one, and of that which ends the variable's scope.
    statement: usize,
    scope: usize,
}

/// A statement that has begun.
struct Frame {
    number: usize,
    statement: Statement,
    /// A read may be made before it.
    takes_reads: bool,
    /// Conditional parts around what follows.
    depth: usize,
    written: Vec<DeclId>,
}

struct Finder<'x> {
    facts: &'x Facts<'x>,
    reads: usize,
    statements: usize,
    around: Vec<Frame>,
    open: Vec<Pointer>,
    closed: Vec<Pointer>,
}

impl Finder<'_> {
    fn new<'x>(facts: &'x Facts<'x>) -> Finder<'x> {
        let (around, open, closed) = (Vec::new(), Vec::new(), Vec::new());
        Finder { facts, reads: 0, statements: 0, around, open, closed }
    }

    /// The pointers that are read more than once.
    fn found(mut self) -> Vec<Pointer> {
        self.close(|_| true);
        self.closed
    }

    fn see(&mut self, event: Event) {
        match event {
            Event::Begin(statement) => self.begin(statement),
            Event::End(_) => self.end(),
            Event::Read(n, at) => {
                if let Some(place) = loaded(n) {
                    self.read(place, at);
                }
                self.reads += 1;
            }
            Event::Enter => self.innermost(|f| f.depth += 1),
            Event::Leave => self.innermost(|f| f.depth = f.depth.saturating_sub(1)),
            Event::Write(d) => {
                self.innermost(|f| f.written.push(d));
                self.close(|p| p.read.key.variables.contains(&d));
            }
            Event::Orders | Event::Part | Event::Edge => self.changes(|_| true),
            Event::Jump => self.innermost(|f| f.takes_reads = false),
            Event::Change(None) => self.changes(|_| true),
            Event::Change(Some(place)) => {
                let facts = self.facts;
                self.changes(|p| p.depends_on_memory() || p.may_be(place, facts));
            }
            Event::Store(lvalue) => {
                let facts = self.facts;
                self.changes(|p| p.depends_on_memory() || p.may_be_led_to(lvalue, facts));
            }
            Event::Put(..) => {}
        }
    }

    fn innermost(&mut self, change: impl FnOnce(&mut Frame)) {
        if let Some(frame) = self.around.last_mut() {
            change(frame);
        }
    }

    fn begin(&mut self, statement: Statement) {
        self.statements += 1;
        let takes_reads = statement.follows_others;
        let (number, written) = (self.statements, Vec::new());
        self.around.push(Frame { number, statement, takes_reads, depth: 0, written });
    }

    fn end(&mut self) {
        if let Some(ended) = self.around.pop() {
            self.close(|p| p.scope == ended.number);
            self.innermost(|f| f.takes_reads = false);
        }
    }

    /// What follows is after a change of memory, which pointers that may be `changed` do not
    /// outlast.
    fn changes(&mut self, changed: impl Fn(&Pointer) -> bool) {
        self.innermost(|f| f.takes_reads = false);
        self.open.iter_mut().for_each(|p| p.stores = true);
        self.close(changed);
    }

    fn close(&mut self, closes: impl Fn(&Pointer) -> bool) {
        let all = std::mem::take(&mut self.open).into_iter();
        let (closed, open): (Vec<Pointer>, Vec<Pointer>) = all.partition(closes);
        self.open = open;
        self.closed.extend(closed.into_iter().filter(Pointer::is_read_again));
    }

    fn read(&mut self, place: &Place, at: u32) {
        let facts = self.facts;
        if !is_thin_pointer(place, facts) {
            return;
        }
        let Some(read) = Read::of(place, at, true, facts) else { return };
        let number = self.reads;
        if let Some(known) = self.open.iter_mut().find(|p| p.is_at(&read)) {
            known.stored |= known.stores;
            return known.reads.push(number);
        }
        let Some(frame) = self.around.last() else { return };
        let changed = |d: &DeclId| frame.written.contains(d);
        let first = frame.takes_reads
            && frame.depth == 0
            && !read.key.variables.iter().any(changed)
            && !facts.follows_pragma(frame.statement.span);
        if first {
            let outer = self.around.iter().rev().nth(1).map_or(0, |f| f.number);
            let scope = if frame.statement.in_block { outer } else { frame.number };
            let (statement, ty) = (frame.number, place.ty.ty);
            self.open.push(Pointer {
                read,
                lvalue: place.expr,
                ty,
                reads: vec![number],
                stores: false,
                stored: false,
                statement,
                scope,
            });
            let too_many = self.open.len().saturating_sub(MOST_OPEN);
            let closed = self.open.drain(..too_many);
            self.closed.extend(closed.filter(Pointer::is_read_again));
        }
    }
}

impl Pointer {
    /// Whether a variable for it pays. The C compiler itself keeps what is at a pointer in near
    /// memory up to a store.
    fn is_read_again(&self) -> bool {
        self.reads.len() > 1 && (self.stored || !self.read.key.stream)
    }

    fn is_at(&self, other: &Read) -> bool {
        let (own, key) = (&self.read.key, &other.key);
        self.read.low == other.low
            && own.words == key.words
            && own.variables == key.variables
            && own.blocked == key.blocked
    }

    /// Whether its address is read from memory.
    fn depends_on_memory(&self) -> bool {
        self.read.key.memory || !self.read.key.simple
    }

    /// Whether the shared object at `place` may be the pointer, or a part of it.
    fn may_be(&self, place: &Place, facts: &Facts) -> bool {
        let apart = || {
            let objects = facts.object_of(place.expr).zip(facts.object_of(self.lvalue));
            objects.is_some_and(|(a, b)| a != b)
        };
        facts.may_alias(place.ty.ty, self.ty) && !apart()
    }

    /// The same for the private lvalue, which may be shared memory of the thread by a cast.
    fn may_be_led_to(&self, lvalue: ExprId, facts: &Facts) -> bool {
        let aliases = || facts.ty(lvalue).map_or(true, |t| facts.may_alias(t.ty, self.ty));
        facts.object_of(lvalue).is_none() && aliases()
    }
}

/// Whether the place holds a pointer-to-shared without phase.
fn is_thin_pointer(place: &Place, facts: &Facts) -> bool {
    let to_shared = match facts.types.kind(place.ty.ty) {
        TypeKind::Pointer(to) => facts.types.shared(*to).is_some(),
        _ => false,
    };
    to_shared && place.scalar(facts.types).is_some_and(|s| s.0 != Scalar::Pp)
}
