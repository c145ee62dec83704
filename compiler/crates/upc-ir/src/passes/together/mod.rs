// SPDX-License-Identifier: Apache-2.0
//! Far reads of straight-line code share a message or a round trip (the XL UPC paper of
//! docs/papers.md, sections 3.3 and 5.7). `p->x`, `p->y`, `p->z`, or `a[i]`, `a[i + 1]`, are
//! fetched as one range when the first of them is far. Later reads through other pointers are
//! issued before the thread waits for the first (split phase).
//!
//! The program's own reads do not move. The far half of a read tells the runtime what the thread
//! will read next (`upcr_far_expect`, runtime/src/core/read_ahead.c). The runtime fetches it into
//! the lines that it keeps until the thread synchronises. So the memory model sees relaxed reads
//! between two synchronisations, in any order (UPC 1.3, 5.1.2.3), and a wrong guess costs only
//! time. The near half of the code does not change. The pass looks for
//! - reads, in the order of evaluation, whose addresses begin with the same text of a pointer or
//!   element, at constant distances; nothing between them orders accesses or changes a variable of
//!   the address. Branches may skip some of them: they belong to one object, or lie near it on its
//!   thread;
//! - reads that are made whenever the first one is, with addresses computed from private variables
//!   that nothing in between changes: computing the address early gives the same value without side
//!   effects.

mod order;
mod pointers;
mod stores;

use rustc_hash::FxHashMap;
use upc_sema::unit::{DeclId, DeclKind};
use upc_source::Span;
use upc_syntax::ast::{BinaryOp, ExprId, ExprKind, UnaryOp};

use self::order::{in_order, Event, Versions};
use super::Context;
use crate::ir::{Address, Expected, Form, Function, Index, Ir, Kept, Node, Place, Source, Step};
use crate::remarks::{quoted, About, FAR};
use crate::visit::walk_mut;
use crate::Facts;

/// The most bytes of a range: two lines of the runtime.
const MOST_BYTES: i64 = 512;
/// Groups that further reads may join, the latest ones.
const MOST_OPEN: usize = 256;
/// The most other ranges that a read announces.
const MOST_OTHERS: usize = 3;
/// The most events after a read that are examined.
const MOST_EVENTS: usize = 64;

pub fn run(ir: &mut Ir, cx: &Context) {
    if cx.options.needs_addresses() {
        return;
    }
    let Ir { root, next_number, .. } = ir;
    walk_mut(root, &mut |n: &mut Node| {
        if let Node::Function(f) = n {
            of_function(f, cx);
            pointers::read_once(f, next_number, cx);
        }
    });
}

fn of_function(f: &mut Function, cx: &Context) {
    let facts = cx.facts;
    let mut log = Vec::new();
    in_order(f, Versions::Unfetched, facts, &mut |event| log.extend(entry(event, facts)));
    let groups = groups(&log);
    let mut expected = FxHashMap::default();
    for (i, group) in groups.iter().enumerate() {
        let plan = plan(i, &groups, &log, f.source.span, facts);
        if !plan.is_empty() {
            say(group, &plan, &groups, cx);
            expected.insert(group.read, expectation(group, &plan, &groups));
        }
    }
    let mut kept: FxHashMap<_, _> = stores::kept(&log).into_iter().collect();
    let (mut read, mut put) = (0, 0);
    in_order(f, Versions::Unfetched, facts, &mut |event| match event {
        Event::Read(n, _) => {
            if let Some(place) = loaded(n) {
                place.expected = expected.remove(&read);
            }
            read += 1;
        }
        Event::Put(place, _) => {
            place.kept = kept.remove(&put);
            put += 1;
            if place.kept == Some(Kept::Opens) {
                let text = "this store and its neighbours are sent together where they are far";
                cx.remarks.done(facts.span(place.expr), || text.to_string());
            }
        }
        _ => {}
    });
}

/// The relevant part of an event.
enum Entry {
    Read(Option<Read>),
    Put(Option<Read>),
    Write(DeclId),
    Store,
    Orders,
    Edge,
    Enter,
    Leave,
}

fn entry(event: Event, facts: &Facts) -> Option<Entry> {
    let entry = match event {
        Event::Read(n, statement) => {
            Entry::Read(loaded(n).and_then(|place| Read::of(place, statement, false, facts)))
        }
        Event::Put(place, statement) => Entry::Put(Read::of(place, statement, false, facts)),
        Event::Write(d) => Entry::Write(d),
        Event::Store(_) => Entry::Store,
        Event::Orders => Entry::Orders,
        Event::Edge | Event::Jump => Entry::Edge,
        Event::Enter => Entry::Enter,
        Event::Leave => Entry::Leave,
        Event::Change(_) | Event::Part | Event::Begin(_) | Event::End(_) => return None,
    };
    Some(entry)
}

/// The place that `n` reads.
fn loaded(n: &mut Node) -> Option<&mut Place> {
    match n {
        Node::Load(place) => Some(place),
        _ => None,
    }
}

/// A read that the far half of an earlier one may announce, or a store that may share its message.
struct Read {
    lvalue: ExprId,
    /// The start of the statement.
    statement: u32,
    key: Key,
    /// The bytes read, from the address of the key.
    low: i64,
    high: i64,
    address: Address,
}

impl Read {
    /// `any`: also of a place that is near, or that a loop finds by its own pointers.
    fn of(place: &Place, statement: u32, any: bool, facts: &Facts) -> Option<Read> {
        let plain = !place.strict
            && !place.ty.quals.volatile
            && place.bits.is_none()
            && (any || place.near.is_none())
            && place.scalar(facts.types).is_some();
        let size = i64::try_from(facts.types.fixed_size(place.ty.ty).filter(|_| plain)?).ok()?;
        let mut key = Key { any, simple: true, ..Key::default() };
        let low = key.add(&place.address, facts)?;
        let address = place.address.clone();
        Some(Read {
            lvalue: place.expr,
            statement,
            key,
            low,
            high: low.checked_add(size)?,
            address,
        })
    }
}

/// An address without its constant part.
#[derive(Default)]
struct Key {
    /// Addresses in near memory have keys too.
    any: bool,
    /// The address is at a pointer of the loop, in near memory.
    stream: bool,
    words: String,
    variables: Vec<DeclId>,
    /// It reads no shared memory.
    simple: bool,
    /// It reads private memory other than variables.
    memory: bool,
    /// The constants of subscripts of blocks, in elements: others may mean other threads.
    blocked: Vec<i64>,
}

impl Key {
    /// Adds an address. Returns its constant distance in bytes from the key, on the same thread;
    /// `None`: the text does not tell, or it is the calling thread's own.
    fn add(&mut self, a: &Address, facts: &Facts) -> Option<i64> {
        match a {
            Address::Object(o) => {
                self.words += &format!("object {} ", o.0);
                Some(0)
            }
            Address::Pointer { value, .. } => {
                self.words += "pointer ";
                self.value(value, facts).then_some(0)
            }
            Address::Member { base, offset } => {
                self.add(base, facts)?.checked_add(i64::try_from(*offset).ok()?)
            }
            Address::Element { base, index, block, elem_size, .. } => {
                let first = self.add(base, facts)?;
                first.checked_add(self.element(index, *block, *elem_size, facts)?)
            }
            Address::Stream(s) if self.any && s.scalar.is_none() => {
                self.stream = true;
                self.words += &format!("stream {} ", s.number);
                Some(0)
            }
            Address::Start(start) if self.any => {
                self.words += &format!("start {} ", start.number);
                Some(0)
            }
            Address::AllNear { base, .. } if self.any => self.add(base, facts),
            _ => None,
        }
    }

    /// The constant is part of the key: in a cyclic array different constants mean different
    /// threads.
    fn element(&mut self, index: &Index, block: u64, size: u64, facts: &Facts) -> Option<i64> {
        self.words += &format!("[{block} {size} ");
        let mut constant = index.constant;
        for step in &index.steps {
            if step.is_own(block.max(1)) && block > 0 && !self.any {
                return None;
            }
            constant = constant.checked_add(self.step(step, facts)?)?;
        }
        match block {
            0 => {}
            1 => self.words += &constant.to_string(),
            _ => self.blocked.push(constant),
        }
        self.words += "] ";
        match block {
            1 => Some(0),
            _ => constant.checked_mul(i64::try_from(size).ok()?),
        }
    }

    /// Adds a step. Returns its constant part, in elements.
    fn step(&mut self, step: &Step, facts: &Facts) -> Option<i64> {
        self.words += &format!("{} {} {} ", step.elems, step.threads, step.negative);
        let Some(e) = expression(&step.value).filter(|_| !step.threads) else {
            return self.value(&step.value, facts).then_some(0);
        };
        let (rest, constant) = without_constant(e, facts);
        if !rest.map_or(true, |e| self.expression(e, facts)) {
            return None;
        }
        let by = i64::try_from(step.elems).ok()?;
        constant.checked_mul(if step.negative { -by } else { by })
    }

    /// Adds the text of a number or pointer; false: its evaluation has side effects, or it is no
    /// expression of the program.
    fn value(&mut self, n: &Node, facts: &Facts) -> bool {
        match n {
            Node::Paren(n) => self.value(n, facts),
            Node::MyThread => {
                self.words += "MYTHREAD ";
                true
            }
            n => expression(n).is_some_and(|e| self.expression(e, facts)),
        }
    }

    fn expression(&mut self, e: ExprId, facts: &Facts) -> bool {
        let words = facts.span(e).slice(facts.text).split_whitespace();
        self.words.extend(words.flat_map(|w| [w, " "]));
        self.evaluates(e, facts)
    }

    fn evaluates(&mut self, e: ExprId, facts: &Facts) -> bool {
        match facts.expr_node(e).kind {
            ExprKind::Number | ExprKind::Char | ExprKind::Threads | ExprKind::MyThread => true,
            ExprKind::Ident(_) => self.reads(e, facts) && self.name(e, facts),
            ExprKind::Paren(x) => self.evaluates(x, facts),
            ExprKind::Unary {
                op: UnaryOp::Plus | UnaryOp::Minus | UnaryOp::BitNot | UnaryOp::Not,
                operand,
            } => self.evaluates(operand, facts),
            ExprKind::Unary { op: UnaryOp::Deref, operand: x }
            | ExprKind::Member { base: x, arrow: true, .. } => {
                self.memory = true;
                self.reads(e, facts) && self.evaluates(x, facts)
            }
            ExprKind::Member { base, arrow: false, .. } => {
                self.reads(e, facts) && self.evaluates(base, facts)
            }
            ExprKind::Index { base, index } => {
                self.memory = true;
                self.reads(e, facts) && self.evaluates(base, facts) && self.evaluates(index, facts)
            }
            ExprKind::Binary { op: BinaryOp::LogAnd | BinaryOp::LogOr, .. } => false,
            ExprKind::Binary { left, right, .. } => {
                self.evaluates(left, facts) && self.evaluates(right, facts)
            }
            _ => false,
        }
    }

    /// Records how the lvalue `e` is read; false: it is more than a read of a value.
    fn reads(&mut self, e: ExprId, facts: &Facts) -> bool {
        let Some(quals) = facts.ty(e).map(|t| facts.types.object_quals(t)) else { return false };
        let shared = facts.is_shared_lvalue(e) && !facts.is_array(e);
        self.simple &= !shared;
        !(quals.volatile || quals.atomic || shared && facts.is_strict(e))
    }

    fn name(&mut self, e: ExprId, facts: &Facts) -> bool {
        let Some(&d) = facts.unit.ident.get(&e) else { return false };
        let kind = &facts.unit.decls[d].kind;
        self.variables.push(d);
        !matches!(kind, DeclKind::Function | DeclKind::Typedef)
    }
}

/// The expression of the program that `n` is.
fn expression(n: &Node) -> Option<ExprId> {
    match n {
        Node::Source(Source { form: Form::Expr(e), .. }) => Some(*e),
        Node::Load(p) => Some(p.expr),
        Node::Paren(n) => expression(n),
        _ => None,
    }
}

/// `e` as a sum of an expression, if there is one, and a constant.
fn without_constant(e: ExprId, facts: &Facts) -> (Option<ExprId>, i64) {
    let number = |e: ExprId| facts.natural_constant(e).and_then(|n| i64::try_from(n).ok());
    if let Some(n) = number(e) {
        return (None, n);
    }
    let (rest, constant) = match facts.expr_node(e).kind {
        ExprKind::Paren(x) => (x, Some(0)),
        ExprKind::Binary { op: BinaryOp::Add, left, right } => match number(right) {
            Some(n) => (left, Some(n)),
            None => (right, number(left)),
        },
        ExprKind::Binary { op: BinaryOp::Sub, left, right } => (left, number(right).map(|n| -n)),
        _ => (e, None),
    };
    let Some(constant) = constant else { return (Some(e), 0) };
    let (rest, more) = without_constant(rest, facts);
    (rest, constant.saturating_add(more))
}

/// Reads of one key, in the order of evaluation.
struct Group {
    /// The first one: its number among all reads, and its position in the log.
    read: usize,
    at: usize,
    /// The place of the first one, and of all.
    start: i64,
    low: i64,
    high: i64,
    lvalues: Vec<ExprId>,
}

fn read_at(log: &[Entry], at: usize) -> Option<&Read> {
    match &log[at] {
        Entry::Read(read) => read.as_ref(),
        _ => None,
    }
}

/// The groups of reads in `log`. A group is open until something orders accesses or changes a
/// variable of its address; the oldest of too many is closed.
fn groups(log: &[Entry]) -> Vec<Group> {
    let (mut groups, mut open): (Vec<Group>, Vec<usize>) = (Vec::new(), Vec::new());
    let mut reads = 0;
    for (at, entry) in log.iter().enumerate() {
        match entry {
            Entry::Read(None) => reads += 1,
            Entry::Read(Some(read)) => {
                let known = open.iter().copied().find(|&g| groups[g].takes(read, log));
                if let Some(g) = known {
                    groups[g].add(read);
                } else {
                    open.drain(..(open.len() + 1).saturating_sub(MOST_OPEN));
                    open.push(groups.len());
                    groups.push(Group::of(read, reads, at));
                }
                reads += 1;
            }
            Entry::Write(d) => open.retain(|&g| !groups[g].names(*d, log)),
            Entry::Orders => open.clear(),
            _ => {}
        }
    }
    groups
}

impl Group {
    fn of(first: &Read, read: usize, at: usize) -> Group {
        let Read { low, high, lvalue, .. } = *first;
        Group { read, at, start: low, low, high, lvalues: vec![lvalue] }
    }

    fn takes(&self, read: &Read, log: &[Entry]) -> bool {
        let (low, high) = (self.low.min(read.low), self.high.max(read.high));
        let range = high.checked_sub(low);
        range.is_some_and(|n| n <= MOST_BYTES)
            && read_at(log, self.at).is_some_and(|first| first.key.words == read.key.words)
    }

    fn add(&mut self, read: &Read) {
        self.low = self.low.min(read.low);
        self.high = self.high.max(read.high);
        self.lvalues.push(read.lvalue);
    }

    /// Bytes before the first read's address and after it.
    fn range(&self) -> (u64, u64) {
        (self.start.abs_diff(self.low), self.high.abs_diff(self.start))
    }

    fn names(&self, d: DeclId, log: &[Entry]) -> bool {
        read_at(log, self.at).is_some_and(|first| first.key.variables.contains(&d))
    }
}

/// The announcement of a group's first read.
struct Plan {
    /// All of the group.
    range: bool,
    others: Vec<Other>,
}

/// Another group, given by the address of its first read.
struct Other {
    group: usize,
    address: Address,
}

impl Plan {
    fn is_empty(&self) -> bool {
        !self.range && self.others.is_empty()
    }
}

fn plan(of: usize, groups: &[Group], log: &[Entry], function: Span, facts: &Facts) -> Plan {
    let group = &groups[of];
    let mut plan = Plan { range: false, others: Vec::new() };
    let Some(first) = read_at(log, group.at) else { return plan };
    plan.range = (group.low, group.high) != (first.low, first.high);
    let (mut written, mut stored, mut depth) = (Vec::new(), false, 0usize);
    let mut next = of + 1;
    let end = log.len().min(group.at + MOST_EVENTS);
    for (at, entry) in log.iter().enumerate().take(end).skip(group.at + 1) {
        match entry {
            Entry::Orders | Entry::Edge => break,
            Entry::Enter => depth += 1,
            Entry::Leave => depth = depth.saturating_sub(1),
            Entry::Write(d) => written.push(*d),
            Entry::Store => stored = true,
            Entry::Put(_) => {}
            Entry::Read(read) => {
                if groups.get(next).map(|g| g.at) != Some(at) {
                    continue;
                }
                let same = |d: &DeclId| {
                    let known = facts.unit.decls[*d].span.start < first.statement;
                    known && !written.contains(d) && !is_hidden(*d, function, facts)
                };
                let is_known = |r: &&Read| {
                    r.key.simple && !(stored && r.key.memory) && r.key.variables.iter().all(same)
                };
                if let Some(read) = read.as_ref().filter(|_| depth == 0).filter(is_known) {
                    plan.others.push(Other { group: next, address: read.address.clone() });
                }
                next += 1;
            }
        }
        if plan.others.len() == MOST_OTHERS {
            break;
        }
    }
    plan
}

/// Whether another variable of the function has the name of `d`, so that the text may mean that
/// one.
fn is_hidden(d: DeclId, function: Span, facts: &Facts) -> bool {
    let name = |d: DeclId| facts.unit.decls[d].name;
    facts.order().decls_in(function).any(|other| other != d && name(other) == name(d))
}

fn expectation(group: &Group, plan: &Plan, groups: &[Group]) -> Box<Expected> {
    let others = plan.others.iter().map(|o| (o.address.clone(), groups[o.group].range()));
    Box::new(Expected { range: plan.range.then(|| group.range()), others: others.collect() })
}

fn say(group: &Group, plan: &Plan, groups: &[Group], cx: &Context) {
    let facts = cx.facts;
    let first = group.lvalues[0];
    let about = |lvalues: Vec<ExprId>| About::elements(facts, facts.span(first), lvalues);
    if plan.range {
        let of = || about(group.lvalues.clone());
        cx.remarks.done_with(of, || format!("fetched together {FAR}"));
    }
    if !plan.others.is_empty() {
        let of = || {
            let others = plan.others.iter().map(|o| groups[o.group].lvalues[0]).collect();
            about(others).after(format!("where {} is far, ", quoted(facts, [first])))
        };
        cx.remarks.done_with(of, || "fetched meanwhile".to_string());
    }
}
