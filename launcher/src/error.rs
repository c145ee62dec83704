// SPDX-License-Identifier: Apache-2.0
//! Errors as the user sees them: one message and an exit status.

use std::fmt;
use std::path::Path;

/// Wrong options, or a request that the program cannot meet.
pub const USAGE: u8 = 2;
/// The program exists but cannot be executed (as shells report it).
pub const NOT_EXECUTABLE: u8 = 126;
/// The program does not exist (as shells report it).
pub const NOT_FOUND: u8 = 127;

#[derive(Debug, PartialEq, Eq)]
pub struct Error {
    pub message: String,
    pub status: u8,
}

impl Error {
    /// A mistake in the command line or a variable.
    pub fn usage(message: impl Into<String>) -> Self {
        Error { message: message.into(), status: USAGE }
    }

    /// The program is missing, or the system does not execute it.
    pub fn cannot_execute(path: &Path, why: &std::io::Error) -> Self {
        let status =
            if why.kind() == std::io::ErrorKind::NotFound { NOT_FOUND } else { NOT_EXECUTABLE };
        Error { message: format!("cannot execute {}: {}", path.display(), describe(why)), status }
    }
}

/// The system's text, without the number added by the standard library.
pub fn describe(why: &std::io::Error) -> String {
    let text = why.to_string();
    match text.split_once(" (os error") {
        Some((text, _)) => text.to_owned(),
        None => text,
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}
