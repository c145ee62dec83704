// SPDX-License-Identifier: Apache-2.0
//! Default options, from the weakest to the strongest: `upcrun.conf` beside upcrun (or in
//! `../etc`), `$HOME/.upcrunrc`, `UPCRUN_FLAGS`; the command line wins. `UPCRUN_NORC` or `-norc`
//! leaves out the last two, which are the user's.
//!
//! The files hold lines `default_options = OPTIONS`; `#` starts a comment.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::args::Request;
use crate::error::{describe, Error};

/// Reads the command line over the defaults.
pub fn read_request(command_line: Vec<OsString>) -> Result<Request, Error> {
    let mut first = Request::default();
    first.read(command_line.iter().cloned())?;
    let mut request = Request::default();
    read_system(&mut request, &first)?;
    if !first.no_config && std::env::var_os("UPCRUN_NORC").is_none() {
        read_user(&mut request)?;
    }
    request.read(command_line)?;
    Ok(request)
}

fn read_system(request: &mut Request, command_line: &Request) -> Result<(), Error> {
    if let Some(path) = &command_line.config {
        let path = Path::new(path);
        let text = std::fs::read_to_string(path).map_err(|why| {
            Error::usage(format!("-conf: cannot read {}: {}", path.display(), describe(&why)))
        })?;
        return read_file(request, path, &text);
    }
    for path in system_files() {
        if let Ok(text) = std::fs::read_to_string(&path) {
            return read_file(request, &path, &text);
        }
    }
    Ok(())
}

fn system_files() -> Vec<PathBuf> {
    let Some(folder) =
        std::env::current_exe().ok().and_then(|path| path.parent().map(Path::to_path_buf))
    else {
        return Vec::new();
    };
    vec![folder.join("upcrun.conf"), folder.join("../etc/upcrun.conf")]
}

fn read_user(request: &mut Request) -> Result<(), Error> {
    if let Some(home) = std::env::var_os("HOME") {
        let path = Path::new(&home).join(".upcrunrc");
        if let Ok(text) = std::fs::read_to_string(&path) {
            read_file(request, &path, &text)?;
        }
    }
    match std::env::var("UPCRUN_FLAGS") {
        Ok(flags) => read_words(request, &flags, "UPCRUN_FLAGS"),
        Err(_) => Ok(()),
    }
}

fn read_file(request: &mut Request, path: &Path, text: &str) -> Result<(), Error> {
    for (number, line) in text.lines().enumerate() {
        let place = format!("{}:{}", path.display(), number + 1);
        let line = line.split('#').next().unwrap_or("").trim();
        if line.is_empty() {
            continue;
        }
        match line.split_once('=') {
            Some((key, value)) if key.trim() == "default_options" => {
                read_words(request, value, &place)?
            }
            _ => {
                return Err(Error::usage(format!(
                    "{place}: '{line}' is not understood: write default_options = OPTIONS"
                )))
            }
        }
    }
    Ok(())
}

/// Options separated by blanks; a program's name among them is a mistake.
fn read_words(request: &mut Request, words: &str, place: &str) -> Result<(), Error> {
    request
        .read(words.split_whitespace().map(OsString::from))
        .map_err(|error| Error { message: format!("{place}: {}", error.message), ..error })?;
    match request.command.first() {
        Some(word) => {
            Err(Error::usage(format!("{place}: '{}' is not an option", word.to_string_lossy())))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_hold_default_options() {
        let mut request = Request::default();
        read_file(
            &mut request,
            Path::new("f"),
            "# mine\n\ndefault_options = -n 3 -shared-heap=1G # big\n",
        )
        .unwrap();
        assert_eq!((request.threads, request.shared_heap), (Some(3), Some(1 << 30)));
    }

    #[test]
    fn mistakes_name_the_place() {
        for (text, part) in [
            ("\nfoo = 1\n", "f:2: 'foo = 1'"),
            ("default_options = -nn 3", "f:1: unknown option"),
            ("default_options = prog", "'prog'"),
        ] {
            let error = read_file(&mut Request::default(), Path::new("f"), text).unwrap_err();
            assert!(error.message.contains(part), "{error}");
        }
    }
}
