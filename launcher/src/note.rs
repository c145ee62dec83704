// SPDX-License-Identifier: Apache-2.0
//! The notes of upcc in an executable (docs/abi.md section 6): one ELF note of owner `UPC`, type 1,
//! for each unit. Its descriptor is a sequence of NUL-terminated `key=value` strings.

use std::fs::File;
use std::path::Path;

use object::endian::Endianness;
use object::read::elf::{ElfFile32, ElfFile64, FileHeader, ProgramHeader};
use object::{FileKind, ReadCache, ReadRef};

use crate::error::{Error, NOT_EXECUTABLE};

const OWNER: &[u8] = b"UPC";
const UNIT: u32 = 1;

/// upcc's note of one unit.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Unit {
    pub file: String,
    pub pthreads_mode: bool,
    pub upc: bool,
    pub checks: bool,
    /// Static THREADS; 0: given at launch.
    pub threads: u32,
    /// Pthreads per process, requested at link.
    pub pthreads: Option<u32>,
    /// Shared heap per thread in bytes, requested at compilation.
    pub heap: Option<u64>,
}

/// The units of an executable; at least one.
#[derive(Debug)]
pub struct Notes {
    pub units: Vec<Unit>,
}

impl Notes {
    /// The number of threads fixed at compilation; 0: dynamic.
    pub fn threads(&self) -> u32 {
        self.units.iter().map(|unit| unit.threads).max().unwrap_or(0)
    }

    /// Whether its threads may share a process.
    pub fn pthreads_mode(&self) -> bool {
        self.units.iter().any(|unit| unit.pthreads_mode)
    }

    /// Pthreads of a process, requested at link.
    pub fn pthreads(&self) -> Option<u32> {
        self.units.iter().filter_map(|unit| unit.pthreads).next_back()
    }

    /// Bytes of shared heap of a thread, requested at link.
    pub fn heap(&self) -> Option<u64> {
        self.units.iter().filter_map(|unit| unit.heap).next_back()
    }
}

/// Reads the notes of the executable at `path`. Error: it was not made by upcc.
pub fn read(path: &Path) -> Result<Notes, Error> {
    // Reads only the headers and the notes: an executable may contain gigabytes of initialised
    // data.
    let file = File::open(path).map_err(|why| Error::cannot_execute(path, &why))?;
    let data = &ReadCache::new(file);
    let units = units_of(data);
    if units.is_empty() {
        let is_script = data.read_bytes_at(0, 2) == Ok(b"#!");
        let what = if is_script { "is a script" } else { "was not linked by upcc" };
        return Err(Error {
            message: format!(
                "{} is not a UPC executable: it {what} (upcrun starts what upcc made)",
                path.display()
            ),
            status: NOT_EXECUTABLE,
        });
    }
    Ok(Notes { units })
}

fn units_of<'data, R: ReadRef<'data>>(data: R) -> Vec<Unit> {
    match FileKind::parse(data) {
        Ok(FileKind::Elf64) => ElfFile64::<Endianness, R>::parse(data)
            .map(|file| units_in(file.elf_header(), file.endian(), data))
            .unwrap_or_default(),
        Ok(FileKind::Elf32) => ElfFile32::<Endianness, R>::parse(data)
            .map(|file| units_in(file.elf_header(), file.endian(), data))
            .unwrap_or_default(),
        _ => Vec::new(),
    }
}

fn units_in<'data, H: FileHeader<Endian = Endianness>, R: ReadRef<'data>>(
    header: &H,
    endian: Endianness,
    data: R,
) -> Vec<Unit> {
    let mut units = Vec::new();
    for segment in header.program_headers(endian, data).unwrap_or_default() {
        let Ok(Some(mut notes)) = segment.notes(endian, data) else {
            continue;
        };
        while let Ok(Some(note)) = notes.next() {
            if note.name() == OWNER && note.n_type(endian) == UNIT {
                units.push(parse_unit(note.desc()));
            }
        }
    }
    units
}

fn parse_unit(descriptor: &[u8]) -> Unit {
    let mut unit = Unit::default();
    for entry in descriptor.split(|&byte| byte == 0) {
        let entry = String::from_utf8_lossy(entry);
        let Some((key, value)) = entry.split_once('=') else {
            continue;
        };
        match key {
            "file" => unit.file = value.to_owned(),
            "mode" => unit.pthreads_mode = value == "pthreads",
            "upc" => unit.upc = value == "1",
            "checks" => unit.checks = value == "1",
            "threads" => unit.threads = value.parse().unwrap_or(0),
            "pthreads" => unit.pthreads = value.parse().ok().filter(|&count| count > 0),
            "heap" => unit.heap = value.parse().ok(),
            _ => {}
        }
    }
    unit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_descriptor() {
        let unit = parse_unit(
            b"abi=1\0mode=pthreads\0threads=4\0upc=1\0checks=0\0file=a.upc\0heap=1048576\0\
                  pthreads=2\0",
        );
        assert_eq!(
            unit,
            Unit {
                file: "a.upc".into(),
                pthreads_mode: true,
                upc: true,
                checks: false,
                threads: 4,
                pthreads: Some(2),
                heap: Some(1 << 20)
            }
        );
    }

    #[test]
    fn what_is_no_upc_executable() {
        assert!(read(Path::new("/bin/sh")).unwrap_err().message.contains("was not linked by upcc"));
        assert!(units_of(&b""[..]).is_empty());
        assert!(units_of(&b"\x7fELF\x02\x01\x01"[..]).is_empty());
    }
}
