// SPDX-License-Identifier: Apache-2.0
//! Shared by the integration tests.
#![allow(dead_code)]

use upc_source::{Diagnostics, Interner, LineMap};
use upc_syntax::ast::External;
use upc_syntax::{Dialect, Parser};

/// Parses all of `text` with every body; gives the messages as `line:column: message` and what
/// `look` makes of the finished parser.
pub fn parse_with<T>(
    text: &str,
    dialect: Dialect,
    look: impl FnOnce(&Parser, &[External]) -> T,
) -> (Vec<String>, T) {
    let map = LineMap::new(text, "t.upc");
    let mut interner = Interner::new();
    let mut diags = Diagnostics::new();
    let mut parser = Parser::new(text, &map, dialect, &mut interner);
    let mut externals = Vec::new();
    while let Some(external) = parser.next_external(&mut diags) {
        if let External::Function(_) = external {
            parser.parse_body(&mut diags);
        }
        externals.push(external);
    }
    let result = look(&parser, &externals);
    let messages = diags
        .iter()
        .map(|d| {
            let at = map.locate(d.span.start);
            format!("{}:{}:{}: {}", map.file_name(at.file), at.line, at.column, d.message)
        })
        .collect();
    (messages, result)
}

pub fn parse(text: &str, dialect: Dialect) -> Vec<String> {
    parse_with(text, dialect, |_, _| ()).0
}

/// The dump of every external declaration of `text`; messages must be none.
pub fn dump(text: &str, dialect: Dialect) -> String {
    let map = LineMap::new(text, "t.upc");
    let mut interner = Interner::new();
    let mut diags = Diagnostics::new();
    let mut parser = Parser::new(text, &map, dialect, &mut interner);
    let mut out = String::new();
    while let Some(external) = parser.next_external(&mut diags) {
        let body = matches!(external, External::Function(_)).then(|| parser.parse_body(&mut diags));
        out += &upc_syntax::dump::external(parser.ast(), parser.interner(), text, &external, body);
    }
    let messages: Vec<_> = diags.iter().map(|d| &d.message).collect();
    assert!(messages.is_empty(), "{messages:?} in\n{text}");
    out
}
