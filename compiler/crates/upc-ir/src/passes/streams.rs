// SPDX-License-Identifier: Apache-2.0
//! A version of a loop for elements that move as its affinity does (loop versioning).
//!
//! In `upc_forall (i = 0; i < n; i++; &a[i])` the elements `a[i]`, and `b[i]` of an array with the
//! same layout, are the thread's own in each own iteration. A thread's elements are contiguous in
//! its memory across blocks, so the element of the next own iteration is a constant number of bytes
//! further, and no subscript is translated. This pass proves:
//! - the element moves by as many elements as the affinity does in blocks of the same size, or by m
//!   times as many in blocks m times as large. So it changes threads when the affinity does, if
//!   both have the same position in their blocks in one own iteration. Then it is on one thread in
//!   all own iterations. The program tests this position at the first own iteration, since pointers
//!   are arbitrary;
//! - the limit of the loop's counter does not change, so that the own iterations can be counted;
//! - the body may be written twice, and has no `break` out of the loop, which would leave only an
//!   inner loop.
//!
//! Rows, `a[i][k]` in `upc_forall (...; &a[i][0])`: if each iteration advances by a block, which
//! begins with the row, the start of the row is found by a stream for any other subscripts. Each
//! access tests whether they stay in the block. That a row behind a pointer, `shared [D] double
//! (*point)[D]`, begins a block is tested at the first own iteration. In blocks of several rows,
//! `point[i][2]` with `shared [3 * B] double point[N][3]` and an affinity in blocks of B, constants
//! must keep the other subscripts in the row.
//!
//! Elements at a constant distance, `a[i + 1]`: in a cyclic array they are also on one thread, and
//! so are those that move against the affinity, `y[d - i]`, also by a variable, `j = d - i; y[j]`.
//! In larger blocks they are next to `a[i]`, except at the ends of a block, where the other body is
//! executed. The same holds for elements of a static array at a distance bounded by constants:
//! `a[i + j]` in a loop over `j`.
//!
//! Other elements that an iteration moves by a constant number of elements in long blocks, `a[i +
//! half]` or `b[2 * i]`: a run, iterations of a turn that stay in the blocks of all of these,
//! finds them by pointers that are looked up at its start. If some are not mapped, or the run is
//! short, the other body is executed. The subscript may be a variable of the body with such a
//! value, `int k = i + half`.

use rustc_hash::FxHashMap;
use upc_sema::unit::DeclId;
use upc_source::Span;
use upc_syntax::ast::{ExprId, ExprKind};

use super::elements::{moved_by, replace_elements};
use super::iterations::{regular, Regular};
use super::{invariant_reads, runs, Context};
use crate::facts::Counter;
use crate::ir::{
    Address, Forall, Form, Index, Ir, Iterations, LocalVersion, Neighbour, Node, OwnStream, RunRow,
    Source, Start, Step, Stream, Turn,
};
use crate::lower::{phased, thin};
use crate::remarks::About;
use crate::visit::{part_or_text, walk_mut};
use crate::Facts;

/// The look-up at the start of a run must be rare: in this many iterations at most once.
const MIN_RUN: u64 = 32;

pub fn run(ir: &mut Ir, cx: &Context) {
    if cx.options.needs_addresses() {
        return;
    }
    let number = &mut ir.next_number;
    walk_mut(&mut ir.root, &mut |n: &mut Node| {
        if let Node::Forall(f) = n {
            let version = local_version(f, cx, number);
            if let Iterations::Own(own) = &mut f.iterations {
                own.local = version.map(Box::new);
            }
        }
    });
}

/// The version being built.
struct Version<'x> {
    facts: &'x Facts<'x>,
    /// THREADS, if it is known. With 1 thread a row is one of an ordinary array.
    threads: Option<u32>,
    /// The last number given.
    last: &'x mut u32,
    number: u32,
    counter: Counter,
    turn: Turn,
    /// By how many elements an iteration moves the affinity, and the size of their blocks.
    elems: i64,
    block: u64,
    /// The affinity's subscript.
    subscript: ExprId,
    streams: Vec<Element<'x>>,
    /// How far before and after the affinity's element the farthest elements at a constant distance
    /// are.
    neighbours: Vec<Neighbour>,
    reach: (u64, u64),
    /// Elements that move in other places of their blocks.
    rows: Vec<Row<'x>>,
    /// The initial values of the body's variables.
    values: FxHashMap<DeclId, Node>,
    /// The accesses of the body to these elements.
    replaced: Vec<Span>,
    /// The subscript of own elements in static arrays of the same layout, if it is known.
    own: Option<ExprId>,
    /// So far all streams are such elements.
    always: bool,
}

/// An element that moves as the affinity does: the subscripted array or pointer, as written, and
/// the subscript of the element `far` elements after it.
struct Element<'x> {
    pointer: &'x str,
    index: ExprId,
    far: i64,
    own: OwnStream,
}

/// An element that moves in another place of its block: the subscripted array or pointer, as
/// written, and the subscript.
struct Row<'x> {
    pointer: &'x str,
    index: ExprId,
    found: RunRow,
}

/// An element within a known distance from the one with the affinity's subscript.
struct Window {
    pointer: ExprId,
    /// The distance.
    rest: Index,
    /// The version's reach, including it.
    reach: (u64, u64),
}

/// The version of the loop that finds elements with the affinity's subscript without translating
/// it.
fn local_version(f: &Forall, cx: &Context, last: &mut u32) -> Option<LocalVersion> {
    let facts = cx.facts;
    let Iterations::Own(_) = &f.iterations else { return None };
    let Regular { counter, moving, turn, affinity, .. } = regular(facts, f.stmt)?;
    let limit = counter.limit;
    let fits = matches!(turn, Turn::Blocks { .. } | Turn::Strides { .. })
        && facts.is_invariant(limit.value, &counter.variable)
        && facts.is_repeatable(counter.variable.body);
    if !fits {
        return None;
    }
    let subscript = facts.subscript_of(affinity)?;
    let step = i64::try_from(counter.step).ok()?;
    let elems = moving.coefficient.checked_mul(if counter.down { -step } else { step })?;
    *last += 1;
    let mut body = f.body.clone();
    let mut version = Version {
        facts,
        threads: cx.options.threads,
        number: *last,
        last,
        counter,
        turn,
        elems,
        block: moving.block.unwrap_or(1),
        subscript,
        streams: Vec::new(),
        neighbours: Vec::new(),
        reach: (0, 0),
        rows: Vec::new(),
        values: initial_values(&mut body),
        replaced: Vec::new(),
        own: facts.own_subscript(affinity),
        always: true,
    };
    version.replace(&mut body);
    if version.streams.is_empty() {
        return None;
    }
    let (once, reads) =
        invariant_reads::read(&mut body, &version.counter.variable, facts, version.last);
    let whole = facts.stmt_node(f.stmt).span;
    if !reads.is_empty() {
        let about = || About::spans(facts, whole, reads);
        cx.remarks.done_with(about, || "read once for many own iterations".to_string());
    }
    let about = || About::spans(facts, whole, version.replaced.iter().copied());
    cx.remarks.done_with(about, || {
        "found by adding bytes from one own iteration to the next".to_string()
    });
    let always =
        version.always && version.reach == (0, 0) && version.rows.is_empty() && !is_strided(turn);
    Some(LocalVersion {
        number: version.number,
        counts: version.reads_counter(),
        always,
        alone: always && f.outermost,
        streams: version.streams.into_iter().map(|e| e.own).collect(),
        neighbours: version.neighbours,
        rows: version.rows.into_iter().map(|row| row.found).collect(),
        reach: version.reach,
        limit: part_or_text(&f.clauses, facts.span(limit.value)),
        compared: limit.compared,
        inclusive: limit.inclusive,
        body,
        once,
    })
}

impl<'x> Version<'x> {
    fn replace(&mut self, n: &mut Node) {
        replace_elements(n, &mut |e, address| match self
            .stream(e, address)
            .or_else(|| self.stream_by_variable(e, address))
        {
            Some(stream) => {
                *address = Address::Stream(stream);
                true
            }
            None => {
                self.in_row(e, address) || self.in_window(e, address) || self.in_run(e, address)
            }
        });
    }

    /// Finds the element `e` by the stream of the one with the affinity's subscript, if constants
    /// bound the distance between them.
    fn in_window(&mut self, e: ExprId, address: &mut Address) -> bool {
        let Address::Element { base, block, elem_size, .. } = &*address else { return false };
        let Some(Window { pointer, rest, reach }) = self.window(e) else { return false };
        let element = |base, index, block| Address::Element {
            base,
            index,
            block,
            elem_size: *elem_size,
            lvalue: None,
        };
        let own = Index { steps: vec![plain_step(self.facts, self.subscript)], constant: 0 };
        let start = element(base.clone(), own, *block);
        let Some(stream) = self.stream_of_subscript(&start, pointer) else { return false };
        *address = element(Box::new(Address::Stream(stream)), rest, 0);
        self.reach = reach;
        self.replaced.push(self.facts.span(e));
        true
    }

    fn window(&self, e: ExprId) -> Option<Window> {
        let facts = self.facts;
        let (pointer, index) = facts.pointer_and_index(e)?;
        let stride = facts.stride(facts.pointee(pointer)?);
        let alike = !stride.threads && stride.elems == 1 && stride.block == self.block;
        let blocks = matches!(self.turn, Turn::Blocks { block: 2.., unit: 1, .. });
        if !(alike && blocks && facts.is_named_array(pointer)) {
            return None;
        }
        let beyond = facts.beyond(index, self.subscript).filter(|b| self.is_own(&b.shared))?;
        let most = |&x: &ExprId| self.most_of_variable(x);
        let far = beyond.terms.iter().try_fold(0u64, |sum, x| sum.checked_add(most(x)?))?;
        let last = beyond.constant.checked_add(i64::try_from(far).ok()?)?;
        let reach = self.reach_over(beyond.constant, last)?;
        let steps = beyond.terms.into_iter().map(|x| plain_step(facts, x)).collect();
        Some(Window { pointer, rest: Index { steps, constant: beyond.constant }, reach })
    }

    /// Whether these terms still are the affinity's subscript in the body.
    fn is_own(&self, terms: &[ExprId]) -> bool {
        let (facts, c) = (self.facts, &self.counter);
        let sum = terms.iter().try_fold(0i64, |sum, &x| {
            let known = facts.is_known_outside(x, c.variable.body);
            sum.checked_add(known.then(|| facts.coefficient(x, &c.variable, true))??)
        });
        sum.and_then(|n| n.checked_mul(self.step())) == Some(self.elems)
    }

    /// The greatest value of `e`, a variable of the function's own.
    fn most_of_variable(&self, e: ExprId) -> Option<u64> {
        let facts = self.facts;
        let variable = matches!(facts.expr_node(e).kind, ExprKind::Ident(_))
            && facts.unit.ident.get(&e).is_some_and(|&d| facts.own_integer(d).is_some());
        variable.then(|| facts.most(e, self.counter.variable.body, true))?
    }

    /// The stream of the element with the affinity's subscript, at `address`.
    fn stream_of_subscript(&mut self, address: &Address, pointer: ExprId) -> Option<Stream> {
        let (facts, subscript) = (self.facts, self.subscript);
        let text = facts.span(facts.bare(pointer)).slice(facts.text);
        let is_it =
            |x: &&Element| x.pointer == text && facts.distance(subscript, x.index) == Some(-x.far);
        match self.streams.iter().find(is_it).map(|x| x.own.stream) {
            Some(stream) => Some(stream),
            None => self.new_stream(address, (pointer, text), (subscript, subscript), 0, false),
        }
    }

    /// Finds the element `e` by a stream of the start of its row, if the row is a block.
    fn in_row(&mut self, e: ExprId, address: &mut Address) -> bool {
        let facts = self.facts;
        let Some((row, first)) = self.row_of(e) else { return false };
        let (Some((array, index)), Address::Element { base, index: all, block, elem_size, .. }) =
            (facts.pointer_and_index(row), &mut *address)
        else {
            return false;
        };
        let is_row = |s: &Step| !s.threads && !s.negative && s.elems == first;
        let (block, elem_size) = (*block, *elem_size);
        let rows = all.steps.iter().filter(|s| s.elems % first == 0).count();
        let fits = block % first == 0 && rows == 1;
        let named = facts.is_named_array(array);
        let known = match **base {
            Address::Object(_) => named,
            Address::Pointer { .. } => {
                !named && first == block && matches!(self.turn, Turn::Blocks { block: 1, .. })
            }
            _ => false,
        };
        let Some(at) = all.steps.iter().position(is_row).filter(|_| fits && known) else {
            return false;
        };
        let start = Index { steps: vec![all.steps[at].clone()], constant: 0 };
        let mut rest = all.clone();
        rest.steps.remove(at);
        let inside = facts.stays_below(&rest, first, self.counter.variable.body);
        if !inside && first != block {
            return false;
        }
        let start =
            Address::Element { base: base.clone(), index: start, block, elem_size, lvalue: None };
        let text = facts.span(facts.bare(array)).slice(facts.text);
        let known = self
            .streams
            .iter()
            .find(|x| x.pointer == text && facts.distance(index, x.index) == Some(0));
        let stream = known
            .map(|x| x.own.stream)
            .or_else(|| self.new_stream(&start, (array, text), (index, index), 0, !named));
        let Some(stream) = stream else { return false };
        self.replaced.push(facts.span(row));
        rest.steps.iter_mut().for_each(|s| self.replace(&mut s.value));
        let block = if inside { 0 } else { block };
        *address = Address::Element {
            base: Box::new(Address::Stream(stream)),
            index: rest,
            block,
            elem_size,
            lvalue: None,
        };
        true
    }

    /// Finds the element `e` by a pointer for each run, if it moves by a constant in a long block.
    fn in_run(&mut self, e: ExprId, address: &mut Address) -> bool {
        let Some(stream) = self.stream_of_run(e, address) else { return false };
        *address = Address::Stream(stream);
        self.replaced.push(self.facts.span(e));
        true
    }

    fn stream_of_run(&mut self, e: ExprId, address: &Address) -> Option<Stream> {
        let (facts, counter) = (self.facts, self.counter.variable);
        let Turn::Blocks { block: MIN_RUN.., .. } = self.turn else { return None };
        let (pointer, written) = facts.pointer_and_index(e)?;
        let named = facts.named_value(written, counter.body);
        let index = named.map_or(written, |(_, value)| value);
        let stride =
            facts.stride(facts.pointee(pointer).filter(|p| facts.types.pts_repr(*p).is_some())?);
        let of_index = i64::try_from(stride.elems).ok()?;
        let steps = facts.coefficient(index, &counter, true)?.checked_mul(self.step())?;
        let elems = steps.checked_mul(of_index).filter(|&n| n != 0)?;
        let lasts = stride.block / elems.unsigned_abs() >= MIN_RUN;
        if !lasts || stride.threads || !facts.stays(pointer, index, &counter) {
            return None;
        }
        let text = facts.span(facts.bare(pointer)).slice(facts.text);
        let is_it = |r: &&Row| r.pointer == text && facts.distance(index, r.index) == Some(0);
        if let Some(known) = self.rows.iter().find(is_it) {
            return Some(known.found.stream);
        }
        let first = match (address, named) {
            (address, None) => address.clone(),
            (Address::Element { base, block, elem_size, .. }, Some((variable, _)))
                if facts.is_named_array(pointer) && stride.elems == 1 =>
            {
                let value = self.values.get(&variable)?.clone();
                let step = Step { value, elems: 1, threads: false, negative: false, array: None };
                let index = Index { steps: vec![step], constant: 0 };
                let (base, block, elem_size) = (base.clone(), *block, *elem_size);
                Address::Element { base, index, block, elem_size, lvalue: None }
            }
            _ => return None,
        };
        let elem_size = i64::try_from(stride.elem_size).ok()?;
        let stream = Stream {
            version: self.number,
            number: self.fresh(),
            bytes: elems.checked_mul(elem_size)?,
            column: false,
            round: 0,
            scalar: None,
        };
        let start = Start::Phased(phased(first, stride.block)?);
        let (block, others) = (stride.block, Vec::new());
        let found = RunRow { stream, start, block, elems, elem_size, others, copied: None };
        self.rows.push(Row { pointer: text, index, found });
        Some(stream)
    }

    /// By what an iteration changes the counter.
    fn step(&self) -> i64 {
        let step = self.counter.step as i64;
        if self.counter.down {
            -step
        } else {
            step
        }
    }

    /// The row of a static array, or behind a pointer, that contains `e`, with its number of
    /// elements, if the row moves as the affinity does and a run along it is no better.
    fn row_of(&self, e: ExprId) -> Option<(ExprId, u64)> {
        let facts = self.facts;
        let mut row = facts.bare(facts.pointer_and_index(e)?.0);
        let (array, index) = loop {
            let (outer, index) = facts.pointer_and_index(row).filter(|_| facts.is_array(row))?;
            match facts.is_array(outer) && !facts.is_named_array(outer) {
                true => row = facts.bare(outer),
                false => break (outer, index),
            }
        };
        let moves = self.distance_from_own(array, index) == Some(0);
        let several = self.threads != Some(1);
        let along = runs::goes_along(facts, e, self.counter.variable.body);
        (moves && several && !along)
            .then(|| facts.pointee(array).map(|t| (row, facts.stride(t).elems)))?
    }

    /// The stream of the element `e` at `address`; adds it if it is new.
    fn stream(&mut self, e: ExprId, address: &Address) -> Option<Stream> {
        let facts = self.facts;
        let (pointer, index) = facts.pointer_and_index(e)?;
        let far = self.distance_from_own(pointer, index)?;
        let (low, high) = self.reach_with(far)?;
        let text = facts.span(facts.bare(pointer)).slice(facts.text);
        let elems = i64::try_from(facts.stride(facts.pointee(pointer)?).elems).ok()?;
        let behind =
            |x: &Element| facts.distance(index, x.index).and_then(|n| n.checked_mul(elems));
        let known =
            self.streams.iter().find(|x| x.pointer == text && behind(x) == Some(far - x.far));
        let of = match known.map(|x| x.own.stream) {
            Some(stream) => stream,
            None => self.new_stream(address, (pointer, text), (index, index), far, false)?,
        };
        let fresh = self.fresh();
        let elem_size = i64::try_from(facts.stride(facts.pointee(pointer)?).elem_size).ok()?;
        self.replaced.push(facts.span(e));
        self.reach = (low, high);
        Some(if far == 0 { of } else { self.neighbour(of, far * elem_size, fresh) })
    }

    fn fresh(&mut self) -> u32 {
        *self.last += 1;
        *self.last
    }

    /// The stream of the element `e` of a static array, whose subscript is a constant more than a
    /// variable with a value that moves by a block in each iteration.
    fn stream_by_variable(&mut self, e: ExprId, address: &Address) -> Option<Stream> {
        let (facts, counter) = (self.facts, self.counter.variable);
        let Turn::Blocks { block: 1, .. } = self.turn else { return None };
        let (pointer, index) = facts.pointer_and_index(e)?;
        let (variable, constant) = facts.variable_and_constant(index)?;
        let value = facts.value_in(variable, counter.body)?;
        let Address::Element { base, block, elem_size, .. } = address else { return None };
        let stride = facts.stride(facts.pointee(pointer)?);
        let steps = facts.coefficient(value, &counter, true)?.checked_mul(self.step())?;
        let fits = facts.is_named_array(pointer)
            && stride.elems == 1
            && self.moves_alike(steps, stride.block)
            && facts.stays(pointer, value, &counter);
        if !fits {
            return None;
        }
        let text = facts.span(facts.bare(pointer)).slice(facts.text);
        let is_it = |x: &&Element| x.pointer == text && facts.distance(index, x.index) == Some(0);
        self.replaced.push(facts.span(e));
        if let Some(known) = self.streams.iter().find(is_it) {
            return Some(known.own.stream);
        }
        let first = Address::Element {
            base: base.clone(),
            index: Index { steps: vec![plain_step(facts, value)], constant },
            block: *block,
            elem_size: *elem_size,
            lvalue: None,
        };
        self.new_stream(&first, (pointer, text), (index, value), 0, false)
    }

    /// A new stream, of the element `far` elements before the one at `address`. `moves` moves as
    /// its subscript `index` does. `is_row`: it must begin a block.
    fn new_stream(
        &mut self,
        address: &Address,
        (pointer, text): (ExprId, &'x str),
        (index, moves): (ExprId, ExprId),
        far: i64,
        is_row: bool,
    ) -> Option<Stream> {
        let stride = self.facts.stride(self.facts.pointee(pointer)?);
        let elems = match self.turn {
            Turn::Blocks { block: 1, .. } => {
                let steps = self.facts.coefficient(moves, &self.counter.variable, true)?;
                let forwards = (steps < 0) == (self.step() < 0);
                i64::try_from(stride.block).ok()?.checked_mul(if forwards { 1 } else { -1 })?
            }
            _ => self.elems.checked_mul(i64::try_from(stride.block / self.block).ok()?)?,
        };
        let known = !is_strided(self.turn);
        let bytes = elems.checked_mul(i64::try_from(stride.elem_size).ok()?)?;
        let unit = elems.unsigned_abs();
        let stream = Stream {
            version: self.number,
            number: self.fresh(),
            bytes: if known { bytes } else { 0 },
            column: !known,
            round: 0,
            scalar: None,
        };
        let first = moved_by(address.clone(), -far)?;
        let start = match self.turn {
            _ if is_row => Start::Phased(phased(first, stride.block)?),
            Turn::Blocks { block: 2.., .. } => Start::Phased(phased(first, stride.block)?),
            _ => Start::Thin(thin(first)),
        };
        self.always &= self.is_own_element(pointer, index);
        self.streams.push(Element {
            pointer: text,
            index,
            far,
            own: OwnStream { stream, start, is_row, unit, elem_size: stride.elem_size },
        });
        Some(stream)
    }

    /// Whether the element is the thread's own wherever the affinity is.
    fn is_own_element(&self, pointer: ExprId, index: ExprId) -> bool {
        let is_own = self.own.is_some_and(|own| self.facts.distance(index, own) == Some(0));
        is_own && self.facts.is_named_array(pointer)
    }

    /// The distance, in elements, of an element that moves as the affinity does from the one with
    /// the affinity's subscript; `None` for other elements. 0 if each iteration advances by a
    /// block: then each element stays on one thread.
    fn distance_from_own(&self, pointer: ExprId, index: ExprId) -> Option<i64> {
        let (facts, counter) = (self.facts, &self.counter);
        let stride =
            facts.stride(facts.pointee(pointer).filter(|p| facts.types.pts_repr(*p).is_some())?);
        let of_index = i64::try_from(stride.elems).ok()?;
        let steps = facts.coefficient(index, &counter.variable, true)?.checked_mul(self.step())?;
        let alike = !stride.threads && self.moves_alike(steps.checked_mul(of_index)?, stride.block);
        if !alike || !facts.stays(pointer, index, &counter.variable) {
            return None;
        }
        match self.turn {
            Turn::Blocks { block: 1, .. } => Some(0),
            Turn::Blocks { .. } => {
                let far = facts.distance(index, self.subscript)?.checked_mul(of_index)?;
                Some(far).filter(|&far| far == 0 || stride.block == self.block)
            }
            Turn::Strides { .. } => self.is_own_element(pointer, index).then_some(0),
            _ => None,
        }
    }

    /// Whether an element that each iteration moves by `elems` elements in blocks of `block` moves
    /// as the affinity does. If both have the same position in their blocks, they change threads
    /// together. The blocks may be larger by the factor by which the element moves further. If each
    /// iteration advances by a block, the element may move in the other direction.
    fn moves_alike(&self, elems: i64, block: u64) -> bool {
        match self.turn {
            Turn::Blocks { block: 1, .. } => elems.unsigned_abs() == block,
            Turn::Strides { .. } => block == self.block && elems == self.elems,
            _ => {
                let times = |n: u64| i64::try_from(n).ok().and_then(|n| n.checked_mul(self.elems));
                block >= self.block
                    && block % self.block == 0
                    && times(block / self.block) == Some(elems)
            }
        }
    }

    /// Whether the body reads the counter outside of addresses replaced by streams.
    fn reads_counter(&self) -> bool {
        let replaced = |at: u32| self.replaced.iter().any(|r| r.start <= at && at < r.end);
        let counter = self.counter.variable;
        self.facts.writes().mentions_in(counter.decl, counter.body).iter().any(|&at| !replaced(at))
    }

    /// The reach with one more element at the distance `far`.
    fn reach_with(&self, far: i64) -> Option<(u64, u64)> {
        if far == 0 {
            return Some(self.reach);
        }
        self.reach_over(far, far)
    }

    /// The reach with elements from the distance `first` to `last`, if half of the iterations of a
    /// block have all their neighbours in the block.
    fn reach_over(&self, first: i64, last: i64) -> Option<(u64, u64)> {
        let Turn::Blocks { block, unit, .. } = self.turn else { return None };
        let (low, high) = self.reach;
        let of = |n: i64| u64::try_from(n).unwrap_or(0).div_ceil(unit);
        let (low, high) = (low.max(of(first.checked_neg()?)), high.max(of(last)));
        (low.checked_add(high)? <= block / 2).then_some((low, high))
    }

    /// The stream `bytes` from `of`; it gets the number `fresh` if it is new.
    fn neighbour(&mut self, of: Stream, bytes: i64, fresh: u32) -> Stream {
        if let Some(known) = self.neighbours.iter().find(|n| n.of == of && n.bytes == bytes) {
            return known.stream;
        }
        let stream = Stream { number: fresh, ..of };
        self.neighbours.push(Neighbour { stream, of, bytes });
        stream
    }
}

fn initial_values(body: &mut Node) -> FxHashMap<DeclId, Node> {
    let mut found = FxHashMap::default();
    walk_mut(body, &mut |n: &mut Node| {
        if let Node::Source(Source { form: Form::Initial(decl), holes, .. }) = n {
            found.extend(holes.first().map(|hole| (*decl, hole.node.clone())));
        }
    });
    found
}

/// Whether the program knows by how many bytes elements move when it runs.
fn is_strided(turn: Turn) -> bool {
    matches!(turn, Turn::Strides { .. })
}

/// The expression as a number of elements: the user's text.
fn plain_step(facts: &Facts, e: ExprId) -> Step {
    let value = Node::copy(facts.span(e));
    Step { value, elems: 1, threads: false, negative: false, array: None }
}
