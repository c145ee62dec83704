// SPDX-License-Identifier: Apache-2.0
//! Declarations: copied, or rewritten one declarator at a time, or replaced by a static shared
//! object.

use upc_sema::table::Member;
use upc_sema::types::{QualTy, TagId};
use upc_sema::unit::{Decl, DeclId, DeclKind, Privatised};
use upc_source::Span;
use upc_syntax::ast::{
    DeclSpecs, Declaration, DeclarationId, DeclarationKind, ExprKind, InitDeclarator, Initializer,
    Storage, TypeSpec,
};

use super::declarator::{PtsLevel, TLS};
use super::Lower;
use crate::ir::{Form, Node, Record};

/// The translation of one declarator.
enum Plan {
    /// The user's tokens, with holes. `tls`: made thread-local.
    Keep { tls: bool },
    /// Rewritten with a pointer-to-shared's representation.
    Replace { level: PtsLevel, tls: bool },
    /// Nothing remains: a shared object, or one in the per-thread block.
    Gone,
    /// Rewritten without const: a start-up record, of this unit or another, may set it. `init`:
    /// keeps its initialiser.
    Mutable { decl: DeclId, tls: bool, init: bool },
}

impl<'a> Lower<'a> {
    /// A declaration at file scope or in a block.
    pub(super) fn declaration(&mut self, id: DeclarationId) -> Node {
        let declaration: &'a Declaration = &self.ast.declarations[id];
        match &declaration.kind {
            DeclarationKind::StaticAssert { cond, .. } => {
                if let ExprKind::AssertType { operand, ty } = self.expr_node(*cond).kind {
                    let Some(holds) = self.type_assertion(*cond, operand, ty) else {
                        return Node::empty();
                    };
                    let (before, after) =
                        (Node::text("_Static_assert("), Node::text(", \"bupc_assert_type\");"));
                    return Node::Seq(vec![before, holds, after]);
                }
                let n = self.value(*cond);
                self.source(declaration.span, [(self.span(*cond), n)])
            }
            DeclarationKind::Plain { specs, declarators } => {
                let plans: Vec<Plan> = declarators.iter().map(|d| self.plan(specs, d)).collect();
                self.planned(id, specs, declarators, &plans)
            }
        }
    }

    /// The declaration in the first clause of for: always one declaration.
    pub(super) fn for_declaration(&mut self, id: DeclarationId) -> Node {
        let declaration: &'a Declaration = &self.ast.declarations[id];
        let DeclarationKind::Plain { specs, declarators } = &declaration.kind else {
            return self.declaration(id);
        };
        let plans: Vec<Plan> = declarators.iter().map(|d| self.plan(specs, d)).collect();
        if !plans.iter().all(|p| matches!(p, Plan::Replace { .. })) {
            return self.planned(id, specs, declarators, &plans);
        }
        let mut nodes = Vec::new();
        for (i, (d, plan)) in declarators.iter().zip(&plans).enumerate() {
            let Plan::Replace { level, .. } = plan else { continue };
            nodes.push(if i == 0 {
                self.specs_replaced(specs, *level, false, false)
            } else {
                Node::text(", ")
            });
            let ty = self.declared_type(&d.declarator);
            nodes.extend(self.replaced_declarator(d, ty, *level));
        }
        nodes.push(Node::text(";"));
        Node::Seq(nodes)
    }

    /// A member declaration; the type comes from the structure.
    pub(super) fn member_declaration(&mut self, id: DeclarationId, tag: Option<TagId>) -> Node {
        let declaration: &'a Declaration = &self.ast.declarations[id];
        let DeclarationKind::Plain { specs, declarators } = &declaration.kind else {
            return self.declaration(id);
        };
        let members: Vec<Option<&Member>> =
            declarators.iter().map(|d| self.member(d, tag)).collect();
        let types: Vec<Option<QualTy>> = members.iter().map(|m| m.map(|m| m.ty)).collect();
        let record = tag.map_or(1, |t| self.types.tags[t].align);
        let plan = |(d, member): (&InitDeclarator, &Option<&Member>)| {
            let level = member.and_then(|m| {
                let aligned = |to| record % to == 0 && m.offset % to == 0;
                self.packed_level(&d.declarator, m.ty, aligned)
                    .or_else(|| self.pts_level(&d.declarator.chunks, m.ty))
            });
            level.map_or(Plan::Keep { tls: false }, |level| Plan::Replace { level, tls: false })
        };
        let plans: Vec<Plan> = declarators.iter().zip(&members).map(plan).collect();
        self.pieces_or_copy((Form::Opaque, declaration.span), specs, declarators, &types, &plans)
    }

    fn member(&self, d: &InitDeclarator, tag: Option<TagId>) -> Option<&'a Member> {
        let (name, _) = d.declarator.name?;
        self.types.tags[tag?].members.iter().find(|m| m.name == Some(name))
    }

    fn plan(&mut self, specs: &'a DeclSpecs, d: &'a InitDeclarator) -> Plan {
        let Some(&id) = d.declarator.name.and_then(|(_, span)| self.unit.decl_at.get(&span)) else {
            return Plan::Keep { tls: false };
        };
        let decl: &'a Decl = &self.unit.decls[id];
        let tls = decl.privatised == Privatised::Tls && specs.thread_local.is_none();
        if decl.kind == DeclKind::Object {
            if self.types.shared(decl.ty).is_some() {
                self.shared_declaration(id, specs, d);
                return Plan::Gone;
            }
            if decl.privatised == Privatised::Getter && self.types.array(decl.ty.ty).is_none() {
                // An object of the C library: its declaration stays, for the header and for plain C
                // code.
                return Plan::Keep { tls: false };
            }
            if matches!(decl.privatised, Privatised::Block | Privatised::Getter) {
                self.private_declaration(id, specs, d);
                return Plan::Gone;
            }
            if tls {
                self.thread_local_getter(decl, specs, d);
            }
            if self.runtime_initialised(decl, specs, d) {
                return self.deferred(id, specs, d, tls);
            }
            if self.hoists && specs.storage == Storage::Static && !decl.file_scope {
                return self.hoist(id, specs, d, tls);
            }
            if decl.file_scope
                && self.types.mentions_pts_layout(decl.ty)
                && self.types.object_quals(decl.ty).const_
            {
                self.need_names(decl.ty);
                return Plan::Mutable { decl: id, tls, init: true };
            }
        }
        if decl.kind == DeclKind::Typedef && self.is_shared_array(decl.ty) {
            // Its length may contain THREADS; every use is rewritten.
            return Plan::Gone;
        }
        match self.pts_level(&d.declarator.chunks, decl.ty) {
            Some(level) => Plan::Replace { level, tls },
            None => Plan::Keep { tls },
        }
    }

    /// A private object of static storage duration whose initialiser is no longer a C constant.
    fn runtime_initialised(
        &mut self,
        decl: &Decl,
        specs: &DeclSpecs,
        d: &'a InitDeclarator,
    ) -> bool {
        let statically = decl.file_scope || specs.storage == Storage::Static;
        let Some(init) = &d.init else { return false };
        if !statically {
            return false;
        }
        if d.declarator.name.is_some_and(|(_, span)| self.unit.runtime_init.contains(&span)) {
            return true;
        }
        let marks = (self.before.len(), self.after.len(), self.at_end.len());
        let node = self.initializer(init);
        let constant = self.is_constant(&node);
        // A constant initialiser uses no slots; those of another stay, and are used below.
        debug_assert!(
            !constant || marks == (self.before.len(), self.after.len(), self.at_end.len())
        );
        !constant
    }

    /// At file scope the object stays, without const, so that it can be set. In a function it moves
    /// to file scope, where the record can name it.
    fn deferred(
        &mut self,
        id: DeclId,
        specs: &'a DeclSpecs,
        d: &'a InitDeclarator,
        tls: bool,
    ) -> Plan {
        let decl: &'a Decl = &self.unit.decls[id];
        let value = d.init.as_ref().expect("initialised");
        let constant = false;
        if decl.file_scope {
            let init = self.start_up_initializer(value);
            let target = Node::text(self.names.name(decl.name).to_string());
            self.need_names(decl.ty);
            self.after.push(Node::Record(Box::new(Record::Private {
                target,
                ty: decl.ty,
                constant,
                align: 1,
                init,
            })));
            return Plan::Mutable { decl: id, tls, init: false };
        }
        // The name comes first: the value may contain the object's own address.
        let target = Node::text(self.hoisted_name(id, specs, tls));
        self.before.push(Node::text(";"));
        let init = self.start_up_initializer(value);
        self.before.push(Node::Record(Box::new(Record::Private {
            target,
            ty: decl.ty,
            constant,
            align: 1,
            init,
        })));
        Plan::Gone
    }

    /// A static, with its constant initialiser, of a function in which a start-up record names
    /// another static.
    fn hoist(
        &mut self,
        id: DeclId,
        specs: &'a DeclSpecs,
        d: &'a InitDeclarator,
        tls: bool,
    ) -> Plan {
        self.hoisted_name(id, specs, tls);
        if let Some(init) = &d.init {
            let init = self.initializer(init);
            self.before.extend([Node::text(" = "), init]);
        }
        self.before.push(Node::text("; "));
        Plan::Gone
    }

    /// Declares a block-scope static at file scope, up to its initialiser, and gives its new name.
    fn hoisted_name(&mut self, id: DeclId, specs: &'a DeclSpecs, tls: bool) -> String {
        let decl: &'a Decl = &self.unit.decls[id];
        self.move_local_type(decl, specs);
        let name = format!("__upcr_static{}_{}", self.fresh(), self.names.name(decl.name));
        let mut nodes = self.storage_nodes(specs, tls);
        nodes.push(self.declare_mutable(decl.ty, name.clone()));
        self.before.push(Node::Seq(nodes));
        self.hoisted.insert(id, name.clone());
        name
    }

    fn is_shared_array(&self, ty: QualTy) -> bool {
        self.types.shared(ty).is_some() && self.types.array(ty.ty).is_some()
    }

    fn planned(
        &mut self,
        id: DeclarationId,
        specs: &'a DeclSpecs,
        list: &'a [InitDeclarator],
        plans: &[Plan],
    ) -> Node {
        if matches!(specs.type_spec, TypeSpec::Tag(t) if list.is_empty() && self.is_moved(t)) {
            return Node::empty();
        }
        let types: Vec<Option<QualTy>> =
            list.iter().map(|d| self.declared_type(&d.declarator)).collect();
        let form = if self.in_body { Form::Declaration(id) } else { Form::Opaque };
        self.pieces_or_copy((form, self.ast.declarations[id].span), specs, list, &types, plans)
    }

    /// One copied declaration if all declarators stay, else one declaration per declarator.
    fn pieces_or_copy(
        &mut self,
        whole: (Form, Span),
        specs: &'a DeclSpecs,
        list: &'a [InitDeclarator],
        types: &[Option<QualTy>],
        plans: &[Plan],
    ) -> Node {
        let kept =
            |tls: bool| plans.iter().all(|p| matches!(p, Plan::Keep { tls: t } if *t == tls));
        if kept(false) || (kept(true) && !plans.is_empty()) {
            let tls = !plans.is_empty() && kept(true);
            return self.copied(whole, specs, list, types, tls);
        }
        let mut nodes = Vec::new();
        if let TypeSpec::Tag(t) = specs.type_spec {
            if self.has_body(t) && !self.is_moved(t) {
                self.tag_reference(t);
                nodes.extend([self.tag_spec(t), Node::text("; ")]);
            }
        }
        for ((d, ty), plan) in list.iter().zip(types).zip(plans) {
            self.piece(&mut nodes, specs, d, *ty, plan);
        }
        Node::Seq(nodes)
    }

    fn copied(
        &mut self,
        (form, span): (Form, Span),
        specs: &'a DeclSpecs,
        list: &'a [InitDeclarator],
        types: &[Option<QualTy>],
        tls: bool,
    ) -> Node {
        let base = self.first_base(list, types);
        let mut children = self.specs_children(specs, base, true);
        children.extend(tls_insertion(specs, tls));
        for (d, ty) in list.iter().zip(types) {
            children.extend(self.init_declarator_children(d, *ty));
        }
        self.formed(form, span, children)
    }

    fn first_base(&self, list: &[InitDeclarator], types: &[Option<QualTy>]) -> Option<QualTy> {
        let (d, ty) = list.iter().zip(types).next()?;
        self.base_type(&d.declarator.chunks, (*ty)?)
    }

    fn init_declarator_children(
        &mut self,
        d: &'a InitDeclarator,
        ty: Option<QualTy>,
    ) -> Vec<(Span, Node)> {
        let mut children = self.declarator_children(&d.declarator, ty);
        if let Some(init) = &d.init {
            children.push((init.span(self.ast), self.initial_value(d, init)));
        }
        children
    }

    fn piece(
        &mut self,
        nodes: &mut Vec<Node>,
        specs: &'a DeclSpecs,
        d: &'a InitDeclarator,
        ty: Option<QualTy>,
        plan: &Plan,
    ) {
        match plan {
            Plan::Gone => return,
            Plan::Keep { tls } => {
                let base = ty.and_then(|t| self.base_type(&d.declarator.chunks, t));
                let mut children = self.specs_children(specs, base, false);
                children.extend(tls_insertion(specs, *tls));
                let copy = self.source(specs.span, children);
                let children = self.init_declarator_children(d, ty);
                nodes.extend([copy, Node::text(" "), self.source(d.span, children)]);
            }
            Plan::Replace { level, tls } => {
                nodes.push(self.specs_replaced(specs, *level, *tls, false));
                nodes.extend(self.replaced_declarator(d, ty, *level));
            }
            Plan::Mutable { decl, tls, init } => {
                let decl: &'a Decl = &self.unit.decls[*decl];
                nodes.extend(self.storage_nodes(specs, *tls));
                nodes.push(self.declare_mutable(decl.ty, self.names.name(decl.name).to_string()));
                nodes.extend(self.declarator_tail(&d.declarator));
                if let (true, Some(init)) = (*init, &d.init) {
                    nodes.extend([Node::text(" = "), self.initializer(init)]);
                }
            }
        }
        nodes.push(Node::text("; "));
    }

    fn replaced_declarator(
        &mut self,
        d: &'a InitDeclarator,
        ty: Option<QualTy>,
        level: PtsLevel,
    ) -> Vec<Node> {
        let mut nodes = vec![self.declarator_until(&d.declarator, level.chunk, ty)];
        nodes.extend(self.declarator_tail(&d.declarator));
        if let Some(init) = &d.init {
            nodes.extend([Node::text(" = "), self.initial_value(d, init)]);
        }
        nodes
    }

    fn initial_value(&mut self, d: &'a InitDeclarator, init: &'a Initializer) -> Node {
        let value = self.initializer(init);
        let Some((_, span)) = d.declarator.name.filter(|_| self.in_body) else { return value };
        match self.unit.decl_at.get(&span) {
            Some(&decl) => {
                let span = init.span(self.ast);
                self.formed(Form::Initial(decl), span, [(span, value)])
            }
            None => value,
        }
    }
}

/// `_Thread_local` after the storage class.
fn tls_insertion(specs: &DeclSpecs, tls: bool) -> Option<(Span, Node)> {
    let at = if specs.storage == Storage::None { specs.span.start } else { specs.storage_span.end };
    tls.then(|| (Span::new(at, at), Node::text(TLS)))
}
