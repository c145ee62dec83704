// SPDX-License-Identifier: Apache-2.0
//! Hover on a name: its type, the distribution of its data over threads, its documentation.

use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind};
use upc_sema::layout::Size;
use upc_sema::table::{Member, Tag};
use upc_sema::types::QualTy;
use upc_sema::unit::{Decl, DeclKind};
use upc_syntax::ast::{ExprKind, SizeofOp};

use upcc::editor::Macro;

use super::{comment, signature};
use crate::library;
use crate::unit::{Buffers, Entity, Unit};

/// The text shown at a name.
pub fn hover(unit: &Unit, entity: Entity, buffers: &Buffers) -> Option<Hover> {
    let mut text = format!("```upc\n{}\n```\n", declaration(unit, entity)?);
    if let Some(qt) = object_type(unit, entity) {
        text += &match entity {
            Entity::Member(..) => in_structure(unit, qt),
            _ => distribution(unit, qt, unit.spelling(entity)?),
        };
    }
    if let Some(about) = library::about(unit.spelling(entity)?) {
        text += &format!("\n{}\n", about.markdown());
    } else if let Some(comment) = comment_of(unit, entity, buffers) {
        text += &format!("\n{comment}\n");
    }
    Some(markdown(text))
}

/// The text shown at a macro: its definition.
pub fn of_macro(unit: &Unit, found: &Macro, buffers: &Buffers) -> Hover {
    let mut text = format!("```upc\n#define {}\n```\n", found.text);
    let contents = unit.contents_of(&found.file, buffers).filter(|_| !found.system);
    let comment = || comment::at(&contents?, found.line);
    let about = library::about(&found.name).map(|about| about.markdown());
    text += &about.or_else(comment).map_or(String::new(), |about| format!("\n{about}\n"));
    markdown(text)
}

/// The user's comment on a name, at the first of its declarations that has one. The comment at a
/// parameter is the function's.
fn comment_of(unit: &Unit, entity: Entity, buffers: &Buffers) -> Option<String> {
    let decls = &unit.analysis.unit.decls;
    if matches!(entity, Entity::Decl(id) if matches!(decls[id].kind, DeclKind::Parameter)) {
        return None;
    }
    let declared = unit.occurrences.iter().filter(|o| o.declares && o.entity == entity);
    let own = declared.map(|o| o.span.start).filter(|&at| !unit.map.is_system(at));
    own.map(|at| unit.map.locate(at)).find_map(|place| {
        let contents = unit.contents_of(unit.map.file_name(place.file), buffers)?;
        comment::at(&contents, place.line)
    })
}

/// The text shown at a word of the language, such as `THREADS`.
pub fn keyword(word: &str) -> Option<Hover> {
    Some(markdown(library::about(word)?.markdown()))
}

fn markdown(value: String) -> Hover {
    Hover {
        contents: HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value }),
        range: None,
    }
}

/// A name as it is declared.
pub fn declaration(unit: &Unit, entity: Entity) -> Option<String> {
    let types = &unit.analysis.types;
    let name = unit.spelling(entity)?;
    Some(match entity {
        Entity::Decl(id) => of_decl(unit, &unit.analysis.unit.decls[id], name),
        Entity::Member(tag, symbol) => {
            let member = types.tags[tag].members.iter().find(|m| m.name == Some(symbol))?;
            of_member(unit, &types.tags[tag], member, name)
        }
        Entity::Tag(id) => {
            let tag = &types.tags[id];
            let size = if tag.complete {
                format!(" // {} bytes", tag.size)
            } else {
                " // incomplete".into()
            };
            format!("{} {name};{size}", upc_sema::print::tag_kind_text(tag.kind))
        }
    })
}

fn of_member(unit: &Unit, tag: &Tag, member: &Member, name: &str) -> String {
    let bits = member.bits.map_or(String::new(), |bits| format!(" : {}", bits.width));
    let owner = tag.name.map_or("", |n| unit.names.name(n));
    let kind = upc_sema::print::tag_kind_text(tag.kind);
    let typed = typed(unit, member.ty, name);
    format!("{typed}{bits}; // of {kind} {owner}, byte {}", member.offset)
}

fn of_decl(unit: &Unit, decl: &Decl, name: &str) -> String {
    let typed = typed(unit, decl.ty, name);
    match decl.kind {
        DeclKind::Typedef if typed == format!("{name} {name}") => format!("{name}; // opaque"),
        DeclKind::Typedef => format!("typedef {typed};"),
        DeclKind::Enumerator(value) => format!("{name} = {value}"),
        DeclKind::Function => format!("{};", signature::declaration(unit, decl).unwrap_or(typed)),
        DeclKind::Object | DeclKind::Parameter => format!("{typed};"),
    }
}

fn typed(unit: &Unit, qt: QualTy, name: &str) -> String {
    upc_sema::print::declaration_text(&unit.analysis.types, &unit.names, qt, name)
}

fn object_type(unit: &Unit, entity: Entity) -> Option<QualTy> {
    match entity {
        Entity::Decl(id) => {
            let decl = &unit.analysis.unit.decls[id];
            matches!(decl.kind, DeclKind::Object | DeclKind::Parameter).then_some(decl.ty)
        }
        Entity::Member(tag, name) => unit.analysis.types.tags[tag]
            .members
            .iter()
            .find(|m| m.name == Some(name))
            .map(|m| m.ty),
        Entity::Tag(_) => None,
    }
}

/// The size of a private object; the block size of what a pointer-to-shared points to.
fn private(unit: &Unit, qt: QualTy) -> String {
    let size = unit.analysis.types.fixed_size(qt.ty).map(bytes);
    match pointed_to(unit, qt) {
        Some(block) => {
            let size = size.map_or(String::new(), |size| format!(" of {size}"));
            format!("\n- private pointer-to-shared{size}: each thread has its own\n{block}")
        }
        None => size.map_or(String::new(), |size| {
            format!("\n- private: each thread has its own, of {size}\n")
        }),
    }
}

/// The same for a member, which is where the object around it is.
fn in_structure(unit: &Unit, qt: QualTy) -> String {
    let size = unit.analysis.types.fixed_size(qt.ty).map(bytes);
    let size = size.map_or(String::new(), |size| format!("\n- size: {size}\n"));
    size + &pointed_to(unit, qt).unwrap_or_default()
}

/// The block size of what a pointer-to-shared points to.
fn pointed_to(unit: &Unit, qt: QualTy) -> Option<String> {
    let types = &unit.analysis.types;
    let shared = types.pointee(qt.ty).and_then(|target| types.shared(target))?;
    Some(format!("- block size of what it points to: {}\n", block_text(shared.block)))
}

/// Block size, affinity and sizes of an object, or of the referent of a pointer-to-shared.
fn distribution(unit: &Unit, qt: QualTy, name: &str) -> String {
    let types = &unit.analysis.types;
    let Some(shared) = types.shared(qt) else { return private(unit, qt) };
    let mut text = format!("\n- block size: {}\n", block_text(shared.block));
    text += &format!("- affinity: {}\n", affinity(unit, qt, shared.block, name));
    text += &format!("- size: {}\n", size_text(unit, qt));
    if let Some(local) = types.local_size(qt) {
        text += &format!("- each thread reserves {}\n", bytes(local));
    }
    text
}

fn block_text(block: u64) -> String {
    match block {
        0 => "indefinite: all elements on one thread".into(),
        1 => "1 element (cyclic)".into(),
        n => format!("{n} elements"),
    }
}

fn affinity(unit: &Unit, qt: QualTy, block: u64, name: &str) -> String {
    let types = &unit.analysis.types;
    if types.array(qt.ty).is_none() || block == 0 {
        return "thread 0".into();
    }
    let threads = types.threads.map_or("THREADS".to_string(), |n| n.to_string());
    let rank = std::iter::successors(types.array(qt.ty), |(elem, _)| types.array(elem.ty)).count();
    let which = if rank == 1 {
        format!("{name}[i]")
    } else {
        format!("element i of {name}, counted through all dimensions,")
    };
    match block {
        1 => format!("{which} is on thread i % {threads}"),
        n => format!("{which} is on thread i / {n} % {threads}"),
    }
}

fn size_text(unit: &Unit, qt: QualTy) -> String {
    let types = &unit.analysis.types;
    match types.size(qt.ty) {
        Some(Size::Const(n)) => format!("{} over all threads", bytes(n)),
        Some(Size::Threads(n)) => format!("{} × THREADS", bytes(n)),
        None => "unknown".into(),
    }
}

fn bytes(n: u64) -> String {
    if n == 1 {
        "1 byte".into()
    } else {
        format!("{n} bytes")
    }
}

/// The value of a `sizeof` with the keyword at `span`, for its hover.
pub fn size_operator(unit: &Unit, span: upc_source::Span) -> Option<Hover> {
    let at = unit.analysis.ast.exprs.iter_enumerated().find(|(_, e)| {
        e.span.start == span.start
            && matches!(e.kind, ExprKind::SizeofExpr { .. } | ExprKind::SizeofType { .. })
    });
    let (id, expr) = at?;
    let (ExprKind::SizeofExpr { op, .. } | ExprKind::SizeofType { op, .. }) = &expr.kind else {
        return None;
    };
    let value = unit.analysis.unit.constant.get(&id)?;
    let unit_of = if *op == SizeofOp::UpcBlocksizeof { "elements" } else { "bytes" };
    Some(markdown(format!("```upc\n{}\n```\n{value} {unit_of}\n", expr.span.slice(unit.text()))))
}
