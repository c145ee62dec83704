// SPDX-License-Identifier: Apache-2.0
//! C23 `constexpr` objects (6.7.2): const-qualified, with a value that is a named constant.

use upc_source::{Diagnostic, ErrorName};
use upc_syntax::ast::{DeclSpecs, Initializer};

use crate::check::Check;
use crate::decl::Named;
use crate::types::{QualTy, Quals};
use crate::unit::DeclId;

impl Check<'_> {
    /// `base` const-qualified if the specifiers say `constexpr`.
    pub fn constexpr_type(&mut self, specs: &DeclSpecs, base: QualTy) -> QualTy {
        if specs.constexpr.is_none() {
            return base;
        }
        self.types.map_quals(base, &|old| Quals { const_: true, ..old })
    }

    /// Remembers the value of a `constexpr` object of arithmetic type, so that its name is a
    /// constant (C23 6.6p6).
    pub fn constexpr_value(
        &mut self,
        specs: &DeclSpecs,
        named: Named,
        id: DeclId,
        init: Option<&Initializer>,
    ) {
        let Some(word) = specs.constexpr else { return };
        let ty = self.unit.decls[id].ty;
        if self.types.shared(ty).is_some() {
            let help = "leave 'constexpr' out; 'const' shared data are initialized at start-up";
            self.report(
                Diagnostic::error(
                    ErrorName::UpcSharedStorage,
                    word,
                    "a constexpr object cannot be shared",
                )
                .help(help),
            );
            return;
        }
        let Some(init) = init else {
            let message =
                format!("'{}' is constexpr and has no initializer", self.name(named.name));
            self.error_rule(ErrorName::Initializer, named.span, message, "C23 6.7.2p5");
            return;
        };
        let value = match init {
            Initializer::Expr(e) => self.fold(*e),
            Initializer::List(_) => None,
        };
        if let Some(value) = value.and_then(|v| self.converted_to(v, ty.ty)) {
            self.constexprs.insert(id, value);
        }
    }
}
