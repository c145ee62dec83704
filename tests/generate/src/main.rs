// SPDX-License-Identifier: Apache-2.0
//! `generate SEED` prints the random program of that seed; `generate loops SEED` its random loops,
//! `generate routes SEED` its random routes to the same elements.

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (kind, seed) = match arguments.as_slice() {
        [seed] => ("", seed),
        [kind, seed] => (kind.as_str(), seed),
        _ => ("", &String::new()),
    };
    let text = seed.parse().ok().and_then(|seed| match kind {
        "" => Some(generate::program(seed)),
        "loops" => Some(generate::kernels::program(seed, "")),
        "routes" => Some(generate::routes::program(seed)),
        _ => None,
    });
    let Some(text) = text else {
        eprintln!("usage: generate [loops | routes] SEED");
        return ExitCode::FAILURE;
    };
    print!("{text}");
    ExitCode::SUCCESS
}
