//! Writes `runtime/include/upcr/abi.h` and `upc-ir/src/abi.rs` from `abi/upcr.toml`.

#[path = "../tests/support/abi_gen.rs"]
mod abi_gen;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (table, header, rust) = abi_gen::paths();
    let entries = abi_gen::read(&std::fs::read_to_string(&table)?).map_err(|e| format!("{}: {e}", table.display()))?;
    std::fs::write(header, abi_gen::header(&entries))?;
    std::fs::write(rust, abi_gen::rust(&entries))?;
    Ok(())
}
