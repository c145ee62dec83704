// SPDX-License-Identifier: Apache-2.0
//! From a declarator to a type (C 6.7.6, UPC 6.5.2).

use upc_source::{Diagnostic, ErrorName, Span};
use upc_syntax::ast::{
    ArraySize, DeclChunk, DeclarationId, DeclarationKind, Declarator, ExprId, Quals as AstQuals,
    Storage,
};

use crate::check::Check;
use crate::decl::dynamic_threads::ThreadsUse;
use crate::decl::Place;
use crate::types::{ArrayLen, FunctionTy, QualTy, Quals, Shared, Ty, TypeKind};
use crate::unit::{DeclId, DeclKind, Linkage};

impl Check<'_> {
    /// The type that `d` gives to a name of base type `base`.
    pub fn declarator_type(&mut self, base: QualTy, d: &Declarator, place: Place) -> QualTy {
        let mut qt = base;
        let last = d.chunks.len().saturating_sub(1);
        for (i, chunk) in d.chunks.iter().enumerate().rev() {
            qt = match chunk {
                DeclChunk::Pointer { quals, span } => {
                    self.pointer_chunk(qt, quals, if i == last { d.span } else { *span })
                }
                DeclChunk::Array { size, quals, span } => {
                    let outermost_param = place == Place::Parameter && i == 0;
                    self.array_chunk(qt, *size, quals, *span, place, outermost_param)
                }
                DeclChunk::Function { params, variadic, kr_names, span } => {
                    self.function_chunk(qt, params, *variadic, kr_names.is_some(), *span)
                }
            };
        }
        qt
    }

    fn pointer_chunk(&mut self, pointee: QualTy, quals: &AstQuals, span: Span) -> QualTy {
        if self.is_star_referent(pointee, span) {
            return self.unknown();
        }
        let ty = self.types.pointer_to(pointee);
        self.add_quals(QualTy::plain(ty), quals, span)
    }

    /// Refuses `shared [*] T *p`, which has no array to spread (UPC 6.5.1.1p6).
    fn is_star_referent(&mut self, pointee: QualTy, span: Span) -> bool {
        let Some(Shared { block: Shared::STAR }) = self.types.shared(pointee) else { return false };
        let help = "give the block size, as in 'shared [4] int *p', or use 'shared int *p'";
        self.error_help(
            ErrorName::UpcBlockSize,
            span,
            "'shared [*]' in a pointer type: there is no array to spread",
            "UPC 6.5.1.1p6",
            help,
        );
        true
    }

    fn array_chunk(
        &mut self,
        elem: QualTy,
        size: ArraySize,
        quals: &AstQuals,
        span: Span,
        place: Place,
        outermost_param: bool,
    ) -> QualTy {
        let elem = self.checked_element(elem, span);
        let len = match size {
            ArraySize::Unspecified => ArrayLen::Incomplete,
            ArraySize::Star => self.types.fresh_variable_len(),
            ArraySize::Expr(e) => self.array_length(elem, e, place, outermost_param),
        };
        self.check_array_size(elem, len, span);
        let array = QualTy::plain(self.types.array_of(elem, len));
        if outermost_param && !quals.shared.is_empty() {
            let message = "a parameter cannot be shared";
            self.error_rule(ErrorName::UpcSharedFunction, span, message, "UPC 6.5.2p8");
        }
        array
    }

    /// A private array is no larger than an address difference can be; shared ones have a limit of
    /// their own.
    fn check_array_size(&mut self, elem: QualTy, len: ArrayLen, span: Span) {
        let (ArrayLen::Const(n), None) = (len, self.types.shared(elem)) else { return };
        let bytes =
            self.types.fixed_size(elem.ty).map_or(0, |size| u128::from(size) * u128::from(n));
        if bytes > i64::MAX as u128 {
            self.error(
                ErrorName::ArraySize,
                span,
                format!(
                    "an array of {n} elements of {} is larger than memory can be",
                    self.show(elem)
                ),
            );
        }
    }

    fn checked_element(&mut self, elem: QualTy, span: Span) -> QualTy {
        let problem = match *self.types.kind(elem.ty) {
            TypeKind::Function(_) => "functions",
            TypeKind::Void => "void",
            TypeKind::Array { len: ArrayLen::Incomplete, .. } => {
                self.error(
                    ErrorName::ArraySize,
                    span,
                    "only the first dimension of an array may be left out",
                );
                return self.unknown();
            }
            TypeKind::Struct(_) | TypeKind::Union(_) if !self.types.is_complete(elem) => {
                let message = format!("array of elements of incomplete type {}", self.show(elem));
                let mut d = Diagnostic::error(ErrorName::IncompleteType, span, message);
                if let Some(allocator) = self.allocator_of(elem) {
                    let name = self.plain_name(elem);
                    d = d.help(format!(
                        "declare pointers to it, as in '{name} *shared x[THREADS];', and set each \
                         to {allocator}"
                    ));
                }
                self.report(d);
                return self.unknown();
            }
            _ => return elem,
        };
        self.error(ErrorName::ArraySize, span, format!("array of {problem}"));
        self.unknown()
    }

    fn array_length(
        &mut self,
        elem: QualTy,
        e: ExprId,
        place: Place,
        outermost_param: bool,
    ) -> ArrayLen {
        let ty = self.rvalue(e);
        if self.types.is_opaque(ty.ty) {
            return self.types.fresh_variable_len();
        }
        if !self.types.is_integer(ty.ty) {
            let message = format!("array bound has type {}, not an integer type", self.show(ty));
            self.error(ErrorName::ArraySize, self.span(e), message);
            return ArrayLen::Const(1);
        }
        if let Some(value) = self.eval(e) {
            self.unit.constant.insert(e, value);
            if value < 0 {
                self.error(
                    ErrorName::ArraySize,
                    self.span(e),
                    format!("array bound {value} is negative"),
                );
                return self.types.fresh_variable_len();
            }
            return ArrayLen::Const(u64::try_from(value).unwrap_or(u64::MAX));
        }
        match self.types.shared(elem) {
            // The outermost bound of a parameter has no meaning (C 6.7.6.3p7).
            Some(_) if outermost_param && !self.mentions_threads(e) => {
                self.types.fresh_variable_len()
            }
            Some(shared) => self.shared_length(elem, shared, e),
            // Its elements were reported, perhaps as shared ones.
            None if self.types.is_opaque(elem.ty) && self.mentions_threads(e) => {
                self.types.fresh_variable_len()
            }
            None => self.private_length(e, place, outermost_param),
        }
    }

    /// A bound that is not constant, of an array of shared elements. After an error the length is
    /// unknown, so that no subscript or declaration is judged by it.
    fn shared_length(&mut self, elem: QualTy, shared: Shared, e: ExprId) -> ArrayLen {
        let span = self.span(e);
        let k = match self.threads_use(e) {
            ThreadsUse::Factor(k) => k,
            ThreadsUse::Product(k) => {
                self.warn_threads_product(span);
                k
            }
            ThreadsUse::None => return self.unknown_length(span),
            ThreadsUse::Wrong(why) => return self.wrong_factor(span, why),
        };
        let (message, rule, help) = if shared.block == 0 {
            (
                "THREADS in the bound of an array of indefinite block size",
                "UPC 6.5.2.1p3",
                "use a constant bound, another block size, or fix THREADS with -T n",
            )
        } else if self.has_threads(elem.ty) {
            (
                "THREADS in two dimensions of a shared array",
                "UPC 6.5.2.1p2",
                "keep THREADS in one dimension, or fix THREADS with -T n",
            )
        } else {
            return ArrayLen::Threads(k);
        };
        self.error_help(ErrorName::UpcThreadsBounds, span, message, rule, help);
        self.types.fresh_variable_len()
    }

    /// Reports a bound without THREADS that is not constant.
    fn unknown_length(&mut self, span: Span) -> ArrayLen {
        self.error_help(
            ErrorName::UpcThreadsBounds,
            span,
            "bound of a shared array is not a constant",
            "UPC 6.5.2.1p2",
            "upc_all_alloc allocates an array of a size that is known at run time",
        );
        self.types.fresh_variable_len()
    }

    fn wrong_factor(&mut self, span: Span, why: &str) -> ArrayLen {
        self.error_help(
            ErrorName::UpcThreadsBounds,
            span,
            format!("{why}, in the bound of a shared array"),
            "UPC 6.5.2.1p2",
            "write THREADS or a positive constant times THREADS, or fix THREADS with -T n",
        );
        self.types.fresh_variable_len()
    }

    /// The specification wants one constant factor; what more of them mean is as clear.
    fn warn_threads_product(&mut self, span: Span) {
        let message =
            "THREADS is multiplied by more than one factor, in the bound of a shared array";
        let d = Diagnostic::warning("upc-threads-product", span, message).rule("UPC 6.5.2.1p2");
        self.report(
            d.help("join the others, as in THREADS * (2 * 3), for compilers that insist on it"),
        );
    }

    /// Whether a dimension of the type is a multiple of THREADS.
    pub(super) fn has_threads(&self, mut ty: Ty) -> bool {
        while let Some((elem, len)) = self.types.array(ty) {
            if matches!(len, ArrayLen::Threads(_)) {
                return true;
            }
            ty = elem.ty;
        }
        false
    }

    fn private_length(&mut self, e: ExprId, place: Place, outermost_param: bool) -> ArrayLen {
        if outermost_param || place.allows_variable_length(self.scopes.at_file_scope()) {
            return self.types.fresh_variable_len();
        }
        let span = self.span(e);
        if self.mentions_threads(e) {
            let help = "make the array shared, allocate it at run time, or fix THREADS with -T n";
            self.error_help(
                ErrorName::UpcThreadsConstant,
                span,
                "THREADS is not a constant here: it is known at launch",
                "UPC 6.3.1p1",
                help,
            );
        } else if self.needs_constant(e) {
            self.error(ErrorName::ArraySize, span, "array bound is not an integer constant");
        }
        self.types.fresh_variable_len()
    }

    /// Whether the expression surely is not constant; what only the C compiler can fold gets the
    /// benefit of the doubt.
    pub fn needs_constant(&mut self, e: ExprId) -> bool {
        !self.constant_initializer(e).is_constant()
    }

    fn function_chunk(
        &mut self,
        ret: QualTy,
        params: &[DeclarationId],
        variadic: bool,
        kr: bool,
        span: Span,
    ) -> QualTy {
        self.check_result(ret, span);
        let (mut types, mut decls) = self.parameters(params);
        let lone_void = types.len() == 1 && types[0] == QualTy::plain(self.types.common.void);
        if lone_void {
            types.clear();
            decls.clear();
        }
        let prototype = !kr && (lone_void || variadic || !params.is_empty() || self.c23);
        self.params.insert(span, decls);
        let function = FunctionTy { ret, params: types, variadic, prototype };
        QualTy::plain(self.types.make(TypeKind::Function(function)))
    }

    /// Declares parameters in a scope of their own. Their types, and the declarations of those
    /// with names.
    fn parameters(&mut self, params: &[DeclarationId]) -> (Vec<QualTy>, Vec<DeclId>) {
        let mut types = Vec::with_capacity(params.len());
        let mut decls = Vec::with_capacity(params.len());
        self.scopes.push();
        for &p in params {
            self.parameter(p, &mut types, &mut decls);
        }
        self.scopes.pop();
        (types, decls)
    }

    fn check_result(&mut self, ret: QualTy, span: Span) {
        match self.types.kind(ret.ty) {
            TypeKind::Function(_) => {
                self.error(ErrorName::FunctionType, span, "a function cannot return a function")
            }
            TypeKind::Array { .. } => {
                self.error(ErrorName::FunctionType, span, "a function cannot return an array")
            }
            _ if ret.is_shared() => {
                let help = "leave 'shared' out of the result type; a pointer to shared data is \
                    written 'shared T *f()'";
                self.error_help(
                    ErrorName::UpcSharedFunction,
                    span,
                    "a function's result cannot be shared",
                    "UPC 6.5.1.1p2",
                    help,
                );
            }
            _ => {}
        }
    }

    /// One parameter declaration: appends its adjusted type and the declared name.
    fn parameter(&mut self, id: DeclarationId, types: &mut Vec<QualTy>, decls: &mut Vec<DeclId>) {
        let ast = self.ast;
        let DeclarationKind::Plain { specs, declarators } = &ast.declarations[id].kind else {
            return;
        };
        let base = self.specs_type(specs);
        if declarators.is_empty() {
            types.push(self.adjust_parameter(base, specs.span));
            return;
        }
        for d in declarators {
            let qt = self.declarator_type(base, &d.declarator, Place::Parameter);
            let qt = self.type_attrs(qt, &d.declarator.attrs);
            let qt = self.adjust_parameter(qt, d.declarator.span);
            types.push(qt);
            if let Some((name, span)) = d.declarator.name {
                decls.push(self.declare_parameter(name, span, qt, specs.storage));
            }
        }
    }

    /// Arrays and functions become pointers (C 6.7.6.3p7); what remains must not be shared (UPC
    /// 6.5.2p8).
    pub fn adjust_parameter(&mut self, qt: QualTy, span: Span) -> QualTy {
        let qt = self.resolve_star(qt, span);
        if let Some((elem, _)) = self.types.array(qt.ty) {
            return QualTy::plain(self.types.pointer_to(elem));
        }
        if self.types.is_function(qt.ty) {
            return QualTy::plain(self.types.pointer_to(qt));
        }
        if qt.is_shared() {
            let message = "a parameter cannot be shared";
            let help = "pass a pointer to shared data, 'shared T *p', or a private copy";
            self.error_help(ErrorName::UpcSharedFunction, span, message, "UPC 6.5.2p8", help);
            let quals = Quals { shared: None, reference: None, ..qt.quals };
            return QualTy { ty: qt.ty, quals };
        }
        qt
    }

    /// Declares a parameter in the innermost scope.
    pub fn declare_parameter(
        &mut self,
        name: upc_source::Symbol,
        span: Span,
        ty: QualTy,
        storage: Storage,
    ) -> DeclId {
        if let Some(&id) = self.unit.decl_at.get(&span) {
            return id;
        }
        if self.scopes.lookup_here(name).is_some() {
            let message = format!("two parameters are called '{}'", self.name(name));
            self.error(ErrorName::Redeclaration, span, message);
        }
        let named = crate::decl::Named { name, span };
        let id = self.new_decl(named, ty, DeclKind::Parameter, storage, Linkage::None);
        self.scopes.insert(name, id);
        id
    }
}
