// SPDX-License-Identifier: Apache-2.0
//! Subscripts, members, increments (C 6.5.2, 6.5.3.1; UPC 6.4.4).

use upc_source::{Diagnostic, ErrorName, Span, Symbol};
use upc_syntax::ast::{Designator, ExprId, TypeNameId};
use upc_syntax::spelling::edit_distance;

use crate::check::assign::Modify;
use crate::check::Check;
use crate::types::{QualTy, TypeKind};
use crate::unit::MemberRef;

impl Check<'_> {
    pub(super) fn index(&mut self, e: ExprId, base: ExprId, index: ExprId) -> QualTy {
        let object = self.expr(base);
        if let TypeKind::Vector { elem, .. } = *self.types.kind(object.ty) {
            self.value(index);
            return QualTy { ty: elem, quals: object.quals };
        }
        let (b, i) = (self.value(base), self.value(index));
        if self.types.is_opaque(b.ty) || self.types.is_opaque(i.ty) {
            return match self.types.pointee(b.ty) {
                Some(p) if self.types.is_pointer(b.ty) => p,
                _ => self.unknown(),
            };
        }
        // C allows `3[a]`.
        let (pointer, subscript, at) =
            if self.types.is_pointer(b.ty) { (b, i, index) } else { (i, b, base) };
        let Some(pointee) = self.types.pointee(pointer.ty) else {
            let message = format!("{} is neither an array nor a pointer", self.show(object));
            self.error(ErrorName::OperandTypes, self.span(base), message);
            return self.unknown();
        };
        if !self.types.is_integer(subscript.ty) {
            let message =
                format!("the subscript has type {}, not an integer type", self.show(subscript));
            self.error(ErrorName::OperandTypes, self.span(at), message);
        }
        let usable = self.check_arithmetic_referent(pointee, self.span(e));
        if usable {
            self.note_element(e, pointee);
            self.note_null_access(e, if pointer == b { base } else { index }, pointee);
            pointee
        } else {
            self.unknown()
        }
    }

    /// Pointer arithmetic needs a complete referent; gcc lets `void` and functions pass for
    /// pointers-to-local. False: it is not, and this has been reported.
    pub fn check_arithmetic_referent(&mut self, pointee: QualTy, span: Span) -> bool {
        if self.types.is_complete(pointee) || self.types.is_unjudged(pointee.ty) {
            return true;
        }
        let lenient = self.types.is_void(pointee.ty) || self.types.is_function(pointee.ty);
        if lenient && self.types.shared(pointee).is_none() {
            return true;
        }
        let message =
            format!("arithmetic on a pointer to the incomplete type {}", self.show(pointee));
        let mut d =
            Diagnostic::error(ErrorName::UpcIncompleteTarget, span, message).rule("UPC 6.4.2p3");
        if self.types.is_void(pointee.ty) {
            d = d
                .help("cast it first to a pointer to a complete type, as in '(shared [] char *)p'");
        }
        self.report(d);
        false
    }

    pub(super) fn member_access(
        &mut self,
        e: ExprId,
        base: ExprId,
        arrow: bool,
        name: Symbol,
        name_span: Span,
    ) -> QualTy {
        let object = if arrow { self.value(base) } else { self.expr(base) };
        if self.types.is_opaque(object.ty) {
            return self.unknown();
        }
        let record = if arrow { self.types.pointee(object.ty) } else { Some(object) };
        let Some(record) = record else {
            let message = format!("'->' needs a pointer, this is {}", self.show(object));
            let mut d = Diagnostic::error(ErrorName::Member, self.span(base), message);
            if self.types.is_record(object.ty) {
                d = d.help("use '.'");
            }
            self.report(d);
            return self.unknown();
        };
        if self.types.is_opaque(record.ty) {
            return self.unknown();
        }
        if !self.types.is_record(record.ty) {
            self.not_a_record(base, record, arrow);
            return self.unknown();
        }
        let member = self.member_of(e, record, name, name_span);
        if arrow && self.types.array(member.ty).is_none() {
            self.note_null_access(e, base, record);
        }
        member
    }

    fn not_a_record(&mut self, base: ExprId, record: QualTy, arrow: bool) {
        let message = format!("{} is not a structure or union", self.show(record));
        let mut d = Diagnostic::error(ErrorName::Member, self.span(base), message);
        let through = self.types.pointee(record.ty).is_some_and(|p| self.types.is_record(p.ty));
        if !arrow && through {
            d = d.help("it is a pointer: use '->'");
        }
        self.report(d);
    }

    fn member_of(&mut self, e: ExprId, record: QualTy, name: Symbol, name_span: Span) -> QualTy {
        let Some(tag) = self.types.tag_of(record.ty) else { return self.unknown() };
        if !self.types.tags[tag].complete {
            let message =
                format!("{} is incomplete: its members are not known here", self.show(record));
            let at = self.types.tags[tag].span;
            self.report(
                Diagnostic::error(ErrorName::IncompleteType, name_span, message)
                    .label(at, "only declared here"),
            );
            return self.unknown();
        }
        let Some((offset, m)) = self.types.find_member(tag, name) else {
            self.no_member(record, tag, name, name_span);
            return self.unknown();
        };
        let m = m.clone();
        let found = MemberRef { offset, ty: m.ty, bits: m.bits, parent: record.ty };
        self.unit.member.insert(e, found);
        self.member_of_shared(m.ty, record.quals)
    }

    fn no_member(&mut self, record: QualTy, tag: crate::types::TagId, name: Symbol, span: Span) {
        let wanted = self.name(name);
        let limit = if wanted.len() > 4 { 2 } else { 1 };
        let members =
            self.types.tags[tag].members.iter().filter_map(|m| m.name).map(|n| self.names.name(n));
        let near = members
            .filter_map(|m| Some((edit_distance(wanted, m, limit)?, m)))
            .min()
            .map(|(_, m)| m);
        let mut d = Diagnostic::error(
            ErrorName::Member,
            span,
            format!("{} has no member '{wanted}'", self.show(record)),
        );
        if let Some(near) = near {
            d = d.help(format!("did you mean '{near}'?"));
        }
        self.report(d);
    }

    /// `++` and `--`, before and after.
    pub(super) fn increment(&mut self, operand: ExprId) -> QualTy {
        let t = self.expr(operand);
        let v = self.decayed(t);
        if self.types.is_opaque(v.ty) {
            return v;
        }
        if !self.check_modifiable(operand, Modify::Increment) {
            return v;
        }
        if let Some(p) = self.types.pointee(v.ty) {
            self.check_arithmetic_referent(p, self.span(operand));
        } else if !self.types.is_arithmetic(v.ty) && !self.types.is_vector(v.ty) {
            let message = format!("{} cannot be incremented or decremented", self.show(v));
            self.error(ErrorName::OperandTypes, self.span(operand), message);
        }
        v
    }

    /// `__builtin_offsetof`.
    pub(super) fn offsetof(&mut self, ty: TypeNameId, path: &[Designator]) -> QualTy {
        let mut qt = self.type_name(ty);
        for step in path {
            qt = match step {
                Designator::Member(name, span) => self.offsetof_member(qt, *name, *span),
                Designator::Index(i) => {
                    self.value(*i);
                    match self.types.array(qt.ty) {
                        Some((elem, _)) => elem,
                        None => self.offsetof_mismatch(qt, "an array", self.span(*i)),
                    }
                }
                Designator::Range(..) => self.unknown(),
            };
        }
        self.size_type()
    }

    fn offsetof_member(&mut self, qt: QualTy, name: Symbol, span: Span) -> QualTy {
        let tag = self.types.tag_of(qt.ty).filter(|_| self.types.is_record(qt.ty));
        match tag.map(|t| (t, self.types.find_member(t, name).map(|(_, m)| m.ty))) {
            Some((t, Some(_)))
                if self.types.find_member(t, name).is_some_and(|(_, m)| m.bits.is_some()) =>
            {
                self.error(
                    ErrorName::Builtin,
                    span,
                    format!("offsetof of the bit-field '{}'", self.name(name)),
                );
                self.unknown()
            }
            Some((_, Some(ty))) => ty,
            Some((t, None)) if self.types.tags[t].complete => {
                self.no_member(qt, t, name, span);
                self.unknown()
            }
            _ => self.offsetof_mismatch(qt, "a complete structure or union", span),
        }
    }

    fn offsetof_mismatch(&mut self, qt: QualTy, wanted: &str, span: Span) -> QualTy {
        if !self.types.is_unjudged(qt.ty) {
            self.error(
                ErrorName::Builtin,
                span,
                format!("offsetof needs {wanted} here, this is {}", self.show(qt)),
            );
        }
        self.unknown()
    }
}
