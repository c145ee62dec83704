// SPDX-License-Identifier: Apache-2.0
//! The program's lines: their text, and the compiler's remarks on them.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::path::Path;

use object::{Object, ObjectSection, ReadCache};

/// The section in which upcc -inst leaves the remarks of the optimiser (upc-emit's `remarks`): one
/// on a line, with the fields kind, file, line and text.
const SECTION: &str = ".upc.remarks";

/// One remark of `-fopt-info-upc`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// True for a missed optimisation, with its reason; false for one made.
    pub missed: bool,
    pub text: String,
}

/// The texts and remarks of a program's lines. A line is named `file:line`, as in events.
#[derive(Default)]
pub struct Source {
    remarks: BTreeMap<String, Vec<Remark>>,
    files: RefCell<HashMap<String, Vec<String>>>,
}

impl Source {
    /// The lines of the executable `path`. An unreadable executable has no remarks.
    pub fn of(path: &Path) -> Source {
        let section = File::open(path).ok().and_then(|file| {
            let data = ReadCache::new(file);
            let file = object::File::parse(&data).ok()?;
            Some(file.section_by_name(SECTION)?.data().ok()?.to_vec())
        });
        Source::new(&String::from_utf8_lossy(&section.unwrap_or_default()))
    }

    fn new(section: &str) -> Source {
        let mut source = Source::default();
        for (at, remark) in section.lines().filter_map(remark) {
            let known = source.remarks.entry(at).or_default();
            // Several units may have an inline function of a header.
            if !known.contains(&remark) {
                known.push(remark);
            }
        }
        source
    }

    /// The remarks on a line.
    pub fn remarks(&self, at: &str) -> &[Remark] {
        self.remarks.get(at).map_or(&[], Vec::as_slice)
    }

    /// The lines that have remarks.
    pub fn remarked(&self) -> impl Iterator<Item = &str> {
        self.remarks.keys().map(String::as_str)
    }

    /// The text of a line, trimmed; empty if the file is not found from the working folder.
    pub fn text(&self, at: &str) -> String {
        let Some((file, line)) = place(at) else { return String::new() };
        let mut files = self.files.borrow_mut();
        let lines = files.entry(file.to_string()).or_insert_with(|| {
            let text = std::fs::read(file).unwrap_or_default();
            String::from_utf8_lossy(&text).lines().map(String::from).collect()
        });
        let index = line.wrapping_sub(1);
        lines.get(index).map_or(String::new(), |text| text.trim().to_string())
    }
}

/// File and number of a line's name, for sorting.
pub fn place(at: &str) -> Option<(&str, usize)> {
    let (file, line) = at.rsplit_once(':')?;
    Some((file, line.parse().ok()?))
}

/// The folder that all absolute names among `names` are in, with its last slash; empty if that is
/// the root, or all names are relative.
pub fn common_folder<'a>(names: impl Iterator<Item = &'a str>) -> &'a str {
    let folder = |name: &'a str| name.rfind('/').map_or("", |slash| &name[..=slash]);
    let common = |a: &'a str, b: &'a str| {
        let same = a.bytes().zip(b.bytes()).take_while(|(x, y)| x == y).count();
        a[..same].rfind('/').map_or("", |slash| &a[..=slash])
    };
    let all = names.filter(|name| name.starts_with('/')).map(folder).reduce(common);
    all.filter(|&folder| folder != "/").unwrap_or("")
}

fn remark(line: &str) -> Option<(String, Remark)> {
    let mut fields = line.splitn(4, '\t');
    let (kind, file, number, text) =
        (fields.next()?, fields.next()?, fields.next()?, fields.next()?);
    Some((format!("{file}:{number}"), Remark { missed: kind == "missed", text: text.into() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_by_line() {
        let section =
            "missed\ta.h\t7\t'x' is far\noptimized\tb.upc\t9\tfast\nmissed\ta.h\t7\t'x' is \
            far\nbroken\n";
        let source = Source::new(section);
        let far = Remark { missed: true, text: "'x' is far".into() };
        assert_eq!(source.remarks("a.h:7"), [far]);
        assert!(!source.remarks("b.upc:9")[0].missed);
        assert!(source.remarks("b.upc:8").is_empty());
        assert_eq!(source.remarked().collect::<Vec<_>>(), ["a.h:7", "b.upc:9"]);
        assert_eq!(place("C:/a:b.upc:12"), Some(("C:/a:b.upc", 12)));
    }

    #[test]
    fn folders_of_absolute_names() {
        let common = |names: &[&str]| common_folder(names.iter().copied()).to_string();
        assert_eq!(common(&["/home/a/x/b.upc:3", "/home/a/xy.upc:9", "own.upc:7"]), "/home/a/");
        assert_eq!(common(&["/home/a/b.upc:3", "/home/a/c/b.upc:3"]), "/home/a/");
        assert_eq!(common(&["/home/b.upc:3", "/opt/b.upc:3"]), "");
        assert_eq!(common(&["b.upc:3"]), "");
        assert_eq!(common(&[]), "");
    }

    #[test]
    fn texts_of_lines() {
        let own = concat!(env!("CARGO_MANIFEST_DIR"), "/src/profile/source.rs");
        let source = Source::default();
        assert!(source.text(&format!("{own}:2")).starts_with("//! The program's lines"));
        assert_eq!(source.text(&format!("{own}:0")), "");
        assert_eq!(source.text("no-such-file.upc:1"), "");
    }
}
