// SPDX-License-Identifier: Apache-2.0
//! Walks: loops that only move a pointer to indefinitely blocked data (`++`, `--`, `+=`, `-=`) do
//! not change its thread. A variable declared at the start of the function's body holds the value
//! last assigned to the pointer. Accesses through the pointer find their segment by that value
//! (`upcr_near_from`), which is invariant in such a loop.
//!
//! It is 0 while the pointer has no value, since the C compiler may move the look-up before loops
//! that do not execute it.
//!
//! The variable follows the pointer on every path of control (goto, switch, break), since the
//! expressions that assign the pointer set it. So all assignments must be known. A pointer is left
//! out if its address is taken, or if it is static, volatile, an operand of an asm, or initialised
//! in braces. So is a unit with directives of OpenMP or OpenACC, which may copy the pointer without
//! the variable.

mod pointers;

use upc_sema::types::PtsRepr;
use upc_sema::unit::DeclId;
use upc_source::Span;
use upc_syntax::ast::{BinaryOp, ExprId, ExprKind, StmtId, StmtKind, UnaryOp};

use self::pointers::{variable, Walks};
use super::Context;
use crate::ir::{Form, Function, Ir, Node, Source};
use crate::remarks::quoted;
use crate::visit::{places_mut, walk_mut};
use crate::Facts;

pub fn run(ir: &mut Ir, cx: &Context) {
    if cx.options.needs_addresses() {
        return;
    }
    let facts = cx.facts;
    let walks = Walks::of(facts);
    if walks.is_empty() {
        return;
    }
    walk_mut(&mut ir.root, &mut |n: &mut Node| match n {
        Node::Function(f) => function(f, facts, &walks),
        Node::Source(source) => assignment(source, facts, &walks),
        n => places_mut(n, &mut |place| {
            let walker = facts.walker_of_place(place.expr);
            let walks = |p: &DeclId| walks.walks_at(*p, facts.span(place.expr).start);
            place.start = walker.filter(walks).map(start_of);
            if let Some(pointer) = walker.filter(|_| place.start.is_some()) {
                cx.remarks.done(facts.span(place.expr), || {
                    let (place, name) = (
                        quoted(facts, [place.expr]),
                        facts.names.name(facts.unit.decls[pointer].name),
                    );
                    format!(
                        "{place}: the segment of '{name}' is looked up once for a loop that \
                        only moves it"
                    )
                });
            }
        }),
    });
}

/// The variable with the value last assigned to `pointer`.
fn start_of(pointer: DeclId) -> String {
    format!("__upcr_start{}", pointer.0)
}

/// Declares the variables of the function's walks, after the brace of its body and its label
/// declarations.
fn function(f: &mut Function, facts: &Facts, walks: &Walks) {
    let declare = |(pointer, parameter): (DeclId, bool)| Node::DeclareStart {
        variable: start_of(pointer),
        parameter: parameter.then(|| facts.unit.decls[pointer].name),
    };
    let declared: Vec<Node> = walks.within(facts.unit, f.source.span).map(declare).collect();
    let span = facts.ast.stmts[f.body].span;
    let body = f.source.holes.iter_mut().find(|h| h.span == span).map(|h| &mut h.node);
    if let (Some(Node::Source(body)), Some(at), false) =
        (body, begin(facts, f.body), declared.is_empty())
    {
        body.insert(at, Node::Seq(declared));
    }
}

fn begin(facts: &Facts, body: StmtId) -> Option<u32> {
    let statement = &facts.ast.stmts[body];
    let StmtKind::Compound(list) = &statement.kind else { return None };
    let labels = list
        .iter()
        .map(|&s| &facts.ast.stmts[s])
        .take_while(|s| matches!(s.kind, StmtKind::LocalLabels));
    Some(labels.last().map_or(statement.span.start + 1, |s| s.span.end))
}

/// Keeps the value assigned to a walking pointer, or its initial value.
fn assignment(source: &mut Source, facts: &Facts, walks: &Walks) {
    let (pointer, value) = match source.form {
        Form::Initial(decl) => (decl, source.span),
        Form::Expr(e) => match facts.expr_node(e).kind {
            ExprKind::Assign { op: None, left, right } => {
                match variable(facts.ast, facts.unit, left) {
                    Some(decl) => (decl, facts.span(right)),
                    None => return,
                }
            }
            _ => return,
        },
        _ => return,
    };
    if walks.contains(pointer) {
        starting(source, value, start_of(pointer));
    }
}

fn starting(source: &mut Source, at: Span, variable: String) {
    match source.holes.iter_mut().find(|h| h.span == at) {
        Some(hole) => {
            let value = Box::new(std::mem::replace(&mut hole.node, Node::empty()));
            hole.node = Node::Starting { variable, value };
        }
        None => {
            let value = Box::new(Node::copy(at));
            source.replace(at, Node::Starting { variable, value });
        }
    }
}

impl Facts<'_> {
    /// The variable whose value has the thread of the shared lvalue `e`.
    fn walker_of_place(&self, e: ExprId) -> Option<DeclId> {
        match self.expr_node(e).kind {
            ExprKind::Paren(x) | ExprKind::Member { base: x, arrow: false, .. } => {
                self.walker_of_place(x)
            }
            ExprKind::Member { base: x, .. }
            | ExprKind::Unary { op: UnaryOp::Deref, operand: x } => self.walker(x),
            ExprKind::Index { base: left, index: right } => self.walker_of_sum(left, right),
            _ => None,
        }
    }

    /// The variable whose value has the thread of the pointer or array `e`.
    fn walker(&self, e: ExprId) -> Option<DeclId> {
        if self.is_shared_lvalue(e) {
            return if self.is_array(e) { self.walker_of_place(e) } else { None };
        }
        match self.expr_node(e).kind {
            ExprKind::Ident(_) => self.unit.ident.get(&e).copied(),
            ExprKind::Paren(x)
            | ExprKind::PostInc(x)
            | ExprKind::PostDec(x)
            | ExprKind::Unary { op: UnaryOp::PreInc | UnaryOp::PreDec, operand: x }
            | ExprKind::Assign { op: Some(_), left: x, .. } => self.walker(x),
            ExprKind::Unary { op: UnaryOp::AddressOf, operand } => self.walker_of_place(operand),
            ExprKind::Binary { op: BinaryOp::Add | BinaryOp::Sub, left, right } => {
                self.walker_of_sum(left, right)
            }
            _ => None,
        }
    }

    /// The variable of a pointer plus an integer: only in indefinite blocks is the sum on the
    /// pointer's thread.
    fn walker_of_sum(&self, left: ExprId, right: ExprId) -> Option<DeclId> {
        let pointer = if self.repr(left).is_some() { left } else { right };
        matches!(self.repr(pointer), Some(PtsRepr::Thin { block: 0 }))
            .then(|| self.walker(pointer))?
    }
}
