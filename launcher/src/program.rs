// SPDX-License-Identifier: Apache-2.0
//! Finding the program as execvp does.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::error::{describe, Error, NOT_EXECUTABLE, NOT_FOUND};

/// Why a folder is not started.
const FOLDER: &str = "is a folder, not a program";

/// The file of the program `name`: the name itself if it has a slash, else the first executable in
/// PATH, else the one in the working folder, as other launchers of parallel programs do.
pub fn find(name: &OsStr) -> Result<PathBuf, Error> {
    if name.as_bytes().contains(&b'/') {
        let path = PathBuf::from(name);
        return check(&path).map(|()| path);
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let here = std::iter::once(PathBuf::from("."));
    let mut found = std::env::split_paths(&folders).chain(here).map(|folder| folder.join(name));
    match found.find(|path| check(path).is_ok()) {
        Some(path) => Ok(path),
        None => Err(not_found(name)),
    }
}

fn not_found(name: &OsStr) -> Error {
    let name = name.to_string_lossy();
    let here = Path::new(".").join(&*name);
    if here.is_dir() && !name.is_empty() {
        return Error { message: format!("{name}: {FOLDER}"), status: NOT_EXECUTABLE };
    }
    let hint = if here.is_file() {
        format!("; {} {}", here.display(), not_executable(&here))
    } else if name.bytes().all(|c| c.is_ascii_digit()) {
        format!("; upcrun -n {name} chooses the number of threads")
    } else {
        String::new()
    };
    Error { message: format!("{name} is found neither in PATH nor here{hint}"), status: NOT_FOUND }
}

fn check(path: &Path) -> Result<(), Error> {
    let fail =
        |message, status| Err(Error { message: format!("{}: {message}", path.display()), status });
    match std::fs::metadata(path) {
        Err(why) => fail(describe(&why), NOT_FOUND),
        Ok(file) if file.is_dir() => fail(FOLDER.to_owned(), NOT_EXECUTABLE),
        Ok(file) if file.permissions().mode() & 0o111 == 0 => {
            fail(not_executable(path), NOT_EXECUTABLE)
        }
        Ok(_) => Ok(()),
    }
}

/// Why a file without the permission to execute it is not started.
fn not_executable(path: &Path) -> String {
    match path.extension().and_then(OsStr::to_str) {
        Some("upc" | "c") => {
            let made = path.with_extension("");
            let (source, made) = (path.display(), made.display());
            format!("is a source file: compile it with upcc -o {made} {source}, and run {made}")
        }
        _ => "is not executable (chmod +x)".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_and_without_a_slash() {
        assert!(find(OsStr::new("sh")).is_ok());
        assert_eq!(find(OsStr::new("/bin/sh")).unwrap(), Path::new("/bin/sh"));
        assert_eq!(find(OsStr::new("/nowhere/x")).unwrap_err().status, NOT_FOUND);
        assert_eq!(find(OsStr::new("/")).unwrap_err().status, NOT_EXECUTABLE);
        for folder in [".", "src"] {
            let error = find(OsStr::new(folder)).unwrap_err();
            assert_eq!(error.message, format!("{folder}: is a folder, not a program"));
        }
        assert_eq!(find(OsStr::new("no-such-program-at-all")).unwrap_err().status, NOT_FOUND);
    }

    #[test]
    fn the_current_directory_comes_last() {
        // Tests run in the crate's folder.
        assert!(find(OsStr::new("Cargo.toml"))
            .unwrap_err()
            .message
            .contains("./Cargo.toml is not executable"));
    }
}
