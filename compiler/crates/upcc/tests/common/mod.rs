// SPDX-License-Identifier: Apache-2.0
//! An installed tree around the upcc under test: the project's headers, and runtimes that only
//! start main.
#![allow(dead_code)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::OnceLock;

const START: &str = "int __real_main(int, char **); int __wrap_main(int c, char **v) { return \
    __real_main(c, v); }\n";
/// Functions that `upcc` wraps and that libraries behind the runtime (libgcov) call; weak: a
/// program's own definition is not wrapped.
const OPENING: &str = "__attribute__((weak)) int __real_open(const char *, int, ...);\n\
    int __wrap_open(const char *p, int f, int m) { return __real_open(p, f, m); }\n\
    __attribute__((weak)) void *__real_fopen(const char *, const char *);\n\
    void *__wrap_fopen(const char *p, const char *m) { return __real_fopen(p, m); }\n";
const EXIT: &str = "void __real_exit(int) __attribute__((noreturn)); void __wrap_exit(int s) { \
    __real_exit(s); }\n";

/// The folder in which upcc is installed for these tests. It is the same for every test program and
/// stays; its files appear atomically, so that tests may run at the same time.
pub fn prefix() -> &'static Path {
    static PREFIX: OnceLock<PathBuf> = OnceLock::new();
    PREFIX.get_or_init(|| {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("upcc-prefix");
        let own = Path::new(env!("CARGO_BIN_EXE_upcc"));
        for dir in ["bin", "lib"] {
            std::fs::create_dir_all(root.join(dir)).unwrap();
        }
        // A link keeps the test fast; across file systems it must be a copy.
        appear(&root.join("bin/upcc"), |to| {
            std::fs::hard_link(own, to).or_else(|_| std::fs::copy(own, to).map(|_| ())).unwrap()
        });
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").canonicalize().unwrap();
        let headers = sources
            .ancestors()
            .map(|a| a.join("runtime/include"))
            .find(|p| p.is_dir())
            .expect("runtime/include");
        appear(&root.join("include"), |to| std::os::unix::fs::symlink(&headers, to).unwrap());
        archive(&root.join("lib/libupcr.a"), &format!("{START}{OPENING}"));
        archive(&root.join("lib/libupcr-pthreads.a"), &format!("{START}{OPENING}{EXIT}"));
        root.canonicalize().unwrap()
    })
}

/// Makes a file under another name and moves it to `path`.
fn appear(path: &Path, make: impl FnOnce(&Path)) {
    let before = path.with_extension(format!("{}.new", std::process::id()));
    let _ = std::fs::remove_file(&before);
    make(&before);
    std::fs::rename(&before, path).unwrap();
    // rename() of one of two links to a file leaves both.
    let _ = std::fs::remove_file(&before);
}

fn archive(path: &Path, text: &str) {
    let place = Place::new();
    place.write("start.c", text);
    let tool = |words: &[&str]| {
        assert!(Command::new(words[0])
            .args(&words[1..])
            .current_dir(&place.dir)
            .status()
            .unwrap()
            .success())
    };
    tool(&["cc", "-c", "start.c"]);
    tool(&["ar", "rcs", "start.a", "start.o"]);
    appear(path, |to| std::fs::copy(place.dir.join("start.a"), to).map(|_| ()).unwrap());
}

/// A new directory.
fn scratch(what: &str) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let n = COUNT.fetch_add(1, Ordering::Relaxed);
    let dir = std::env::temp_dir().join(format!("upcc-test-{what}-{}-{n}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    dir.canonicalize().unwrap()
}

/// A directory of one test with an empty home and directory for temporary files, removed at its
/// end.
pub struct Place {
    pub dir: PathBuf,
}

pub struct Said {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Place {
    pub fn new() -> Place {
        let dir = scratch("place");
        std::fs::create_dir(dir.join("tmp")).unwrap();
        std::fs::create_dir(dir.join("home")).unwrap();
        Place { dir }
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> &Place {
        let path = self.dir.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
        self
    }

    pub fn read(&self, name: &str) -> String {
        String::from_utf8_lossy(
            &std::fs::read(self.dir.join(name)).unwrap_or_else(|e| panic!("{name}: {e}")),
        )
        .into_owned()
    }

    pub fn exists(&self, name: &str) -> bool {
        self.dir.join(name).exists()
    }

    /// upcc in this directory, with none of the caller's variables that it obeys.
    pub fn command(&self, line: &str) -> Command {
        let mut c = Command::new(prefix().join("bin/upcc"));
        c.args(line.split_whitespace()).current_dir(&self.dir);
        for name in
            ["CC", "CFLAGS", "UPCC_CC", "UPCC_FLAGS", "UPCC_NORC", "UPCC_FIXED_THREADS", "NO_COLOR"]
        {
            c.env_remove(name);
        }
        c.env("TMPDIR", self.dir.join("tmp")).env("HOME", self.dir.join("home")).env("LC_ALL", "C");
        c
    }

    pub fn upcc(&self, line: &str) -> Said {
        said(self.command(line).output().unwrap())
    }

    /// upcc must succeed without a word.
    pub fn ok(&self, line: &str) -> Said {
        let s = self.upcc(line);
        assert!(s.code == 0 && s.err.is_empty(), "upcc {line}: {}\n{}", s.code, s.err);
        s
    }

    /// upcc must fail with status 1; what it said.
    pub fn fails(&self, line: &str) -> String {
        let s = self.upcc(line);
        assert_eq!(s.code, 1, "upcc {line}: {}", s.err);
        assert!(!s.err.contains("panicked") && !s.err.contains("RUST_BACKTRACE"), "{}", s.err);
        s.err
    }

    pub fn run(&self, program: &str) -> Said {
        said(Command::new(self.dir.join(program)).current_dir(&self.dir).output().unwrap())
    }

    /// Names left in the directory for temporary files.
    pub fn leftovers(&self) -> Vec<String> {
        std::fs::read_dir(self.dir.join("tmp"))
            .unwrap()
            .map(|e| e.unwrap().file_name().to_string_lossy().into_owned())
            .collect()
    }

    /// An object that says of itself what the note's entries say, made with the C compiler alone.
    pub fn noted_object(&self, name: &str, entries: &[&str], decls: &str, code: &str) {
        let desc: String = entries.iter().map(|e| format!("\\t.asciz \\\"{e}\\\"\\n")).collect();
        let rows: String = decls
            .lines()
            .map(|l| format!("\\t.ascii \\\"{}\\\\n\\\"\\n", l.replace(' ', "\\\\t")))
            .collect();
        let note = format!(
            "__asm__(\".pushsection .note.upc,\\\"a\\\",@note\\n\\t.balign 4\\n\\t.long \
             4\\n\\t.long 2f-1f\\n\\t.long 1\\n\\t.asciz \\\"UPC\\\"\\n1:\\n{desc}2:\\t.balign \
             4\\n\\t.popsection\\n\
             \\t.pushsection .upc.decl,\\\"\\\",@progbits\\n{rows}\\t.popsection\");\n"
        );
        let source = format!("{name}.c");
        self.write(&source, format!("{note}{code}"));
        let status = Command::new("cc")
            .current_dir(&self.dir)
            .args(["-c", &source, "-o", name])
            .status()
            .unwrap();
        assert!(status.success(), "{note}");
    }

    pub fn archive(&self, name: &str, members: &[&str]) {
        assert!(Command::new("ar")
            .current_dir(&self.dir)
            .arg("rcs")
            .arg(name)
            .args(members)
            .status()
            .unwrap()
            .success());
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.dir);
    }
}

pub fn said(o: Output) -> Said {
    Said {
        code: o.status.code().unwrap_or(-1),
        out: String::from_utf8_lossy(&o.stdout).into_owned(),
        err: String::from_utf8_lossy(&o.stderr).into_owned(),
    }
}
