// SPDX-License-Identifier: Apache-2.0
//! The requirements of the language and its libraries, `tests/conformance.tsv`, and the tests that
//! name them.
//!
//! The table has a row for each requirement, its columns separated by tabs, with a line of
//! headings:
//!
//! | column | meaning |
//! | --- | --- |
//! | `id` | group (ENV, LANG, MEM: the language; CORE, COLL, ...: a library), section, and C, S or U with a number |
//! | `section` | paragraph of the UPC 1.3 specification |
//! | `kind` | `constraint`: must be diagnosed; `semantics`: must behave so; `undefined`: what is done all the same |
//! | `statement` | what is required |
//!
//! A test names the requirements it checks in comment lines `conformance: ID ID ...`.

use crate::program::sorted_entries;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// The paths of the table and of the document made from it, below the project's root.
pub const TABLE: &str = "tests/conformance.tsv";
pub const DOCUMENT: &str = "docs/conformance.md";

/// The head of docs/conformance.md.
const HEAD: &str = "# Conformance to UPC 1.3\n\n\
    Every requirement of the language and its libraries, and the tests that check it, as \
    paths below `tests/`.\n\
    Made by `make conformance` from `tests/conformance.tsv` and the `conformance:` lines \
    of the tests.\n\n\
    Kinds: a *constraint* is diagnosed when a program breaks it; *semantics* is what a \
    program may rely on; for\n\
    *undefined* behaviour the row says what is done all the same.\n\n\
    The documents followed are the *UPC Language Specifications, version 1.3*, the *UPC \
    Required Library Specifications,\n\
    version 1.3* and the *UPC Optional Library Specifications, version 1.3*, of November \
    2013, and ISO/IEC 9899:1999.\n\n";

/// One requirement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    pub id: String,
    pub section: String,
    pub kind: String,
    pub statement: String,
}

impl Row {
    /// The library or the part of the language: the start of the id.
    pub fn group(&self) -> &str {
        self.id.split('-').next().unwrap_or_default()
    }
}

/// The requirements and, for each, the files below tests/ that name it.
#[derive(Debug)]
pub struct Conformance {
    pub rows: Vec<Row>,
    tests: BTreeMap<String, BTreeSet<PathBuf>>,
}

impl Conformance {
    /// Reads the table and the tests below `root`. Errors name the file.
    pub fn read(root: &Path) -> Result<Conformance, String> {
        let table = root.join(TABLE);
        let text =
            fs::read_to_string(&table).map_err(|error| format!("{}: {error}", table.display()))?;
        let rows = parse(&text).map_err(|why| format!("{}: {why}", table.display()))?;
        let mut tests = BTreeMap::new();
        for folder in ["run", "regress", "syntax", "sema", "tools"] {
            visit(&root.join("tests"), &root.join("tests").join(folder), &mut tests)?;
        }
        Ok(Conformance { rows, tests })
    }

    /// The tests of a requirement, as paths below tests/.
    pub fn tests(&self, id: &str) -> impl Iterator<Item = &Path> {
        self.tests.get(id).into_iter().flatten().map(PathBuf::as_path)
    }

    /// Whether a row's library is not there yet: no requirement of its group has a test.
    pub fn waits(&self, row: &Row) -> bool {
        let prefix = format!("{}-", row.group());
        !self.tests.keys().any(|id| id.starts_with(&prefix))
    }

    /// Names in tests that the table lacks, each with the first test that has it.
    pub fn unknown(&self) -> Vec<(&str, &Path)> {
        let known: BTreeSet<&str> = self.rows.iter().map(|row| row.id.as_str()).collect();
        let unknown = self.tests.iter().filter(|(id, _)| !known.contains(id.as_str()));
        unknown.filter_map(|(id, files)| Some((id.as_str(), files.first()?.as_path()))).collect()
    }

    /// Requirements without a test, though their library is there.
    pub fn untested(&self) -> Vec<&str> {
        let untested =
            self.rows.iter().filter(|row| self.tests(&row.id).next().is_none() && !self.waits(row));
        untested.map(|row| row.id.as_str()).collect()
    }

    /// The text of docs/conformance.md.
    pub fn document(&self) -> String {
        let mut out = String::from(HEAD);
        let count = |f: &dyn Fn(&Row) -> bool| self.rows.iter().filter(|row| f(row)).count();
        let tested = count(&|row| self.tests(&row.id).next().is_some());
        let waiting = count(&|row| self.waits(row));
        let rest = self.rows.len() - tested - waiting;
        let _ = writeln!(
            out,
            "| requirements | tested | without a test | waiting for their library |\n| --- | --- | \
             --- | --- |"
        );
        let _ = writeln!(out, "| {} | {tested} | {rest} | {waiting} |", self.rows.len());
        let mut group = "";
        for row in &self.rows {
            if row.group() != group {
                group = row.group();
                let _ = write!(
                    out,
                    "\n## {group}\n\n| id | kind | requirement | tests |\n| --- | \
                    --- | --- | --- |\n"
                );
            }
            let (id, kind, statement) = (&row.id, &row.kind, escaped(&row.statement));
            let _ = writeln!(out, "| {id} | {kind} | {statement} | {} |", self.tests_cell(row));
        }
        out
    }

    fn tests_cell(&self, row: &Row) -> String {
        let names: Vec<String> =
            self.tests(&row.id).map(|file| format!("`{}`", file.display())).collect();
        match names.is_empty() {
            false => names.join(", "),
            true if self.waits(row) => "waits for its library".to_owned(),
            true => "no test".to_owned(),
        }
    }
}

fn parse(table: &str) -> Result<Vec<Row>, String> {
    let mut lines = table.lines();
    if lines.next() != Some("id\tsection\tkind\tstatement") {
        return Err("the first line must be the headings id, section, kind, statement".to_owned());
    }
    let mut rows: Vec<Row> = Vec::new();
    for (number, line) in lines.enumerate() {
        let cells: Vec<&str> = line.split('\t').collect();
        let [id, section, kind, statement] = cells[..] else {
            return Err(format!("line {}: {} columns, not 4", number + 2, cells.len()));
        };
        if rows.iter().any(|row| row.id == id) {
            return Err(format!("line {}: a second row {id}", number + 2));
        }
        let (id, section) = (id.to_owned(), section.to_owned());
        rows.push(Row { id, section, kind: kind.to_owned(), statement: statement.to_owned() });
    }
    Ok(rows)
}

fn visit(
    tests: &Path,
    folder: &Path,
    found: &mut BTreeMap<String, BTreeSet<PathBuf>>,
) -> Result<(), String> {
    for path in sorted_entries(folder)? {
        if path.is_dir() {
            visit(tests, &path, found)?;
        } else if path.extension().is_some_and(|e| ["upc", "c", "sh"].iter().any(|s| e == *s)) {
            let text = fs::read_to_string(&path)
                .map_err(|error| format!("{}: {error}", path.display()))?;
            let name = path.strip_prefix(tests).unwrap_or(&path);
            for id in named(&text) {
                found.entry(id.to_owned()).or_default().insert(name.to_owned());
            }
        }
    }
    Ok(())
}

/// The ids in the `conformance:` lines of a test.
fn named(text: &str) -> impl Iterator<Item = &str> {
    let comment = |line: &'_ str| line.trim_start().starts_with(['/', '#', '*']);
    let lines = text.lines().filter(move |line| comment(line));
    lines
        .filter_map(|line| Some(line.split_once("conformance:")?.1))
        .flat_map(str::split_whitespace)
}

/// Text that Markdown shows as it is.
fn escaped(text: &str) -> String {
    text.chars()
        .flat_map(|c| "|*_<>[]`\\".contains(c).then_some('\\').into_iter().chain([c]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn project() -> (PathBuf, Conformance) {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let conformance = Conformance::read(&root).expect("the table and the tests can be read");
        (root, conformance)
    }

    #[test]
    fn tests_name_requirements_of_the_table() {
        assert_eq!(project().1.unknown(), []);
    }

    #[test]
    fn every_requirement_has_a_test_or_waits_for_its_library() {
        assert_eq!(project().1.untested(), [""; 0]);
    }

    #[test]
    fn the_document_is_current() {
        let (root, conformance) = project();
        let document = fs::read_to_string(root.join(DOCUMENT)).unwrap_or_default();
        assert!(
            document == conformance.document(),
            "{DOCUMENT} is out of date: run make conformance"
        );
    }

    #[test]
    fn rows_have_four_columns_and_ids_of_their_own() {
        assert_eq!(
            parse("id\tsection\tkind\tstatement\nA-1-S1\t1p1\tsemantics\tx\n")
                .map(|rows| rows.len()),
            Ok(1)
        );
        assert!(parse("id\tsection\tkind\tstatement\nA-1-S1\t1p1\n").is_err());
        assert!(parse("id\tsection\tkind\tstatement\nA\t1\tk\tx\nA\t1\tk\ty\n")
            .is_err_and(|e| e.contains("line 3")));
        assert!(parse("").is_err());
    }

    #[test]
    fn ids_are_read_from_comments_only() {
        let text =
            "// conformance: A-1-S1 B-2-C1\n# conformance: C-3-S1\nputs(\"conformance: no\");\n";
        assert_eq!(named(text).collect::<Vec<_>>(), ["A-1-S1", "B-2-C1", "C-3-S1"]);
    }
}
