// SPDX-License-Identifier: Apache-2.0
//! Bounded reads of the user's files: a regular file has an end, a device or a pipe may have none.

use std::fs::{File, Metadata};
use std::io::{self, IsTerminal, Read};
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::Path;

/// The most bytes read from a file that is not regular.
const LIMIT: u64 = 256 << 20;

/// `/dev/null` is this device on Linux (its Documentation/admin-guide/devices.txt): major 1, minor
/// 3.
const NULL_DEVICE: u64 = 1 << 8 | 3;

/// The contents of `path`. Errors: also more than [`LIMIT`] bytes in a file that is not regular.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    if file.metadata()?.is_file() {
        return std::fs::read(path);
    }
    let mut data = Vec::new();
    file.take(LIMIT + 1).read_to_end(&mut data)?;
    if data.len() as u64 > LIMIT {
        return Err(io::Error::new(
            io::ErrorKind::InvalidData,
            format!(
                "it is no regular file, and has more than the {} MiB that upcc reads from one",
                LIMIT >> 20
            ),
        ));
    }
    Ok(data)
}

/// The contents of a source that was read before, for its lines; `None`: it cannot be read again.
pub fn read_again(path: &Path) -> Option<Vec<u8>> {
    std::fs::metadata(path).ok().filter(Metadata::is_file)?;
    std::fs::read(path).ok()
}

/// As [`read`], for text.
pub fn read_to_string(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path)?)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8"))
}

/// Why the C compiler must not read `path`, which has no end; `None`: it may.
pub fn endless(path: &Path) -> Option<String> {
    let about = std::fs::metadata(path).ok()?;
    (is_device(&about) && !is_terminal(path)).then(|| {
        format!(
            "{}: it is a device, which may have no end; a source is a regular file, a pipe, a \
             terminal or /dev/null",
            path.display()
        )
    })
}

fn is_device(about: &Metadata) -> bool {
    let kind = about.file_type();
    kind.is_block_device() || kind.is_char_device() && about.rdev() != NULL_DEVICE
}

fn is_terminal(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| file.is_terminal())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_without_end() {
        for path in ["/dev/zero", "/dev/full"] {
            assert!(read(Path::new(path)).unwrap_err().to_string().contains("256 MiB"));
            assert!(endless(Path::new(path)).unwrap().starts_with(path));
        }
        assert_eq!(read(Path::new("/dev/null")).unwrap(), b"");
        assert_eq!(
            (endless(Path::new("/dev/null")), endless(Path::new("/nonexistent"))),
            (None, None)
        );
        assert_eq!(endless(Path::new(file!())), None);
    }
}
