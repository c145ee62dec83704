// SPDX-License-Identifier: Apache-2.0
//! The whole front end on any bytes: C or diagnostics. libFuzzer keeps what panics, takes too long
//! or too much memory.
//!
//! An input is a digit that says how to translate (0, 1, 2; anything else is 0 and part of the
//! program) and a program, which comes after the declarations of the runtime's own header,
//! preprocessed, in the file that `FUZZ_PRELUDE` names.
#![no_main]

#[path = "../../compiler/crates/upc-emit/tests/fuzz/front_end.rs"]
mod front_end;

use front_end::{translate, Way};
use libfuzzer_sys::fuzz_target;
use std::sync::OnceLock;

/// As upcc's own (`STACK_BYTES`).
const STACK: usize = 256 << 20;

const WAYS: [Way; 3] = [
    Way { static_threads: None, pthreads: false, checks: false },
    Way { static_threads: Some(3), pthreads: false, checks: true },
    Way { static_threads: None, pthreads: true, checks: false },
];

fuzz_target!(|data: &[u8]| {
    let (way, program) = match data {
        [digit @ b'0'..=b'2', program @ ..] => (WAYS[usize::from(digit - b'0')], program),
        program => (WAYS[0], program),
    };
    // upcc's text has a character for every byte that is not UTF-8.
    let text = format!("{}\n{}", prelude(), String::from_utf8_lossy(program));
    let work = std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(move || translate(&text, way).is_some());
    work.expect("a thread").join().expect("a panic ends the process before");
});

fn prelude() -> &'static str {
    static PRELUDE: OnceLock<String> = OnceLock::new();
    PRELUDE.get_or_init(|| match std::env::var("FUZZ_PRELUDE") {
        Ok(file) => std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("FUZZ_PRELUDE={file}: \
            {e}")),
        Err(_) => String::new(),
    })
}
