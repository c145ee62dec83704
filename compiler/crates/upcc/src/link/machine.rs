// SPDX-License-Identifier: Apache-2.0
//! ELF properties that an object needs for a link with the runtime, read from a member of its
//! library without a call of the C compiler.

use std::fs::File;
use std::path::Path;

use object::elf::{FileHeader64, ELFCLASS64, ELFDATA2LSB};
use object::read::archive::ArchiveFile;
use object::read::elf::FileHeader;
use object::read::ReadCache;
use object::{LittleEndian, Object, ObjectSection};

/// Properties common to all objects of one machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Machine {
    /// `e_ident`.
    pub ident: [u8; 16],
    /// `e_machine`.
    pub machine: u16,
    /// `e_flags`, on some machines the calling convention.
    pub flags: u32,
    /// The section `.note.gnu.property`, empty where there is none. Its properties (marked branch
    /// targets, a shadow stack) hold for a program only if all its objects have them.
    pub properties: Vec<u8>,
}

impl Machine {
    /// The properties of the objects in the archive at `library`. Errors: it cannot be read, or its
    /// first member is no ELF-64 object in little-endian order.
    pub fn of(library: &Path) -> Result<Machine, String> {
        let told = |why: String| format!("cannot read {}: {why}", library.display());
        let file = File::open(library).map_err(|e| told(e.to_string()))?;
        first_member(&ReadCache::new(file)).map_err(|e| told(e.to_string()))?.ok_or_else(|| {
            told(
                "its first member is no 64-bit little-endian ELF object: is it of another machine?"
                    .to_string(),
            )
        })
    }
}

/// `None`: the first member is something else, or there is none.
fn first_member(data: &ReadCache<File>) -> object::Result<Option<Machine>> {
    let Some(member) = ArchiveFile::parse(data)?.members().next() else { return Ok(None) };
    let bytes = member?.data(data)?;
    if !bytes.starts_with(&[0x7f, b'E', b'L', b'F', ELFCLASS64, ELFDATA2LSB]) {
        return Ok(None);
    }
    let header = FileHeader64::<LittleEndian>::parse(bytes)?;
    let endian = header.endian()?;
    let mut ident = [0; 16];
    ident.copy_from_slice(bytes.get(..16).unwrap_or(&[0; 16]));
    let properties = object::File::parse(bytes)?
        .section_by_name(".note.gnu.property")
        .map(|s| s.data().map(<[u8]>::to_vec));
    Ok(Some(Machine {
        ident,
        machine: header.e_machine(endian),
        flags: header.e_flags(endian),
        properties: properties.transpose()?.unwrap_or_default(),
    }))
}
