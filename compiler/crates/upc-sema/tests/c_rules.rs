// SPDX-License-Identifier: Apache-2.0
//! Errors of C in functions that are analysed, and C that must pass.

mod support;

use support::{check, run, run_with, Env};
use upc_sema::Options;
use upc_syntax::Dialect;

const ERRORS: &str =
    "shared int x; struct P { int member; } p, *pp; void vf(void); int two(int a, int b); \
         typedef int T; int dup; const int k;
int f(int n) {
  x = undeclared; //~ error: 'undeclared' is not declared
  undeclared = 1;
  x = memeber; p.membre; //~ error: 'memeber' is not declared //~ error: no member 'membre'
  two(1); //~ error: 'two' takes 2 arguments, 1 given
  two(1, 2, 3); //~ error: 'two' takes 2 arguments, 3 given
  two(p, 1); //~ error: argument 1 of 'two'
  x = vf(); //~ error: this is void
  1 = n; //~ error: this is a value, not an object
  n++ = 2; //~ error: this is a value, not an object
  &1; //~ error: this is a value: it has no address
  pp.member; //~ error: is not a structure
  p->member; //~ error: '->' needs a pointer
  n[n]; //~ error: neither an array nor a pointer
  *n; //~ error: '*' needs a pointer
  n(); //~ error: not a function
  p + 1; //~ error: cannot be applied
  p = n; //~ error: cannot be assigned
  if (p) ; //~ error: a condition needs a scalar
  int n2; int n2; //~ error: declared twice
  switch (n) { case 1: case 2: case 1: ; } //~ error: the value 1 has two case labels
  switch (n) { case 1 ... 5: case 3: ; default: ; default: ; } //~ error: the value 3 has two //~ \
  error: a second default
  break; //~ error: break is not in a loop
  continue; //~ error: continue is not in a loop
  goto nowhere; //~ error: the label 'nowhere' is not defined
  l: ; l: ; //~ error: the label 'l' is defined twice
  int v[n] = { 1 }; //~ error: variable length
  static int st = n; //~ error: the initializer is not a constant
  struct Q q; //~ error: 'q' has the incomplete type
  k = 2; //~ error: 'k' is const
  int bad[-1]; //~ error: array bound -1 is negative
  _Static_assert(1 == 2, \"\"); //~ error: static assertion failed
  ~1.5; //~ error: '~' needs an integer
  (struct P)n; //~ error: cannot be cast
  return p; //~ error: the function returns
}
struct P { int again; }; //~ error: defined twice
struct D { int a; int a; }; //~ error: two members are called 'a'
void dup(void); //~ error: 'dup' was declared before as an object
enum { A1, A1 }; //~ error: declared twice
int unit[] = { [3] = 1, [-1] = 2 }; //~ error: index -1 is outside
";

#[test]
fn errors() {
    check(ERRORS, Env::Dynamic);
}

#[test]
fn warnings_as_gcc_12() {
    check(
        "shared int x; int *ip; char *cp; const char *ccp; long n; void vf(void); int printf(const \
         char *, ...);
int f(void) {
  x = implicit(1); //~ warning: 'implicit' is called but not declared
  implicit(2);
  ip = n; //~ warning: makes a pointer from an integer
  n = ip; //~ warning: makes an integer from a pointer
  ip = cp; //~ warning: incompatible pointer type
  cp = ccp; //~ warning: discards 'const'
  int a[2] = { 1, 2, 3 }; //~ warning: more initializers
  if (ip == n) ; //~ warning: comparison between pointer and integer
  if (ip == cp) ; //~ warning: incompatible pointers
  printf(\"%d\", 1, 2);
  return; //~ warning: return without a value
}
void g(void) { x = 1; return 3; } //~ warning: the value is lost
",
        Env::Dynamic,
    );
}

const EXTENSIONS: &str =
    "shared int x; int arr2[9]; typedef __builtin_va_list va_list; int printf(const char *, \
         ...); void *malloc(unsigned long);
struct F { int n; char tail[]; }; struct E { }; typedef int v4 __attribute__((vector_size(16)));
union U { int *i; char *c; } __attribute__((transparent_union)); void tu(union U);
_Complex double z; __int128 w; _Float128 q; int old(a, b) int a; char *b; { return x + a; }
int f(int n, ...) {
  x = 1; va_list ap; __builtin_va_start(ap, n); int i = __builtin_va_arg(ap, int); \
  __builtin_va_end(ap);
  int v = ({ int t = n; t + 1; }); void *lp = &&lab; goto *lp; lab: ;
  typeof(v) u = v ?: 3; __auto_type au = 1.5; int vla[n]; sizeof vla; char *c = malloc(3); v4 a, \
  b; a = a + b; a[0] = 1;
  switch (n) { case 1 ... 3: break; } int arr[] = { [0 ... 3] = 1, [1] = 2 }; struct E em = {}; \
  tu(c); tu(&i);
  z = 1.0 + 2.0i; __real__ z = 1; w = (__int128)1 << 100; q = w; (void)0; n ? (void)0 : (void)1; \
  void *p = c; p++; sizeof(void);
  int (*fp)(int, ...) = f; fp = &f; (*fp)(1); (****fp)(1); old(1, c); __sync_fetch_and_add(&v, 1); \
  __atomic_load_n(&v, 5);
  enum G { A, B } g = A; g = 3; g++; _Generic(n, int: 1, default: 2); __builtin_expect(n, 1); \
  extern int later; later = 1;
  __func__[0]; \"abc\"[1]; (struct F *){ 0 }; ((struct F){ 1 }).n; const char *s = __FUNCTION__; \
  _Bool bo = c; n += 1.5; c += n; c - c == 0;
  struct F *ff = c ? 0 : malloc(1); if (!c || ff) return 0; for (int k = 0; k < n; k++) { int k = \
  2; } asm(\"nop\" : \"+r\"(v) : \"r\"(i)); n[arr];
  int *restrict rp = 0; volatile int vo; const int co = 1; int const *cpp = &co; unsigned char uc \
  = 'a'; signed char *scp = (void *)&uc; long double ld = 1;
  static const char *const tab[] = { \"a\", \"b\" }; static int *sp = &arr2[3]; static void *self \
  = f; static unsigned long off = (unsigned long)&((struct F *)0)->tail;
  return n;
}
";

#[test]
fn extensions_pass() {
    check(EXTENSIONS, Env::Static(2))
}

const BODIES: &str =
    "typedef shared int *P; struct S { P p; }; struct S *get(void); shared int x; typedef \
         struct S S2;
int plain(int a) { return a + unknown_name; }
int a1(void) { return x; }
int a2(void) { return MYTHREAD; }
int a3(void) { return get() != 0; }
int a4(void) { S2 *s = 0; return s == 0; }
int a5(struct S *s) { return s->p != 0; }
void a6(void) { upc_fence; }
int plain2(void) { static int n; return n; }
";

#[test]
fn only_bodies_with_upc_are_analysed() {
    let r = run(BODIES, Env::Dynamic);
    assert!(r.messages.is_empty(), "{:?}", r.messages);
    let analysed: Vec<bool> = r
        .analysis
        .externals
        .iter()
        .filter_map(|(e, b)| {
            matches!(e, upc_syntax::ast::External::Function(_)).then_some(b.is_some())
        })
        .collect();
    assert_eq!(analysed, [false, true, true, true, true, true, true, false]);
    assert!(r.analysis.has_upc);
}

#[test]
fn system_headers_are_not_judged() {
    let r = run(
        "# 1 \"/usr/include/x.h\" 1 3\nextern int strict; int bad = undeclared; struct S { int a; \
         int a; };\nstatic inline int f(void) { return nothing; }\n# 1 \"t.upc\" 2\nint y;\n",
        Env::Dynamic,
    );
    assert!(r.messages.is_empty(), "{:?}", r.messages);
    assert!(!r.analysis.has_upc);
}

#[test]
fn deep_and_long_expressions_do_not_overflow() {
    let long = format!("shared int x; int f(void) {{ return x{}; }}\n", " + 1".repeat(20000));
    assert!(run(&long, Env::Dynamic).messages.is_empty());
    let cases: String = (0..5000).map(|i| format!("case {i}: ")).collect();
    let labels = format!(
        "shared int x; void f(void) {{ switch (x) {{ {cases} ; }} {} ; }}\n",
        "if (x) ; else ".repeat(5000)
    );
    assert!(run(&labels, Env::Dynamic).messages.is_empty());
    let sum = format!("enum {{ N = 1{} }}; int a[N == 20001 ? 1 : -1];\n", " + 1".repeat(20000));
    assert!(run(&sum, Env::Dynamic).messages.is_empty());
    let deep = format!(
        "shared int x; int f(void) {{ return {}x{}; }}\n",
        "(".repeat(300),
        ")".repeat(300)
    );
    assert!(run(&deep, Env::Dynamic).messages.is_empty());
}

const ODD_TEXTS: [&str; 28] = [
    "shared",
    "shared [",
    "int a[",
    "struct",
    "enum {",
    "int f(",
    "shared [*]",
    "int f() { upc_forall",
    "x = 1;",
    "struct S { struct S s; };",
    "typedef T T;",
    "int a[sizeof a];",
    "enum E { A = sizeof(enum E) };",
    "union { } u = { 1 };",
    "int x = { };",
    "int a[][] = { 1 };",
    "void v = 1;",
    "shared int f[THREADS](void);",
    "int (*f)[] = { { 1 } };",
    "struct S { int a[]; } s[] = { { { 1 } } };",
    "int a[0xffffffffffffffff]; int b[sizeof a];",
    "int f(void) { case 1: ; }",
    "int f(void) { return ({ }); }",
    "int x = 1 << 200; int y = 1 / 0; int z[1 / 0];",
    "char c[] = { };",
    "shared [99999999999999999999999999] int a;",
    "int f(x) { }",
    "int f(void) { f.x; f->y; f[1]; sizeof f; f++; }",
];

#[test]
fn odd_texts_do_not_panic() {
    for text in ODD_TEXTS {
        run(text, Env::Dynamic);
        run(text, Env::Pthreads);
    }
}

#[test]
fn user_names_do_not_reach_into_system_headers() {
    let r = run(
        "shared int n;\n# 1 \"/usr/include/x.h\" 1 3\nstatic inline int f(int n) { return n; }\n# \
         1 \"t.upc\" 2\nint g(int n) { return n; }\n",
        Env::Dynamic,
    );
    let analysed: Vec<bool> = r.analysis.externals.iter().map(|(_, body)| body.is_some()).collect();
    assert_eq!(analysed, [false, false, true]);
}

#[test]
fn storage_classes_of_compound_literals() {
    let source = "shared int s; struct P { int a, *b; };
const struct P *file = &(static const struct P){ 1, &(static int){ 2 } };
shared int **to_shared = &(shared int *){ &s };
int f(int n) {
  int *p = &(static int){ 3 }; const int *q = (const static int[]){ 1, 2 };
  p = &(static _Thread_local int){ 4 };
  n = (register int){ n } + sizeof (static int){ 3 };
  static int *r = &(static int){ 5 };
  static int *t = &(int){ 5 }; //~ error: the initializer is not a constant
  return s + *p + *q + *r + n + (static int)n; //~ error: 'static' cannot stand in a type name
}";
    check(source, Env::Dynamic);
    check(source, Env::Pthreads);
}

#[test]
fn constexpr_compound_literals_are_constants() {
    let source = "shared [(constexpr int){ 4 }] int a[4 * THREADS]; shared [4] int *same = a;
const int *p = &(constexpr int){ 4 };
int f(int n) { int *q = &(constexpr int){ 4 }; return MYTHREAD + sizeof (constexpr int){ n }; }";
    let r = run_with(source, Dialect { c23: true, ..Dialect::default() }, &Options::default());
    let found: Vec<String> = r.messages.iter().map(|(line, m)| format!("{line}: {m}")).collect();
    assert_eq!(found, ["3: error: the initializer is not a constant"]);
}
