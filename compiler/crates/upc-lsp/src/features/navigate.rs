// SPDX-License-Identifier: Apache-2.0
//! Definition and references.

use lsp_types::Location;
use upc_source::render::Place;
use upcc::editor::Macro;

use crate::unit::{Buffers, Entity, Unit};

/// The declaration of the name; the definition, if another of these units has it.
pub fn definition(
    unit: &Unit,
    others: &[&Unit],
    entity: Entity,
    buffers: &Buffers,
) -> Option<Location> {
    defined_by(unit, others, entity)
        .and_then(|(other, found)| declaration(other, found, buffers))
        .or_else(|| declaration(unit, entity, buffers))
}

/// The name in the definition of a macro.
pub fn macro_definition(unit: &Unit, found: &Macro, buffers: &Buffers) -> Option<Location> {
    let contents = unit.contents_of(&found.file, buffers)?;
    let line = contents.lines().nth(found.line.checked_sub(1)? as usize)?;
    let start = line.find(&found.name)?;
    let range = start..start + found.name.len();
    let at = Place { file: found.file.clone(), line: found.line, range, exact: true };
    unit.location(&at, buffers)
}

/// Whether none of these units defines the name, and another one may.
pub fn is_elsewhere(unit: &Unit, others: &[&Unit], entity: Entity) -> bool {
    unit.is_external(entity)
        && !is_defined(unit, entity)
        && defined_by(unit, others, entity).is_none()
}

/// The unit that defines a name with external linkage that `unit` only declares.
fn defined_by<'u>(unit: &Unit, others: &[&'u Unit], entity: Entity) -> Option<(&'u Unit, Entity)> {
    let name = unit.spelling(entity)?;
    if !unit.is_external(entity) || is_defined(unit, entity) {
        return None;
    }
    let mut found = others.iter().filter_map(|other| Some((*other, other.external(name)?)));
    found.find(|(other, entity)| is_defined(other, *entity))
}

fn is_defined(unit: &Unit, entity: Entity) -> bool {
    match entity {
        Entity::Decl(id) => unit.analysis.unit.decls[id].defined,
        Entity::Member(..) | Entity::Tag(_) => true,
    }
}

/// The declaration of an entity. With several declarations, the last one in a unit that defines the
/// entity: a definition follows its prototype.
fn declaration(unit: &Unit, entity: Entity, buffers: &Buffers) -> Option<Location> {
    let (types, decls) = (&unit.analysis.types, &unit.analysis.unit.decls);
    let is_function = matches!(entity, Entity::Decl(id) if types.is_function(decls[id].ty.ty));
    let mut declared =
        unit.occurrences.iter().filter(|o| o.declares && o.entity == entity).map(|o| o.span);
    let span = if is_function { declared.next_back() } else { None }
        .or_else(|| unit.declared_at(entity))?;
    let at = unit.with_sources(buffers, |sources| sources.place(span));
    unit.location(&at, buffers)
}

/// Every use of the name in `unit`, in the order of the text. `declarations`: also its
/// declarations.
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
    // A macro that has its argument twice gives each place once.
    let mut seen: Vec<Location> = Vec::new();
    out.retain(|at| {
        let new = !seen.contains(at);
        seen.push(at.clone());
        new
    });
    out
}

/// The uses of the name, in this unit and, where others can mean the same, in those.
pub fn references<'u>(
    unit: &Unit,
    others: impl Iterator<Item = &'u Unit>,
    entity: Entity,
    declarations: bool,
    buffers: &Buffers,
) -> Vec<Location> {
    let mut out = occurrences(unit, entity, declarations, buffers);
    for other in others {
        let found = other
            .same(unit, entity, buffers)
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
