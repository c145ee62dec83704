// SPDX-License-Identifier: Apache-2.0
//! Functions: declarations, definitions and their bodies (C 6.9.1).

use rustc_hash::FxHashMap;
use upc_source::{ErrorName, Span, Symbol};
use upc_syntax::ast::{DeclChunk, DeclarationKind, FunctionDef, StmtId, Storage};

use crate::check::stmt::Flow;
use crate::check::Check;
use crate::decl::{Named, Place};
use crate::types::{FunctionTy, QualTy, TypeKind};
use crate::unit::{DeclId, DeclKind, Linkage};

/// The function whose body is being checked.
pub(crate) struct FunctionCx {
    pub name: Symbol,
    pub ret: QualTy,
    /// It takes `...`, or its parameters are not known: va_start has something to start from.
    pub variadic: bool,
    /// The body is in a system header or plain C: only what UPC adds is judged.
    pub flow: Flow,
}

impl Check<'_> {
    fn function_linkage(&self, named: Named, storage: Storage) -> Linkage {
        let before = self.scopes.linked(named.name).and_then(|d| self.unit.decls.get(d));
        let internal = before.is_some_and(|d| d.linkage == Linkage::Internal);
        if storage == Storage::Static || internal {
            Linkage::Internal
        } else {
            Linkage::External
        }
    }

    /// Declares a function name; `definition`: with a body.
    pub fn declare_function(
        &mut self,
        named: Named,
        qt: QualTy,
        storage: Storage,
        definition: bool,
    ) -> DeclId {
        let linkage = self.function_linkage(named, storage);
        if let Some(old) = self.previous_declaration(named, linkage) {
            if let Some(id) = self.redeclared_function(old, named, qt, storage, definition) {
                self.unit.decls[id].defined |= definition;
                self.unit.decl_at.insert(named.span, id);
                self.scopes.insert(named.name, id);
                self.taint_function(id);
                return id;
            }
        }
        let id = self.new_decl(named, qt, DeclKind::Function, storage, linkage);
        self.unit.decls[id].defined = definition;
        self.scopes.insert(named.name, id);
        self.scopes.insert_linked(named.name, id);
        self.taint_function(id);
        id
    }

    /// A function that takes or returns shared data is tainted wherever it is declared. So is one
    /// of Berkeley's extensions: a block may declare something of its own by that name.
    fn taint_function(&mut self, id: DeclId) {
        let d = &self.unit.decls[id];
        if self.types.involves_shared(d.ty) || self.is_extension(d) {
            if !d.system {
                *self.has_upc = true;
            }
            let (name, span) = (d.name, d.span);
            self.taint_name(name, span);
        }
    }

    /// Declares the function that `def` defines.
    pub fn function_definition(&mut self, def: &FunctionDef) -> Option<DeclId> {
        let base = self.specs_type(&def.specs);
        let file_scope = self.scopes.at_file_scope();
        let place = Place::Name { storage: def.specs.storage, file_scope };
        let qt = self.declarator_type(base, &def.declarator, place);
        let (name, span) = def.declarator.name?;
        let qt = self.kr_definition(def, qt);
        if !self.types.is_function(qt.ty) {
            if !self.types.is_unjudged(qt.ty) {
                self.error(
                    ErrorName::FunctionType,
                    span,
                    format!("'{}' has a body but is not a function", self.name(name)),
                );
            }
            return None;
        }
        let named = Named { name, span };
        self.note_overload(named, qt, [&def.specs.attrs, &def.declarator.attrs]);
        let id = self.declare_function(named, qt, def.specs.storage, true);
        self.unit.decls[id].asm_label = self.unit.decls[id].asm_label.or(def.declarator.asm_label);
        Some(id)
    }

    /// The type of a function that is defined with an identifier list; any other type as it is.
    /// Declares the parameters, as `int` without a declaration (C89 3.7.1).
    fn kr_definition(&mut self, def: &FunctionDef, qt: QualTy) -> QualTy {
        let Some(DeclChunk::Function { kr_names: Some(order), span, .. }) =
            def.declarator.chunks.first()
        else {
            return qt;
        };
        let mut declared: FxHashMap<Symbol, (Span, QualTy)> = FxHashMap::default();
        let ast = self.ast;
        for &id in &def.kr_params {
            let DeclarationKind::Plain { specs, declarators } = &ast.declarations[id].kind else {
                continue;
            };
            let base = self.specs_type(specs);
            for d in declarators {
                let ty = self.declarator_type(base, &d.declarator, Place::Parameter);
                let ty = self.adjust_parameter(ty, d.declarator.span);
                if let Some((name, at)) = d.declarator.name {
                    declared.insert(name, (at, ty));
                }
            }
        }
        self.scopes.push();
        let mut ids = Vec::new();
        let mut involved = Vec::new();
        for (name, at) in order {
            let (at, ty) = declared.get(name).copied().unwrap_or((*at, self.int_type()));
            ids.push(self.declare_parameter(*name, at, ty, Storage::None));
            involved.push(ty);
        }
        self.scopes.pop();
        self.params.insert(*span, ids);
        let Some(f) = self.types.function(qt.ty).cloned() else { return qt };
        // It has no prototype, but callers need the representation of pointers-to-shared.
        let shared = involved.iter().any(|p| self.types.involves_shared(*p));
        let params = if shared { involved } else { f.params };
        QualTy::plain(self.types.make(TypeKind::Function(FunctionTy { params, ..f })))
    }

    /// Checks the body of `def`, declared as `id`.
    pub fn function_body(&mut self, def: &FunctionDef, id: DeclId, body: StmtId) {
        let decl = &self.unit.decls[id];
        let name = decl.name;
        let Some(f) = self.types.function(decl.ty.ty).cloned() else { return };
        self.func = Some(FunctionCx {
            name,
            ret: f.ret,
            variadic: f.variadic || !f.prototype,
            flow: Flow::default(),
        });
        self.undeclared.clear();
        self.scopes.push();
        self.declare_parameters_of(def);
        self.body_statements(body);
        self.scopes.pop();
        self.finish_labels();
        self.func = None;
    }

    fn declare_parameters_of(&mut self, def: &FunctionDef) {
        let chunk = def.declarator.chunks.iter().find_map(|c| match c {
            DeclChunk::Function { span, .. } => Some(*span),
            _ => None,
        });
        let ids = chunk.and_then(|s| self.params.get(&s).cloned()).unwrap_or_default();
        for id in ids {
            let d = &self.unit.decls[id];
            let (name, ty, span) = (d.name, d.ty, d.span);
            self.unit.decls[id].function = self.func.as_ref().map(|f| f.name);
            if !self.types.is_complete(ty) && !self.types.is_unjudged(ty.ty) {
                let message = format!(
                    "parameter '{}' has the incomplete type {}",
                    self.name(name),
                    self.show(ty)
                );
                self.error(ErrorName::IncompleteType, span, message);
            }
            self.scopes.insert(name, id);
        }
    }
}
