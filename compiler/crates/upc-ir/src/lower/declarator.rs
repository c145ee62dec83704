// SPDX-License-Identifier: Apache-2.0
//! Specifiers, declarators, parameters and type-names: the user's tokens, with every
//! pointer-to-shared replaced by its representation, and without UPC qualifiers.

use upc_sema::types::{ArrayLen, PtsRepr, QualTy, Quals, Ty, TypeKind};
use upc_source::Span;
use upc_syntax::ast::{
    self, AlignAs, ArraySize, Attribute, DeclChunk, DeclSpecs, DeclarationId, DeclarationKind,
    Declarator, ExprId, FunctionDef, Storage, TagSpecId, TypeNameId, TypeSpec,
};

use super::Lower;
use crate::ir::{Node, Source};

/// `_Thread_local` with the access model of the runtime's own thread-local objects.
pub(super) const TLS: &str = " _Thread_local __attribute__((tls_model(\"initial-exec\"))) ";

/// The derivation of a declarator at which the type becomes a pointer-to-shared.
#[derive(Clone, Copy)]
pub(super) struct PtsLevel {
    pub chunk: usize,
    pub repr: PtsRepr,
    pub quals: Quals,
    /// A member that may be misaligned.
    pub packed: bool,
}

impl<'a> Lower<'a> {
    /// Walks `ty` along the derivations of its declarator.
    pub(super) fn pts_level(&self, chunks: &[DeclChunk], ty: QualTy) -> Option<PtsLevel> {
        let mut t = ty;
        for (i, chunk) in chunks.iter().enumerate() {
            let next = self.derived_from(chunk, t)?;
            if matches!(chunk, DeclChunk::Pointer { .. } | DeclChunk::Array { .. })
                && matches!(self.types.kind(t.ty), TypeKind::Pointer(_))
            {
                if let Some(repr) = self.types.pts_repr(next) {
                    return Some(PtsLevel { chunk: i, repr, quals: t.quals, packed: false });
                }
            }
            t = next;
        }
        None
    }

    /// The type that `t` is derived from by `chunk`. Parameters of array and function type were
    /// adjusted to pointers.
    fn derived_from(&self, chunk: &DeclChunk, t: QualTy) -> Option<QualTy> {
        match (chunk, self.types.kind(t.ty)) {
            (DeclChunk::Pointer { .. } | DeclChunk::Array { .. }, TypeKind::Pointer(p)) => Some(*p),
            (DeclChunk::Array { .. }, TypeKind::Array { elem, .. }) => Some(*elem),
            (DeclChunk::Function { .. }, TypeKind::Function(f)) => Some(f.ret),
            (DeclChunk::Function { .. }, TypeKind::Pointer(p)) => {
                self.types.function(p.ty).map(|f| f.ret)
            }
            _ => None,
        }
    }

    /// The type that the specifiers alone denote.
    pub(super) fn base_type(&self, chunks: &[DeclChunk], ty: QualTy) -> Option<QualTy> {
        chunks.iter().try_fold(ty, |t, c| self.derived_from(c, t))
    }

    /// Changes in copied specifiers. `base`: the type they denote; `body`: print the tag's
    /// body here.
    pub(super) fn specs_children(
        &mut self,
        specs: &'a DeclSpecs,
        base: Option<QualTy>,
        body: bool,
    ) -> Vec<(Span, Node)> {
        let mut children: Vec<(Span, Node)> =
            upc_quals(&specs.quals).map(|s| (s, Node::empty())).collect();
        // A pointer-to-shared with a typedef-name is no pointer of C.
        let repr = base.and_then(|t| self.types.pointee(t.ty)).and_then(|t| self.types.pts_repr(t));
        if repr.is_some() {
            children.extend(specs.quals.restrict.map(|s| (s, Node::empty())));
        }
        if let (TypeSpec::TypeofUnqual(_), Some(base)) = (&specs.type_spec, base) {
            if self.can_write(base.ty) {
                children.push((specs.type_span, self.typeof_node(base)));
                return self.alignment_children(specs, children);
            }
        }
        let type_spec = match &specs.type_spec {
            TypeSpec::TypeofUnqual(of) => of,
            other => other,
        };
        children.extend(match type_spec {
            TypeSpec::Tag(t) => Some((self.ast.tags[*t].span, self.tag(*t, body))),
            TypeSpec::TypeofExpr(e) => base.filter(|_| self.typeof_changes(*e)).map(|base| {
                match self.types.is_opaque(base.ty) && !base.is_shared() {
                    // Only the C compiler knows the type.
                    true => (self.span(*e), self.value(*e)),
                    false => (specs.type_span, self.typeof_node(base)),
                }
            }),
            TypeSpec::TypeofType(t) | TypeSpec::Atomic(t) => {
                Some((self.ast.type_names[*t].span, self.type_name(*t)))
            }
            _ => None,
        });
        self.alignment_children(specs, children)
    }

    /// Whether the name of `ty` can stand for a `typeof_unqual`, which gcc before 14 and clang
    /// before 16 lack: the C compiler alone knows opaque types and the lengths of VLAs.
    fn can_write(&self, ty: Ty) -> bool {
        match *self.types.kind(ty) {
            TypeKind::Array { len: ArrayLen::Variable(_), .. } => false,
            TypeKind::Pointer(of) | TypeKind::Array { elem: of, .. } => self.can_write(of.ty),
            _ => !self.types.is_unjudged(ty),
        }
    }

    /// The type `ty` as a specifier: a declarator may follow.
    fn typeof_node(&mut self, ty: QualTy) -> Node {
        let node = self.type_node(ty);
        match self.types.kind(ty.ty) {
            TypeKind::Pointer(_) | TypeKind::Array { .. } => {
                Node::Seq(vec![Node::text("__typeof__("), node, Node::text(")")])
            }
            _ => node,
        }
    }

    fn alignment_children(
        &mut self,
        specs: &'a DeclSpecs,
        mut children: Vec<(Span, Node)>,
    ) -> Vec<(Span, Node)> {
        for a in &specs.alignas {
            match a {
                AlignAs::Expr(e) => children.push((self.span(*e), self.value(*e))),
                AlignAs::Type(t) => {
                    children.push((self.ast.type_names[*t].span, self.type_name(*t)))
                }
            }
        }
        self.attribute_children(&specs.attrs, &mut children);
        children
    }

    /// A tag specifier. `body`: its members are printed here.
    fn tag(&mut self, t: TagSpecId, body: bool) -> Node {
        if body || !self.has_body(t) {
            self.tag_spec(t)
        } else {
            self.tag_reference(t)
        }
    }

    /// Whether the C compiler would find another type of `e`, or not the expression.
    fn typeof_changes(&mut self, e: ExprId) -> bool {
        self.is_shared_lvalue(e) || self.repr(e).is_some() || !self.unevaluated(e).is_copy()
    }

    fn attribute_children(&mut self, attrs: &[Attribute], children: &mut Vec<(Span, Node)>) {
        for a in attrs.iter().flat_map(|a| &a.args) {
            children.push((self.span(*a), self.value(*a)));
        }
    }

    /// Changes in a copied declarator of type `ty`.
    pub(super) fn declarator_children(
        &mut self,
        d: &'a Declarator,
        ty: Option<QualTy>,
    ) -> Vec<(Span, Node)> {
        let mut children = Vec::new();
        let mut t = ty;
        for chunk in &d.chunks {
            self.chunk_children(chunk, t, &mut children);
            t = t.and_then(|t| self.derived_from(chunk, t));
        }
        if let Some(w) = d.bit_width {
            children.push((self.span(w), self.value(w)));
        }
        self.attribute_children(&d.attrs, &mut children);
        children
    }

    fn chunk_children(
        &mut self,
        chunk: &'a DeclChunk,
        ty: Option<QualTy>,
        children: &mut Vec<(Span, Node)>,
    ) {
        match chunk {
            DeclChunk::Pointer { quals, .. } => {
                children.extend(upc_quals(quals).map(|s| (s, Node::empty())))
            }
            DeclChunk::Array { size, quals, .. } => {
                children.extend(upc_quals(quals).map(|s| (s, Node::empty())));
                if let ArraySize::Expr(e) = size {
                    children.push((self.span(*e), self.value(*e)));
                }
            }
            DeclChunk::Function { params, .. } => {
                let types = self.parameter_types(ty);
                for (i, &p) in params.iter().enumerate() {
                    children.push((
                        self.ast.declarations[p].span,
                        self.parameter(p, types.get(i).copied()),
                    ));
                }
            }
        }
    }

    fn parameter_types(&self, ty: Option<QualTy>) -> Vec<QualTy> {
        let function = ty.and_then(|t| match self.types.kind(t.ty) {
            TypeKind::Function(f) => Some(f),
            TypeKind::Pointer(p) => self.types.function(p.ty),
            _ => None,
        });
        function.map(|f| f.params.clone()).unwrap_or_default()
    }

    /// A parameter declaration; `ty` from the function's type where the parameter has no name.
    fn parameter(&mut self, d: DeclarationId, ty: Option<QualTy>) -> Node {
        let declaration = &self.ast.declarations[d];
        let DeclarationKind::Plain { specs, declarators } = &declaration.kind else {
            return Node::copy(declaration.span);
        };
        let Some(init) = declarators.first() else {
            let children = self.specs_children(specs, ty, true);
            return self.source(declaration.span, children);
        };
        let d = &init.declarator;
        let ty = ty.or_else(|| self.declared_type(d));
        if let Some(level) = ty
            .and_then(|t| self.pts_level(&d.chunks, t).or_else(|| self.typedef_level(specs, d, t)))
        {
            let base = self.specs_replaced(specs, level, false, false);
            let rest = self.declarator_until(d, level.chunk, ty);
            return Node::Seq(vec![base, rest]);
        }
        let base = ty.and_then(|t| self.base_type(&d.chunks, t));
        let mut children = self.specs_children(specs, base, true);
        children.extend(self.declarator_children(d, ty));
        self.source(declaration.span, children)
    }

    /// A parameter whose typedef-name denotes a shared array, adjusted to a pointer-to-shared (C
    /// 6.7.6.3p7).
    fn typedef_level(&self, specs: &DeclSpecs, d: &Declarator, ty: QualTy) -> Option<PtsLevel> {
        let TypeSpec::TypedefName(_) = specs.type_spec else { return None };
        let base = self.base_type(&d.chunks, ty)?;
        let repr = self.types.pointer_repr(base.ty)?;
        Some(PtsLevel { chunk: d.chunks.len(), repr, quals: base.quals, packed: false })
    }

    /// The level of a member of type `ty` that is a pointer-to-shared, or an array of these, too
    /// strictly aligned for its place in a packed structure.
    pub(super) fn packed_level(
        &self,
        d: &Declarator,
        ty: QualTy,
        aligned: impl Fn(u64) -> bool,
    ) -> Option<PtsLevel> {
        let end = |t: QualTy| {
            let TypeKind::Pointer(p) = *self.types.kind(t.ty) else { return None };
            self.types.pts_repr(p)
        };
        let mut t = ty;
        let mut chunk = 0;
        while let (Some(DeclChunk::Array { .. }), TypeKind::Array { elem, .. }) =
            (d.chunks.get(chunk), self.types.kind(t.ty))
        {
            (t, chunk) = (*elem, chunk + 1);
        }
        let written = matches!(d.chunks.get(chunk), Some(DeclChunk::Pointer { .. }));
        let repr = end(t).filter(|_| written || chunk == d.chunks.len())?;
        let packed = !aligned(self.types.align(t.ty).unwrap_or(1));
        packed.then_some(PtsLevel { chunk, repr, quals: t.quals, packed })
    }

    /// The type of the name that `d` declares.
    pub(super) fn declared_type(&self, d: &Declarator) -> Option<QualTy> {
        let (_, span) = d.name?;
        Some(self.unit.decls[*self.unit.decl_at.get(&span)?].ty)
    }

    /// Specifiers in which the type is replaced by a pointer-to-shared's representation. `mutable`:
    /// without const.
    pub(super) fn specs_replaced(
        &mut self,
        specs: &DeclSpecs,
        level: PtsLevel,
        tls: bool,
        mutable: bool,
    ) -> Node {
        let mut nodes = self.storage_nodes(specs, tls);
        nodes.extend([
            Node::PointerType { repr: level.repr, packed: level.packed },
            Node::text(" "),
        ]);
        if level.quals.const_ && !mutable {
            nodes.push(Node::text("const "));
        }
        if level.quals.volatile {
            nodes.push(Node::text("volatile "));
        }
        Node::Seq(nodes)
    }

    /// Storage class, function specifiers, attributes and alignment, without the type.
    pub(super) fn storage_nodes(&mut self, specs: &DeclSpecs, tls: bool) -> Vec<Node> {
        let mut nodes = Vec::new();
        let mut add = |span: Span| nodes.extend([Node::copy(span), Node::text(" ")]);
        if specs.storage != Storage::None {
            add(specs.storage_span);
        }
        specs.thread_local.into_iter().for_each(&mut add);
        specs.inline.into_iter().for_each(&mut add);
        if specs.noreturn {
            nodes.push(Node::text("_Noreturn "));
        }
        if tls {
            nodes.push(Node::text(TLS));
        }
        nodes.extend(self.attributes(&specs.attrs));
        for a in &specs.alignas {
            let inner = match a {
                AlignAs::Expr(e) => self.value(*e),
                AlignAs::Type(t) => self.type_name(*t),
            };
            nodes.extend([Node::text("_Alignas("), inner, Node::text(") ")]);
        }
        nodes
    }

    /// Rewritten attributes.
    pub(super) fn attributes(&self, attrs: &[Attribute]) -> Vec<Node> {
        let mut nodes = Vec::new();
        let mut last = None;
        for a in attrs.iter().filter(|a| !a.span.is_empty()) {
            if last == Some(a.span) {
                continue;
            }
            last = Some(a.span);
            let text = a.span.slice(self.text);
            if text.starts_with("__attribute") || text.starts_with("[[") {
                nodes.extend([Node::text(" "), Node::copy(a.span), Node::text(" ")]);
            } else {
                nodes.extend([
                    Node::text(" __attribute__(("),
                    gnu_attribute(a.span, text),
                    Node::text(")) "),
                ]);
            }
        }
        nodes
    }

    /// The rewritten declarator, with only its first `upto` derivations.
    pub(super) fn declarator_until(
        &mut self,
        d: &'a Declarator,
        upto: usize,
        ty: Option<QualTy>,
    ) -> Node {
        let mut inner: Vec<Node> = d.name.iter().map(|(_, span)| Node::copy(*span)).collect();
        let mut t = ty;
        let mut after_pointer = false;
        for chunk in &d.chunks[..upto] {
            let mut children = Vec::new();
            self.chunk_children(chunk, t, &mut children);
            let node = Node::Source(Source::with(chunk_span(chunk), children));
            if matches!(chunk, DeclChunk::Pointer { .. }) {
                inner.splice(0..0, [node, Node::text(" ")]);
                after_pointer = true;
            } else {
                if after_pointer {
                    inner.insert(0, Node::text("("));
                    inner.push(Node::text(")"));
                }
                inner.push(node);
                after_pointer = false;
            }
            t = t.and_then(|t| self.derived_from(chunk, t));
        }
        Node::Seq(inner)
    }

    /// The end of a rewritten declarator: asm label and attributes.
    pub(super) fn declarator_tail(&self, d: &Declarator) -> Vec<Node> {
        let mut nodes = Vec::new();
        if let Some(label) = d.asm_label {
            if label.slice(self.text).starts_with('"') {
                nodes.extend([Node::text(" __asm__("), Node::copy(label), Node::text(")")]);
            } else {
                nodes.extend([Node::text(" "), Node::copy(label)]);
            }
        }
        nodes.extend(self.attributes(&d.attrs));
        nodes
    }

    /// A type-name (C 6.7.7).
    pub(super) fn type_name(&mut self, id: TypeNameId) -> Node {
        let name: &'a ast::TypeName = &self.ast.type_names[id];
        let Some(ty) = self.unit.type_name.get(&id).copied() else { return Node::copy(name.span) };
        let d = &name.declarator;
        if let Some(level) = self.pts_level(&d.chunks, ty) {
            let base = self.specs_replaced(&name.specs, level, false, false);
            let rest = self.declarator_until(d, level.chunk, Some(ty));
            return Node::Seq(vec![base, rest]);
        }
        let base = self.base_type(&d.chunks, ty);
        let mut children = self.specs_children(&name.specs, base, true);
        children.extend(self.declarator_children(d, Some(ty)));
        self.source(name.span, children)
    }

    /// Whether `f` is an inline definition (C 6.7.4p7) without any other declaration in the unit.
    /// Then there may be no external definition, which a call that is not inlined needs. A call may
    /// always use the inline definition, as it does if that is static.
    pub(super) fn is_inline_alone(&self, f: &FunctionDef) -> bool {
        if !self.options.c99_inline || f.specs.inline.is_none() || f.specs.storage != Storage::None
        {
            return false;
        }
        let header = f.specs.span.to(f.declarator.span).slice(self.text);
        let special =
            header.starts_with("[[") || header.contains("gnu_inline") || header.contains("asm");
        let Some(id) = f.declarator.name.and_then(|(_, span)| self.unit.decl_at.get(&span)) else {
            return false;
        };
        let declarations = self.unit.decl_at.values().filter(|d| *d == id).count();
        !special && !self.unit.decls[*id].system && declarations == 1
    }

    /// Specifiers and declarator of a function definition; `None` if nothing changes.
    pub(super) fn function_header(&mut self, f: &'a FunctionDef) -> Option<Node> {
        let d = &f.declarator;
        let ty = self.declared_type(d)?;
        if let Some(level) = self.pts_level(&d.chunks, ty) {
            let base = self.specs_replaced(&f.specs, level, false, false);
            // The C compiler refuses attributes after the declarator of a definition.
            let mut nodes = vec![base];
            nodes.extend(self.attributes(&d.attrs));
            nodes.push(self.declarator_until(d, level.chunk, Some(ty)));
            return Some(Node::Seq(nodes));
        }
        let base = self.base_type(&d.chunks, ty);
        let mut children = self.specs_children(&f.specs, base, true);
        children.extend(self.declarator_children(d, Some(ty)));
        let node = self.source(f.specs.span.to(d.span), children);
        (!node.is_copy()).then_some(node)
    }
}

/// The UPC qualifiers of one list.
fn upc_quals(quals: &ast::Quals) -> impl Iterator<Item = Span> + '_ {
    quals
        .shared
        .iter()
        .map(|s| s.span)
        .chain(quals.strict)
        .chain(quals.relaxed)
        .filter(|s| !s.is_empty())
}

fn chunk_span(chunk: &DeclChunk) -> Span {
    match chunk {
        DeclChunk::Pointer { span, .. }
        | DeclChunk::Array { span, .. }
        | DeclChunk::Function { span, .. } => *span,
    }
}

/// The attribute of this text in the form that `__attribute__` takes: without `gnu::`, and with
/// GNU's name for one of C23.
fn gnu_attribute(span: Span, text: &str) -> Node {
    match text.split(|c: char| c == '(' || c.is_whitespace()).next() {
        Some("maybe_unused" | "__maybe_unused__") => Node::text("unused"),
        Some("nodiscard" | "__nodiscard__") => Node::text("warn_unused_result"),
        Some("_Noreturn") => Node::text("noreturn"),
        _ => {
            let start = text.find("::").map_or(0, |at| at + "::".len());
            Node::copy(Span { start: span.start + start as u32, ..span })
        }
    }
}
