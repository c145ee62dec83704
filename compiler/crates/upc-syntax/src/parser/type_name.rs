// SPDX-License-Identifier: Apache-2.0
//! Type-names (C 6.7.7).

use super::declarator::Form;
use super::specs::SpecPlace;
use super::{PResult, Parser};
use crate::ast::{Storage, TypeName, TypeNameId, TypeSpec};
use crate::token::TokenKind::*;
use upc_source::ErrorName;

impl Parser<'_> {
    pub(super) fn type_name(&mut self) -> PResult<TypeNameId> {
        self.type_name_at(SpecPlace::TypeName)
    }

    fn type_name_at(&mut self, place: SpecPlace) -> PResult<TypeNameId> {
        let start = self.here().start;
        let specs = self.decl_specs(place)?;
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

    /// `( type-name )` of a cast, or of a compound literal, which may have storage classes (C23
    /// 6.5.3.6).
    pub(super) fn literal_type_name(&mut self) -> PResult<TypeNameId> {
        let open = self.here();
        self.expect(LParen, "before the type")?;
        let ty = self.nested(|p| p.type_name_at(SpecPlace::Literal))?;
        self.expect_close(RParen, open)?;
        if !self.at(LBrace) {
            self.refuse_storage(ty);
        }
        Ok(ty)
    }

    fn refuse_storage(&mut self, ty: TypeNameId) {
        let specs = &self.ast.type_names[ty].specs;
        let storage = (specs.storage != Storage::None).then_some(specs.storage_span);
        for word in storage.into_iter().chain(specs.thread_local).chain(specs.constexpr) {
            self.error_at(
                ErrorName::StorageClass,
                word,
                format!("'{}' cannot stand in a type name", word.slice(self.text)),
            );
        }
    }

    /// Whether token `n` from here starts the type-name of a cast or of a compound literal.
    pub(super) fn starts_literal_type_at(&self, n: usize) -> bool {
        matches!(self.nth_kind(n), Static | Register | ThreadLocal | Constexpr)
            || self.starts_type_at(n)
    }
}
