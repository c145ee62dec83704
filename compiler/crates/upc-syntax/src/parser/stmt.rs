// SPDX-License-Identifier: Apache-2.0
//! Statements (C 6.8), blocks and their pragmas.

use super::decl::{Item, Level};
use super::pragma::Place;
use super::{Failed, PResult, Parser};
use crate::ast::{ExprId, ExprKind, ForInit, StmtId, StmtKind};
use crate::token::TokenKind::{self, *};
use upc_source::{Diagnostic, ErrorName, Span, Symbol};

/// A label before a statement.
enum LabelHead {
    Name(Symbol, Span),
    Case(ExprId, Option<ExprId>),
    Default,
}

impl Parser<'_> {
    /// A block, from `{` to `}` (C 6.8.2).
    pub(super) fn compound(&mut self) -> PResult<StmtId> {
        let open = self.here();
        self.expect(LBrace, "at the start of a block")?;
        let (depth, outer) = (self.scopes.depth(), self.strict);
        self.scopes.enter();
        let items = self.block_items();
        self.scopes.leave_to(depth);
        self.restore_consistency(outer, self.here().start);
        self.expect_close(RBrace, open)?;
        Ok(self.stmt_from(open.start, StmtKind::Compound(items)))
    }

    fn block_items(&mut self) -> Vec<StmtId> {
        let mut items = Vec::new();
        let mut place = Place::BlockStart;
        let mut only_labels = true;
        loop {
            while let Some(pragma) = self.take_pragma() {
                items.extend(self.obey_pragma(pragma, place));
            }
            if matches!(self.kind(), RBrace | Eof) {
                return items;
            }
            items.push(self.recovering_block_item(only_labels));
            only_labels = only_labels
                && matches!(
                    items.last().map(|&i| &self.ast.stmts[i].kind),
                    Some(StmtKind::LocalLabels)
                );
            place = Place::Block;
        }
    }

    /// One declaration or statement; a broken one is skipped. Always takes a token. `first`: only
    /// label declarations stand before it.
    fn recovering_block_item(&mut self, first: bool) -> StmtId {
        let (start, depth, before) = (self.here().start, self.scopes.depth(), self.pos);
        let nesting = self.depth;
        if let Ok(item) = self.nested(|p| p.block_item(first)) {
            return item;
        }
        self.depth = nesting;
        self.assume_semi = false;
        self.scopes.leave_to(depth);
        self.skip_to_end_of_item();
        if self.pos == before {
            self.bump();
        }
        self.stmt_from(start, StmtKind::Error)
    }

    fn block_item(&mut self, first: bool) -> PResult<StmtId> {
        if first && self.at(LabelDecl) {
            return self.local_labels();
        }
        if !self.at_label() && self.at_block_declaration() {
            let start = self.here().start;
            return Ok(match self.declaration(Level::Block)? {
                Item::Declaration(id) | Item::Unended(id) => {
                    self.stmt_from(start, StmtKind::Declaration(id))
                }
                Item::Function(def) => self.stmt_from(start, StmtKind::NestedFunction(def)),
            });
        }
        self.statement()
    }

    /// Whether a declaration starts here, not a statement: `__extension__` and attributes may start
    /// either.
    fn at_block_declaration(&self) -> bool {
        if self.at(Ident) {
            return self.scopes.is_typedef(self.token().symbol) || self.at_undeclared_type();
        }
        let mut n = 0;
        while self.nth_kind(n) == Extension {
            n += 1;
        }
        match self.attributes_end(n) {
            Some(end) if end > n => self.starts_declaration_at(end),
            _ => self.starts_declaration_at(n),
        }
    }

    fn at_label(&self) -> bool {
        matches!(self.kind(), Case | Default) || self.at(Ident) && self.nth_kind(1) == Colon
    }

    pub(super) fn statement(&mut self) -> PResult<StmtId> {
        if self.at_label() {
            return self.labelled();
        }
        self.correct_statement_keyword();
        let start = self.here().start;
        match self.kind() {
            LBrace => self.compound(),
            Semi => {
                self.bump();
                Ok(self.stmt_from(start, StmtKind::Empty))
            }
            If => self.if_statement(),
            Switch => {
                let (cond, body) = self.controlled("switch")?;
                Ok(self.stmt_from(start, StmtKind::Switch { cond, body }))
            }
            While => {
                let (cond, body) = self.controlled("while")?;
                Ok(self.stmt_from(start, StmtKind::While { cond, body }))
            }
            Do => self.do_while(),
            For => self.for_statement(),
            UpcForall => self.upc_forall(),
            UpcBarrier | UpcNotify | UpcWait | UpcFence => self.synchronization(),
            Goto | Continue | Break | Return => self.jump(),
            Asm => self.asm_statement(),
            Attribute => self.attributed(),
            LBracket if self.nth_kind(1) == LBracket => self.attributed(),
            LabelDecl | Else | RBrace | Eof => self.no_statement(),
            _ => {
                let e = self.expression()?;
                self.expect_semi("the expression")?;
                Ok(self.stmt_from(start, StmtKind::Expr(e)))
            }
        }
    }

    /// The error about a token that begins no statement.
    fn no_statement(&mut self) -> PResult<StmtId> {
        let error = |message: &str| Diagnostic::error(ErrorName::Syntax, self.here(), message);
        match self.kind() {
            LabelDecl => {
                let d = error("'__label__' stands at the beginning of a block only");
                self.fail(d)
            }
            Else => {
                let d = error("'else' without an 'if' before it");
                self.fail(
                    d.help(
                        "a ';' after the 'if', or statements without braces, end the 'if' early",
                    ),
                )
            }
            _ => self.expected("a statement"),
        }
    }

    /// A statement that another one controls: its own scope (C 6.8.4p3, 6.8.5p5). Pragmas before it
    /// make a compound without braces.
    pub(super) fn sub_statement(&mut self, of: &str) -> PResult<StmtId> {
        let depth = self.scopes.depth();
        self.scopes.enter();
        let result = self.nested(|p| p.sub_statement_in_scope(of));
        self.scopes.leave_to(depth);
        result
    }

    fn sub_statement_in_scope(&mut self, of: &str) -> PResult<StmtId> {
        let mut items = Vec::new();
        while let Some(pragma) = self.take_pragma() {
            items.extend(self.obey_pragma(pragma, Place::Substatement));
        }
        if !self.at_label() && self.at_block_declaration() {
            let message = format!("a declaration cannot be the body of '{of}'");
            self.found.push(
                Diagnostic::error(ErrorName::Syntax, self.here(), message)
                    .help("put it in braces")
                    .rule("C 6.8"),
            );
            return self.block_item(false);
        }
        let body = self.statement()?;
        let Some(&first) = items.first() else { return Ok(body) };
        items.push(body);
        let start = self.ast.stmts[first].span.start;
        Ok(self.stmt_from(start, StmtKind::Compound(items)))
    }

    /// C 6.8.1. A long row of labels takes a loop, not recursion.
    fn labelled(&mut self) -> PResult<StmtId> {
        let mut heads = Vec::new();
        while self.at_label() {
            let start = self.here().start;
            let head = self.label_head()?;
            heads.push((start, head));
        }
        let mut body = self.labelled_body()?;
        let end = self.ast.stmts[body].span.end;
        for (start, head) in heads.into_iter().rev() {
            let kind = match head {
                LabelHead::Name(name, name_span) => StmtKind::Label { name, name_span, body },
                LabelHead::Case(value, upper) => StmtKind::Case { value, upper, body },
                LabelHead::Default => StmtKind::Default { body },
            };
            body = self.stmt(Span::new(start, end), kind);
        }
        Ok(body)
    }

    fn label_head(&mut self) -> PResult<LabelHead> {
        let token = self.bump();
        let head = match token.kind {
            Case => {
                let value = self.conditional_expr()?;
                let upper = if self.eat(Ellipsis) { Some(self.conditional_expr()?) } else { None };
                LabelHead::Case(value, upper)
            }
            Default => LabelHead::Default,
            _ => LabelHead::Name(token.symbol, token.span),
        };
        self.expect(Colon, "after the label")?;
        if matches!(head, LabelHead::Name(..)) && self.at(Attribute) {
            let end = self.attributes_end(0);
            if !end.is_some_and(|n| self.starts_declaration_at(n)) {
                self.gnu_attributes(&mut Vec::new())?;
            }
        }
        Ok(head)
    }

    /// The statement after labels; before `}` or a declaration (C23) an empty statement of no
    /// length.
    fn labelled_body(&mut self) -> PResult<StmtId> {
        if let Some(pragma) = self.take_pragma() {
            if let Some(passed) = self.obey_pragma(pragma, Place::Block) {
                return Ok(passed);
            }
        }
        if matches!(self.kind(), RBrace | Eof) || self.at_block_declaration() {
            return Ok(self.stmt(self.after_prev(), StmtKind::Empty));
        }
        self.nested(|p| p.statement())
    }

    /// A chain of `else if` takes a loop, not recursion.
    fn if_statement(&mut self) -> PResult<StmtId> {
        let mut heads = Vec::new();
        let mut last = None;
        while self.at(If) {
            let start = self.here().start;
            let (cond, then) = self.controlled("if")?;
            heads.push((start, cond, then));
            if !self.eat(Else) {
                break;
            }
            if !self.at(If) || self.pragma_waits() {
                last = Some(self.sub_statement("else")?);
                break;
            }
        }
        for (start, cond, then) in heads.into_iter().rev() {
            last = Some(self.stmt_from(start, StmtKind::If { cond, then, otherwise: last }));
        }
        Ok(last.expect("an if statement has at least one condition"))
    }

    /// Whether a pragma stands before the current token.
    fn pragma_waits(&self) -> bool {
        self.pragmas.get(self.next_pragma).is_some_and(|p| p.token as usize <= self.pos)
    }

    /// `keyword (condition) statement`.
    fn controlled(&mut self, keyword: &'static str) -> PResult<(ExprId, StmtId)> {
        self.bump();
        let cond = self.condition(keyword)?;
        let body = self.sub_statement(keyword)?;
        Ok((cond, body))
    }

    /// `(expression)`; a broken one is skipped, so that the controlled statement is parsed.
    fn condition(&mut self, keyword: &str) -> PResult<ExprId> {
        let open = self.pos;
        let span = self.here();
        self.expect(LParen, &format!("after '{keyword}'"))?;
        let cond = self.expression().and_then(|e| self.expect_close(RParen, span).map(|()| e));
        match cond {
            Ok(cond) => Ok(cond),
            Err(_) => {
                self.skip_to_closing_paren(open)?;
                Ok(self.expr_from(span.start, ExprKind::Error))
            }
        }
    }

    fn do_while(&mut self) -> PResult<StmtId> {
        let start = self.bump().span.start;
        let first = self.pos;
        let body = self.sub_statement("do")?;
        let end = self.pos;
        self.expect(While, "after the body of 'do'")?;
        let cond = self.condition("while")?;
        self.expect_semi("'do ... while (...)'")?;
        let once = self.is_zero(cond)
            && matches!(self.ast.stmts[body].kind, StmtKind::Compound(_))
            && !self.tokens[first..end]
                .iter()
                .any(|t| matches!(t.kind, Break | Continue | Case | Default));
        let kind =
            if once { StmtKind::DoOnce { body, cond } } else { StmtKind::DoWhile { body, cond } };
        Ok(self.stmt_from(start, kind))
    }

    /// Whether `e` is the token `0`.
    fn is_zero(&self, e: ExprId) -> bool {
        let e = &self.ast.exprs[e];
        matches!(e.kind, ExprKind::Number) && e.span.slice(self.text) == "0"
    }

    fn for_statement(&mut self) -> PResult<StmtId> {
        let start = self.bump().span.start;
        let depth = self.scopes.depth();
        self.scopes.enter();
        let result = self.for_rest(start);
        self.scopes.leave_to(depth);
        result
    }

    fn for_rest(&mut self, start: u32) -> PResult<StmtId> {
        let open = self.pos;
        let mut init = ForInit::None;
        let (cond, step) = match self.for_header(&mut init) {
            Ok(header) => header,
            Err(_) => {
                self.skip_to_closing_paren(open)?;
                (None, None)
            }
        };
        let body = self.sub_statement("for")?;
        Ok(self.stmt_from(start, StmtKind::For { init, cond, step, body }))
    }

    /// Condition and third clause; `init` gets the first one, also if the others are wrong.
    fn for_header(&mut self, init: &mut ForInit) -> PResult<(Option<ExprId>, Option<ExprId>)> {
        let open = self.here();
        self.expect(LParen, "after 'for'")?;
        self.for_init(init)?;
        let cond = self.optional_expression(Semi)?;
        self.expect(Semi, "after the condition of 'for'")?;
        let step = self.optional_expression(RParen)?;
        if self.at(Semi) {
            let message = "'for' has three parts; this one has more";
            let d = Diagnostic::error(ErrorName::Syntax, self.here(), message);
            return self.fail(d.help("a loop with an affinity is written 'upc_forall'"));
        }
        self.expect_close(RParen, open)?;
        Ok((cond, step))
    }

    /// The first clause of a loop with its `;`, into `init`: a declaration also if the `;` is
    /// missing, for its names are declared.
    pub(super) fn for_init(&mut self, init: &mut ForInit) -> PResult<()> {
        if self.eat(Semi) {
            return Ok(());
        }
        if self.at_block_declaration() {
            return match self.declaration(Level::ForInit)? {
                Item::Declaration(id) => {
                    *init = ForInit::Declaration(id);
                    Ok(())
                }
                Item::Unended(id) => {
                    *init = ForInit::Declaration(id);
                    Err(Failed)
                }
                Item::Function(_) => self.expected("a loop variable"),
            };
        }
        let e = self.expression()?;
        if self.at(RParen) {
            let d = Diagnostic::error(
                ErrorName::Syntax,
                self.here(),
                "expected ';' after the first part of the loop, found ')'",
            );
            return self.fail(d.help("';' separates the parts of a loop, not ','"));
        }
        self.expect(Semi, "after the first part of the loop")?;
        *init = ForInit::Expr(e);
        Ok(())
    }

    /// An expression unless `end` follows at once.
    pub(super) fn optional_expression(&mut self, end: TokenKind) -> PResult<Option<ExprId>> {
        if self.at(end) {
            return Ok(None);
        }
        self.expression().map(Some)
    }

    fn jump(&mut self) -> PResult<StmtId> {
        let token = self.bump();
        let kind = match token.kind {
            Goto if self.eat(Star) => StmtKind::GotoComputed(self.expression()?),
            Goto => StmtKind::Goto(self.label_name()?),
            Continue => StmtKind::Continue,
            Break => StmtKind::Break,
            _ if self.at(RBrace) => StmtKind::Return(None),
            _ => StmtKind::Return(self.optional_expression(Semi)?),
        };
        self.expect_semi(&format!("'{}'", token.kind.describe()))?;
        Ok(self.stmt_from(token.span.start, kind))
    }

    /// GNU `__label__ a, b;`.
    fn local_labels(&mut self) -> PResult<StmtId> {
        let start = self.bump().span.start;
        loop {
            self.label_name()?;
            if !self.eat(Comma) {
                break;
            }
        }
        self.expect_semi("the labels")?;
        Ok(self.stmt_from(start, StmtKind::LocalLabels))
    }

    /// Attributes before a statement: `[[fallthrough]];` stands alone, others lose their
    /// attributes.
    fn attributed(&mut self) -> PResult<StmtId> {
        let start = self.here().start;
        self.attributes(&mut Vec::new())?;
        if self.eat(Semi) {
            return Ok(self.stmt_from(start, StmtKind::Passed));
        }
        self.nested(|p| p.statement())
    }
}
