// SPDX-License-Identifier: Apache-2.0
//! Which functions loops may take in, or why not.

use rustc_hash::{FxHashMap, FxHashSet};
use upc_sema::types::{QualTy, TypeKind};
use upc_sema::unit::{DeclId, DeclKind, Linkage};
use upc_source::{Span, Symbol};
use upc_syntax::ast::{
    Attribute, DeclChunk, DeclSpecs, DeclarationId, DeclarationKind, ExprId, ExprKind, External,
    FunctionDef, Initializer, StmtId, StmtKind, Storage, TypeNameId, TypeSpec, UnaryOp,
};

use super::Names;
use crate::facts::{is_ordinary, Exprs};
use crate::remarks::Obstacle;
use crate::Facts;

/// The most text of a function that loops take in, in bytes without blanks.
const MAX_BODY: usize = 1000;

/// Attributes with which a function's body may stand for its call.
const HARMLESS: &[&str] = &[
    "always_inline",
    "artificial",
    "const",
    "gnu_inline",
    "hot",
    "leaf",
    "nonnull",
    "nothrow",
    "pure",
    "unused",
];

/// Library functions that concern the function which calls them.
const OF_CALLER: &[&str] =
    &["alloca", "setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "vfork", "getcontext"];

/// Builtins that compute a number.
const COMPUTING: &[&str] = &["expect", "popcount", "clz", "ctz", "ffs", "parity", "abs", "fabs"];

/// A function whose body may stand for its call.
pub(super) struct Small<'a> {
    pub def: &'a FunctionDef,
    pub items: &'a [StmtId],
    pub params: Vec<Parameter>,
    pub result: QualTy,
    /// Names from outside of it.
    pub free: Names,
    /// Its own variables, besides the parameters.
    pub locals: Vec<DeclId>,
    /// Its unqualified accesses are strict.
    pub strict: bool,
    /// It accesses nothing shared: its value is an integer that expressions without effects give.
    pub computes: bool,
    pub branches: bool,
    pub size: usize,
}

pub(super) struct Parameter {
    pub decl: DeclId,
    pub declaration: DeclarationId,
    /// The body changes it, or may have its address.
    pub changes: bool,
    /// The body names it once at most.
    pub once: bool,
}

/// Functions that may be taken in, or why not.
pub(super) type Found<'a> = FxHashMap<DeclId, Result<Small<'a>, Obstacle>>;

/// The functions that loops may take in: those that access shared data, and those that compute an
/// integer, which may be a subscript. Of the others that access shared data without a loop, each
/// with the reason.
pub(super) fn functions<'a>(facts: &Facts<'a>, exprs: &Exprs, interposed: bool) -> Found<'a> {
    let attributes = Attributes::of(facts);
    let mut found = FxHashMap::default();
    for (def, body) in facts.definitions() {
        let Some(decl) = def.declarator.name.and_then(|n| facts.unit.decl_at.get(&n.1)) else {
            continue;
        };
        let function = Function { facts, exprs, def, body, decl: *decl };
        if function.has_loop() {
            continue;
        }
        if function.accesses_shared() || function.calls_accessing(&found) {
            found.insert(*decl, function.small(&attributes, interposed));
        } else if function.computes(&found) {
            let small = function.small(&attributes, interposed);
            found.extend(small.ok().map(|s| (*decl, Ok(Small { computes: true, ..s }))));
        }
    }
    found
}

/// The names of functions whose declarations have other attributes than [`HARMLESS`], or a name for
/// the assembler.
struct Attributes(FxHashMap<Symbol, String>);

impl Attributes {
    fn of(facts: &Facts) -> Attributes {
        let mut found = FxHashMap::default();
        let foreign = |lists: [&[Attribute]; 2]| {
            let names = lists.into_iter().flatten().map(|a| facts.names.name(a.name));
            names.map(str::to_string).find(|n| !HARMLESS.contains(&n.as_str()))
        };
        for external in facts.externals() {
            let (specs, declarators): (_, Vec<_>) = match external {
                External::Function(f) => (&f.specs, vec![&f.declarator]),
                External::Declaration(d) => match &facts.ast.declarations[*d].kind {
                    DeclarationKind::Plain { specs, declarators } => {
                        (specs, declarators.iter().map(|d| &d.declarator).collect())
                    }
                    DeclarationKind::StaticAssert { .. } => continue,
                },
                External::Asm(_) | External::Empty(_) => continue,
            };
            for d in declarators {
                let label = d.asm_label.map(|_| "asm".to_string());
                if let (Some(name), Some(why)) =
                    (d.name, foreign([&specs.attrs, &d.attrs]).or(label))
                {
                    found.insert(name.0, why);
                }
            }
        }
        Attributes(found)
    }
}

struct Function<'x, 'a> {
    facts: &'x Facts<'a>,
    exprs: &'x Exprs,
    def: &'a FunctionDef,
    body: StmtId,
    decl: DeclId,
}

impl<'a> Function<'_, 'a> {
    fn span(&self) -> Span {
        self.facts.ast.stmts[self.body].span
    }

    fn accesses_shared(&self) -> bool {
        !self.facts.shared_lvalues_in(self.span()).is_empty()
    }

    /// Whether the body calls a function with shared accesses that may be taken in.
    fn calls_accessing(&self, found: &Found) -> bool {
        let facts = self.facts;
        let accesses = |d| found.get(&d).and_then(|f| f.as_ref().ok()).is_some_and(|s| !s.computes);
        facts.writes().mentioned_in(self.span()).any(accesses)
    }

    /// Whether the function only returns integers, and no expression in it has an effect or reads
    /// what others change. It may call functions of the same kind.
    fn computes(&self, found: &Found) -> bool {
        let facts = self.facts;
        let StmtKind::Compound(items) = &facts.ast.stmts[self.body].kind else { return false };
        let returns = |&s: &StmtId| {
            matches!(facts.ast.stmts[s].kind, StmtKind::Return(_) | StmtKind::If { .. })
        };
        let TypeKind::Function(f) = facts.types.kind(facts.unit.decls[self.decl].ty.ty) else {
            return false;
        };
        matches!(facts.types.kind(f.ret.ty), TypeKind::Int(_))
            && items.iter().all(returns)
            && self.exprs.within(facts, self.span()).all(|e| self.is_computed(e, found))
    }

    fn is_computed(&self, e: ExprId, found: &Found) -> bool {
        let facts = self.facts;
        let ordinary = |e| facts.ty(e).map_or(true, |t| is_ordinary(&facts.types.object_quals(t)));
        match facts.expr_node(e).kind {
            ExprKind::Assign { .. }
            | ExprKind::PostInc(_)
            | ExprKind::PostDec(_)
            | ExprKind::StmtExpr(_)
            | ExprKind::Unary {
                op: UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::AddressOf, ..
            } => false,
            ExprKind::Call { callee, .. } => {
                let callee = facts.bare(callee);
                match (&facts.expr_node(callee).kind, facts.unit.ident.get(&callee)) {
                    (ExprKind::Ident(_), Some(d)) => {
                        matches!(found.get(d), Some(Ok(Small { computes: true, .. })))
                    }
                    (ExprKind::Ident(name), None) => computes(facts.names.name(*name)),
                    _ => false,
                }
            }
            _ => ordinary(e),
        }
    }

    fn has_loop(&self) -> bool {
        self.facts.has_loop(self.span())
    }

    /// Whether the function can be taken into loops, or why not.
    fn small(&self, attributes: &Attributes, interposed: bool) -> Result<Small<'a>, Obstacle> {
        let (facts, def, body) = (self.facts, self.def, self.span());
        let decl = &facts.unit.decls[self.decl];
        let no = |why: &str| Err(Obstacle::new(why));
        self.is_replaceable(attributes, interposed)?;
        let size = self.size_of_text()?;
        let function = match facts.types.kind(decl.ty.ty) {
            TypeKind::Function(f) if !f.variadic => f,
            _ => return no("it takes a variable number of arguments"),
        };
        let (Some(params), true) = (self.parameters(&function.params), def.kr_params.is_empty())
        else {
            return no(
                "its parameters are no numbers, pointers or plain structures named in its head",
            );
        };
        let result = function.ret;
        if !(facts.types.is_void(result.ty) || self.is_value(result)) {
            return no("it returns no number, no pointer and no structure of such");
        }
        let StmtKind::Compound(items) = &facts.ast.stmts[self.body].kind else {
            return no("it has no body");
        };
        self.has_plain_body(items, facts.types.is_void(result.ty))?;
        let own: Vec<DeclId> = facts.order().decls_in(body).collect();
        let free = self.free_names(&own, &params);
        let is_branch = |e| matches!(facts.expr_node(e).kind, ExprKind::Conditional { .. });
        let branches = items.len() > 1 || self.exprs.within(facts, body).any(is_branch);
        Ok(Small {
            def,
            items,
            params,
            result,
            free,
            locals: own,
            strict: facts.ast.strict_at(body.start),
            computes: false,
            branches,
            size,
        })
    }

    /// An obstacle if its attributes or its linkage forbid that its body takes the place of a call.
    fn is_replaceable(&self, attributes: &Attributes, interposed: bool) -> Result<(), Obstacle> {
        let decl = &self.facts.unit.decls[self.decl];
        if let Some(attribute) = attributes.0.get(&decl.name) {
            return Err(Obstacle::new(format!("it is declared with '{attribute}'")));
        }
        let exported = decl.linkage != Linkage::Internal && self.def.specs.inline.is_none();
        if decl.weak || interposed && exported {
            let why = "another definition may replace it at link time; make it static";
            return Err(Obstacle::new(why));
        }
        Ok(())
    }

    /// The bytes of its body's text; an obstacle if these are too many or contain directives.
    fn size_of_text(&self) -> Result<usize, Obstacle> {
        let (facts, body) = (self.facts, self.span());
        let size = size(facts.text, body);
        if size > MAX_BODY {
            let why = format!("it has {size} bytes of text, more than {MAX_BODY}");
            return Err(Obstacle::new(why));
        }
        if has_directive(self.def.span.slice(facts.text)) {
            return Err(Obstacle::new("there is a directive in it"));
        }
        if facts.ast.consistency.iter().any(|c| body.start <= c.0 && c.0 < body.end) {
            return Err(Obstacle::new("there is a '#pragma upc' in it"));
        }
        Ok(size)
    }

    /// An obstacle at the first statement or expression that cannot stand in a loop of another
    /// function.
    fn has_plain_body(&self, items: &[StmtId], is_void: bool) -> Result<(), Obstacle> {
        let facts = self.facts;
        if let Some(s) = items.iter().find_map(|&s| self.refused(s)) {
            let why = Obstacle::new("it has more than expressions, branches and variables");
            return Err(why.at(facts.ast.stmts[s].span, "this statement is here"));
        }
        if let Some(e) = self.exprs.within(facts, self.span()).find(|&e| !self.is_plain(e)) {
            let why = Obstacle::new("it depends on the function that it is in, or has an object");
            return Err(why.at(facts.span(e), "this expression is here"));
        }
        if !self.ends_well(items, is_void) {
            return Err(Obstacle::new("it returns from a branch that is no 'if (c) return x;'"));
        }
        Ok(())
    }

    fn parameters(&self, types: &[QualTy]) -> Option<Vec<Parameter>> {
        let facts = self.facts;
        let chunks = &self.def.declarator.chunks;
        let DeclChunk::Function { params, .. } = chunks.first()? else { return None };
        if types.is_empty() {
            return Some(Vec::new());
        }
        let parameter = |(&declaration, ty): (&DeclarationId, &QualTy)| {
            let DeclarationKind::Plain { declarators, specs } =
                &facts.ast.declarations[declaration].kind
            else {
                return None;
            };
            let [one] = declarators.as_slice() else { return None };
            let decl = *facts.unit.decl_at.get(&one.declarator.name?.1)?;
            let is_known = self.is_value(*ty) && self.is_plain_type(specs);
            let changes = facts.writes().is_written_in(decl, self.span())
                || facts.writes().is_addressed(decl);
            let once = facts.writes().mentions_in(decl, self.span()).len() <= 1;
            is_known.then_some(Parameter { decl, declaration, changes, once })
        };
        let found: Option<Vec<_>> = params.iter().zip(types).map(parameter).collect();
        found.filter(|f| f.len() == types.len() && f.len() == params.len())
    }

    /// A number, a pointer, or a structure of these, which no other agent changes.
    fn is_value(&self, ty: QualTy) -> bool {
        let types = self.facts.types;
        let known = match types.kind(ty.ty) {
            TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::Enum(_) | TypeKind::Pointer(_) => {
                true
            }
            // An array in it would decay to a pointer to the shared one.
            TypeKind::Struct(tag) => {
                let tag = &types.tags[*tag];
                let plain = tag.complete && !tag.opaque && !tag.members.is_empty();
                plain && tag.members.iter().all(|m| self.is_value(m.ty))
            }
            _ => false,
        };
        known && !ty.quals.volatile && !ty.quals.atomic && !ty.is_shared()
    }

    /// Specifiers that mean the same in a caller.
    fn is_plain_type(&self, specs: &DeclSpecs) -> bool {
        let storage = matches!(specs.storage, Storage::None | Storage::Register | Storage::Auto);
        let named = match &specs.type_spec {
            TypeSpec::Tag(tag) => {
                matches!(self.facts.ast.tags[*tag].body, upc_syntax::ast::TagBody::Reference)
            }
            TypeSpec::TypeofExpr(_)
            | TypeSpec::TypeofType(_)
            | TypeSpec::TypeofUnqual(_)
            | TypeSpec::Auto
            | TypeSpec::Missing
            | TypeSpec::Error => false,
            _ => true,
        };
        storage && named && specs.attrs.is_empty() && specs.alignas.is_empty()
    }

    /// The first statement in `s` that cannot be in an expression.
    fn refused(&self, s: StmtId) -> Option<StmtId> {
        let facts = self.facts;
        match &facts.ast.stmts[s].kind {
            StmtKind::Expr(_) | StmtKind::Empty | StmtKind::Return(_) | StmtKind::UpcFence => None,
            StmtKind::Compound(list) => list.iter().find_map(|&s| self.refused(s)),
            StmtKind::If { then, otherwise, .. } => {
                self.refused(*then).or_else(|| otherwise.and_then(|s| self.refused(s)))
            }
            StmtKind::Declaration(d) => (!self.is_plain_declaration(*d)).then_some(s),
            _ => Some(s),
        }
    }

    fn is_plain_declaration(&self, d: DeclarationId) -> bool {
        let facts = self.facts;
        let DeclarationKind::Plain { specs, declarators } = &facts.ast.declarations[d].kind else {
            return false;
        };
        self.is_plain_type(specs)
            && declarators.iter().all(|d| {
                let decl = d.declarator.name.and_then(|n| facts.unit.decl_at.get(&n.1));
                let value = decl
                    .map(|&d| &facts.unit.decls[d])
                    .is_some_and(|d| d.kind == DeclKind::Object && self.is_value(d.ty));
                value
                    && d.declarator.attrs.is_empty()
                    && d.declarator.asm_label.is_none()
                    && !matches!(d.init, Some(Initializer::List(_)))
            })
    }

    /// Whether the expression, without its parts, means the same in a caller.
    fn is_plain(&self, e: ExprId) -> bool {
        let facts = self.facts;
        match &facts.expr_node(e).kind {
            ExprKind::FuncName
            | ExprKind::LabelAddress(_)
            | ExprKind::VaArg { .. }
            | ExprKind::CompoundLiteral { .. }
            | ExprKind::Generic { .. }
            | ExprKind::ChooseExpr { .. }
            | ExprKind::SizeofExpr { .. }
            | ExprKind::BuiltinCall { .. }
            | ExprKind::Error => false,
            ExprKind::Ident(name) => match facts.unit.ident.get(&e) {
                Some(&d) => d != self.decl && !OF_CALLER.contains(&facts.names.name(*name)),
                None => computes(facts.names.name(*name)),
            },
            ExprKind::StmtExpr(s) => self.refused(*s).is_none() && !self.returns(*s),
            _ => true,
        }
    }

    fn returns(&self, s: StmtId) -> bool {
        let span = self.facts.ast.stmts[s].span;
        self.facts.stmts_in(span).any(|s| matches!(s.kind, StmtKind::Return(_)))
    }

    /// Whether each path through `items` ends with a value, or in a function without one nothing
    /// is returned but by `if (c) return;` and at the end.
    fn ends_well(&self, items: &[StmtId], void: bool) -> bool {
        let facts = self.facts;
        let Some((&first, rest)) = items.split_first() else { return void };
        match facts.ast.stmts[first].kind {
            StmtKind::Return(_) => rest.is_empty(),
            StmtKind::If { then, otherwise, .. } if returned(facts, then).is_some() => {
                match otherwise {
                    None => self.ends_well(rest, void),
                    Some(s) => !void && rest.is_empty() && returned(facts, s).is_some(),
                }
            }
            _ => !self.returns(first) && self.ends_well(rest, void),
        }
    }

    fn free_names(&self, own: &[DeclId], params: &[Parameter]) -> Names {
        let facts = self.facts;
        let mut names = names_of(facts, self.exprs, self.def.body_span);
        for d in own {
            names.remove(&facts.unit.decls[*d].name);
        }
        for p in params {
            names.remove(&facts.unit.decls[p.decl].name);
            declared_type(facts, p.declaration, &mut names);
        }
        for s in facts.stmts_in(self.span()) {
            if let StmtKind::Declaration(d) = s.kind {
                declared_type(facts, d, &mut names);
            }
        }
        names
    }
}

/// The value that the statement `s` returns, if it does nothing else: `Some(None)` is no value.
pub(super) fn returned(facts: &Facts, s: StmtId) -> Option<Option<ExprId>> {
    match &facts.ast.stmts[s].kind {
        StmtKind::Return(value) => Some(*value),
        StmtKind::Compound(list) => match list.as_slice() {
            [one] => returned(facts, *one),
            _ => None,
        },
        _ => None,
    }
}

/// The names in the expressions of `span`.
pub(super) fn names_of(facts: &Facts, exprs: &Exprs, span: Span) -> Names {
    let mut names = FxHashSet::default();
    for e in exprs.within(facts, span) {
        match &facts.expr_node(e).kind {
            ExprKind::Ident(name) => {
                names.insert(*name);
            }
            ExprKind::Cast { ty, .. }
            | ExprKind::SizeofType { ty, .. }
            | ExprKind::Offsetof { ty, .. }
            | ExprKind::AssertType { ty, .. } => type_name(facts, *ty, &mut names),
            ExprKind::TypesCompatible(a, b) => {
                type_name(facts, *a, &mut names);
                type_name(facts, *b, &mut names);
            }
            _ => {}
        }
    }
    names
}

fn type_name(facts: &Facts, ty: TypeNameId, names: &mut Names) {
    specs_names(facts, &facts.ast.type_names[ty].specs, names);
}

fn declared_type(facts: &Facts, d: DeclarationId, names: &mut Names) {
    if let DeclarationKind::Plain { specs, .. } = &facts.ast.declarations[d].kind {
        specs_names(facts, specs, names);
    }
}

fn specs_names(facts: &Facts, specs: &DeclSpecs, names: &mut Names) {
    match &specs.type_spec {
        TypeSpec::TypedefName(name) => {
            names.insert(*name);
        }
        TypeSpec::Tag(tag) => names.extend(facts.ast.tags[*tag].name.map(|n| n.0)),
        _ => {}
    }
}

fn computes(name: &str) -> bool {
    let builtin = name.strip_prefix("__builtin_");
    builtin.is_some_and(|n| COMPUTING.iter().any(|c| n.starts_with(c)))
}

/// The bytes of `span` that are no blanks and no line markers.
pub(super) fn size(text: &str, span: Span) -> usize {
    let lines = span.slice(text).lines().filter(|l| !l.starts_with('#'));
    lines.map(|l| l.bytes().filter(|b| !b.is_ascii_whitespace()).count()).sum()
}

/// Whether `text` has a line of the preprocessor that is no line marker.
fn has_directive(text: &str) -> bool {
    text.lines().any(|l| l.trim_start().starts_with('#') && !l.starts_with("# "))
}

/// Whether a declaration with these qualifiers may be a temporary variable.
pub(super) fn is_array(chunks: &[DeclChunk]) -> bool {
    matches!(chunks.first(), Some(DeclChunk::Array { .. } | DeclChunk::Function { .. }))
}
