// SPDX-License-Identifier: Apache-2.0
//! From byte offsets of the preprocessed text to the user's files and lines.

use crate::Span;
use rustc_hash::FxHashMap;

crate::index_type!(
    /// A file named by a line marker.
    FileId
);

/// A place in the user's source. Line and column count from 1; the column counts bytes of the
/// preprocessed line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Location {
    pub file: FileId,
    pub line: u32,
    pub column: u32,
    /// The line marker has the flag of a system header (3).
    pub system: bool,
    /// The line marker is that of a copy (see [`COPY`]).
    pub copy: bool,
}

/// One stretch of text between two line markers.
#[derive(Clone, Copy, Debug)]
struct Region {
    /// Offset of the first byte after the marker's line.
    start: u32,
    file: FileId,
    /// Line of the first line of the stretch.
    line: u32,
    system: bool,
    copy: bool,
}

/// The line markers of one preprocessed text, searched by offset.
#[derive(Default, Debug)]
pub struct LineMap {
    files: Vec<String>,
    regions: Vec<Region>,
    /// Offsets of line starts, ascending, first is 0.
    lines: Vec<u32>,
    prefixes: Vec<(String, String)>,
}

/// The name with its prefix replaced by the last matching pair, as C compilers do.
pub fn mapped(prefixes: &[(String, String)], name: &str) -> String {
    let fits =
        |(old, new): &(String, String)| Some(format!("{new}{}", name.strip_prefix(old.as_str())?));
    prefixes.iter().rev().find_map(fits).unwrap_or_else(|| name.to_string())
}

impl LineMap {
    /// Scans `text` for line markers: `# 12 "file" flags` as gcc and clang write them, and `#line
    /// 12 "file"`. Text before the first marker belongs to `name`.
    pub fn new(text: &str, name: &str) -> LineMap {
        let files = vec![name.to_string()];
        let mut map = LineMap { files, regions: Vec::new(), lines: vec![0], prefixes: Vec::new() };
        let mut ids = FxHashMap::default();
        ids.insert(name.to_string(), FileId(0));
        map.regions.push(Region { start: 0, file: FileId(0), line: 1, system: false, copy: false });
        let bytes = text.as_bytes();
        map.lines.reserve(bytes.len() / 24);
        let mut start = 0usize;
        while start < bytes.len() {
            let end = find_newline(bytes, start);
            if bytes[start] == b'#' {
                if let Some(marker) = Marker::parse(&text[start..end]) {
                    let file = match marker.file {
                        Some(f) => map.file_id(f, &mut ids),
                        None => map.regions.last().map_or(FileId(0), |r| r.file),
                    };
                    let start = (end + 1) as u32;
                    map.regions.push(Region {
                        start,
                        file,
                        line: marker.line,
                        system: marker.system,
                        copy: marker.copy,
                    });
                }
            }
            start = end + 1;
            map.lines.push(start as u32);
        }
        map
    }

    fn file_id(&mut self, name: String, ids: &mut FxHashMap<String, FileId>) -> FileId {
        if let Some(&id) = ids.get(&name) {
            return id;
        }
        let id = FileId(self.files.len() as u32);
        self.files.push(name.clone());
        ids.insert(name, id);
        id
    }

    /// The name in the line markers of the file.
    pub fn file_name(&self, file: FileId) -> &str {
        &self.files[file.0 as usize]
    }

    /// Makes [`LineMap::recorded_name`] replace these prefixes, each by its second text
    /// (`-ffile-prefix-map`).
    pub fn with_prefixes(self, prefixes: Vec<(String, String)>) -> LineMap {
        LineMap { prefixes, ..self }
    }

    /// The name of a file for what stays in objects.
    pub fn recorded_name(&self, file: FileId) -> String {
        mapped(&self.prefixes, self.file_name(file))
    }

    /// The user's place of byte `offset`.
    pub fn locate(&self, offset: u32) -> Location {
        let line_index = self.line_index(offset);
        let line_start = self.lines[line_index];
        let r = self.regions[self.regions.partition_point(|r| r.start <= offset).saturating_sub(1)];
        let first = self.line_index(r.start.min(offset));
        Location {
            file: r.file,
            line: r.line + (line_index - first) as u32,
            column: offset - line_start + 1,
            system: r.system,
            copy: r.copy,
        }
    }

    /// Whether the text at `offset` comes from a system header.
    pub fn is_system(&self, offset: u32) -> bool {
        self.regions[self.regions.partition_point(|r| r.start <= offset).saturating_sub(1)].system
    }

    /// The stretches between line markers, in order: where each begins, its file, and whether that
    /// is a system header. The next marker's own line is the last of a stretch.
    pub fn stretches(&self) -> impl Iterator<Item = (u32, &str, bool)> {
        self.regions.iter().map(|r| (r.start, self.file_name(r.file), r.system))
    }

    /// The line of the preprocessed text (not of the user's file) that holds `offset`, without its
    /// newline.
    pub fn text_line(&self, offset: u32, text: &str) -> Span {
        let i = self.line_index(offset);
        let start = self.lines[i];
        let end = self.lines.get(i + 1).map_or(text.len() as u32, |&n| n - 1);
        Span::new(start, end.max(start))
    }

    /// The lines of the preprocessed `text` that line `number` of `file` became, in order.
    pub fn rows_of<'a>(
        &'a self,
        file: &'a str,
        number: u32,
        text: &'a str,
    ) -> impl Iterator<Item = Span> + 'a {
        let regions = self.regions.iter().enumerate();
        let of_file = regions.filter(move |(_, r)| self.file_name(r.file) == file);
        of_file.filter_map(move |(i, r)| {
            let row = self.line_index(r.start) + number.checked_sub(r.line)? as usize;
            let start = *self.lines.get(row)?;
            // The next marker's own line is the last of the stretch.
            let end = self.regions.get(i + 1).map_or(text.len() as u32, |next| next.start - 1);
            let row = self.text_line(start, text);
            (start < end && row.end < end && !row.slice(text).trim().is_empty()).then_some(row)
        })
    }

    /// The number of the line of the preprocessed text that holds `offset`, from 0.
    pub fn line_index(&self, offset: u32) -> usize {
        self.lines.partition_point(|&s| s <= offset) - 1
    }
}

/// The offset of the first newline at or after `from`, or the length. Eight bytes at a time.
fn find_newline(bytes: &[u8], from: usize) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGHS: u64 = 0x8080_8080_8080_8080;
    let mut at = from;
    while let Some(chunk) = bytes.get(at..at + 8) {
        let word =
            u64::from_le_bytes(chunk.try_into().expect("eight bytes")) ^ (ONES * u64::from(b'\n'));
        let zeros = word.wrapping_sub(ONES) & !word & HIGHS;
        if zeros != 0 {
            return at + (zeros.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    bytes[at..].iter().position(|&b| b == b'\n').map_or(bytes.len(), |i| at + i)
}

/// The flags behind the file's name in the marker of upcc's copy of the user's text. The C compiler
/// takes the copy for a system header, so it gives its warnings only where the text itself stands.
/// Preprocessors write one blank.
pub const COPY: &str = "  3";

/// A line marker: `# 12 "file" 1 3` or `#line 12 "file"`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Marker {
    /// Line of the text that follows.
    pub line: u32,
    /// Its file, escapes undone; `None` where the marker changes only the line.
    pub file: Option<String>,
    /// Flag 1: an included file begins.
    pub enter: bool,
    /// Flag 2: an included file has ended.
    pub leave: bool,
    /// Flag 3: system header; or a header of a package (see [`is_packaged`]).
    pub system: bool,
    /// A copy of text that stands at this place (see [`COPY`]).
    pub copy: bool,
}

impl Marker {
    /// Reads the line of a marker, without its newline; `None` for any other line.
    pub fn parse(line: &str) -> Option<Marker> {
        let rest = line.strip_prefix('#')?.trim_start();
        let rest = rest.strip_prefix("line").map_or(rest, str::trim_start);
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let line: u32 = rest[..digits].parse().ok()?;
        let mut marker =
            Marker { line, file: None, enter: false, leave: false, system: false, copy: false };
        let rest = rest[digits..].trim_start();
        if rest.is_empty() {
            return Some(marker);
        }
        let (name, flags) = unquoted(rest.strip_prefix('"')?)?;
        marker.system = is_packaged(&name);
        marker.file = Some(name);
        if flags == COPY {
            return Some(Marker { copy: true, ..marker });
        }
        for flag in flags.split_whitespace() {
            match flag {
                "1" => marker.enter = true,
                "2" => marker.leave = true,
                "3" => marker.system = true,
                _ => {}
            }
        }
        Some(marker)
    }
}

/// The name that `text` begins with, up to its closing quote, escapes undone; and the text behind.
fn unquoted(text: &str) -> Option<(String, &str)> {
    let special = text.find(['"', '\\'])?;
    let mut name = text[..special].to_string();
    let mut chars = text[special..].char_indices();
    loop {
        match chars.next()? {
            (_, '\\') => name.push(chars.next()?.1),
            (i, '"') => return Some((name, &text[special + i + 1..])),
            (_, c) => name.push(c),
        }
    }
}

/// Whether the file belongs to an installed package, however it was found: `mpicc` names the folder
/// of its headers by -I, and what they declare is a library's all the same.
fn is_packaged(file: &str) -> bool {
    file.starts_with("/usr/include/") || file.starts_with("/usr/lib/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn follows_markers() {
        let text = "# 1 \"a.upc\"\n# 1 \"/usr/include/x.h\" 1 3\nint a;\n\nint b;\n# 2 \"a.upc\" \
            2\nint c;\n";
        let map = LineMap::new(text, "a.upc");
        let at = |s: &str| map.locate(text.find(s).unwrap() as u32);
        assert_eq!((at("int b").line, at("int b").system), (3, true));
        let c = at("int c");
        assert_eq!((map.file_name(c.file), c.line, c.column, c.system), ("a.upc", 2, 1, false));
        assert_eq!(at("c;").column, 5);
    }

    #[test]
    fn marker_forms() {
        let m = Marker::parse("# 12 \"a b\\\"c\" 1 3 4").unwrap();
        assert_eq!(
            (m.line, m.file.as_deref(), m.enter, m.leave, m.system),
            (12, Some("a b\"c"), true, false, true)
        );
        let m = Marker::parse("#line 7").unwrap();
        assert_eq!((m.line, m.file, m.system), (7, None, false));
        assert_eq!(Marker::parse("#pragma once"), None);
        assert_eq!(Marker::parse("# 99999999999 \"x\""), None);
    }

    #[test]
    fn headers_of_packages_are_system_headers() {
        let system = |line: &str| Marker::parse(line).unwrap().system;
        assert!(system("# 1 \"/usr/lib/x86_64-linux-gnu/openmpi/include/mpi.h\" 1"));
        assert!(system("# 1 \"/usr/include/x.h\" 1"));
        assert!(!system("# 1 \"/usr/src/a.h\" 1"));
        assert!(!system("# 1 \"include/a.h\" 1"));
    }

    #[test]
    fn newline_search() {
        for len in 0..20 {
            for at in 0..=len {
                let mut text = vec![b'\x0b'; len];
                if at < len {
                    text[at] = b'\n';
                }
                for from in 0..=at {
                    assert_eq!(find_newline(&text, from), at);
                }
            }
        }
    }
}
