// SPDX-License-Identifier: Apache-2.0
//! The parameters of the function whose call is being written.

use std::path::Path;

use lsp_types::{
    Documentation, MarkupContent, MarkupKind, ParameterInformation, ParameterLabel, Position,
    SignatureHelp, SignatureInformation,
};
use upc_sema::types::{FunctionTy, QualTy};
use upc_sema::unit::Decl;
use upc_source::Span;
use upc_syntax::ast::{DeclChunk, DeclarationId, DeclarationKind, Declarator, External};

use crate::library;
use crate::place;
use crate::unit::{Buffers, Unit};

/// The calls around the end of `text`, the innermost first: a name, and the number of arguments
/// before the end.
fn calls_at(text: &str) -> Vec<(&str, u32)> {
    let (mut depth, mut commas, mut calls) = (0u32, 0u32, Vec::new());
    for (at, byte) in text.bytes().enumerate().rev() {
        match byte {
            b')' | b']' => depth += 1,
            b'[' if depth > 0 => depth -= 1,
            b'(' if depth > 0 => depth -= 1,
            b'(' => {
                let before = text[..at].trim_end();
                let line = &before[before.rfind('\n').map_or(0, |n| n + 1)..];
                calls.extend(place::word(line, line.len()).map(|word| (&line[word], commas)));
                commas = 0;
            }
            b',' if depth == 0 => commas += 1,
            b';' | b'{' | b'}' => break,
            _ => {}
        }
    }
    calls
}

/// The first declaration of a function of this name.
fn function<'u>(unit: &'u Unit, name: &str) -> Option<&'u Decl> {
    let (symbol, types) = (unit.names.lookup(name)?, &unit.analysis.types);
    unit.analysis.unit.decls.iter().find(|d| d.name == symbol && types.is_function(d.ty.ty))
}

/// A function with the names of its parameters, the program's own as its source declares it.
/// `None`: `decl` is no function.
pub fn declaration(unit: &Unit, decl: &Decl) -> Option<String> {
    let function = unit.analysis.types.function(decl.ty.ty)?;
    let own = || {
        let (_, text) = declared(unit, decl).filter(|_| !decl.system)?;
        on_one_line(text?.slice(unit.text()))
    };
    own().or_else(|| Some(text_of(unit, decl, function.ret, &parameters(unit, decl, function))))
}

fn text_of(unit: &Unit, decl: &Decl, result: QualTy, parameters: &[String]) -> String {
    let list = if parameters.is_empty() { "void".to_string() } else { parameters.join(", ") };
    let declarator = format!("{}({list})", unit.names.name(decl.name));
    upc_sema::print::declaration_text(&unit.analysis.types, &unit.names, result, &declarator)
}

/// The signature of the call around a position of `path`. `unit` may be of an earlier text.
pub fn signature(
    unit: &Unit,
    path: &Path,
    position: Position,
    buffers: &Buffers,
) -> Option<SignatureHelp> {
    let contents = buffers.get(path)?;
    let calls = calls_at(&contents[..place::offset(contents, position)]);
    let known = |(name, active)| Some((name, active, function(unit, name)?));
    let (name, active, decl) = calls.into_iter().find_map(known)?;
    let function = unit.analysis.types.function(decl.ty.ty)?;
    let parameters = parameters(unit, decl, function);
    let info = |label: &String| ParameterInformation {
        label: ParameterLabel::Simple(label.clone()),
        documentation: None,
    };
    let about = library::about(name);
    Some(SignatureHelp {
        signatures: vec![SignatureInformation {
            label: text_of(unit, decl, function.ret, &parameters),
            documentation: about.map(|about| {
                Documentation::MarkupContent(MarkupContent {
                    kind: MarkupKind::Markdown,
                    value: about.markdown(),
                })
            }),
            parameters: Some(parameters.iter().map(info).collect()),
            active_parameter: Some(active),
        }],
        active_signature: Some(0),
        active_parameter: Some(active),
    })
}

/// The declaration of each parameter, and `...`.
fn parameters(unit: &Unit, decl: &Decl, function: &FunctionTy) -> Vec<String> {
    let names = parameter_names(unit, decl);
    let types = &unit.analysis.types;
    let text = |(i, &param): (usize, &QualTy)| {
        let name = names.get(i).copied().unwrap_or("");
        upc_sema::print::declaration_text(types, &unit.names, param, name)
    };
    let mut texts: Vec<String> = function.params.iter().enumerate().map(text).collect();
    texts.extend(function.variadic.then(|| "...".into()));
    texts
}

/// The last declarator of a function whose name is that of `decl`, and the text of its declaration
/// up to the body; without text if others are declared with it.
fn declared<'u>(unit: &'u Unit, decl: &Decl) -> Option<(&'u Declarator, Option<Span>)> {
    let is_it = |d: &Declarator| d.name.is_some_and(|(_, span): (_, Span)| span == decl.span);
    let ast = &unit.analysis.ast;
    let found = unit.analysis.externals.iter().rev().find_map(|(external, _)| match external {
        External::Function(def) if is_it(&def.declarator) => {
            Some((&def.declarator, Some(Span::new(def.span.start, def.body_span.start))))
        }
        External::Declaration(id) => {
            let DeclarationKind::Plain { declarators, .. } = &ast.declarations[*id].kind else {
                return None;
            };
            let found = declarators.iter().map(|d| &d.declarator).find(|d| is_it(d))?;
            Some((found, (declarators.len() == 1).then_some(ast.declarations[*id].span)))
        }
        _ => None,
    });
    found
}

/// The text of a declaration on one line, without its end; `None`: a directive is in it.
fn on_one_line(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    (!text.contains("\n#")).then(|| words.join(" ").trim_end_matches([';', ' ']).to_string())
}

/// The names of a function's parameters in its declaration; empty if it names none.
fn parameter_names<'u>(unit: &'u Unit, decl: &Decl) -> Vec<&'u str> {
    let ast = &unit.analysis.ast;
    let found = declared(unit, decl).and_then(|(declarator, _)| declarator.chunks.first());
    let Some(DeclChunk::Function { params, .. }) = found else { return Vec::new() };
    let name = |id: &DeclarationId| match &ast.declarations[*id].kind {
        DeclarationKind::Plain { declarators, .. } => declarators
            .first()
            .and_then(|d| d.declarator.name)
            .map_or("", |(symbol, _)| unit.names.name(symbol)),
        DeclarationKind::StaticAssert { .. } => "",
    };
    params.iter().map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_call_around_the_cursor() {
        assert_eq!(calls_at("x = upc_memget(a[1, 2], f(b, c), "), [("upc_memget", 2)]);
        assert_eq!(calls_at("f(a); g"), []);
        assert_eq!(calls_at("if (f (a, sizeof(b"), [("sizeof", 0), ("f", 1), ("if", 0)]);
    }
}
