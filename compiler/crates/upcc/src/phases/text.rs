// SPDX-License-Identifier: Apache-2.0
//! Source bytes and `str`: sources in Latin-1 and other encodings must pass unchanged.
//!
//! A byte that is no part of UTF-8 becomes a character of a private-use plane, which no source
//! contains, and the same byte again in the output.

use upc_source::{from_raw_byte, raw_byte};

/// `bytes` as text, bytes that are no UTF-8 as private-use characters.
pub fn decode(bytes: Vec<u8>) -> String {
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => return text,
        Err(e) => e.into_bytes(),
    };
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
    let mut rest = &bytes[..];
    loop {
        match std::str::from_utf8(rest) {
            Ok(good) => {
                text.push_str(good);
                return text;
            }
            Err(e) => {
                let (good, bad) = rest.split_at(e.valid_up_to());
                text.push_str(&String::from_utf8_lossy(good));
                text.push(from_raw_byte(bad[0]));
                rest = &bad[1..];
            }
        }
    }
}

/// The bytes that [`decode`] made `text` from.
pub fn encode(text: &str) -> Vec<u8> {
    // U+10FE00..U+10FEFF begin with F4 8F B8..BB in UTF-8.
    if memchr::memmem::find(text.as_bytes(), &[0xF4, 0x8F]).is_none() {
        return text.as_bytes().to_vec();
    }
    let mut bytes = Vec::with_capacity(text.len());
    for c in text.chars() {
        match raw_byte(c) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend(c.encode_utf8(&mut [0; 4]).bytes()),
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_bytes_survive() {
        let words = "déjà ✓ 𝄞".as_bytes().to_vec();
        for bytes in [b"caf\xe9 \xff\xfe".to_vec(), words, (0..=255).collect()] {
            assert_eq!(encode(&decode(bytes.clone())), bytes);
        }
    }
}
