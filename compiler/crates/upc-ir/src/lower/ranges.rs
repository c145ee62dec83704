// SPDX-License-Identifier: Apache-2.0
//! Range designators (GNU `[a ... b] = value`) for clang. It accepts none in an automatic object if
//! the value contains a call, as that of a pointer-to-shared may in the translation. So each
//! element gets its own designator.

use upc_syntax::ast::{Designator, ExprId, InitItem, InitList};

use super::Lower;
use crate::ir::Node;

/// The most elements for which an item is written out; larger ranges are left to clang.
const LIMIT: u64 = 1 << 16;

impl<'a> Lower<'a> {
    /// The list with its ranges written out; `None` if none must be.
    pub(super) fn without_ranges(&mut self, list: &'a InitList) -> Option<Node> {
        if !self.options.clang || !list.items.iter().any(has_range) {
            return None;
        }
        let written = |lower: &mut Self, item: &'a InitItem| {
            let value = lower.initializer(&item.value);
            has_range(item) && !value.is_copy() && !lower.is_constant(&value)
        };
        let expanded: Vec<bool> = list.items.iter().map(|item| written(self, item)).collect();
        if !expanded.contains(&true) {
            return None;
        }
        let mut nodes = vec![Node::text("{ ")];
        for (item, expand) in list.items.iter().zip(expanded) {
            let places = if expand {
                self.places_of(item)?
            } else {
                vec![self.designation(&item.designators)]
            };
            for place in places {
                if !place.is_empty() {
                    nodes.push(Node::text(format!("{place} = ")));
                }
                nodes.push(self.initializer(&item.value));
                nodes.push(Node::text(", "));
            }
        }
        nodes.push(Node::text("}"));
        Some(Node::Seq(nodes))
    }

    /// The designators of each element of `item`.
    fn places_of(&self, item: &InitItem) -> Option<Vec<String>> {
        let mut places = vec![String::new()];
        for d in &item.designators {
            let Designator::Range(a, b) = d else {
                let text = self.designation(std::slice::from_ref(d));
                places.iter_mut().for_each(|p| p.push_str(&text));
                continue;
            };
            let (low, high) = (self.bound(*a)?, self.bound(*b)?);
            if (high - low + 1).checked_mul(places.len() as u64)? > LIMIT {
                return None;
            }
            places = places
                .iter()
                .flat_map(|p| (low..=high).map(move |i| format!("{p}[{i}]")))
                .collect();
        }
        Some(places)
    }

    fn designation(&self, designators: &[Designator]) -> String {
        let text = |e: ExprId| match self.bound(e) {
            Some(i) => i.to_string(),
            None => self.span(e).slice(self.text).to_string(),
        };
        let one = |d: &Designator| match d {
            Designator::Member(name, _) => format!(".{}", self.names.name(*name)),
            Designator::Index(e) => format!("[{}]", text(*e)),
            Designator::Range(a, b) => format!("[{} ... {}]", text(*a), text(*b)),
        };
        designators.iter().map(one).collect()
    }

    /// The value of a designator's index, which the checker requires to be constant.
    fn bound(&self, e: ExprId) -> Option<u64> {
        self.unit.constant.get(&e).and_then(|v| u64::try_from(*v).ok())
    }
}

fn has_range(item: &InitItem) -> bool {
    item.designators.iter().any(|d| matches!(d, Designator::Range(..)))
}
