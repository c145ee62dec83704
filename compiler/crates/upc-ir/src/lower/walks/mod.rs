//! Walks: in the loops in which a pointer to indefinitely blocked data is only moved (`++`, `--`, `+=`, `-=`), its thread stays the same. A variable of
//! its own, declared at the start of the function's body, has the value that the pointer was last assigned; accesses that begin at the pointer find their
//! segment by that value (`upcr_near_from`), which such a loop does not change.
//!
//! It is 0 while the pointer has no value, since the C compiler may look segments up ahead of loops that would not come to it.
//!
//! The variable follows the pointer wherever control goes (goto, switch, break), since it is set in the very expressions that assign the pointer. So
//! only these have to be known: a pointer whose address is taken, or that is static, volatile, an operand of an asm or initialized in braces takes no part,
//! nor does a unit with directives of OpenMP or OpenACC, which may give threads a copy of the pointer alone.

mod loops;
mod pointers;

use upc_sema::types::PtsRepr;
use upc_sema::unit::DeclId;
use upc_syntax::ast::{BinaryOp, ExprId, ExprKind, FunctionDef, StmtId, StmtKind, UnaryOp};

pub(super) use self::pointers::{declared, variable, Walks};
use super::Lower;
use crate::ir::Node;

/// The variable with the value that `pointer` was last assigned.
fn start_of(pointer: DeclId) -> String {
    format!("__upcr_start{}", pointer.0)
}

impl Lower<'_> {
    fn walks(&self) -> &Walks {
        let found = || {
            // Both look at each address that is accessed, by calls.
            if self.options.checks || self.options.instrument.on {
                return Walks::default();
            }
            Walks::of(self.ast, self.unit, self.types, self.text)
        };
        self.walks.get_or_init(found)
    }

    /// Where the walks of the function begin, and the declaration of their variables; `None` without walks.
    pub(super) fn starts(&self, f: &FunctionDef, body: StmtId) -> Option<(u32, Node)> {
        let declare = |(pointer, parameter)| {
            let start = start_of(pointer);
            if parameter {
                format!(" upcr_pts_t {start} = {};", self.names.name(self.unit.decls[pointer].name))
            } else {
                format!(" upcr_pts_t {start} = 0;")
            }
        };
        let text: String = self.walks().within(self.unit, f.span).map(declare).collect();
        let at = self.declarations_begin(body)?;
        (!text.is_empty()).then(|| (at, Node::text(text)))
    }

    /// Behind the brace of the compound statement `body` and the labels that it declares.
    fn declarations_begin(&self, body: StmtId) -> Option<u32> {
        let statement = &self.ast.stmts[body];
        let StmtKind::Compound(list) = &statement.kind else { return None };
        let labels = list.iter().map(|&s| &self.ast.stmts[s]).take_while(|s| matches!(s.kind, StmtKind::LocalLabels));
        Some(labels.last().map_or(statement.span.start + 1, |s| s.span.end))
    }

    /// `value` as it is assigned to `pointer`, if that is a variable that walks.
    pub(super) fn starting(&self, pointer: Option<DeclId>, value: Node) -> Node {
        match pointer.filter(|&p| self.walks().contains(p)) {
            Some(p) => Node::Seq(vec![Node::text(format!("({} = (", start_of(p))), value, Node::text("))")]),
            None => value,
        }
    }

    /// The variable whose thread is that of the shared lvalue `e`, where `e` begins at a pointer that walks in a loop around it.
    pub(super) fn start(&self, e: ExprId) -> Option<String> {
        let pointer = self.walker_of_place(e)?;
        self.walks().walks_at(pointer, self.span(e).start).then(|| start_of(pointer))
    }

    /// The variable at whose thread the shared lvalue `e` lies.
    fn walker_of_place(&self, e: ExprId) -> Option<DeclId> {
        match self.expr_node(e).kind {
            ExprKind::Paren(x) | ExprKind::Member { base: x, arrow: false, .. } => self.walker_of_place(x),
            ExprKind::Member { base: x, .. } | ExprKind::Unary { op: UnaryOp::Deref, operand: x } => self.walker(x),
            ExprKind::Index { base: left, index: right } => self.walker_of_sum(left, right),
            _ => None,
        }
    }

    /// The variable on whose thread the pointer or array `e` leads.
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
            ExprKind::Binary { op: BinaryOp::Add | BinaryOp::Sub, left, right } => self.walker_of_sum(left, right),
            _ => None,
        }
    }

    /// That of a pointer and an integer. In indefinite blocks alone the sum is on the pointer's thread.
    fn walker_of_sum(&self, left: ExprId, right: ExprId) -> Option<DeclId> {
        let pointer = if self.repr(left).is_some() { left } else { right };
        matches!(self.repr(pointer), Some(PtsRepr::Thin { block: 0 })).then(|| self.walker(pointer))?
    }
}
