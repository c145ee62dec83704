// SPDX-License-Identifier: Apache-2.0
//! The files of the editor's folders that are not open: units in which a name may stand.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use lsp_types::Uri;
use serde_json::Value;

use crate::place;
use crate::unit::{Buffers, Setting, Unit};

/// The most files searched, and units analysed, for one request.
const MOST_FILES: usize = 5000;
const MOST_UNITS: usize = 200;

/// The folders that the editor has open.
pub struct Workspace {
    roots: Vec<PathBuf>,
}

/// Units that are not open, and why some may be missing.
#[derive(Default)]
pub struct Closed {
    pub units: Vec<Unit>,
    pub missing: Option<String>,
}

impl Workspace {
    /// The folders in the parameters of `initialize`.
    pub fn of(given: &Value) -> Workspace {
        let folders = given["workspaceFolders"].as_array().into_iter().flatten();
        let mut uris: Vec<&str> = folders.filter_map(|folder| folder["uri"].as_str()).collect();
        if uris.is_empty() {
            uris.extend(given["rootUri"].as_str());
        }
        let path = |uri: &str| place::path_of(&Uri::from_str(uri).ok()?);
        Workspace { roots: uris.into_iter().filter_map(path).collect() }
    }

    /// The sources that the editor has not opened (`open`) and that have the word `name`, or
    /// include a header that has it, analysed.
    pub fn units(&self, name: &str, open: &Buffers, setting: &Setting) -> Closed {
        let mut closed = Closed::default();
        let files = self.files(&mut closed);
        for file in with_word(&files, name).into_iter().filter(|file| open.get(file).is_none()) {
            if closed.units.len() == MOST_UNITS {
                closed.missing = Some(format!("more than {MOST_UNITS} closed files have '{name}'"));
                break;
            }
            match read(file).and_then(|text| Unit::new(file, &text, open, setting)) {
                Ok(unit) => closed.units.push(unit),
                Err(e) => {
                    closed.missing.get_or_insert(format!("{}: {e}", file.display()));
                }
            }
        }
        closed
    }

    /// Sources and headers below the folders, without hidden folders, links and what tools fetch.
    fn files(&self, closed: &mut Closed) -> Vec<PathBuf> {
        let (mut left, mut out) = (self.roots.clone(), Vec::new());
        while let Some(folder) = left.pop() {
            let Ok(entries) = std::fs::read_dir(&folder) else { continue };
            for entry in entries.flatten() {
                let name = entry.file_name();
                let name = name.to_string_lossy();
                let Ok(kind) = entry.file_type() else { continue };
                if kind.is_dir() && !name.starts_with('.') && name != "node_modules" {
                    left.push(entry.path());
                } else if kind.is_file() && (is_source(&name) || is_header(&name)) {
                    out.push(entry.path());
                }
            }
            if out.len() > MOST_FILES {
                closed.missing = Some(format!("the folders have more than {MOST_FILES} files"));
                break;
            }
        }
        out.truncate(MOST_FILES);
        out.sort();
        out
    }
}

fn is_source(name: &str) -> bool {
    name.ends_with(".upc") || name.ends_with(".c")
}

fn is_header(name: &str) -> bool {
    name.ends_with(".h") || name.ends_with(".uph")
}

/// The sources among `files` that have the word, or name a header that has it in an #include.
fn with_word<'f>(files: &'f [PathBuf], name: &str) -> Vec<&'f Path> {
    let mut sources: Vec<(&Path, String)> = Vec::new();
    let mut headers: HashSet<String> = HashSet::new();
    for file in files {
        let Ok(text) = read(file) else { continue };
        let own = file.file_name().unwrap_or_default().to_string_lossy();
        if is_source(&own) {
            sources.push((file, text));
        } else if has_word(&text, name) {
            headers.insert(own.into_owned());
        }
    }
    let fits = |text: &str| has_word(text, name) || included(text).any(|h| headers.contains(h));
    sources.into_iter().filter(|(_, text)| fits(text)).map(|(file, _)| file).collect()
}

fn read(file: &Path) -> Result<String, String> {
    let bytes = std::fs::read(file).map_err(|e| e.to_string())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn has_word(text: &str, name: &str) -> bool {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    text.match_indices(name).any(|(at, _)| {
        let after = text[at + name.len()..].chars().next();
        !is_part(text[..at].chars().next_back()) && !is_part(after)
    })
}

/// The last parts of the names of headers that a text includes.
fn included(text: &str) -> impl Iterator<Item = &str> {
    let name = |line: &'_ str| -> Option<(usize, usize)> {
        let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?;
        let from = line.len() - rest.len() + rest.find(['"', '<'])? + 1;
        let to = from + line[from..].find(['"', '>'])?;
        Some((line[..to].rfind('/').map_or(from, |slash| slash.max(from - 1) + 1), to))
    };
    text.lines().filter_map(move |line| name(line).map(|(from, to)| &line[from..to]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_headers_of_a_text() {
        assert!(has_word("int f(int);", "f") && has_word("f", "f"));
        assert!(!has_word("int of(int f2);", "f"));
        let text = "#include \"a.h\"\n # include <sub/b.h>\nint c;\n#include MACRO\n";
        assert_eq!(included(text).collect::<Vec<_>>(), ["a.h", "b.h"]);
    }

    #[test]
    fn folders_of_the_editor() {
        let of = |given: &str| Workspace::of(&serde_json::from_str(given).unwrap()).roots;
        let both = r#"{"rootUri":"file:///a","workspaceFolders":[{"uri":"file:///b","name":"b"}]}"#;
        assert_eq!(of(both), [PathBuf::from("/b")]);
        let root = r#"{"rootUri":"file:///a%20b","workspaceFolders":null}"#;
        assert_eq!(of(root), [PathBuf::from("/a b")]);
        assert!(of("{}").is_empty());
    }
}
