// SPDX-License-Identifier: Apache-2.0
//! Sizes in bytes as users write them; the same rules as in the runtime's `base/text.c`.

const UNITS: [char; 4] = ['K', 'M', 'G', 'T'];

/// Reads `text` as bytes: a whole number, then `B`, or `K`, `M`, `G` or `T` (powers of 1024),
/// perhaps followed by `B` or `iB`, in upper or lower case. Without a unit it counts `default_unit`
/// bytes. The error names the value.
pub fn parse(text: &str, default_unit: u64) -> Result<u64, String> {
    let trimmed = text.trim();
    let digits = trimmed.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = trimmed.split_at(digits);
    if number.is_empty() {
        return Err(format!(
            "'{text}' is not a size: write a whole number with an optional K, M, G \
            or T, such as 64M"
        ));
    }
    if rest.starts_with(['.', ',']) {
        return Err(format!(
            "'{text}' has a fraction: write a whole number of a smaller unit, such \
            as 1536M for 1.5G"
        ));
    }
    let suffix = rest.trim_start();
    let unit = multiplier(suffix, default_unit)
        .ok_or_else(|| format!("'{text}' has the unknown unit '{suffix}': use B, K, M, G or T"))?;
    number
        .parse::<u64>()
        .ok()
        .and_then(|value| value.checked_mul(unit))
        .filter(|&bytes| bytes <= i64::MAX as u64)
        .ok_or_else(|| format!("'{text}' is too large: the limit is 2^63-1 bytes"))
}

fn multiplier(suffix: &str, default_unit: u64) -> Option<u64> {
    let upper = suffix.to_ascii_uppercase();
    let mut letters = upper.chars();
    let first = match letters.next() {
        None => return Some(default_unit),
        Some('B') if upper.len() == 1 => return Some(1),
        Some(first) => first,
    };
    let power = UNITS.iter().position(|&unit| unit == first)? as u32 + 1;
    matches!(letters.as_str(), "" | "B" | "IB").then(|| 1 << (10 * power))
}

/// Writes bytes in the largest unit that divides them.
pub fn format(bytes: u64) -> String {
    let mut value = bytes;
    let mut unit = None;
    for letter in UNITS {
        if value == 0 || value % 1024 != 0 {
            break;
        }
        value /= 1024;
        unit = Some(letter);
    }
    match unit {
        Some(letter) => format!("{value}{letter}"),
        None => format!("{value}B"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MB: u64 = 1 << 20;

    #[test]
    fn every_unit_and_case() {
        for (text, bytes) in [
            ("64", 64 * MB),
            ("64M", 64 * MB),
            ("64mb", 64 * MB),
            ("64MiB", 64 * MB),
            ("1G", 1 << 30),
            ("1GB", 1 << 30),
            ("2t", 2 << 40),
            ("512k", 512 << 10),
            ("100B", 100),
            ("0", 0),
            (" 8 MB ", 8 * MB),
        ] {
            assert_eq!(parse(text, MB), Ok(bytes), "{text}");
        }
    }

    #[test]
    fn errors_name_the_value() {
        for (text, part) in [
            ("", "is not a size"),
            ("-1M", "is not a size"),
            ("M", "is not a size"),
            ("1.5G", "has a fraction"),
            ("3X", "unknown unit 'X'"),
            ("3MX", "unknown unit 'MX'"),
            ("9999999T", "too large"),
            ("99999999999999999999", "too large"),
        ] {
            let message = parse(text, MB).unwrap_err();
            assert!(message.contains(part) && message.contains(&format!("'{text}'")), "{message}");
        }
    }

    #[test]
    fn format_is_exact() {
        assert_eq!(format(64 * MB), "64M");
        assert_eq!(format(1000), "1000B");
        assert_eq!(format(1536 * MB), "1536M");
        assert_eq!(format(0), "0B");
    }
}
