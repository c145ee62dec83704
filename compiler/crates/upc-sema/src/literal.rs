// SPDX-License-Identifier: Apache-2.0
//! Values and types of constants and string literals from their spelling (C 6.4.4, 6.4.5).

use crate::options::Target;
use crate::types::IntKind;

/// A numeric constant.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Number {
    Int {
        value: u128,
        kind: IntKind,
    },
    /// `value` is rounded to double: enough to fold conversions to integers.
    Float {
        value: f64,
        suffix: FloatSuffix,
    },
    /// Imaginary, decimal-float or bit-precise constants, left to the C compiler.
    Other,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatSuffix {
    None,
    F,
    L,
}

/// Reads a preprocessing number that is a constant; `Other` for unknown forms.
pub fn number(text: &str) -> Number {
    let clean: String =
        text.chars().filter(|&c| c != '\'').collect::<String>().to_ascii_lowercase();
    if let Some(hex) = clean.strip_prefix("0x") {
        if hex.contains(['p', '.']) {
            return hex_float(hex);
        }
        return integer(hex, 16);
    }
    if let Some(bin) = clean.strip_prefix("0b") {
        return integer(bin, 2);
    }
    if clean.contains(['.', 'e']) {
        return decimal_float(&clean);
    }
    if clean.len() > 1 && clean.starts_with('0') {
        return integer(&clean[1..], 8);
    }
    integer(&clean, 10)
}

fn integer(text: &str, radix: u32) -> Number {
    let end = text.find(|c: char| !c.is_digit(radix)).unwrap_or(text.len());
    let (digits, suffix) = text.split_at(end);
    let value = match digits {
        "" => 0,
        _ => match u128::from_str_radix(digits, radix) {
            Ok(v) => v,
            Err(_) => return Number::Other,
        },
    };
    match integer_kind(value, radix != 10, suffix) {
        Some(kind) => Number::Int { value, kind },
        None => Number::Other,
    }
}

/// The first type of C 6.4.4.1p5's list that holds the value.
fn integer_kind(value: u128, not_decimal: bool, suffix: &str) -> Option<IntKind> {
    use IntKind::*;
    let list: &[IntKind] = match (suffix, not_decimal) {
        ("", false) => &[Int, Long, Int128],
        ("", true) => &[Int, UInt, Long, ULong, Int128],
        ("u", _) => &[UInt, ULong],
        ("l" | "z", false) => &[Long, Int128],
        ("l" | "z", true) => &[Long, ULong],
        ("ul" | "lu" | "uz" | "zu", _) => &[ULong],
        ("ll", false) => &[LongLong, Int128],
        ("ll", true) => &[LongLong, ULongLong],
        ("ull" | "llu", _) => &[ULongLong],
        _ => return None,
    };
    list.iter().copied().find(|&k| value <= max_value(k)).or(Some(UInt128))
}

/// Largest value of the kind; plain char counts as signed.
fn max_value(k: IntKind) -> u128 {
    match k {
        IntKind::Bool => 1,
        IntKind::Char | IntKind::SChar => i8::MAX as u128,
        IntKind::UChar => u8::MAX.into(),
        IntKind::Short => i16::MAX as u128,
        IntKind::UShort => u16::MAX.into(),
        IntKind::Int => i32::MAX as u128,
        IntKind::UInt => u32::MAX.into(),
        IntKind::Long | IntKind::LongLong => i64::MAX as u128,
        IntKind::ULong | IntKind::ULongLong => u64::MAX.into(),
        IntKind::Int128 => i128::MAX as u128,
        IntKind::UInt128 => u128::MAX,
    }
}

fn suffix_of(suffix: &str) -> Option<FloatSuffix> {
    match suffix {
        "" => Some(FloatSuffix::None),
        "f" => Some(FloatSuffix::F),
        "l" => Some(FloatSuffix::L),
        _ => None,
    }
}

fn decimal_float(text: &str) -> Number {
    let bytes = text.as_bytes();
    let mut end = 0;
    while end < bytes.len() {
        let b = bytes[end];
        let sign_after_e = matches!(b, b'+' | b'-') && end > 0 && bytes[end - 1] == b'e';
        if !(b.is_ascii_digit() || b == b'.' || b == b'e' || sign_after_e) {
            break;
        }
        end += 1;
    }
    match (text[..end].parse::<f64>(), suffix_of(&text[end..])) {
        (Ok(value), Some(suffix)) => Number::Float { value, suffix },
        _ => Number::Other,
    }
}

fn hex_float(text: &str) -> Number {
    let Some((mantissa, rest)) = text.split_once('p') else { return Number::Other };
    let end =
        rest.find(|c: char| !(c.is_ascii_digit() || c == '+' || c == '-')).unwrap_or(rest.len());
    let (Ok(exponent), Some(suffix)) = (rest[..end].parse::<i32>(), suffix_of(&rest[end..])) else {
        return Number::Other;
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut value = 0f64;
    for d in whole.chars().chain(fraction.chars()).filter_map(|c| c.to_digit(16)) {
        value = value * 16.0 + f64::from(d);
    }
    let scale = exponent.saturating_sub(4 * fraction.len() as i32);
    Number::Float { value: value * 2f64.powi(scale), suffix }
}

/// Encoding prefix of a character constant or string literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    Plain,
    Wide,
    Utf8,
    Utf16,
    Utf32,
}

impl Encoding {
    /// Element type of a string literal, C 6.4.5p6.
    pub fn element(self, target: Target) -> IntKind {
        match self {
            Encoding::Plain | Encoding::Utf8 => IntKind::Char,
            Encoding::Wide if target.wchar_signed() => IntKind::Int,
            Encoding::Wide | Encoding::Utf32 => IntKind::UInt,
            Encoding::Utf16 => IntKind::UShort,
        }
    }
}

fn encoding(text: &str) -> (Encoding, &str) {
    for (prefix, e) in [
        ("u8", Encoding::Utf8),
        ("L", Encoding::Wide),
        ("u", Encoding::Utf16),
        ("U", Encoding::Utf32),
    ] {
        if let Some(rest) = text.strip_prefix(prefix) {
            return (e, rest);
        }
    }
    (Encoding::Plain, text)
}

/// A character constant: its value and type (`int` unless prefixed).
pub fn character(text: &str, target: Target) -> (i128, IntKind) {
    let (enc, rest) = encoding(text);
    let body = rest.strip_prefix('\'').and_then(|r| r.strip_suffix('\'')).unwrap_or("");
    let mut units = Vec::new();
    decode(body, enc, &mut units);
    match enc {
        Encoding::Plain => (multi_character(&units, target), IntKind::Int),
        Encoding::Utf8 => (units.last().copied().unwrap_or(0).into(), IntKind::UChar),
        Encoding::Wide if target.wchar_signed() => {
            (i128::from(units.last().copied().unwrap_or(0) as i32), IntKind::Int)
        }
        _ => (units.last().copied().unwrap_or(0).into(), enc.element(target)),
    }
}

/// gcc's value of `'ab'`: the units shifted together; one unit has the value of a char.
fn multi_character(units: &[u32], target: Target) -> i128 {
    match units {
        [] => 0,
        [one] if target.char_signed() => (*one as u8 as i8).into(),
        [one] => (*one as u8).into(),
        many => i128::from(many.iter().fold(0u32, |v, &u| (v << 8) | (u & 0xff)) as i32),
    }
}

/// A string literal (all adjacent ones): encoding and number of elements with the terminator.
pub fn string(text: &str) -> (Encoding, u64) {
    let pieces = pieces(text);
    let enc = pieces
        .iter()
        .map(|p| encoding(p).0)
        .find(|&e| e != Encoding::Plain)
        .unwrap_or(Encoding::Plain);
    let mut units = Vec::new();
    for p in &pieces {
        let rest = encoding(p).1;
        let body = rest.strip_prefix('"').and_then(|r| r.strip_suffix('"')).unwrap_or("");
        decode(body, enc, &mut units);
    }
    (enc, units.len() as u64 + 1)
}

/// The index of the quote that ends a string whose text begins at `i`.
fn closing_quote(bytes: &[u8], mut i: usize) -> usize {
    while i < bytes.len() && bytes[i] != b'"' {
        i += if bytes[i] == b'\\' { 2 } else { 1 };
    }
    i
}

/// The literals of adjacent string tokens; line markers between them are skipped.
fn pieces(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let (mut found, mut i, mut start) = (Vec::new(), 0, None);
    while i < bytes.len() {
        match bytes[i] {
            b'#' => {
                while i < bytes.len() && bytes[i] != b'\n' {
                    i += 1;
                }
                start = None;
            }
            b'"' => {
                let from = start.take().unwrap_or(i);
                i = closing_quote(bytes, i + 1);
                found.push(&text[from..(i + 1).min(bytes.len())]);
            }
            b if b.is_ascii_alphanumeric() => {
                start = start.or(Some(i));
            }
            _ => start = None,
        }
        i += 1;
    }
    found
}

/// The number of up to three octal digits, of which `first` has been read.
fn octal(chars: &mut std::iter::Peekable<std::str::Chars<'_>>, first: u32) -> u32 {
    let mut value = first;
    for _ in 0..2 {
        match chars.peek().and_then(|d| d.to_digit(8)) {
            Some(d) => value = value * 8 + d,
            None => break,
        }
        chars.next();
    }
    value
}

/// Appends the code units of a literal's body.
fn decode(body: &str, enc: Encoding, units: &mut Vec<u32>) {
    let mut chars = body.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            push_char(c, enc, units);
            continue;
        }
        match chars.next() {
            Some('x') => units.push(take_digits(&mut chars, 16, usize::MAX)),
            Some(c @ '0'..='7') => {
                let first = c as u32 - '0' as u32;
                units.push(octal(&mut chars, first));
            }
            Some(u @ ('u' | 'U')) => {
                let v = take_digits(&mut chars, 16, if u == 'u' { 4 } else { 8 });
                push_char(char::from_u32(v).unwrap_or('\u{fffd}'), enc, units);
            }
            Some(c) => units.push(simple_escape(c)),
            None => {}
        }
    }
}

fn take_digits(
    chars: &mut std::iter::Peekable<std::str::Chars<'_>>,
    radix: u32,
    most: usize,
) -> u32 {
    let mut v = 0u32;
    for _ in 0..most {
        match chars.peek().and_then(|d| d.to_digit(radix)) {
            Some(d) => v = v.wrapping_mul(radix).wrapping_add(d),
            None => break,
        }
        chars.next();
    }
    v
}

fn simple_escape(c: char) -> u32 {
    match c {
        'n' => 10,
        't' => 9,
        'r' => 13,
        'a' => 7,
        'b' => 8,
        'f' => 12,
        'v' => 11,
        'e' | 'E' => 27,
        other => other as u32,
    }
}

fn push_char(c: char, enc: Encoding, units: &mut Vec<u32>) {
    match enc {
        Encoding::Plain | Encoding::Utf8 => {
            let mut buffer = [0u8; 4];
            units.extend(c.encode_utf8(&mut buffer).bytes().map(u32::from));
        }
        Encoding::Utf16 => {
            let mut buffer = [0u16; 2];
            units.extend(c.encode_utf16(&mut buffer).iter().map(|&u| u32::from(u)));
        }
        Encoding::Wide | Encoding::Utf32 => units.push(c as u32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_take_the_first_type_that_fits() {
        let kind = |s| match number(s) {
            Number::Int { kind, .. } => kind,
            other => panic!("{s}: {other:?}"),
        };
        assert_eq!(kind("2147483647"), IntKind::Int);
        assert_eq!(kind("2147483648"), IntKind::Long);
        assert_eq!(kind("0x80000000"), IntKind::UInt);
        assert_eq!(kind("0xffffffffffffffff"), IntKind::ULong);
        assert_eq!(kind("1ull"), IntKind::ULongLong);
        assert_eq!(number("0"), Number::Int { value: 0, kind: IntKind::Int });
        assert_eq!(number("017"), Number::Int { value: 15, kind: IntKind::Int });
    }

    #[test]
    fn floats() {
        assert_eq!(number("1.5e1f"), Number::Float { value: 15.0, suffix: FloatSuffix::F });
        assert_eq!(number("0x1.8p1"), Number::Float { value: 3.0, suffix: FloatSuffix::None });
        assert_eq!(number("1e-2L"), Number::Float { value: 0.01, suffix: FloatSuffix::L });
        assert_eq!(number("2.0i"), Number::Other);
    }

    #[test]
    fn characters_and_strings() {
        assert_eq!(character("'a'", Target::X86_64), (97, IntKind::Int));
        assert_eq!(character("'\\377'", Target::X86_64).0, -1);
        assert_eq!(character("'\\377'", Target::Aarch64).0, 255);
        assert_eq!(character("'ab'", Target::X86_64).0, 24930);
        assert_eq!(character("L'\\x20ac'", Target::X86_64), (0x20ac, IntKind::Int));
        assert_eq!(string("\"a\\n\" \"\\x41\\0\""), (Encoding::Plain, 5));
        assert_eq!(string("\"a\"\n# 3 \"f\"\nL\"b\""), (Encoding::Wide, 3));
    }
}
