// SPDX-License-Identifier: Apache-2.0
//! The link: what joins and what is refused.

mod common;
use common::Place;
use std::process::Command;

const MAIN: &str = "int main(void) { return 0; }\n";

fn note(mode: &str, threads: u32, upc: u32) -> Vec<String> {
    vec![
        "abi=1".into(),
        format!("mode={mode}"),
        format!("threads={threads}"),
        format!("upc={upc}"),
        "checks=1".into(),
    ]
}

fn object(p: &Place, name: &str, entries: &[String], decls: &str, code: &str) {
    p.noted_object(name, &entries.iter().map(String::as_str).collect::<Vec<_>>(), decls, code);
}

#[test]
fn modes_are_not_mixed() {
    let p = Place::new();
    object(&p, "a.o", &note("process", 0, 1), "", MAIN);
    object(&p, "b.o", &note("pthreads", 0, 1), "", "int b;\n");
    let err = p.fails("a.o b.o");
    assert!(err.contains("b.o is compiled with -pthreads, but a.o is compiled without"), "{err}");
    assert!(p.fails("-pthreads a.o").contains("a.o is compiled without -pthreads"));
    p.ok("-nochecks a.o b.o");
    object(&p, "t.o", &note("pthreads", 0, 1), "", MAIN);
    p.ok("t.o b.o -o t");
    assert!(p.read("t").contains("file=<link>\0") && p.run("t").code == 0);
    p.ok("-pthreads=4 t.o -o t");
    assert!(p.read("t").contains("pthreads=4\0"));
    assert!(p.fails("-nopthreads t.o").contains("-nopthreads"));
}

#[test]
fn an_objects_own_note_decides_through_upcc() {
    let p = Place::new();
    p.write("a.c", MAIN).write("b.c", "int b;\n");
    p.ok("-c a.c");
    p.ok("-c b.c");
    p.write("c.c", "int c;\n");
    p.ok("-c -pthreads -x c c.c");
    p.ok("a.o b.o c.o");
}

#[test]
fn threads_agree() {
    let p = Place::new();
    object(&p, "a.o", &note("process", 4, 1), "", MAIN);
    object(&p, "b.o", &note("process", 0, 1), "", "int b;\n");
    object(&p, "c.o", &note("process", 0, 0), "", "int c;\n");
    let err = p.fails("a.o b.o");
    assert!(err.contains("a.o is compiled for 4 threads (-T 4), but b.o for any number"), "{err}");
    p.ok("a.o c.o -o x");
    assert!(p.read("x").contains("threads=4\0"));
    assert!(p.fails("-T 2 a.o").contains("linked with -T 2"));
}

#[test]
fn declarations_agree() {
    let p = Place::new();
    object(&p, "a.o", &note("process", 0, 1), "x def 40 10 4 10*T int[10*THREADS] a.upc:3\n", MAIN);
    object(
        &p,
        "b.o",
        &note("process", 0, 1),
        "x extern 40 5 4 10*T int[10*THREADS] b.upc:7\n",
        "int b;\n",
    );
    let err = p.fails("a.o b.o");
    assert!(
        err.contains("'x' has block size 10 at a.upc:3") && err.contains("5 at b.upc:7"),
        "{err}"
    );
}

#[test]
fn archives_count_where_they_are_needed() {
    let p = Place::new();
    object(&p, "m.o", &note("process", 0, 1), "", "int f(void); int main(void) { return f(); }\n");
    object(&p, "f.o", &note("process", 0, 1), "", "int f(void) { return 0; }\n");
    object(&p, "odd.o", &note("pthreads", 0, 1), "", "int odd;\n");
    p.archive("liball.a", &["f.o", "odd.o"]);
    p.ok("m.o -L. -lall");
    assert!(p
        .fails("m.o -Wl,--whole-archive liball.a -Wl,--no-whole-archive")
        .contains("liball.a(odd.o) is compiled with -pthreads"));
    p.archive("libmain.a", &["m.o", "f.o"]);
    p.ok("libmain.a -o from-archive");
    assert_eq!(p.run("from-archive").code, 0);
}

#[test]
fn own_threads_need_the_process_mode() {
    let p = Place::new();
    let code = "#include <pthread.h>\nstatic void *g(void *x) { return x; }\nint f(void) { \
        pthread_t t; return pthread_create(&t, 0, g, 0); }\n";
    p.write("f.c", code).write("m.c", "int f(void); int main(void) { return f(); }\n");
    p.ok("m.c f.c -o x");
    assert_eq!(p.run("x").code, 0);
    p.ok("-c -x c f.c");
    object(&p, "t.o", &note("pthreads", 0, 1), "", "int f(void); int main(void) { return f(); }\n");
    let err = p.fails("t.o f.o");
    assert!(err.contains("f.o calls pthread_create") && err.contains("without -pthreads"), "{err}");
}

#[test]
fn libraries_and_relocatable_objects() {
    let p = Place::new();
    p.write("f.c", "int f(void) { return 7; }\n")
        .write("m.c", "int f(void); int main(void) { return f(); }\n");
    p.ok("-shared -fPIC f.c -o libf.so");
    p.ok("m.c -L. -lf -Wl,-rpath,. -o x");
    assert_eq!(p.run("x").code, 7);
    p.ok("-r f.c m.c -o both.o");
    p.ok("both.o -o y");
    assert_eq!(p.run("y").code, 7);
    object(&p, "u.o", &note("process", 0, 1), "", "int u;\n");
    assert!(p
        .fails("-shared u.o -o libu.so")
        .contains("u.o has UPC code, which cannot be part of a shared library"));
}

#[test]
fn linkers_and_link_modes() {
    let p = Place::new();
    p.write("m.c", MAIN);
    p.ok("-c m.c");
    let mut lines = vec!["-no-pie", "-pie", "-s", "-Wl,--gc-sections"];
    for (linker, line) in
        [("ld.bfd", "-fuse-ld=bfd"), ("ld.gold", "-fuse-ld=gold"), ("ld.lld", "-fuse-ld=lld")]
    {
        if Command::new(linker).arg("--version").output().is_ok() {
            lines.push(line);
        }
    }
    for line in lines {
        p.ok(&format!("{line} m.o -o x"));
        assert_eq!(p.run("x").code, 0, "{line}");
        assert!(p.read("x").contains("file=<link>\0"), "{line}");
    }
    p.write("lto.c", MAIN);
    p.ok("-flto -O2 lto.c -o lto");
    assert_eq!(p.run("lto").code, 0);
    if p.ok("-print-file-name=libc.a").out.contains('/') {
        p.ok("-static m.o -o st");
        assert_eq!(p.run("st").code, 0);
    }
}

#[test]
fn another_command_may_link() {
    let p = Place::new();
    p.write("m.c", MAIN).write("ld", "#!/bin/sh\ntouch linked\nexec cc \"$@\"\n");
    Command::new("chmod").arg("+x").arg(p.dir.join("ld")).status().unwrap();
    p.ok("-link-with=./ld m.c -extern-main");
    assert!(p.exists("linked") && p.run("a.out").code == 0);
}

#[test]
fn undefined_upc_functions_are_explained() {
    let p = Place::new();
    p.write("m.c", "int upc_all_frob(void); int main(void) { return upc_all_frob(); }\n")
        .write("n.c", "int f;\n");
    let err = p.fails("-x c m.c");
    assert!(err.contains("note: 'upc_all_frob' is not a function of UPC 1.3"), "{err}");
    let err = p.fails("n.c");
    assert!(
        err.contains("the program has no function 'main'") && !err.contains("__real_main"),
        "{err}"
    );
}

#[test]
fn static_shared_objects_concern_no_other_unit() {
    let p = Place::new();
    p.write(
        "a.upc",
        "static shared int x[4 * THREADS]; int g(void);\nint f(void) { static shared int l; l = 1; \
         return x[0]; }\n",
    );
    p.write(
        "b.upc",
        "static shared [3] double x[6 * THREADS];\nint g(void) { static shared long l; l = 1; \
         return (int)x[0]; }\n",
    );
    p.ok("-c a.upc b.upc");
    p.write("m.c", "int f(void), g(void); int main(void) { return 0 * (f != g); }\n");
    let s = p.upcc("a.o b.o m.c");
    assert!(!s.err.contains("upcc: error"), "{}", s.err);
}

#[test]
fn shared_objects_between_units() {
    let p = Place::new();
    p.write(
        "a.upc",
        "shared int x; extern shared [] int y[];\nint main(void) { return x + y[0]; }\n",
    );
    p.write("b.upc", "shared int x; shared [] int y[3];\n")
        .write("c.upc", "extern shared [2] int x[2 * THREADS]; int c(void) { return x[0]; }\n");
    p.write("d.upc", "shared int x = 1;\n").write("e.upc", "shared int x = 2;\n");
    assert!(!p.upcc("a.upc b.upc").err.contains("upcc: error"));
    let err = p.fails("a.upc b.upc c.upc");
    assert!(err.contains("'x' has block size 1 at a.upc:1") && err.contains("c.upc:1"), "{err}");
    assert!(p
        .fails("a.upc b.upc d.upc e.upc")
        .contains("'x' is defined at d.upc:1 and again at e.upc:1"));
    assert!(p
        .fails("a.upc")
        .contains("shared object 'y' is declared at a.upc:1 and defined nowhere"));
    p.ok("-c -fPIC b.upc");
    assert!(p.fails("-shared -fPIC b.upc -o b.so").contains("error: b.upc has UPC code"));
}
