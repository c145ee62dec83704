// SPDX-License-Identifier: Apache-2.0
//! The finished executable's sections of symbols without space (docs/abi.md sections 3 and 5).
//!
//! `upcr_shared` and `upcr_priv` have a size and neither bytes in the file nor addresses. Tools
//! that rewrite executables (GNU strip and objcopy) treat such a section as a part of every note
//! segment, and damage those. After the link the slots have all values, so the sections become
//! empty.

use std::fs::{File, OpenOptions};
use std::os::unix::fs::FileExt;
use std::path::Path;

use object::elf::{FileHeader64, SectionHeader64, SHT_NOBITS, SHT_PROGBITS};
use object::read::elf::{FileHeader, SectionHeader};
use object::read::ReadCache;
use object::LittleEndian;

const SYMBOLS_WITHOUT_SPACE: [&[u8]; 2] = [b"upcr_shared", b"upcr_priv"];

/// Offsets of type and size in a section header (ELF-64 Object File Format, figure 3).
const TYPE_AT: u64 = 4;
const SIZE_AT: u64 = 32;

/// Empties the sections in the executable at `path`. Does not change a file that is not regular or
/// no ELF-64 executable. Errors: it cannot be read or written.
pub fn empty_symbol_sections(path: &Path) -> Result<(), String> {
    let told = |e: std::io::Error| format!("cannot finish {}: {e}", path.display());
    if !path.is_file() {
        return Ok(());
    }
    let file = File::open(path).map_err(told)?;
    let headers = headers_to_empty(&file).unwrap_or_default();
    if headers.is_empty() {
        return Ok(());
    }
    let file = OpenOptions::new().write(true).open(path).map_err(told)?;
    for at in headers {
        file.write_all_at(&SHT_PROGBITS.to_le_bytes(), at + TYPE_AT).map_err(told)?;
        file.write_all_at(&0u64.to_le_bytes(), at + SIZE_AT).map_err(told)?;
    }
    Ok(())
}

/// The offsets of the headers of those sections.
fn headers_to_empty(file: &File) -> object::Result<Vec<u64>> {
    let data = ReadCache::new(file);
    let header = FileHeader64::<LittleEndian>::parse(&data)?;
    let endian = header.endian()?;
    let sections = header.sections(endian, &data)?;
    let table = header.e_shoff(endian);
    let step = std::mem::size_of::<SectionHeader64<LittleEndian>>() as u64;
    Ok((table..)
        .step_by(step as usize)
        .zip(sections.iter())
        .filter(|(_, section)| {
            section.sh_type(endian) == SHT_NOBITS
                && sections
                    .section_name(endian, section)
                    .is_ok_and(|name| SYMBOLS_WITHOUT_SPACE.contains(&name))
        })
        .map(|(at, _)| at)
        .collect())
}
