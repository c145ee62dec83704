//! Structure, union and enumeration specifiers: members that are pointers-to-shared change, the rest is copied.

use upc_source::Span;
use upc_syntax::ast::{TagBody, TagKind, TagSpecId};

use super::Lower;
use crate::ir::Node;

impl<'a> Lower<'a> {
    /// The specifier with its body.
    pub(super) fn tag_spec(&mut self, id: TagSpecId) -> Node {
        let spec = &self.ast.tags[id];
        let mut children: Vec<(Span, Node)> = Vec::new();
        let tag = self.unit.tag_spec.get(&id).copied();
        if spec.name.is_none() {
            if let Some(tag) = tag {
                let at = spec.keyword.end;
                children.push((Span::new(at, at), Node::TagName(tag)));
            }
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
