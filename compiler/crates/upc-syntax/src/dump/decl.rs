// SPDX-License-Identifier: Apache-2.0
//! Declarations and types.

use super::Dump;
use crate::ast::{
    AlignAs, ArraySize, Attribute, DeclChunk, DeclSpecs, DeclarationId, DeclarationKind,
    Declarator, Enumerator, FunctionDef, InitDeclarator, InitList, Initializer, Layout, Quals,
    StmtId, Storage, TagBody, TagSpecId, TypeNameId, TypeSpec,
};

impl Dump<'_> {
    pub(super) fn declaration(&mut self, id: DeclarationId) {
        let ast = self.ast;
        match &ast.declarations[id].kind {
            DeclarationKind::StaticAssert { cond, .. } => {
                self.list("static-assert", |d| d.operand(*cond))
            }
            DeclarationKind::Plain { specs, declarators } => self.list("decl ", |d| {
                d.specs(specs);
                for declarator in declarators {
                    d.space();
                    d.init_declarator(declarator);
                }
            }),
        }
    }

    pub(super) fn function(&mut self, f: &FunctionDef, body: Option<StmtId>) {
        self.list("function ", |d| {
            d.specs(&f.specs);
            d.space();
            d.declarator(&f.declarator);
            f.kr_params.iter().for_each(|&id| d.indented(|d| d.declaration(id)));
            body.iter().for_each(|&s| d.indented(|d| d.stmt(s)));
        });
    }

    fn init_declarator(&mut self, declarator: &InitDeclarator) {
        match &declarator.init {
            None => self.declarator(&declarator.declarator),
            Some(init) => self.list("= ", |d| {
                d.declarator(&declarator.declarator);
                d.space();
                d.initializer(init);
            }),
        }
    }

    fn initializer(&mut self, init: &Initializer) {
        match init {
            Initializer::Expr(e) => self.expr(*e),
            Initializer::List(list) => self.init_list(list),
        }
    }

    pub(super) fn init_list(&mut self, list: &InitList) {
        self.list("init", |d| {
            for item in &list.items {
                d.designators(&item.designators);
                d.space();
                d.initializer(&item.value);
            }
        });
    }

    pub(super) fn type_operand(&mut self, id: TypeNameId) {
        let ast = self.ast;
        let ty = &ast.type_names[id];
        self.space();
        self.list("type ", |d| {
            d.specs(&ty.specs);
            if !ty.declarator.span.is_empty() {
                d.space();
                d.declarator(&ty.declarator);
            }
        });
    }

    fn specs(&mut self, specs: &DeclSpecs) {
        self.word(storage_word(specs.storage));
        for (present, word) in [
            (specs.thread_local.is_some(), "_Thread_local "),
            (specs.constexpr.is_some(), "constexpr "),
            (specs.inline.is_some(), "inline "),
            (specs.noreturn, "_Noreturn "),
        ] {
            self.word(if present { word } else { "" });
        }
        for align in &specs.alignas {
            self.list("_Alignas", |d| match align {
                AlignAs::Expr(e) => d.operand(*e),
                AlignAs::Type(t) => d.type_operand(*t),
            });
            self.space();
        }
        self.quals(&specs.quals);
        self.type_spec(&specs.type_spec);
        self.attrs(&specs.attrs);
    }

    fn layout(&mut self, layout: &Layout) {
        match *layout {
            Layout::None => self.word("shared "),
            Layout::Indefinite => self.word("shared[] "),
            Layout::Star => self.word("shared[*] "),
            Layout::Expr(e) => {
                self.word("shared[");
                self.expr(e);
                self.word("] ");
            }
        }
    }

    /// The qualifiers, each with a space after it.
    fn quals(&mut self, quals: &Quals) {
        for shared in &quals.shared {
            self.layout(&shared.layout);
        }
        for (present, word) in [
            (quals.strict.is_some(), "strict "),
            (quals.relaxed.is_some(), "relaxed "),
            (quals.const_, "const "),
            (quals.volatile, "volatile "),
            (quals.restrict.is_some(), "restrict "),
            (quals.atomic, "_Atomic "),
        ] {
            self.word(if present { word } else { "" });
        }
    }

    fn type_spec(&mut self, spec: &TypeSpec) {
        match spec {
            TypeSpec::Missing => self.word("<implicit>"),
            TypeSpec::Error => self.word("<error>"),
            TypeSpec::Void => self.word("void"),
            TypeSpec::Bool => self.word("_Bool"),
            TypeSpec::Char { signed: None } => self.word("char"),
            TypeSpec::Char { signed: Some(s) } => self.word(if *s { "schar" } else { "uchar" }),
            TypeSpec::Short { signed } => self.integer(*signed, "short"),
            TypeSpec::Int { signed } => self.integer(*signed, "int"),
            TypeSpec::Long { signed } => self.integer(*signed, "long"),
            TypeSpec::LongLong { signed } => self.integer(*signed, "llong"),
            TypeSpec::Int128 { signed } => self.integer(*signed, "int128"),
            TypeSpec::Float => self.word("float"),
            TypeSpec::Double => self.word("double"),
            TypeSpec::LongDouble => self.word("ldouble"),
            TypeSpec::Complex(real) => self.list("complex ", |d| d.type_spec(real)),
            TypeSpec::ExtendedFloat(n) | TypeSpec::TypedefName(n) | TypeSpec::Builtin(n) => {
                self.name(*n)
            }
            TypeSpec::Tag(id) => self.tag(*id),
            TypeSpec::TypeofExpr(e) => self.list("typeof", |d| d.operand(*e)),
            TypeSpec::TypeofUnqual(of) => self.list("unqual ", |d| d.type_spec(of)),
            TypeSpec::TypeofType(t) => self.list("typeof", |d| d.type_operand(*t)),
            TypeSpec::Atomic(t) => self.list("_Atomic", |d| d.type_operand(*t)),
            TypeSpec::Auto => self.word("__auto_type"),
        }
    }

    fn integer(&mut self, signed: bool, word: &str) {
        self.word(if signed { "" } else { "u" });
        self.word(word);
    }

    fn enumerator(&mut self, e: &Enumerator) {
        self.space();
        self.name(e.name);
        if let Some(value) = e.value {
            self.word("=");
            self.expr(value);
        }
    }

    fn tag(&mut self, id: TagSpecId) {
        let ast = self.ast;
        let tag = &ast.tags[id];
        let head = format!("{:?}", tag.kind).to_lowercase();
        self.list(&head, |d| {
            tag.name.iter().for_each(|&(name, _)| {
                d.space();
                d.name(name);
            });
            d.attrs(&tag.attrs);
            match &tag.body {
                TagBody::Reference => {}
                TagBody::Members(members) => {
                    members.iter().for_each(|&m| d.indented(|d| d.declaration(m)))
                }
                TagBody::Enumerators { list, underlying } => {
                    underlying.iter().for_each(|&t| d.type_operand(t));
                    list.iter().for_each(|e| d.enumerator(e));
                }
            }
        });
    }

    fn attrs(&mut self, attrs: &[Attribute]) {
        for attr in attrs {
            self.space();
            self.list("attr ", |d| {
                d.name(attr.name);
                d.operands(&attr.args);
            });
        }
    }

    fn declarator(&mut self, declarator: &Declarator) {
        match declarator.name {
            Some((name, _)) => self.name(name),
            None => self.word("_"),
        }
        for chunk in &declarator.chunks {
            self.space();
            self.chunk(chunk);
        }
        if let Some(width) = declarator.bit_width {
            self.word(" :");
            self.expr(width);
        }
        if let Some(span) = declarator.asm_label {
            self.space();
            self.leaf("label", span);
        }
        self.attrs(&declarator.attrs);
    }

    fn chunk(&mut self, chunk: &DeclChunk) {
        match chunk {
            DeclChunk::Pointer { quals, .. } => {
                self.quals(quals);
                self.word("*");
            }
            DeclChunk::Array { size, quals, .. } => {
                self.word("[");
                self.quals(quals);
                match size {
                    ArraySize::Unspecified => {}
                    ArraySize::Star => self.word("*"),
                    ArraySize::Expr(e) => self.expr(*e),
                }
                self.word("]");
            }
            DeclChunk::Function { params, variadic, kr_names, .. } => self.list("fn", |d| {
                for &param in params {
                    d.space();
                    d.declaration(param);
                }
                d.word(if *variadic { " ..." } else { "" });
                kr_names.iter().for_each(|_| d.word(" kr"));
                for &(name, _) in kr_names.iter().flatten() {
                    d.space();
                    d.name(name);
                }
            }),
        }
    }
}

fn storage_word(storage: Storage) -> &'static str {
    match storage {
        Storage::None => "",
        Storage::Typedef => "typedef ",
        Storage::Extern => "extern ",
        Storage::Static => "static ",
        Storage::Auto => "auto ",
        Storage::Register => "register ",
    }
}
