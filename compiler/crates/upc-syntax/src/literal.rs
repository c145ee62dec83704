// SPDX-License-Identifier: Apache-2.0
//! Whether a preprocessing number is a constant of C (C 6.4.4) or of its GNU extensions.

/// Integer suffixes without the GNU imaginary `i`/`j`, in lower case.
const INTEGER_SUFFIXES: &[&str] =
    &["", "u", "l", "ul", "lu", "ll", "ull", "llu", "wb", "uwb", "wbu", "z", "uz", "zu"];
const FLOAT_SUFFIXES: &[&str] = &[
    "", "f", "l", "df", "dd", "dl", "d", "w", "q", "f16", "f32", "f64", "f128", "f32x", "f64x",
    "f128x", "bf16",
];

/// Checks the spelling of a number. `Err` is the mistake, in the user's words.
pub(crate) fn check_number(text: &str) -> Result<(), String> {
    if text.bytes().all(|b| b.is_ascii_digit()) {
        return check_octal(text);
    }
    let lower = text.to_ascii_lowercase().replace('\'', "");
    if let Some(rest) = lower.strip_prefix("0x") {
        return check_hex(rest, text);
    }
    if let Some(rest) = lower.strip_prefix("0b") {
        return check_binary(rest, text);
    }
    check_decimal(&lower, text)
}

fn check_octal(digits: &str) -> Result<(), String> {
    match digits.bytes().find(|&b| b >= b'8') {
        Some(bad) if digits.starts_with('0') => {
            Err(format!("invalid digit '{}' in the octal constant '{digits}'", bad as char))
        }
        _ => Ok(()),
    }
}

fn check_hex(rest: &str, text: &str) -> Result<(), String> {
    let (whole, rest) = split_digits(rest, 16);
    let (fraction, after) = match rest.strip_prefix('.') {
        Some(r) => split_digits(r, 16),
        None => ("", rest),
    };
    if whole.is_empty() && fraction.is_empty() {
        return Err(format!("hexadecimal constant '{text}' has no digits"));
    }
    if after.starts_with('p') {
        return check_exponent(after, text);
    }
    if rest.starts_with('.') {
        return Err(format!(
            "hexadecimal floating constant '{text}' needs an exponent, as in '0x1.8p0'"
        ));
    }
    check_suffix(after, INTEGER_SUFFIXES, "integer", text)
}

fn check_binary(rest: &str, text: &str) -> Result<(), String> {
    let (digits, rest) = split_digits(rest, 2);
    if digits.is_empty() {
        return Err(format!("binary constant '{text}' has no digits"));
    }
    check_suffix(rest, INTEGER_SUFFIXES, "integer", text)
}

fn check_decimal(lower: &str, text: &str) -> Result<(), String> {
    let (whole, rest) = split_digits(lower, 10);
    let (is_float, rest) = match rest.strip_prefix('.') {
        Some(r) => (true, split_digits(r, 10).1),
        None => (false, rest),
    };
    if rest.starts_with('e') {
        return check_exponent(rest, text);
    }
    if is_float {
        return check_suffix(rest, FLOAT_SUFFIXES, "floating", text);
    }
    if !is_float && FLOAT_ONLY_ON_INTEGER.contains(&rest) {
        return Err(format!("suffix '{rest}' needs a floating constant, as in '{whole}.0{rest}'"));
    }
    check_octal(whole)?;
    check_suffix(rest, INTEGER_SUFFIXES, "integer", text)
}

const FLOAT_ONLY_ON_INTEGER: &[&str] = &["f", "df", "dd"];

/// `rest` starts with `e` or `p`.
fn check_exponent(rest: &str, text: &str) -> Result<(), String> {
    let rest = &rest[1..];
    let rest = rest.strip_prefix(['+', '-']).unwrap_or(rest);
    let (digits, rest) = split_digits(rest, 10);
    if digits.is_empty() {
        return Err(format!("exponent of '{text}' has no digits"));
    }
    check_suffix(rest, FLOAT_SUFFIXES, "floating", text)
}

fn check_suffix(suffix: &str, known: &[&str], kind: &str, text: &str) -> Result<(), String> {
    let real = suffix
        .strip_suffix(['i', 'j'])
        .or_else(|| suffix.strip_prefix(['i', 'j']))
        .unwrap_or(suffix);
    if known.contains(&real) || known.contains(&suffix) {
        return Ok(());
    }
    Err(format!(
        "invalid suffix '{}' on the {kind} constant '{text}'",
        &text[text.len() - suffix.len()..]
    ))
}

fn split_digits(text: &str, radix: u32) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_digit(radix)).unwrap_or(text.len());
    text.split_at(end)
}

#[cfg(test)]
mod tests {
    use super::check_number;

    #[test]
    fn accepts_constants() {
        for ok in [
            "0",
            "007",
            "42",
            "0x1fUL",
            "0b101",
            "1'000'000",
            "10LLU",
            "1.5",
            ".5",
            "1.",
            "1e10",
            "1E-3f",
            "0x1p-3",
            "0x1.8p3L",
            "3i",
            "2.0fi",
            "1.0if",
            "1.5q",
            "1.0f128",
            "0.5DD",
            "5wb",
            "09.5",
            "0e1",
        ] {
            assert_eq!(check_number(ok), Ok(()), "{ok}");
        }
    }

    #[test]
    fn refuses_others() {
        for bad in [
            "089", "0x", "0b2", "1.5x", "1e", "0x1.8", "12abc", "1..2", "0xe+1", "1.2.3", "5f",
            "0x1p",
        ] {
            assert!(check_number(bad).is_err(), "{bad}");
        }
    }
}
