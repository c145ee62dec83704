// SPDX-License-Identifier: Apache-2.0
//! Declarations (C 6.7) and function definitions (C 6.9.1).

use super::declarator::Form;
use super::specs::SpecPlace;
use super::{Failed, PResult, Parser};
use crate::ast::{
    DeclChunk, DeclSpecs, Declaration, DeclarationId, DeclarationKind, Declarator, FunctionDef,
    InitDeclarator, Storage, TypeSpec,
};
use crate::token::TokenKind::*;
use upc_source::{Diagnostic, ErrorName, Span, Symbol};

/// The context of a declaration.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    File,
    Block,
    /// The first clause of `for` or `upc_forall`.
    ForInit,
}

pub(super) enum Item {
    Declaration(DeclarationId),
    /// In the head of a loop, without the `;` at its end: reported.
    Unended(DeclarationId),
    Function(Box<FunctionDef>),
}

impl Parser<'_> {
    /// Whether token `n` from here starts a type: a specifier, a qualifier or a typedef name.
    pub(super) fn starts_type_at(&self, n: usize) -> bool {
        let token = self.nth(n);
        match token.kind {
            Ident => self.scopes.is_typedef(token.symbol),
            Const | Volatile | Restrict | Atomic | Nullability | Void | CharType | Short | Int
            | Long | Float | Double | Signed | Unsigned | Bool | Complex | Int128
            | Int128Typedef | Uint128Typedef | ExtendedFloat | BuiltinType | BitInt | AutoType
            | Struct | Union | Enum | Typeof | TypeofUnqual | Alignas | Attribute | Shared
            | Strict | Relaxed => true,
            _ => false,
        }
    }

    /// Whether token `n` from here starts a declaration.
    pub(super) fn starts_declaration_at(&self, n: usize) -> bool {
        match self.nth_kind(n) {
            Typedef | Extern | Static | Auto | Register | ThreadLocal | Inline | Noreturn
            | Constexpr | StaticAssert => true,
            Extension => self.starts_declaration_at(n + 1),
            LBracket => self.nth_kind(n + 1) == LBracket,
            _ => self.starts_type_at(n),
        }
    }

    /// A declaration with its `;`, or a function definition. At file scope the body is left
    /// pending, in a block it is skipped.
    pub(super) fn declaration(&mut self, level: Level) -> PResult<Item> {
        let start = self.here().start;
        if self.at(AssertType) {
            return self.assert_type_declaration().map(Item::Declaration);
        }
        if self.at(StaticAssert) {
            return self.static_assert().map(Item::Declaration);
        }
        let first = self.pos;
        let specs = self.decl_specs(SpecPlace::Declaration)?;
        let mut declarators = Vec::new();
        if std::mem::take(&mut self.assume_semi) {
            return Ok(Item::Declaration(self.plain_declaration(start, specs, declarators)));
        }
        if !self.at(Semi) {
            if self.pos == first && !matches!(self.kind(), Ident | Star | LParen) {
                return self.no_declaration();
            }
            self.check_keyword_as_name(&specs)?;
            let declarator = self.declarator(Form::Named)?;
            if level != Level::ForInit && self.at_function_body(&declarator) {
                return self
                    .function_definition(start, specs, declarator, level)
                    .map(|f| Item::Function(Box::new(f)));
            }
            declarators.push(self.init_declarator(&specs, declarator)?);
            self.more_declarators(&specs, &mut declarators)?;
        } else {
            self.check_keyword_as_name(&specs)?;
        }
        let what = if declarators.is_empty() { "this declaration" } else { "the declaration" };
        match self.expect_semi(what) {
            // The names are declared, whatever follows.
            Err(Failed) if level == Level::Block => self.skip_to_end_of_item(),
            Err(Failed) if level == Level::ForInit => {
                drop_repeated(&mut declarators);
                return Ok(Item::Unended(self.plain_declaration(start, specs, declarators)));
            }
            done => done?,
        }
        Ok(Item::Declaration(self.plain_declaration(start, specs, declarators)))
    }

    /// The declarators after the first.
    fn more_declarators(
        &mut self,
        specs: &DeclSpecs,
        declarators: &mut Vec<InitDeclarator>,
    ) -> PResult<()> {
        while self.eat(Comma) {
            let mut attrs = Vec::new();
            self.gnu_attributes(&mut attrs)?;
            let mut declarator = self.declarator(Form::Named)?;
            declarator.attrs.extend(attrs);
            declarators.push(self.init_declarator(specs, declarator)?);
        }
        Ok(())
    }

    fn plain_declaration(
        &mut self,
        start: u32,
        specs: DeclSpecs,
        declarators: Vec<InitDeclarator>,
    ) -> DeclarationId {
        let span = self.span_from(start);
        self.ast
            .declarations
            .push(Declaration { span, kind: DeclarationKind::Plain { specs, declarators } })
    }

    /// Refuses `int shared;` and `int strict = 1;`: a qualifier where the name is due.
    pub(super) fn check_keyword_as_name(&mut self, specs: &DeclSpecs) -> PResult<()> {
        let names_follow = !matches!(self.kind(), Semi | Eq | Comma | LBracket | RParen);
        if names_follow || matches!(specs.type_spec, TypeSpec::Tag(_)) {
            return Ok(());
        }
        let Some(last) = self.pos.checked_sub(1).map(|i| self.tokens[i]) else { return Ok(()) };
        let shared = specs.quals.shared.last().map(|s| s.span);
        let (span, kind) = match last.kind {
            Shared | Strict | Relaxed => (last.span, last.kind),
            RBracket if shared.is_some_and(|s| s.end == last.span.end) => {
                (shared.unwrap_or(last.span), Shared)
            }
            _ => return Ok(()),
        };
        self.keyword_as_name(span, kind)
    }

    /// The rest of an init-declarator: label, attributes, initialiser. Declares the name (its scope
    /// begins before the initialiser, C 6.2.1p7).
    fn init_declarator(
        &mut self,
        specs: &DeclSpecs,
        mut declarator: Declarator,
    ) -> PResult<InitDeclarator> {
        self.declarator_tail(&mut declarator)?;
        if let Some((name, _)) = declarator.name {
            self.scopes.declare(name, specs.storage == Storage::Typedef);
        }
        let init = if self.eat(Eq) { Some(self.initializer_or_skipped()?) } else { None };
        let span = self.span_from(declarator.span.start);
        Ok(InitDeclarator { declarator, init, span })
    }

    /// `__asm__("label")` and attributes after a declarator.
    pub(super) fn declarator_tail(&mut self, declarator: &mut Declarator) -> PResult<()> {
        if self.at(Asm) {
            let start = self.here().start;
            self.bump();
            self.expect_open_paren("after 'asm'")?;
            self.skip_brackets()?;
            declarator.asm_label = Some(self.span_from(start));
        }
        self.gnu_attributes(&mut declarator.attrs)
    }

    /// Whether `{`, or the parameter declarations of a K&R definition, follow a function
    /// declarator.
    fn at_function_body(&self, declarator: &Declarator) -> bool {
        match declarator.chunks.first() {
            Some(DeclChunk::Function { kr_names, .. }) => {
                self.at(LBrace)
                    || kr_names.as_ref().is_some_and(|names| !names.is_empty())
                        && !self.at(Attribute)
                        && (self.starts_declaration_at(0) || self.at_undeclared_type())
            }
            _ => false,
        }
    }

    fn function_definition(
        &mut self,
        start: u32,
        specs: DeclSpecs,
        declarator: Declarator,
        level: Level,
    ) -> PResult<FunctionDef> {
        if let Some((name, _)) = declarator.name {
            self.scopes.declare(name, false);
        }
        let kr_params = self.kr_parameters()?;
        if !self.at(LBrace) {
            return self.expected("the '{' of the function's body");
        }
        let span = self.span_from(start);
        let def = FunctionDef { span, specs, declarator, kr_params, body_span: Span::default() };
        if level == Level::File {
            return Ok(self.begin_body(def));
        }
        let open = self.here().start;
        self.skip_braces();
        Ok(FunctionDef { span: self.span_from(start), body_span: self.span_from(open), ..def })
    }

    /// Parameter declarations before the body of a K&R definition; their names belong to the
    /// function.
    fn kr_parameters(&mut self) -> PResult<Vec<DeclarationId>> {
        let depth = self.scopes.depth();
        self.scopes.enter();
        let mut params = Vec::new();
        while !self.at(LBrace) && !self.at(Eof) {
            match self.declaration(Level::ForInit) {
                Ok(Item::Declaration(id)) => params.push(id),
                Ok(Item::Function(_)) => {}
                Ok(Item::Unended(_)) | Err(Failed) => {
                    self.scopes.leave_to(depth);
                    return Err(Failed);
                }
            }
        }
        self.scopes.leave_to(depth);
        Ok(params)
    }

    /// `_Static_assert(cond, "message");` (C 6.7.10); the message is optional.
    pub(super) fn static_assert(&mut self) -> PResult<DeclarationId> {
        let start = self.bump().span.start;
        let open = self.here();
        self.expect(LParen, "after '_Static_assert'")?;
        let cond = self.conditional_expr()?;
        let mut message = None;
        if self.eat(Comma) {
            let first = self.here();
            while self.at(Str) {
                self.bump();
            }
            message = Some(self.span_from(first.start));
        }
        self.expect_close(RParen, open)?;
        self.expect_semi("'_Static_assert(...)'")?;
        let span = self.span_from(start);
        Ok(self
            .ast
            .declarations
            .push(Declaration { span, kind: DeclarationKind::StaticAssert { cond, message } }))
    }

    /// `bupc_assert_type(e, T);` at file scope.
    fn assert_type_declaration(&mut self) -> PResult<DeclarationId> {
        let start = self.here().start;
        let cond = self.assert_type()?;
        self.expect_semi("'bupc_assert_type(...)'")?;
        let kind = DeclarationKind::StaticAssert { cond, message: None };
        let span = self.span_from(start);
        Ok(self.ast.declarations.push(Declaration { span, kind }))
    }

    /// Names that parameter declarations declare.
    pub(super) fn declared_names(&self, params: &[DeclarationId]) -> Vec<Symbol> {
        let mut names = Vec::new();
        for &id in params {
            if let DeclarationKind::Plain { declarators, .. } = &self.ast.declarations[id].kind {
                names.extend(
                    declarators.iter().filter_map(|d| d.declarator.name).map(|(name, _)| name),
                );
            }
        }
        names
    }

    pub(super) fn expect_open_paren(&mut self, context: &str) -> PResult<()> {
        if self.at(LParen) {
            return Ok(());
        }
        let message = format!("expected '(' {context}, found {}", self.found());
        let d = Diagnostic::error(ErrorName::Syntax, self.here(), message);
        self.fail(d)
    }
}

/// Leaves the last declarator out if its name is one of the others': a condition behind `,`.
fn drop_repeated(declarators: &mut Vec<InitDeclarator>) {
    let name = |d: &InitDeclarator| d.declarator.name.map(|n| n.0);
    if let Some((last, others)) = declarators.split_last() {
        if others.iter().any(|d| name(d) == name(last)) {
            declarators.pop();
        }
    }
}
