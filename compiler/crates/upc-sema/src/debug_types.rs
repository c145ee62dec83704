// SPDX-License-Identifier: Apache-2.0
//! Debug information that C lacks: the UPC types of variables and members that are shared
//! or point to shared data (docs/abi.md section 6, `.upc.type`).

use std::collections::BTreeSet;

use upc_source::{Interner, LineMap};

use crate::analyze::Analysis;
use crate::print::{tag_kind_text, type_text_for_debuggers, TagTypedefs};
use crate::table::Tag;
use crate::types::{QualTy, TagId};
use crate::unit::{Decl, DeclKind};

/// For debuggers.
#[derive(Default)]
pub struct DebugTypes {
    /// The records, a line each, in the order of the declarations.
    pub records: Vec<String>,
    /// Structures, unions and enumerations of shared data, as C names them. C code that accesses
    /// such data only through the runtime does not use them, and C compilers leave out unused
    /// types.
    pub tags: Vec<String>,
}

/// The declarations of `a`.
pub fn debug_types(a: &Analysis, map: &LineMap, names: &Interner) -> DebugTypes {
    let mut found = Found {
        a,
        map,
        names,
        typedefs: tag_typedefs(a),
        tags: BTreeSet::new(),
        records: Vec::new(),
    };
    for d in a.unit.decls.iter().filter(|d| is_variable(d) && a.types.involves_shared(d.ty)) {
        found.variable(d);
    }
    for (id, tag) in a
        .types
        .tags
        .iter_enumerated()
        .filter(|(_, t)| t.contains_pts && !map.is_system(t.span.start))
    {
        found.members(id, tag);
    }
    let tags = found.tags.iter().filter_map(|t| found.c_name(*t)).collect();
    DebugTypes { records: found.records, tags }
}

struct Found<'a> {
    a: &'a Analysis,
    map: &'a LineMap,
    names: &'a Interner,
    typedefs: TagTypedefs,
    tags: BTreeSet<TagId>,
    records: Vec<String>,
}

impl Found<'_> {
    fn variable(&mut self, d: &Decl) {
        let (at, function) =
            (self.map.locate(d.span.start), d.function.map_or("", |f| self.names.name(f)));
        let (name, file, line) =
            (self.names.name(d.name), self.map.recorded_name(at.file), at.line);
        let record = format!("variable\t{name}\t{function}\t{file}:{line}\t{}", self.text(d.ty));
        self.records.push(record);
        self.uses(d.ty);
    }

    fn members(&mut self, id: TagId, tag: &Tag) {
        let Some(of) = self.name(id) else {
            return;
        };
        for m in tag.members.iter().filter(|m| self.a.types.involves_shared(m.ty)) {
            if let Some(name) = m.name {
                let record =
                    format!("member\t{of}\t{}\t\t{}", self.names.name(name), self.text(m.ty));
                self.records.push(record);
                self.uses(m.ty);
            }
        }
    }

    fn text(&self, ty: QualTy) -> String {
        type_text_for_debuggers(&self.a.types, self.names, &self.typedefs, ty)
    }

    /// Notes the tag of what objects of the type have or point to.
    fn uses(&mut self, ty: QualTy) {
        let types = &self.a.types;
        let mut at = types.ultimate(ty);
        while let Some(target) = types.pointee(at.ty) {
            at = types.ultimate(target);
        }
        self.tags.extend(types.tag_of(at.ty));
    }

    fn name(&self, id: TagId) -> Option<String> {
        let tag = &self.a.types.tags[id];
        match tag.name {
            Some(name) => Some(format!("{} {}", tag_kind_text(tag.kind), self.names.name(name))),
            None => self.typedefs.get(&id).map(|t| self.names.name(*t).to_string()),
        }
    }

    /// Its name, if it is complete and known at the end of the unit.
    fn c_name(&self, id: TagId) -> Option<String> {
        let tag = &self.a.types.tags[id];
        (tag.complete && tag.file_scope && !self.map.is_system(tag.span.start))
            .then(|| self.name(id))?
    }
}

fn is_variable(d: &Decl) -> bool {
    matches!(d.kind, DeclKind::Object | DeclKind::Parameter) && !d.system
}

/// The first name each, as other debug information has it.
fn tag_typedefs(a: &Analysis) -> TagTypedefs {
    let named =
        |d: &&Decl| d.kind == DeclKind::Typedef && d.file_scope && d.ty == QualTy::plain(d.ty.ty);
    let tag = |d: &Decl| {
        a.types.tag_of(d.ty.ty).filter(|t| a.types.tags[*t].name.is_none()).map(|t| (t, d.name))
    };
    a.unit.decls.iter().rev().filter(named).filter_map(tag).collect()
}
