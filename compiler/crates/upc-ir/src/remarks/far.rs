// SPDX-License-Identifier: Apache-2.0
//! Accesses that may be far: nothing in the program shows that they are to the executing thread's
//! own data.
//!
//! An access is known to be near in three cases: arithmetic shows it (`x[MYTHREAD]`, the module
//! `near`); it is an own element in the own iterations of a upc_forall, found by the pass
//! `streams`; or its lvalue is, or is part of, the one whose address is the affinity of a
//! surrounding upc_forall. Streams also find neighbours of own elements, `a[i + 1]`, and elements
//! elsewhere in long blocks, `b[2 * i]`: these may be far. Editors show the result as hints; it
//! does not change the program.

use rustc_hash::FxHashSet;
use upc_source::Span;
use upc_syntax::ast::{Affinity, ExprId, ExprKind, StmtKind, UnaryOp};

use crate::ir::{Address, Forall, Ir, Iterations, Node, Place, RunRow};
use crate::passes::{elements::in_stream, own, Context};
use crate::remarks::{near::near_by_arithmetic, Remarks};
use crate::visit::{children_mut, places_mut};
use crate::{Facts, Options, PASSES};

/// The lvalues, in the order of the text, whose accesses may be to other threads' data; none if
/// THREADS is fixed at 1. `ir` is the tree that `build` made from the unit of `facts`.
pub fn far_accesses(ir: &mut Ir, facts: &Facts, options: &Options) -> Vec<Span> {
    if options.threads == Some(1) {
        return Vec::new();
    }
    let near = near_by_arithmetic(ir, facts);
    let remarks = Remarks::new(false);
    let context = Context { facts, options, remarks: &remarks };
    // Later passes find elements of other threads by streams too.
    let last = PASSES.iter().position(|p| p.name == "streams").map_or(0, |at| at + 1);
    PASSES[..last].iter().for_each(|pass| pass.run(ir, &context));
    let mut search = Search {
        facts,
        near,
        own: Vec::new(),
        subscripts: Vec::new(),
        elsewhere: Vec::new(),
        found: Vec::new(),
    };
    search.visit(&mut ir.root);
    search.found.sort_by_key(|span| (span.start, span.end));
    search.found.dedup();
    search.found
}

struct Search<'x> {
    facts: &'x Facts<'x>,
    near: FxHashSet<ExprId>,
    /// The lvalues whose addresses are the affinities of the surrounding loops.
    own: Vec<String>,
    /// The subscripts of these affinities.
    subscripts: Vec<ExprId>,
    /// The numbers of streams that are not of own elements.
    elsewhere: Vec<u32>,
    found: Vec<Span>,
}

impl Search<'_> {
    fn visit(&mut self, n: &mut Node) {
        match n {
            Node::Forall(f) => self.forall(f),
            n => {
                children_mut(n, &mut |c| self.visit(c));
                let mut places = Vec::new();
                places_mut(n, &mut |p| places.extend(self.may_be_far(p)));
                self.found.append(&mut places);
            }
        }
    }

    fn forall(&mut self, f: &mut Forall) {
        let known = (self.own.len(), self.subscripts.len());
        if let Some(e) = affinity(self.facts, f) {
            self.own.extend(lvalue(self.facts, e));
            self.subscripts.extend(subscript(self.facts, e));
        }
        let version = match &mut f.iterations {
            Iterations::Own(own) => own.local.as_mut(),
            Iterations::Tested(_) => None,
        };
        let rows = version.iter().flat_map(|v| &v.rows);
        self.elsewhere.extend(rows.flat_map(RunRow::streams).map(|stream| stream.number));
        self.visit(version.map_or(&mut f.body, |v| &mut v.body));
        self.own.truncate(known.0);
        self.subscripts.truncate(known.1);
    }

    fn may_be_far(&self, p: &Place) -> Option<Span> {
        let span = self.facts.span(p.expr);
        let text = words(span.slice(self.facts.text));
        let by_affinity = |own: &String| {
            let rest = text.strip_prefix(own.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        let elsewhere = stream_of(&p.address).is_some_and(|s| self.elsewhere.contains(&s));
        let is_own = (in_stream(&p.address) && !elsewhere && !self.is_neighbour(p.expr))
            || self.near.contains(&p.expr)
            || own::own_object(p, self.facts.types).is_some()
            || own::is_own_row(&p.address)
            || self.own.iter().any(by_affinity);
        (!is_own && !span.is_empty()).then_some(span)
    }

    /// Whether the outermost subscript of `e` that has the terms of an affinity's has more than
    /// these: `a[i + 1]` and `a[i + j]` where the affinity is `&a[i]` or `i`.
    fn is_neighbour(&self, e: ExprId) -> bool {
        let facts = self.facts;
        let (mut at, mut answer) = (e, false);
        while let Some((pointer, index)) = facts.pointer_and_index(facts.record(at)) {
            let beside = |&own: &ExprId| match facts.distance(index, own) {
                Some(elements) => Some(elements != 0),
                None => facts.beyond(index, own).map(|_| true),
            };
            answer = self.subscripts.iter().find_map(beside).unwrap_or(answer);
            at = pointer;
        }
        answer
    }
}

/// The number of the stream that finds the element at `a`, or the element that contains `a`.
fn stream_of(a: &Address) -> Option<u32> {
    match a {
        Address::Stream(stream) => Some(stream.number),
        Address::Element { base, .. } | Address::Member { base, .. } => stream_of(base),
        _ => None,
    }
}

fn affinity(facts: &Facts, f: &Forall) -> Option<ExprId> {
    match facts.ast.stmts[f.stmt].kind {
        StmtKind::UpcForall { affinity: Affinity::Expr(e), .. } => Some(e),
        _ => None,
    }
}

/// The subscript `i` of an affinity `i`, `&a[i]`, `&a[i].x`, `a + i` or `&a[i][0]`.
fn subscript(facts: &Facts, e: ExprId) -> Option<ExprId> {
    let moves = |&s: &ExprId| facts.natural_constant(s).is_none();
    facts.own_subscript(e).or_else(|| facts.subscript_of(e)).filter(moves)
}

/// The text of the lvalue whose address `e`, an affinity, is, without blanks and without a `[0]`
/// at its end: a row is on the thread of its first element.
fn lvalue(facts: &Facts, e: ExprId) -> Option<String> {
    let ExprKind::Unary { op: UnaryOp::AddressOf, operand } = facts.ast.exprs[facts.bare(e)].kind
    else {
        return None;
    };
    let text = words(facts.span(operand).slice(facts.text));
    let row = text.strip_suffix("[0]").filter(|row| row.ends_with(']'));
    Some(row.unwrap_or(&text).to_string())
}

fn words(text: &str) -> String {
    text.split_whitespace().collect()
}
