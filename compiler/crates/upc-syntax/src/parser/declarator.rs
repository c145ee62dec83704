// SPDX-License-Identifier: Apache-2.0
//! Declarators (C 6.7.6), abstract declarators (C 6.7.7) and parameter lists.

use super::specs::SpecPlace;
use super::{PResult, Parser, NESTING_LIMIT};
use crate::ast::{
    ArraySize, DeclChunk, Declaration, DeclarationId, DeclarationKind, Declarator, InitDeclarator,
    Quals, Storage, TypeSpec,
};
use crate::token::TokenKind::*;
use upc_source::{Diagnostic, ErrorName, Span, Symbol};

/// The declarators allowed here.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// With a name.
    Named,
    /// Without one: type-names.
    Abstract,
    /// Either: parameters.
    Any,
}

impl Parser<'_> {
    /// A declarator; its chunks are ordered from the name outwards.
    pub(super) fn declarator(&mut self, form: Form) -> PResult<Declarator> {
        let start = self.here().start;
        let span = Span::new(start, start);
        let mut d = Declarator {
            span,
            name: None,
            chunks: Vec::new(),
            attrs: Vec::new(),
            asm_label: None,
            bit_width: None,
        };
        let first = self.pos;
        self.declarator_into(&mut d, form)?;
        if self.pos > first {
            d.span = self.span_from(start);
        }
        Ok(d)
    }

    fn declarator_into(&mut self, d: &mut Declarator, form: Form) -> PResult<()> {
        let mut pointers = Vec::new();
        while self.at(Star) {
            pointers.push(self.pointer(d)?);
        }
        if self.at_nested_declarator(form) {
            let open = self.bump().span;
            self.gnu_attributes(&mut d.attrs)?;
            self.nested(|p| p.declarator_into(d, form))?;
            self.expect_close(RParen, open)?;
        } else if form != Form::Abstract && matches!(self.kind(), Ident | ExtendedFloat) {
            let token = self.bump();
            d.name = Some((token.symbol, token.span));
        } else if form == Form::Named {
            return self.missing_name(&pointers);
        }
        self.declarator_suffixes(d)?;
        d.chunks.extend(pointers.into_iter().rev());
        self.few_derivations(d)
    }

    /// Types are as deep as their declarators, and much that is asked of a type goes through all of
    /// it.
    fn few_derivations(&mut self, d: &Declarator) -> PResult<()> {
        if d.chunks.len() <= NESTING_LIMIT as usize {
            return Ok(());
        }
        let message = format!(
            "this declarator has {} pointers, arrays and functions in one another",
            d.chunks.len()
        );
        let span = Span::new(self.prev_end().saturating_sub(1), self.prev_end());
        self.fail(
            Diagnostic::error(ErrorName::Limit, span, message)
                .help(format!("the limit is {NESTING_LIMIT}")),
        )
    }

    /// No name after `pointers`; in `char *shared;` a UPC keyword was meant as the name.
    fn missing_name(&mut self, pointers: &[DeclChunk]) -> PResult<()> {
        let quals = match pointers.last() {
            Some(DeclChunk::Pointer { quals, .. }) => quals,
            _ if self.at(LBracket) => return self.bounds_without_name(),
            _ => return self.expected("a name"),
        };
        let shared = quals
            .shared
            .last()
            .map(|s| (Span::new(s.span.start, s.span.start + 6), s.span.end, Shared));
        let strict = quals.strict.map(|s| (s, s.end, Strict));
        let relaxed = quals.relaxed.map(|s| (s, s.end, Relaxed));
        let last = self.prev_end();
        match [shared, strict, relaxed].into_iter().flatten().find(|&(_, end, _)| end == last) {
            Some((span, _, keyword)) => self.keyword_as_name(span, keyword),
            None => self.expected("a name"),
        }
    }

    /// Fails at `[` where a name should be, as in `shared int [4] a[n]`.
    fn bounds_without_name(&mut self) -> PResult<()> {
        let message = "expected a name before '['";
        let d = Diagnostic::error(ErrorName::Syntax, self.here(), message);
        self.fail(d.help(
            "the bounds of an array follow its name, and a block size follows 'shared', as in \
             'shared [4] int a[8 * THREADS]'",
        ))
    }

    /// `*` with its qualifiers.
    fn pointer(&mut self, d: &mut Declarator) -> PResult<DeclChunk> {
        let start = self.bump().span.start;
        let mut quals = Quals::default();
        loop {
            if self.at(LBracket) && self.nth_kind(1) == LBracket {
                self.std_attributes(&mut d.attrs)?;
            } else if !self.qualifier(&mut quals, &mut d.attrs)? {
                break;
            }
        }
        Ok(DeclChunk::Pointer { quals, span: self.span_from(start) })
    }

    /// At `(`: whether it holds a declarator, not parameters (C 6.7.6.3p11).
    fn at_nested_declarator(&self, form: Form) -> bool {
        if !self.at(LParen) {
            return false;
        }
        let next = self.nth(1);
        match next.kind {
            Star | LParen => true,
            Attribute => self
                .attributes_end(1)
                .is_some_and(|n| matches!(self.nth_kind(n), Star | LParen | Ident)),
            LBracket => self.nth_kind(2) != LBracket && form != Form::Named,
            Ident => match form {
                Form::Named => true,
                Form::Any => !self.scopes.is_typedef(next.symbol),
                Form::Abstract => false,
            },
            _ => form == Form::Named,
        }
    }

    fn declarator_suffixes(&mut self, d: &mut Declarator) -> PResult<()> {
        loop {
            match self.kind() {
                LBracket if self.nth_kind(1) == LBracket => self.std_attributes(&mut d.attrs)?,
                LBracket => {
                    let chunk = self.array_suffix(d)?;
                    d.chunks.push(chunk);
                }
                LParen => {
                    let chunk = self.nested(|p| p.function_suffix())?;
                    d.chunks.push(chunk);
                }
                _ => return Ok(()),
            }
        }
    }

    /// `[...]`, with `static` and qualifiers in parameters.
    fn array_suffix(&mut self, d: &mut Declarator) -> PResult<DeclChunk> {
        let open = self.bump().span;
        let mut quals = Quals::default();
        while self.eat(Static) || self.qualifier(&mut quals, &mut d.attrs)? {}
        let size = match (self.kind(), self.nth_kind(1)) {
            (RBracket, _) => ArraySize::Unspecified,
            (Star, RBracket) => {
                self.bump();
                ArraySize::Star
            }
            _ => ArraySize::Expr(self.assignment_expr()?),
        };
        self.expect_close(RBracket, open)?;
        Ok(DeclChunk::Array { size, quals, span: self.span_from(open.start) })
    }

    /// `(...)`: parameters, nothing, or a K&R list of names.
    fn function_suffix(&mut self) -> PResult<DeclChunk> {
        let open = self.bump().span;
        let (mut params, mut variadic, mut kr_names) = (Vec::new(), false, None);
        if self.at(RParen) {
            kr_names = Some(Vec::new());
        } else if self.at_kr_names() {
            kr_names = Some(self.kr_names());
        } else if !(self.at(Void) && self.nth_kind(1) == RParen) {
            let depth = self.scopes.depth();
            self.scopes.enter();
            let result = self.parameters(&mut params);
            self.scopes.leave_to(depth);
            variadic = result?;
        } else {
            params.push(self.parameter()?);
        }
        self.expect_close(RParen, open)?;
        Ok(DeclChunk::Function { params, variadic, kr_names, span: self.span_from(open.start) })
    }

    fn at_kr_names(&self) -> bool {
        let token = self.token();
        token.kind == Ident
            && !self.scopes.is_typedef(token.symbol)
            && matches!(self.nth_kind(1), Comma | RParen)
            && {
                // A prototype whose first parameter is of an unknown type has a type or a second
                // name further on.
                let mut n = 2;
                while self.nth_kind(n) == Ident
                    && !self.scopes.is_typedef(self.nth(n).symbol)
                    && self.nth_kind(n + 1) == Comma
                {
                    n += 2;
                }
                self.nth_kind(1) == RParen
                    || (self.nth_kind(n) == Ident && self.nth_kind(n + 1) == RParen)
            }
    }

    fn kr_names(&mut self) -> Vec<(Symbol, Span)> {
        let mut names = Vec::new();
        while self.at(Ident) {
            let token = self.bump();
            names.push((token.symbol, token.span));
            if !self.eat(Comma) {
                break;
            }
        }
        names
    }

    /// Parameters up to `)`; whether they end in `...`.
    fn parameters(&mut self, params: &mut Vec<DeclarationId>) -> PResult<bool> {
        loop {
            if self.eat(Ellipsis) {
                return Ok(true);
            }
            params.push(self.parameter()?);
            if !self.eat(Comma) {
                return Ok(false);
            }
        }
    }

    /// One parameter: a declaration with exactly one, perhaps abstract, declarator.
    fn parameter(&mut self) -> PResult<DeclarationId> {
        let start = self.here().start;
        let specs = self.decl_specs(SpecPlace::Parameter)?;
        if specs.span.is_empty() {
            return self.expected("a parameter's type");
        }
        if matches!(specs.type_spec, TypeSpec::Missing)
            && specs.storage == Storage::None
            && !self.at(Ident)
        {
            self.check_keyword_as_name(&specs)?;
        }
        let mut declarator = self.declarator(Form::Any)?;
        self.declarator_tail(&mut declarator)?;
        if let Some((name, _)) = declarator.name {
            self.scopes.declare(name, false);
        }
        let span = self.span_from(start);
        let own = self.span_from(declarator.span.start);
        let declarators = vec![InitDeclarator { span: own, declarator, init: None }];
        let kind = DeclarationKind::Plain { specs, declarators };
        Ok(self.ast.declarations.push(Declaration { span, kind }))
    }
}
