// SPDX-License-Identifier: Apache-2.0
//! The editor's texts, which replace the stored files.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use upcc::editor::Unsaved;

/// The texts of the open files, by absolute path.
#[derive(Default)]
pub struct Buffers {
    open: HashMap<PathBuf, Buffer>,
    /// The number of changes.
    changes: u64,
    /// Folders of texts that are not stored, for as long as these do not change.
    kept: RefCell<Vec<Kept>>,
}

struct Buffer {
    text: String,
    /// The number of the change that made the text.
    change: u64,
    /// The file has the same text.
    is_stored: bool,
}

struct Kept {
    /// The folder of the documents that may include the texts.
    folder: PathBuf,
    /// The path of each text, and the number of its last change; sorted.
    texts: Vec<(PathBuf, u64)>,
    unsaved: Rc<Unsaved>,
}

impl Buffers {
    /// A single text.
    pub fn of(path: &Path, text: &str) -> Buffers {
        let mut buffers = Buffers::default();
        buffers.set(path, text.to_string());
        buffers
    }

    pub fn get(&self, path: &Path) -> Option<&str> {
        Some(&self.open.get(path)?.text)
    }

    pub fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.open.keys()
    }

    /// Sets the text of a file. True if it was not open before.
    pub fn set(&mut self, path: &Path, text: String) -> bool {
        self.changes += 1;
        let is_stored = is_stored(path, &text);
        let buffer = Buffer { text, change: self.changes, is_stored };
        self.open.insert(path.to_path_buf(), buffer).is_none()
    }

    pub fn remove(&mut self, path: &Path) {
        self.open.remove(path);
    }

    /// Files have been stored.
    pub fn compare_again(&mut self) {
        self.kept.borrow_mut().clear();
        for (path, buffer) in &mut self.open {
            buffer.is_stored = is_stored(path, &buffer.text);
        }
    }

    /// The texts of other files than `path` that are not stored; `None`: there are none. Errors:
    /// they cannot be written to a temporary folder.
    pub fn unsaved_beside(&self, path: &Path) -> Result<Option<Rc<Unsaved>>, String> {
        let others = self.open.iter().filter(|(other, text)| *other != path && !text.is_stored);
        let mut others: Vec<(&Path, &Buffer)> =
            others.map(|(p, text)| (p.as_path(), text)).collect();
        if others.is_empty() {
            return Ok(None);
        }
        others.sort_by_key(|(other, _)| *other);
        let texts: Vec<_> = others.iter().map(|(p, text)| (p.to_path_buf(), text.change)).collect();
        let folder = path.parent().unwrap_or(Path::new("/"));
        let mut kept = self.kept.borrow_mut();
        if let Some(same) = kept.iter().find(|k| k.folder == folder && k.texts == texts) {
            return Ok(Some(Rc::clone(&same.unsaved)));
        }
        kept.retain(|old| old.texts.iter().all(|(p, change)| self.is_current(p, *change)));
        let others: Vec<_> = others.iter().map(|(p, buffer)| (*p, buffer.text.as_str())).collect();
        let unsaved = Rc::new(Unsaved::new(&others, folder)?);
        kept.push(Kept { folder: folder.to_path_buf(), texts, unsaved: Rc::clone(&unsaved) });
        Ok(Some(unsaved))
    }

    fn is_current(&self, path: &Path, change: u64) -> bool {
        self.open.get(path).is_some_and(|buffer| buffer.change == change)
    }
}

fn is_stored(path: &Path, text: &str) -> bool {
    std::fs::read(path).is_ok_and(|stored| stored == text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_made_once_a_change() {
        let folder = std::env::temp_dir().join(format!("upc-lsp-buffers-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let at = |name: &str| folder.join(name);
        let mut buffers = Buffers::default();
        buffers.set(&at("a.upc"), "int a;".into());
        assert!(buffers.unsaved_beside(&at("a.upc")).unwrap().is_none());

        buffers.set(&at("h.h"), "int h;".into());
        let beside = |buffers: &Buffers| buffers.unsaved_beside(&at("a.upc")).unwrap();
        let first = beside(&buffers).unwrap();
        buffers.set(&at("a.upc"), "int a, b;".into());
        assert!(Rc::ptr_eq(&first, &beside(&buffers).unwrap()));
        buffers.set(&at("h.h"), "int h, i;".into());
        assert!(!Rc::ptr_eq(&first, &beside(&buffers).unwrap()));
        assert_eq!(buffers.kept.borrow().len(), 1);

        std::fs::write(at("h.h"), "int h, i;").unwrap();
        buffers.compare_again();
        assert!(beside(&buffers).is_none());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
