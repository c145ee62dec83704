// SPDX-License-Identifier: Apache-2.0
//! Structure, union and enumeration specifiers: members that are pointers-to-shared change, the
//! rest is copied.

use rustc_hash::FxHashMap;
use upc_sema::table::{Tag, Types};
use upc_sema::types::TagId;
use upc_source::{Interner, Span, Symbol};
use upc_syntax::ast::{TagBody, TagKind, TagSpecId};

use super::Lower;
use crate::ir::Node;

/// New names for tags of blocks that hide another tag of the unit: generated code in a block may
/// name the hidden type.
pub(super) fn names_of_local_tags(types: &Types, names: &Interner) -> FxHashMap<TagId, String> {
    let mut uses: FxHashMap<Symbol, u32> = FxHashMap::default();
    for name in types.tags.iter().filter_map(|t| t.name) {
        *uses.entry(name).or_default() += 1;
    }
    let shared_name = |t: &Tag| t.name.filter(|n| t.local && uses[n] > 1);
    let renamed = types.tags.iter_enumerated().filter_map(|(id, t)| Some((id, shared_name(t)?)));
    renamed
        .enumerate()
        .map(|(n, (id, name))| (id, format!("__upcr_{}_{n}", names.name(name))))
        .collect()
}

impl Lower<'_> {
    /// The specifier with its body; one moved to file scope is only named.
    pub(super) fn tag_spec(&mut self, id: TagSpecId) -> Node {
        if self.is_moved(id) {
            return self.tag_reference(id);
        }
        let spec = &self.ast.tags[id];
        let mut children: Vec<(Span, Node)> = Vec::new();
        let tag = self.unit.tag_spec.get(&id).copied();
        match (spec.name, tag) {
            (None, Some(tag)) => {
                let at = spec.name_place;
                children.push((Span::new(at, at), Node::TagName(tag)));
            }
            (Some((_, span)), Some(tag)) => {
                if let Some(name) = self.tag_names.get(&tag) {
                    children.push((span, Node::text(name.clone())));
                }
            }
            (_, None) => {}
        }
        match &spec.body {
            TagBody::Reference => {}
            TagBody::Members(members) => {
                for &m in members {
                    children.push((self.ast.declarations[m].span, self.member_declaration(m, tag)));
                }
            }
            TagBody::Enumerators { list, underlying } => {
                for v in list.iter().filter_map(|e| e.value) {
                    children.push((self.span(v), self.value(v)));
                }
                if let Some(u) = underlying {
                    children.push((self.ast.type_names[*u].span, self.type_name(*u)));
                }
            }
        }
        self.source(spec.span, children)
    }

    /// `struct S`, with the generated name where the user gave none.
    pub(super) fn tag_reference(&mut self, id: TagSpecId) -> Node {
        let spec = &self.ast.tags[id];
        let keyword = match spec.kind {
            TagKind::Struct => "struct",
            TagKind::Union => "union",
            TagKind::Enum => "enum",
        };
        match (spec.name, self.unit.tag_spec.get(&id)) {
            (Some(_), Some(tag)) if self.tag_names.contains_key(tag) => {
                Node::text(format!("{keyword} {}", self.tag_names[tag]))
            }
            (Some((name, _)), _) => Node::text(format!("{keyword} {}", self.names.name(name))),
            (None, Some(&tag)) => {
                self.need_tag_name(tag);
                Node::Seq(vec![Node::text(keyword), Node::TagName(tag)])
            }
            (None, None) => Node::text(keyword),
        }
    }

    pub(super) fn has_body(&self, id: TagSpecId) -> bool {
        !matches!(self.ast.tags[id].body, TagBody::Reference)
    }
}
