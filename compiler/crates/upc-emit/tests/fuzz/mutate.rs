// SPDX-License-Identifier: Apache-2.0
//! Broken programs from whole ones.

/// A xorshift generator.
pub struct Random(u64);

impl Random {
    /// `seed` is not 0.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// 0..n; n > 0.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

/// Changes a few tokens or bytes of `text`.
pub fn mutant(text: &str, random: &mut Random) -> String {
    match random.below(4) {
        0 => bytes_changed(text, random),
        1 => truncated(text, random),
        _ => tokens_changed(text, random),
    }
}

fn tokens_changed(text: &str, random: &mut Random) -> String {
    let original = words(text);
    let mut mutant = original.clone();
    for _ in 0..1 + random.below(3) {
        let (i, j) = (random.below(mutant.len()), random.below(mutant.len()));
        let other = original[random.below(original.len())];
        match random.below(6) {
            0 => drop(mutant.remove(i)),
            1 => mutant.swap(i, j),
            2 => mutant.insert(i, other),
            3 => mutant.insert(i, mutant[i]),
            4 => mutant[i] = SPICE[random.below(SPICE.len())],
            _ => mutant[i] = other,
        }
    }
    mutant.concat()
}

/// Tokens that turn one construct into another.
const SPICE: &[&str] = &[
    "shared ",
    "shared [] ",
    "shared [*] ",
    "strict ",
    "THREADS",
    "MYTHREAD",
    "0",
    "*",
    "&",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ";",
    ",",
    "=",
    "sizeof ",
    "const ",
    "void",
    "struct ",
    "union ",
    "typedef ",
    "static ",
    "_Alignas(1) ",
    "__typeof__",
    "case ",
    "default:",
    "upc_forall",
    "continue;",
    "goto ",
    "__extension__ ",
    "0x7fffffffffffffffffffLL",
    "1e99999",
    "-1",
    "...",
    "?",
    ":",
    "->",
    ".",
    "%:",
    "\n#pragma upc strict\n",
    "\n# 3 \"x\" 3\n",
    "_Generic(",
    "__attribute__((packed))",
    "int ",
    "[1ULL << 63]",
];

fn bytes_changed(text: &str, random: &mut Random) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..1 + random.below(6) {
        let i = random.below(bytes.len());
        bytes[i] = match random.below(2) {
            0 => random.below(256) as u8,
            _ => b"\"'\\#/*{}()[];,<\n\xc3\xa9"[random.below(18)],
        };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn truncated(text: &str, random: &mut Random) -> String {
    let mut end = 1 + random.below(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text[..end].to_string()
}

/// Names, numbers and single characters.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let in_word = |c: char| c.is_alphanumeric() || c == '_';
        let len = if in_word(c) {
            rest.find(|c| !in_word(c)).unwrap_or(rest.len())
        } else {
            c.len_utf8()
        };
        words.push(&rest[..len]);
        rest = &rest[len..];
    }
    words
}
