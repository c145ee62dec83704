// SPDX-License-Identifier: Apache-2.0
//! Influences on upcc other than its command line, its answers, and its ends.

mod common;
use common::{said, Place};
use std::os::unix::process::ExitStatusExt;
use std::time::Duration;

#[test]
fn questions() {
    let p = Place::new();
    let version = p.ok("--version").out;
    assert!(
        version.starts_with("upcc (Partita) ") && version.contains("C compiler: "),
        "{version}"
    );
    assert!(p.ok("--help").out.contains("-shared-heap=SIZE"));
    assert!(p.ok("-h").out == p.ok("-help").out);
    assert!(p.ok("-print-include-dir").out.trim_end().ends_with("/include"));
    assert!(!p.ok("-dumpmachine").out.is_empty());
    assert!(p.ok("-print-file-name=libc.a").out.contains("libc.a"));
    let v = p.upcc("-v");
    assert!(v.code == 0 && v.err.starts_with("upcc (Partita)"), "{}", v.err);
}

#[test]
fn bad_command_lines() {
    let p = Place::new();
    p.write("a.c", "int x;\n").write("b.c", "int y;\n");
    assert!(p.fails("").contains("no input files"));
    assert!(p.fails("nothere.c").contains("nothere.c: No such file or directory"));
    assert!(p.fails("a.c nothere.o").contains("nothere.o: No such file or directory"));
    assert!(p.fails("-c a.c b.c -o x.o").contains("multiple files"));
    assert!(p.fails("-share-heap=1 a.c").contains("did you mean '-shared-heap='?"));
    assert!(p.fails("-network=mpi a.c").contains("-network=mpi: it must be"));
    assert!(p.fails("-c h.h").contains("h.h"));
    let warned = p.upcc("-c -heap-offset=3 a.c b.o");
    assert!(
        warned.code == 0
            && warned.err.contains("'-heap-offset=3' has no effect")
            && warned.err.contains("b.o: linker input"),
        "{}",
        warned.err
    );
}

#[test]
fn the_c_compiler_from_the_environment() {
    let p = Place::new();
    p.write("a.c", "#ifndef FROM_CC\n#error no\n#endif\nint main(void) { return OUT; }\n");
    let run = |name: &str, value: &str| {
        said(p.command("a.c").env(name, value).env("CFLAGS", "-DOUT=0").output().unwrap())
    };
    assert_eq!(run("CC", "cc -DFROM_CC").code, 0);
    assert_eq!(run("UPCC_CC", "cc -DFROM_CC").code, 0);
    assert_eq!(run("CC", "upcc -DFROM_CC").code, 1);
    let missing = run("CC", "no-such-cc");
    assert!(missing.code == 1 && missing.err.contains("'no-such-cc'"), "{}", missing.err);
    p.write(
        "loop",
        format!("#!/bin/sh\nexec {} \"$@\"\n", common::prefix().join("bin/upcc").display()),
    );
    std::process::Command::new("chmod").arg("+x").arg(p.dir.join("loop")).status().unwrap();
    let looped = run("CC", p.dir.join("loop").to_str().unwrap());
    assert!(looped.code == 1 && looped.err.contains("runs upcc again"), "{}", looped.err);
}

#[test]
fn option_files_and_variables() {
    let p = Place::new();
    p.write("a.c", "#if A != 1 || B != 2 || THREADS != 3\n#error no\n#endif\n")
        .write("home/.upccrc", "# mine\ndefault_options = -DA=1\n")
        .write("c", "default_options = -DB=2\n");
    let line = "-fsyntax-only -conf=c a.c";
    let with = |c: &mut std::process::Command| {
        said(c.env("UPCC_FIXED_THREADS", "3").output().unwrap()).code
    };
    assert_eq!(with(&mut p.command(line)), 0);
    assert_eq!(with(p.command(line).env("UPCC_NORC", "1")), 1);
    assert_eq!(with(p.command("-fsyntax-only -norc a.c").env("UPCC_FLAGS", "-DA=1 -DB=2")), 0);
    assert!(p.fails("-conf=nothere a.c").contains("nothere"));
}

#[test]
fn verbose_shows_commands_that_can_be_pasted() {
    let p = Place::new();
    p.write("a.c", "int main(void) { return 0; }\n");
    let s = p.upcc("-v -DX=a a.c");
    assert!(
        s.code == 0
            && s.err.contains(" -E ")
            && s.err.contains(" -x cpp-output -c ")
            && s.err.contains("--wrap=main"),
        "{}",
        s.err
    );
}

#[test]
fn a_signal_leaves_nothing_behind() {
    let p = Place::new();
    p.write("a.c", "int x;\n").write("slow", "#!/bin/sh\necho $$ > pid\nexec sleep 60\n");
    std::process::Command::new("chmod").arg("+x").arg(p.dir.join("slow")).status().unwrap();
    let mut upcc = p.command("-c a.c").env("CC", p.dir.join("slow")).spawn().unwrap();
    while !p.exists("pid") || p.read("pid").is_empty() {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(p.leftovers().len(), 1);
    assert!(std::process::Command::new("kill")
        .arg(upcc.id().to_string())
        .status()
        .unwrap()
        .success());
    assert_eq!(upcc.wait().unwrap().signal(), Some(15));
    assert!(p.leftovers().is_empty());
    // The child has had the signal too; it is gone as soon as the kernel delivers it.
    let stat = format!("/proc/{}/stat", p.read("pid").trim());
    let gone = || std::fs::read_to_string(&stat).map_or(true, |s| s.contains(") Z "));
    while !gone() {
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn complaints_about_options_come_once() {
    let p = Place::new();
    p.write("a.c", "int x;\n");
    let s = p.upcc("-c -std=c++11 a.c");
    assert!(s.code == 0 && s.err.matches("c++11").count() <= 1, "{}", s.err);
}

#[test]
fn a_configure_script_is_content() {
    let p = Place::new();
    let program = "#include <stdio.h>\nint main(void) { FILE *f = fopen(\"conftest.out\", \"w\"); \
        return ferror(f) || fclose(f) != 0; }\n";
    p.write("conftest.c", program);
    p.ok("-o conftest -g -O2 conftest.c");
    assert_eq!(p.run("conftest").code, 0);
    p.ok("-c -g -O2 conftest.c");
    p.write("conftest.c", "int main(void) { return sizeof(choke me); }\n");
    p.fails("-c conftest.c");
    assert!(p.upcc("-V").code == 0 && p.fails("-qversion").contains("unrecognized"));
}
