// SPDX-License-Identifier: Apache-2.0
//! Renaming; refused if it could not be complete.

use std::collections::HashMap;

use lsp_types::{Location, TextEdit, Uri, WorkspaceEdit};
use upc_source::render::Place;

use super::navigate;
use crate::unit::{Buffers, Entity, Unit};

/// Whether all uses of a name are in the user's own text. Errors: why not.
fn is_complete(unit: &Unit, entity: Entity, buffers: &Buffers) -> Result<(), String> {
    let places: Vec<(Place, bool)> = unit.with_sources(buffers, |sources| {
        let spans = unit.occurrences.iter().filter(|o| o.entity == entity).map(|o| o.span);
        spans.map(|span| (sources.place(span), unit.map.is_system(span.start))).collect()
    });
    let name = unit.spelling(entity).unwrap_or_default();
    for (at, system) in places {
        if system {
            return Err(format!("'{name}' is declared by a header of the system, {}", at.file));
        }
        if !at.exact {
            return Err(format!(
                "a macro makes '{name}' in {}, line {}: rename it by hand",
                at.file, at.line
            ));
        }
    }
    Ok(())
}

/// Errors: why `new` is no name of a program.
fn check_name(unit: &Unit, new: &str) -> Result<(), String> {
    let is_name = new.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b >= 0x80);
    if new.is_empty() || !is_name || new.as_bytes()[0].is_ascii_digit() {
        return Err(format!("'{new}' is not a name"));
    }
    if upc_syntax::token::keywords(unit.reading.dialect).any(|keyword| keyword == new) {
        return Err(format!("'{new}' is a keyword"));
    }
    Ok(())
}

/// The edits that give a name another spelling, in every one of these units that can mean it.
/// Errors: why it cannot be done.
// The protocol's type has addresses as keys.
#[allow(clippy::mutable_key_type)]
pub fn rename(
    units: &[&Unit],
    entity: Entity,
    new: &str,
    buffers: &Buffers,
) -> Result<WorkspaceEdit, String> {
    let (unit, others) = units.split_first().ok_or("no document is open")?;
    check_name(unit, new)?;
    is_complete(unit, entity, buffers)?;
    unit.spelling(entity).ok_or("it has no name")?;
    for other in others {
        if let Some(found) = other.same(unit, entity, buffers) {
            is_complete(other, found, buffers)?;
        }
    }
    let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    for Location { uri, range } in
        navigate::references(unit, others.iter().copied(), entity, true, buffers)
    {
        changes.entry(uri).or_default().push(TextEdit { range, new_text: new.to_string() });
    }
    Ok(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() })
}
