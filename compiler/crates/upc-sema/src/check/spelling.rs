// SPDX-License-Identifier: Apache-2.0
//! Likely corrections of an undeclared name.

use upc_source::{Interner, Symbol};
use upc_syntax::spelling::{edit_distance, near_upc_keyword, reach};

use crate::builtins;
use crate::check::Check;

impl<'c> Check<'c> {
    /// The visible name nearest to `name`, or a keyword of UPC that is near. The runtime's own
    /// names are none.
    pub fn suggestion(&self, name: Symbol) -> Option<&'c str> {
        let wanted = self.names.name(name);
        let near = |s: Symbol| {
            let candidate = self.names.name(s);
            let distance = edit_distance(wanted, candidate, reach(wanted)).filter(|&d| d > 0)?;
            Some((distance, candidate))
        };
        let declared = self.scopes.visible().filter_map(near).filter(|(_, s)| !is_internal(s));
        let keyword = near_upc_keyword(wanted)
            .and_then(|k| Some((edit_distance(wanted, k, reach(wanted))?, k)));
        declared.chain(keyword).min().map(|(_, s)| s)
    }

    /// The header that declares `name` and is not included yet.
    pub fn missing_header(&self, name: &str) -> Option<&'static str> {
        let is_visible =
            |n: &str| self.names.lookup(n).is_some_and(|s| self.scopes.lookup(s).is_some());
        builtins::missing_header(name, is_visible)
    }
}

fn is_internal(name: &str) -> bool {
    name.starts_with("upcr_") || name.starts_with("__upcr_")
}

/// Whether a name that nothing declares is meant for UPC, so that the front end has the better
/// message for it.
pub(crate) fn is_meant_for_upc(name: Symbol, names: &Interner) -> bool {
    let spelling = names.name(name);
    let prefixes = ["upc_", "bupc_", "UPC_", "BUPC_", "UPCX_"];
    prefixes.iter().any(|p| spelling.starts_with(p))
        || spelling == "forall"
        || near_upc_keyword(spelling).is_some()
}
