// SPDX-License-Identifier: Apache-2.0
//! Inputs of a link: the named objects, and the members of archives that they need.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use object::read::archive::ArchiveFile;
use object::{Object, ObjectKind, ObjectSection, ObjectSymbol};

use super::decls::{self, Decl};
use super::note::{self, Note};
use super::thread_local::{Data, WITNESS};

/// One object file or archive member.
#[derive(Default, Debug)]
pub struct Unit {
    /// `a.o` or `lib.a(b.o)`.
    pub name: String,
    pub notes: Vec<Note>,
    pub decls: Vec<Decl>,
    /// Global symbols, defined here and not.
    pub defined: Vec<String>,
    pub undefined: Vec<String>,
    /// Undefined symbols that may stay undefined: weak ones.
    pub optional: HashSet<String>,
    /// Defined symbols that are data, of each UPC thread or of the process.
    pub data: Data,
}

impl Unit {
    /// Whether it has UPC constructs, by its notes.
    pub fn is_upc(&self) -> bool {
        self.notes.iter().any(|n| n.upc)
    }

    /// Whether it needs `symbol` from another unit.
    pub fn refers_to(&self, symbol: &str) -> bool {
        self.undefined.iter().any(|s| s == symbol)
    }

    /// Symbols that it needs from other units.
    fn required(&self) -> impl DoubleEndedIterator<Item = String> + '_ {
        self.undefined.iter().filter(|s| !self.optional.contains(*s)).cloned()
    }
}

/// An input of the link in the user's order.
pub enum Input {
    File(PathBuf),
    /// An object and its name for the user: the source that it was made from.
    Made(PathBuf, String),
    /// `-lNAME`
    Library(String),
    /// `-LDIR`
    Directory(PathBuf),
    /// `--whole-archive` (true) and `--no-whole-archive`.
    Whole(bool),
}

/// The inputs read.
#[derive(Default)]
struct Loaded {
    taken: Vec<Unit>,
    /// Members that are linked only if something refers to them.
    offered: Vec<Unit>,
}

/// Every unit that will be linked. Follows the linker's search through archives: a member joins if
/// it defines an undefined symbol (the order is ignored, so in rare cases a member too many joins).
/// Skips shared libraries and files that are no ELF objects. Errors: a damaged note or declaration
/// record, with the unit's name.
pub fn units(inputs: &[Input]) -> Result<Vec<Unit>, String> {
    let mut loaded = Loaded::default();
    let mut directories: Vec<&Path> = Vec::new();
    let mut whole = false;
    for input in inputs {
        match input {
            Input::Directory(dir) => directories.push(dir),
            Input::Whole(on) => whole = *on,
            Input::File(path) => load_file(path, path.display().to_string(), whole, &mut loaded)?,
            Input::Made(path, name) => load_file(path, name.clone(), whole, &mut loaded)?,
            Input::Library(name) => {
                if let Some(path) = find_archive(name, &directories) {
                    load_file(&path, path.display().to_string(), whole, &mut loaded)?;
                }
            }
        }
    }
    Ok(resolve(loaded))
}

/// The archive that `-lname` finds in the user's directories; `None`: a shared library comes first,
/// or there is none.
fn find_archive(name: &str, directories: &[&Path]) -> Option<PathBuf> {
    for dir in directories {
        if let Some(exact) = name.strip_prefix(':') {
            let path = dir.join(exact);
            if path.is_file() {
                return Some(path);
            }
            continue;
        }
        if dir.join(format!("lib{name}.so")).is_file() {
            return None;
        }
        let path = dir.join(format!("lib{name}.a"));
        if path.is_file() {
            return Some(path);
        }
    }
    None
}

/// For each symbol the first of `units` that defines it.
fn first_definitions(units: &[Unit]) -> HashMap<String, usize> {
    let mut first = HashMap::new();
    for (i, unit) in units.iter().enumerate() {
        for symbol in &unit.defined {
            first.entry(symbol.clone()).or_insert(i);
        }
    }
    first
}

/// Moves referenced members into the units. Each symbol is looked up once, at its first reference;
/// of several members that define it the first one joins.
fn resolve(mut loaded: Loaded) -> Vec<Unit> {
    let offers = first_definitions(&loaded.offered);
    let mut offered: Vec<Option<Unit>> = loaded.offered.into_iter().map(Some).collect();
    let mut defined: HashSet<String> =
        loaded.taken.iter().flat_map(|u| u.defined.iter().cloned()).collect();
    let mut wanted = vec!["main".to_string()];
    wanted.extend(loaded.taken.iter().rev().flat_map(|u| u.required().rev()));
    while let Some(symbol) = wanted.pop() {
        if defined.contains(&symbol) {
            continue;
        }
        if let Some(unit) = offers.get(&symbol).and_then(|&i| offered[i].take()) {
            defined.extend(unit.defined.iter().cloned());
            wanted.extend(unit.required().rev());
            loaded.taken.push(unit);
        }
    }
    loaded.taken
}

fn load_file(path: &Path, name: String, whole: bool, loaded: &mut Loaded) -> Result<(), String> {
    if path.metadata().is_ok_and(|about| !about.is_file()) {
        return Err(format!("{name}: it is no regular file, and cannot be linked"));
    }
    // The linker reports a file that cannot be read.
    let Ok(data) = std::fs::read(path) else {
        return Ok(());
    };
    if data.starts_with(b"!<arch>\n") || data.starts_with(b"!<thin>\n") {
        load_archive(path, &data, whole, loaded)
    } else {
        loaded.taken.extend(read_unit(&data, name)?);
        Ok(())
    }
}

fn load_archive(path: &Path, data: &[u8], whole: bool, loaded: &mut Loaded) -> Result<(), String> {
    let Ok(archive) = ArchiveFile::parse(data) else {
        return Ok(());
    };
    for member in archive.members().flatten() {
        let member_name = String::from_utf8_lossy(member.name()).into_owned();
        let name = format!("{}({member_name})", path.display());
        let unit = if member.is_thin() {
            let file = path.parent().unwrap_or(Path::new("")).join(&member_name);
            std::fs::read(file).ok().map_or(Ok(None), |bytes| read_unit(&bytes, name))?
        } else {
            member.data(data).ok().map_or(Ok(None), |bytes| read_unit(bytes, name))?
        };
        if whole {
            loaded.taken.extend(unit);
        } else {
            loaded.offered.extend(unit);
        }
    }
    Ok(())
}

/// Reads one relocatable ELF object; `None`: it is something else. From LLVM bitcode (clang's
/// -flto) only the names are read, which are whole strings in it.
fn read_unit(data: &[u8], name: String) -> Result<Option<Unit>, String> {
    if data.starts_with(b"BC\xc0\xde")
        && data.windows(WITNESS.len()).any(|bytes| bytes == WITNESS.as_bytes())
    {
        return Err(format!(
            "{name} refers to a weak variable of each UPC thread (-pthreads) and is \
            LLVM's intermediate code, in which upcc cannot see which unit defines the variable; \
            compile without -flto, or with -fno-upc-privatize and the variable's name"
        ));
    }
    if !data.starts_with(b"\x7fELF") {
        return Ok(None);
    }
    let Ok(file) = object::File::parse(data) else {
        return Ok(None);
    };
    if file.kind() != ObjectKind::Relocatable {
        return Ok(None);
    }
    let section =
        |wanted: &str| file.section_by_name(wanted).and_then(|s| s.uncompressed_data().ok());
    let mut unit = Unit { name, ..Unit::default() };
    if let Some(bytes) = section(".note.upc") {
        unit.notes = note::read(&bytes).map_err(|e| format!("{}: {e}", unit.name))?;
    }
    if let Some(bytes) = section(".upc.decl") {
        unit.decls = decls::read(&bytes).map_err(|e| format!("{}: {e}", unit.name))?;
    }
    read_symbols(&file, &mut unit);
    unit.data = Data::read(&file);
    Ok(Some(unit))
}

/// The global symbols. Drops records of objects that are local to the unit (`static shared`).
fn read_symbols(file: &object::File, unit: &mut Unit) {
    let mut local = HashSet::new();
    for symbol in file.symbols() {
        let Ok(name) = symbol.name() else {
            continue;
        };
        if symbol.is_undefined() {
            unit.undefined.push(name.to_string());
            if symbol.is_weak() {
                unit.optional.insert(name.to_string());
            }
        } else if symbol.is_local() {
            local.insert(name);
        } else {
            unit.defined.push(name.to_string());
        }
    }
    unit.decls.retain(|d| !local.contains(d.name.as_str()));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(name: &str, defined: &[&str], undefined: &[&str]) -> Unit {
        let own = |l: &[&str]| l.iter().map(|s| s.to_string()).collect();
        Unit {
            name: name.into(),
            defined: own(defined),
            undefined: own(undefined),
            ..Unit::default()
        }
    }

    #[test]
    fn members_join_when_needed() {
        let loaded = Loaded {
            taken: vec![unit("a", &["x"], &["f"])],
            offered: vec![
                unit("g", &["g"], &[]),
                unit("h", &["h", "x"], &[]),
                unit("f", &["f"], &["g"]),
                unit("m", &["main"], &[]),
            ],
        };
        let names: Vec<String> = resolve(loaded).into_iter().map(|u| u.name).collect();
        assert_eq!(names, ["a", "f", "g", "m"]);
    }
}
