// SPDX-License-Identifier: Apache-2.0
//! Initializers (C 6.7.9, GNU ranges; UPC 6.5.2.1p4): types, lengths, and where each expression
//! goes.

use upc_source::{Diagnostic, ErrorName, Span};
use upc_syntax::ast::{Designator, ExprId, ExprKind, InitItem, InitList, Initializer};

use crate::check::assign::Context;
use crate::check::Check;
use crate::types::{ArrayLen, QualTy, Quals, TagId, TypeKind};
use crate::unit::{BitField, InitElem};

/// The object or subobject being initialized.
#[derive(Clone, Copy, Debug)]
struct Target {
    ty: QualTy,
    offset: u64,
    bits: Option<BitField>,
    repeat: u64,
}

/// State of the whole initializer.
#[derive(Clone, Copy)]
struct Mode {
    /// The object has static storage duration: expressions must be constant.
    constant: bool,
}

impl Check<'_> {
    /// Checks an initializer of an object of type `qt`; returns the type with the array length that
    /// it determines.
    pub fn initializer(&mut self, qt: QualTy, init: &Initializer, constant: bool) -> QualTy {
        let target = Target { ty: qt, offset: 0, bits: None, repeat: 1 };
        self.init_target(target, init, Mode { constant })
    }

    /// A brace-enclosed list of a compound literal.
    pub fn compound_initializer(&mut self, qt: QualTy, list: &InitList, constant: bool) -> QualTy {
        self.init_braces(
            Target { ty: qt, offset: 0, bits: None, repeat: 1 },
            list,
            Mode { constant },
        )
    }

    fn init_target(&mut self, t: Target, init: &Initializer, mode: Mode) -> QualTy {
        match init {
            Initializer::Expr(e) => self.init_expr(t, *e, mode),
            Initializer::List(l) => {
                self.nested(l.span, |c| c.init_braces(t, l, mode)).unwrap_or(t.ty)
            }
        }
    }

    // ------------------------------------------------------------ single expressions

    fn init_expr(&mut self, t: Target, e: ExprId, mode: Mode) -> QualTy {
        if let Some(qt) = self.init_string(t, e) {
            return qt;
        }
        if self.types.array(t.ty.ty).is_some() {
            return self.init_array_by_expr(t, e);
        }
        if self.types.is_vector(t.ty.ty) {
            self.check_vector_value(t.ty, e);
        }
        self.init_scalar(t, e, mode);
        t.ty
    }

    /// GNU: a vector without braces needs a vector.
    fn check_vector_value(&mut self, to: QualTy, e: ExprId) {
        let from = self.value(e);
        if !self.types.is_vector(from.ty) && !self.types.is_opaque(from.ty) {
            let message =
                format!("{} cannot be initialized with {}", self.show(to), self.show(from));
            self.report(
                Diagnostic::error(ErrorName::Initializer, self.span(e), message)
                    .help("put the values of its elements in braces"),
            );
        }
    }

    /// `char a[] = "..."`; `None` if the case is another.
    fn init_string(&mut self, t: Target, e: ExprId) -> Option<QualTy> {
        let (elem, len) = self.types.array(t.ty.ty)?;
        let literal = self.string_literal(e)?;
        if !self.types.is_integer(elem.ty) {
            return None;
        }
        let given = self.expr(literal);
        self.expr(e);
        let (_, given_len) = self.types.array(given.ty)?;
        self.place(e, t);
        let ArrayLen::Const(n) = given_len else { return Some(t.ty) };
        if self.is_threads_row(t.ty.ty) {
            self.row_reached(n);
        }
        if len == ArrayLen::Incomplete {
            return Some(QualTy::plain(self.types.array_of(elem, ArrayLen::Const(n))));
        }
        match len {
            ArrayLen::Const(room) if n > room + 1 => {
                let message = format!("string of {n} characters for an array of {room}");
                self.warn_excess(t.ty, self.span(e), message);
            }
            _ => {}
        }
        Some(t.ty)
    }

    fn string_literal(&self, e: ExprId) -> Option<ExprId> {
        match self.ast.exprs[e].kind {
            ExprKind::String | ExprKind::FuncName => Some(e),
            ExprKind::Paren(inner) => self.string_literal(inner),
            _ => None,
        }
    }

    /// GNU: an array from a compound literal of its type.
    fn init_array_by_expr(&mut self, t: Target, e: ExprId) -> QualTy {
        let given = self.expr(e);
        self.place(e, t);
        if matches!(self.ast.exprs[e].kind, ExprKind::Error) {
            return self.unknown();
        }
        if self.types.is_opaque(given.ty) || self.types.is_unjudged(t.ty.ty) {
            return t.ty;
        }
        match self.ast.exprs[e].kind {
            ExprKind::CompoundLiteral { .. } => self.types.composite(t.ty, given),
            _ => {
                self.error(
                    ErrorName::Initializer,
                    self.span(e),
                    "an array is initialized by a list in braces",
                );
                self.unknown()
            }
        }
    }

    fn init_scalar(&mut self, t: Target, e: ExprId, mode: Mode) {
        self.place(e, t);
        let target = QualTy { ty: t.ty.ty, quals: Quals::default() };
        if self.assign_convert(target, e, Context::Initializer) && mode.constant {
            self.require_constant(e, target);
        }
    }

    fn place(&mut self, e: ExprId, t: Target) {
        let placed =
            InitElem { ty: t.ty, offset: t.offset, bits: t.bits, repeat: t.repeat, leads: false };
        self.unit.init_elem.insert(e, placed);
    }

    // ------------------------------------------------------------ lists

    fn init_braces(&mut self, t: Target, list: &InitList, mode: Mode) -> QualTy {
        let done = self.init_braces_inner(t, list, mode);
        self.unit.init_list.insert(list.span, done);
        done
    }

    fn init_braces_inner(&mut self, t: Target, list: &InitList, mode: Mode) -> QualTy {
        // Only a member lies behind another (GNU initializes it in static objects).
        if t.offset > 0 && !mode.constant && self.is_open_array(t.ty.ty) {
            let help = "only a static object can have its flexible array member initialized";
            self.report(
                Diagnostic::error(
                    ErrorName::Initializer,
                    list.span,
                    "a flexible array member of an automatic object is initialized",
                )
                .help(help),
            );
        }
        if self.types.array(t.ty.ty).is_none() && !self.types.is_record(t.ty.ty) {
            self.init_scalar_list(t, list, mode);
            return t.ty;
        }
        // `char a[] = { "text" }`.
        if let (Some((elem, _)), [item]) = (self.types.array(t.ty.ty), list.items.as_slice()) {
            if let (Initializer::Expr(e), true, true) =
                (&item.value, item.designators.is_empty(), self.types.is_integer(elem.ty))
            {
                if let Some(qt) = self.init_string(t, *e) {
                    return qt;
                }
            }
        }
        let mut pos = 0;
        let count = self.fill(t, &list.items, &mut pos, 0, true, mode);
        match self.types.array(t.ty.ty) {
            Some((elem, ArrayLen::Incomplete)) => {
                QualTy::plain(self.types.array_of(elem, ArrayLen::Const(count)))
            }
            _ => t.ty,
        }
    }

    fn init_scalar_list(&mut self, t: Target, list: &InitList, mode: Mode) {
        // A list has a vector's elements; the C compiler checks their number.
        if self.types.is_vector(t.ty.ty) {
            list.items.iter().for_each(|item| self.untyped(&item.value));
            return;
        }
        let Some((first, rest)) = list.items.split_first() else {
            // C23 zeroes it.
            if !self.c23 && self.types.is_scalar(t.ty.ty) {
                let message = "empty braces for a scalar";
                self.error_rule(ErrorName::Initializer, list.span, message, "C 6.7.9p11");
            }
            return;
        };
        self.init_target(t, &first.value, mode);
        if let (Some(item), false) = (rest.first(), self.types.is_unjudged(t.ty.ty)) {
            let span = item.value.span(self.ast);
            self.warn_excess(t.ty, span, "more than one value for a scalar".to_string());
        }
        for item in rest {
            self.untyped(&item.value);
        }
    }

    /// Types an initializer that has no place.
    fn untyped(&mut self, init: &Initializer) {
        match init {
            Initializer::Expr(e) => {
                self.expr(*e);
            }
            Initializer::List(l) => {
                self.nested(l.span, |c| l.items.iter().for_each(|i| c.untyped(&i.value)));
            }
        }
    }

    /// Initializes the aggregate `t` from `items[*pos..]`. The first item's designators from `used`
    /// on are relative to `t`. `braces`: the list is `t`'s own, so that all items belong to it.
    /// Gives the number of elements reached.
    fn fill(
        &mut self,
        t: Target,
        items: &[InitItem],
        pos: &mut usize,
        used: usize,
        braces: bool,
        mode: Mode,
    ) -> u64 {
        let (mut cursor, mut reached) = (0u64, 0u64);
        let limit = self.subobject_count(t.ty);
        let (start, mut second) = (*pos, None);
        while let Some(item) = items.get(*pos) {
            let first = *pos == start;
            if !first && !braces && !item.designators.is_empty() {
                break;
            }
            if !first {
                second.get_or_insert(*pos);
            }
            let used = if first { used } else { 0 };
            let full = limit.is_some_and(|l| cursor >= l);
            let place = match item.designators.get(used) {
                Some(d) => self.designated(t.ty, d),
                None if full && !braces => break,
                None => (!full).then_some((cursor, 1, false)),
            };
            let Some((index, repeat, consumed)) = place else {
                self.without_place(item, t.ty, item.designators.len() <= used);
                *pos += 1;
                continue;
            };
            let sub = self.subobject(t, index, repeat);
            self.fill_subobject(sub, items, pos, used + usize::from(consumed), mode);
            cursor = index.saturating_add(repeat);
            reached = reached.max(cursor);
        }
        if self.is_threads_row(t.ty.ty) {
            self.row_reached(reached);
            if !braces {
                self.row_without_braces(items, start, second, *pos);
            }
        }
        reached
    }

    /// Initializes the subobject from the items at `pos`, of which it takes one at least.
    fn fill_subobject(
        &mut self,
        sub: Option<Target>,
        items: &[InitItem],
        pos: &mut usize,
        used: usize,
        mode: Mode,
    ) {
        let before = *pos;
        match sub {
            Some(sub) => self.fill_one(sub, items, pos, used, mode),
            None => self.untyped(&items[before].value),
        }
        if *pos == before {
            *pos += 1;
        }
    }

    /// An item without a place in `ty`. `excess`: `ty` has no room for it.
    fn without_place(&mut self, item: &InitItem, ty: QualTy, excess: bool) {
        self.untyped(&item.value);
        if excess && !self.types.is_unjudged(ty.ty) {
            let message = format!("more initializers than {} has room for", self.show(ty));
            self.warn_excess(ty, item.value.span(self.ast), message);
        }
    }

    /// The C compiler sees the initializers of private objects only, and warns of those itself.
    fn warn_excess(&mut self, ty: QualTy, span: Span, message: String) {
        if self.types.shared(ty).is_some() {
            self.warn_upc("excess-initializers", span, message);
        } else {
            self.warn("excess-initializers", span, message);
        }
    }

    /// Initializes one subobject from the items at `pos`, without braces of its own unless the item
    /// has them.
    fn fill_one(
        &mut self,
        sub: Target,
        items: &[InitItem],
        pos: &mut usize,
        used: usize,
        mode: Mode,
    ) {
        let Some(item) = items.get(*pos) else { return };
        if used < item.designators.len() {
            self.nested(item.value.span(self.ast), |c| c.fill(sub, items, pos, used, false, mode));
            return;
        }
        match &item.value {
            Initializer::Expr(e) if !self.takes_whole(sub, *e) => {
                let span = self.span(*e);
                self.nested(span, |c| c.fill(sub, items, pos, used, false, mode));
                if let Some(first) = self.unit.init_elem.get_mut(e) {
                    first.leads = true;
                }
            }
            value => {
                self.init_target(sub, value, mode);
                *pos += 1;
            }
        }
    }

    /// Whether the expression initializes the subobject as a whole (C 6.7.9p13, p20).
    fn takes_whole(&mut self, sub: Target, e: ExprId) -> bool {
        if let Some((elem, _)) = self.types.array(sub.ty.ty) {
            return self.string_literal(e).is_some() && self.types.is_integer(elem.ty);
        }
        if !self.types.is_record(sub.ty.ty) {
            return true;
        }
        let given = self.rvalue(e);
        self.types.is_opaque(given.ty) || given.ty == sub.ty.ty
    }

    fn subobject_count(&self, ty: QualTy) -> Option<u64> {
        match *self.types.kind(ty.ty) {
            TypeKind::Array { len: ArrayLen::Const(n), .. } => Some(n),
            // As many as THREADS allows: checked when the program starts.
            TypeKind::Array { .. } => None,
            TypeKind::Union(t) => Some(self.types.tags[t].members.len().min(1) as u64),
            TypeKind::Struct(t) => Some(self.types.tags[t].members.len() as u64),
            _ => Some(1),
        }
    }

    fn subobject(&mut self, t: Target, index: u64, repeat: u64) -> Option<Target> {
        if let Some((elem, _)) = self.types.array(t.ty.ty) {
            let size = self.types.fixed_size(elem.ty).unwrap_or(0);
            let offset = t.offset.saturating_add(index.saturating_mul(size));
            return Some(Target {
                ty: elem,
                offset,
                bits: None,
                repeat: t.repeat.saturating_mul(repeat),
            });
        }
        let tag = self.types.tag_of(t.ty.ty)?;
        // Further members of a union are reached by designators only: their index is past the count
        // of `fill`.
        let m = self.types.tags[tag].members.get(index as usize)?.clone();
        let ty = self.member_of_shared(m.ty, t.ty.quals);
        Some(Target {
            ty,
            offset: t.offset.saturating_add(m.offset),
            bits: m.bits,
            repeat: t.repeat,
        })
    }

    /// The subobject a designator names: index, number of elements, whether the designator is used
    /// up (not when it names a member of an anonymous structure).
    fn designated(&mut self, ty: QualTy, d: &Designator) -> Option<(u64, u64, bool)> {
        match d {
            Designator::Member(name, span) => self.designated_member(ty, *name, *span),
            Designator::Index(e) => self.designated_index(ty, *e).map(|i| (i, 1, true)),
            Designator::Range(a, b) => {
                let (low, high) = (self.designated_index(ty, *a)?, self.designated_index(ty, *b)?);
                if high < low {
                    self.error(ErrorName::Initializer, self.span(*b), "the range is empty");
                    return None;
                }
                Some((low, high - low + 1, true))
            }
        }
    }

    fn designated_member(
        &mut self,
        ty: QualTy,
        name: upc_source::Symbol,
        span: Span,
    ) -> Option<(u64, u64, bool)> {
        if self.types.is_opaque(ty.ty) {
            return None;
        }
        let tag = self.types.tag_of(ty.ty).filter(|_| self.types.is_record(ty.ty));
        let found = tag.and_then(|t| self.member_index(t, name));
        if found.is_none() {
            let message = format!("{} has no member '{}'", self.show(ty), self.name(name));
            self.error(ErrorName::Initializer, span, message);
        }
        found.map(|(i, direct)| (i, 1, direct))
    }

    /// Index of the member that is or contains `name`.
    fn member_index(&self, tag: TagId, name: upc_source::Symbol) -> Option<(u64, bool)> {
        let members = &self.types.tags[tag].members;
        if let Some(i) = members.iter().position(|m| m.name == Some(name)) {
            return Some((i as u64, true));
        }
        let contains = |m: &crate::table::Member| {
            m.name.is_none()
                && self
                    .types
                    .tag_of(m.ty.ty)
                    .is_some_and(|t| self.types.find_member(t, name).is_some())
        };
        members.iter().position(contains).map(|i| (i as u64, false))
    }

    fn designated_index(&mut self, ty: QualTy, e: ExprId) -> Option<u64> {
        let value = self.integer_constant(e, "index of a designator")?;
        let message = match self.types.array(ty.ty) {
            None if self.types.is_opaque(ty.ty) => return None,
            None => format!("an index for {}, which is not an array", self.show(ty)),
            Some((_, ArrayLen::Const(n))) if value < 0 || value >= i128::from(n) => {
                format!("index {value} is outside the array of {n} elements")
            }
            Some(_) if value < 0 => format!("index {value} is outside the array"),
            Some(_) => return u64::try_from(value).ok(),
        };
        self.error(ErrorName::Initializer, self.span(e), message);
        None
    }
}
