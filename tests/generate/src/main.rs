//! `generate SEED` prints the random program of that seed.

use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(seed) = std::env::args().nth(1).and_then(|text| text.parse().ok()) else {
        eprintln!("usage: generate SEED");
        return ExitCode::FAILURE;
    };
    print!("{}", generate::program(seed));
    ExitCode::SUCCESS
}
