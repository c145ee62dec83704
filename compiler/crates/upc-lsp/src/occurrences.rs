// SPDX-License-Identifier: Apache-2.0
//! The places at which a preprocessed text declares and uses names, from the tables of its
//! analysis.

use upc_sema::types::TagId;
use upc_sema::unit::{DeclId, DeclKind};
use upc_sema::Analysis;
use upc_source::{Interner, Span, Symbol};
use upc_syntax::ast::{
    DeclSpecs, Declaration, DeclarationKind, Designator, ExprId, ExprKind, External, InitList,
    Initializer, TypeSpec,
};

/// The meaning of a name. Members are named by their structure, so that each structure has its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Entity {
    Decl(DeclId),
    Member(TagId, Symbol),
    Tag(TagId),
}

/// One use or declaration of a name in the preprocessed text.
#[derive(Clone, Copy, Debug)]
pub struct Occurrence {
    pub span: Span,
    pub entity: Entity,
    pub declares: bool,
}

/// The occurrences of names in `text`, in its order, each once.
pub fn occurrences_in(analysis: &Analysis, text: &str, names: &Interner) -> Vec<Occurrence> {
    Index { analysis, text, names }.occurrences()
}

/// Collects the occurrences from the analysis' tables.
struct Index<'a> {
    analysis: &'a Analysis,
    text: &'a str,
    names: &'a Interner,
}

impl Index<'_> {
    fn occurrences(&self) -> Vec<Occurrence> {
        let (ast, unit) = (&self.analysis.ast, &self.analysis.unit);
        let mut out = Vec::new();
        out.extend(unit.decl_at.iter().map(|(&span, &id)| Occurrence {
            span,
            entity: Entity::Decl(id),
            declares: true,
        }));
        out.extend(ast.exprs.iter_enumerated().filter_map(|(id, _)| self.of_expression(id)));
        self.members(&mut out);
        let specs = ast.declarations.iter().filter_map(|d| match &d.kind {
            DeclarationKind::Plain { specs, .. } => Some(specs),
            DeclarationKind::StaticAssert { .. } => None,
        });
        let functions = self.analysis.externals.iter().filter_map(|(external, _)| match external {
            External::Function(def) => Some(&def.specs),
            _ => None,
        });
        let all = specs.chain(functions).chain(ast.type_names.iter().map(|t| &t.specs));
        out.extend(all.filter_map(|specs| self.typedef(specs)));
        for (id, spec) in ast.tags.iter_enumerated() {
            if let (Some((_, span)), Some(&tag)) = (spec.name, unit.tag_spec.get(&id)) {
                let declares = !matches!(spec.body, upc_syntax::ast::TagBody::Reference);
                out.push(Occurrence { span, entity: Entity::Tag(tag), declares });
            }
        }
        self.designators(&mut out);
        // Only names of the text itself, each once.
        out.retain(|o| !o.span.is_empty() && self.is_name(*o));
        out.sort_by_key(|o| (o.span.start, !o.declares));
        out.dedup_by_key(|o| o.span);
        out
    }

    fn is_name(&self, o: Occurrence) -> bool {
        let symbol = match o.entity {
            Entity::Decl(id) => Some(self.analysis.unit.decls[id].name),
            Entity::Member(_, name) => Some(name),
            Entity::Tag(id) => self.analysis.types.tags[id].name,
        };
        let said = self.text.get(o.span.start as usize..o.span.end as usize);
        symbol.is_some_and(|s| said == Some(self.names.name(s)))
    }

    fn of_expression(&self, id: ExprId) -> Option<Occurrence> {
        let unit = &self.analysis.unit;
        let expr = &self.analysis.ast.exprs[id];
        match expr.kind {
            ExprKind::Ident(_) => Some(Occurrence {
                span: expr.span,
                entity: Entity::Decl(*unit.ident.get(&id)?),
                declares: false,
            }),
            ExprKind::Member { name, name_span, .. } => {
                let tag = self.analysis.types.tag_of(unit.member.get(&id)?.parent)?;
                Some(Occurrence {
                    span: name_span,
                    entity: self.member(tag, name)?,
                    declares: false,
                })
            }
            _ => None,
        }
    }

    /// The member that `name` is in a structure, anonymous members' own included.
    fn member(&self, tag: TagId, name: Symbol) -> Option<Entity> {
        let members = &self.analysis.types.tags[tag].members;
        if members.iter().any(|m| m.name == Some(name)) {
            return Some(Entity::Member(tag, name));
        }
        let anonymous = members.iter().filter(|m| m.name.is_none());
        anonymous
            .filter_map(|m| self.analysis.types.tag_of(m.ty.ty))
            .find_map(|inner| self.member(inner, name))
    }

    /// The declarations of members.
    fn members(&self, out: &mut Vec<Occurrence>) {
        let ast = &self.analysis.ast;
        for (id, spec) in ast.tags.iter_enumerated() {
            let upc_syntax::ast::TagBody::Members(list) = &spec.body else { continue };
            let Some(&tag) = self.analysis.unit.tag_spec.get(&id) else { continue };
            let named = |d: &Declaration| -> Vec<(Symbol, Span)> {
                match &d.kind {
                    DeclarationKind::Plain { declarators, .. } => {
                        declarators.iter().filter_map(|d| d.declarator.name).collect()
                    }
                    DeclarationKind::StaticAssert { .. } => Vec::new(),
                }
            };
            for (name, span) in list.iter().flat_map(|&d| named(&ast.declarations[d])) {
                out.push(Occurrence { span, entity: Entity::Member(tag, name), declares: true });
            }
        }
    }

    /// A typedef's name among the specifiers: the last one declared before it, for the tables keep
    /// no scopes.
    fn typedef(&self, specs: &DeclSpecs) -> Option<Occurrence> {
        let TypeSpec::TypedefName(name) = specs.type_spec else { return None };
        let decls = self.analysis.unit.decls.iter_enumerated();
        let visible = decls.filter(|(_, d)| {
            d.name == name && d.kind == DeclKind::Typedef && d.span.start < specs.type_span.start
        });
        let (id, _) = visible.max_by_key(|(_, d)| d.span.start)?;
        Some(Occurrence { span: specs.type_span, entity: Entity::Decl(id), declares: false })
    }

    /// The members that initializers name.
    fn designators(&self, out: &mut Vec<Occurrence>) {
        let ast = &self.analysis.ast;
        for declaration in ast.declarations.iter() {
            let DeclarationKind::Plain { declarators, .. } = &declaration.kind else { continue };
            for list in declarators.iter().filter_map(|d| as_list(d.init.as_ref()?)) {
                self.designators_in(list, out);
            }
        }
        for expr in ast.exprs.iter() {
            if let ExprKind::CompoundLiteral { init, .. } = &expr.kind {
                self.designators_in(init, out);
            }
        }
    }

    fn designators_in(&self, list: &InitList, out: &mut Vec<Occurrence>) {
        let types = &self.analysis.types;
        let whole = self.analysis.unit.init_list.get(&list.span).map(|qt| qt.ty);
        for item in &list.items {
            let mut ty = whole;
            for designator in &item.designators {
                let Designator::Member(name, span) = *designator else {
                    ty = ty.and_then(|t| types.array(t)).map(|(elem, _)| elem.ty);
                    continue;
                };
                let Some(tag) = ty.and_then(|t| types.tag_of(t)) else { break };
                out.extend(self.member(tag, name).map(|entity| Occurrence {
                    span,
                    entity,
                    declares: false,
                }));
                ty = types.find_member(tag, name).map(|(_, member)| member.ty.ty);
            }
            if let Some(inner) = as_list(&item.value) {
                self.designators_in(inner, out);
            }
        }
    }
}

fn as_list(init: &Initializer) -> Option<&InitList> {
    match init {
        Initializer::List(list) => Some(list),
        Initializer::Expr(_) => None,
    }
}
