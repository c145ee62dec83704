// SPDX-License-Identifier: Apache-2.0
//! The loop over a unit's external declarations.

use rustc_hash::{FxHashMap, FxHashSet};
use upc_source::{Diagnostics, Interner, LineMap, Span, Symbol};
use upc_syntax::ast::{
    Ast, Declaration, DeclarationKind, ExprId, ExprKind, External, FunctionDef, SizeofOp, StmtId,
    TypeNameId,
};
use upc_syntax::parser::Parser;
use upc_syntax::token::{Token, TokenKind};
use upc_syntax::Dialect;

use crate::called_functions::{called, returns_by_itself, spread, Caller};
use crate::check::spelling::is_meant_for_upc;
use crate::check::undefined_access::UndefinedAccesses;
use crate::check::{Check, State};
use crate::options::Options;
use crate::plain_loops;
use crate::pragma_pack::Packing;
use crate::pure::{is_expression, is_pure, Meaning};
use crate::scope::Scopes;
use crate::table::Types;
use crate::types::{QualTy, Quals, TypeKind};
use crate::unit::{DeclId, DeclKind, Linkage, Unit};

/// The most tokens of a function that a loop may take in.
const MAX_SMALL: usize = 512;
/// The same of a function without UPC, which may stand in a subscript.
const MAX_COMPUTING: usize = 128;

/// The results for a translation unit.
pub struct Analysis {
    pub ast: Ast,
    pub unit: Unit,
    pub types: Types,
    /// External declarations in the order of the text; of a function definition its body where it
    /// was analysed. A definition without one is passed to the C compiler untouched.
    pub externals: Vec<(External, Option<StmtId>)>,
    /// The unit has a UPC construct outside system headers.
    pub has_upc: bool,
}

/// Parses and checks one preprocessed text (UPC 5.1.1.2, translation phase 7). All findings go to
/// `diags`; the result is usable by later phases only if `diags` has no errors.
pub fn analyze(
    text: &str,
    map: &LineMap,
    dialect: Dialect,
    options: &Options,
    interner: &mut Interner,
    diags: &mut Diagnostics,
) -> Analysis {
    let mut found = Diagnostics::new();
    let mut analysed = |reaching, found: &mut Diagnostics| {
        analyze_with(text, map, dialect, options, reaching, interner, found)
    };
    let (mut analysis, callers) = analysed(FxHashSet::default(), &mut found);
    if spread(&callers, &mut analysis.unit.reaching_upc) {
        found = Diagnostics::new();
        (analysis, _) = analysed(analysis.unit.reaching_upc, &mut found);
    }
    diags.append(found);
    analysis
}

/// The same if the functions `reaching` are known to reach UPC. Returns also the functions for
/// which it was not known when they were defined.
fn analyze_with(
    text: &str,
    map: &LineMap,
    dialect: Dialect,
    options: &Options,
    reaching: FxHashSet<Symbol>,
    interner: &mut Interner,
    diags: &mut Diagnostics,
) -> (Analysis, Vec<Caller>) {
    let mut parser = Parser::new(text, map, dialect, interner);
    let lines = parser.pragmas().iter().map(|p| (p.span.start, slice(text, p.span)));
    let packing = Packing::new(lines);
    let mut state = State::new(options);
    state.unit.reaching_upc = reaching;
    let mut externals = Vec::new();
    let unit = Inputs { text, map, options, packing: &packing };
    while let Some(external) = parser.next_external(diags) {
        let body = match &external {
            External::Declaration(id) => {
                unit.check(&parser, &mut state, diags, |c| c.declaration(*id, false));
                None
            }
            External::Function(def) => unit.function(&mut parser, &mut state, diags, def),
            External::Asm(_) | External::Empty(_) => None,
        };
        externals.push((external, body));
    }
    unit.check(&parser, &mut state, diags, |c| c.settle_private());
    let mut ast = parser.into_ast();
    state.unit.expr_ty.grow(ast.exprs.len(), None);
    plain_loops::rewrite(&mut ast, &state.unit, &state.types);
    let State { unit, types, has_upc, callers, .. } = state;
    (Analysis { ast, unit, types, externals, has_upc }, callers)
}

impl Analysis {
    /// Constants that have to do with UPC, so that their value may be another without it: their
    /// places and values.
    pub fn constants_of_upc(&self, text: &str) -> Vec<(Span, String)> {
        let place = |e: ExprId| self.ast.exprs[e].span;
        let sizes = self
            .ast
            .exprs
            .iter_enumerated()
            .filter_map(|(e, expr)| Some((place(e), self.size_of_upc(&expr.kind)?)));
        let required = self.unit.constant.iter().filter(|(&e, _)| self.says_upc(e, text));
        let suffix = |e: ExprId| match self.ast.exprs[e].kind {
            ExprKind::SizeofExpr { .. }
            | ExprKind::SizeofType { .. }
            | ExprKind::Offsetof { .. } => "ul",
            _ => "",
        };
        sizes
            .chain(required.map(|(&e, value)| (place(e), format!("{value}{}", suffix(e)))))
            .collect()
    }

    /// The value of a sizeof or _Alignof whose operand has to do with shared types.
    fn size_of_upc(&self, kind: &ExprKind) -> Option<String> {
        let (op, ty) = match kind {
            ExprKind::SizeofExpr { op, operand } => {
                (op, self.unit.expr_ty.get(*operand).copied().flatten()?)
            }
            ExprKind::SizeofType { op, ty } => (op, *self.unit.type_name.get(ty)?),
            _ => return None,
        };
        let value = match op {
            SizeofOp::Sizeof => self.types.fixed_size(ty.ty),
            SizeofOp::Alignof => self.types.align(ty.ty),
            _ => None,
        };
        value.filter(|_| self.types.involves_shared(ty)).map(|v| format!("{v}ul"))
    }

    /// Whether the text of `e`, or a type in it, has to do with UPC.
    fn says_upc(&self, e: ExprId, text: &str) -> bool {
        let expr = &self.ast.exprs[e];
        let about = |ty: &TypeNameId| {
            self.unit.type_name.get(ty).is_some_and(|t| self.types.involves_shared(*t))
        };
        match &expr.kind {
            ExprKind::Offsetof { ty, .. } => about(ty),
            ExprKind::TypesCompatible(a, b) => about(a) || about(b),
            _ => {
                let words = ["upc_", "UPC_", "THREADS", "shared"];
                let text = expr.span.slice(text);
                words.iter().any(|w| text.contains(w))
            }
        }
    }

    /// The declarations of the library's extensions whose names the program takes for its own.
    pub fn replaced_declarations(&self) -> impl Iterator<Item = Span> + '_ {
        let declarations = self.externals.iter().filter_map(|(external, _)| match external {
            External::Declaration(id) => Some(&self.ast.declarations[*id]),
            _ => None,
        });
        let replaced = |d: &&Declaration| match &d.kind {
            DeclarationKind::Plain { declarators, .. } => {
                let mut names = declarators.iter().filter_map(|d| d.declarator.name);
                names.any(|(_, span)| self.unit.replaced.contains(&span))
            }
            DeclarationKind::StaticAssert { .. } => false,
        };
        declarations.filter(replaced).map(|d| d.span)
    }
}

fn slice(text: &str, span: Span) -> &str {
    text.get(span.start as usize..span.end as usize).unwrap_or("")
}

impl State {
    pub fn new(options: &Options) -> State {
        State {
            types: Types::new(options.target, options.static_threads),
            unit: Unit::default(),
            scopes: Scopes::default(),
            tainted: FxHashMap::default(),
            relocated: FxHashSet::default(),
            unsettled: Vec::new(),
            typedef_align: FxHashMap::default(),
            constexprs: FxHashMap::default(),
            implicit: FxHashSet::default(),
            undeclared: FxHashSet::default(),
            meant_for_upc: Default::default(),
            has_upc: false,
            callers: Vec::new(),
        }
    }

    /// Notes the calls of the function `name`, which the parser has reached. `analysed`: its body
    /// will be.
    fn note_caller(&mut self, name: Symbol, parser: &Parser<'_>, analysed: bool) {
        let tokens = parser.body_tokens();
        let called = |pair: &[Token]| {
            let [t, next] = pair else { return None };
            let is_function = |d: DeclId| {
                matches!(self.types.kind(self.unit.decls[d].ty.ty), TypeKind::Function(_))
            };
            let known = self.scopes.lookup(t.symbol);
            let calls = known.map_or(next.kind == TokenKind::LParen, is_function);
            (t.kind == TokenKind::Ident && calls).then_some(t.symbol)
        };
        let calls = tokens.windows(2).filter_map(called).collect();
        self.callers.push(Caller { name, calls, may_wait: !analysed && may_repeat(tokens) });
    }

    /// Whether the function `id` with the body `tokens` is the unit's own and pure.
    fn is_pure(&self, id: DeclId, tokens: &[Token]) -> bool {
        self.unit.decls[id].linkage == Linkage::Internal
            && self.is_of_numbers(id)
            && is_pure(tokens, |t| {
                self.scopes.lookup(t.symbol).map_or(Meaning::Own, |d| self.meaning(d))
            })
    }

    /// Whether the function that the parser has reached, which has no UPC, calls only functions
    /// known not to.
    fn is_unshared(&self, parser: &Parser<'_>) -> bool {
        let known = |t: &Token| {
            let name = parser.interner().name(t.symbol);
            match self.scopes.lookup(t.symbol) {
                Some(d) if self.unit.unshared.contains(&d) => true,
                Some(d) => {
                    let is_function =
                        matches!(self.types.kind(self.unit.decls[d].ty.ty), TypeKind::Function(_));
                    let d = &self.unit.decls[d];
                    is_function && d.system && !d.defined && returns_by_itself(name)
                }
                None => name.starts_with("__builtin_"),
            }
        };
        called(parser.body_tokens()).is_some_and(|names| names.into_iter().all(known))
    }

    /// Whether the function takes numbers and returns a number.
    fn is_of_numbers(&self, id: DeclId) -> bool {
        let TypeKind::Function(f) = self.types.kind(self.unit.decls[id].ty.ty) else {
            return false;
        };
        let number = |t: &QualTy| self.types.is_real(t.ty) && !t.quals.volatile && !t.quals.atomic;
        f.prototype && !f.variadic && number(&f.ret) && f.params.iter().all(number)
    }

    /// Whether the function's value is an integer that some expressions give, by its tokens.
    fn computes(&self, id: DeclId, tokens: &[Token]) -> bool {
        let TypeKind::Function(f) = self.types.kind(self.unit.decls[id].ty.ty) else {
            return false;
        };
        let integer = matches!(self.types.kind(f.ret.ty), TypeKind::Int(_));
        integer && tokens.len() <= MAX_COMPUTING && is_small(tokens) && is_expression(tokens)
    }

    fn meaning(&self, id: DeclId) -> Meaning {
        let d = &self.unit.decls[id];
        // A system header's function of numbers with a floating result, such as `sqrt`.
        let TypeKind::Function(f) = self.types.kind(d.ty.ty) else {
            return match d.kind {
                DeclKind::Enumerator(_) => Meaning::Constant,
                DeclKind::Typedef
                    if self.types.is_real(d.ty.ty) && d.ty.quals == Quals::default() =>
                {
                    Meaning::Number
                }
                _ => Meaning::Other,
            };
        };
        let computes = d.system && !d.defined && self.is_of_numbers(id);
        let floating = matches!(self.types.kind(f.ret.ty), TypeKind::Float(_));
        match self.unit.pure.contains(&id) || computes && floating {
            true => Meaning::Pure,
            false => Meaning::Other,
        }
    }
}

/// State shared by the checks of all external declarations of the unit.
#[derive(Clone, Copy)]
struct Inputs<'a> {
    text: &'a str,
    map: &'a LineMap,
    options: &'a Options,
    packing: &'a Packing,
}

impl Inputs<'_> {
    /// Runs `f` with a checker over the tree parsed so far.
    fn check<T>(
        self,
        parser: &Parser<'_>,
        state: &mut State,
        diags: &mut Diagnostics,
        f: impl FnOnce(&mut Check<'_>) -> T,
    ) -> T {
        let upc = parser.dialect().upc;
        let plain_c =
            |offset: u32| self.map.is_system(offset) || (upc && !parser.is_upc_at(offset));
        let mut check = Check {
            ast: parser.ast(),
            names: parser.interner(),
            text: self.text,
            map: self.map,
            options: self.options,
            plain_c: &plain_c,
            packing: self.packing,
            diags,
            types: &mut state.types,
            unit: &mut state.unit,
            scopes: &mut state.scopes,
            tainted: &mut state.tainted,
            relocated: &mut state.relocated,
            unsettled: &mut state.unsettled,
            c23: parser.dialect().c23,
            typedef_align: &mut state.typedef_align,
            constexprs: &mut state.constexprs,
            implicit: &mut state.implicit,
            undeclared: &mut state.undeclared,
            has_upc: &mut state.has_upc,
            func: None,
            params: FxHashMap::default(),
            runtime_init: false,
            statement_values: Vec::new(),
            rows: Default::default(),
            undefined: UndefinedAccesses::default(),
            depth: 0,
        };
        let result = f(&mut check);
        check.report_undefined_accesses();
        result
    }

    /// Declares a function, and analyses and returns its body if it can involve UPC.
    fn function(
        self,
        parser: &mut Parser<'_>,
        state: &mut State,
        diags: &mut Diagnostics,
        def: &FunctionDef,
    ) -> Option<StmtId> {
        let (id, params) = self.check(parser, state, diags, |c| {
            c.settle_private();
            let id = c.function_definition(def);
            (id, std::mem::take(&mut c.params))
        });
        let Some(id) = id.filter(|&id| self.wants_body(parser, state, def, id)) else {
            parser.skip_body();
            return None;
        };
        let body = parser.parse_body(diags);
        self.check(parser, state, diags, |c| {
            c.params = params;
            c.function_body(def, id, body);
        });
        Some(body)
    }

    /// Whether to analyse the body: it has UPC, or may be taken into a loop. Notes pure functions,
    /// and those without shared data.
    fn wants_body(
        self,
        parser: &Parser<'_>,
        state: &mut State,
        def: &FunctionDef,
        id: DeclId,
    ) -> bool {
        let overloaded = state.unit.overloads.contains_key(&id);
        if !overloaded && state.is_pure(id, parser.body_tokens()) {
            state.unit.pure.insert(id);
        }
        let analysed = self.body_is_analysed(parser, state, def, id);
        let unshared = !analysed && !overloaded && state.is_unshared(parser);
        if unshared {
            state.unit.unshared.insert(id);
        }
        if let Some((name, at)) = def.declarator.name.filter(|_| !unshared) {
            if !self.map.is_system(at.start) && !state.unit.reaching_upc.contains(&name) {
                state.note_caller(name, parser, analysed);
            }
        }
        analysed || unshared && self.may_be_subscript(parser, state, def, id)
    }

    /// Whether the function may be taken into a loop because it stands in a subscript.
    fn may_be_subscript(
        self,
        parser: &Parser<'_>,
        state: &State,
        def: &FunctionDef,
        id: DeclId,
    ) -> bool {
        let at = def.body_span.start;
        self.options.small_functions
            && !self.map.is_system(at)
            && parser.is_upc_at(at)
            && state.computes(id, parser.body_tokens())
    }

    /// Whether UPC matters in the body of a function; notes in `state` that the text has UPC.
    fn body_is_analysed(
        self,
        parser: &Parser<'_>,
        state: &mut State,
        def: &FunctionDef,
        id: DeclId,
    ) -> bool {
        let system = self.map.is_system(def.body_span.start);
        // A function whose own type involves `shared` is always rewritten.
        let own = state.types.involves_shared(state.unit.decls[id].ty);
        // A user's name has no bearing on a system header's body that contains the same name.
        let counts =
            |s: Symbol| state.tainted.get(&s).is_some_and(|&from_system| from_system || !system);
        let tainted = own || parser.body_mentions(counts);
        let calls = |s: Symbol| state.unit.reaching_upc.contains(&s);
        let reaches = tainted || !system && parser.body_mentions(calls);
        if reaches {
            state.unit.reaching_upc.extend(def.declarator.name.map(|n| n.0));
        }
        if tainted && !system {
            state.has_upc = true;
            if self.options.small_functions && is_small(parser.body_tokens()) {
                state.tainted.extend(def.declarator.name.map(|n| (n.0, false)));
            }
        }
        let moved = |s: Symbol| state.relocated.contains(&s);
        let private = self.options.pthreads
            && (declares_statics(parser, def.body_span) || parser.body_mentions(moved));
        tainted
            || self.options.analyse_all
            || reaches && may_repeat(parser.body_tokens())
            || !system && (private || has_misspelt_word(parser, state, def))
    }
}

/// Whether the body has a loop, which may wait by a call.
fn may_repeat(tokens: &[Token]) -> bool {
    use TokenKind::{Do, For, Goto, While};
    tokens.iter().any(|t| matches!(t.kind, Do | For | Goto | While))
}

/// Whether the body `tokens` may be taken into a loop: it has no loop itself.
fn is_small(tokens: &[Token]) -> bool {
    use TokenKind::{Do, For, Goto, Switch, UpcForall, While};
    tokens.len() <= MAX_SMALL
        && !tokens.iter().any(|t| matches!(t.kind, Do | For | Goto | Switch | UpcForall | While))
}

/// Whether the span declares objects of static storage duration: it contains the keyword `static`
/// or `extern`.
fn declares_statics(parser: &Parser<'_>, span: Span) -> bool {
    let tokens = parser.tokens();
    let first = tokens.partition_point(|t| t.span.start < span.start);
    tokens[first..]
        .iter()
        .take_while(|t| t.span.end <= span.end)
        .any(|t| matches!(t.kind, TokenKind::Static | TokenKind::Extern))
}

/// A misspelt word of UPC makes no UPC body, but the front end can correct it.
fn has_misspelt_word(parser: &Parser<'_>, state: &State, def: &FunctionDef) -> bool {
    let names = parser.interner();
    let known = &state.meant_for_upc;
    let meant = |s| *known.borrow_mut().entry(s).or_insert_with(|| is_meant_for_upc(s, names));
    let misspelt = |s: Symbol| state.scopes.lookup(s).is_none() && meant(s);
    parser.is_upc_at(def.body_span.start) && parser.body_mentions(misspelt)
}
