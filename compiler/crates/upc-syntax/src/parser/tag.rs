// SPDX-License-Identifier: Apache-2.0
//! Structures, unions and enumerations (C 6.7.2.1, 6.7.2.2).

use super::declarator::Form;
use super::specs::SpecPlace;
use super::{Failed, PResult, Parser};
use crate::ast::{
    Declaration, DeclarationId, DeclarationKind, Declarator, Enumerator, ExprId, ExprKind,
    InitDeclarator, TagBody, TagKind, TagSpec, TagSpecId, TypeNameId,
};
use crate::token::TokenKind::*;
use upc_source::{ErrorName, Span};

impl Parser<'_> {
    /// At `struct`, `union` or `enum`.
    pub(super) fn tag_specifier(&mut self) -> PResult<TagSpecId> {
        let keyword = self.bump();
        let kind = match keyword.kind {
            Struct => TagKind::Struct,
            Union => TagKind::Union,
            _ => TagKind::Enum,
        };
        let mut attrs = Vec::new();
        self.attributes(&mut attrs)?;
        let name_place = self.prev_end();
        let name = self.at(Ident).then(|| self.bump()).map(|t| (t.symbol, t.span));
        let underlying = self.underlying_type(kind)?;
        let body = if self.at(LBrace) && kind == TagKind::Enum {
            TagBody::Enumerators { list: self.nested(|p| p.enumerators())?, underlying }
        } else if self.at(LBrace) {
            TagBody::Members(self.nested(|p| p.members())?)
        } else if name.is_none() {
            return self.expected(&format!("a name or '{{' after '{}'", keyword.kind.describe()));
        } else {
            TagBody::Reference
        };
        if !matches!(body, TagBody::Reference) {
            self.gnu_attributes(&mut attrs)?;
        }
        let span = self.span_from(keyword.span.start);
        Ok(self.ast.tags.push(TagSpec { span, kind, name_place, name, attrs, body }))
    }

    /// C23 `enum E : type`; a bit-field of enumeration type (`enum E : 3`) is not one.
    fn underlying_type(&mut self, kind: TagKind) -> PResult<Option<TypeNameId>> {
        if kind != TagKind::Enum || !self.at(Colon) || !self.starts_type_at(1) {
            return Ok(None);
        }
        self.bump();
        self.type_name().map(Some)
    }

    fn enumerator(&mut self) -> PResult<Enumerator> {
        let token = self.bump();
        let mut ignored = Vec::new();
        self.attributes(&mut ignored)?;
        let value = if self.eat(Eq) { Some(self.enumerator_value()?) } else { None };
        self.scopes.declare(token.symbol, false);
        let span = self.span_from(token.span.start);
        Ok(Enumerator { name: token.symbol, span, value })
    }

    /// A broken value is skipped, so that the names are declared.
    fn enumerator_value(&mut self) -> PResult<ExprId> {
        let (first, start) = (self.pos, self.here().start);
        match self.conditional_expr() {
            Err(Failed) => {
                self.skip_to_end_of_declarator(first)?;
                Ok(self.expr_from(start, ExprKind::Error))
            }
            done => done,
        }
    }

    fn enumerators(&mut self) -> PResult<Vec<Enumerator>> {
        let open = self.bump().span;
        let mut list = Vec::new();
        while !self.at(RBrace) {
            if !self.at(Ident) {
                return self.expected("an enumerator's name");
            }
            list.push(self.enumerator()?);
            if self.at(Ident) {
                self.error_at(ErrorName::Syntax, self.here(), "expected ',' between enumerators");
            } else if !self.eat(Comma) {
                break;
            }
        }
        self.expect_close(RBrace, open)?;
        Ok(list)
    }

    fn members(&mut self) -> PResult<Vec<DeclarationId>> {
        let open = self.bump().span;
        let mut members = Vec::new();
        while !matches!(self.kind(), RBrace | Eof) {
            let before = self.pos;
            if self.eat(Semi) {
                continue;
            }
            match self.member() {
                Ok(id) => members.push(id),
                Err(_) => {
                    self.skip_to_end_of_item();
                    if self.pos == before {
                        self.bump();
                    }
                }
            }
        }
        self.expect_close(RBrace, open)?;
        Ok(members)
    }

    /// A member declaration with its `;`.
    fn member(&mut self) -> PResult<DeclarationId> {
        let start = self.here().start;
        if self.at(StaticAssert) {
            return self.static_assert();
        }
        let specs = self.decl_specs(SpecPlace::Member)?;
        if specs.span.is_empty() {
            return self.expected("a member declaration");
        }
        let mut declarators = Vec::new();
        self.check_keyword_as_name(&specs)?;
        if !std::mem::take(&mut self.assume_semi) {
            while !self.at(Semi) {
                declarators.push(self.member_declarator()?);
                if !self.eat(Comma) {
                    break;
                }
            }
            self.expect_member_semi()?;
        }
        let span = self.span_from(start);
        let kind = DeclarationKind::Plain { specs, declarators };
        Ok(self.ast.declarations.push(Declaration { span, kind }))
    }

    /// GNU allows the last `;` to be left out before `}`.
    fn expect_member_semi(&mut self) -> PResult<()> {
        if self.at(RBrace) {
            return Ok(());
        }
        self.expect_semi("the member")
    }

    fn member_declarator(&mut self) -> PResult<InitDeclarator> {
        let start = self.here().start;
        let mut attrs = Vec::new();
        self.gnu_attributes(&mut attrs)?;
        let mut declarator =
            if self.at(Colon) { unnamed(start) } else { self.declarator(Form::Named)? };
        declarator.attrs.extend(attrs);
        if self.eat(Colon) {
            declarator.bit_width = Some(self.conditional_expr()?);
        }
        self.attributes(&mut declarator.attrs)?;
        Ok(InitDeclarator { span: self.span_from(declarator.span.start), declarator, init: None })
    }
}

/// The declarator of a bit-field without a name.
fn unnamed(at: u32) -> Declarator {
    Declarator {
        span: Span::new(at, at),
        name: None,
        chunks: Vec::new(),
        attrs: Vec::new(),
        asm_label: None,
        bit_width: None,
    }
}
