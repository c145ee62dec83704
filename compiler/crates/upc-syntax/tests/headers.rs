// SPDX-License-Identifier: Apache-2.0
//! The system's own headers, preprocessed by the system's own compilers, parse without a word.

mod common;

use std::io::Write;
use std::process::{Command, Stdio};
use upc_syntax::Dialect;

const HEADERS: &[&str] = &[
    "aio.h",
    "alloca.h",
    "argp.h",
    "arpa/inet.h",
    "assert.h",
    "byteswap.h",
    "complex.h",
    "ctype.h",
    "dirent.h",
    "dlfcn.h",
    "endian.h",
    "errno.h",
    "error.h",
    "execinfo.h",
    "fcntl.h",
    "fenv.h",
    "float.h",
    "fnmatch.h",
    "ftw.h",
    "getopt.h",
    "glob.h",
    "grp.h",
    "iconv.h",
    "inttypes.h",
    "langinfo.h",
    "libgen.h",
    "limits.h",
    "link.h",
    "locale.h",
    "malloc.h",
    "math.h",
    "netdb.h",
    "netinet/in.h",
    "netinet/tcp.h",
    "poll.h",
    "pthread.h",
    "pwd.h",
    "regex.h",
    "sched.h",
    "search.h",
    "semaphore.h",
    "setjmp.h",
    "signal.h",
    "spawn.h",
    "stdalign.h",
    "stdarg.h",
    "stdatomic.h",
    "stdbool.h",
    "stddef.h",
    "stdint.h",
    "stdio.h",
    "stdlib.h",
    "stdnoreturn.h",
    "string.h",
    "strings.h",
    "sys/epoll.h",
    "sys/ioctl.h",
    "sys/mman.h",
    "sys/param.h",
    "sys/random.h",
    "sys/resource.h",
    "sys/select.h",
    "sys/socket.h",
    "sys/stat.h",
    "sys/statvfs.h",
    "sys/syscall.h",
    "sys/time.h",
    "sys/types.h",
    "sys/uio.h",
    "sys/un.h",
    "sys/utsname.h",
    "sys/wait.h",
    "syslog.h",
    "termios.h",
    "tgmath.h",
    "time.h",
    "ucontext.h",
    "unistd.h",
    "utime.h",
    "wchar.h",
    "wctype.h",
    "linux/futex.h",
    "linux/perf_event.h",
];

/// A program that uses what the headers' macros expand to.
const USES: &str = r#"
#include <stdarg.h>
double use(int n, ...) {
  va_list ap; va_start(ap, n);
  struct point { int x, y[4]; };
  double d = va_arg(ap, double) + offsetof(struct point, y[2]) + sqrt(2.0f)
    + creal(cexp(1.0 + 2.0 * I));
  va_end(ap);
  assert(n > 0 && isalpha(n));
  if (isnan(d) || signbit(d) || isgreater(d, 1.0)) errno = EINVAL;
  _Atomic int a = 0; atomic_fetch_add(&a, 1); atomic_store_explicit(&a, 2, memory_order_release);
  fd_set set; FD_ZERO(&set); FD_SET(1, &set);
  static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_lock(&m);
  printf("%" PRIu64 "\n", (uint64_t)htons(5) + bswap_32(3) + INT64_C(5) + WEXITSTATUS(n));
  int *p = alloca(sizeof *p); (void)strdupa("x");
  pthread_cleanup_push(free, p); pthread_cleanup_pop(0);
  return TEMP_FAILURE_RETRY(read(0, p, 1)) + CMPLX(1, 2);
}
"#;

/// `cc -E` of `source`; `None` if there is no such compiler or mode.
fn preprocess(cc: &[&str], source: &str) -> Option<String> {
    let mut child = Command::new(cc[0])
        .args(&cc[1..])
        .args(["-E", "-D_GNU_SOURCE", "-x", "c", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(source.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    output.status.success().then(|| String::from_utf8(output.stdout).expect("headers are UTF-8"))
}

fn source(headers: &[&str]) -> String {
    headers.iter().map(|h| format!("#if __has_include(<{h}>)\n#include <{h}>\n#endif\n")).collect()
}

#[test]
fn glibc_headers_parse_silently() {
    for compiler in ["gcc", "clang"] {
        if preprocess(&[compiler], "").is_none() {
            continue;
        }
        let includes = source(HEADERS) + USES;
        for (mode, c23) in
            [("-std=gnu17", false), ("-std=gnu11", false), ("-std=gnu2x", true), ("-O2", false)]
        {
            let Some(text) = preprocess(&[compiler, mode], &includes) else {
                panic!("{compiler} {mode} -E failed")
            };
            for upc in [true, false] {
                let messages = common::parse(&text, Dialect { upc, c23, ..Dialect::default() });
                assert!(messages.is_empty(), "{compiler} {mode}: {messages:#?}");
            }
        }
    }
}

#[test]
fn vector_headers_parse_silently() {
    let vector: &[&str] =
        if cfg!(target_arch = "x86_64") { &["immintrin.h", "cpuid.h"] } else { &["arm_neon.h"] };
    for cc in [&["gcc", "-O2"], &["clang", "-O2"], &["gcc", "-O0"]] {
        let includes = source(vector);
        let Some(text) = preprocess(cc, &includes) else { continue };
        let messages = common::parse(&text, Dialect::default());
        assert!(messages.is_empty(), "{cc:?}: {:#?}", &messages[..messages.len().min(20)]);
    }
}
