// SPDX-License-Identifier: Apache-2.0
//! Headers that an editor has changed and not saved. The preprocessor reads files, so these stand
//! in a temporary folder, the mirror, under their own paths, with links to the other files of their
//! folders. The mirror's folders are searched in place of the real ones, so that #include_next
//! leaves both; what they lack is found in the real ones at the end of the search.

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use crate::phases::text;
use crate::temp::TempDir;

/// The most links to the files of one folder.
const MOST_LINKS: usize = 4096;

/// Options with a folder that is searched for headers.
const SEARCH: [&str; 4] = ["-iquote", "-isystem", "-idirafter", "-I"];

/// The mirror, which lasts as long as this.
pub struct Unsaved {
    root: TempDir,
}

impl Unsaved {
    /// Writes the texts `unsaved`, by absolute path. `folder`: the one of the files that may
    /// include them. Errors: no temporary folder or file can be written.
    pub fn new(unsaved: &[(&Path, &str)], folder: &Path) -> Result<Unsaved, String> {
        let mirror = Unsaved { root: TempDir::new()? };
        let folders: Vec<&Path> = unsaved.iter().filter_map(|(path, _)| path.parent()).collect();
        for folder in folders.iter().chain([&folder]) {
            let copy = mirror.place(folder);
            std::fs::create_dir_all(&copy).map_err(|e| unwritten(&copy, &e))?;
        }
        for (path, contents) in unsaved {
            let copy = mirror.place(path);
            std::fs::write(&copy, text::encode(contents)).map_err(|e| unwritten(&copy, &e))?;
        }
        let top = folders.iter().fold(folder, |top, folder| common(top, folder));
        for folder in folders.iter().chain([&folder]) {
            folder
                .ancestors()
                .take_while(|f| f.starts_with(top))
                .for_each(|f| link_rest(f, &mirror.place(f)));
        }
        Ok(mirror)
    }

    /// The path in the mirror for an absolute path.
    fn place(&self, path: &Path) -> PathBuf {
        self.root.path().join(path.strip_prefix("/").unwrap_or(path))
    }

    /// The preprocessor's options `words` with the mirror's folders before the real ones. Relative
    /// names start in `folder`.
    pub fn searched_first(&self, words: &[String], folder: &Path) -> Vec<String> {
        let (mut out, mut last) = (Vec::with_capacity(words.len()), Vec::new());
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            let Some((option, name)) = search_option(word, &mut rest) else {
                out.push(word.clone());
                continue;
            };
            let copy = self.place(&folder.join(name));
            let has_copy = copy.is_dir();
            if has_copy {
                out.extend([option.to_string(), copy.display().to_string()]);
            }
            // At the end a folder of quotes would be searched for names in <>, too.
            if has_copy && option != "-iquote" {
                last.extend(["-idirafter", name].map(String::from));
            } else {
                out.extend([option, name].map(String::from));
            }
        }
        out.extend(last);
        out
    }

    /// The preprocessor's text or messages with the files' own paths.
    pub fn with_own_paths(&self, said: Vec<u8>) -> Vec<u8> {
        let root = self.root.path().display().to_string();
        text::encode(&text::decode(said).replace(&root, ""))
    }
}

/// The option with a folder to search that `word` begins, and the folder, which may be the next of
/// `rest`.
fn search_option<'a>(
    word: &'a str,
    rest: &mut std::slice::Iter<'a, String>,
) -> Option<(&'static str, &'a str)> {
    let option = SEARCH.into_iter().find(|option| word.starts_with(option))?;
    let joined = Some(&word[option.len()..]).filter(|joined| !joined.is_empty());
    Some((option, joined.or_else(|| rest.next().map(String::as_str))?))
}

/// The deepest folder that holds both.
fn common<'a>(a: &'a Path, b: &Path) -> &'a Path {
    a.ancestors().find(|folder| b.starts_with(folder)).unwrap_or(a)
}

/// Links what `folder` has and `copy` has not. A file without a link is found in the real folder.
fn link_rest(folder: &Path, copy: &Path) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten().take(MOST_LINKS) {
        let _ = symlink(entry.path(), copy.join(entry.file_name()));
    }
}

fn unwritten(path: &Path, e: &std::io::Error) -> String {
    format!("cannot write {}: {e}; set TMPDIR", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_stand_among_the_stored_files() {
        let stored = TempDir::new().unwrap();
        let at = |name: &str| stored.path().join(name);
        std::fs::create_dir_all(at("inc")).unwrap();
        for name in ["a.upc", "inc/old.h", "inc/other.h"] {
            std::fs::write(at(name), "stored").unwrap();
        }
        let (old, new) = (at("inc/old.h"), at("inc/new.h"));
        let unsaved = [(old.as_path(), "edited"), (new.as_path(), "new")];
        let mirror = Unsaved::new(&unsaved, stored.path()).unwrap();
        let texts = ["inc/old.h", "inc/new.h", "inc/other.h", "a.upc"];
        let texts = texts.map(|name| std::fs::read_to_string(mirror.place(&at(name))).unwrap());
        assert_eq!(texts, ["edited", "new", "stored", "stored"]);
        assert_eq!(std::fs::read_to_string(at("inc/old.h")).unwrap(), "stored");

        let words = ["-Iinc", "-DA", "-iquote", "nowhere", "-iquote", "inc"].map(String::from);
        let first = mirror.searched_first(&words, stored.path());
        let copy = mirror.place(&at("inc")).display().to_string();
        let want = "-I COPY -DA -iquote nowhere -iquote COPY -iquote inc -idirafter inc";
        assert_eq!(first.join(" "), want.replace("COPY", &copy));
        let said = format!("# 1 \"{copy}/old.h\"");
        let own = format!("# 1 \"{}\"", at("inc/old.h").display());
        assert_eq!(mirror.with_own_paths(said.into_bytes()), own.into_bytes());
    }
}
