// SPDX-License-Identifier: Apache-2.0
//! Compound assignment, ++ and --: the address is evaluated once.

use upc_ir::abi::Entry;
use upc_ir::access::Scalar;
use upc_ir::ir::{Advance, BitPlace, Change, Events, Index, Node, Place};
use upc_sema::types::{PtsRepr, QualTy, Quals};
use upc_syntax::ast::BinaryOp;

use super::access::{get_bytes, put_bytes};
use super::stream::here;
use super::{packed_pointer_type, Writer};

/// The entry that changes a far object.
fn far_update(scalar: Scalar, op: BinaryOp) -> Option<Entry> {
    use BinaryOp::{Add, BitAnd, BitOr, BitXor, Sub};
    Some(match (scalar, op) {
        (Scalar::I32 | Scalar::U32, Add | Sub) => Entry::FarAddU32,
        (Scalar::I32 | Scalar::U32, BitAnd) => Entry::FarAndU32,
        (Scalar::I32 | Scalar::U32, BitOr) => Entry::FarOrU32,
        (Scalar::I32 | Scalar::U32, BitXor) => Entry::FarXorU32,
        (Scalar::I64 | Scalar::U64 | Scalar::Ll | Scalar::Ull, Add | Sub) => Entry::FarAddU64,
        (Scalar::I64 | Scalar::U64 | Scalar::Ll | Scalar::Ull, BitAnd) => Entry::FarAndU64,
        (Scalar::I64 | Scalar::U64 | Scalar::Ll | Scalar::Ull, BitOr) => Entry::FarOrU64,
        (Scalar::I64 | Scalar::U64 | Scalar::Ll | Scalar::Ull, BitXor) => Entry::FarXorU64,
        (Scalar::F32, Add | Sub) => Entry::FarAddF32,
        (Scalar::F64, Add | Sub) => Entry::FarAddF64,
        _ => return None,
    })
}

impl Writer<'_> {
    pub(super) fn update(&mut self, place: &Place, change: &Change, post: bool, used: bool) {
        if let (Some(bits), Change::Operate { op, operand, .. }) = (&place.bits, change) {
            return self.update_bits(place, bits, (*op, operand), post, used);
        }
        match self.scalar(place) {
            Some(form) => match here(place, form.0) {
                Some(here) => self.update_here(&here, place, form, change, post),
                None if self.update_afar(place, form, change, used) => {}
                None => self.update_scalar(place, form.0, form.1, change, post, used),
            },
            None => self.update_bytes(place, change, post, used),
        }
    }

    /// A relaxed sum, difference or bitwise operation whose value is not used: if the object is
    /// far, its thread performs it. False: the update is none, and nothing is written.
    fn update_afar(
        &mut self,
        place: &Place,
        (scalar, exact): (Scalar, bool),
        change: &Change,
        used: bool,
    ) -> bool {
        let Change::Operate { op, operand, whole: true } = change else { return false };
        let Some(entry) = far_update(scalar, *op) else { return false };
        if used || !exact || place.strict || self.calls || place.events != Events::None {
            return false;
        }
        let [a, at, by] = std::array::from_fn(|_| self.fresh.temporary());
        let here = format!("*({} *)(void *){at}", scalar.get_at().info().ret);
        let negated = sign_of_operand(*op, scalar);
        self.open();
        self.declare_near(place, &a, &at);
        self.raw(&format!("__auto_type {by} = +"));
        self.parenthesised(operand);
        let (op, far) = (op.text(), entry.name());
        self.raw(&format!("; if (__builtin_expect({at} != 0, 1)) {here} = {here} {op} {by}; "));
        self.raw(&format!("else {far}({a}, {negated}{by});"));
        self.close();
        true
    }

    /// The address is translated once, for the read and the write; strict accesses and calls are as
    /// in single accesses.
    fn update_scalar(
        &mut self,
        place: &Place,
        scalar: Scalar,
        exact: bool,
        change: &Change,
        post: bool,
        used: bool,
    ) {
        let (a, at, old) = (self.fresh.temporary(), self.fresh.temporary(), self.fresh.temporary());
        let twice = place.strict || self.calls || self.rare;
        let (get, put) = match twice {
            true => (self.access(scalar.get(place.strict)), self.access(scalar.put(place.strict))),
            false => (scalar.get_at().name(), scalar.put_at().name()),
        };
        let target = if twice { a.clone() } else { format!("{at}, {a}") };
        let declared = self.place_type(place, &old);
        self.open();
        match twice {
            true => self.declare_address(place, &a),
            false => self.declare_near(place, &a, &at),
        }
        let cast = self.cast_of_update(place, exact);
        self.raw(&format!("{declared} = {cast}{get}({target}); "));
        if used && !post {
            self.raw(&cast);
        }
        let argument = match (exact, scalar) {
            (false, Scalar::Ptr) => "(void *)",
            _ => &cast,
        };
        self.raw(&format!("{put}({target}, {argument}("));
        self.changed(&old, change);
        self.raw("));");
        if post {
            self.raw(&format!(" {old};"));
        }
        self.close();
    }

    fn declare_address(&mut self, place: &Place, name: &str) {
        self.raw(&format!("upcr_pts_t {name} = "));
        self.thin(&place.address);
        self.raw("; ");
    }

    /// The cast to the place's type; none if the values have it.
    fn cast_of_update(&mut self, place: &Place, exact: bool) -> String {
        match exact {
            true => String::new(),
            false => format!("({})", self.place_type(place, "")),
        }
    }

    /// The new value from `old`, a name.
    pub(super) fn changed(&mut self, old: &str, change: &Change) {
        match change {
            Change::Operate { op, operand, .. } => {
                self.raw(&format!("{old} {} ", op.text()));
                self.parenthesised(operand);
            }
            Change::Move { repr, index, block, elem_size } => {
                self.step_from(old, *repr, index, *block, *elem_size)
            }
        }
    }

    fn step_from(&mut self, old: &str, repr: PtsRepr, index: &Index, block: u64, elem_size: u64) {
        let thin = matches!(repr, PtsRepr::Thin { .. });
        if thin && block == 0 {
            self.raw(&format!("upcr_add0({old}, "));
            self.byte_index(index, elem_size);
            return self.raw(")");
        }
        if index.is_rows(block.max(1)) {
            self.begin(if thin { Entry::Addr } else { Entry::Addrb });
            self.raw(&format!("{old}, "));
            self.row_bytes(&index.steps, elem_size);
            return self.raw(")");
        }
        self.begin(if thin { Entry::Step1 } else { Entry::Stepb });
        self.raw(&format!("{old}, "));
        self.index(index);
        let block = if thin { String::new() } else { format!("{}, ", block.max(1)) };
        self.raw(&format!(", {block}{elem_size})"));
    }

    fn update_bytes(&mut self, place: &Place, change: &Change, post: bool, used: bool) {
        let (a, old, new) =
            (self.fresh.temporary(), self.fresh.temporary(), self.fresh.temporary());
        let (declared_old, declared_new) =
            (self.place_type(place, &old), self.place_type(place, &new));
        self.open();
        self.raw(&format!("upcr_pts_t {a} = "));
        self.thin(&place.address);
        let (get, put) =
            (self.access(get_bytes(place.strict)), self.access(put_bytes(place.strict)));
        self.raw(&format!("; {declared_old}; {get}(&{old}, {a}, sizeof {old}); {declared_new} = "));
        self.changed(&old, change);
        self.raw(&format!("; {put}({a}, &{new}, sizeof {new});"));
        if used {
            self.raw(&format!(" {};", if post { old } else { new }));
        }
        self.close();
    }

    /// The operand comes first, as it may change members in the same bytes; `+` because it may be a
    /// bit-field.
    fn update_bits(
        &mut self,
        place: &Place,
        bits: &BitPlace,
        (op, operand): (BinaryOp, &Node),
        post: bool,
        used: bool,
    ) {
        let (t, a, old) = (self.fresh.temporary(), self.fresh.temporary(), self.fresh.temporary());
        let right = self.fresh.temporary();
        let field = self.names.name(bits.name).to_string();
        self.open();
        self.raw(&format!("__auto_type {right} = +"));
        self.parenthesised(operand);
        self.raw("; ");
        self.bits_prologue(place, bits, &t, &a);
        if post {
            self.raw(&format!("__typeof__(+{t}.{field}) {old} = {t}.{field}; "));
        }
        self.raw(&format!("{t}.{field} {}= {right}; ", op.text()));
        self.bits_epilogue(place, bits, &t, &a);
        if used {
            self.raw(&if post { format!("{old};") } else { format!("+{t}.{field};") });
        }
        self.close();
    }

    /// A private pointer-to-shared moves.
    pub(super) fn advance(&mut self, a: &Advance) {
        let Change::Move { repr, index, block, elem_size } = &a.change else { return };
        if a.simple && !a.post {
            self.raw("(");
            self.node(&a.lvalue);
            self.raw(" = ");
            let old = self.name_of(&a.lvalue);
            self.step_from(&old, *repr, index, *block, *elem_size);
            return self.raw(")");
        }
        let (at, old) = (self.fresh.temporary(), self.fresh.temporary());
        let pointer = self.pointer_to_advanced(a, *repr);
        let declared_old = self.printer.declare(QualTy::plain(a.ty.ty), &old);
        self.open();
        let target = if a.simple {
            self.raw(&format!("{declared_old} = "));
            self.name_of(&a.lvalue)
        } else {
            self.raw(&format!("{pointer}{at} = ({pointer})&"));
            self.parenthesised(&a.lvalue);
            self.raw(&format!("; {declared_old} = *{at}"));
            format!("*{at}")
        };
        if a.simple {
            self.raw(&target);
        }
        self.raw(&format!("; {target} = "));
        self.step_from(&old, *repr, index, *block, *elem_size);
        self.raw(&if a.post { format!("; {old};") } else { ";".to_string() });
        self.close();
    }

    /// The type of a pointer to the object, which may lie anywhere in a packed structure.
    fn pointer_to_advanced(&self, a: &Advance, repr: PtsRepr) -> String {
        let volatile = a.ty.quals.volatile;
        if !a.packed {
            let quals = Quals { volatile, ..Quals::default() };
            return self.printer.declare(QualTy { ty: a.ty.ty, quals }, "*");
        }
        let volatile = if volatile { "volatile " } else { "" };
        format!("{volatile}{} *", packed_pointer_type(repr))
    }

    /// The text of an lvalue that is a name, in parentheses or not.
    pub(super) fn name_of(&self, n: &Node) -> String {
        match n {
            Node::Source(s) if s.holes.is_empty() => self.lines.slice(s.span).to_string(),
            Node::Source(s) => s.holes.first().map(|h| self.name_of(&h.node)).unwrap_or_default(),
            Node::Text(t) => t.to_string(),
            Node::Private(p) => self.private_text(*p),
            Node::Weak { name, ty, object } => self.weak_text(*name, *ty, object),
            _ => String::new(),
        }
    }
}

/// The sign of the operand that makes a difference a sum.
fn sign_of_operand(op: BinaryOp, scalar: Scalar) -> &'static str {
    match (op, scalar) {
        (BinaryOp::Sub, Scalar::F32 | Scalar::F64) => "-",
        (BinaryOp::Sub, _) => "-(unsigned long)",
        _ => "",
    }
}
