// SPDX-License-Identifier: Apache-2.0
//! The applications of `bench/apps/` in UPC, with small data. Each ends with 1 unless its result is
//! right.

use crate::directives::{Directives, Expected};
use crate::matrix::{Axes, Environment};
use crate::program::{self, Program};
use std::path::Path;

/// Every form of every application of the project in `root`.
pub fn find(root: &Path) -> Result<Vec<Program>, String> {
    let mut programs = program::find(root, &root.join("bench/apps"))?;
    for program in &mut programs {
        program.directives = directives(root);
    }
    Ok(programs)
}

/// Powers of two of threads: the parts of many are equal.
fn directives(root: &Path) -> Directives {
    Directives {
        axes: Axes {
            environments: vec![Environment::Static, Environment::Checked, Environment::Unoptimised],
            threads: vec![2, 4],
            fixed: true,
            ..Axes::default()
        },
        expected: Expected::Any,
        cflags: vec![
            "-DAPP_SMALL".to_owned(),
            format!("-I{}", root.join("bench/include").display()),
        ],
        libs: vec!["-lm".to_owned()],
        env: vec![("BENCH_BATCHES".to_owned(), "1".to_owned())],
        ..Directives::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_form_has_small_data_and_a_fixed_number_of_threads() {
        let programs = find(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).expect("reads");
        assert!(programs.iter().any(|p| p.name.ends_with("bench/apps/sobel/chunks")));
        for program in programs {
            assert!(program.directives.axes.fixed, "{}", program.name);
            assert!(program.directives.cflags.contains(&"-DAPP_SMALL".to_owned()));
        }
    }
}
