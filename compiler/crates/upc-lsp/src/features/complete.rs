// SPDX-License-Identifier: Apache-2.0
//! Completion: members after `.` and `->`, otherwise names in scope, keywords and the library.

use std::path::Path;

use lsp_types::{
    CompletionItem, CompletionItemKind, Documentation, MarkupContent, MarkupKind, Position,
};
use upc_sema::types::TagId;
use upc_sema::unit::{Decl, DeclId, DeclKind};
use upc_source::Symbol;
use upc_syntax::ast::{ExprKind, External, StmtKind};

use super::{hover, unfinished};
use crate::library;
use crate::place;
use crate::unit::{Buffers, Entity, Setting, Unit};

/// The name that is put where the cursor is, so that the parser sees a whole expression there.
const CURSOR: &str = "upc_lsp_cursor__";

/// The completions at a position of `path`. Errors: as for [`Unit::new`].
pub fn complete(
    path: &Path,
    position: Position,
    buffers: &Buffers,
    setting: &Setting,
) -> Result<Vec<CompletionItem>, String> {
    let Some(contents) = buffers.get(path) else { return Ok(Vec::new()) };
    let at = place::offset(contents, position);
    if unfinished::code_of(&contents[..at]).1 {
        return Ok(Vec::new());
    }
    let line_start = contents[..at].rfind('\n').map_or(0, |n| n + 1);
    let written = &contents[line_start..at];
    let start = line_start + place::word(written, written.len()).map_or(written.len(), |w| w.start);
    // Nothing after the cursor is in scope.
    let edited = format!("{}{CURSOR}", &contents[..start]);
    let edited = format!("{edited}{}\n", unfinished::closing(&unfinished::code_of(&edited).0));
    let unit = Unit::new(path, &edited, buffers, setting)?;
    // On the line itself, as an unfinished line before it has no bearing on this one.
    let before = contents[line_start..start].trim_end();
    if before.ends_with("->") || before.ends_with('.') {
        return Ok(members(&unit));
    }
    let word = place::word(before, before.len()).map_or("", |w| &before[w]);
    if ["struct", "union", "enum"].contains(&word) {
        return Ok(tags(&unit, word));
    }
    let mut all = names(&unit);
    all.extend(macros(&unit, setting));
    Ok(all)
}

/// Whether a name is the compiler's or the runtime's.
fn is_reserved(name: &str) -> bool {
    name == CURSOR || name.starts_with("__") || name.starts_with("upcr_")
}

/// The tags of this kind.
fn tags(unit: &Unit, kind: &str) -> Vec<CompletionItem> {
    let of_kind = unit
        .analysis
        .types
        .tags
        .iter_enumerated()
        .filter(|(_, tag)| upc_sema::print::tag_kind_text(tag.kind) == kind);
    let named = of_kind.filter_map(|(id, tag)| Some((id, unit.names.name(tag.name?))));
    let own = named.filter(|(_, name)| !is_reserved(name));
    own.map(|(id, name)| CompletionItem {
        label: name.to_string(),
        kind: Some(CompletionItemKind::STRUCT),
        detail: hover::declaration(unit, Entity::Tag(id)),
        ..CompletionItem::default()
    })
    .collect()
}

/// The macros that are the program's own, or the library's.
fn macros(unit: &Unit, setting: &Setting) -> Vec<CompletionItem> {
    let mut seen = std::collections::HashSet::new();
    let all = unit.macros(setting).iter().rev();
    let own = all.filter(|m| !is_reserved(&m.name) && !m.name.starts_with('_'));
    own.filter(|m| seen.insert(&m.name))
        .map(|m| CompletionItem {
            label: m.name.clone(),
            kind: Some(match m.has_parameters() {
                true => CompletionItemKind::FUNCTION,
                false => CompletionItemKind::CONSTANT,
            }),
            detail: Some(format!("#define {}", m.text)),
            documentation: library::about(&m.name).map(documentation),
            sort_text: Some(format!("{}{}", if m.system { '1' } else { '0' }, m.name)),
            ..CompletionItem::default()
        })
        .collect()
}

/// The members of the structure left of the cursor.
fn members(unit: &Unit) -> Vec<CompletionItem> {
    let Some(cursor) = unit.names.lookup(CURSOR) else { return Vec::new() };
    let types = &unit.analysis.types;
    let base = unit.analysis.ast.exprs.iter().find_map(|e| match e.kind {
        ExprKind::Member { base, name, .. } if name == cursor => Some(base),
        _ => None,
    });
    let qt = base.and_then(|base| unit.analysis.unit.expr_ty.get(base).copied().flatten());
    let pointee = |ty| {
        types.pointee(ty).or_else(|| types.array(ty).map(|(elem, _)| elem)).map_or(ty, |p| p.ty)
    };
    let tag = qt.and_then(|qt| types.tag_of(qt.ty).or_else(|| types.tag_of(pointee(qt.ty))));
    let mut out = Vec::new();
    if let Some(tag) = tag {
        members_of(unit, tag, &mut out);
    }
    out
}

fn members_of(unit: &Unit, tag: TagId, out: &mut Vec<CompletionItem>) {
    let types = &unit.analysis.types;
    for member in &types.tags[tag].members {
        match member.name {
            Some(name) => out.push(CompletionItem {
                label: unit.names.name(name).to_string(),
                kind: Some(CompletionItemKind::FIELD),
                detail: hover::declaration(unit, Entity::Member(tag, name)),
                ..CompletionItem::default()
            }),
            None => {
                if let Some(inner) = types.tag_of(member.ty.ty) {
                    members_of(unit, inner, out);
                }
            }
        }
    }
}

/// Names in scope, keywords, and names of the library.
fn names(unit: &Unit) -> Vec<CompletionItem> {
    let mut out: Vec<CompletionItem> = Vec::new();
    let cursor = unit.text().find(CURSOR).map(|at| at as u32).unwrap_or(u32::MAX);
    let mut seen: std::collections::HashSet<Symbol> = std::collections::HashSet::new();
    // The innermost declaration is the last one before the cursor.
    let mut decls: Vec<_> = unit
        .analysis
        .unit
        .decls
        .iter_enumerated()
        .filter(|(_, d)| is_visible(unit, d, cursor))
        .collect();
    decls.sort_by_key(|(_, d)| std::cmp::Reverse((!d.file_scope, d.span.start)));
    for (id, decl) in decls {
        let name = unit.names.name(decl.name);
        if !is_reserved(name) && seen.insert(decl.name) {
            out.push(declared(unit, id, decl));
        }
    }
    let words = upc_syntax::token::keywords(unit.reading.dialect);
    out.extend(words.filter(|w| !w.starts_with("__")).map(keyword));
    out
}

/// A name in scope. The program's own names come first.
fn declared(unit: &Unit, id: DeclId, decl: &Decl) -> CompletionItem {
    let name = unit.names.name(decl.name);
    CompletionItem {
        label: name.to_string(),
        kind: Some(kind(decl)),
        detail: hover::declaration(unit, Entity::Decl(id)),
        documentation: library::about(name).map(documentation),
        sort_text: Some(format!("{}{name}", if decl.system { '1' } else { '0' })),
        ..CompletionItem::default()
    }
}

fn keyword(word: &str) -> CompletionItem {
    CompletionItem {
        label: word.to_string(),
        kind: Some(CompletionItemKind::KEYWORD),
        documentation: library::about(word).map(documentation),
        sort_text: Some(format!("1{word}")),
        ..CompletionItem::default()
    }
}

fn documentation(about: library::About) -> Documentation {
    Documentation::MarkupContent(MarkupContent {
        kind: MarkupKind::Markdown,
        value: about.markdown(),
    })
}

fn kind(decl: &Decl) -> CompletionItemKind {
    match decl.kind {
        DeclKind::Object | DeclKind::Parameter => CompletionItemKind::VARIABLE,
        DeclKind::Function => CompletionItemKind::FUNCTION,
        DeclKind::Typedef => CompletionItemKind::CLASS,
        DeclKind::Enumerator(_) => CompletionItemKind::ENUM_MEMBER,
    }
}

/// Whether a declaration is in scope at offset `cursor`: at file scope, or in a block that is still
/// open there.
fn is_visible(unit: &Unit, decl: &Decl, cursor: u32) -> bool {
    if decl.file_scope {
        return true;
    }
    let bodies = unit.analysis.externals.iter().filter_map(|(external, _)| match external {
        External::Function(def) => Some((def.span, def.body_span)),
        _ => None,
    });
    let inside = |span: upc_source::Span| span.start <= cursor && cursor <= span.end;
    let Some((function, body)) = bodies.into_iter().find(|(_, body)| inside(*body)) else {
        return false;
    };
    if decl.span.start > cursor || decl.span.start < function.start {
        return false;
    }
    let loops = unit
        .analysis
        .ast
        .stmts
        .iter()
        .filter(|s| matches!(s.kind, StmtKind::For { .. } | StmtKind::UpcForall { .. }));
    // A loop without braces is a scope too.
    if loops.into_iter().any(|s| s.span.contains(decl.span) && !inside(s.span)) {
        return false;
    }
    let between =
        unit.text().get(decl.span.start.max(body.start) as usize..cursor as usize).unwrap_or("");
    let mut depth = 0i32;
    between.bytes().all(|b| {
        depth += i32::from(b == b'{') - i32::from(b == b'}');
        depth >= 0
    })
}
