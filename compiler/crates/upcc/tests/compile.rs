// SPDX-License-Identifier: Apache-2.0
//! Compilation: the stages, their outputs and their names.

mod common;
use common::{said, Place};
use std::process::Command;

const HELLO: &str = "#include <stdio.h>\nint main(void) { puts(\"hello\"); return 3; }\n";

#[test]
fn one_file_to_a_program() {
    let p = Place::new();
    p.write("a.c", HELLO).write("b.upc", HELLO);
    p.ok("a.c");
    let ran = p.run("a.out");
    assert_eq!((ran.code, ran.out.as_str()), (3, "hello\n"));
    p.ok("-O2 -g -std=gnu11 -Wall -Wextra b.upc -o b");
    assert_eq!(p.run("b").code, 3);
    p.ok("b.upc -smart-output");
    assert!(p.leftovers().is_empty() && !p.exists("a.o") && !p.exists("b.o"));
}

#[test]
fn several_files_and_objects() {
    let p = Place::new();
    p.write("a.c", "int f(void), g(void); int main(void) { return f() + g(); }\n");
    p.write("f.upc", "int f(void) { return 1; }\n").write("s/g.c", "int g(void) { return 4; }\n");
    p.ok("a.c f.upc s/g.c -o x");
    assert_eq!(p.run("x").code, 5);
    p.ok("-c a.c f.upc s/g.c");
    p.ok("a.o f.o g.o -o y");
    assert_eq!(p.run("y").code, 5);
    p.archive("libfg.a", &["f.o", "g.o"]);
    p.ok("a.o -L. -lfg -o z");
    assert_eq!(p.run("z").code, 5);
    assert!(p.leftovers().is_empty());
}

#[test]
fn each_stage() {
    let p = Place::new();
    p.write("a.upc", "#define X 42\nint x = X;\n");
    assert!(p.ok("-E a.upc").out.contains("int x = 42;"));
    p.ok("-E a.upc -o a.i");
    assert!(p.read("a.i").contains("int x = 42;"));
    p.ok("-S a.upc");
    assert!(p.read("a.s").contains("x:"));
    p.ok("-trans a.upc");
    assert!(
        p.read("a.trans.c").contains("int x = 42;")
            && p.read("a.trans.c").contains("# 1 \"a.upc\"")
    );
    p.ok("-trans -nolines a.upc -o b.c");
    assert!(!p.read("b.c").contains("# 1 "));
    p.ok("-fsyntax-only a.upc");
    p.ok("-c -save-temps a.upc");
    assert!(p.exists("a.upci") && p.exists("a.trans.c") && p.exists("a.o"));
    p.ok("-c a.i -o again.o");
    assert!(p.exists("again.o"));
    p.ok("-E -dM a.upc");
}

#[test]
fn predefined_macros() {
    let p = Place::new();
    p.write(
        "a.c",
        "#if __UPC__ != 1 || __UPC_VERSION__ != 201311L || !defined __PARTITA__ || \
        UPC_MAX_BLOCK_SIZE < 1000\n#error macros\n#endif\n",
    );
    p.write(
        "dynamic.c",
        "#if __UPC_DYNAMIC_THREADS__ != 1 || defined __UPC_STATIC_THREADS__ || \
        defined THREADS\n#error dynamic\n#endif\n",
    );
    p.write(
        "static.c",
        "#if __UPC_STATIC_THREADS__ != 1 || defined __UPC_DYNAMIC_THREADS__ || THREADS != 5\n\
         #error static\n#endif\n",
    );
    p.write(
        "plain.c",
        "#ifdef __UPC__\n#error plain\n#endif\nint shared, strict, relaxed, THREADS;\n",
    );
    p.ok("-fsyntax-only a.c");
    p.ok("-fsyntax-only dynamic.c");
    p.ok("-fsyntax-only -T5 static.c");
    p.ok("-c -x c plain.c");
    p.write("user.c", "#if A != 2 || defined B\n#error order\n#endif\n");
    p.ok("-fsyntax-only -DA=1 -UA -DA=2 -DB -UB user.c");
    assert!(p.fails("-fsyntax-only -U__UPC__ a.c").contains("#error macros"));
}

#[test]
fn make_rules() {
    let p = Place::new();
    p.write("s/a.upc", "#include \"h.h\"\nint x = H;\n").write("s/h.h", "#define H 1\n");
    p.ok("-MMD -c s/a.upc");
    assert!(p.read("a.d").starts_with("a.o:") && p.read("a.d").contains("s/h.h"));
    p.ok("-MD -MP -MF deps -MT 'x' -c s/a.upc -o q.o");
    assert!(p.read("deps").contains("s/h.h:"));
    assert!(p.ok("-MM s/a.upc").out.starts_with("a.o:"));
    p.ok("-MMD -c s/a.upc -o s/z.o");
    assert!(p.read("s/z.d").starts_with("s/z.o:"));
}

#[test]
fn every_object_has_a_note() {
    let p = Place::new();
    p.write("a.c", "int x;\n");
    p.ok("-c -T 3 a.c");
    for entry in ["abi=1\0", "mode=process\0", "threads=3\0", "upc=0\0", "file=a.c\0"] {
        assert!(p.read("a.o").contains(entry), "{entry}");
    }
    p.write("m.c", "int main(void) { return 0; }\n");
    p.ok("-shared-heap=2 m.c -o m");
    assert!(p.read("m").contains("file=<link>\0heap=2097152\0"));
}

#[test]
fn what_is_written_beside_a_temporary_object_stays() {
    let p = Place::new();
    p.write("a.c", "int main(void) { return 0; }\n");
    if !Command::new("cc")
        .arg("--version")
        .output()
        .is_ok_and(|o| String::from_utf8_lossy(&o.stdout).contains("clang"))
    {
        p.ok("--coverage a.c -o x");
        assert!(p.exists("x-a.gcno"));
        assert_eq!(p.run("x").code, 0);
        assert!(p.exists("x-a.gcda"));
    }
}

#[test]
fn the_debugger_sees_the_source() {
    let p = Place::new();
    p.write("a.c", "int x;\n");
    for cc in ["gcc", "clang"] {
        if Command::new(cc).arg("--version").output().is_ok() {
            let s = said(p.command("-c -g a.c").env("CC", cc).output().unwrap());
            assert!(s.code == 0 && !p.read("a.o").contains("trans.c"), "{cc}: {}", s.err);
        }
    }
}

#[test]
fn other_languages_go_to_the_c_compiler() {
    let p = Place::new();
    p.write("f.s", "\t.globl f\nf:\t.byte 1\n\t.section .note.GNU-stack,\"\",%progbits\n").write(
        "g.S",
        "#define G g\n\t.globl G\nG:\t.byte 1\n\t.section .note.GNU-stack,\"\",%progbits\n",
    );
    p.write("m.c", "extern char f[], g[]; int main(void) { return f == g; }\n");
    p.ok("f.s g.S m.c -o m");
    assert_eq!(p.run("m").code, 0);
}

#[test]
fn bytes_outside_utf_8_survive() {
    let p = Place::new();
    p.write(
        "a.c",
        b"char s[] = \"caf\xe9\"; int main(void) { return sizeof s != 5 || s[3] != (char)0xe9; }\n",
    );
    p.ok("a.c");
    assert_eq!(p.run("a.out").code, 0);
}

#[test]
fn standard_input_and_response_files() {
    let p = Place::new();
    p.write("args", "-c 'a b.c'\n-o out.o").write("a b.c", "int x;\n");
    p.ok("@args");
    assert!(p.exists("out.o"));
    use std::io::Write;
    let mut c = p
        .command("-E -")
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    c.stdin.take().unwrap().write_all(b"int y = __UPC__;\n").unwrap();
    assert!(said(c.wait_with_output().unwrap()).out.contains("int y = 1;"));
}

#[test]
fn the_users_errors_are_shown_at_the_users_lines() {
    let p = Place::new();
    p.write("a.c", "int f(void)\n{\n  return undeclared;\n}\n").write("e.c", "#error stop\n");
    let err = p.fails("-c a.c");
    assert!(
        err.contains("a.c:3:10: error:") && err.contains("    3 |   return undeclared;"),
        "{err}"
    );
    assert!(!p.exists("a.o") && p.leftovers().is_empty());
    assert!(p.fails("e.c").contains("e.c:1:2: error: #error stop"));
    p.write("open.c", "int f(void) {\n");
    assert!(p.fails("-c open.c").contains("open.c:1:"));
    let both = p.fails("a.c e.c");
    assert!(both.find("a.c:3").unwrap() < both.find("e.c:1").unwrap());
    assert!(p.upcc("-Wall -c a.c -w").err.contains("undeclared"));
}

#[test]
fn upc_is_translated() {
    let p = Place::new();
    p.write(
        "u.upc",
        "shared [2] int a[4 * THREADS];\nint main(void) { upc_barrier; a[MYTHREAD] = \
        1; return a[0]; }\n",
    );
    p.ok("-c -Wall -Wextra u.upc");
    let o = p.read("u.o");
    assert!(o.contains("upc=1\0") && o.contains(".upc.decl") && o.contains("a\ttentative\t"));
    p.ok("-c -pthreads -T 2 u.upc");
    assert!(p.read("u.o").contains("mode=pthreads\0threads=2\0"));
    // Only the library's functions, without a header.
    p.write("g.upc", "int main(void) { upc_global_exit(3); }\n");
    p.ok("-c -Wall g.upc");
    assert!(p.read("g.o").contains("upc=1\0"));
    p.ok("-trans u.upc");
    assert!(p.read("u.trans.c").contains("upcr_barrier"));
}

#[test]
fn objects_have_no_folder_that_a_prefix_map_replaces() {
    let p = Place::new();
    p.write(
        "u.upc",
        "#include <upc.h>\nshared int a[THREADS];\nint f(shared int *q) { return *q + a[0]; }\n",
    );
    let folder = p.command("").get_current_dir().unwrap().display().to_string();
    for option in ["-O2", "-g"] {
        p.ok(&format!("-c {option} -ffile-prefix-map={folder}=. {folder}/u.upc -o u.o"));
        let o = p.read("u.o");
        assert!(
            !o.contains(&folder) && o.contains("./u.upc:2\n") && o.contains("file=./u.upc\0"),
            "{option}"
        );
    }
}

#[test]
fn debug_information_has_types_of_upc() {
    let p = Place::new();
    p.write(
        "u.upc",
        "typedef struct { shared [3] int *to; } T;\nshared T a[THREADS];\nint f(shared int *q) { \
         return *q; }\n",
    );
    p.ok("-c -g u.upc");
    let o = p.read("u.o");
    assert!(o.contains("variable\ta\t\tu.upc:2\tshared [1] T [THREADS]\n"));
    assert!(o.contains("variable\tq\tf\tu.upc:3\tshared [1] int *\n"));
    assert!(o.contains("member\tT\tto\t\tshared [3] int *\n") && o.contains("__upcr_type_0"));
    // Tags that the end of the unit does not know, and those that C has restrictions for.
    p.write(
        "t.upc",
        "struct fam { int n, rest[]; };\nshared struct fam *pf;\nstruct bit { int a : 3; } \
         __attribute__((packed));\n\
         shared struct bit bits[THREADS];\nshared struct later *pl;\nvoid f(shared struct q { int \
         x; } *p) { p->x = 1; }\n\
         int g(void) { struct r { int x; }; shared struct r *p = 0; return p != 0; }\n",
    );
    p.ok("-c -g -w -pedantic-errors t.upc");
    p.ok("-c -g1 u.upc");
    assert!(!p.read("u.o").contains(".upc.type"));
}

#[test]
fn own_iterations_are_iso_c() {
    let p = Place::new();
    p.write(
        "own.upc",
        "shared int a[8 * THREADS];\nshared [4] int b[4 * THREADS];\n\
         shared [5] int c[5 * THREADS][10];\nvoid f(int n, int x) {\n\
         upc_forall (int i = 0; i < n; i++; &a[i]) a[i] = x;\n\
         upc_forall (int i = 0; i < n; i += 3; &b[i]) b[i] += x;\n\
         upc_forall (int i = n; i > 0; i--; &b[i - 1]) b[i - 1] = a[i];\n\
         upc_forall (int i = 0; i < n; i++; &c[i]) c[i][1] = x;\n\
         upc_forall (int i = 0; i < n; i++; i) b[i] = x; }\n",
    );
    for options in ["-std=c11", "-std=c99 -O2", "-std=c11 -g", "-std=c11 -fno-upc-opt"] {
        p.ok(&format!("-c -pedantic -Wall -Wextra {options} own.upc"));
    }
}

#[test]
fn upc_errors_have_the_users_lines_and_all_come_at_once() {
    let p = Place::new();
    p.write(
        "e.upc",
        "shared int *p;\nint f(void) { p = 3; return q; }\nint g(void) { return MYTHREAD.x; }\n",
    );
    let err = p.fails("-c e.upc");
    for line in ["e.upc:2:", "e.upc:3:"] {
        assert!(err.contains(line), "{err}");
    }
    assert!(err.matches("error:").count() >= 3 && !p.exists("e.o"));
    let short = p.fails("-c -fno-diagnostics-show-caret e.upc");
    assert!(short.lines().all(|l| l.starts_with("e.upc:")), "{short}");
    assert!(p.fails("-c -fdiagnostics-format=json e.upc").starts_with("[{\"kind\":\"error\""));
    p.write("c.c", "int shared;\n");
    assert!(p.fails("-c c.c").contains("-x c"));
}

#[test]
fn line_numbers_without_debug_option() {
    let p = Place::new();
    p.write("u.upc", "shared int x;\nint f(void) { return x; }\n")
        .write("c.c", "int f(void) { return 0; }\n");
    p.ok("-c u.upc c.c");
    assert!(p.read("u.o").contains(".debug_line") && !p.read("c.o").contains(".debug_line"));
    p.ok("-c -g0 u.upc");
    assert!(!p.read("u.o").contains(".debug_line"));
}

/// For units with UPC, if loops are optimised and the user gives no other option.
#[test]
fn loops_begin_where_the_processor_decodes_them_at_once() {
    let p = Place::new();
    let loop_over =
        "int f(const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i] \
        ^ s; return s; }\n";
    p.write("upc.upc", format!("shared int x;\nint g(void) {{ return x; }}\n{loop_over}"))
        .write("c.upc", loop_over);
    let aligned = |arguments: &str, output: &str| {
        p.ok(&format!("{arguments} -S"));
        p.read(output).contains(".p2align 5")
    };
    assert!(aligned("-O2 upc.upc", "upc.s") && aligned("-O3 upc.upc", "upc.s"));
    assert!(
        !aligned("-O2 c.upc", "c.s")
            && !aligned("-Os upc.upc", "upc.s")
            && !aligned("upc.upc", "upc.s")
    );
    assert!(!aligned("-O2 -fno-align-loops upc.upc", "upc.s"));
}

#[test]
fn odd_inputs() {
    let p = Place::new();
    p.write("empty.upc", "").write("crlf.upc", "shared int x;\r\nint f(void)\r\n{ return x; }\r\n");
    p.write("bom.upc", b"\xef\xbb\xbfshared int y;\n").write("no newline.c", "int z;");
    p.ok("-c empty.upc crlf.upc bom.upc");
    assert_eq!(said(p.command("-c").arg("no newline.c").output().unwrap()).code, 0);
    std::fs::create_dir(p.dir.join("d.upc")).unwrap();
    p.fails("-c d.upc");
    let nested = format!(
        "int f(void) {{ return MYTHREAD + {}1{}; }}\n",
        "(".repeat(20000),
        ")".repeat(20000)
    );
    p.write("deep.upc", nested);
    let s = p.upcc("-c deep.upc -fsyntax-only");
    assert!(s.code == 0 || s.code == 1 && s.err.contains("deep.upc"), "{} {}", s.code, s.err);
}

#[test]
fn an_input_is_not_overwritten() {
    let p = Place::new();
    p.write("a.c", "int main(void) { return 0; }\n");
    for line in ["-c a.c -o a.c", "a.c -o ./a.c", "-trans a.c -o a.c"] {
        assert!(p.fails(line).contains("input file 'a.c' is the same as output file"));
    }
    assert!(p.read("a.c").contains("main"));
    p.ok("-c a.c -o /dev/null");
}

#[test]
fn running_out_of_stack_is_an_error_like_others() {
    let p = Place::new();
    p.write(
        "long.upc",
        format!("shared int x;\nint f(void) {{ return x{}; }}\n", "+1".repeat(100_000)),
    );
    let s = p.upcc("-fsyntax-only long.upc");
    assert!(
        s.code == 0 || s.code == 1 && s.err.contains("upcc: error: internal error"),
        "{} {}",
        s.code,
        s.err
    );
    assert!(p.leftovers().is_empty());
}

#[test]
fn what_is_wrong_as_c_is_no_bug_of_upcc() {
    let wrong = [
        "int f(int x[static]) { return MYTHREAD + x[0]; }",
        "int f(void) { __auto_type w = {1}; return MYTHREAD; }",
        "int f(void) { asm(1); return MYTHREAD; }",
        "int f(void) { int a = 2; __label__ x; x: return a + MYTHREAD; }",
        "int f(void) { nosuchtype128 x = 1; return MYTHREAD; }",
    ];
    let p = Place::new();
    for text in wrong {
        p.write("w.upc", format!("shared int g;\n\n{text}\n"));
        let err = p.fails("-c w.upc");
        assert!(err.contains("w.upc:3:") && err.contains("error:"), "{err}");
        assert!(!err.contains("bug of upcc") && !err.contains("upcr"), "{err}");
    }
    assert!(p.leftovers().is_empty() && !p.exists("w.upcc-bug.c"));
}

/// Features of newer C compilers are accepted or refused by the one in use.
#[test]
fn storage_classes_of_compound_literals_are_the_c_compilers_affair() {
    let p = Place::new();
    let c = "int *f(void) { return &(static int){ 3 }; }\n";
    p.write("c.c", c).write(
        "u.upc",
        format!("shared int g;\n{c}int h(void) {{ return *&(static int){{ 3 }} + g; }}\n"),
    );
    let cc = std::env::var("CC").unwrap_or("cc".into());
    let taken =
        Command::new(cc).args(["-fsyntax-only", "c.c"]).current_dir(&p.dir).output().unwrap();
    let s = p.upcc("-c u.upc");
    assert_eq!(s.code == 0, taken.status.success(), "{}", s.err);
    assert!(!s.err.contains("bug of upcc") && (s.code == 0) == s.err.is_empty(), "{}", s.err);
}

#[test]
fn what_is_unused_is_told_in_upc_functions_too() {
    let p = Place::new();
    p.write(
        "u.upc",
        "shared int a[THREADS];\nshared int *g(void);\nint f(int n)\n{\n  int unused;\n  int \
         affinity = n, size = upc_elemsizeof(g()[0]), set;\n  \
         set = 2;\n  upc_forall (int i = 0; i < n; i++; affinity) { a[i] = size; }\n  return \
         MYTHREAD;\n}\n",
    );
    let err = p.upcc("-c -Wall u.upc").err;
    assert!(err.contains("u.upc:5:7: warning: unused variable"), "{err}");
    assert!(err.contains("u.upc:6:") && err.contains("[-Wunused-but-set-variable]"), "{err}");
    assert_eq!(err.matches("warning:").count(), 2, "{err}");
    assert_eq!(p.ok("-c u.upc").err, "");
    let err = p.fails("-c -Wall -Werror=unused-variable -o w.o u.upc");
    assert!(err.contains("u.upc:5:7: error: unused variable") && !p.exists("w.o"), "{err}");
}

/// The name may be that of a device, as in `-o /dev/null`; a link to one shows it without harm.
#[test]
fn only_a_regular_output_is_removed() {
    let p = Place::new();
    p.write("e.upc", "int f(void) { asm(1); return MYTHREAD; }\n");
    std::os::unix::fs::symlink("/dev/null", p.dir.join("out")).unwrap();
    p.fails("-c e.upc -o out");
    assert!(p.dir.join("out").is_symlink());
}

#[test]
fn a_dry_run_shows_the_commands_and_makes_nothing() {
    let p = Place::new();
    p.write("a.upc", "this is no program\n").write("b.c", HELLO);
    let shown = |line: &str| {
        let s = p.upcc(line);
        assert_eq!(s.code, 0, "{}", s.err);
        s.err
    };
    let err = shown("-### -O2 a.upc b.c -o program");
    let lines: Vec<&str> = err.lines().collect();
    assert_eq!(lines.len(), 5, "{err}");
    assert!(lines[0].contains(" -E ") && lines[0].contains("a.upc"), "{err}");
    assert!(
        lines[1].contains(" -O2 ") && lines[1].contains(" -c ") && lines[4].contains("-o program "),
        "{err}"
    );
    assert_eq!(shown("-### -fsyntax-only a.upc").lines().count(), 2);
    assert_eq!(shown("-### -E b.c").lines().count(), 1);
    assert!(p.leftovers().is_empty() && !p.exists("program") && !p.exists("a.o"));
}

#[test]
fn files_beside_a_program_are_named_as_gcc_names_them() {
    let p = Place::new();
    p.write("a.upc", HELLO).write("b.upc", HELLO).write("d/x", "");
    let expected = [
        ("b.upc", "a-b"),
        ("a.upc", "a"),
        ("b.upc -o b", "b"),
        ("b.upc -o c", "c-b"),
        ("b.upc -o b.exe", "b"),
        ("a.upc -o a.out", "a"),
        ("b.upc -o d/b", "d/b"),
    ];
    for (line, name) in expected {
        p.ok(&format!("--coverage {line}"));
        assert!(p.exists(&format!("{name}.gcno")), "{line}");
        std::fs::remove_file(p.dir.join(format!("{name}.gcno"))).unwrap();
    }
    assert!(p.leftovers().is_empty());
}

#[test]
fn what_build_systems_ask_the_c_compiler() {
    let p = Place::new();
    p.write("a.c", "int f(int a, char *b) { return a + *b; }\n");
    p.ok("-c -aux-info protos a.c");
    assert!(p.read("protos").contains("extern int f (int"));
    assert!(p.ok("-Q --help=target").out.contains("abled]"));
    assert!(!p.ok("--target-help").out.is_empty());
    p.ok("-c -wrapper env,X=1 -pass-exit-codes -remap -A machine=x a.c");
    assert!(p.fails("-c -dumpbase x a.c").contains("'-dumpbase' is not supported"));
}
