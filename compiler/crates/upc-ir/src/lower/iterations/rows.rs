//! Loops that go by rows: `for (i = MYTHREAD; i < n; i += THREADS)`.
//!
//! An element `a[i]` of a cyclic array, or of a blocked one where the step is a number of rows of its blocks, lies on the same thread in each
//! iteration, and a constant number of bytes further. So its thread's segment is looked up where the loop starts, and a step of the
//! loop is an addition. Where the segment is not mapped here, and where the first subscript leads out of all segments, the element is found by its
//! own address each time: the body is written once.

use upc_source::Span;
use upc_syntax::ast::{ExprId, ExprKind, ForInit, StmtId, UnaryOp};

use super::clauses::Variable;
use crate::abi::Entry;
use crate::ir::{index_name, Near, Node, Source, Stream};
use crate::lower::forall::flat;
use crate::lower::Lower;

/// The loop being lowered.
pub(in crate::lower) struct RowLoop<'a> {
    number: u32,
    counter: Variable,
    /// What the counter moves by, in THREADS.
    rows: i64,
    declared: bool,
    /// The ends of the first and of the third clause.
    ends: (u32, u32),
    /// The text of an element, its stream and its first address.
    streams: Vec<(&'a str, Stream, Node)>,
}

impl<'a> Lower<'a> {
    /// A `for`.
    pub(in crate::lower) fn for_loop(
        &mut self,
        span: Span,
        clauses: (&'a ForInit, Option<ExprId>, Option<ExprId>),
        body: StmtId,
    ) -> Node {
        let (init, cond, step) = clauses;
        let mut children = self.clauses(init, cond, step);
        if matches!(init, ForInit::Declaration(_)) {
            let (declaration, node) = children.remove(0);
            let parts = flat(Source::with(declaration, [(declaration, node)])).holes;
            children.splice(0..0, parts.into_iter().map(|h| (h.span, h.node)));
        }
        let by_rows = self.row_loop(clauses, body).filter(|l| !children.iter().any(|(s, _)| splits(*s, l.ends.0)));
        let depth = self.row_loops.len();
        self.row_loops.extend(by_rows);
        let (body_span, lowered) = self.child(body);
        let found = (self.row_loops.len() > depth).then(|| self.row_loops.pop()).flatten();
        match found.filter(|l| !l.streams.is_empty()) {
            None => {
                let (declared, lowered) = self.in_runs(clauses, body, lowered);
                children.push((body_span, lowered));
                let loop_ = self.looping(span, children, cond, body);
                match declared {
                    Some(declared) => Node::Seq(vec![declared, loop_, Node::text(" }")]),
                    None => loop_,
                }
            }
            Some(by_rows) => {
                children.push((body_span, lowered));
                let declared = by_rows.declarations();
                children.extend(self.inserts(by_rows, cond));
                let loop_ = self.looping(span, children, cond, body);
                Node::Seq(vec![declared, loop_, Node::text(" }")])
            }
        }
    }

    /// The loop, if its counter goes by rows towards a limit.
    fn row_loop(
        &mut self,
        (init, cond, step): (&'a ForInit, Option<ExprId>, Option<ExprId>),
        body: StmtId,
    ) -> Option<RowLoop<'a>> {
        if self.options.checks || self.instrumented.is_some() {
            return None; // they ask for the address of each access
        }
        let (name, down, by) = self.increment_of(step?)?;
        let rows = i64::try_from(self.rows_in(by?)?).ok()?;
        let (counter, kind) = self.counting_variable(name, self.ast.stmts[body].span)?;
        let wraps = !self.types.is_signed(kind) && self.types.int_bits(kind) < 64;
        self.limit_of(cond?, counter.decl, kind).filter(|_| !wraps)?;
        let (declared, init_end, _) = self.start_of(init, counter.decl)?;
        Some(RowLoop {
            number: self.fresh(),
            counter,
            rows: if down { -rows } else { rows },
            declared,
            ends: (init_end, self.span(step?).end),
            streams: Vec::new(),
        })
    }

    /// How many times THREADS `e` is.
    fn rows_in(&self, e: ExprId) -> Option<u64> {
        let (mut coefficient, mut factors) = (1, Vec::new());
        let threads = self.factors(e, &mut coefficient, &mut factors)?;
        (threads == 1 && factors.is_empty() && coefficient > 0).then_some(coefficient)
    }

    /// Where the shared lvalue `e` is, if a loop at hand knows: an element that keeps its thread, or a member of one.
    pub(in crate::lower) fn near_address(&mut self, e: ExprId) -> Option<Near> {
        if self.row_loops.is_empty() {
            return None;
        }
        match self.expr_node(e).kind {
            ExprKind::Paren(x) => self.near_address(x),
            ExprKind::Member { base, arrow: false, .. } => {
                let member = &self.unit.member[&e];
                let record = self.near_address(base).filter(|_| member.bits.is_none())?;
                Some(Near { offset: record.offset.checked_add(member.offset)?, ..record })
            }
            ExprKind::Index { .. } | ExprKind::Unary { op: UnaryOp::Deref, .. } => self.row_stream(e),
            _ => None,
        }
    }

    /// The stream of the element `e` in the innermost loop that has one.
    fn row_stream(&mut self, e: ExprId) -> Option<Near> {
        let (pointer, index) = self.pointer_and_index(e)?;
        let text = self.span(e).slice(self.text);
        let moves = |l: &RowLoop| self.bytes_a_step(l, pointer, index);
        let (at, bytes) = self.row_loops.iter().enumerate().rev().find_map(|(at, l)| Some((at, moves(l)?)))?;
        if let Some(known) = self.row_loops[at].streams.iter().find(|s| s.0 == text) {
            return Some(Near { stream: known.1, offset: 0 });
        }
        let stream = Stream { version: self.row_loops[at].number, number: self.fresh(), bytes };
        // Its first address is found as any other, before the loop.
        let (version, runs) = (self.version.take(), self.runs.take());
        let mut loops = std::mem::take(&mut self.row_loops);
        let address = crate::lower::pointer::thin(self.place(e).address);
        loops[at].streams.push((text, stream, address));
        (self.version, self.runs, self.row_loops) = (version, runs, loops);
        Some(Near { stream, offset: 0 })
    }

    /// By how many bytes an element moves on its thread in a step of the loop; `None`: it changes threads, or depends on more.
    fn bytes_a_step(&self, l: &RowLoop, pointer: ExprId, index: ExprId) -> Option<i64> {
        let pointee = self.pointee(pointer).filter(|p| self.types.pts_repr(*p).is_some())?;
        let stride = self.stride(pointee);
        let block = i64::try_from(stride.block).ok().filter(|&b| b > 0 && !stride.threads)?;
        let steps = self.coefficient(index, &l.counter, true).filter(|&n| n != 0)?.checked_mul(l.rows)?;
        let elems = steps.checked_mul(i64::try_from(stride.elems).ok()?)?;
        if elems % block != 0 || !self.stays(pointer, index, &l.counter) {
            return None;
        }
        elems.checked_mul(i64::try_from(stride.elem_size).ok()?)
    }

    /// What the first and third clauses do besides. In a loop that is not entered no address is asked for.
    fn inserts(&mut self, l: RowLoop<'a>, cond: Option<ExprId>) -> Vec<(Span, Node)> {
        let k = index_name(l.number);
        let mut nodes = vec![match l.declared {
            true => Node::text(format!(", __upcr_d{} __attribute__((unused)) = ({k} = 0", l.number)),
            false => Node::text(format!(", {k} = 0")),
        }];
        for (_, stream, address) in l.streams {
            nodes.push(Node::text(format!(", {} = (", stream.pointer_name())));
            nodes.extend(cond.map(|c| self.condition(c)));
            nodes.push(Node::text(") ? "));
            nodes.push(Node::Call { entry: Entry::NearRow, args: vec![address] });
            nodes.push(Node::text(" : (char *)0"));
        }
        nodes.extend(l.declared.then(|| Node::text(", 0)")));
        let at = |offset: u32| Span::new(offset, offset);
        vec![(at(l.ends.0), Node::Seq(nodes)), (at(l.ends.1), Node::text(format!(", {k}++")))]
    }
}

impl RowLoop<'_> {
    fn declarations(&self) -> Node {
        let near = self.streams.iter().map(|(_, s, _)| format!(" char *{};", s.pointer_name()));
        Node::text(format!("{{ long {};{} ", index_name(self.number), near.collect::<String>()))
    }
}

fn splits(span: Span, offset: u32) -> bool {
    span.start < offset && offset < span.end
}
