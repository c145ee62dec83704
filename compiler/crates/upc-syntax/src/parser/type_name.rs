//! Type-names (C 6.7.7).

use super::declarator::Form;
use super::specs::SpecPlace;
use super::{PResult, Parser};
use crate::ast::{TypeName, TypeNameId, TypeSpec};
use crate::token::TokenKind::*;

impl Parser<'_> {
    pub(super) fn type_name(&mut self) -> PResult<TypeNameId> {
        let start = self.here().start;
        let specs = self.decl_specs(SpecPlace::TypeName)?;
        let bare = matches!(specs.type_spec, TypeSpec::Missing);
        if specs.span.is_empty() || bare && specs.quals.shared.is_empty() && self.at(Ident) {
            return self.expected("a type");
        }
        let declarator = self.declarator(Form::Abstract)?;
        let span = self.span_from(start);
        Ok(self.ast.type_names.push(TypeName { span, specs, declarator }))
    }

    /// `( type-name )`.
    pub(super) fn parenthesised_type_name(&mut self) -> PResult<TypeNameId> {
        let open = self.here();
        self.expect(LParen, "before the type")?;
        let ty = self.nested(|p| p.type_name())?;
        self.expect_close(RParen, open)?;
        Ok(ty)
    }
}
