// SPDX-License-Identifier: Apache-2.0
//! `upcc`: the UPC compiler's command. Reads the command line, runs the preprocessor, translates
//! UPC to C in this process, runs the C compiler and the linker, and removes its temporary files.
//! The only crate of the compiler that touches files and processes.
//!
//! [`main`] is the whole command; [`editor`] is its interface for the language server.

mod args;
mod bounded;
mod ccache;
mod columns;
mod console;
mod driver;
pub mod editor;
mod env_files;
mod json;
mod link;
mod messages;
mod phases;
mod process;
mod signals;
mod suggest;
mod temp;
mod toolchain;

pub use args::split_words;

/// The command: reads this process's arguments and exits.
pub fn main() -> ! {
    signals::install();
    let mut words = Vec::new();
    for word in std::env::args_os().skip(1) {
        match word.into_string() {
            Ok(word) => words.push(word),
            Err(word) => {
                eprintln!("upcc: error: argument is not UTF-8: {}", word.to_string_lossy());
                std::process::exit(1);
            }
        }
    }
    std::process::exit(driver::run(words))
}
