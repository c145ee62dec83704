// SPDX-License-Identifier: Apache-2.0
//! Expressions. `value` is the value for the context; `plain` is the expression before the
//! context's conversion, copied as far as it does not change.

use upc_sema::types::{IntKind, PtsRepr, QualTy, TypeKind};
use upc_source::Span;
use upc_syntax::ast::{
    BinaryOp, BuiltinArg, Designator, ExprId, ExprKind, GenericControl, TypeNameId, UnaryOp,
};

use super::pointer::{pointer, thin};
use super::{leaf, Lower};
use crate::abi::Entry;
use crate::ir::{Form, Node, Source};

impl<'a> Lower<'a> {
    /// The value of `e` converted as its context asks.
    pub(super) fn value(&mut self, e: ExprId) -> Node {
        let Some(to) = self.unit.converted.get(&e).copied() else { return self.rvalue(e) };
        match self.referent(to).filter(|p| self.types.pts_repr(*p).is_some()) {
            Some(pointee) => self.convert_pts(e, pointee),
            None if matches!(self.repr(e), Some(PtsRepr::Phased { .. })) => self.condition(e),
            None => self.rvalue(e),
        }
    }

    /// The value of `e`, converted for an object of type `to`: a pointer with phase converts to
    /// `_Bool` by its address.
    pub(super) fn value_as(&mut self, e: ExprId, to: Option<QualTy>) -> Node {
        let boolean =
            to.is_some_and(|t| matches!(self.types.kind(t.ty), TypeKind::Int(IntKind::Bool)));
        if boolean && matches!(self.repr(e), Some(PtsRepr::Phased { .. })) {
            return self.condition(e);
        }
        self.value(e)
    }

    /// The value of `e` before conversion: shared lvalues are read, shared arrays decay.
    pub(super) fn rvalue(&mut self, e: ExprId) -> Node {
        match self.repr(e) {
            Some(repr) if !self.is_private_lvalue(e) => {
                let address = self.raw_pts(e);
                pointer(address, repr)
            }
            _ if self.is_shared_lvalue(e) => self.load(e),
            _ => self.plain(e),
        }
    }

    /// A name or other private lvalue that holds a pointer-to-shared: nothing to compute.
    fn is_private_lvalue(&self, e: ExprId) -> bool {
        matches!(self.expr_node(e).kind, ExprKind::Ident(_)) && !self.is_shared_lvalue(e)
    }

    /// As a controlling expression: not equal to 0.
    pub(super) fn condition(&mut self, e: ExprId) -> Node {
        match self.repr(e) {
            Some(PtsRepr::Phased { .. }) => {
                let address = self.raw_pts(e);
                Node::Seq(vec![Node::text("("), thin(address), Node::text(" != 0)")])
            }
            _ => self.value(e),
        }
    }

    /// The source text at `span`, with its parts in place.
    pub(super) fn formed(
        &self,
        form: Form,
        span: Span,
        parts: impl IntoIterator<Item = (Span, Node)>,
    ) -> Node {
        Node::Source(Source::formed(form, span, parts))
    }

    /// Children of `span` in place.
    pub(super) fn source(
        &self,
        span: Span,
        children: impl IntoIterator<Item = (Span, Node)>,
    ) -> Node {
        Node::Source(Source::with(span, children))
    }

    /// `e` where its value is not used.
    pub(super) fn discarded(&mut self, e: ExprId) -> Node {
        match self.expr_node(e).kind {
            ExprKind::Paren(x) => {
                let n = self.discarded(x);
                self.formed(Form::Expr(e), self.span(e), [(self.span(x), n)])
            }
            ExprKind::Comma { left, right } => {
                let (l, r) = (self.discarded(left), self.discarded(right));
                self.formed(
                    Form::Expr(e),
                    self.span(e),
                    [(self.span(left), l), (self.span(right), r)],
                )
            }
            ExprKind::Assign { op, left, right } => self.assign(e, op, left, right, false),
            ExprKind::PostInc(x) => self.increment(e, x, BinaryOp::Add, true, false),
            ExprKind::PostDec(x) => self.increment(e, x, BinaryOp::Sub, true, false),
            ExprKind::Unary { op: UnaryOp::PreInc, operand } => {
                self.increment(e, operand, BinaryOp::Add, false, false)
            }
            ExprKind::Unary { op: UnaryOp::PreDec, operand } => {
                self.increment(e, operand, BinaryOp::Sub, false, false)
            }
            _ => self.rvalue(e),
        }
    }

    /// The expression itself, not a shared lvalue: the user's tokens, with the changes of its
    /// operands.
    pub(super) fn plain(&mut self, e: ExprId) -> Node {
        let span = self.span(e);
        match &self.expr_node(e).kind {
            ExprKind::Ident(_) => self.identifier(e),
            ExprKind::Number
            | ExprKind::Char
            | ExprKind::String
            | ExprKind::True
            | ExprKind::False
            | ExprKind::Nullptr
            | ExprKind::FuncName
            | ExprKind::LabelAddress(_)
            | ExprKind::Error => leaf(Form::Expr(e), span),
            ExprKind::AssertType { operand, ty } => match self.type_assertion(e, *operand, *ty) {
                Some(holds) => Node::Seq(vec![
                    Node::text("((void)sizeof(char["),
                    holds,
                    Node::text(" ? 1 : -1]))"),
                ]),
                None => Node::text("((void)0)"),
            },
            ExprKind::TypesCompatible(a, b) => self.types_compatible(e, *a, *b),
            ExprKind::Threads => Node::Threads,
            ExprKind::MyThread => Node::MyThread,
            ExprKind::MaxBlockSize => self.max_block_size(e),
            ExprKind::Paren(x) => {
                let n = self.value(*x);
                self.formed(Form::Expr(e), span, [(self.span(*x), n)])
            }
            ExprKind::Generic { control, assocs } => self.generic(e, control, assocs),
            ExprKind::ChooseExpr { then, otherwise, .. } => {
                self.chosen(e, [*then, *otherwise].into_iter())
            }
            ExprKind::StmtExpr(body) => {
                let n = self.statement_expression(*body);
                self.formed(Form::Expr(e), span, [(self.ast.stmts[*body].span, n)])
            }
            ExprKind::Index { base, index } => self.operands(e, &[*base, *index]),
            ExprKind::Call { callee, args } => self.call(e, *callee, args),
            ExprKind::Member { base, .. } => self.operands(e, &[*base]),
            ExprKind::PostInc(x) => self.increment(e, *x, BinaryOp::Add, true, true),
            ExprKind::PostDec(x) => self.increment(e, *x, BinaryOp::Sub, true, true),
            ExprKind::CompoundLiteral { ty, init } => self.compound_literal(e, *ty, init),
            ExprKind::Unary { op, operand } => self.unary(e, *op, *operand),
            ExprKind::SizeofExpr { op, operand } => self.sizeof_expr(e, *op, *operand),
            ExprKind::SizeofType { op, ty } => self.sizeof_type(e, *op, *ty),
            ExprKind::Cast { ty, operand } => self.cast(e, *ty, *operand),
            ExprKind::Binary { op, left, right } => self.binary(e, *op, *left, *right),
            ExprKind::Conditional { cond, then, otherwise } => {
                self.conditional(e, *cond, *then, *otherwise)
            }
            ExprKind::Assign { op, left, right } => self.assign(e, *op, *left, *right, true),
            ExprKind::Comma { left, right } => {
                let (l, r) = (self.discarded(*left), self.value(*right));
                self.formed(Form::Expr(e), span, [(self.span(*left), l), (self.span(*right), r)])
            }
            ExprKind::VaArg { ap, ty } => {
                let (a, t) = (self.rvalue(*ap), self.type_name(*ty));
                self.formed(
                    Form::Expr(e),
                    span,
                    [(self.span(*ap), a), (self.ast.type_names[*ty].span, t)],
                )
            }
            ExprKind::Offsetof { ty, path } => {
                let mut children = vec![(self.ast.type_names[*ty].span, self.type_name(*ty))];
                for step in path {
                    if let Designator::Index(i) = step {
                        children.push((self.span(*i), self.value(*i)));
                    }
                }
                self.formed(Form::Expr(e), span, children)
            }
            ExprKind::BuiltinCall { args, .. } => self.builtin_of_types(e, args),
        }
    }

    fn builtin_of_types(&mut self, e: ExprId, args: &[BuiltinArg]) -> Node {
        let child = |arg: &BuiltinArg| match *arg {
            BuiltinArg::Expr(e) => Some((self.span(e), self.value(e))),
            BuiltinArg::Type(t) => Some((self.ast.type_names[t].span, self.type_name(t))),
            BuiltinArg::Tokens(_) => None,
        };
        let children: Vec<(Span, Node)> = args.iter().filter_map(child).collect();
        self.formed(Form::Expr(e), self.span(e), children)
    }

    /// The user's tokens with each operand's value in place.
    pub(super) fn operands(&mut self, e: ExprId, operands: &[ExprId]) -> Node {
        let children: Vec<(Span, Node)> =
            operands.iter().map(|&x| (self.span(x), self.value(x))).collect();
        self.formed(Form::Expr(e), self.span(e), children)
    }

    /// `__builtin_types_compatible_p`: the checker's result if a type is UPC's, which the C
    /// compiler does not know; else as written.
    fn types_compatible(&mut self, e: ExprId, a: TypeNameId, b: TypeNameId) -> Node {
        let shared = self.names_shared(a) || self.names_shared(b);
        let names = [a, b].map(|t| (self.ast.type_names[t].span, self.type_name(t)));
        let copied = names.iter().all(|(_, n)| n.is_copy());
        match self.unit.constant.get(&e) {
            Some(v) if shared || !copied => Node::text(v.to_string()),
            _ => self.formed(Form::Expr(e), self.span(e), names),
        }
    }

    /// The test of `bupc_assert_type(operand, ty)` for the C compiler, if the checker could not
    /// decide it.
    pub(super) fn type_assertion(
        &mut self,
        e: ExprId,
        operand: ExprId,
        ty: TypeNameId,
    ) -> Option<Node> {
        if self.unit.constant.contains_key(&e) {
            return None;
        }
        let (value, name) = (self.value(operand), self.type_name(ty));
        let texts = ["__builtin_types_compatible_p(__typeof__(", "), ", ")"].map(Node::text);
        let [before, between, after] = texts;
        Some(Node::Seq(vec![before, value, between, name, after]))
    }

    fn names_shared(&self, name: TypeNameId) -> bool {
        self.unit.type_name.get(&name).is_some_and(|t| self.types.involves_shared(*t))
    }

    fn max_block_size(&self, e: ExprId) -> Node {
        let value = self
            .unit
            .constant
            .get(&e)
            .copied()
            .unwrap_or(upc_sema::shared_layout::MAX_BLOCK_SIZE.into());
        Node::text(format!("{value}l"))
    }

    /// `_Generic`: copied unless something in it is UPC's; then the branch that the checker
    /// selected.
    fn generic(
        &mut self,
        e: ExprId,
        control: &GenericControl,
        assocs: &[(Option<TypeNameId>, ExprId)],
    ) -> Node {
        let upc = match control {
            GenericControl::Expr(c) => {
                self.ty(*c).is_some_and(|t| self.types.involves_shared(t))
                    || !self.unevaluated(*c).is_copy()
            }
            GenericControl::Type(t) => self.names_shared(*t),
        };
        // Types that UPC tells apart may be one type of the generated C.
        if upc || assocs.iter().filter_map(|a| a.0).any(|t| self.names_shared(t)) {
            self.selected(e)
        } else {
            self.chosen(e, assocs.iter().map(|a| a.1))
        }
    }

    /// `__builtin_choose_expr` and `_Generic`: copied unless the selected branch changes.
    fn chosen(&mut self, e: ExprId, mut branches: impl Iterator<Item = ExprId>) -> Node {
        let changes = match self.unit.selected.get(&e) {
            Some(&s) => self.is_shared_lvalue(s) || !self.unevaluated(s).is_copy(),
            None => false,
        };
        if changes || branches.any(|b| self.is_shared_lvalue(b)) {
            return self.selected(e);
        }
        leaf(Form::Expr(e), self.span(e))
    }

    fn selected(&mut self, e: ExprId) -> Node {
        let Some(&s) = self.unit.selected.get(&e) else { return leaf(Form::Expr(e), self.span(e)) };
        let n = self.value(s);
        Node::Seq(vec![Node::text("("), n, Node::text(")")])
    }

    /// C 6.5.2.2. upc_threadof is computed in place.
    fn call(&mut self, e: ExprId, callee: ExprId, args: &[ExprId]) -> Node {
        if let ([arg], "upc_threadof") = (args, self.span(callee).slice(self.text)) {
            if self.repr(*arg).is_some() {
                return Node::Call { entry: Entry::Thread, args: vec![self.thin(*arg)] };
            }
        }
        let mut children = match self.notified_call(callee, args) {
            Some(start) => Vec::from(start),
            None => vec![(self.span(callee), self.callee(callee))],
        };
        let params = self.parameters_of(callee);
        for (i, &a) in args.iter().enumerate() {
            children.push((self.span(a), self.value_as(a, params.get(i).copied())));
        }
        let call = self.formed(Form::Expr(e), self.span(e), children);
        self.placed_call(callee, call)
    }

    /// Parameter types of the function that `callee` designates or points to.
    fn parameters_of(&self, callee: ExprId) -> &'a [QualTy] {
        let types = self.types;
        let Some(ty) = self.ty(callee) else { return &[] };
        let function = types.pointee(ty.ty).map_or(ty.ty, |p| p.ty);
        types.function(function).map_or(&[], |f| &f.params)
    }

    fn unary(&mut self, e: ExprId, op: UnaryOp, operand: ExprId) -> Node {
        let span = self.span(e);
        match op {
            UnaryOp::PreInc => return self.increment(e, operand, BinaryOp::Add, false, true),
            UnaryOp::PreDec => return self.increment(e, operand, BinaryOp::Sub, false, true),
            UnaryOp::AddressOf if !self.is_shared_lvalue(operand) => {
                let n = self.plain(operand);
                return self.formed(Form::Expr(e), span, [(self.span(operand), n)]);
            }
            _ => {}
        }
        let n = if op == UnaryOp::Not { self.condition(operand) } else { self.value(operand) };
        self.formed(Form::Expr(e), span, [(self.span(operand), n)])
    }

    /// C 6.5.4, UPC 6.4.3. Casts to pointers-to-shared are `raw_pts`'s.
    fn cast(&mut self, e: ExprId, name: upc_syntax::ast::TypeNameId, operand: ExprId) -> Node {
        let to = self.unit.type_name.get(&name).copied();
        let span = self.span(e);
        let Some(to) = to else { return self.operands(e, &[operand]) };
        if let Some(pointee) = self.referent(to).filter(|p| self.types.pts_repr(*p).is_some()) {
            let n = self.convert_pts(operand, pointee);
            return Node::Seq(vec![Node::text("("), n, Node::text(")")]);
        }
        let type_span = self.ast.type_names[name].span;
        match self.repr(operand) {
            Some(_) if self.types.is_pointer(to.ty) => {
                let address = Box::new(self.raw_pts(operand));
                self.need_names(to);
                Node::Local { address, ty: to, checked: false }
            }
            Some(_) if matches!(self.types.kind(to.ty), TypeKind::Void) => {
                let n = self.discarded(operand);
                self.formed(Form::Expr(e), span, [(self.span(operand), n)])
            }
            Some(_) => {
                let (t, n) = (self.type_name(name), self.thin(operand));
                self.formed(Form::Expr(e), span, [(type_span, t), (self.span(operand), n)])
            }
            None => {
                let (t, n) = (self.type_name(name), self.value(operand));
                self.formed(Form::Expr(e), span, [(type_span, t), (self.span(operand), n)])
            }
        }
    }

    fn conditional(
        &mut self,
        e: ExprId,
        cond: ExprId,
        then: Option<ExprId>,
        otherwise: ExprId,
    ) -> Node {
        let span = self.span(e);
        let b = self.value(otherwise);
        match then {
            Some(then) => {
                let (c, a) = (self.condition(cond), self.value(then));
                self.formed(
                    Form::Expr(e),
                    span,
                    [(self.span(cond), c), (self.span(then), a), (self.span(otherwise), b)],
                )
            }
            None if matches!(self.converted_repr(cond), Some(PtsRepr::Phased { .. })) => {
                let number = self.fresh();
                let pointer = Box::new(self.value(cond));
                Node::Otherwise { pointer, other: Box::new(b), number }
            }
            None => {
                let a = self.value(cond);
                self.formed(Form::Expr(e), span, [(self.span(cond), a), (self.span(otherwise), b)])
            }
        }
    }
}
