// SPDX-License-Identifier: Apache-2.0
//! Parses a preprocessed file, prints what is wrong with it and how fast its lines were mapped,
//! lexed and parsed: `cargo run --release --example parse -- file.i`.

use std::time::Instant;
use upc_source::render::{render, Format, Sources};
use upc_source::{Diagnostics, Interner, LineMap};
use upc_syntax::ast::External;
use upc_syntax::{Dialect, Parser};

fn main() {
    let name = std::env::args().nth(1).expect("usage: parse file.i");
    let text = std::fs::read_to_string(&name).expect("a readable UTF-8 file");
    let start = Instant::now();
    let map = LineMap::new(&text, &name);
    let mapped = start.elapsed();
    let mut interner = Interner::new();
    let mut diags = Diagnostics::new();
    let mut parser = Parser::new(&text, &map, Dialect::default(), &mut interner);
    let lexed = start.elapsed();
    while let Some(external) = parser.next_external(&mut diags) {
        if let External::Function(_) = external {
            parser.parse_body(&mut diags);
        }
    }
    let parsed = start.elapsed();
    let read = |name: &str| std::fs::read_to_string(name).ok();
    let sources = Sources::new(&text, &map, &read);
    for d in diags.iter() {
        eprint!("{}", render(d, &sources, Format::Full, false));
    }
    let lines = text.lines().count();
    let rate = lines as f64 / parsed.as_secs_f64();
    println!("{lines} lines, {} tokens, {} messages", parser.tokens().len(), diags.len());
    println!(
        "map {mapped:?}, lex {:?}, parse {:?}: {rate:.0} lines/s",
        lexed - mapped,
        parsed - lexed
    );
}
