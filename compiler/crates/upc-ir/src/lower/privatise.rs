// SPDX-License-Identifier: Apache-2.0
//! Private statics per UPC thread under -pthreads (docs/abi.md section 5), and names that moved.

use rustc_hash::FxHashSet;
use upc_sema::types::TypeKind;
use upc_sema::unit::{Decl, DeclId, DeclKind, Linkage, Privatised, PER_THREAD_OF_LIBC};
use upc_source::Span;
use upc_syntax::ast::{DeclSpecs, ExprId, InitDeclarator, Initializer, Storage};

use super::object::{definition, stronger};
use super::Lower;
use crate::ir::{Definition, Form, Node, PrivateId, PrivateObject, Record};

/// Prefixes of library functions whose names are not reserved.
const EXTENSIONS: [&str; 3] = ["bupc_", "xlupc_", "upc_poll"];

/// Large objects and their images begin at page boundaries, so that the runtime can map the image
/// instead of copying it. The larger alignment is for systems with pages of 16 or 64 KiB; at most a
/// sixteenth of the space is lost.
fn image_alignment(size: u64) -> u64 {
    const PAGE: u64 = 4096;
    const LARGEST_PAGE: u64 = 65536;
    match size {
        s if s >= 16 * LARGEST_PAGE => LARGEST_PAGE,
        s if s >= 16 * PAGE => PAGE,
        _ => 1,
    }
}

/// Whether the unit refers to a weak object without defining it.
fn is_weak_reference(decl: &Decl) -> bool {
    let defined = decl.defined || decl.storage != Storage::Extern;
    decl.weak && !defined && decl.kind == DeclKind::Object && decl.linkage == Linkage::External
}

impl<'a> Lower<'a> {
    /// A name that is not a shared lvalue.
    pub(super) fn identifier(&mut self, e: ExprId) -> Node {
        let span = self.span(e);
        let name = self.unit.ident.get(&e).and_then(|&id| self.moved_name(id, span));
        self.formed(Form::Expr(e), span, name.map(|n| (span, n)))
    }

    /// The text that replaces the name of `id`, if the C compiler knows the object by another name.
    fn moved_name(&mut self, id: DeclId, span: Span) -> Option<Node> {
        if let Some(name) = self.hoisted.get(&id) {
            return Some(Node::text(name.clone()));
        }
        let decl: &'a Decl = &self.unit.decls[id];
        match decl.privatised {
            Privatised::Block | Privatised::Tls if is_weak_reference(decl) => {
                Some(self.weak_reference(id, span))
            }
            Privatised::Block if decl.kind == DeclKind::Object => {
                self.need_names(decl.ty);
                Some(Node::Private(self.private(id)))
            }
            Privatised::Getter if decl.kind == DeclKind::Object => {
                self.need_names(decl.ty);
                self.declare_getter(decl);
                Some(Node::Getter { name: decl.name, ty: decl.ty, weak: decl.weak })
            }
            _ => None,
        }
    }

    /// A declaration of an object in the per-thread block, or of one whose defining unit decides.
    pub(super) fn private_declaration(
        &mut self,
        id: DeclId,
        specs: &DeclSpecs,
        d: &'a InitDeclarator,
    ) {
        let decl: &'a Decl = &self.unit.decls[id];
        if decl.privatised == Privatised::Getter {
            return;
        }
        let object = self.private_entry(id);
        let definition = definition(decl, specs, d);
        let array = matches!(self.types.kind(decl.ty.ty), TypeKind::Array { .. });
        let align = self.requested_alignment(specs, d);
        let entry = &mut self.privates[object];
        entry.align = entry.align.max(align);
        entry.definition = stronger(entry.definition, definition);
        if array
            && matches!(entry.definition, Definition::Strong | Definition::Tentative)
            && !entry.getter
        {
            entry.getter = true;
            self.private(id);
            self.define_getter(decl, Node::Private(object));
        }
        if let Some(init) = &d.init {
            let at_run_time =
                d.declarator.name.is_some_and(|(_, span)| self.unit.runtime_init.contains(&span));
            self.initialise_private(id, object, init, at_run_time);
        }
    }

    /// The start-up record of an object in the per-thread block. `at_run_time`: its value is not
    /// the same in all threads.
    fn initialise_private(
        &mut self,
        id: DeclId,
        object: PrivateId,
        init: &'a Initializer,
        at_run_time: bool,
    ) {
        let ty = self.unit.decls[id].ty;
        self.need_names(ty);
        let init = self.start_up_initializer(init);
        let constant = self.is_constant(&init) && !at_run_time;
        let align = if constant { image_alignment(self.privates[object].size) } else { 1 };
        self.privates[object].align = self.privates[object].align.max(align);
        let target = Node::Private(self.private(id));
        let record = Record::Private { target, ty, constant, align, init };
        let place = if self.in_function { &mut self.before } else { &mut self.after };
        place.push(Node::Record(Box::new(record)));
    }

    /// An array of external linkage that is thread-local here may be declared elsewhere without its
    /// size; an object of the C library is declared elsewhere by its header.
    pub(super) fn thread_local_getter(
        &mut self,
        decl: &'a Decl,
        specs: &DeclSpecs,
        d: &'a InitDeclarator,
    ) {
        let array = matches!(self.types.kind(decl.ty.ty), TypeKind::Array { .. });
        let defines =
            matches!(definition(decl, specs, d), Definition::Strong | Definition::Tentative);
        let name = self.names.name(decl.name).to_string();
        let by_getter = array || PER_THREAD_OF_LIBC.contains(&name.as_str());
        if by_getter && defines && decl.linkage == Linkage::External {
            self.define_getter(decl, Node::text(name));
        }
    }

    /// See [`Ir::renamed`](crate::ir::Ir::renamed). A strong definition displaces a weak function
    /// of the library, but a linker takes no thread-local one for a function.
    pub(super) fn renamed(&self) -> Vec<String> {
        let mut seen = FxHashSet::default();
        let own = self.unit.decls.iter().filter(|d| {
            let name = self.names.name(d.name);
            d.privatised == Privatised::Tls
                && d.linkage == Linkage::External
                && EXTENSIONS.iter().any(|prefix| name.starts_with(prefix))
        });
        own.filter(|d| seen.insert(d.name)).map(|d| self.names.name(d.name).to_string()).collect()
    }

    /// See [`Ir::weak`](crate::ir::Ir::weak).
    pub(super) fn weak(&self) -> Vec<String> {
        let own =
            self.unit.decls.iter().filter(|d| d.privatised == Privatised::Tls && self.is_common(d));
        own.map(|d| self.names.name(d.name).to_string()).collect()
    }

    /// Whether tentative definitions of other units denote the same object of external linkage.
    fn is_common(&self, decl: &Decl) -> bool {
        let tentative = decl.file_scope && decl.storage == Storage::None && !decl.defined;
        self.options.common
            && decl.kind == DeclKind::Object
            && decl.linkage == Linkage::External
            && tentative
    }

    fn define_getter(&mut self, decl: &Decl, object: Node) {
        let name = self.names.name(decl.name);
        if !self.getters.insert(decl.name) {
            return;
        }
        let weak = if self.is_common(decl) { " __attribute__((weak))" } else { "" };
        self.at_end.extend([
            Node::text(format!(
                "\nvoid *__upcr_addr_{name}(void){weak};\nvoid *__upcr_addr_{name}(void) {{ return \
                 (void *)&"
            )),
            object,
            Node::text("; }\n"),
        ]);
    }

    fn declare_getter(&mut self, decl: &Decl) {
        if self.getters_declared.insert(decl.name) {
            let weak = if decl.weak { " __attribute__((weak))" } else { "" };
            let name = self.names.name(decl.name);
            self.before.push(Node::text(format!("extern void *__upcr_addr_{name}(void){weak}; ")));
        }
    }

    /// A thread-local object that no unit defines has no null address. So its use tests a symbol
    /// that upcc defines at link if some unit defines the object.
    fn weak_reference(&mut self, id: DeclId, span: Span) -> Node {
        let decl: &'a Decl = &self.unit.decls[id];
        self.need_names(decl.ty);
        if self.getters_declared.insert(decl.name) {
            let name = self.names.name(decl.name);
            let text = format!("extern const char __upcr_has_{name} __attribute__((weak)); ");
            self.before.push(Node::text(text));
        }
        let object = match decl.privatised {
            Privatised::Block => Node::Private(self.private(id)),
            _ => Node::copy(span),
        };
        Node::Weak { name: decl.name, ty: decl.ty, object: Box::new(object) }
    }

    /// The object for a use: declares its slot before the current external declaration.
    fn private(&mut self, id: DeclId) -> PrivateId {
        let object = self.private_entry(id);
        if !self.privates[object].used {
            self.privates[object].used = true;
            self.before.push(Node::PrivateSlot(object));
        }
        object
    }

    fn private_entry(&mut self, id: DeclId) -> PrivateId {
        if let Some(&o) = self.private_of.get(&id) {
            return o;
        }
        let decl: &'a Decl = &self.unit.decls[id];
        let name = self.names.name(decl.name).to_string();
        let symbol = self.symbol(decl, &name);
        let object = match self.private_named.get(&symbol) {
            Some(&o) => o,
            None => {
                let o = self.privates.push(PrivateObject {
                    name,
                    symbol: symbol.clone(),
                    ty: decl.ty,
                    definition: Definition::Extern,
                    size: self.types.fixed_size(decl.ty.ty).unwrap_or(0),
                    align: self.types.align(decl.ty.ty).unwrap_or(16).max(16),
                    used: false,
                    weak: is_weak_reference(decl),
                    getter: false,
                });
                self.private_named.insert(symbol, o);
                o
            }
        };
        self.private_of.insert(id, object);
        object
    }
}

#[cfg(test)]
mod tests {
    use super::image_alignment;

    #[test]
    fn alignment_wastes_at_most_a_sixteenth() {
        assert_eq!(image_alignment(65535), 1);
        assert_eq!(image_alignment(65536), 4096);
        assert_eq!(image_alignment((1 << 20) - 1), 4096);
        assert_eq!(image_alignment(1 << 20), 65536);
    }
}
