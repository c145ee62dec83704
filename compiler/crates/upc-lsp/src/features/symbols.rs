// SPDX-License-Identifier: Apache-2.0
//! The outline of a document.

use lsp_types::{DocumentSymbol, SymbolKind};
use upc_sema::types::TypeKind;
use upc_sema::unit::DeclKind;

use super::hover;
use crate::unit::{Buffers, Entity, Unit};

/// The declarations at file scope in the document itself, in its order, with the members of
/// structures.
pub fn symbols(unit: &Unit, buffers: &Buffers) -> Vec<DocumentSymbol> {
    let mut out: Vec<DocumentSymbol> = Vec::new();
    for o in unit.occurrences.iter().filter(|o| o.declares && !unit.map.is_system(o.span.start)) {
        let own = match o.entity {
            Entity::Decl(id) => unit.analysis.unit.decls[id].file_scope,
            Entity::Tag(id) => unit.analysis.types.tags[id].file_scope,
            Entity::Member(..) => false,
        };
        if own {
            out.extend(symbol(unit, o.span, o.entity, buffers));
        } else if let Entity::Member(tag, _) = o.entity {
            let owner = out.last_mut().filter(|last| is_named(unit, last, tag));
            if let (Some(owner), Some(member)) = (owner, symbol(unit, o.span, o.entity, buffers)) {
                owner.children.get_or_insert_with(Vec::new).push(member);
            }
        }
    }
    out
}

fn is_named(unit: &Unit, symbol: &DocumentSymbol, tag: upc_sema::types::TagId) -> bool {
    symbol.kind == SymbolKind::STRUCT
        && unit.spelling(Entity::Tag(tag)) == Some(symbol.name.as_str())
}

fn symbol(
    unit: &Unit,
    span: upc_source::Span,
    entity: Entity,
    buffers: &Buffers,
) -> Option<DocumentSymbol> {
    let at = unit.with_sources(buffers, |sources| sources.place(span));
    if unit.file(&at.file) != unit.path {
        return None;
    }
    let range = unit.location(&at, buffers)?.range;
    // The field is deprecated in favour of tags, but has to be given.
    #[allow(deprecated)]
    Some(DocumentSymbol {
        name: unit.spelling(entity)?.to_string(),
        detail: hover::declaration(unit, entity),
        kind: kind(unit, entity),
        tags: None,
        deprecated: None,
        range,
        selection_range: range,
        children: None,
    })
}

fn kind(unit: &Unit, entity: Entity) -> SymbolKind {
    match entity {
        Entity::Member(..) => SymbolKind::FIELD,
        Entity::Tag(_) => SymbolKind::STRUCT,
        Entity::Decl(id) => {
            let decl = &unit.analysis.unit.decls[id];
            match (decl.kind, unit.analysis.types.kind(decl.ty.ty)) {
                (DeclKind::Enumerator(_), _) => SymbolKind::ENUM_MEMBER,
                (DeclKind::Typedef, _) => SymbolKind::CLASS,
                (DeclKind::Function, _) => SymbolKind::FUNCTION,
                (_, TypeKind::Array { .. }) => SymbolKind::ARRAY,
                _ => SymbolKind::VARIABLE,
            }
        }
    }
}
