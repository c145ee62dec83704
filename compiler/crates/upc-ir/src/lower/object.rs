// SPDX-License-Identifier: Apache-2.0
//! Static shared objects: one entry per object and unit (docs/abi.md section 3).

use upc_sema::layout::Count;
use upc_sema::types::ArrayLen;
use upc_sema::unit::{Decl, DeclId, Linkage};
use upc_source::{Diagnostic, ErrorName};
use upc_syntax::ast::{AlignAs, DeclSpecs, ExprId, InitDeclarator, Storage};

use super::Lower;
use crate::ir::{Definition, Node, ObjectId, Record, SharedObject};

/// Arrays of at least this many local bytes start on a cache line.
const LINE: u64 = 64;

impl<'a> Lower<'a> {
    /// Records a declaration of a shared object.
    pub(super) fn shared_declaration(
        &mut self,
        id: DeclId,
        specs: &DeclSpecs,
        d: &'a InitDeclarator,
    ) {
        let decl: &'a Decl = &self.unit.decls[id];
        let object = self.object_entry(id);
        let definition = definition(decl, specs, d);
        let align = self.requested_alignment(specs, d);
        let entry = &mut self.objects[object];
        entry.definition = stronger(entry.definition, definition);
        entry.align = entry.align.max(align);
        if definition != Definition::Extern && self.types.local_size(decl.ty).is_none() {
            let message =
                format!("the size of shared '{}' is not known", self.names.name(decl.name));
            let d = Diagnostic::error(ErrorName::UpcSharedSize, decl.span, message);
            self.diags.push(match self.types.array(decl.ty.ty) {
                Some((_, ArrayLen::Incomplete)) => {
                    d.help("give the array a bound; only a declaration with 'extern' needs none")
                }
                _ => d.note(
                    "an element type that only the C compiler knows cannot be laid out over the \
                     threads",
                ),
            });
        }
        if let (Some(init), Some((_, decl_span))) = (&d.init, d.declarator.name) {
            self.need_names(decl.ty);
            let init = self.start_up_initializer(init);
            let at_run_time = self.unit.runtime_init.contains(&decl_span);
            let image_ty = self.unit.image.get(&decl_span).copied().unwrap_or(decl.ty);
            let constant = self.is_constant(&init) && !at_run_time;
            let _ = self.object(id);
            let record =
                Node::Record(Box::new(Record::Shared { object, image_ty, constant, init }));
            if self.in_function { &mut self.before } else { &mut self.after }.push(record);
        }
    }

    /// The strictest alignment in attributes and `_Alignas` of one declaration, at least 1.
    pub(super) fn requested_alignment(&self, specs: &DeclSpecs, d: &InitDeclarator) -> u64 {
        let attributes = specs.attrs.iter().chain(&d.declarator.attrs);
        let aligned = attributes.filter(|a| self.names.name(a.name) == "aligned").map(|a| match a
            .args
            .first()
        {
            Some(&n) => self.alignment_value(n),
            // GNU: the largest alignment of the target.
            None => 16,
        });
        let alignas = specs.alignas.iter().map(|a| match a {
            AlignAs::Expr(e) => self.alignment_value(*e),
            AlignAs::Type(t) => {
                self.unit.type_name.get(t).and_then(|t| self.types.align(t.ty)).unwrap_or(1)
            }
        });
        aligned.chain(alignas).max().unwrap_or(1).max(1)
    }

    /// A power of two, or 1.
    fn alignment_value(&self, e: ExprId) -> u64 {
        let written = || self.span(e).slice(self.text).parse().ok();
        let value =
            self.unit.constant.get(&e).and_then(|v| u64::try_from(*v).ok()).or_else(written);
        value.filter(|v| v.is_power_of_two()).unwrap_or(1)
    }

    /// The object for an access: declares its slot before the current external declaration.
    pub(super) fn object(&mut self, id: DeclId) -> ObjectId {
        let object = self.object_entry(id);
        if !self.objects[object].used {
            self.objects[object].used = true;
            self.before.push(Node::ObjectSlot(object));
        }
        object
    }

    fn object_entry(&mut self, id: DeclId) -> ObjectId {
        if let Some(&o) = self.object_of.get(&id) {
            return o;
        }
        let decl: &'a Decl = &self.unit.decls[id];
        let name = self.names.name(decl.name).to_string();
        let symbol = self.symbol(decl, &name);
        let object = match self.object_named.get(&symbol) {
            Some(&o) => o,
            None => {
                let entry = self.describe(decl, name, symbol.clone());
                let o = self.objects.push(entry);
                self.object_named.insert(symbol, o);
                o
            }
        };
        self.object_of.insert(id, object);
        object
    }

    /// The assembler name: the asm label, `x.N` for statics of functions, else the name itself.
    pub(super) fn symbol(&mut self, decl: &Decl, name: &str) -> String {
        match decl.asm_label {
            Some(label) => {
                label.slice(self.text).trim_matches(|c| c != '"').trim_matches('"').to_string()
            }
            None if !decl.file_scope && decl.linkage == Linkage::None => {
                format!("{name}.{}", self.fresh())
            }
            None => name.to_string(),
        }
    }

    fn describe(&self, decl: &Decl, name: String, symbol: String) -> SharedObject {
        let types = self.types;
        let elem = types.ultimate(decl.ty);
        let elem_size = types.elem_size(decl.ty).unwrap_or(0);
        let local_size = types.local_size(decl.ty).unwrap_or(0);
        let mut align = types.align(elem.ty).unwrap_or(1).max(1);
        if types.array(decl.ty.ty).is_some() && local_size >= LINE {
            align = align.max(LINE);
        }
        let total = match types.element_count(decl.ty.ty) {
            Some(Count::Const(n)) => n.to_string(),
            Some(Count::Threads(n)) => format!("{n}*T"),
            None => "0".to_string(),
        };
        let place = self.map.locate(decl.span.start);
        SharedObject {
            name,
            symbol,
            ty: decl.ty,
            definition: Definition::Extern,
            local_size,
            align,
            block_size: types.block_size(decl.ty).unwrap_or(0),
            elem_size,
            total,
            place: format!("{}:{}", self.map.recorded_name(place.file), place.line),
            used: false,
        }
    }

    /// Undoes the marks of use by an unevaluated operand.
    pub(super) fn restore_used(&mut self, objects: &[bool], privates: &[bool]) {
        let ids: Vec<ObjectId> = self.objects.iter_enumerated().map(|(i, _)| i).collect();
        for (n, i) in ids.into_iter().enumerate() {
            self.objects[i].used &= objects.get(n).copied().unwrap_or(false);
        }
        let ids: Vec<_> = self.privates.iter_enumerated().map(|(i, _)| i).collect();
        for (n, i) in ids.into_iter().enumerate() {
            self.privates[i].used &= privates.get(n).copied().unwrap_or(false);
        }
    }
}

/// One declaration of an object of static storage duration.
pub(super) fn definition(decl: &Decl, specs: &DeclSpecs, d: &InitDeclarator) -> Definition {
    if decl.linkage != Linkage::External {
        Definition::Local
    } else if d.init.is_some() {
        Definition::Strong
    } else if specs.storage == Storage::Extern {
        Definition::Extern
    } else {
        Definition::Tentative
    }
}

/// The composite of two declarations of one object (C 6.9.2).
pub(super) fn stronger(a: Definition, b: Definition) -> Definition {
    let rank = |d| match d {
        Definition::Extern => 0,
        Definition::Tentative => 1,
        Definition::Strong => 2,
        Definition::Local => 3,
    };
    if rank(b) > rank(a) {
        b
    } else {
        a
    }
}
