// SPDX-License-Identifier: Apache-2.0
//! The parser: recursive descent over the tokens of one translation unit, one external declaration
//! at a time.
//!
//! A function definition is handed out as soon as its `{` is seen; the caller then has its body
//! parsed or skipped. So code that needs no translation (inline functions of system headers) costs
//! only its tokens.
//!
//! Errors: a production that cannot go on reports once and gives `Err(Failed)`; the statement,
//! member or external declaration around it recovers (see `recovery`) and goes on. Every loop over
//! tokens consumes at least one token a turn, and nesting is limited, so any text ends in a tree or
//! diagnostics.

mod asm;
mod builtin;
mod decl;
mod declarator;
mod expr;
mod external;
mod gnu;
mod init;
mod misspelt;
mod postfix;
mod pragma;
mod recovery;
mod scope;
mod specs;
mod stmt;
mod tag;
mod type_name;
mod unknown_type;
mod upc;

use crate::ast::{Ast, Expr, ExprId, ExprKind, External, Stmt, StmtId, StmtKind};
use crate::lexer::{self, Pragma};
use crate::token::{Token, TokenKind};
use crate::Dialect;
use external::Pending;
use rustc_hash::FxHashSet;
use scope::Scopes;
use upc_source::{Diagnostic, Diagnostics, ErrorName, Interner, LineMap, Span, Symbol};

/// How deeply parentheses, braces, declarators, operators and statements may nest within one
/// another. C 5.2.4.1 asks for 127; an 8 MiB stack holds several times the limit even in an
/// unoptimised build.
pub const NESTING_LIMIT: u32 = 512;

/// A production failed and has reported why.
#[derive(Debug)]
struct Failed;

type PResult<T> = Result<T, Failed>;

/// Parses one preprocessed text on demand.
pub struct Parser<'a> {
    text: &'a str,
    map: &'a LineMap,
    dialect: Dialect,
    interner: &'a mut Interner,
    /// Never empty; the last is `Eof`.
    tokens: Vec<Token>,
    pos: usize,
    pragmas: Vec<Pragma>,
    next_pragma: usize,
    upc_regions: Vec<(u32, bool)>,
    ast: Ast,
    scopes: Scopes,
    /// The state of `#pragma upc strict|relaxed` at `pos`.
    strict: bool,
    depth: u32,
    pending: Option<Pending>,
    /// The lexer's findings, reported together with the declarations they stand in.
    lexical: std::iter::Peekable<std::vec::IntoIter<Diagnostic>>,
    found: Vec<Diagnostic>,
    /// Token of the last error: a second error at the same token is not reported.
    last_error: Option<usize>,
    /// A missing `;` was reported inside the specifiers: the declaration ends here.
    assume_semi: bool,
    /// Reported once each.
    unknown_types: FxHashSet<Symbol>,
    /// UPC keywords that the program uses as names, reported once each.
    named_keywords: Vec<TokenKind>,
    /// A statement outside functions was reported: a `}` too many ended one early, and what follows
    /// says nothing new.
    stray_statement: bool,
    /// Names that system headers use as types though nothing declares them.
    builtin_types: FxHashSet<Symbol>,
    spellings: Spellings,
}

/// Names that the parser itself compares with.
struct Spellings {
    has_attribute: Symbol,
}

impl<'a> Parser<'a> {
    /// Lexes all of `text` (the output of `cc -E`, whose markers `map` holds).
    pub fn new(
        text: &'a str,
        map: &'a LineMap,
        dialect: Dialect,
        interner: &'a mut Interner,
    ) -> Parser<'a> {
        let lexed = lexer::lex(text, dialect, interner);
        let spellings = Spellings { has_attribute: interner.intern("__builtin_has_attribute") };
        Parser {
            text,
            map,
            dialect,
            interner,
            tokens: lexed.tokens,
            pos: 0,
            pragmas: lexed.pragmas,
            next_pragma: 0,
            upc_regions: lexed.upc_regions,
            ast: Ast::default(),
            scopes: Scopes::default(),
            strict: false,
            depth: 0,
            pending: None,
            lexical: lexed.diagnostics.into_iter().peekable(),
            found: Vec::new(),
            last_error: None,
            assume_semi: false,
            unknown_types: FxHashSet::default(),
            named_keywords: Vec::new(),
            stray_statement: false,
            builtin_types: FxHashSet::default(),
            spellings,
        }
    }

    /// The next external declaration (C 6.9), `None` at the end of the text. After a function
    /// definition its body is pending: [`parse_body`](Self::parse_body) or
    /// [`skip_body`](Self::skip_body) is due; asking for the next external declaration skips it.
    pub fn next_external(&mut self, diags: &mut Diagnostics) -> Option<External> {
        self.skip_body();
        let external = self.external();
        self.hand_over(diags);
        external
    }

    /// Whether the pending body has a UPC keyword, a `#pragma upc`, or an identifier that satisfies
    /// `pred`. False if no body is pending.
    pub fn body_mentions(&self, pred: impl Fn(Symbol) -> bool) -> bool {
        let Some(p) = &self.pending else { return false };
        let tokens = &self.tokens[p.open..=p.close];
        tokens.iter().any(|t| match t.kind {
            TokenKind::AssertType => true,
            TokenKind::Ident => pred(t.symbol),
            kind => kind.is_upc(),
        }) || self.has_upc_pragma(p.open, p.close)
    }

    /// The tokens of the pending body, with its braces; none if no body is pending.
    pub fn body_tokens(&self) -> &[Token] {
        self.pending.as_ref().and_then(|p| self.tokens.get(p.open..=p.close)).unwrap_or(&[])
    }

    /// Parses the pending body with the parameters' names in scope. Without a pending body gives an
    /// error statement.
    pub fn parse_body(&mut self, diags: &mut Diagnostics) -> StmtId {
        let Some(pending) = self.pending.take() else {
            return self.stmt(self.here(), StmtKind::Error);
        };
        let body = self.function_body(pending);
        self.hand_over(diags);
        body
    }

    /// Steps over the pending body, if any.
    pub fn skip_body(&mut self) {
        if let Some(p) = self.pending.take() {
            self.pos = (p.close + 1).min(self.tokens.len() - 1);
            self.drop_pragmas(p.open);
        }
    }

    /// The nodes made so far.
    pub fn ast(&self) -> &Ast {
        &self.ast
    }

    /// The tree of what was parsed.
    pub fn into_ast(self) -> Ast {
        self.ast
    }

    /// The names of the tree's symbols.
    pub fn interner(&self) -> &Interner {
        self.interner
    }

    /// The same, to add names.
    pub fn interner_mut(&mut self) -> &mut Interner {
        self.interner
    }

    /// The tree for reading and the names for adding to, at the same time.
    pub fn split(&mut self) -> (&Ast, &mut Interner) {
        (&self.ast, self.interner)
    }

    /// The text that is parsed.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// The files and lines of the text.
    pub fn line_map(&self) -> &'a LineMap {
        self.map
    }

    /// The words that are keywords.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// All tokens of the text in order; the last is `Eof`.
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// All pragma lines of the text in order (`#pragma pack` changes layouts).
    pub fn pragmas(&self) -> &[Pragma] {
        &self.pragmas
    }

    /// Whether UPC keywords are keywords at `offset`: not in system headers, nor after `#pragma upc
    /// c_code`.
    pub fn is_upc_at(&self, offset: u32) -> bool {
        let i = self.upc_regions.partition_point(|&(o, _)| o <= offset);
        i > 0 && self.upc_regions[i - 1].1
    }

    /// Adds the parser's messages, and the lexer's up to here, to `diags`, in text order.
    fn hand_over(&mut self, diags: &mut Diagnostics) {
        let at_end = self.at(TokenKind::Eof);
        let limit = self.here().start;
        while let Some(d) = self.lexical.next_if(|d| at_end || d.span.start <= limit) {
            self.found.push(d);
        }
        self.found.sort_by_key(|d| d.span.start);
        self.found.drain(..).for_each(|d| diags.push(d));
    }

    // ------------------------------------------------------------ tokens

    fn token(&self) -> Token {
        self.tokens[self.pos]
    }

    fn kind(&self) -> TokenKind {
        self.tokens[self.pos].kind
    }

    /// The token `n` after the current one; `Eof` past the end.
    fn nth(&self, n: usize) -> Token {
        self.tokens[(self.pos + n).min(self.tokens.len() - 1)]
    }

    fn nth_kind(&self, n: usize) -> TokenKind {
        self.nth(n).kind
    }

    fn at(&self, kind: TokenKind) -> bool {
        self.kind() == kind
    }

    /// Span of the current token.
    fn here(&self) -> Span {
        self.token().span
    }

    /// Takes the current token; at the end stays there.
    fn bump(&mut self) -> Token {
        let token = self.token();
        if token.kind != TokenKind::Eof {
            self.pos += 1;
        }
        token
    }

    fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.at(kind);
        if found {
            self.bump();
        }
        found
    }

    /// End of the token before the current one.
    fn prev_end(&self) -> u32 {
        match self.pos.checked_sub(1) {
            Some(i) => self.tokens[i].span.end,
            None => self.here().start,
        }
    }

    /// From `start` to the end of the last token taken.
    fn span_from(&self, start: u32) -> Span {
        Span::new(start, self.prev_end().max(start))
    }

    /// The empty span after the last token taken.
    fn after_prev(&self) -> Span {
        let end = self.prev_end();
        Span::new(end, end)
    }

    // ------------------------------------------------------------ nodes

    fn expr_node(&mut self, span: Span, kind: ExprKind) -> ExprId {
        self.ast.exprs.push(Expr { span, kind })
    }

    fn expr_from(&mut self, start: u32, kind: ExprKind) -> ExprId {
        let span = self.span_from(start);
        self.expr_node(span, kind)
    }

    fn stmt(&mut self, span: Span, kind: StmtKind) -> StmtId {
        self.ast.stmts.push(Stmt { span, kind })
    }

    fn stmt_from(&mut self, start: u32, kind: StmtKind) -> StmtId {
        let span = self.span_from(start);
        self.stmt(span, kind)
    }

    /// Runs `production` one nesting level deeper.
    fn nested<T>(&mut self, production: impl FnOnce(&mut Self) -> PResult<T>) -> PResult<T> {
        if self.depth >= NESTING_LIMIT {
            let message =
                format!("the program is nested more than {NESTING_LIMIT} levels deep here");
            return self.fail(
                Diagnostic::error(ErrorName::Limit, self.here(), message)
                    .help("split the expression, or name its parts"),
            );
        }
        self.depth += 1;
        let result = production(self);
        self.depth -= 1;
        result
    }
}
