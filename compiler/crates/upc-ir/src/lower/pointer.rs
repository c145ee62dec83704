// SPDX-License-Identifier: Apache-2.0
//! Pointers-to-shared: arithmetic, difference, comparison, conversion (UPC 6.4.2, 6.4.3).

use upc_sema::types::{PtsRepr, QualTy};
use upc_syntax::ast::{BinaryOp, ExprId, ExprKind, UnaryOp};

use super::checks::let_pass;
use super::Lower;
use crate::abi::Entry;
use crate::facts::Stride;
use crate::ir::{Address, ArrayBound, Form, Index, Node, NullForm, Step};

impl Lower<'_> {
    /// `index` elements of `pointee` further (or back); `index` is a subscript of `array`, if that
    /// is known.
    pub(super) fn bounded_index(
        &mut self,
        pointee: QualTy,
        index: ExprId,
        negative: bool,
        array: Option<ArrayBound>,
    ) -> Index {
        let s = self.stride(pointee);
        let scale = if negative { -1 } else { 1 };
        let inside = |i: i64| array.as_ref().map_or(true, |a| (i as u64) < a.count);
        let constant = self.small_constant(index);
        // A constant that happens to be a multiple of THREADS is no number of rows of larger
        // blocks.
        let fits = |i: &Index| constant.is_none() || i.is_rows(s.block);
        if let (None, Some(rows)) = (&array, self.row_index(index, &s, negative).filter(fits)) {
            return rows;
        }
        if let Some(constant) = constant.filter(|&i| inside(i)) {
            if let (false, Some(c)) = (s.threads, constant.checked_mul(s.elems as i64)) {
                return Index::constant(scale * c);
            }
        }
        let value = self.value(index);
        let array = array.map(Box::new);
        Index {
            steps: vec![Step { value, elems: s.elems, threads: s.threads, negative, array }],
            constant: 0,
        }
    }

    /// `base` moved by `index`, merged with the last step of `base` if that moves in the same way.
    pub(super) fn element(&self, base: Address, pointee: QualTy, index: Index) -> Address {
        let s = self.stride(pointee);
        match base {
            Address::Element { base, index: mut first, block, elem_size, .. }
                if block == s.block && elem_size == s.elem_size =>
            {
                first.steps.extend(index.steps);
                first.constant += index.constant;
                Address::Element { base, index: first, block, elem_size, lvalue: None }
            }
            base => {
                let Stride { block, elem_size, .. } = s;
                Address::Element { base: Box::new(base), index, block, elem_size, lvalue: None }
            }
        }
    }

    /// The value of the pointer-to-shared expression `e`, converted as its context asks.
    pub(super) fn pts(&mut self, e: ExprId) -> Address {
        match self.unit.converted.get(&e).copied() {
            Some(to) => {
                match self.referent(to).and_then(|p| self.types.pts_repr(p).map(|r| (p, r))) {
                    Some((pointee, repr)) => {
                        let value = self.convert_pts(e, pointee);
                        readdress(value, repr)
                    }
                    None => self.raw_pts(e),
                }
            }
            None => self.raw_pts(e),
        }
    }

    /// The value of the pointer-to-shared expression `e` before conversion.
    pub(super) fn raw_pts(&mut self, e: ExprId) -> Address {
        if self.is_shared_lvalue(e) && self.is_array(e) {
            return self.place(e).address;
        }
        match self.expr_node(e).kind {
            ExprKind::Paren(inner) => match self.pts(inner) {
                // The user's tokens need the user's parentheses.
                Address::Pointer { value, repr } => {
                    let value = Box::new(self.formed(
                        Form::Expr(e),
                        self.span(e),
                        [(self.span(inner), *value)],
                    ));
                    Address::Pointer { value, repr }
                }
                address => address,
            },
            ExprKind::Unary { op: UnaryOp::Extension, operand } => self.pts(operand),
            ExprKind::Unary { op: UnaryOp::AddressOf, operand }
                if self.is_shared_lvalue(operand) =>
            {
                self.place(operand).address
            }
            ExprKind::Binary { op: op @ (BinaryOp::Add | BinaryOp::Sub), left, right } => {
                self.moved(op, left, right)
            }
            ExprKind::Cast { operand, .. } if self.repr(operand).is_some() => {
                let pointee = self.pointee(e).expect("a pointer-to-shared");
                let repr = self.types.pts_repr(pointee).expect("a pointer-to-shared");
                let value = self.convert_pts(operand, pointee);
                readdress(value, repr)
            }
            _ => {
                let repr = self.repr(e).expect("a pointer-to-shared");
                let value = if self.is_shared_lvalue(e) { self.load(e) } else { self.plain(e) };
                Address::Pointer { value: Box::new(value), repr }
            }
        }
    }

    /// `p + i`, `i + p`, `p - i`. An integer that is added to an array is a subscript of it.
    fn moved(&mut self, op: BinaryOp, left: ExprId, right: ExprId) -> Address {
        let (pointer, index) =
            if self.converted_repr(left).is_some() { (left, right) } else { (right, left) };
        let pointee = self.pointee(pointer).expect("a pointer-to-shared");
        let negative = op == BinaryOp::Sub;
        let mut base = self.pts(pointer);
        let row = self.is_row(pointer);
        let array = if negative {
            None
        } else {
            self.array_bound(pointer).map(|bound| ArrayBound { row, ..bound })
        };
        if array.is_none() {
            let_pass(&mut base);
        }
        let index = self.bounded_index(pointee, index, negative, array);
        self.element(base, pointee, index)
    }

    /// The value of `e` as a pointer to `to`, by the rules of UPC 6.4.3: thread and address stay,
    /// the phase is kept between generic and blocked pointers and between equal layouts, else 0.
    pub(super) fn convert_pts(&mut self, e: ExprId, to: QualTy) -> Node {
        let repr = self.types.pts_repr(to).expect("a pointer-to-shared");
        let Some(from) = self.pointee(e).filter(|p| self.types.pts_repr(*p).is_some()) else {
            return Node::Null { repr, form: NullForm::Value };
        };
        let address = self.raw_pts(e);
        if self.keeps_phase(from, to) {
            let constant = matches!(address, Address::Object(_));
            let value = pointer(address, repr);
            return if constant || !self.types.is_void(from.ty) {
                value
            } else {
                self.blocked(value, repr)
            };
        }
        match repr {
            PtsRepr::Thin { .. } => pointer(address, repr),
            PtsRepr::Phased { .. } => Node::Call {
                entry: Entry::Pp,
                args: vec![Node::Thin(Box::new(address)), Node::text("0")],
            },
        }
    }

    /// `a - b` of two pointers-to-shared, in elements of the referent.
    pub(super) fn difference(&mut self, left: ExprId, right: ExprId) -> Node {
        let pointee = self.pointee(left).expect("a pointer-to-shared");
        let s = self.stride(pointee);
        let diff = self.element_difference(left, right);
        if s.elems == 1 && !s.threads {
            return diff;
        }
        if !s.threads {
            return Node::Seq(vec![Node::text("("), diff, Node::text(format!(" / {}l)", s.elems))]);
        }
        let scale = Node::text(format!(" / ({}l * ", s.elems));
        Node::Seq(vec![Node::text("("), diff, scale, Node::Threads, Node::text("))")])
    }

    /// The distance in elements of the ultimate element type.
    fn element_difference(&mut self, left: ExprId, right: ExprId) -> Node {
        self.compared(left, right, [Entry::Diff0, Entry::Diff1, Entry::Diffb])
    }

    /// A number with the sign of that distance.
    pub(super) fn order(&mut self, left: ExprId, right: ExprId) -> Node {
        self.compared(left, right, [Entry::Order0, Entry::Order1, Entry::Orderb])
    }

    /// The call of the entry for indefinite, cyclic or blocked pointers.
    fn compared(&mut self, left: ExprId, right: ExprId, entries: [Entry; 3]) -> Node {
        let [indefinite, cyclic, blocked] = entries;
        let pointee = self.pointee(left).expect("a pointer-to-shared");
        let s = self.stride(pointee);
        let size = Node::text(s.elem_size.to_string());
        if s.block > 1 {
            let repr = PtsRepr::Phased { block: Some(s.block) };
            let (a, b) = (self.pts(left), self.pts(right));
            let args =
                vec![pointer(a, repr), pointer(b, repr), Node::text(s.block.to_string()), size];
            return Node::Call { entry: blocked, args };
        }
        let entry = if s.block == 0 { indefinite } else { cyclic };
        Node::Call { entry, args: vec![self.thin(left), self.thin(right), size] }
    }

    /// The address alone of the pointer-to-shared `e`; null for a null pointer constant.
    pub(super) fn thin(&mut self, e: ExprId) -> Node {
        if self.repr(e).is_none() {
            return Node::Null { repr: PtsRepr::Thin { block: 0 }, form: NullForm::Value };
        }
        let address = self.raw_pts(e);
        thin(address)
    }
}

/// The address of `address` as a value without phase.
pub(crate) fn thin(address: Address) -> Node {
    match address {
        Address::Pointer { value, repr: PtsRepr::Thin { .. } } => *value,
        a => Node::Thin(Box::new(a)),
    }
}

/// The pointer value of `address` in `repr`; a value that has it already stays as it is.
pub(super) fn pointer(address: Address, repr: PtsRepr) -> Node {
    let same =
        |a: PtsRepr| matches!(a, PtsRepr::Thin { .. }) == matches!(repr, PtsRepr::Thin { .. });
    match address {
        Address::Pointer { value, repr: r } if same(r) => *value,
        a => Node::Pointer { address: Box::new(a), repr },
    }
}

/// The value of `address` with the phase in blocks of `block` elements, of an element or of a
/// member of one.
pub(crate) fn phased(address: Address, block: u64) -> Option<Node> {
    let repr = PtsRepr::Phased { block: Some(block) };
    match address {
        Address::Member { base, .. } | Address::Element { base, block: 0, .. } => {
            phased(*base, block)
        }
        Address::Element { block: b, .. } if b == block => Some(pointer(address, repr)),
        Address::Pointer { repr: PtsRepr::Phased { block: Some(b) }, .. } if b == block => {
            Some(pointer(address, repr))
        }
        _ => None,
    }
}

/// The address of a pointer value.
fn readdress(value: Node, repr: PtsRepr) -> Address {
    match value {
        // A static object starts at phase 0 in every layout.
        Node::Pointer { address, .. } if matches!(*address, Address::Object(_)) => *address,
        value => Address::Pointer { value: Box::new(value), repr },
    }
}
