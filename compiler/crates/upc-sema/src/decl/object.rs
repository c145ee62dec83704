// SPDX-License-Identifier: Apache-2.0
//! Declarations of names: objects, functions, typedefs (C 6.7, UPC 6.5).

use upc_source::{Diagnostic, ErrorName, Span};
use upc_syntax::ast::{
    DeclSpecs, DeclarationId, DeclarationKind, ExprId, ExprKind, InitDeclarator, Initializer,
    Storage, TypeSpec,
};

use crate::check::Check;
use crate::decl::{Named, Place};
use crate::types::QualTy;
use crate::unit::{Decl, DeclId, DeclKind, Linkage, Privatised};

impl Check<'_> {
    /// A declaration at file scope, in a block, or in the first clause of a loop (`in_for`).
    pub fn declaration(&mut self, id: DeclarationId, in_for: bool) {
        let ast = self.ast;
        let declaration = &ast.declarations[id];
        let (specs, declarators) = match &declaration.kind {
            DeclarationKind::Plain { specs, declarators } => (specs, declarators),
            DeclarationKind::StaticAssert { cond, message } => {
                return self.static_assert(*cond, *message)
            }
        };
        if let (TypeSpec::Tag(tag), true) = (&specs.type_spec, declarators.is_empty()) {
            self.forward_tag(*tag);
        }
        let base = self.specs_type(specs);
        let base = self.constexpr_type(specs, base);
        if specs.storage != Storage::Typedef {
            self.specs_align(specs);
        }
        for d in declarators {
            self.nested(d.span, |c| c.init_declarator(specs, base, d, in_for));
        }
    }

    /// C 6.7.10. `text`: the string of the assertion.
    pub fn static_assert(&mut self, cond: ExprId, text: Option<Span>) {
        if let ExprKind::AssertType { .. } = self.ast.exprs[cond].kind {
            self.expr(cond);
            return;
        }
        let ty = self.rvalue(cond);
        if self.types.is_opaque(ty.ty) {
            return;
        }
        if !self.types.is_integer(ty.ty) {
            let message =
                format!("a static assertion needs an integer constant, this is {}", self.show(ty));
            self.error(ErrorName::StaticAssertion, self.span(cond), message);
            return;
        }
        match self.eval(cond) {
            Some(0) => {
                let text = text.map(|at| format!(": {}", self.slice(at))).unwrap_or_default();
                let message = format!("static assertion failed{text}");
                self.error(ErrorName::StaticAssertion, self.span(cond), message)
            }
            Some(v) => {
                self.unit.constant.insert(cond, v);
            }
            None => self.unknown_assertion(cond),
        }
    }

    /// Reports a static assertion without a value, unless the C compiler may know it.
    fn unknown_assertion(&mut self, cond: ExprId) {
        let span = self.span(cond);
        if self.mentions_threads(cond) {
            self.error_help(
                ErrorName::UpcThreadsConstant,
                span,
                "THREADS is not a constant here: it is known at launch",
                "UPC 6.3.1p1",
                "fix THREADS with -T n",
            );
        } else if self.needs_constant(cond) {
            let message = "static assertion is not an integer constant";
            self.error(ErrorName::StaticAssertion, span, message);
        }
    }

    fn init_declarator(
        &mut self,
        specs: &DeclSpecs,
        base: QualTy,
        d: &InitDeclarator,
        in_for: bool,
    ) {
        let file_scope = self.scopes.at_file_scope();
        let place = Place::Name { storage: specs.storage, file_scope };
        let qt = self.declarator_type(base, &d.declarator, place);
        let qt = self.type_attrs(qt, &d.declarator.attrs);
        let Some((name, span)) = d.declarator.name else { return };
        let named = Named { name, span };
        self.check_declares_object(specs, named, qt, d.init.is_some(), in_for);
        if specs.storage == Storage::Typedef {
            self.typedef(specs, named, qt, d);
        } else if self.types.is_function(qt.ty) {
            self.function_declarator(specs, named, qt, d);
        } else {
            self.object(specs, named, qt, d, in_for);
        }
    }

    /// Properties of objects alone: initialized (C 6.7.9p3), and, if automatic, declared by a loop
    /// (C 6.8.5p3).
    fn check_declares_object(
        &mut self,
        specs: &DeclSpecs,
        Named { name, span }: Named,
        qt: QualTy,
        initialized: bool,
        in_for: bool,
    ) {
        let what = if specs.storage == Storage::Typedef { Some("type") } else { None };
        let what = what.or(self.types.is_function(qt.ty).then_some("function"));
        if let (Some(what), true) = (what, initialized) {
            let message = format!("the {what} '{}' cannot be initialized", self.name(name));
            self.error_rule(ErrorName::Initializer, span, message, "C 6.7.9p3");
        }
        if in_for && (specs.storage == Storage::Static || what.is_some()) {
            self.error_rule(
                ErrorName::StorageClass,
                span,
                "a loop declares automatic objects only",
                "C 6.8.5p3",
            );
        }
    }

    fn function_declarator(
        &mut self,
        specs: &DeclSpecs,
        named: Named,
        qt: QualTy,
        d: &InitDeclarator,
    ) {
        if specs.storage == Storage::Static && !self.scopes.at_file_scope() {
            self.error_rule(
                ErrorName::StorageClass,
                named.span,
                "a function declared in a block cannot be static",
                "C 6.7.1p7",
            );
        }
        self.note_overload(named, qt, [&specs.attrs, &d.declarator.attrs]);
        let id = self.declare_function(named, qt, specs.storage, false);
        let label = &mut self.unit.decls[id].asm_label;
        *label = label.or(d.declarator.asm_label);
    }

    fn typedef(&mut self, specs: &DeclSpecs, named: Named, qt: QualTy, d: &InitDeclarator) {
        let qt = self.check_typedef_star(qt, named.span);
        if let Some(old) = self.scopes.lookup_here(named.name) {
            if self.redeclared_typedef(old, named, qt) {
                self.unit.decl_at.insert(named.span, old);
                return;
            }
        }
        let id = self.new_decl(named, qt, DeclKind::Typedef, Storage::Typedef, Linkage::None);
        self.unit.decls[id].defined = true;
        self.scopes.insert(named.name, id);
        let align = self.specs_align(specs).max(self.aligned_attr(&d.declarator.attrs));
        if let Some(a) = align {
            self.typedef_align.insert(id, a);
        }
        self.taint(id);
    }

    fn object(
        &mut self,
        specs: &DeclSpecs,
        named: Named,
        qt: QualTy,
        d: &InitDeclarator,
        in_for: bool,
    ) {
        let inferred = self.c23
            && specs.storage == Storage::Auto
            && matches!(specs.type_spec, TypeSpec::Missing);
        let auto_type = inferred || matches!(specs.type_spec, TypeSpec::Auto);
        let open = self.is_open_array(qt.ty);
        self.aligned_attr(&d.declarator.attrs);
        // `[*]` of an array whose length comes from its initializer is resolved after it.
        let declared =
            if open && d.init.is_some() { qt } else { self.resolve_star(qt, named.span) };
        let static_storage = self.has_static_storage(specs.storage);
        let id = self.declare_object(specs, named, declared, d);
        if let Some(init) = &d.init {
            self.check_initialized(specs, named, declared, id);
            self.initialize(id, named, declared, init, (auto_type, static_storage));
        }
        self.constexpr_value(specs, named, id, d.init.as_ref());
        let ty = self.unit.decls[id].ty;
        if !self.check_object_type(specs, named, ty, d.init.is_some(), in_for) {
            // Its uses say nothing new.
            self.unit.decls[id].ty = self.unknown();
        }
        self.check_cleanup(ty, &specs.attrs);
        self.check_cleanup(ty, &d.declarator.attrs);
        self.privatise(id, named.span);
        self.taint(id);
    }

    /// Checks the initializer of the object `id`, whose type it may complete.
    fn initialize(
        &mut self,
        id: DeclId,
        named: Named,
        declared: QualTy,
        init: &Initializer,
        (auto_type, static_storage): (bool, bool),
    ) {
        // The initializer may hold the object's own address, as that of a list without elements
        // does.
        self.privatise(id, named.span);
        self.runtime_init = false;
        let done = if auto_type {
            self.auto_type(init)
        } else {
            self.object_initializer(named, declared, init, static_storage)
        };
        let done = self.resolve_star(done, named.span);
        if let Initializer::List(l) = init {
            self.unit.init_list.insert(l.span, done);
        }
        let object = &mut self.unit.decls[id];
        object.defined = true;
        if object.ty == declared {
            object.ty = done;
        }
        if self.runtime_init && static_storage {
            self.unit.runtime_init.insert(named.span);
        }
    }

    fn has_static_storage(&self, storage: Storage) -> bool {
        self.scopes.at_file_scope() || matches!(storage, Storage::Static | Storage::Extern)
    }

    /// GNU `__auto_type`.
    fn auto_type(&mut self, init: &Initializer) -> QualTy {
        match init {
            Initializer::Expr(e) => self.rvalue(*e),
            Initializer::List(_) => self.unknown(),
        }
    }

    fn check_initialized(&mut self, specs: &DeclSpecs, named: Named, qt: QualTy, id: DeclId) {
        let d = &self.unit.decls[id];
        let name = self.name(named.name);
        if d.defined && d.linkage != Linkage::None {
            let message = format!("'{name}' is defined twice");
            let again = Diagnostic::error(ErrorName::Redeclaration, named.span, message);
            self.report(again.label(d.span, "first declared here"));
        }
        if specs.storage == Storage::Extern && !self.scopes.at_file_scope() {
            let message = format!("'{name}' is extern and cannot be initialized in a block");
            self.error(ErrorName::Initializer, named.span, message);
        }
        if self.types.is_vla(qt.ty) {
            let message = format!("'{name}' has variable length and cannot be initialized");
            self.error(ErrorName::Initializer, named.span, message);
        }
    }

    /// False after an error: there can be no object of an incomplete type.
    fn check_object_type(
        &mut self,
        specs: &DeclSpecs,
        named: Named,
        qt: QualTy,
        initialized: bool,
        in_for: bool,
    ) -> bool {
        // An impossible object gets no further errors.
        let sized = self.types.is_complete(qt)
            || self.types.is_unjudged(qt.ty)
            || !self.types.is_record(qt.ty);
        if sized {
            self.check_shared_object(qt, specs, named.span, in_for);
        }
        self.check_thread_local(specs, qt);
        let complete = self.types.is_complete(qt)
            || self.types.is_unjudged(qt.ty)
            || self.may_be_completed(specs, qt, initialized);
        if !complete {
            self.incomplete_object(named, qt);
        }
        complete
    }

    /// A thread-local object is private, and in a function static or extern.
    fn check_thread_local(&mut self, specs: &DeclSpecs, qt: QualTy) {
        let Some(at) = specs.thread_local else { return };
        if self.types.shared(qt).is_some() {
            let message = "a thread-local object cannot be shared";
            self.report(
                Diagnostic::error(ErrorName::UpcSharedStorage, at, message)
                    .help("keep one of the two"),
            );
            return;
        }
        let automatic = matches!(specs.storage, Storage::None | Storage::Auto | Storage::Register);
        if automatic && !self.scopes.at_file_scope() {
            self.error_rule(
                ErrorName::StorageClass,
                at,
                "a thread-local object in a function is static or extern",
                "C 6.7.1p3",
            );
        }
    }

    /// Whether another declaration may complete the type: `extern`, and at file scope an array
    /// without a length or `struct S x;` (C 6.9.2p2).
    fn may_be_completed(&self, specs: &DeclSpecs, qt: QualTy, initialized: bool) -> bool {
        let tentative = !initialized && specs.storage != Storage::Static;
        specs.storage == Storage::Extern
            || self.scopes.at_file_scope()
                && (self.is_open_array(qt.ty)
                    || tentative && self.types.is_record(qt.ty) && !qt.is_shared())
    }

    fn incomplete_object(&mut self, named: Named, qt: QualTy) {
        let message = if self.types.is_void(qt.ty) {
            format!("'{}' is declared void", self.name(named.name))
        } else {
            format!("'{}' has the incomplete type {}", self.name(named.name), self.show(qt))
        };
        let mut diagnostic = Diagnostic::error(ErrorName::IncompleteType, named.span, message);
        if let Some(allocator) = self.allocator_of(qt) {
            let name = self.name(named.name);
            let declared = format!("{} *{name};", self.plain_name(qt));
            let help = format!("declare a pointer, '{declared}', and set it to {allocator}");
            diagnostic = diagnostic.help(help);
        } else if qt.is_shared() && self.types.is_record(qt.ty) {
            diagnostic = diagnostic.help("declare a pointer to it and allocate the object");
        }
        self.report(diagnostic);
    }

    /// A type's name without quotes and without UPC's qualifiers.
    pub(super) fn plain_name(&self, qt: QualTy) -> String {
        let shown = self.show(QualTy { quals: Default::default(), ..qt });
        shown.trim_matches('\'').to_string()
    }

    /// The call of the library's function that creates objects of one of its incomplete types.
    pub(super) fn allocator_of(&self, qt: QualTy) -> Option<&'static str> {
        let tag = self.types.tag_of(qt.ty).and_then(|t| self.types.tags[t].name)?;
        Some(match self.name(tag) {
            "upcr_lock" => "upc_all_lock_alloc()",
            "upcr_atomicdomain" => "upc_all_atomicdomain_alloc(...)",
            "upcr_file" => "upc_all_fopen(...)",
            "upcr_semaphore" => "bupc_sem_alloc(...)",
            _ => return None,
        })
    }

    fn object_linkage(&self, storage: Storage, named: Named) -> Linkage {
        let file_scope = self.scopes.at_file_scope();
        match storage {
            Storage::Static if file_scope => Linkage::Internal,
            Storage::Extern => self.extern_linkage(named),
            _ if file_scope => Linkage::External,
            _ => Linkage::None,
        }
    }

    fn declare_object(
        &mut self,
        specs: &DeclSpecs,
        named: Named,
        qt: QualTy,
        d: &InitDeclarator,
    ) -> DeclId {
        let linkage = self.object_linkage(specs.storage, named);
        if let Some(old) = self.previous_declaration(named, linkage) {
            if let Some(id) = self.redeclared_object(old, named, qt, specs.storage, linkage) {
                self.merge_object(id, specs, d);
                self.unit.decl_at.insert(named.span, id);
                self.scopes.insert(named.name, id);
                return id;
            }
        }
        let id = self.new_decl(named, qt, DeclKind::Object, specs.storage, linkage);
        self.merge_object(id, specs, d);
        self.scopes.insert(named.name, id);
        if linkage != Linkage::None {
            self.scopes.insert_linked(named.name, id);
        }
        id
    }

    fn merge_object(&mut self, id: DeclId, specs: &DeclSpecs, d: &InitDeclarator) {
        let weak =
            self.has_attr(&specs.attrs, "weak") || self.has_attr(&d.declarator.attrs, "weak");
        let decl = &mut self.unit.decls[id];
        decl.weak |= weak;
        decl.thread_local |= specs.thread_local.is_some();
        decl.asm_label = decl.asm_label.or(d.declarator.asm_label);
        if decl.storage == Storage::Extern && specs.storage != Storage::Extern {
            decl.storage = specs.storage;
        }
        decl.defined |= specs.storage != Storage::Extern && decl.linkage == Linkage::None;
    }

    /// `extern` keeps the linkage of a visible file-scope declaration (C 6.2.2p4).
    fn extern_linkage(&self, named: Named) -> Linkage {
        let visible = self.scopes.lookup(named.name).and_then(|d| self.unit.decls.get(d));
        match visible.map(|d| d.linkage) {
            Some(l) if l != Linkage::None => l,
            _ => Linkage::External,
        }
    }

    /// The earlier declaration that a new one of this linkage in this scope would repeat.
    pub fn previous_declaration(&self, named: Named, linkage: Linkage) -> Option<DeclId> {
        let here = self.scopes.lookup_here(named.name);
        match linkage {
            Linkage::None => here,
            _ => here.or_else(|| self.scopes.linked(named.name)),
        }
    }

    /// Enters a declaration in the tables; the caller puts its name in scope.
    pub fn new_decl(
        &mut self,
        named: Named,
        ty: QualTy,
        kind: DeclKind,
        storage: Storage,
        linkage: Linkage,
    ) -> DeclId {
        let id = self.unit.decls.push(Decl {
            name: named.name,
            ty,
            kind,
            storage,
            linkage,
            thread_local: false,
            file_scope: self.scopes.at_file_scope(),
            function: self.func.as_ref().map(|f| f.name),
            defined: false,
            weak: false,
            span: named.span,
            system: self.map.is_system(named.span.start),
            privatised: Privatised::No,
            asm_label: None,
        });
        self.unit.decl_at.insert(named.span, id);
        id
    }

    /// Notes a name whose occurrence in a body makes the body worth analysing.
    pub fn taint(&mut self, id: DeclId) {
        let d = &self.unit.decls[id];
        let weak = d.weak && d.privatised == Privatised::Tls;
        if d.file_scope && (weak || matches!(d.privatised, Privatised::Block | Privatised::Getter))
        {
            self.relocated.insert(d.name);
        }
        if !self.types.involves_shared(d.ty) {
            return;
        }
        if !d.system {
            *self.has_upc = true;
        }
        if d.file_scope {
            let (name, span) = (d.name, d.span);
            self.taint_name(name, span);
        }
    }

    /// An integer constant expression that the language requires here; `what` names it in the
    /// message.
    pub fn integer_constant(&mut self, e: ExprId, what: &str) -> Option<i128> {
        let ty = self.rvalue(e);
        if self.types.is_opaque(ty.ty) {
            return self.eval(e);
        }
        let span: Span = self.span(e);
        if !self.types.is_integer(ty.ty) {
            let message = format!("the {what} has type {}, not an integer type", self.show(ty));
            self.error(ErrorName::ConstantExpression, span, message);
            return None;
        }
        if let Some(v) = self.eval(e) {
            self.unit.constant.insert(e, v);
            return Some(v);
        }
        if self.mentions_threads(e) {
            let message = format!("THREADS is not a constant in the {what}: it is known at launch");
            let help = "fix THREADS with -T n";
            self.error_help(ErrorName::UpcThreadsConstant, span, message, "UPC 6.3.1p1", help);
        } else if self.needs_constant(e) {
            let message = format!("the {what} is not an integer constant");
            self.error(ErrorName::ConstantExpression, span, message);
        }
        None
    }
}
