// SPDX-License-Identifier: Apache-2.0
//! Definition and references.

use std::path::Path;

use lsp_types::{Location, Position};

use crate::unit::{Buffers, Entity, Unit};

/// Where the name at a position is declared; of a name that another open unit defines, there.
pub fn definition<'u>(
    unit: &Unit,
    others: impl Iterator<Item = &'u Unit>,
    path: &Path,
    position: Position,
    buffers: &Buffers,
) -> Option<Location> {
    let (_, entity) = unit.entity_at(path, position, buffers)?;
    let is_defined = |unit: &Unit, entity: Entity| match entity {
        Entity::Decl(id) => unit.analysis.unit.decls[id].defined,
        Entity::Member(..) | Entity::Tag(_) => true,
    };
    if unit.is_external(entity) && !is_defined(unit, entity) {
        let name = unit.spelling(entity)?;
        for other in others {
            if let Some(found) = other.external(name).filter(|e| is_defined(other, *e)) {
                return declaration(other, found, buffers);
            }
        }
    }
    declaration(unit, entity, buffers)
}

/// Of several declarations the last one in a unit that is defined there: a definition follows its
/// prototype.
fn declaration(unit: &Unit, entity: Entity, buffers: &Buffers) -> Option<Location> {
    let is_function = matches!(entity, Entity::Decl(id) if unit.analysis.types.is_function(unit.analysis.unit.decls[id].ty.ty));
    let mut declared =
        unit.occurrences.iter().filter(|o| o.declares && o.entity == entity).map(|o| o.span);
    let span = if is_function { declared.next_back() } else { None }
        .or_else(|| unit.declared_at(entity))?;
    let at = unit.with_sources(buffers, |sources| sources.place(span));
    unit.location(&at, buffers)
}

/// Every place of `unit` where the name is used, in the order of the text. `declarations`: also
/// where it is declared.
pub fn occurrences(
    unit: &Unit,
    entity: Entity,
    declarations: bool,
    buffers: &Buffers,
) -> Vec<Location> {
    let spans = unit
        .occurrences
        .iter()
        .filter(|o| o.entity == entity && (declarations || !o.declares))
        .map(|o| o.span);
    let mut out: Vec<Location> = unit.with_sources(buffers, |sources| {
        spans.filter_map(|span| unit.location(&sources.place(span), buffers)).collect()
    });
    // A macro that has its argument twice says one place twice.
    let mut seen: Vec<Location> = Vec::new();
    out.retain(|at| {
        let new = !seen.contains(at);
        seen.push(at.clone());
        new
    });
    out
}

/// The uses of the name at a position, in this unit and, of a name with external linkage, in the
/// other open ones.
pub fn references<'u>(
    unit: &Unit,
    others: impl Iterator<Item = &'u Unit>,
    entity: Entity,
    declarations: bool,
    buffers: &Buffers,
) -> Vec<Location> {
    let mut out = occurrences(unit, entity, declarations, buffers);
    let Some(name) = unit.spelling(entity).filter(|_| unit.is_external(entity)) else { return out };
    for other in others {
        let found = other
            .external(name)
            .map(|e| occurrences(other, e, declarations, buffers))
            .unwrap_or_default();
        for at in found {
            if !out.contains(&at) {
                out.push(at);
            }
        }
    }
    out
}
