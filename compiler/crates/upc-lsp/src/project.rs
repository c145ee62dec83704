// SPDX-License-Identifier: Apache-2.0
//! The options of a file: from the editor, a compilation database or a file of flags.

use std::path::{Path, PathBuf};

use serde_json::Value;

/// Options for upcc, and the folder that relative paths among them start in.
#[derive(Debug, PartialEq, Eq)]
pub struct Flags {
    pub words: Vec<String>,
    pub folder: PathBuf,
}

/// The options of `path`: `given` by the editor, if any, else those of the nearest
/// compile_commands.json that has the file, or compile_flags.txt (one option on a line), in a
/// folder above it.
pub fn flags(path: &Path, given: &[String]) -> Flags {
    let own = path.parent().unwrap_or(Path::new("/")).to_path_buf();
    if !given.is_empty() {
        return Flags { words: given.to_vec(), folder: own };
    }
    for folder in path.ancestors().skip(1) {
        if let Some(flags) = database(folder, path).or_else(|| listed(folder)) {
            return flags;
        }
    }
    Flags { words: Vec::new(), folder: own }
}

fn listed(folder: &Path) -> Option<Flags> {
    let text = std::fs::read_to_string(folder.join("compile_flags.txt")).ok()?;
    let words =
        text.lines().map(str::trim).filter(|line| !line.is_empty()).map(String::from).collect();
    Some(Flags { words, folder: folder.to_path_buf() })
}

fn database(folder: &Path, path: &Path) -> Option<Flags> {
    let text = std::fs::read_to_string(folder.join("compile_commands.json")).ok()?;
    let entries: Value = serde_json::from_str(&text).ok()?;
    let folder_of = |entry: &Value| PathBuf::from(entry["directory"].as_str().unwrap_or("."));
    let is_it = |entry: &&Value| {
        entry["file"].as_str().is_some_and(|file| folder_of(entry).join(file) == path)
    };
    let entry = entries.as_array()?.iter().find(is_it)?;
    let words: Vec<String> = match entry["arguments"].as_array() {
        Some(list) => list.iter().filter_map(|w| w.as_str().map(String::from)).collect(),
        None => upcc::split_words(entry["command"].as_str()?),
    };
    let folder = folder_of(entry);
    Some(Flags { words: for_reading(words, path, &folder), folder })
}

/// The command without the compiler's name, the file and the options for the output.
fn for_reading(words: Vec<String>, path: &Path, folder: &Path) -> Vec<String> {
    let mut out = Vec::new();
    let mut rest = words.into_iter().skip(1);
    while let Some(word) = rest.next() {
        match word.as_str() {
            "-o" | "-MF" | "-MT" | "-MQ" => drop(rest.next()),
            "-c" | "-S" | "-MD" | "-MMD" => {}
            w if folder.join(w) == path => {}
            _ => out.push(word),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_options_come_from() {
        let root = std::env::temp_dir().join(format!("upc-lsp-flags-{}", std::process::id()));
        let file = root.join("src/a.upc");
        std::fs::create_dir_all(root.join("src")).unwrap();
        assert_eq!(flags(&file, &[]).words, [""; 0]);
        std::fs::write(root.join("compile_flags.txt"), "-T4\n\n-Iinclude\n").unwrap();
        assert_eq!(
            flags(&file, &[]),
            Flags { words: vec!["-T4".into(), "-Iinclude".into()], folder: root.clone() }
        );
        let database = format!(
            "[{{\"directory\":\"{0}\",\"file\":\"src/a.upc\",\"command\":\"upcc -O2 -DX='a b' -o \
             a.o -c src/a.upc\"}}]",
            root.display()
        );
        std::fs::write(root.join("compile_commands.json"), database).unwrap();
        assert_eq!(flags(&file, &[]).words, ["-O2", "-DX=a b"]);
        assert_eq!(flags(&file, &["-T2".into()]).words, ["-T2"]);
        std::fs::remove_dir_all(root).unwrap();
    }
}
