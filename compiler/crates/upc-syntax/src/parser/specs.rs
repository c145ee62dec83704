// SPDX-License-Identifier: Apache-2.0
//! Declaration specifiers and type qualifiers (C 6.7, UPC 6.5).

use super::{PResult, Parser};
use crate::ast::{AlignAs, DeclSpecs, Quals, Storage, TagBody, TypeSpec};
use crate::token::TokenKind::{self, *};
use upc_source::{Diagnostic, ErrorName, Span};

/// The context of specifiers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SpecPlace {
    /// A declaration at file scope or in a block.
    Declaration,
    Member,
    Parameter,
    /// A type-name, an enumeration's underlying type.
    TypeName,
    /// The type-name of a cast or of a compound literal.
    Literal,
}

/// The arithmetic type specifiers seen so far, to be combined (C 6.7.2p2).
#[derive(Default)]
struct Arithmetic {
    base: Option<Base>,
    signed: Option<bool>,
    short: bool,
    longs: u8,
    complex: bool,
    conflict: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Base {
    Char,
    Int,
    Int128,
    Float,
    Double,
}

impl Arithmetic {
    fn is_empty(&self) -> bool {
        self.base.is_none()
            && self.signed.is_none()
            && !self.short
            && self.longs == 0
            && !self.complex
    }

    /// `signed` or `unsigned` alone.
    fn is_sign_only(&self) -> bool {
        self.base.is_none()
            && self.signed.is_some()
            && !self.short
            && self.longs == 0
            && !self.complex
    }

    fn add(&mut self, kind: TokenKind) {
        match kind {
            CharType => self.set_base(Base::Char),
            Int => self.set_base(Base::Int),
            Int128 => self.set_base(Base::Int128),
            Float => self.set_base(Base::Float),
            Double => self.set_base(Base::Double),
            Signed | Unsigned => {
                let signed = kind == Signed;
                self.conflict |= self.signed.is_some_and(|s| s != signed);
                self.signed = Some(signed);
            }
            Short => self.short = true,
            Long => self.longs = self.longs.saturating_add(1),
            _ => self.complex = true,
        }
    }

    fn set_base(&mut self, base: Base) {
        self.conflict |= self.base.is_some();
        self.base = Some(base);
    }

    fn integer(&self, signed: bool) -> TypeSpec {
        match (self.short, self.longs) {
            (true, _) => TypeSpec::Short { signed },
            (_, 0) => TypeSpec::Int { signed },
            (_, 1) => TypeSpec::Long { signed },
            _ => TypeSpec::LongLong { signed },
        }
    }

    /// The type that the specifiers make together, `None` if they make none.
    fn combine(&self) -> Option<TypeSpec> {
        let signed = self.signed.unwrap_or(true);
        if self.conflict || self.longs > 2 || (self.short && self.longs > 0) {
            return None;
        }
        let sized = self.short || self.longs > 0;
        let real = match self.base {
            Some(Base::Char) if !sized => TypeSpec::Char { signed: self.signed },
            Some(Base::Int128) if !sized => TypeSpec::Int128 { signed },
            Some(Base::Float) if !sized && self.signed.is_none() => TypeSpec::Float,
            Some(Base::Double) if !self.short && self.signed.is_none() && self.longs == 1 => {
                TypeSpec::LongDouble
            }
            Some(Base::Double) if !sized && self.signed.is_none() => TypeSpec::Double,
            None if self.complex && !sized && self.signed.is_none() => TypeSpec::Double,
            None | Some(Base::Int) => self.integer(signed),
            _ => return None,
        };
        Some(if self.complex { TypeSpec::Complex(Box::new(real)) } else { real })
    }
}

/// The specifiers under construction.
struct Builder {
    specs: DeclSpecs,
    arithmetic: Arithmetic,
    /// A specifier that cannot be combined with another: `void`, a tag, a typedef name, ...
    single: Option<TypeSpec>,
    /// Where `single` was written, if it is a `_BitInt` whose sign may still follow.
    bit_int: Option<Span>,
}

impl Builder {
    fn has_type(&self) -> bool {
        self.single.is_some() || !self.arithmetic.is_empty()
    }
}

impl Parser<'_> {
    /// Parses specifiers as far as they go; none at all is not an error here. Attributes between
    /// them are kept.
    pub(super) fn decl_specs(&mut self, place: SpecPlace) -> PResult<DeclSpecs> {
        let start = self.here();
        let specs = no_specs(start.start);
        let mut b =
            Builder { specs, arithmetic: Arithmetic::default(), single: None, bit_int: None };
        let first = self.pos;
        while self.specifier(&mut b, place)? {}
        if self.pos > first {
            b.specs.span = self.span_from(start.start);
        }
        self.finish_type(&mut b);
        Ok(b.specs)
    }

    /// Takes one specifier; false if the current token is none.
    fn specifier(&mut self, b: &mut Builder, place: SpecPlace) -> PResult<bool> {
        let token = self.token();
        match token.kind {
            Typedef | Extern | Static | Auto | Register => {
                self.storage_class(&mut b.specs, place)?
            }
            ThreadLocal => b.specs.thread_local = Some(self.bump().span),
            Inline => b.specs.inline = Some(self.bump().span),
            Noreturn => {
                self.bump();
                b.specs.noreturn = true;
            }
            Constexpr => b.specs.constexpr = Some(self.bump().span),
            Extension => {
                self.bump();
            }
            Attribute => self.gnu_attributes(&mut b.specs.attrs)?,
            LBracket if self.nth_kind(1) == LBracket => self.std_attributes(&mut b.specs.attrs)?,
            Alignas => self.alignas(&mut b.specs)?,
            Atomic if self.nth_kind(1) == LParen => {
                self.bump();
                let ty = self.parenthesised_type_name()?;
                self.set_single(b, TypeSpec::Atomic(ty), token.span.start);
            }
            _ if self.qualifier(&mut b.specs.quals, &mut b.specs.attrs)? => {}
            _ => return self.type_specifier(b, place),
        }
        Ok(true)
    }

    fn storage_class(&mut self, specs: &mut DeclSpecs, place: SpecPlace) -> PResult<()> {
        let token = self.token();
        let storage = match token.kind {
            Typedef => Storage::Typedef,
            Extern => Storage::Extern,
            Static => Storage::Static,
            Auto => Storage::Auto,
            _ => Storage::Register,
        };
        let misplaced = match place {
            SpecPlace::Member => Some("a structure member"),
            SpecPlace::TypeName => Some("a type name"),
            SpecPlace::Literal if !matches!(storage, Storage::Static | Storage::Register) => {
                Some("a type name")
            }
            _ => None,
        };
        if let Some(what) = misplaced {
            self.error_at(
                ErrorName::StorageClass,
                token.span,
                format!("'{}' cannot stand in {what}", token.kind.describe()),
            );
        } else if specs.storage != Storage::None {
            let first = specs.storage_span;
            let d = Diagnostic::error(
                ErrorName::StorageClass,
                token.span,
                "a declaration has at most one storage class",
            )
            .label(first, "the first one");
            self.report(d);
        } else {
            specs.storage = storage;
            specs.storage_span = token.span;
        }
        self.bump();
        Ok(())
    }

    /// Takes one type specifier; false if the current token is none.
    fn type_specifier(&mut self, b: &mut Builder, place: SpecPlace) -> PResult<bool> {
        let token = self.token();
        let start = token.span.start;
        if b.has_type() && token.kind != Ident && self.starts_new_declaration_after_tag(b) {
            return Ok(false);
        }
        match token.kind {
            CharType | Int | Int128 | Float | Double | Signed | Unsigned | Short | Long
            | Complex => {
                self.bump();
                self.add_arithmetic(b, token.kind, token.span);
            }
            Struct | Union | Enum => {
                let tag = self.tag_specifier()?;
                self.set_single(b, TypeSpec::Tag(tag), start);
            }
            Typeof | TypeofUnqual => {
                let spec = self.typeof_specifier()?;
                self.set_single(b, spec, start);
            }
            BitInt => self.bit_int(b)?,
            Ident if !b.has_type() && self.at_unknown_qualifier() => self.unknown_qualifier(),
            _ => {
                let Some(spec) = self.one_word_type(b, place) else { return Ok(false) };
                self.bump();
                self.set_single(b, spec, start);
            }
        }
        Ok(true)
    }

    /// The type specifier that the current token is by itself, without taking it.
    fn one_word_type(&mut self, b: &Builder, place: SpecPlace) -> Option<TypeSpec> {
        let token = self.token();
        Some(match token.kind {
            Void => TypeSpec::Void,
            Bool => TypeSpec::Bool,
            Int128Typedef => TypeSpec::Int128 { signed: true },
            Uint128Typedef => TypeSpec::Int128 { signed: false },
            ExtendedFloat if self.at_typedef_name(b) => return None,
            ExtendedFloat => TypeSpec::ExtendedFloat(token.symbol),
            BuiltinType => TypeSpec::Builtin(token.symbol),
            AutoType => TypeSpec::Auto,
            Ident if !b.has_type() => return self.named_type(&b.specs, place),
            _ => return None,
        })
    }

    /// Whether the current token is the name that a typedef defines; glibc under clang has `typedef
    /// float _Float32;`.
    fn at_typedef_name(&self, b: &Builder) -> bool {
        b.has_type() && b.specs.storage == Storage::Typedef && self.nth_kind(1) == Semi
    }

    fn add_arithmetic(&mut self, b: &mut Builder, kind: TokenKind, span: Span) {
        if !b.has_type() {
            b.specs.type_span = span;
        }
        b.specs.type_span = b.specs.type_span.to(span);
        if let (Some(TypeSpec::ExtendedFloat(name)), Complex) = (&b.single, kind) {
            b.single = Some(TypeSpec::Complex(Box::new(TypeSpec::ExtendedFloat(*name))));
        } else if let (Some(at), Signed | Unsigned) = (b.bit_int.take(), kind) {
            b.single = Some(TypeSpec::Builtin(self.bit_int_name(Some(kind == Signed), at)));
        } else if b.single.is_some() {
            self.two_types(b, span);
        } else {
            b.arithmetic.add(kind);
        }
    }

    fn set_single(&mut self, b: &mut Builder, spec: TypeSpec, start: u32) {
        let span = self.span_from(start);
        let only_complex =
            b.arithmetic.complex && b.arithmetic.base.is_none() && b.arithmetic.signed.is_none();
        if let (true, TypeSpec::ExtendedFloat(name)) = (only_complex, &spec) {
            b.single = Some(TypeSpec::Complex(Box::new(TypeSpec::ExtendedFloat(*name))));
            b.arithmetic = Arithmetic::default();
        } else if b.has_type() {
            self.two_types(b, span);
        } else {
            b.single = Some(spec);
            b.specs.type_span = span;
        }
        b.specs.type_span = b.specs.type_span.to(span);
    }

    fn two_types(&mut self, b: &mut Builder, span: Span) {
        let d = Diagnostic::error(ErrorName::TypeSpecifiers, span, "two types in one declaration")
            .label(b.specs.type_span, "the first one");
        self.report(d.rule("C 6.7.2p2"));
        b.single = Some(TypeSpec::Error);
    }

    /// After `struct S { ... }` on an earlier line, another type: the `;` was forgotten.
    fn starts_new_declaration_after_tag(&mut self, b: &Builder) -> bool {
        let Some(TypeSpec::Tag(tag)) = b.single else { return false };
        let has_body = !matches!(self.ast.tags[tag].body, TagBody::Reference);
        if !has_body || !self.on_new_line() || !self.starts_type_at(0) {
            return false;
        }
        let at = self.after_prev();
        self.error_at(ErrorName::TypeSpecifiers, at, "missing ';' after the '}' of this type");
        self.assume_semi = true;
        true
    }

    fn finish_type(&mut self, b: &mut Builder) {
        if let Some(spec) = b.single.take() {
            b.specs.type_spec = spec;
        } else if !b.arithmetic.is_empty() {
            b.specs.type_spec = b.arithmetic.combine().unwrap_or_else(|| {
                let span = b.specs.type_span;
                let message = format!("'{}' is not a type", span.slice(self.text));
                self.found.push(
                    Diagnostic::error(ErrorName::TypeSpecifiers, span, message).rule("C 6.7.2p2"),
                );
                TypeSpec::Error
            });
        }
    }

    /// C23 `_BitInt(N)`, `signed` or `unsigned` before or after it: a type of the C compiler's,
    /// kept by its spelling.
    fn bit_int(&mut self, b: &mut Builder) -> PResult<()> {
        let keyword = self.bump();
        let open = self.here();
        self.expect(LParen, "after '_BitInt'")?;
        self.conditional_expr()?;
        self.expect_close(RParen, open)?;
        let span = self.span_from(keyword.span.start);
        let sign_only = b.single.is_none() && b.arithmetic.is_sign_only();
        let sign = b.arithmetic.signed.filter(|_| sign_only);
        if sign.is_some() {
            b.arithmetic = Arithmetic::default();
        }
        let symbol = self.bit_int_name(sign, span);
        self.set_single(b, TypeSpec::Builtin(symbol), keyword.span.start);
        b.bit_int = Some(span);
        Ok(())
    }

    fn bit_int_name(&mut self, sign: Option<bool>, span: Span) -> upc_source::Symbol {
        let sign = match sign {
            Some(true) => "signed ",
            Some(false) => "unsigned ",
            None => "",
        };
        let spelling = format!("{sign}{}", span.slice(self.text));
        self.interner.intern(&spelling)
    }

    fn typeof_specifier(&mut self) -> PResult<TypeSpec> {
        let unqualified = self.bump().kind == TypeofUnqual;
        let open = self.here();
        self.expect(LParen, "after 'typeof'")?;
        let spec = if self.starts_type_at(0) {
            TypeSpec::TypeofType(self.type_name()?)
        } else {
            TypeSpec::TypeofExpr(self.expression()?)
        };
        self.expect_close(RParen, open)?;
        Ok(if unqualified { TypeSpec::TypeofUnqual(Box::new(spec)) } else { spec })
    }

    fn alignas(&mut self, specs: &mut DeclSpecs) -> PResult<()> {
        self.bump();
        let open = self.here();
        self.expect(LParen, "after '_Alignas'")?;
        let alignment = if self.starts_type_at(0) {
            AlignAs::Type(self.type_name()?)
        } else {
            AlignAs::Expr(self.conditional_expr()?)
        };
        specs.alignas.push(alignment);
        self.expect_close(RParen, open)
    }

    /// Takes one type qualifier (C 6.7.3, UPC 6.5.1.1); false if the current token is none.
    pub(super) fn qualifier(
        &mut self,
        quals: &mut Quals,
        attrs: &mut Vec<crate::ast::Attribute>,
    ) -> PResult<bool> {
        match self.kind() {
            Const => quals.const_ = true,
            Volatile => quals.volatile = true,
            Restrict => quals.restrict = Some(self.here()),
            Atomic => quals.atomic = true,
            Nullability => {}
            Strict => quals.strict = Some(self.here()),
            Relaxed => quals.relaxed = Some(self.here()),
            Shared => {
                let shared = self.shared_qualifier()?;
                quals.shared.push(shared);
                return Ok(true);
            }
            Attribute => {
                self.gnu_attributes(attrs)?;
                return Ok(true);
            }
            _ => return Ok(false),
        }
        self.bump();
        Ok(true)
    }
}

/// No specifiers, at `at`.
fn no_specs(at: u32) -> DeclSpecs {
    let empty = Span::new(at, at);
    DeclSpecs {
        span: empty,
        storage: Storage::None,
        storage_span: empty,
        thread_local: None,
        constexpr: None,
        inline: None,
        noreturn: false,
        type_spec: TypeSpec::Missing,
        type_span: empty,
        quals: Quals::default(),
        attrs: Vec::new(),
        alignas: Vec::new(),
    }
}
