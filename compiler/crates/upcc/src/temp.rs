// SPDX-License-Identifier: Apache-2.0
//! The directory of temporary files, removed at the end, also when a signal ends upcc.

use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::signals::remove_on_death;

/// Attempts to find a free name.
const ATTEMPTS: u32 = 100;

/// A new directory, readable only by the user, removed with its contents when dropped or when a
/// signal ends upcc.
pub struct TempDir {
    path: PathBuf,
}

impl TempDir {
    /// Makes the directory in TMPDIR (or /tmp).
    pub fn new() -> Result<TempDir, String> {
        let parent = std::env::temp_dir();
        let seed = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.subsec_nanos());
        for attempt in 0..ATTEMPTS {
            let path = parent.join(format!(
                "upcc-{}-{:08x}",
                std::process::id(),
                seed.wrapping_add(attempt)
            ));
            // Before it exists, so that no signal comes between; a directory of that name that is
            // not ours is not empty.
            remove_on_death(&path, true);
            match std::fs::DirBuilder::new().mode(0o700).create(&path) {
                Ok(()) => return Ok(TempDir { path }),
                Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
                Err(e) => {
                    return Err(format!(
                        "cannot make a temporary directory in {}: {e}; set TMPDIR",
                        parent.display()
                    ))
                }
            }
        }
        Err(format!(
            "cannot make a temporary directory in {}: {ATTEMPTS} names are taken; set TMPDIR",
            parent.display()
        ))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Help on another program's messages about a file here for which the disk has no room.
    pub fn help_on_full_disk(&self, messages: &str) -> Option<String> {
        let here = self.path.to_str()?;
        let full = |line: &str| line.contains(here) && line.contains("No space left on device");
        let parent = self.path.parent()?.display();
        messages
            .lines()
            .any(full)
            .then(|| format!("{parent} is full; set TMPDIR to another folder"))
    }

    /// The path of a temporary file, which the caller creates. Each name may be used once.
    pub fn file(&self, name: &str) -> PathBuf {
        let path = self.path.join(name);
        remove_on_death(&path, false);
        path
    }
}

/// The path of a file of this name, which the caller creates, in a separate directory that is kept.
pub fn kept_file(name: &str) -> io::Result<PathBuf> {
    let mut made = Err(io::Error::from(io::ErrorKind::AlreadyExists));
    for attempt in 0..ATTEMPTS {
        let path = std::env::temp_dir().join(format!("upcc-kept-{}-{attempt}", std::process::id()));
        made = std::fs::DirBuilder::new().mode(0o700).create(&path).map(|()| path.join(name));
        match &made {
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
            _ => break,
        }
    }
    made
}

impl Drop for TempDir {
    fn drop(&mut self) {
        // Nothing sensible can be done about a failure here.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removed_with_its_contents() {
        let dir = TempDir::new().unwrap();
        let file = dir.file("x");
        std::fs::write(&file, "x").unwrap();
        let path = dir.path.clone();
        drop(dir);
        assert!(!path.exists());
    }
    #[test]
    fn a_full_disk_is_told_from_others() {
        let dir = TempDir::new().unwrap();
        let file = dir.file("0-a.upci");
        let said = |path: &Path| {
            format!("a.upc:1: error: writing {}: No space left on device\n", path.display())
        };
        let help = dir.help_on_full_disk(&said(&file)).unwrap();
        assert!(help.ends_with("is full; set TMPDIR to another folder"), "{help}");
        assert_eq!(dir.help_on_full_disk(&said(Path::new("a.o"))), None);
    }
}
