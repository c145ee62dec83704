//! A version of a loop for elements that move as its affinity does (loop versioning).
//!
//! In `upc_forall (i = 0; i < n; i++; &a[i])` the elements `a[i]`, and `b[i]` of an array that is divided in the same way, are the
//! thread's own in each own iteration. Its elements follow each other in its memory through all blocks: an own iteration later the
//! element is a constant number of bytes further, and no subscript has to be translated. What is proved here:
//! - the element moves by as many elements of blocks of the same size as the affinity does: so it changes threads when the
//!   affinity does, if in one own iteration both are at the same place of their blocks. Then it is on one thread in all own iterations, whoever
//!   that is. This the program tests at the first own iteration, since pointers may lead anywhere;
//! - what the loop compares its counter with does not change, so that the own iterations can be counted;
//! - the body may be written twice, and is left by no `break`, which would leave an inner loop.
//!
//! Elements at a constant distance, `a[i + 1]`: of a cyclic array they are on one thread, too. In larger blocks they are beside `a[i]`, but at the
//! ends of the block: there the other body is executed.

use upc_sema::unit::Decl;
use upc_source::Span;
use upc_syntax::ast::{BinaryOp, ExprId, ExprKind, Stmt, StmtId, StmtKind, Storage, UnaryOp};

use super::affinity::Moving;
use super::clauses::{Counter, Variable};
use crate::ir::{Address, Index, LocalVersion, Neighbour, Start, Stream, Turn};
use crate::lower::access::offset;
use crate::lower::Lower;

/// A body with more text is written once: what it does takes longer than finding its elements.
const MAX_TEXT: u32 = 4096;

/// The version being built.
pub(in crate::lower) struct Version<'a> {
    number: u32,
    counter: Counter,
    turn: Turn,
    /// Elements that the affinity moves by from one iteration to the next, and the size of their blocks.
    elems: i64,
    block: u64,
    /// The affinity's subscript.
    subscript: ExprId,
    streams: Vec<Element<'a>>,
    /// Elements at a constant distance from those, and how far before and behind them the farthest are.
    neighbours: Vec<Neighbour>,
    reach: (u64, u64),
    /// Where the body has these elements.
    replaced: Vec<Span>,
}

/// An element that moves as the affinity does: what is subscripted, as it is written, and the subscript of one that is `far` elements behind it.
struct Element<'a> {
    pointer: &'a str,
    index: ExprId,
    far: i64,
    stream: Stream,
    start: Start,
}

impl<'a> Lower<'a> {
    /// The version of the loop in which elements with the subscript of `affinity` are found without translating it.
    pub(super) fn local_version(
        &mut self,
        counter: Counter,
        moving: &Moving,
        turn: Turn,
        affinity: ExprId,
        body: StmtId,
    ) -> Option<Box<LocalVersion>> {
        let limit = counter.limit;
        let fits = matches!(turn, Turn::Blocks { .. })
            && self.instrumented.is_none()
            && self.version.is_none()
            && self.is_invariant(limit.value, &counter.variable)
            && self.is_repeatable(counter.variable.body);
        if !fits {
            return None;
        }
        let subscript = self.subscript_of(affinity)?;
        let step = i64::try_from(counter.step).ok()?;
        let elems = moving.coefficient.checked_mul(if counter.down { -step } else { step })?;
        let (number, block) = (self.fresh(), moving.block.unwrap_or(1));
        self.version = Some(Version {
            number,
            counter,
            turn,
            elems,
            block,
            subscript,
            streams: Vec::new(),
            neighbours: Vec::new(),
            reach: (0, 0),
            replaced: Vec::new(),
        });
        let (_, body) = self.child(body);
        let version = self.version.take()?;
        if version.streams.is_empty() {
            return None;
        }
        Some(Box::new(LocalVersion {
            number,
            counts: self.reads_counter(&version),
            streams: version.streams.into_iter().map(|e| (e.stream, e.start)).collect(),
            neighbours: version.neighbours,
            reach: version.reach,
            limit: self.value(limit.value),
            compared: limit.compared,
            inclusive: limit.inclusive,
            body,
        }))
    }

    /// Where the shared lvalue `e` is an element that the version or the run at hand has a stream for, or a member of one.
    pub(in crate::lower) fn stream_address(&mut self, e: ExprId) -> Option<Address> {
        if self.version.is_none() && self.runs.is_none() {
            return None;
        }
        match self.expr_node(e).kind {
            ExprKind::Paren(x) => self.stream_address(x),
            ExprKind::Member { base, arrow: false, .. } => {
                let record = self.stream_address(base)?;
                let member = &self.unit.member[&e];
                Some(if member.bits.is_some() { record } else { offset(record, member.offset) })
            }
            ExprKind::Index { .. } | ExprKind::Unary { op: UnaryOp::Deref, .. } => {
                self.stream(e).or_else(|| self.run_stream(e)).map(Address::Stream)
            }
            _ => None,
        }
    }

    /// The stream of the element `e`, which may be a new one.
    fn stream(&mut self, e: ExprId) -> Option<Stream> {
        let (pointer, index) = self.pointer_and_index(e)?;
        let far = self.distance_from_own(pointer, index)?;
        let (low, high) = self.version.as_ref()?.reach_with(far)?;
        let text = self.span(self.bare(pointer)).slice(self.text);
        let elems = i64::try_from(self.stride(self.pointee(pointer)?).elems).ok()?;
        let behind = |x: &Element| self.distance(index, x.index).and_then(|n| n.checked_mul(elems));
        let elements = &self.version.as_ref()?.streams;
        let known = elements.iter().find(|x| x.pointer == text && behind(x) == Some(far - x.far));
        let of = match known.map(|x| x.stream) {
            Some(stream) => stream,
            None => self.new_stream(e, (pointer, text), index, far)?,
        };
        let fresh = self.fresh();
        let span = self.span(e);
        let elem_size = i64::try_from(self.stride(self.pointee(pointer)?).elem_size).ok()?;
        let version = self.version.as_mut()?;
        version.replaced.push(span);
        version.reach = (low, high);
        Some(if far == 0 { of } else { version.neighbour(of, far * elem_size, fresh) })
    }

    /// A new stream, of the element `far` elements before `e`.
    fn new_stream(&mut self, e: ExprId, (pointer, text): (ExprId, &'a str), index: ExprId, far: i64) -> Option<Stream> {
        let pointee = self.pointee(pointer)?;
        let elem_size = i64::try_from(self.stride(pointee).elem_size).ok()?;
        let version = self.version.as_ref()?;
        let (bytes, turn, block) = (version.elems.checked_mul(elem_size)?, version.turn, version.block);
        let stream = Stream { version: version.number, number: self.fresh(), bytes };
        let (version, runs) = (self.version.take(), self.runs.take()); // its first element is found as any other
        let address = self.place(e).address;
        (self.version, self.runs) = (version, runs);
        let address = if far == 0 { address } else { self.element(address, pointee, Index::constant(-far)) };
        let start = match turn {
            Turn::Blocks { block: 2.., .. } => Start::Phased(super::phased(address, block)?),
            _ => Start::Thin(crate::lower::pointer::thin(address)),
        };
        self.version.as_mut()?.streams.push(Element { pointer: text, index, far, stream, start });
        Some(stream)
    }

    /// How many elements an element that moves as the affinity does is from one with the affinity's subscript; `None` for others. Where each iteration
    /// goes on by a block, 0 for all: they stay on one thread each.
    fn distance_from_own(&self, pointer: ExprId, index: ExprId) -> Option<i64> {
        let v = self.version.as_ref()?;
        let stride = self.stride(self.pointee(pointer).filter(|p| self.types.pts_repr(*p).is_some())?);
        let step = if v.counter.down { -(v.counter.step as i64) } else { v.counter.step as i64 };
        let of_index = i64::try_from(stride.elems).ok()?;
        let steps = self.coefficient(index, &v.counter.variable, true)?.checked_mul(step)?;
        let alike = !stride.threads && stride.block == v.block && steps.checked_mul(of_index) == Some(v.elems);
        if !alike || !self.stays(pointer, index, &v.counter.variable) {
            return None;
        }
        match v.turn {
            Turn::Blocks { block: 1, .. } => Some(0),
            Turn::Blocks { unit, .. } => {
                let far = self.distance(index, v.subscript)?.checked_mul(of_index)?;
                Some(far).filter(|&far| far == 0 || unit == 1)
            }
            _ => None,
        }
    }

    /// Whether an element is found before the loop as it would be in it, but for the value of `counter`.
    pub(super) fn stays(&self, pointer: ExprId, index: ExprId, counter: &Variable) -> bool {
        (self.is_named_array(pointer) || self.is_invariant(pointer, counter))
            && self.is_known_outside(pointer, counter.body)
            && self.is_known_outside(index, counter.body)
    }

    /// The array or pointer and the subscript that the element `e` is written with.
    pub(super) fn pointer_and_index(&self, e: ExprId) -> Option<(ExprId, ExprId)> {
        match self.expr_node(e).kind {
            ExprKind::Index { base, index } if self.repr(base).is_some() => Some((base, index)),
            ExprKind::Index { base, index } if self.repr(index).is_some() => Some((index, base)),
            ExprKind::Unary { op: UnaryOp::Deref, operand } => self.sum(operand),
            _ => None,
        }
    }

    fn sum(&self, e: ExprId) -> Option<(ExprId, ExprId)> {
        match self.expr_node(self.bare(e)).kind {
            ExprKind::Binary { op: BinaryOp::Add, left, right } if self.repr(left).is_some() => Some((left, right)),
            ExprKind::Binary { op: BinaryOp::Add, left, right } if self.repr(right).is_some() => Some((right, left)),
            _ => None,
        }
    }

    fn is_named_array(&self, e: ExprId) -> bool {
        let e = self.bare(e);
        matches!(self.expr_node(e).kind, ExprKind::Ident(_)) && self.is_shared_lvalue(e) && self.is_array(e)
    }

    /// The affinity's subscript, or the number that it is.
    fn subscript_of(&self, affinity: ExprId) -> Option<ExprId> {
        let e = self.bare(affinity);
        let index = match self.expr_node(e).kind {
            _ if self.converted_repr(e).is_some() => match self.expr_node(e).kind {
                ExprKind::Unary { op: UnaryOp::AddressOf, operand } => self.pointer_and_index(self.record(operand))?.1,
                _ => self.sum(e)?.1,
            },
            ExprKind::Binary { op: BinaryOp::Rem, left, right } if self.is_threads(right) => left,
            _ => e,
        };
        Some(index)
    }

    /// The object that `e` is a member of, at any depth.
    fn record(&self, e: ExprId) -> ExprId {
        match self.expr_node(e).kind {
            ExprKind::Paren(x) | ExprKind::Member { base: x, arrow: false, .. } => self.record(x),
            _ => e,
        }
    }

    /// Whether the names in `e`, a sum or the name of a pointer or array, are declared outside `body`.
    pub(super) fn is_known_outside(&self, e: ExprId, body: Span) -> bool {
        match self.expr_node(e).kind {
            ExprKind::Ident(_) => self.unit.ident.get(&e).is_some_and(|&d| !body.contains(self.unit.decls[d].span)),
            ExprKind::Paren(x) | ExprKind::Unary { operand: x, .. } | ExprKind::Cast { operand: x, .. } => {
                self.is_known_outside(x, body)
            }
            ExprKind::Binary { left, right, .. } => {
                self.is_known_outside(left, body) && self.is_known_outside(right, body)
            }
            ExprKind::Number | ExprKind::Char | ExprKind::Threads | ExprKind::MyThread => true,
            _ => false,
        }
    }

    /// Whether the body reads the counter where no stream replaces it.
    fn reads_counter(&self, v: &Version) -> bool {
        let replaced = |at: u32| v.replaced.iter().any(|r| r.start <= at && at < r.end);
        self.writes().mentions_in(v.counter.variable.decl, v.counter.variable.body).iter().any(|&at| !replaced(at))
    }

    /// Whether the body can be written twice, and its statements stand in one more loop: it declares nothing that there is once, has
    /// no `upc_forall`, and no `break` that belongs to the loop.
    pub(super) fn is_repeatable(&self, body: Span) -> bool {
        if body.end - body.start > MAX_TEXT {
            return false;
        }
        let inner_body = |s: &Stmt| match s.kind {
            StmtKind::While { body, .. }
            | StmtKind::DoWhile { body, .. }
            | StmtKind::For { body, .. }
            | StmtKind::Switch { body, .. } => Some(self.ast.stmts[body].span),
            _ => None,
        };
        let inner: Vec<Span> = self.stmts_in(body).filter_map(inner_body).collect();
        let plain = self.stmts_in(body).all(|s| match s.kind {
            StmtKind::Break => inner.iter().any(|b| b.contains(s.span)),
            StmtKind::UpcForall { .. }
            | StmtKind::Label { .. }
            | StmtKind::LocalLabels
            | StmtKind::NestedFunction(_)
            | StmtKind::Asm { .. }
            | StmtKind::Passed
            | StmtKind::Error => false,
            _ => true,
        });
        plain
            && self.order().decls_in(body).all(|d| is_automatic(&self.unit.decls[d]))
            && self.places.start_up.within(body).is_empty()
            && self.places.literals.within(body).is_empty()
    }
}

impl Version<'_> {
    /// The reach with one more element at the distance `far`, if half a block's elements have all their neighbours in it.
    fn reach_with(&self, far: i64) -> Option<(u64, u64)> {
        let (low, high) = self.reach;
        let of = |n: i64| u64::try_from(n).unwrap_or(0);
        let (low, high) = (low.max(of(far.checked_neg()?)), high.max(of(far)));
        (far == 0 || low.checked_add(high)? <= self.block / 2).then_some((low, high))
    }

    /// The stream `bytes` from `of`, with the number `fresh` if there is none yet.
    fn neighbour(&mut self, of: Stream, bytes: i64, fresh: u32) -> Stream {
        if let Some(known) = self.neighbours.iter().find(|n| n.of == of && n.bytes == bytes) {
            return known.stream;
        }
        let stream = Stream { number: fresh, ..of };
        self.neighbours.push(Neighbour { stream, of, bytes });
        stream
    }
}

fn is_automatic(d: &Decl) -> bool {
    matches!(d.storage, Storage::None | Storage::Auto | Storage::Register) && !d.thread_local
}
