// SPDX-License-Identifier: Apache-2.0
//! Names, constants and generic selection (C 6.5.1).

use upc_source::{Diagnostic, ErrorName, Symbol};
use upc_syntax::ast::{BinaryOp, ExprId, ExprKind, GenericControl, TypeNameId};

use crate::builtins;
use crate::check::Check;
use crate::literal::{self, FloatSuffix, Number};
use crate::types::{ArrayLen, QualTy, TypeKind};
use crate::unit::DeclKind;

impl Check<'_> {
    pub(super) fn ident(&mut self, e: ExprId, name: Symbol) -> QualTy {
        let Some(id) = self.scopes.lookup(name) else { return self.undeclared_name(e, name) };
        let d = &self.unit.decls[id];
        if d.kind == DeclKind::Typedef {
            let message = format!("'{}' is a type, not a value", self.name(name));
            self.error(ErrorName::Undeclared, self.span(e), message);
            return self.unknown();
        }
        let ty = d.ty;
        self.unit.ident.insert(e, id);
        ty
    }

    fn undeclared_name(&mut self, e: ExprId, name: Symbol) -> QualTy {
        let spelling = self.name(name);
        if builtins::is_builtin(spelling) {
            return self.builtin_type(spelling);
        }
        if self.undeclared.insert(name) {
            let mut d = Diagnostic::error(
                ErrorName::Undeclared,
                self.span(e),
                format!("'{spelling}' is not declared"),
            );
            if let Some(advice) = builtins::advice_for_other_name(spelling) {
                d = d.help(advice);
            } else if let Some(near) = self.suggestion(name) {
                d = d.help(format!("did you mean '{near}'?"));
            } else if let Some(header) = self.missing_header(spelling) {
                d = d.help(format!("include <{header}>"));
            }
            self.report(d);
        }
        self.unknown()
    }

    /// Reports `foo *bar;` or `foo *bar = x;` where neither name is declared: a declaration was
    /// meant, whose type is not known.
    pub fn is_declaration_of_unknown_type(&mut self, e: ExprId) -> bool {
        if let ExprKind::Assign { op: None, left, right } = self.ast.exprs[e].kind {
            let declares = self.is_declaration_of_unknown_type(left);
            if declares {
                self.value(right);
            }
            return declares;
        }
        let ExprKind::Binary { op: BinaryOp::Mul, left, right } = self.ast.exprs[e].kind else {
            return false;
        };
        let (&ExprKind::Ident(ty), &ExprKind::Ident(name)) =
            (&self.ast.exprs[left].kind, &self.ast.exprs[right].kind)
        else {
            return false;
        };
        let unknown =
            |s: Symbol| self.scopes.lookup(s).is_none() && !builtins::is_builtin(self.name(s));
        if !unknown(ty) || !unknown(name) {
            return false;
        }
        if self.undeclared.insert(ty) {
            let mut d = Diagnostic::error(
                ErrorName::UnknownType,
                self.span(left),
                format!("unknown type name '{}'", self.name(ty)),
            );
            if let Some(near) = self.suggestion(ty) {
                d = d.help(format!("did you mean '{near}'?"));
            } else if let Some(header) = self.missing_header(self.name(ty)) {
                d = d.help(format!("include <{header}>"));
            }
            self.report(d);
        }
        // Its uses say nothing new.
        self.undeclared.insert(name);
        true
    }

    pub(super) fn number(&mut self, e: ExprId) -> QualTy {
        let c = self.types.common;
        QualTy::plain(match literal::number(self.source(e)) {
            Number::Int { kind, .. } => self.types.int(kind),
            Number::Float { suffix: FloatSuffix::F, .. } => c.float,
            Number::Float { suffix: FloatSuffix::L, .. } => c.long_double,
            Number::Float { .. } => c.double,
            Number::Other => c.error,
        })
    }

    pub(super) fn character(&mut self, e: ExprId) -> QualTy {
        let (_, kind) = literal::character(self.source(e), self.options.target);
        QualTy::plain(self.types.int(kind))
    }

    pub(super) fn string(&mut self, e: ExprId) -> QualTy {
        let (encoding, len) = literal::string(self.source(e));
        let elem = QualTy::plain(self.types.int(encoding.element(self.options.target)));
        QualTy::plain(self.types.array_of(elem, ArrayLen::Const(len)))
    }

    /// `__func__`: `const char` array of the function's name.
    pub(super) fn func_name(&mut self) -> QualTy {
        let len = self.func.as_ref().map_or(1, |f| self.names.name(f.name).len() as u64 + 1);
        let mut elem = QualTy::plain(self.types.common.char_);
        elem.quals.const_ = true;
        QualTy::plain(self.types.array_of(elem, ArrayLen::Const(len)))
    }

    /// C 6.5.1.1. The controlling expression is not evaluated.
    pub(super) fn generic(
        &mut self,
        e: ExprId,
        control: &GenericControl,
        assocs: &[(Option<TypeNameId>, ExprId)],
    ) -> QualTy {
        let control = match control {
            GenericControl::Expr(x) => self.unevaluated(|c| c.rvalue(*x)),
            GenericControl::Type(t) => self.type_name(*t),
        };
        let mut defaults = assocs.iter().filter(|(t, _)| t.is_none()).map(|(_, v)| *v);
        let default = defaults.next();
        if defaults.next().is_some() {
            self.error(ErrorName::Generic, self.span(e), "_Generic has two defaults");
        }
        let chosen = self.association_for(control, assocs);
        if self.types.is_opaque(control.ty) {
            return self.unknown();
        }
        let Some(chosen) = chosen.or(default) else {
            let message = format!(
                "no association of _Generic is for {}, and there is no default",
                self.show(control)
            );
            self.error(ErrorName::Generic, self.span(e), message);
            return self.unknown();
        };
        self.unit.selected.insert(e, chosen);
        self.expr(chosen)
    }

    /// The first association with a type compatible with `control`. Each is checked.
    fn association_for(
        &mut self,
        control: QualTy,
        assocs: &[(Option<TypeNameId>, ExprId)],
    ) -> Option<ExprId> {
        let mut chosen = None;
        let mut seen: Vec<QualTy> = Vec::new();
        for (ty, value) in assocs {
            if let Some(t) = ty {
                let t = self.type_name(*t);
                self.check_association(t, &seen, self.span(*value));
                seen.push(t);
                if !self.types.is_opaque(control.ty) && self.types.compatible(control, t) {
                    chosen = chosen.or(Some(*value));
                }
            }
            // Every association is typed: the emitter prints them all.
            self.unevaluated(|c| c.expr(*value));
        }
        chosen
    }

    /// C 6.5.1.1p2: complete types, not of variable length, no two of them compatible.
    fn check_association(&mut self, t: QualTy, seen: &[QualTy], span: upc_source::Span) {
        if self.types.is_unjudged(t.ty) {
            return;
        }
        let problem = if !self.types.is_complete(t) && !self.types.is_function(t.ty) {
            "is incomplete"
        } else if self.types.is_variably_modified(t.ty) {
            "has variable length"
        } else if seen.iter().any(|&s| !self.types.is_unjudged(s.ty) && self.types.compatible(s, t))
        {
            "is compatible with an earlier one"
        } else {
            return;
        };
        self.error_rule(
            ErrorName::Generic,
            span,
            format!("the type {} of this association of _Generic {problem}", self.show(t)),
            "C 6.5.1.1p2",
        );
    }

    /// GNU `__builtin_choose_expr`.
    pub(super) fn choose(
        &mut self,
        e: ExprId,
        cond: ExprId,
        then: ExprId,
        otherwise: ExprId,
    ) -> QualTy {
        let t = self.rvalue(cond);
        let (a, b) = (self.expr(then), self.expr(otherwise));
        let judged = !self.types.is_opaque(t.ty) && self.is_shared_value(cond);
        if let Some(v) = self.eval(cond) {
            let (chosen, ty) = if v != 0 { (then, a) } else { (otherwise, b) };
            self.unit.selected.insert(e, chosen);
            return ty;
        }
        if judged {
            let message = "the condition of __builtin_choose_expr is not an integer constant";
            self.error(ErrorName::ConstantExpression, self.span(cond), message);
        }
        self.unknown()
    }

    /// Whether the expression designates a shared object.
    pub fn is_shared_value(&mut self, e: ExprId) -> bool {
        self.expr(e).is_shared() && self.is_lvalue(e)
    }

    /// GNU statement expression: the value of its last expression statement.
    pub(super) fn statement_expression(&mut self, s: upc_syntax::ast::StmtId) -> QualTy {
        if self.func.is_none() {
            self.error(
                ErrorName::Syntax,
                self.ast.stmts[s].span,
                "a statement expression outside a function",
            );
            return self.unknown();
        }
        let value = self.last_expression(s);
        self.statement_values.extend(value);
        self.statement(s);
        match value {
            Some(e) => {
                self.statement_values.pop();
                self.rvalue(e)
            }
            None => QualTy::plain(self.types.common.void),
        }
    }

    fn last_expression(&self, s: upc_syntax::ast::StmtId) -> Option<ExprId> {
        use upc_syntax::ast::StmtKind;
        match &self.ast.stmts[s].kind {
            StmtKind::Compound(list) => list.last().and_then(|&l| self.last_expression(l)),
            StmtKind::Expr(e) => Some(*e),
            StmtKind::Label { body, .. } => self.last_expression(*body),
            _ => None,
        }
    }

    /// Whether the expression is a null pointer constant (C 6.3.2.3p3).
    pub fn is_null_constant(&mut self, e: ExprId) -> bool {
        let ast = self.ast;
        match &ast.exprs[e].kind {
            ExprKind::Paren(x) => self.is_null_constant(*x),
            ExprKind::Unary { op: upc_syntax::ast::UnaryOp::Extension, operand } => {
                self.is_null_constant(*operand)
            }
            ExprKind::Nullptr => true,
            ExprKind::Generic { .. } | ExprKind::ChooseExpr { .. } => {
                let selected = self.unit.selected.get(&e).copied();
                selected.is_some_and(|x| self.is_null_constant(x))
            }
            ExprKind::Cast { operand, .. } => {
                let t = self.expr(e);
                if t.ty == self.types.common.void_ptr {
                    self.is_integer_zero(*operand) || self.is_null_constant(*operand)
                } else {
                    self.is_integer_zero(e)
                }
            }
            _ => self.is_integer_zero(e),
        }
    }

    fn is_integer_zero(&mut self, e: ExprId) -> bool {
        let t = self.expr(e);
        match self.types.kind(t.ty) {
            TypeKind::Int(_) | TypeKind::Enum(_) => self.eval(e) == Some(0),
            _ => false,
        }
    }
}
