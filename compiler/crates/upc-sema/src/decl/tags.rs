// SPDX-License-Identifier: Apache-2.0
//! Structures, unions and enumerations (C 6.7.2.1 to 6.7.2.3).

use rustc_hash::FxHashMap;
use upc_source::{Diagnostic, ErrorName, Span, Symbol};
use upc_syntax::ast::{
    DeclSpecs, DeclarationId, DeclarationKind, Declarator, Enumerator, Storage, TagBody, TagKind,
    TagSpec, TagSpecId,
};

use crate::check::Check;
use crate::decl::{Named, Place};
use crate::layout::{self, Field, RecordAttrs};
use crate::print::tag_kind_text;
use crate::table::Tag;
use crate::types::{IntKind, QualTy, TagId, Ty, TypeKind};
use crate::unit::{DeclKind, Linkage};

impl Check<'_> {
    fn tag_defined_twice(&mut self, name: Symbol, span: Span, before: TagId) {
        let tag = &self.types.tags[before];
        let kind = tag_kind_text(tag.kind);
        let message = format!("'{kind} {}' is defined twice", self.name(name));
        let d = Diagnostic::error(ErrorName::Redeclaration, span, message);
        self.report(d.label(tag.span, "first defined here"));
    }

    /// The type that a structure, union or enumeration specifier denotes; its body is declared
    /// once.
    pub fn tag_spec(&mut self, id: TagSpecId) -> Ty {
        if let Some(&t) = self.unit.tag_spec.get(&id) {
            return self.tag_type(t);
        }
        let ast = self.ast;
        let spec = &ast.tags[id];
        let tag = match spec.body {
            TagBody::Reference => self.tag_reference(id, spec),
            _ => self.tag_definition(id, spec),
        };
        self.unit.tag_spec.insert(id, tag);
        self.tag_body(tag, spec);
        if let (Some((name, span)), true) = (spec.name, self.types.tags[tag].involves_shared) {
            self.taint_name(name, span);
        }
        self.tag_type(tag)
    }

    fn tag_type(&mut self, tag: TagId) -> Ty {
        let kind = match self.types.tags[tag].kind {
            TagKind::Struct => TypeKind::Struct(tag),
            TagKind::Union => TypeKind::Union(tag),
            TagKind::Enum => TypeKind::Enum(tag),
        };
        self.types.make(kind)
    }

    fn tag_reference(&mut self, id: TagSpecId, spec: &TagSpec) -> TagId {
        let Some((name, span)) = spec.name else { return self.new_tag(id, spec) };
        match self.scopes.tag(name) {
            Some(t) if self.types.tags[t].kind == spec.kind => t,
            Some(t) => {
                self.wrong_tag_kind(name, span, t, spec.kind);
                self.new_tag(id, spec)
            }
            None => {
                let t = self.new_tag(id, spec);
                self.scopes.insert_tag(name, t);
                t
            }
        }
    }

    /// `struct S;` declares S anew in the innermost scope (C 6.7.2.3p7).
    pub fn forward_tag(&mut self, id: TagSpecId) {
        let ast = self.ast;
        let spec = &ast.tags[id];
        let (Some((name, _)), TagBody::Reference) = (spec.name, &spec.body) else { return };
        if self.scopes.tag_here(name).is_none() && !self.unit.tag_spec.contains_key(&id) {
            let t = self.new_tag(id, spec);
            self.scopes.insert_tag(name, t);
            self.unit.tag_spec.insert(id, t);
        }
    }

    fn tag_body(&mut self, tag: TagId, spec: &TagSpec) {
        match &spec.body {
            TagBody::Reference => {}
            TagBody::Members(list) => {
                self.nested(spec.span, |c| c.members(tag, spec, list));
            }
            TagBody::Enumerators { list, underlying } => {
                let fixed = underlying.map(|t| self.type_name(t).ty);
                self.enumerators(tag, spec, list, fixed);
            }
        }
    }

    fn tag_definition(&mut self, id: TagSpecId, spec: &TagSpec) -> TagId {
        if let Some((name, span)) = spec.name {
            if let Some(t) = self.scopes.tag_here(name) {
                if self.types.tags[t].kind != spec.kind {
                    self.wrong_tag_kind(name, span, t, spec.kind);
                } else if self.types.tags[t].complete {
                    self.tag_defined_twice(name, span, t);
                } else {
                    self.types.tags[t].spec = id;
                    self.types.tags[t].span = spec.span;
                    return t;
                }
            }
            let t = self.new_tag(id, spec);
            self.scopes.insert_tag(name, t);
            return t;
        }
        self.new_tag(id, spec)
    }

    fn new_tag(&mut self, id: TagSpecId, spec: &TagSpec) -> TagId {
        self.types.tags.push(Tag {
            kind: spec.kind,
            name: spec.name.map(|(n, _)| n),
            spec: id,
            span: spec.span,
            local: self.func.is_some(),
            file_scope: self.scopes.at_file_scope(),
            complete: false,
            members: Vec::new(),
            size: 0,
            align: 1,
            underlying: None,
            involves_shared: false,
            contains_pts: false,
            transparent: false,
            opaque: false,
        })
    }

    fn wrong_tag_kind(&mut self, name: Symbol, span: Span, first: TagId, kind: TagKind) {
        let (was, at) = (self.types.tags[first].kind, self.types.tags[first].span);
        let message = format!(
            "'{}' is a {}, not a {}",
            self.name(name),
            tag_kind_text(was),
            tag_kind_text(kind)
        );
        self.report(
            Diagnostic::error(ErrorName::Redeclaration, span, message).label(at, "declared here"),
        );
    }

    // ------------------------------------------------------------ structures and unions

    fn members(&mut self, tag: TagId, spec: &TagSpec, list: &[DeclarationId]) {
        let mut fields = Vec::new();
        let mut seen = FxHashMap::default();
        for (i, &id) in list.iter().enumerate() {
            let last = i + 1 == list.len();
            self.member_declaration(
                id,
                last || spec.kind == TagKind::Union,
                &mut fields,
                &mut seen,
            );
        }
        let attrs = RecordAttrs {
            packed: self.has_attr(&spec.attrs, "packed"),
            aligned: self.aligned_attr(&spec.attrs),
            pack: self.packing.at(spec.span.start),
            union: spec.kind == TagKind::Union,
        };
        let involves = fields.iter().any(|f| self.types.involves_shared(f.ty));
        let contains = fields.iter().any(|f| self.types.mentions_pts_layout(f.ty));
        for f in &fields {
            if let (Some(name), true) = (f.name, self.types.involves_shared(f.ty)) {
                self.taint_name(name, f.span);
            }
        }
        let transparent = self.has_attr(&spec.attrs, "transparent_union");
        let t = &mut self.types.tags[tag];
        t.complete = true;
        t.involves_shared = involves;
        t.contains_pts = contains;
        t.transparent = transparent;
        self.lay_out(tag, &fields, attrs);
    }

    /// Gives the tag its members' offsets, its size and alignment.
    fn lay_out(&mut self, tag: TagId, fields: &[Field], attrs: RecordAttrs) {
        let laid = layout::record(self.types, fields, attrs);
        let t = &mut self.types.tags[tag];
        match laid {
            Some(r) => {
                t.members = r.members;
                t.size = r.size;
                t.align = r.align;
            }
            None => {
                t.opaque = true;
                t.members = fields.iter().map(opaque_member).collect();
            }
        }
    }

    fn member_declaration(
        &mut self,
        id: DeclarationId,
        last: bool,
        fields: &mut Vec<Field>,
        seen: &mut FxHashMap<Symbol, Span>,
    ) {
        let ast = self.ast;
        let declaration = &ast.declarations[id];
        let (specs, declarators) = match &declaration.kind {
            DeclarationKind::Plain { specs, declarators } => (specs, declarators),
            DeclarationKind::StaticAssert { cond, message } => {
                return self.static_assert(*cond, *message)
            }
        };
        let base = self.specs_type(specs);
        if declarators.is_empty() {
            self.anonymous_member(base, specs, declaration.span, fields);
            return;
        }
        for (i, d) in declarators.iter().enumerate() {
            let flexible = last && i + 1 == declarators.len();
            let Some(field) = self.member(base, specs, &d.declarator, flexible) else { continue };
            fields.push(field);
            let Some((name, span)) = d.declarator.name else { continue };
            if let Some(first) = seen.insert(name, span) {
                let message = format!("two members are called '{}'", self.name(name));
                let error = Diagnostic::error(ErrorName::Redeclaration, span, message);
                self.report(error.label(first, "the first one"));
            }
        }
    }

    fn anonymous_member(
        &mut self,
        base: QualTy,
        specs: &DeclSpecs,
        span: Span,
        fields: &mut Vec<Field>,
    ) {
        let anonymous =
            self.types.tag_of(base.ty).is_some_and(|t| self.types.tags[t].name.is_none());
        if self.types.is_record(base.ty) && anonymous {
            let ty = self.check_shared_member(base, span);
            let aligned = self.specs_align(specs);
            fields.push(Field {
                name: None,
                ty,
                width: None,
                aligned,
                packed: self.has_attr(&specs.attrs, "packed"),
                span,
            });
        }
    }

    fn member(
        &mut self,
        base: QualTy,
        specs: &DeclSpecs,
        d: &Declarator,
        flexible: bool,
    ) -> Option<Field> {
        let ty = self.declarator_type(base, d, Place::Member);
        let ty = self.type_attrs(ty, &d.attrs);
        let ty = self.resolve_member_star(ty);
        let span = d.name.map_or(d.span, |(_, s)| s);
        let ty = self.check_shared_member(ty, span);
        let width = match d.bit_width {
            Some(e) => Some(self.bit_width(e, ty, d)?),
            None if self.check_member_type(ty, flexible, span) => None,
            None => return None,
        };
        let aligned = self.specs_align(specs).max(self.aligned_attr(&d.attrs));
        let packed = self.has_attr(&d.attrs, "packed") || self.has_attr(&specs.attrs, "packed");
        Some(Field { name: d.name.map(|(n, _)| n), ty, width, aligned, packed, span })
    }

    /// The member is refused as shared anyway: `[*]` must not linger in its type.
    fn resolve_member_star(&mut self, ty: QualTy) -> QualTy {
        match self.types.shared(ty) {
            Some(s) if s.block == crate::types::Shared::STAR => {
                let one = Some(crate::types::Shared { block: 1 });
                self.types.map_quals(ty, &|q| crate::types::Quals { shared: one, ..q })
            }
            _ => ty,
        }
    }

    fn check_member_type(&mut self, ty: QualTy, flexible: bool, span: Span) -> bool {
        if self.types.is_function(ty.ty) {
            self.error(ErrorName::Structure, span, "a member cannot be a function");
            return false;
        }
        if self.types.is_complete(ty) || (flexible && self.is_open_array(ty.ty)) {
            return true;
        }
        // GNU accepts a flexible array anywhere in a union or before padding; an incomplete
        // structure nowhere.
        if !self.is_open_array(ty.ty) {
            let mut d = Diagnostic::error(
                ErrorName::IncompleteType,
                span,
                format!("a member has the incomplete type {}", self.show(ty)),
            );
            if let Some(allocator) = self.allocator_of(ty) {
                d = d.help(format!("make it a pointer, and set it to {allocator}"));
            }
            self.report(d);
            return false;
        }
        self.error(ErrorName::Structure, span, "an array without a length must be the last member");
        false
    }

    fn bit_width(&mut self, e: upc_syntax::ast::ExprId, ty: QualTy, d: &Declarator) -> Option<u32> {
        let (width, span) = (self.integer_constant(e, "width of a bit-field")?, self.span(e));
        if self.types.is_opaque(ty.ty) {
            return Some(width.clamp(0, 64) as u32);
        }
        if !self.types.is_integer(ty.ty) {
            let message = format!("a bit-field has type {}, not an integer type", self.show(ty));
            self.error(ErrorName::Structure, d.span, message);
            return None;
        }
        let most = match self.types.int_kind(ty.ty) {
            Some(IntKind::Bool) => 1,
            Some(k) => i128::from(self.types.int_bits(k)),
            None => 32,
        };
        if width < 0 || width > most || (width == 0 && d.name.is_some()) {
            let message = format!("a bit-field of {} cannot be {width} bits wide", self.show(ty));
            let help = format!("the limit is {most}; only an unnamed bit-field may have 0 bits");
            self.report(Diagnostic::error(ErrorName::Structure, span, message).help(help));
            return None;
        }
        Some(width as u32)
    }

    // ------------------------------------------------------------ enumerations

    fn enumerators(&mut self, tag: TagId, spec: &TagSpec, list: &[Enumerator], fixed: Option<Ty>) {
        let mut next = 0i128;
        let (mut low, mut high) = (0i128, 0i128);
        for en in list {
            let value = en.value.and_then(|e| self.integer_constant(e, "value of an enumerator"));
            next = value.unwrap_or(next);
            (low, high) = (low.min(next), high.max(next));
            self.declare_enumerator(en, next, fixed);
            next = next.saturating_add(1);
        }
        let packed = self.has_attr(&spec.attrs, "packed");
        let underlying = fixed.unwrap_or_else(|| self.enum_type(low, high, packed));
        let (size, align) = (
            self.types.fixed_size(underlying).unwrap_or(4),
            self.types.align(underlying).unwrap_or(4),
        );
        let t = &mut self.types.tags[tag];
        t.complete = true;
        t.underlying = Some(underlying);
        t.size = size;
        t.align = align;
    }

    /// gcc's choice of the type an enumeration is compatible with.
    fn enum_type(&self, low: i128, high: i128, packed: bool) -> Ty {
        let kinds: &[IntKind] = match (packed, low < 0) {
            (true, true) => &[IntKind::SChar, IntKind::Short, IntKind::Int, IntKind::Long],
            (true, false) => &[IntKind::UChar, IntKind::UShort, IntKind::UInt, IntKind::ULong],
            (false, true) => &[IntKind::Int, IntKind::Long],
            (false, false) => &[IntKind::UInt, IntKind::ULong],
        };
        let fits = |k: &&IntKind| self.fits(low, **k) && self.fits(high, **k);
        self.types.int(*kinds.iter().find(fits).unwrap_or(&IntKind::Int128))
    }

    /// Whether the kind can hold the value.
    pub fn fits(&self, value: i128, k: IntKind) -> bool {
        crate::consteval::wrap(self.types, value, k) == value
    }

    /// The type of an enumerator with this value.
    fn smallest_type(&self, value: i128) -> Ty {
        let c = self.types.common;
        match value {
            _ if self.fits(value, IntKind::Int) => c.int,
            _ if self.fits(value, IntKind::UInt) => c.uint,
            _ if self.fits(value, IntKind::Long) => c.long,
            _ => c.ulong,
        }
    }

    fn declare_enumerator(&mut self, en: &Enumerator, value: i128, fixed: Option<Ty>) {
        let ty = fixed.unwrap_or_else(|| self.smallest_type(value));
        let named = Named { name: en.name, span: en.span };
        if let Some(old) =
            self.scopes.lookup_here(en.name).filter(|&old| !self.takes_extension(old, named))
        {
            let first = self.unit.decls[old].span;
            let message = format!("'{}' is declared twice in this scope", self.name(en.name));
            let again = Diagnostic::error(ErrorName::Redeclaration, en.span, message);
            self.report(again.label(first, "first declared here"));
        }
        let kind = DeclKind::Enumerator(value);
        let id = self.new_decl(named, QualTy::plain(ty), kind, Storage::None, Linkage::None);
        self.unit.decls[id].defined = true;
        self.scopes.insert(en.name, id);
    }
}

fn opaque_member(f: &Field) -> crate::table::Member {
    crate::table::Member { name: f.name, ty: f.ty, offset: 0, bits: None, span: f.span }
}
