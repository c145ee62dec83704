// SPDX-License-Identifier: Apache-2.0
//! `upcrun -profile`: runs the job with a trace, and makes one HTML page and one joined trace from
//! the traces of the threads.

mod page;
mod source;
mod summary;
mod trace;

use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use self::source::Source;
use crate::error::Error;
use crate::program;
use crate::remote::system::{kill_child, on_signals, SIGHUP, SIGINT, SIGQUIT, SIGTERM};

/// The setting by which the trace has sums of accesses.
const SUMS: &str = "UPC_TRACE_SUMS";

/// The page's default name.
const PAGE: &str = "upc_profile.html";

/// Runs upcrun again with `words` without `-profile`. Writes the page `file` (empty: [`PAGE`]), and
/// next to it the joined trace. Returns the exit status of the job. Errors: the job cannot be run,
/// the page cannot be written, or no unit of the program is compiled with `-inst`.
pub fn run(words: &[OsString], program: &str, file: &str) -> Result<u8, Error> {
    let file = PathBuf::from(if file.is_empty() { PAGE } else { file });
    let folder = file.with_extension(format!("traces.{}", std::process::id()));
    if file.is_dir() {
        return Err(unwritten(&file, "is a folder"));
    }
    std::fs::create_dir(&folder).map_err(|e| unwritten(&folder, e))?;
    let pattern = folder.canonicalize().unwrap_or_else(|_| folder.clone()).join("%.json");
    let done = job(words, &pattern)
        .and_then(|status| publish(program, status, &folder, &file).map(|()| status));
    // A file that cannot be removed does no harm.
    let _ = std::fs::remove_dir_all(&folder);
    done
}

fn unwritten(file: &Path, cause: impl Display) -> Error {
    let file = file.display();
    Error::usage(format!("-profile: {file}: {cause}; -profile=FILE writes the page elsewhere"))
}

/// Makes the page `file` and the joined trace from the traces in `folder`, if the program began.
fn publish(program: &str, status: u8, folder: &Path, file: &Path) -> Result<(), Error> {
    let path = program::find(OsStr::new(program));
    if status != 0 && path.is_err() {
        return Ok(()); // the job has said so
    }
    let threads = trace::read(folder);
    if threads.is_empty() {
        return Err(Error::usage(format!(
            "-profile: no thread of {program} wrote a trace: compile it with upcc -inst"
        )));
    }
    let joined = file.with_extension("trace.json");
    let source = path.ok().map(|path| Source::of(&path));
    let page = page::html(&page::Job {
        program,
        status,
        trace: &joined.file_name().unwrap_or_default().to_string_lossy(),
        summary: &summary::Summary::new(&threads),
        source: &source.unwrap_or_default(),
    });
    std::fs::write(file, page).map_err(|e| unwritten(file, e))?;
    trace::join(folder, &joined).map_err(|e| unwritten(&joined, e))?;
    eprintln!("upcrun: the profile is in {}, the trace in {}", file.display(), joined.display());
    Ok(())
}

/// The job itself, as upcrun without `-profile` runs it.
fn job(words: &[OsString], pattern: &Path) -> Result<u8, Error> {
    let own = std::env::current_exe().map_err(|e| Error::usage(format!("-profile: {e}")))?;
    let mut command = Command::new(own);
    command.args(words).env("UPC_TRACE", "1").env("UPC_TRACEFILE", pattern);
    if std::env::var_os(SUMS).is_none() {
        command.env(SUMS, "1");
    }
    let failed = |e| Error::usage(format!("-profile: {e}"));
    let mut child = command.spawn().map_err(failed)?;
    // A signal ends the job; the profile of what it did until then follows.
    let number = child.id();
    on_signals(&[SIGHUP, SIGINT, SIGQUIT, SIGTERM], move |signal| kill_child(number, signal))
        .map_err(failed)?;
    let status = child.wait().map_err(failed)?;
    let signal = status.signal().map(|signal| 128 + signal);
    Ok(status.code().or(signal).and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
}

/// `words` without the option `-profile`, for the job.
pub fn without(words: &[OsString]) -> Vec<OsString> {
    let mut found = false;
    let is_it = |word: &OsString| {
        let text = word.to_string_lossy();
        text == "-profile"
            || text == "--profile"
            || text.starts_with("-profile=")
            || text.starts_with("--profile=")
    };
    let keep = |word: &&OsString| {
        let drop = !found && is_it(word);
        found |= drop;
        !drop
    };
    words.iter().filter(keep).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_job_has_no_profile_option() {
        let words: Vec<OsString> =
            ["-n", "2", "-profile=x", "./a", "-profile"].map(OsString::from).to_vec();
        assert_eq!(without(&words), ["-n", "2", "./a", "-profile"]);
    }
}
