// SPDX-License-Identifier: Apache-2.0
//! Invariants of the checker's results (see [`crate::unit`]) for a unit without errors.

use upc_source::{Idx, Span};
use upc_syntax::ast::{ExprId, ExprKind};

use crate::analyze::Analysis;
use crate::types::{QualTy, Quals};

/// Checks every table that later phases read; the error names the first broken entry.
pub fn check(a: &Analysis, text: &str) -> Result<(), String> {
    declarations(a, text)?;
    types(a)?;
    names(a)?;
    members(a)
}

/// The spans of declared names lie in the text and have the names.
fn declarations(a: &Analysis, text: &str) -> Result<(), String> {
    for (id, d) in a.unit.decls.iter_enumerated() {
        if text.get(d.span.start as usize..d.span.end as usize).is_none() {
            return Err(format!("declaration {id:?} at {:?} is not in the text", d.span));
        }
        well_formed(a, d.ty).map_err(|why| format!("declaration {id:?} {why}"))?;
    }
    match a.unit.decl_at.values().find(|id| id.index() >= a.unit.decls.len()) {
        Some(id) => Err(format!("a declared name denotes {id:?}, which is not there")),
        None => Ok(()),
    }
}

/// Qualifiers of arrays are at their elements, and no `[*]` is unresolved.
fn types(a: &Analysis) -> Result<(), String> {
    let exprs = a.unit.expr_ty.iter_enumerated().filter_map(|(id, t)| Some((id, (*t)?)));
    for (id, ty) in exprs.chain(a.unit.converted.iter().map(|(id, t)| (*id, *t))) {
        well_formed(a, ty).map_err(|why| format!("{} {why}", place(a, id)))?;
    }
    let untyped = |e: &&ExprId| a.unit.expr_ty.get(**e).map_or(true, |t| t.is_none());
    match a.unit.converted.keys().find(untyped) {
        Some(&e) => Err(format!("{} is converted and has no type", place(a, e))),
        None => Ok(()),
    }
}

fn well_formed(a: &Analysis, ty: QualTy) -> Result<(), String> {
    if a.types.array(ty.ty).is_some() && ty.quals != Quals::default() {
        return Err("has an array type with qualifiers of its own".to_string());
    }
    Ok(())
}

/// Identifiers denote declarations of their own name; what `_Generic` selects is in the tree.
fn names(a: &Analysis) -> Result<(), String> {
    for (&e, &id) in &a.unit.ident {
        let named = match (a.ast.exprs.get(e).map(|x| &x.kind), a.unit.decls.get(id)) {
            (Some(ExprKind::Ident(name)), Some(d)) => *name == d.name,
            _ => false,
        };
        if !named {
            return Err(format!("{} denotes {id:?}, which has another name", place(a, e)));
        }
    }
    match a.unit.selected.iter().find(|(_, to)| a.ast.exprs.get(**to).is_none()) {
        Some((&e, _)) => Err(format!("{} selects what is not there", place(a, e))),
        None => Ok(()),
    }
}

/// A member lies inside its structure.
fn members(a: &Analysis) -> Result<(), String> {
    for (&e, m) in &a.unit.member {
        let size = match &m.bits {
            Some(bits) => Some(bits.bytes),
            None => a.types.fixed_size(m.ty.ty),
        };
        let (Some(size), Some(whole)) = (size, a.types.fixed_size(m.parent)) else { continue };
        if m.offset + size > whole {
            let at = m.offset;
            return Err(format!("{}: {size} bytes at {at} of a structure of {whole}", place(a, e)));
        }
    }
    Ok(())
}

fn place(a: &Analysis, e: ExprId) -> String {
    let span = a.ast.exprs.get(e).map_or(Span::default(), |x| x.span);
    format!("the expression at {span:?}")
}
