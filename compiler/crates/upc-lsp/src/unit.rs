// SPDX-License-Identifier: Apache-2.0
//! One open document: its preprocessed text, the analysis, and every place where a
//! name is used.

use std::cell::OnceCell;
use std::ops::Range;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

use lsp_types::{Location, Position};
use upc_sema::unit::Linkage;
use upc_sema::Analysis;
use upc_source::render::{Place, Sources};
use upc_source::{Diagnostics, Interner, LineMap, Span, Symbol};
use upcc::editor::{self, Document, Macro, Reading, Unsaved};

pub use crate::buffers::Buffers;
use crate::occurrences::occurrences_in;
pub use crate::occurrences::{Entity, Occurrence};
use crate::place;
use crate::project;

/// The program's own path, and the options that the editor gives for every file.
pub struct Setting {
    pub program: PathBuf,
    pub arguments: Vec<String>,
}

pub struct Unit {
    pub path: PathBuf,
    /// Relative names of files start here.
    folder: PathBuf,
    /// Options of upcc for the file.
    words: Vec<String>,
    /// The editor's texts of other files that differ from the stored ones.
    unsaved: Option<Rc<Unsaved>>,
    macros: OnceCell<Vec<Macro>>,
    /// The text that was analysed.
    pub contents: String,
    pub reading: Reading,
    pub map: LineMap,
    pub names: Interner,
    pub analysis: Analysis,
    pub found: Diagnostics,
    pub occurrences: Vec<Occurrence>,
}

impl Unit {
    /// Reads and analyses `contents` as the text of `path`, which may include other texts of the
    /// editor. Errors: what keeps upcc from reading it at all.
    pub fn new(
        path: &Path,
        contents: &str,
        buffers: &Buffers,
        setting: &Setting,
    ) -> Result<Unit, String> {
        let project::Flags { words, folder } = project::flags(path, &setting.arguments);
        let unsaved = buffers.unsaved_beside(path)?;
        let document = Document {
            path,
            contents,
            words: &words,
            folder: &folder,
            unsaved: unsaved.as_deref(),
        };
        let reading = editor::read(&setting.program, &document)?;
        let map = LineMap::new(&reading.text, &path.display().to_string());
        let (analysis, names, found) = editor::guarded(|| analysed(&reading, &map))?;
        let occurrences = occurrences_in(&analysis, &reading.text, &names);
        Ok(Unit {
            path: path.to_path_buf(),
            folder,
            words,
            unsaved,
            macros: OnceCell::new(),
            contents: contents.to_string(),
            reading,
            map,
            names,
            analysis,
            found,
            occurrences,
        })
    }

    pub fn text(&self) -> &str {
        &self.reading.text
    }

    /// The macros that the unit defines; none if the preprocessor cannot run.
    pub fn macros(&self, setting: &Setting) -> &[Macro] {
        self.macros.get_or_init(|| {
            let document = Document {
                path: &self.path,
                contents: &self.contents,
                words: &self.words,
                folder: &self.folder,
                unsaved: self.unsaved.as_deref(),
            };
            editor::macros(&setting.program, &document).unwrap_or_default()
        })
    }

    /// The last definition of a macro.
    pub fn macro_named(&self, name: &str, setting: &Setting) -> Option<&Macro> {
        self.macros(setting).iter().rev().find(|m| m.name == name)
    }

    /// The absolute path of a file that a line marker names, the same however an #include spells
    /// it.
    pub fn file(&self, name: &str) -> PathBuf {
        let path = self.folder.join(name);
        if !name.contains("./") {
            return path;
        }
        let mut plain = PathBuf::new();
        for part in path.components() {
            match part {
                Component::ParentDir => drop(plain.pop()),
                Component::CurDir => {}
                part => plain.push(part),
            }
        }
        // Not so behind a link to a folder.
        let same = plain.canonicalize().ok() == path.canonicalize().ok();
        if same {
            plain
        } else {
            path
        }
    }

    /// Whether text of the file `path` is in the unit.
    pub fn includes(&self, path: &Path) -> bool {
        self.map.stretches().any(|(_, name, _)| self.file(name) == path)
    }

    /// Runs `f` with what finds spans in the user's files.
    pub fn with_sources<T>(&self, buffers: &Buffers, f: impl FnOnce(&Sources<'_>) -> T) -> T {
        let read = |name: &str| self.contents_of(name, buffers);
        f(&Sources::new(self.text(), &self.map, &read))
    }

    /// The text of a file by the name that the markers use.
    pub fn contents_of(&self, name: &str, buffers: &Buffers) -> Option<String> {
        let path = self.file(name);
        let stored = || {
            std::fs::metadata(&path)
                .ok()
                .filter(|m| m.is_file())
                .and_then(|_| std::fs::read(&path).ok())
        };
        buffers
            .get(&path)
            .map(String::from)
            .or_else(|| Some(String::from_utf8_lossy(&stored()?).into_owned()))
    }

    /// The position of a place for the editor; `None`: it is in no file.
    pub fn location(&self, at: &Place, buffers: &Buffers) -> Option<Location> {
        let contents = self.contents_of(&at.file, buffers)?;
        let line = contents.lines().nth(at.line.checked_sub(1)? as usize).unwrap_or("");
        let position = |byte: usize| Position::new(at.line - 1, place::column(line, byte));
        let range = lsp_types::Range::new(position(at.range.start), position(at.range.end));
        Some(Location { uri: place::uri_of(&self.file(&at.file))?, range })
    }

    /// The span in the preprocessed text of the name at a position of `path`.
    pub fn span_at(&self, path: &Path, position: Position, buffers: &Buffers) -> Option<Span> {
        let contents = buffers.get(path)?;
        let line = contents.lines().nth(position.line as usize)?;
        let word = place::word(line, place::byte(line, position.character))?;
        self.with_sources(buffers, |sources| {
            let is_it = |at: &Place| at.exact && at.range == word && self.file(&at.file) == path;
            let spans = self
                .lines_of(path, position.line + 1)
                .into_iter()
                .flat_map(|span| self.words(span));
            let mut spans = spans.filter(|span| span.slice(self.text()) == &line[word.clone()]);
            spans.find(|&span| is_it(&sources.place(span)))
        })
    }

    /// The lines of the preprocessed text that belong to a line (from 1) of `path`.
    fn lines_of(&self, path: &Path, line: u32) -> Vec<Span> {
        let mut out = Vec::new();
        let mut stretches = self.map.stretches().peekable();
        while let Some((start, name, _)) = stretches.next() {
            let end = stretches.peek().map_or(self.text().len() as u32, |next| next.0);
            if start >= end || self.file(name) != path {
                continue;
            }
            let first = self.map.locate(start).line;
            let Some(skip) = line.checked_sub(first) else { continue };
            let mut at = start;
            for row in self.text()[start as usize..end as usize]
                .split_inclusive('\n')
                .take(skip as usize + 1)
            {
                if self.map.locate(at).line == line && !row.starts_with('#') {
                    out.push(Span::new(at, at + row.len() as u32));
                }
                at += row.len() as u32;
            }
        }
        out
    }

    /// The names in a stretch of text.
    fn words(&self, span: Span) -> Vec<Span> {
        let line = span.slice(self.text());
        let mut out: Vec<Span> = Vec::new();
        let mut at = 0;
        while at < line.len() {
            match place::word(line, at).filter(|w| w.start == at) {
                Some(Range { start, end }) => {
                    out.push(Span::new(span.start + start as u32, span.start + end as u32));
                    at = end;
                }
                None => at += 1,
            }
        }
        out
    }

    /// The meaning of the name at a position.
    pub fn entity_at(
        &self,
        path: &Path,
        position: Position,
        buffers: &Buffers,
    ) -> Option<(Span, Entity)> {
        let span = self.span_at(path, position, buffers)?;
        let at = self.occurrences.iter().find(|o| o.span == span)?;
        Some((span, at.entity))
    }

    /// The first declaration of a name.
    pub fn declared_at(&self, entity: Entity) -> Option<Span> {
        match entity {
            Entity::Decl(id) => Some(self.analysis.unit.decls[id].span),
            Entity::Tag(id) => self
                .occurrences
                .iter()
                .find(|o| o.entity == Entity::Tag(id) && o.declares)
                .map(|o| o.span),
            Entity::Member(id, name) => {
                let member =
                    self.analysis.types.tags[id].members.iter().find(|m| m.name == Some(name))?;
                self.occurrences
                    .iter()
                    .find(|o| o.declares && o.entity == entity)
                    .map_or(Some(member.span), |o| Some(o.span))
            }
        }
    }

    /// The name itself.
    pub fn spelling(&self, entity: Entity) -> Option<&str> {
        Some(self.names.name(self.symbol(entity)?))
    }

    /// Whether other units can mean the same thing by this name.
    pub fn is_external(&self, entity: Entity) -> bool {
        let decls = &self.analysis.unit.decls;
        matches!(entity, Entity::Decl(id) if decls[id].linkage == Linkage::External)
    }

    /// Whether other units can mean the same thing by this name, or include the header that has it.
    pub fn is_shared(&self, entity: Entity) -> bool {
        let declared = self.declared_at(entity).map(|span| self.map.locate(span.start));
        let in_header =
            declared.is_some_and(|at| self.file(self.map.file_name(at.file)) != self.path);
        self.is_external(entity) || in_header
    }

    /// The entity of this unit that corresponds to one of another unit: the same name with external
    /// linkage, or the declaration in the same line of the same header.
    pub fn same(&self, other: &Unit, entity: Entity, buffers: &Buffers) -> Option<Entity> {
        let name = other.spelling(entity)?;
        if other.is_external(entity) {
            return self.external(name);
        }
        let span = other.declared_at(entity).filter(|_| other.is_shared(entity))?;
        let at = other.with_sources(buffers, |sources| sources.place(span));
        let (file, symbol) = (other.file(&at.file), self.names.lookup(name)?);
        self.with_sources(buffers, |sources| {
            let is_it = |o: &&Occurrence| {
                let here = sources.place(o.span);
                here.line == at.line && here.range == at.range && self.file(&here.file) == file
            };
            let mut named = self
                .occurrences
                .iter()
                .filter(|o| o.declares && self.symbol(o.entity) == Some(symbol));
            named.find(is_it).map(|o| o.entity)
        })
    }

    fn symbol(&self, entity: Entity) -> Option<Symbol> {
        match entity {
            Entity::Decl(id) => Some(self.analysis.unit.decls[id].name),
            Entity::Member(_, name) => Some(name),
            Entity::Tag(id) => self.analysis.types.tags[id].name,
        }
    }

    /// The declaration of a name with external linkage.
    pub fn external(&self, name: &str) -> Option<Entity> {
        let symbol = self.names.lookup(name)?;
        let mut decls = self.analysis.unit.decls.iter_enumerated();
        let found = decls.find(|(_, d)| d.name == symbol && d.linkage == Linkage::External)?;
        Some(Entity::Decl(found.0))
    }
}

/// The tree of a text, its names, and what is wrong with it.
fn analysed(reading: &Reading, map: &LineMap) -> (Analysis, Interner, Diagnostics) {
    let (mut names, mut found) = (Interner::new(), Diagnostics::new());
    let (text, dialect) = (&reading.text, reading.dialect);
    let analysis = upc_sema::analyze(text, map, dialect, &reading.sema, &mut names, &mut found);
    (analysis, names, found)
}
