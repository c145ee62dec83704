// SPDX-License-Identifier: Apache-2.0
//! Writes the files that are made from `abi/upcr.toml`.

#[path = "../tests/support/abi_gen.rs"]
mod abi_gen;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let table = abi_gen::table();
    let entries = abi_gen::read(&std::fs::read_to_string(&table)?)
        .map_err(|e| format!("{}: {e}", table.display()))?;
    for (path, text) in abi_gen::files(&entries) {
        std::fs::write(path, text)?;
    }
    Ok(())
}
