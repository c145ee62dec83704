// SPDX-License-Identifier: Apache-2.0
//! Identifiers beyond ASCII (C 6.4.2, annex D).

/// The ranges of C11 annex D.1, which gcc and clang accept too.
const RANGES: &[(u32, u32)] = &[
    (0xA8, 0xA8),
    (0xAA, 0xAA),
    (0xAD, 0xAD),
    (0xAF, 0xAF),
    (0xB2, 0xB5),
    (0xB7, 0xBA),
    (0xBC, 0xBE),
    (0xC0, 0xD6),
    (0xD8, 0xF6),
    (0xF8, 0x167F),
    (0x1681, 0x180D),
    (0x180F, 0x1FFF),
    (0x200B, 0x200D),
    (0x202A, 0x202E),
    (0x203F, 0x2040),
    (0x2054, 0x2054),
    (0x2060, 0x218F),
    (0x2460, 0x24FF),
    (0x2776, 0x2793),
    (0x2C00, 0x2DFF),
    (0x2E80, 0x2FFF),
    (0x3004, 0x3007),
    (0x3021, 0x302F),
    (0x3031, 0xD7FF),
    (0xF900, 0xFD3D),
    (0xFD40, 0xFDCF),
    (0xFDF0, 0xFE44),
    (0xFE47, 0xFEFE),
    (0xFF10, 0xFF19),
    (0xFF21, 0xFF3A),
    (0xFF41, 0xFF5A),
    (0xFF66, 0xFFFD),
    (0x10000, 0xEFFFD),
];

/// Whether `c`, not ASCII, may stand in an identifier.
pub(super) fn is_extended(c: char) -> bool {
    let c = c as u32;
    let i = RANGES.partition_point(|&(_, last)| last < c);
    i < RANGES.len() && RANGES[i].0 <= c
}

pub(super) fn is_start(b: u8) -> bool {
    b.is_ascii_alphabetic() || b == b'_' || b == b'$'
}

pub(super) fn is_continue(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'_' || b == b'$'
}

/// The ASCII character that `c` was probably meant to be: text pasted from documents.
pub(super) fn look_alike(c: char) -> Option<&'static str> {
    Some(match upc_source::raw_byte(c).map_or(c, of_windows) {
        '\u{2018}' | '\u{2019}' => "'",
        '\u{201C}' | '\u{201D}' => "\"",
        '\u{2010}'..='\u{2015}' | '\u{2212}' => "-",
        '\u{A0}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{3000}' | '\u{FEFF}' => " ",
        '\u{D7}' | '\u{2217}' => "*",
        '\u{37E}' | '\u{FF1B}' => ";",
        '\u{FF08}' => "(",
        '\u{FF09}' => ")",
        '\u{FF0C}' => ",",
        '\u{2264}' => "<=",
        '\u{2265}' => ">=",
        '\u{2260}' => "!=",
        _ => return None,
    })
}

/// The character of a byte in the encoding of Windows that documents in Western languages have, as
/// far as it is a look-alike.
fn of_windows(byte: u8) -> char {
    match byte {
        0x91 | 0x92 => '\u{2018}',
        0x93 | 0x94 => '\u{201C}',
        0x96 | 0x97 => '\u{2013}',
        _ => char::from(byte),
    }
}
