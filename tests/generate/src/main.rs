// SPDX-License-Identifier: Apache-2.0
//! `generate SEED` prints the random program of that seed; `generate loops SEED` its random loops.

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (is_loops, seed) = match arguments.as_slice() {
        [seed] => (false, seed.parse().ok()),
        [kind, seed] if kind == "loops" => (true, seed.parse().ok()),
        _ => (false, None),
    };
    let Some(seed) = seed else {
        eprintln!("usage: generate [loops] SEED");
        return ExitCode::FAILURE;
    };
    print!(
        "{}",
        if is_loops { generate::kernels::program(seed, "") } else { generate::program(seed) }
    );
    ExitCode::SUCCESS
}
