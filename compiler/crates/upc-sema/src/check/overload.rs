// SPDX-License-Identifier: Apache-2.0
//! Functions of one name and several types, of which <tgmath.h> is made: clang's attribute
//! `overloadable`, and gcc's `__builtin_tgmath`.

use upc_syntax::ast::{Attribute, ExprId, ExprKind};

use crate::check::Check;
use crate::decl::Named;
use crate::types::{FunctionTy, QualTy, Quals, Ty, TypeKind};
use crate::unit::DeclKind;

/// The cost of an argument of a type that only a conversion makes the parameter's.
const CONVERSION: u32 = 2;

impl Check<'_> {
    /// Notes that the overloadable function of this name is about to be declared with one type
    /// more.
    pub fn note_overload(&mut self, named: Named, qt: QualTy, attrs: [&[Attribute]; 2]) {
        let overloadable = attrs.iter().any(|a| self.has_attr(a, "overloadable"));
        let Some(old) = self.scopes.linked(named.name).filter(|_| overloadable) else { return };
        let before = self.unit.decls[old].ty;
        // Pointers-to-shared are numbers to clang, so it cannot tell such functions apart.
        let shared = self.types.involves_shared(qt) || self.types.involves_shared(before);
        let is_function = self.unit.decls[old].kind == DeclKind::Function;
        if !is_function || shared || self.types.compatible(before, qt) {
            return;
        }
        let known = self.unit.overloads.entry(old).or_insert_with(|| vec![before]);
        if !known.contains(&qt) {
            known.push(qt);
        }
        self.unit.pure.remove(&old);
        self.unit.unshared.remove(&old);
    }

    /// Gives the callee, if it names an overloaded function, the type that fits the arguments best.
    /// Where two fit equally well, the C compiler refuses the call.
    pub(super) fn select_overload(&mut self, callee: ExprId, args: &[ExprId]) {
        let Some(decl) = self.called(callee) else { return };
        let Some(overloads) = self.unit.overloads.get(&decl).cloned() else { return };
        let given: Vec<Ty> = args.iter().map(|&a| self.rvalue(a).ty).collect();
        let costs = overloads.iter().filter_map(|&qt| Some((self.overload_cost(qt, &given)?, qt)));
        let Some((_, best)) = costs.min_by_key(|&(cost, _)| cost) else { return };
        let mut e = callee;
        self.record(e, best);
        while let ExprKind::Paren(inner) = self.ast.exprs[e].kind {
            e = inner;
            self.record(e, best);
        }
    }

    /// The cost of calling a function of type `qt` with arguments of these types; a function with
    /// `...` is the last choice. `None`: the number of arguments is wrong.
    fn overload_cost(&self, qt: QualTy, given: &[Ty]) -> Option<(bool, u32)> {
        let f = self.types.function(qt.ty)?;
        if given.len() < f.params.len() || (given.len() > f.params.len() && !f.variadic) {
            return None;
        }
        let costs = f.params.iter().zip(given).map(|(p, &from)| self.argument_cost(p.ty, from));
        Some((f.variadic, costs.sum()))
    }

    fn argument_cost(&self, to: Ty, from: Ty) -> u32 {
        let plain = |ty| QualTy { ty, quals: Quals::default() };
        let promoted = match from == self.types.common.float {
            true => self.types.common.double,
            false => self.types.promote(from),
        };
        if self.types.compatible(plain(to), plain(from)) {
            0
        } else if promoted == to {
            1
        } else if self.types.is_arithmetic(to) == self.types.is_arithmetic(from) {
            CONVERSION
        } else {
            // No conversion: any other function fits better.
            CONVERSION * 1000
        }
    }

    /// The result of `__builtin_tgmath(functions, arguments)` (C 7.25p3). Generic parameters are
    /// those with another type in each function. The function is called for which they have the
    /// common type of their arguments. `None`: only the C compiler knows.
    pub(crate) fn generic_result(&mut self, args: &[ExprId]) -> Option<QualTy> {
        let types: Vec<Ty> = args.iter().map(|&a| self.rvalue(a).ty).collect();
        let functions: Vec<FunctionTy> =
            types.iter().map_while(|&t| self.called_function(t).cloned()).collect();
        let first = functions.first()?;
        let is_generic =
            |i: &usize| functions.iter().any(|f| f.params.get(*i) != first.params.get(*i));
        let generic: Vec<usize> = (0..first.params.len()).filter(is_generic).collect();
        let mut common = None;
        for &i in &generic {
            let given = *types.get(functions.len() + i)?;
            let of = if self.types.is_integer(given) { self.types.common.double } else { given };
            common = Some(self.types.usual(common.unwrap_or(of), of)?);
        }
        let (common, at) = (common?, *generic.first()?);
        let complex = match *self.types.kind(common) {
            TypeKind::Float(kind) => self.types.make(TypeKind::Complex(kind)),
            _ => common,
        };
        let takes =
            |ty: Ty| functions.iter().find(|f| f.params.get(at).is_some_and(|p| p.ty == ty));
        takes(common).or_else(|| takes(complex)).map(|f| QualTy::plain(f.ret.ty))
    }

    fn called_function(&self, ty: Ty) -> Option<&FunctionTy> {
        self.types.function(self.types.pointee(ty)?.ty)
    }
}
