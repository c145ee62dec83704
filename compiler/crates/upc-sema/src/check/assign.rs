// SPDX-License-Identifier: Apache-2.0
//! Assignment and the conversions as if by assignment (C 6.5.16.1, UPC 6.4.3, 6.5.1.1p13, p14).

use upc_source::{Diagnostic, ErrorName, Span};
use upc_syntax::ast::{BinaryOp, ExprId, ExprKind};

use crate::check::Check;
use crate::types::{QualTy, Quals, TypeKind};
use crate::unit::DeclId;

/// The purpose of a conversion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Context {
    Assign,
    Initializer,
    Return,
    /// Argument number, from 1, of a function where it is named.
    Argument(usize, Option<DeclId>),
}

/// How an lvalue is modified.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Modify {
    Assign,
    Increment,
}

impl Check<'_> {
    pub fn assignment(
        &mut self,
        e: ExprId,
        op: Option<BinaryOp>,
        left: ExprId,
        right: ExprId,
    ) -> QualTy {
        let object = self.expr(left);
        let modifiable =
            self.types.is_opaque(object.ty) || self.check_modifiable(left, Modify::Assign);
        let target = QualTy { ty: object.ty, quals: Quals::default() };
        if !modifiable {
            self.rvalue(right);
            return target;
        }
        match op {
            None => {
                self.assign_convert(target, right, Context::Assign);
            }
            Some(op) => self.compound_assignment(e, op, left, right, target),
        }
        target
    }

    fn compound_assignment(
        &mut self,
        e: ExprId,
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
        target: QualTy,
    ) {
        let r = self.value(right);
        if self.types.is_opaque(target.ty)
            || self.types.is_opaque(r.ty)
            || self.types.is_vector(target.ty)
        {
            return;
        }
        if self.types.is_pointer(target.ty) {
            let additive = matches!(op, BinaryOp::Add | BinaryOp::Sub);
            if additive && self.types.is_integer(r.ty) {
                self.additive(e, op, target, r);
            } else {
                self.bad_operands(self.span(e), op, target, r);
            }
            return;
        }
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            if !self.types.is_integer(target.ty) || !self.types.is_integer(r.ty) {
                self.bad_operands(self.span(e), op, target, r);
            }
            return;
        }
        self.arithmetic(e, op, left, right, target, r);
    }

    /// Whether the expression is a modifiable lvalue (C 6.3.2.1p1); otherwise reports why not.
    pub fn check_modifiable(&mut self, e: ExprId, how: Modify) -> bool {
        let t = self.expr(e);
        let verb = match how {
            Modify::Assign => "assigned to",
            Modify::Increment => "incremented or decremented",
        };
        let found = self.why_unmodifiable(e, t, verb);
        let modifiable = found.is_none();
        found.into_iter().for_each(|d| self.report(d));
        modifiable
    }

    /// The error about `e`, of type `t`, which cannot be `verb`.
    fn why_unmodifiable(&mut self, e: ExprId, t: QualTy, verb: &str) -> Option<Diagnostic> {
        let span = self.span(e);
        if let Some(word) = self.thread_identifier(e) {
            let message = format!("{word} is a value: it cannot be {verb}");
            let help = match word {
                "THREADS" => "upcrun -n, or upcc -T, sets the number of threads",
                _ => "it is fixed for each thread",
            };
            let error = Diagnostic::error(ErrorName::UpcThreadValue, span, message);
            return Some(error.rule("UPC 6.3").help(format!("{help}; to compare, write '=='")));
        }
        let not_assignable =
            |message: String| Some(Diagnostic::error(ErrorName::NotAssignable, span, message));
        if !self.is_lvalue(e) {
            not_assignable(format!("this is a value, not an object: it cannot be {verb}"))
        } else if self.types.array(t.ty).is_some() {
            not_assignable(format!("an array cannot be {verb}"))
                .map(|d| d.help("copy its elements, or use upc_memcpy or memcpy"))
        } else if self.types.is_function(t.ty) {
            not_assignable(format!("a function cannot be {verb}"))
        } else if !self.types.is_complete(t) && !self.types.is_unjudged(t.ty) {
            let message =
                format!("an object of the incomplete type {} cannot be {verb}", self.show(t));
            Some(Diagnostic::error(ErrorName::IncompleteType, span, message))
        } else if t.quals.const_ || self.has_const_member(t, 0) {
            not_assignable(format!("{} cannot be {verb}", self.describe_const(e, t)))
        } else {
            None
        }
    }

    fn describe_const(&self, e: ExprId, t: QualTy) -> String {
        match self.ast.exprs[e].kind {
            ExprKind::Ident(n) => format!("'{}' is const: it", self.name(n)),
            ExprKind::Member { name, .. } => {
                format!("the member '{}' is const: it", self.name(name))
            }
            _ => format!("this has type {}: it is const and", self.show(t)),
        }
    }

    fn has_const_member(&self, t: QualTy, depth: u32) -> bool {
        let Some(tag) =
            self.types.tag_of(t.ty).filter(|_| self.types.is_record(t.ty) && depth < 32)
        else {
            return false;
        };
        self.types.tags[tag].members.iter().any(|m| {
            let elem = self.types.ultimate(m.ty);
            elem.quals.const_ || self.has_const_member(elem, depth + 1)
        })
    }

    // ------------------------------------------------------------ conversion as if by assignment

    /// Notes that the value of `e` becomes the pointer-to-shared type `to`.
    pub fn convert_to_pts(&mut self, e: ExprId, to: QualTy) {
        if !self.types.is_pts(to.ty) {
            return;
        }
        let from = self.rvalue(e);
        if from.ty != to.ty {
            self.unit.converted.insert(e, QualTy::plain(to.ty));
        }
    }

    /// Converts the value of `e` to `to` as if by assignment; false after an error.
    pub fn assign_convert(&mut self, to: QualTy, e: ExprId, context: Context) -> bool {
        let from = self.value(e);
        if self.types.is_opaque(from.ty) || self.types.is_opaque(to.ty) || from.ty == to.ty {
            return !self.types.is_opaque(from.ty) || self.types.is_opaque(to.ty);
        }
        match self.types.kind(to.ty) {
            TypeKind::Pointer(_) => self.assign_pointer(to, from, e, context),
            TypeKind::Int(_) | TypeKind::Enum(_) | TypeKind::Float(_) | TypeKind::Complex(_) => {
                self.assign_arithmetic(to, from, e, context)
            }
            TypeKind::Struct(_) | TypeKind::Union(_) => self.assign_record(to, from, e, context),
            TypeKind::Vector { .. } => true,
            TypeKind::Nullptr => self.is_null_constant(e),
            _ => self.mismatch(to, from, e, context, None),
        }
    }

    fn assign_arithmetic(&mut self, to: QualTy, from: QualTy, e: ExprId, context: Context) -> bool {
        if self.types.is_arithmetic(from.ty) || self.types.is_vector(from.ty) {
            return true;
        }
        if self.types.is_pointer(from.ty) {
            if to.ty == self.types.common.bool_ {
                return true;
            }
            if self.types.is_integer(to.ty) {
                return self.assign_pointer_to_integer(to, from, e, context);
            }
        }
        self.mismatch(to, from, e, context, None)
    }

    fn assign_pointer_to_integer(
        &mut self,
        to: QualTy,
        from: QualTy,
        e: ExprId,
        context: Context,
    ) -> bool {
        if self.types.is_pts(from.ty) {
            let help = "upc_threadof, upc_phaseof and upc_addrfield give the parts of a pointer \
                        to shared data";
            return self.mismatch(to, from, e, context, Some(("UPC 6.4.3p1", help)));
        }
        let message =
            format!("{} makes an integer from a pointer without a cast", self.doing(context));
        self.warn("int-conversion", self.span(e), message);
        true
    }

    fn assign_record(&mut self, to: QualTy, from: QualTy, e: ExprId, context: Context) -> bool {
        if let (TypeKind::Union(tag), true) =
            (self.types.kind(to.ty).clone(), self.types.is_transparent_union(to.ty))
        {
            let null = self.is_null_constant(e);
            let members = &self.types.tags[tag].members;
            if null || members.iter().any(|m| m.ty.ty == from.ty || self.types.is_pointer(m.ty.ty))
            {
                return true;
            }
        }
        // The missing object of an incomplete type has been reported.
        self.types.is_complete(to) && self.mismatch(to, from, e, context, None)
    }

    fn assign_pointer(&mut self, to: QualTy, from: QualTy, e: ExprId, context: Context) -> bool {
        if self.is_null_constant(e) {
            self.convert_to_pts(e, to);
            return true;
        }
        let Some(q) = self.types.pointee(from.ty) else {
            return self.integer_to_pointer(to, from, e, context);
        };
        let Some(p) = self.types.pointee(to.ty) else { return true };
        if self.types.is_unjudged(p.ty) || self.types.is_unjudged(q.ty) {
            self.convert_to_pts(e, to);
            return true;
        }
        match (self.types.is_pts(to.ty), self.types.is_pts(from.ty)) {
            (true, false) => {
                let help = "a pointer to shared data cannot point to private data; declare the \
                            object shared";
                self.mismatch(to, from, e, context, Some(("UPC 6.4.3p1", help)))
            }
            (false, true) => {
                let help = if self.is_argument_of_c_library(context) {
                    "the C library reads private memory: copy with upc_memget or upc_memput, or \
                     cast it if the data are this thread's"
                } else {
                    "cast it, if the object has affinity to this thread: '(T *)p'"
                };
                self.mismatch(to, from, e, context, Some(("UPC 6.4.3p4", help)))
            }
            (true, true) => self.between_pts(to, from, p, q, e, context),
            (false, false) => self.between_private(p, q, e, context),
        }
    }

    fn is_argument_of_c_library(&self, context: Context) -> bool {
        let Context::Argument(_, Some(f)) = context else { return false };
        let d = &self.unit.decls[f];
        let of_upc = ["upc_", "bupc_", "upcx_", "xlupc_"];
        d.system && !of_upc.iter().any(|prefix| self.name(d.name).starts_with(prefix))
    }

    fn integer_to_pointer(
        &mut self,
        to: QualTy,
        from: QualTy,
        e: ExprId,
        context: Context,
    ) -> bool {
        if self.types.is_pts(to.ty) {
            let help = "only the constant 0 converts to a pointer to shared data: it gives the \
                null pointer";
            return self.mismatch(to, from, e, context, Some(("UPC 6.4.3p1", help)));
        }
        if self.types.is_integer(from.ty) {
            let message =
                format!("{} makes a pointer from an integer without a cast", self.doing(context));
            self.warn("int-conversion", self.span(e), message);
            return true;
        }
        self.mismatch(to, from, e, context, None)
    }

    /// Pointers-to-shared: generic ones convert freely (UPC 6.5.1.1p14); others need compatible
    /// referents, block size included.
    fn between_pts(
        &mut self,
        to: QualTy,
        from: QualTy,
        p: QualTy,
        q: QualTy,
        e: ExprId,
        context: Context,
    ) -> bool {
        let generic = self.types.is_generic_pts(to.ty) || self.types.is_generic_pts(from.ty);
        if !generic && !self.types.compatible_unqualified(p, q) {
            let (a, b) =
                (self.types.shared(p).map(|s| s.block), self.types.shared(q).map(|s| s.block));
            if a == b && self.differ_in_sign(p, q) {
                let message = format!(
                    "{} from {} to {} changes signedness",
                    self.doing(context),
                    self.show(from),
                    self.show(to)
                );
                self.warn_upc("pointer-sign", self.span(e), message);
                self.convert_to_pts(e, to);
                return true;
            }
            let why = if a != b {
                (
                    "UPC 6.5.1.1p13",
                    "the block sizes differ: cast if you mean it, the phase becomes 0",
                )
            } else {
                ("UPC 6.4.3p2", "cast it if you mean it")
            };
            return self.mismatch(to, from, e, context, Some(why));
        }
        self.check_discarded(p, q, e, context);
        self.convert_to_pts(e, to);
        true
    }

    /// Whether calls through either function type hand over pointers-to-shared in the same form.
    fn passed_alike(&self, p: QualTy, q: QualTy) -> bool {
        let (Some(f), Some(g)) = (self.types.function(p.ty), self.types.function(q.ty)) else {
            return false;
        };
        let same =
            |a: &QualTy, b: &QualTy| self.types.pointer_repr(a.ty) == self.types.pointer_repr(b.ty);
        let parameters = f.params.iter().zip(&g.params);
        f.params.len() == g.params.len()
            && parameters.chain([(&f.ret, &g.ret)]).all(|(a, b)| same(a, b))
    }

    fn between_private(&mut self, p: QualTy, q: QualTy, e: ExprId, context: Context) -> bool {
        let void = self.types.is_void(p.ty) || self.types.is_void(q.ty);
        if void || self.types.compatible_unqualified(p, q) {
            self.check_discarded(p, q, e, context);
            return true;
        }
        if self.differ_in_sign(p, q) {
            return true;
        }
        if let Some(why) = self.different_meaning(p, q) {
            let (to, from) = (self.types.pointer_to(p), self.types.pointer_to(q));
            return self.mismatch(QualTy::plain(to), QualTy::plain(from), e, context, Some(why));
        }
        // `const T **` from `T **` and array qualifiers: gcc warns only under -Wpedantic or not
        // at all.
        if !self.same_but_quals(p, q, 0) {
            let message = format!("{} from an incompatible pointer type", self.doing(context));
            self.warn("incompatible-pointer-types", self.span(e), message);
        }
        true
    }

    /// The rule by which no pointer to `q` is one to `p`, and why: pointers-to-shared would be
    /// misread through it.
    fn different_meaning(&self, p: QualTy, q: QualTy) -> Option<(&'static str, &'static str)> {
        if self.shared_below(p, q) && !self.represented_alike(p, q) {
            let why = "the pointers that they point to have different representations";
            return Some(("UPC 6.5.1.1p13", why));
        }
        let functions =
            [p, q].iter().any(|f| self.types.is_function(f.ty) && self.types.involves_shared(*f));
        let why = "pointers to shared and to private data are passed in different ways";
        (functions && !self.passed_alike(p, q)).then_some(("C 6.5.16.1p1", why))
    }

    /// Whether a pointer-to-shared is among the pointers pointed to: converting would misread it.
    fn shared_below(&self, p: QualTy, q: QualTy) -> bool {
        self.types.mentions_pts_layout(p) || self.types.mentions_pts_layout(q)
    }

    /// Whether only qualifiers such as `const` distinguish the referents at each level of pointers:
    /// lists of addresses are passed so, `shared void **` as `shared const void *const *`.
    fn represented_alike(&self, p: QualTy, q: QualTy) -> bool {
        let block = |t| self.types.shared(t).map(|s| s.block);
        match (self.types.kind(p.ty), self.types.kind(q.ty)) {
            (TypeKind::Pointer(a), TypeKind::Pointer(b)) => {
                block(*a) == block(*b) && self.represented_alike(*a, *b)
            }
            _ => self.types.compatible_unqualified(p, q),
        }
    }

    fn same_but_quals(&self, p: QualTy, q: QualTy, depth: u32) -> bool {
        if p.ty == q.ty || depth > 32 {
            return true;
        }
        match (self.types.kind(p.ty), self.types.kind(q.ty)) {
            (TypeKind::Pointer(a), TypeKind::Pointer(b)) => self.same_but_quals(*a, *b, depth + 1),
            (TypeKind::Array { elem: a, .. }, TypeKind::Array { elem: b, .. }) => {
                self.same_but_quals(*a, *b, depth + 1)
            }
            _ => self.types.compatible_unqualified(p, q),
        }
    }

    fn differ_in_sign(&self, p: QualTy, q: QualTy) -> bool {
        match (self.types.int_kind(p.ty), self.types.int_kind(q.ty)) {
            (Some(a), Some(b)) => {
                self.types.fixed_size(p.ty) == self.types.fixed_size(q.ty)
                    && crate::convert::to_unsigned(a) == crate::convert::to_unsigned(b)
            }
            _ => false,
        }
    }

    /// gcc's -Wdiscarded-qualifiers.
    fn check_discarded(&mut self, p: QualTy, q: QualTy, e: ExprId, context: Context) {
        if self.types.is_function(p.ty) || self.types.is_function(q.ty) {
            return;
        }
        let (to, from) = (self.types.object_quals(p), self.types.object_quals(q));
        // An array's qualifiers are its element's: gcc is silent about them without -Wpedantic.
        if self.types.array(p.ty).is_some() || self.types.array(q.ty).is_some() {
            return;
        }
        let word = match ((from.const_ && !to.const_), (from.volatile && !to.volatile)) {
            (true, _) => "const",
            (_, true) => "volatile",
            _ => return,
        };
        let message =
            format!("{} discards '{word}' from what the pointer points to", self.doing(context));
        // The C compiler does not see the referent of a pointer to shared.
        if from.shared.is_some() {
            self.warn_upc("discarded-qualifiers", self.span(e), message);
        } else {
            self.warn("discarded-qualifiers", self.span(e), message);
        }
    }

    fn doing(&self, context: Context) -> String {
        match context {
            Context::Assign => "assignment".to_string(),
            Context::Initializer => "initialization".to_string(),
            Context::Return => "return".to_string(),
            Context::Argument(n, Some(f)) => {
                format!("argument {n} of '{}'", self.name(self.unit.decls[f].name))
            }
            Context::Argument(n, None) => format!("argument {n}"),
        }
    }

    fn mismatch(
        &mut self,
        to: QualTy,
        from: QualTy,
        e: ExprId,
        context: Context,
        why: Option<(&'static str, &'static str)>,
    ) -> bool {
        let advice = self.advice(to, from, e, context);
        let (to, from) = (self.show(to), self.show(from));
        let message = match context {
            Context::Assign => format!("{from} cannot be assigned to {to}"),
            Context::Initializer => format!("{to} cannot be initialized with {from}"),
            Context::Return => format!("the function returns {to}, this is {from}"),
            Context::Argument(..) => {
                format!("{} must be {to}, this is {from}", self.doing(context))
            }
        };
        let span: Span = self.span(e);
        let mut d = Diagnostic::error(
            why.map_or(ErrorName::Conversion, |_| ErrorName::UpcPointerConversion),
            span,
            message,
        );
        if let Some((rule, _)) = why {
            d = d.rule(rule);
        }
        if let Some(help) = advice.or_else(|| why.map(|(_, help)| help.to_string())) {
            d = d.help(help);
        }
        if let Context::Argument(_, Some(f)) = context {
            let at = self.unit.decls[f].span;
            if !self.map.is_system(at.start) {
                d = d.label(at, "declared here");
            }
        }
        self.report(d);
        false
    }
}
