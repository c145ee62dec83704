// SPDX-License-Identifier: Apache-2.0
//! The C library's headers, preprocessed by the system's compiler, give no messages; sizes agree
//! with that compiler's.

mod support;

use std::io::Write;
use std::process::{Command, Stdio};
use support::{run_with, Env};
use upc_sema::{Options, Target};
use upc_syntax::Dialect;

const HEADERS: &[&str] = &[
    "assert.h",
    "complex.h",
    "ctype.h",
    "dirent.h",
    "errno.h",
    "fcntl.h",
    "fenv.h",
    "float.h",
    "getopt.h",
    "inttypes.h",
    "limits.h",
    "locale.h",
    "math.h",
    "memory.h",
    "netdb.h",
    "netinet/in.h",
    "poll.h",
    "pthread.h",
    "pwd.h",
    "regex.h",
    "sched.h",
    "semaphore.h",
    "setjmp.h",
    "signal.h",
    "stdarg.h",
    "stdatomic.h",
    "stdbool.h",
    "stddef.h",
    "stdint.h",
    "stdio.h",
    "stdlib.h",
    "string.h",
    "strings.h",
    "sys/mman.h",
    "sys/socket.h",
    "sys/stat.h",
    "sys/time.h",
    "sys/types.h",
    "sys/uio.h",
    "sys/wait.h",
    "tgmath.h",
    "threads.h",
    "time.h",
    "unistd.h",
    "wchar.h",
    "wctype.h",
];

/// The output of `cc -E`; `None` where there is no compiler.
fn preprocess(source: &str, options: &[&str]) -> Option<String> {
    let mut child = Command::new("cc")
        .args(["-E", "-x", "c"])
        .args(options)
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(source.as_bytes()).ok()?;
    let out = child.wait_with_output().ok()?;
    out.status.success().then(|| String::from_utf8_lossy(&out.stdout).into_owned())
}

#[test]
fn headers_give_no_messages() {
    let source: String = HEADERS.iter().map(|h| format!("#include <{h}>\n")).collect();
    for flags in [&[][..], &["-D_GNU_SOURCE"][..], &["-O2"][..]] {
        let Some(text) = preprocess(&source, flags) else { return };
        let options = Options { check_system_headers: true, ..Options::default() };
        let r = run_with(&text, Dialect::default(), &options);
        assert!(r.messages.is_empty(), "{flags:?}: {:#?}", &r.messages[..r.messages.len().min(20)]);
        assert!(!r.analysis.has_upc);
    }
}

/// With every body taken for user code, the inline functions of the headers must check too.
#[test]
fn inline_functions_check() {
    let source: String = HEADERS.iter().map(|h| format!("#include <{h}>\n")).collect();
    let Some(text) = preprocess(&source, &["-D_GNU_SOURCE", "-O2"]) else { return };
    let plain: String =
        text.lines().filter(|l| !l.starts_with('#')).map(|l| format!("{l}\n")).collect();
    let dialect = Dialect::plain_c();
    let options = Options { analyse_all: true, ..Options::default() };
    let r = run_with(&plain, dialect, &options);
    assert!(r.messages.is_empty(), "{:#?}", &r.messages[..r.messages.len().min(20)]);
}

const LAYOUTS: &str = "
#include <stdio.h>
#include <sys/stat.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
struct A { char c; int b1 : 3; int b2 : 30; short s; unsigned long long w : 40; char d; };
struct B { char c; long double x; } __attribute__((packed));
struct C { char c; short s __attribute__((aligned(16))); int : 0; char t; int f : 5; };
#pragma pack(push, 2)
struct D { char c; int i; long l; int b : 7; int b2 : 20; };
#pragma pack(pop)
union E { char c[7]; short s; }; struct F { int n; double tail[]; }; struct G { struct F *p; union \
E e[3]; _Bool b; _Complex float z; };
enum H { X = -1 }; enum I { Y = 1ul << 40 }; struct J { enum H h; enum I i; } \
__attribute__((aligned(32)));
typedef int al __attribute__((aligned(8))); struct K { char c; al a; }; struct L { char c; \
_Alignas(16) char d; __int128 w; _Float128 q; };
struct M { unsigned char a : 4, b : 6; unsigned short c : 9; char : 3; long d : 50; int e : 31; } \
; struct N { int a : 1; char b : 7; } __attribute__((packed));
";

/// Structures of the library and some of our own: the compiler itself asserts our sizes and
/// offsets.
#[test]
fn layouts_agree_with_the_compiler() {
    let source = LAYOUTS;
    let Some(text) = preprocess(source, &["-D_GNU_SOURCE"]) else { return };
    let options = Options { target: Target::host(), ..Options::default() };
    let r = run_with(&text, Dialect::plain_c(), &options);
    assert!(r.messages.is_empty(), "{:?}", r.messages);
    let mut program = source.to_string();
    for tag in r.analysis.types.tags.iter() {
        let Some(name) = tag.name.filter(|_| tag.complete && !tag.opaque) else { continue };
        let kind = upc_sema::print::tag_kind_text(tag.kind);
        let name = r.names.name(name);
        program += &format!(
            "_Static_assert(sizeof({kind} {name}) == {}, \"size of {name}\");\n",
            tag.size
        );
        program += &format!(
            "_Static_assert(_Alignof({kind} {name}) == {}, \"alignment of {name}\");\n",
            tag.align
        );
        for m in tag.members.iter().filter(|m| m.bits.is_none()) {
            let Some(member) = m.name.map(|n| r.names.name(n)) else { continue };
            program += &format!(
                "_Static_assert(offsetof({kind} {name}, {member}) == {}, \"{name}.{member}\");\n",
                m.offset
            );
        }
    }
    let mut child = Command::new("cc")
        .args(["-D_GNU_SOURCE", "-fsyntax-only", "-x", "c", "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a compiler");
    child.stdin.take().expect("a pipe").write_all(program.as_bytes()).expect("the compiler reads");
    let out = child.wait_with_output().expect("the compiler ends");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let _ = Env::Dynamic;
}
