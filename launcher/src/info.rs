// SPDX-License-Identifier: Apache-2.0
//! `upcrun -i`: the notes of an executable.

use std::path::Path;

use crate::note::{Notes, Unit};
use crate::size;

/// The lines about the threads: their number, and whether they are processes or pthreads.
fn threads(notes: &Notes) -> String {
    let count = match notes.threads() {
        0 => "given at launch (upcrun -n N)".to_owned(),
        count => format!("{count}, fixed at compilation (upcc -T {count})"),
    };
    let kind =
        if notes.pthreads_mode() { "processes, pthreads or both (upcrun -p)" } else { "processes" };
    format!("  THREADS      {count}\n  threads are  {kind}\n")
}

/// The text of `upcrun -info`.
pub fn describe(path: &Path, notes: &Notes) -> String {
    let mut text = format!("{}: UPC executable\n{}", path.display(), threads(notes));
    if let Some(count) = notes.pthreads() {
        text.push_str(&format!(
            "  pthreads     {count} per process unless upcrun -p says otherwise\n"
        ));
    }
    let heap = match notes.heap() {
        Some(bytes) => format!("{} per thread", size::format(bytes)),
        None => "a share of the machine's memory".to_owned(),
    };
    text.push_str(&format!("  shared heap  {heap}\n"));
    text.push_str(
        "  network      smp within a node, tcp, ofi or ucx between nodes (upcrun -show-net)\n",
    );
    text.push_str("  units\n");
    for unit in notes.units.iter().filter(|unit| unit.file != "<link>") {
        text.push_str(&format!("    {}\n", describe_unit(unit)));
    }
    text
}

fn describe_unit(unit: &Unit) -> String {
    let mut words = vec![if unit.upc { "UPC" } else { "C" }.to_owned()];
    if unit.threads > 0 {
        words.push(format!("THREADS = {}", unit.threads));
    }
    if unit.checks {
        words.push("run-time checks".to_owned());
    }
    format!("{}: {}", unit.file, words.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_static_program() {
        let unit = Unit {
            file: "a.upc".into(),
            upc: true,
            threads: 4,
            heap: Some(64 << 20),
            ..Unit::default()
        };
        let text = describe(Path::new("./a"), &Notes { units: vec![unit] });
        assert!(text.contains("THREADS      4, fixed"), "{text}");
        assert!(
            text.contains("64M per thread") && text.contains("a.upc: UPC, THREADS = 4"),
            "{text}"
        );
    }
}
