// SPDX-License-Identifier: Apache-2.0
//! `-fupc-dump=LETTERS`: the results of the phases of a unit, on standard output, for developers of
//! upcc.

use std::fmt::Write;

use upc_ir::ir::Ir;
use upc_sema::Analysis;
use upc_source::{Interner, LineMap};
use upc_syntax::ast::{Ast, External};
use upc_syntax::{Dialect, Parser};

/// The letters of the phases up to the tree of the intermediate form, with their results;
/// [`upc_ir::PASSES`] has the later ones.
const LETTERS: [(char, &str); 4] = [
    ('t', "tokens"),
    ('s', "syntax tree"),
    ('d', "declarations and types"),
    ('b', "accesses explicit"),
];

/// Collects the dumps of one unit.
pub struct Dump<'a> {
    letters: &'a str,
    text: &'a str,
    map: &'a LineMap,
    pub out: &'a mut String,
}

impl<'a> Dump<'a> {
    pub fn new(letters: &'a str, text: &'a str, map: &'a LineMap, out: &'a mut String) -> Dump<'a> {
        Dump { letters, text, map, out }
    }

    fn section(&mut self, letter: char, name: &str, contents: impl FnOnce(&Self) -> String) {
        if self.letters.contains(letter) {
            let contents = contents(self);
            let _ = write!(self.out, "=== {letter}: {name}\n{contents}");
        }
    }

    pub fn tokens(&mut self, dialect: Dialect) {
        self.section('t', LETTERS[0].1, |d| {
            let mut names = Interner::new();
            let parser = Parser::new(d.text, d.map, dialect, &mut names);
            upc_syntax::dump::tokens(parser.tokens(), d.text, d.map, &|at| !d.map.is_system(at))
        });
    }

    pub fn analysis(&mut self, analysis: &Analysis, names: &Interner) {
        self.section('s', LETTERS[1].1, |d| d.tree(analysis, names));
        self.section('d', LETTERS[2].1, |d| upc_sema::dump::dump(analysis, d.text, d.map, names));
    }

    fn tree(&self, analysis: &Analysis, names: &Interner) -> String {
        let own =
            analysis.externals.iter().filter(|(e, _)| !self.map.is_system(start(&analysis.ast, e)));
        own.map(|(e, body)| upc_syntax::dump::external(&analysis.ast, names, self.text, e, *body))
            .collect()
    }

    /// The tree after the pass of this letter; 'b' is before the first.
    pub fn pass(&mut self, letter: char, ir: &mut Ir) {
        let pass = upc_ir::PASSES.iter().find(|p| p.letter == letter).map(|p| p.name);
        self.section(letter, pass.unwrap_or(LETTERS[3].1), |d| {
            upc_ir::print::dump(ir, d.text, &|at| !d.map.is_system(at))
        });
    }
}

fn start(ast: &Ast, external: &External) -> u32 {
    match external {
        External::Declaration(id) => ast.declarations[*id].span.start,
        External::Function(def) => def.span.start,
        External::Asm(span) | External::Empty(span) => span.start,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_option_takes_the_letters_of_all_phases() {
        let all: String =
            LETTERS.iter().map(|l| l.0).chain(upc_ir::PASSES.iter().map(|p| p.letter)).collect();
        assert_eq!(all, crate::args::DUMP_LETTERS);
        assert!(all.char_indices().all(|(i, l)| !all[..i].contains(l)));
    }
}
