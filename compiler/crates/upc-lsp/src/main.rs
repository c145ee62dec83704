// SPDX-License-Identifier: Apache-2.0
//! `upc-lsp`: a language server for UPC on standard input and output, made of the compiler's own
//! front end.
//!
//! Each open document is preprocessed and analysed as `upcc` would, from the editor's text.
//! [`unit`] is the analysis of one, [`workspace`] finds those that are not open, [`place`]
//! translates between the editor's positions and the preprocessed text, `features` has a file for
//! each request of an editor, and [`server`] is the protocol.

mod buffers;
mod features;
mod library;
mod occurrences;
mod place;
mod project;
mod server;
mod unit;
mod workspace;

const HELP: &str = "\
Usage: upc-lsp

A language server for UPC (Language Server Protocol 3.17) on standard input and output; an editor \
starts it.

  --help     this text
  --version  the version

The options of each file for upcc come from the editor (initializationOptions.arguments), or from
compile_commands.json or compile_flags.txt in a folder above the file. docs/editors.md says how
editors are set up.
";

fn main() {
    match std::env::args().nth(1).as_deref() {
        None | Some("--stdio") => {
            if let Err(e) = server::run() {
                eprintln!("upc-lsp: {e}");
                std::process::exit(1);
            }
        }
        Some("--version" | "-V") => println!("upc-lsp (Partita) {}", env!("CARGO_PKG_VERSION")),
        Some("--help" | "-h") => print!("{HELP}"),
        Some(other) => {
            eprintln!("upc-lsp: unknown argument '{other}'; see upc-lsp --help");
            std::process::exit(2);
        }
    }
}
