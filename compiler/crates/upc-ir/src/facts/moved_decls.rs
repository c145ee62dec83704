// SPDX-License-Identifier: Apache-2.0
//! Declarations of objects that move from a function to file scope, in the order of the text, so
//! that a function finds its own quickly.

use rustc_hash::FxHashMap;
use upc_sema::types::{QualTy, TagId};
use upc_sema::unit::DeclKind;
use upc_sema::Analysis;
use upc_source::{Span, Symbol};
use upc_syntax::ast::{Storage, TagBody, TagSpecId};

/// Declarations that concern objects moved from a function to file scope. Empty if no object moves.
#[derive(Default)]
pub(crate) struct Places {
    /// Objects and literals set at start-up.
    pub start_up: InOrder<()>,
    /// Literals of which each UPC thread has its own.
    pub literals: InOrder<()>,
    /// Structure, union and enumeration types of statics and literals.
    pub types: InOrder<TagId>,
    /// Names of types, and constants.
    pub names: InOrder<Symbol>,
    /// The specifier with the type's members.
    pub bodies: FxHashMap<TagId, TagSpecId>,
}

/// Items with their places, ascending.
pub(crate) struct InOrder<T>(Vec<(Span, T)>);

impl<T> Default for InOrder<T> {
    fn default() -> InOrder<T> {
        InOrder(Vec::new())
    }
}

impl<T> InOrder<T> {
    fn new(things: impl Iterator<Item = (Span, T)>) -> InOrder<T> {
        let mut list: Vec<(Span, T)> = things.collect();
        list.sort_by_key(|(span, _)| span.start);
        InOrder(list)
    }

    /// Those that begin in `span`.
    pub fn within(&self, span: Span) -> &[(Span, T)] {
        let before = |offset: u32| self.0.partition_point(|(s, _)| s.start < offset);
        &self.0[before(span.start)..before(span.end)]
    }
}

impl Places {
    pub fn new(analysis: &Analysis) -> Places {
        let Analysis { ast, unit, types, .. } = analysis;
        if unit.runtime_init.is_empty() && unit.per_thread_literals.is_empty() {
            return Places::default();
        }
        let is_static = |d: &&upc_sema::unit::Decl| {
            d.kind == DeclKind::Object && d.storage == Storage::Static && !d.file_scope
        };
        let statics = unit.decls.iter().filter(is_static).map(|d| (d.span, d.ty));
        let type_names = unit.type_name.iter().map(|(&id, &ty)| (ast.type_names[id].span, ty));
        let tag = |(span, ty): (Span, QualTy)| Some((span, types.tag_of(types.ultimate(ty).ty)?));
        let is_name = |kind: DeclKind| matches!(kind, DeclKind::Typedef | DeclKind::Enumerator(_));
        let names = unit.decls.iter().filter(|d| is_name(d.kind)).map(|d| (d.span, d.name));
        let tags = types.tags.iter().filter_map(|t| Some((t.span, t.name?)));
        let with_body = |(&spec, &tag): (&TagSpecId, &TagId)| {
            (!matches!(ast.tags[spec].body, TagBody::Reference)).then_some((tag, spec))
        };
        Places {
            start_up: InOrder::new(unit.runtime_init.iter().map(|&span| (span, ()))),
            literals: InOrder::new(
                unit.per_thread_literals.iter().map(|&e| (ast.exprs[e].span, ())),
            ),
            types: InOrder::new(statics.chain(type_names).filter_map(tag)),
            names: InOrder::new(names.chain(tags)),
            bodies: unit.tag_spec.iter().filter_map(with_body).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_by_their_start() {
        let at = |start| (Span::new(start, start + 10), start);
        let list = InOrder::new([7, 1, 4, 9].into_iter().map(at));
        let found =
            |start, end| list.within(Span::new(start, end)).iter().map(|t| t.1).collect::<Vec<_>>();
        assert_eq!(found(0, 20), [1, 4, 7, 9]);
        assert_eq!(found(4, 9), [4, 7]);
        assert!(found(5, 7).is_empty() && found(10, 20).is_empty());
    }
}
