// SPDX-License-Identifier: Apache-2.0
//! The object that carries the link's own note, written byte for byte (ELF-64 Object File Format,
//! sections 3 and 4).

use object::elf::{ET_REL, EV_CURRENT, SHF_ALLOC, SHT_NOTE, SHT_NULL, SHT_PROGBITS, SHT_STRTAB};

use super::machine::Machine;

const HEADER: usize = 64;
const SECTION_HEADER: usize = 64;
/// Contents begin at multiples of it.
const ALIGNMENT: usize = 8;

struct Section<'a> {
    name: &'a str,
    kind: u32,
    flags: u32,
    alignment: u64,
    bytes: &'a [u8],
}

/// A relocatable object for `machine` without code and symbols: the section `.note.upc` with the
/// contents `note`, and the section that marks a stack as not executable.
pub fn note_object(machine: &Machine, note: &[u8]) -> Vec<u8> {
    let mut sections = vec![
        Section { name: "", kind: SHT_NULL, flags: 0, alignment: 0, bytes: &[] },
        Section { name: ".note.upc", kind: SHT_NOTE, flags: SHF_ALLOC, alignment: 4, bytes: note },
        Section { name: ".note.GNU-stack", kind: SHT_PROGBITS, flags: 0, alignment: 1, bytes: &[] },
    ];
    if !machine.properties.is_empty() {
        let (name, bytes) = (".note.gnu.property", &machine.properties[..]);
        sections.push(Section { name, kind: SHT_NOTE, flags: SHF_ALLOC, alignment: 8, bytes });
    }
    // The last section has the names of all sections.
    let strings = ".shstrtab";
    let names: String =
        sections.iter().map(|s| s.name).chain([strings]).map(|name| format!("{name}\0")).collect();
    sections.push(Section {
        name: strings,
        kind: SHT_STRTAB,
        flags: 0,
        alignment: 1,
        bytes: names.as_bytes(),
    });
    assemble(machine, &sections)
}

/// The header, the contents, the table of sections; the last section has the names, in order.
fn assemble(machine: &Machine, sections: &[Section]) -> Vec<u8> {
    let (mut contents, mut table, mut name) = (Vec::new(), Vec::new(), 0u32);
    for s in sections {
        contents.resize(contents.len().next_multiple_of(ALIGNMENT), 0);
        let at = if s.kind == SHT_NULL { 0 } else { HEADER + contents.len() };
        table.extend(section_header(s, name, at));
        contents.extend(s.bytes);
        name += s.name.len() as u32 + 1;
    }
    contents.resize(contents.len().next_multiple_of(ALIGNMENT), 0);
    let mut out = header(machine, HEADER + contents.len(), sections.len() as u16);
    out.extend(contents);
    out.extend(table);
    out
}

fn header(machine: &Machine, table_at: usize, sections: u16) -> Vec<u8> {
    let mut out = machine.ident.to_vec();
    out.extend(ET_REL.to_le_bytes());
    out.extend(machine.machine.to_le_bytes());
    out.extend(u32::from(EV_CURRENT).to_le_bytes());
    out.extend([0; 16]); // no entry point, no program headers
    out.extend((table_at as u64).to_le_bytes());
    out.extend(machine.flags.to_le_bytes());
    for half in [HEADER as u16, 0, 0, SECTION_HEADER as u16, sections, sections - 1] {
        out.extend(half.to_le_bytes());
    }
    out
}

fn section_header(s: &Section, name: u32, at: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(SECTION_HEADER);
    out.extend(name.to_le_bytes());
    out.extend(s.kind.to_le_bytes());
    // flags, address, offset, size, link and info, alignment, size of an entry
    for word in [u64::from(s.flags), 0, at as u64, s.bytes.len() as u64, 0, s.alignment, 0] {
        out.extend(word.to_le_bytes());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use object::{Object, ObjectSection};

    fn machine(properties: &[u8]) -> Machine {
        let mut ident = [0; 16];
        ident[..7].copy_from_slice(b"\x7fELF\x02\x01\x01");
        Machine {
            ident,
            machine: object::elf::EM_X86_64,
            flags: 5,
            properties: properties.to_vec(),
        }
    }

    #[test]
    fn a_reader_finds_what_was_written() {
        for properties in [&b""[..], b"p"] {
            let bytes = note_object(&machine(properties), b"the note");
            let file = object::File::parse(&bytes[..]).expect("an object");
            let section = |name| file.section_by_name(name).map(|s| s.data().map(<[u8]>::to_vec));
            assert_eq!(file.architecture(), object::Architecture::X86_64);
            assert_eq!(file.kind(), object::ObjectKind::Relocatable);
            assert_eq!(section(".note.upc"), Some(Ok(b"the note".to_vec())));
            assert_eq!(section(".note.GNU-stack"), Some(Ok(vec![])));
            assert_eq!(section(".note.gnu.property").is_some(), !properties.is_empty());
        }
    }
}
