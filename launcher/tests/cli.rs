// SPDX-License-Identifier: Apache-2.0
//! upcrun as a user types it, on executables that hold nothing but the notes of upcc.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder that goes with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("upcrun-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// An executable file `name` with one note of the given strings.
    fn executable(&self, name: &str, strings: &[&str]) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, elf_with_note(strings)).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A 64-bit little-endian ELF file of a header, one PT_NOTE program header and the note.
fn elf_with_note(strings: &[&str]) -> Vec<u8> {
    let mut descriptor: Vec<u8> = strings.iter().flat_map(|text| text.bytes().chain([0])).collect();
    let size = descriptor.len() as u32;
    descriptor.resize(descriptor.len().next_multiple_of(4), 0);
    let mut note = Vec::new();
    for word in [4, size, 1] {
        note.extend(u32::to_le_bytes(word));
    }
    note.extend(b"UPC\0");
    note.extend(descriptor);

    let mut file = b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0".to_vec();
    file.extend([2, 0, 62, 0, 1, 0, 0, 0]); // ET_EXEC, x86-64, version 1
    for word in [0u64, 64, 0] {
        file.extend(word.to_le_bytes()); // entry, program headers, section headers
    }
    file.extend([0; 4]);
    for half in [64u16, 56, 1, 64, 0, 0] {
        file.extend(half.to_le_bytes());
    }
    file.extend([4, 0, 0, 0, 4, 0, 0, 0]); // PT_NOTE, readable
    for word in [120u64, 120, 120, note.len() as u64, note.len() as u64, 4] {
        file.extend(word.to_le_bytes());
    }
    file.extend(note);
    file
}

fn upcrun(arguments: &[&str], program: &Path, rest: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_upcrun"))
        .args(arguments)
        .arg(program)
        .args(rest)
        .env_clear()
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn show_prints_the_command() {
    let folder = Folder::new("show");
    let program = folder.executable("p", &["mode=process", "threads=0", "upc=1"]);
    let output = upcrun(
        &["-t", "-n", "4", "-shared-heap", "64M", "-bind-threads"],
        &program,
        &["-n", "9 9"],
    );
    assert_eq!(
        text(&output.stdout),
        format!(
            "UPC_NTHREADS=4 UPC_SHARED_HEAP_SIZE=64M UPC_BIND_THREADS=1 \
             UPCR_ORIGINS=UPC_NTHREADS:UPC_SHARED_HEAP_SIZE:UPC_BIND_THREADS UPCR_LAUNCHER=upcrun \
             {} -n '9 9'\n",
            program.display()
        )
    );
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn info_describes_the_executable() {
    let folder = Folder::new("info");
    let program = folder
        .executable("p", &["mode=pthreads", "threads=8", "upc=1", "file=a.upc", "heap=1048576"]);
    let output = text(&upcrun(&["-i"], &program, &[]).stdout);
    for part in
        ["8, fixed at compilation", "pthreads or both", "1M per thread", "a.upc: UPC, THREADS = 8"]
    {
        assert!(output.contains(part), "{output}");
    }
}

#[test]
fn refusals_say_what_to_do() {
    let folder = Folder::new("refusals");
    let dynamic = folder.executable("dynamic", &["mode=process", "threads=0", "upc=1"]);
    let fixed = folder.executable("fixed", &["mode=process", "threads=4", "upc=1"]);
    for (arguments, program, part, status) in [
        (&[][..], &dynamic, "type upcrun -n 4", 2),
        (&["-n", "3"], &fixed, "compiled for 4 threads", 2),
        (&["-n", "4", "-p", "2"], &fixed, "upcc -pthreads", 2),
        (&["-n", "4"], &PathBuf::from("/nowhere/x"), "No such file", 127),
        (&["-n", "4"], &PathBuf::from("/bin/sh"), "is not a UPC executable", 126),
    ] {
        let output = upcrun(arguments, program, &[]);
        let message = text(&output.stderr);
        assert!(message.starts_with("upcrun: ") && message.contains(part), "{message}");
        assert_eq!(output.status.code(), Some(status), "{message}");
    }
}

#[test]
fn defaults_come_from_files_and_variables() {
    let folder = Folder::new("defaults");
    let program = folder.executable("p", &["mode=process", "threads=0", "upc=1"]);
    fs::write(folder.0.join(".upcrunrc"), "default_options = -n 2 -pshm-width 1\n").unwrap();
    let run = |arguments: &[&str], flags: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_upcrun"));
        command.args(arguments).arg("-t").arg(&program).env_clear().env("HOME", &folder.0);
        text(&command.env("UPCRUN_FLAGS", flags).output().unwrap().stdout)
    };
    assert!(run(&[], "").contains("UPC_NTHREADS=2 UPC_PSHM_WIDTH=1"));
    assert!(run(&[], "-n 3").contains("UPC_NTHREADS=3 UPC_PSHM_WIDTH=1"));
    assert!(run(&["-n", "5"], "-n 3").contains("UPC_NTHREADS=5 UPC_PSHM_WIDTH=1"));
    assert!(run(&["-norc", "-n", "5"], "-n 3").starts_with("UPC_NTHREADS=5 UPCR_ORIGINS"));
}

#[test]
fn help_and_version_need_no_program() {
    for option in ["-help", "--help", "-h", "-version"] {
        let output =
            Command::new(env!("CARGO_BIN_EXE_upcrun")).arg(option).env_clear().output().unwrap();
        assert!(output.status.success() && text(&output.stdout).contains("upcrun"), "{option}");
    }
}
