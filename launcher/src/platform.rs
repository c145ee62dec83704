// SPDX-License-Identifier: Apache-2.0
//! Platforms of `upcrun -sim`.

use std::path::{Path, PathBuf};

use crate::error::Error;

/// The platform of `-sim`, for the runtime: `NAME[,KEY=VALUE...]`, with NAME replaced by a file. It
/// is one of the installed `share/partita/platforms`, unless NAME has a slash or is a file in the
/// working folder. Errors: there is no such platform.
pub fn find(text: &str) -> Result<String, Error> {
    let (name, changes) = text.split_at(text.find(',').unwrap_or(text.len()));
    let installed = folder().map(|folder| folder.join(format!("{name}.platform")));
    let file = match installed {
        _ if name.contains('/') || Path::new(name).is_file() => PathBuf::from(name),
        Some(file) if file.is_file() => file,
        _ => return Err(unknown(name)),
    };
    Ok(format!("{}{changes}", file.display()))
}

/// The folder of the installed platforms, in upcrun's tree.
fn folder() -> Option<PathBuf> {
    let upcrun = std::env::current_exe().ok()?;
    upcrun.parent()?.join("../share/partita/platforms").canonicalize().ok()
}

fn unknown(name: &str) -> Error {
    let files = folder().and_then(|folder| std::fs::read_dir(folder).ok());
    let mut names: Vec<String> = files
        .into_iter()
        .flatten()
        .filter_map(|file| {
            Some(file.ok()?.file_name().to_str()?.strip_suffix(".platform")?.to_owned())
        })
        .collect();
    names.sort();
    Error::usage(format!(
        "-sim {name}: there is no such file, and no such platform; the platforms are {}",
        if names.is_empty() { "not installed".to_owned() } else { names.join(", ") }
    ))
}
