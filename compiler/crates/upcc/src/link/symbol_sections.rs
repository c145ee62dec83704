// SPDX-License-Identifier: Apache-2.0
//! The finished executable's sections of symbols without space (docs/abi.md sections 3 and 5).
//!
//! `upcr_shared` and `upcr_priv` have a size and neither bytes in the file nor addresses. Tools
//! that rewrite executables (GNU strip and objcopy) treat such a section as a part of every note
//! segment, and damage those. After the link the slots have all values, so the sections become
//! empty.
//!
//! Tools that look up addresses (Valgrind, addr2line) take the symbols' values, offsets in a
//! segment, for addresses. Symbols of size 0 cover none.

use std::fs::{File, OpenOptions};
use std::os::unix::fs::FileExt;
use std::path::Path;

use object::elf::{
    FileHeader64, SectionHeader64, Sym64, SHT_DYNSYM, SHT_NOBITS, SHT_PROGBITS, SHT_SYMTAB,
};
use object::read::elf::{FileHeader, SectionHeader, SectionTable, Sym};
use object::read::{ReadCache, ReadRef};
use object::LittleEndian;

const SYMBOLS_WITHOUT_SPACE: [&[u8]; 2] = [b"upcr_shared", b"upcr_priv"];

type Header = FileHeader64<LittleEndian>;

/// Bytes to write at an offset of the file.
type Patch = (u64, &'static [u8]);

const PROGBITS: [u8; 4] = SHT_PROGBITS.to_le_bytes();
const NONE: [u8; 8] = [0; 8];

/// Offsets of type and size in a section header, and of the size in a symbol (ELF-64 Object File
/// Format, figures 3 and 4).
const TYPE_AT: u64 = 4;
const SIZE_AT: u64 = 32;
const SYMBOL_SIZE_AT: u64 = 16;

/// Empties the sections in the executable at `path`, and their symbols. Does not change a file that
/// is not regular or no ELF-64 executable. Errors: it cannot be read or written.
pub fn empty_symbol_sections(path: &Path) -> Result<(), String> {
    let told = |e: std::io::Error| format!("cannot finish {}: {e}", path.display());
    if !path.is_file() {
        return Ok(());
    }
    let file = File::open(path).map_err(told)?;
    let patches = patches(&file).unwrap_or_default();
    if patches.is_empty() {
        return Ok(());
    }
    let file = OpenOptions::new().write(true).open(path).map_err(told)?;
    for (at, bytes) in patches {
        file.write_all_at(bytes, at).map_err(told)?;
    }
    Ok(())
}

fn patches(file: &File) -> object::Result<Vec<Patch>> {
    let data = ReadCache::new(file);
    let header = Header::parse(&data)?;
    let endian = header.endian()?;
    let sections = header.sections(endian, &data)?;
    let without_space: Vec<usize> = (0..)
        .zip(sections.iter())
        .filter(|(_, section)| {
            section.sh_type(endian) == SHT_NOBITS
                && sections
                    .section_name(endian, section)
                    .is_ok_and(|name| SYMBOLS_WITHOUT_SPACE.contains(&name))
        })
        .map(|(index, _)| index)
        .collect();
    let step = std::mem::size_of::<SectionHeader64<LittleEndian>>();
    let mut patches = Vec::new();
    for index in &without_space {
        let at = header.e_shoff(endian) + (index * step) as u64;
        patches.push((at + TYPE_AT, &PROGBITS[..]));
        patches.push((at + SIZE_AT, &NONE[..]));
    }
    for table in [SHT_SYMTAB, SHT_DYNSYM] {
        symbol_sizes(&sections, &data, table, &without_space, &mut patches)?;
    }
    Ok(patches)
}

/// Adds the sizes of the symbols of sections `of` in the symbol table of a type.
fn symbol_sizes<'data, R: ReadRef<'data>>(
    sections: &SectionTable<'data, Header, R>,
    data: R,
    table: u32,
    of: &[usize],
    patches: &mut Vec<Patch>,
) -> object::Result<()> {
    let symbols = sections.symbols(LittleEndian, data, table)?;
    if symbols.is_empty() {
        return Ok(());
    }
    let start = sections.section(symbols.section())?.sh_offset(LittleEndian);
    let step = std::mem::size_of::<Sym64<LittleEndian>>();
    for (index, symbol) in symbols.iter().enumerate() {
        if of.contains(&usize::from(symbol.st_shndx(LittleEndian))) {
            patches.push((start + (index * step) as u64 + SYMBOL_SIZE_AT, &NONE[..]));
        }
    }
    Ok(())
}
