// SPDX-License-Identifier: Apache-2.0
//! `cleanup(function)` of GNU C where pointers-to-shared take part: to the C compiler all of a size
//! are one type.

use upc_source::{Diagnostic, ErrorName};
use upc_syntax::ast::{Attribute, ExprKind};

use crate::check::Check;
use crate::types::QualTy;

impl Check<'_> {
    /// Checks that the functions which `attrs` name take the address of an object of type `qt`.
    pub fn check_cleanup(&mut self, qt: QualTy, attrs: &[Attribute]) {
        for attr in attrs.iter().filter(|a| self.names.name(a.name) == "cleanup") {
            let ExprKind::Ident(name) = (match attr.args.first() {
                Some(&e) => &self.ast.exprs[e].kind,
                None => continue,
            }) else {
                continue;
            };
            let Some(function) = self.scopes.lookup(*name).map(|id| self.unit.decls[id].clone())
            else {
                continue;
            };
            let Some(&takes) = self.types.function(function.ty.ty).and_then(|f| f.params.first())
            else {
                continue;
            };
            if !self.types.involves_shared(qt) && !self.types.involves_shared(takes) {
                continue;
            }
            let given = QualTy::plain(self.types.pointer_to(qt));
            let unjudged = self.types.is_unjudged(qt.ty) || self.types.is_unjudged(takes.ty);
            let element = self.types.ultimate(qt);
            let is_same =
                |p: QualTy| [qt, element].iter().any(|&t| self.types.compatible_unqualified(p, t));
            let fits = self.types.pointee(takes.ty).is_some_and(is_same);
            if unjudged || fits || self.is_pointer_to_any(takes) {
                continue;
            }
            let what = self.name(*name);
            let message = format!(
                "'{what}' takes {}, and is given {} to clean up",
                self.show(takes),
                self.show(given)
            );
            let error = Diagnostic::error(ErrorName::Attribute, attr.span, message)
                .label(function.span, "declared here");
            self.report(error.help("a cleanup function takes the address of the object"));
        }
    }

    /// `void *`.
    fn is_pointer_to_any(&self, qt: QualTy) -> bool {
        self.types
            .pointee(qt.ty)
            .is_some_and(|p| self.types.shared(p).is_none() && self.types.is_void(p.ty))
    }
}
