// SPDX-License-Identifier: Apache-2.0
//! The note in every object and executable (docs/abi.md section 6): written, read.

use crate::toolchain::Mode;

/// Version of the contract in docs/abi.md.
pub const ABI: u32 = 1;
const OWNER: &[u8] = b"UPC\0";
const TYPE_UNIT: u32 = 1;
/// The name of the note that the link itself adds.
pub const LINK_FILE: &str = "<link>";

/// The note of one unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    pub abi: u32,
    pub mode: Mode,
    /// Static THREADS; 0: dynamic.
    pub threads: u32,
    /// The unit has UPC constructs.
    pub upc: bool,
    pub checks: bool,
    /// The source file, or `<link>`.
    pub file: String,
    /// Bytes of shared heap per thread.
    pub heap: Option<u64>,
    /// UPC threads per process.
    pub pthreads: Option<u32>,
}

impl Note {
    fn fields(&self) -> Vec<(&'static str, String)> {
        let mut out = vec![
            ("abi", self.abi.to_string()),
            ("mode", self.mode.name().to_string()),
            ("threads", self.threads.to_string()),
            ("upc", u32::from(self.upc).to_string()),
            ("checks", u32::from(self.checks).to_string()),
            ("file", self.file.clone()),
        ];
        out.extend(self.heap.map(|n| ("heap", n.to_string())));
        out.extend(self.pthreads.map(|n| ("pthreads", n.to_string())));
        out
    }

    /// The note as one line of C, with its newline.
    pub fn c_line(&self) -> String {
        let fields = self.fields();
        upc_emit::note(
            &fields.iter().map(|(key, value)| (*key, value.as_str())).collect::<Vec<_>>(),
        )
    }

    /// The note as in `.note.upc`.
    pub fn bytes(&self) -> Vec<u8> {
        let desc: Vec<u8> =
            self.fields().iter().flat_map(|(k, v)| format!("{k}={v}\0").into_bytes()).collect();
        let mut out: Vec<u8> = [OWNER.len() as u32, desc.len() as u32, TYPE_UNIT]
            .iter()
            .flat_map(|w| w.to_le_bytes())
            .collect();
        out.extend(OWNER);
        out.extend(&desc);
        out.resize(round4(out.len()), 0);
        out
    }
}

/// Reads the notes of one object's `.note.upc` section (4-byte alignment, little-endian as both
/// targets are). Skips notes of other owners and unknown keys. Errors: the section is damaged or of
/// an unknown form.
pub fn read(mut section: &[u8]) -> Result<Vec<Note>, String> {
    let mut notes = Vec::new();
    while section.len() >= 12 {
        let word = |i: usize| {
            u32::from_le_bytes([section[i], section[i + 1], section[i + 2], section[i + 3]])
        };
        let (name_size, desc_size, kind) = (word(0) as usize, word(4) as usize, word(8));
        let desc_at = 12 + round4(name_size);
        let (Some(name), Some(desc)) =
            (section.get(12..12 + name_size), section.get(desc_at..desc_at + desc_size))
        else {
            return Err("its .note.upc section is damaged".into());
        };
        if name == OWNER && kind == TYPE_UNIT {
            notes.push(parse(desc)?);
        }
        section = section.get(desc_at + round4(desc_size)..).unwrap_or(&[]);
    }
    Ok(notes)
}

fn round4(n: usize) -> usize {
    (n + 3) & !3
}

fn parse(desc: &[u8]) -> Result<Note, String> {
    let mut note = Note {
        abi: 0,
        mode: Mode::Process,
        threads: 0,
        upc: false,
        checks: true,
        file: String::new(),
        heap: None,
        pthreads: None,
    };
    for entry in desc.split(|&b| b == 0) {
        let entry = String::from_utf8_lossy(entry);
        let Some((key, value)) = entry.split_once('=') else { continue };
        note.set(key, value).ok_or_else(|| {
            format!("its .note.upc section says {key}={value}, which this upcc does not know")
        })?;
    }
    Ok(note)
}

impl Note {
    /// `None`: the value is not known. Other keys are for later versions.
    fn set(&mut self, key: &str, value: &str) -> Option<()> {
        match key {
            "abi" => self.abi = value.parse().ok()?,
            "mode" => self.mode = mode(value)?,
            "threads" => self.threads = value.parse().ok()?,
            "upc" => self.upc = value == "1",
            "checks" => self.checks = value == "1",
            "file" => self.file = value.to_string(),
            "heap" => self.heap = value.parse().ok(),
            "pthreads" => self.pthreads = value.parse().ok(),
            _ => {}
        }
        Some(())
    }
}

fn mode(value: &str) -> Option<Mode> {
    match value {
        "process" => Some(Mode::Process),
        "pthreads" => Some(Mode::Pthreads),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note() -> Note {
        Note {
            abi: ABI,
            mode: Mode::Pthreads,
            threads: 4,
            upc: true,
            checks: true,
            file: "a \"b\".upc".into(),
            heap: Some(1 << 20),
            pthreads: Some(2),
        }
    }

    fn section(notes: &[Note]) -> Vec<u8> {
        notes.iter().flat_map(Note::bytes).collect()
    }

    #[test]
    fn notes_come_back() {
        let other = Note { mode: Mode::Process, heap: None, pthreads: None, upc: false, ..note() };
        assert_eq!(read(&section(&[note(), other.clone()])), Ok(vec![note(), other]));
        assert_eq!(read(&[]), Ok(vec![]));
    }

    #[test]
    fn damage_is_an_error() {
        let whole = section(&[note()]);
        assert!(read(&whole[..whole.len() - 8]).is_err());
        let strange: Vec<u8> =
            section(&[note()]).iter().map(|&b| if b == b'4' { b'x' } else { b }).collect();
        assert!(read(&strange).unwrap_err().contains("threads=x"));
    }
}
