// SPDX-License-Identifier: Apache-2.0
//! The trees that programs parse to.

mod common;

use upc_syntax::Dialect;

/// Checks the dump of one line of UPC at file scope.
#[track_caller]
fn unit(text: &str, expected: &str) {
    assert_eq!(common::dump(text, Dialect::default()).trim_end(), expected);
}

/// Checks the dump of statements in a function after some declarations.
#[track_caller]
fn body(statements: &str, expected: &[&str]) {
    let text = format!(
        "typedef int T; shared int *p; shared [4] int a[40]; void f(void) {{ {statements} }}"
    );
    let dump = common::dump(&text, Dialect::default());
    let body: Vec<&str> =
        dump.lines().skip_while(|l| !l.contains("(block")).skip(1).map(str::trim).collect();
    let joined = body.join(" ");
    assert_eq!(joined.strip_suffix("))").unwrap_or(&joined), expected.join(" "));
}

#[test]
fn declarators() {
    unit("int *(*f)(int), *a[3], (*b)[3];", "(decl int f * (fn (decl int _)) * a [3] * b * [3])");
    unit("char **const *p;", "(decl char p * const * *)");
    unit(
        "void (*signal(int sig, void (*fn)(int)))(int);",
        "(decl void signal (fn (decl int sig) (decl void fn * (fn (decl int _)))) * (fn (decl int \
         _)))",
    );
    unit(
        "typedef int T; int f(int (T)), g(int T), h(T T);",
        "(decl typedef int T)\n(decl int f (fn (decl int _ (fn (decl T _)))) g (fn (decl int T)) h \
         (fn (decl T T)))",
    );
    unit(
        "int f(), g(void), h(int, ...);",
        "(decl int f (fn kr) g (fn (decl void _)) h (fn (decl int _) ...))",
    );
    unit(
        "int f(int n, int a[static const n], int [*]);",
        "(decl int f (fn (decl int n) (decl int a [const n]) (decl int _ [*])))",
    );
}

#[test]
fn shared_and_its_layouts() {
    unit("shared int x[5];", "(decl shared int x [5])");
    unit("shared [] int *p;", "(decl shared[] int p *)");
    unit("shared [*] strict int x[8*THREADS];", "(decl shared[*] strict int x [(* 8 THREADS)])");
    unit("int strict shared [2+1] const x;", "(decl shared[(+ 2 1)] strict const int x)");
    unit("shared [5] int *shared [2] r[THREADS];", "(decl shared[5] int r [THREADS] shared[2] *)");
    unit("int n = sizeof(int shared [10]);", "(decl int (= n (sizeof (type shared[10] int))))");
    unit(
        "void f(int *shared [5], int a[shared [2] 4]);",
        "(decl void f (fn (decl int _ shared[5] *) (decl int a [shared[2] 4])))",
    );
    unit(
        "struct S { shared [4] int *p; int b : 3, : 0; };",
        "(decl (struct S\n  (decl shared[4] int p *)\n  (decl int b :3 _ :0)))",
    );
}

#[test]
fn type_specifiers() {
    unit(
        "unsigned long int long x; long double y; double _Complex z; short unsigned w;",
        "(decl ullong x)\n(decl ldouble y)\n(decl (complex double) z)\n(decl ushort w)",
    );
    unit(
        "_Complex c; __int128 i; _Float128 _Complex q; unsigned __int128 u;",
        "(decl (complex double) c)\n(decl int128 i)\n(decl (complex _Float128) q)\n(decl uint128 \
         u)",
    );
    unit(
        "_Atomic(int *) a; _Atomic int b; typeof(a) c; typeof(int[3]) d;",
        "(decl (_Atomic (type \
        int _ *)) a)\n(decl _Atomic int b)\n(decl (typeof a) c)\n(decl (typeof (type int _ [3])) \
        d)",
    );
    unit("enum E { A, B = 2, C, } e;", "(decl (enum E A B=2 C) e)");
}

#[test]
fn attributes_and_types_of_the_compiler() {
    unit("typedef __Int8x8_t v8;", "(decl typedef __Int8x8_t v8)");
    unit(
        "int x __attribute__((__aligned__(16), unused)), y __asm__(\"z\");",
        "(decl int x (attr aligned 16) (attr unused) y (label __asm__(\"z\")))",
    );
    unit(
        "typedef int v4 __attribute__((vector_size(4 * sizeof(int))));",
        "(decl typedef int v4 (attr vector_size (* 4 (sizeof (type int)))))",
    );
}

#[test]
fn system_headers_may_use_types_of_the_compiler() {
    let text = "# 1 \"/usr/include/v.h\" 1 3\nint g(v2_t a, v2_t *b);\n# 2 \"t.upc\" 2\nv2_t v;\n";
    unit(text, "(decl int g (fn (decl v2_t a) (decl v2_t b *)))\n(decl v2_t v)");
}

#[test]
fn functions() {
    unit("main() { return 0; }", "(function <implicit> main (fn kr)\n  (block\n    (return 0)))");
    unit(
        "int f(a, b) int a; char *b; { return a; }",
        "(function int f (fn kr a b)\n  (decl int a)\n  (decl char b *)\n  (block\n    (return \
         a)))",
    );
    unit(
        "static inline int (*g(void))(int) { }",
        "(function static inline int g (fn (decl void _)) * (fn (decl int _))\n  (block))",
    );
    unit(
        "typedef int T; void f(int T) { T * 3; }",
        "(decl typedef int T)\n(function void f (fn (decl int T))\n  (block\n    (expr (* T 3))))",
    );
    unit(
        "__extension__ typedef long q; ; asm(\"nop\"); _Static_assert(1, \"x\");",
        "(decl typedef long q)\n(empty)\n(asm asm(\"nop\");)\n(static-assert 1)",
    );
}

#[test]
fn typedef_names_follow_scopes() {
    body(
        "T x; { int T = 1; T * x; } T * y;",
        &["(decl T x)", "(block (decl int (= T 1)) (expr (* T x)))", "(decl T y *)"],
    );
    body(
        "for (int T = 0; T < 3; T++) T * 2; (T)1;",
        &["(for (decl int (= T 0)) (< T 3) (post++ T) (expr (* T 2)))", "(expr (cast (type T) 1))"],
    );
    body("enum { T }; T + 1;", &["(decl (enum T))", "(expr (+ T 1))"]);
    body("T: goto T;", &["(label T (goto T))"]);
}

#[test]
fn expressions() {
    body(
        "a[1] = x ? y : z, w += -1 * 2 + 3 << 1;",
        &["(expr (, (= (index a 1) (? x y z)) (+= w (<< (+ (* (- 1) 2) 3) 1))))"],
    );
    body(
        "sizeof (T){1}; sizeof(T) + 1; sizeof x++; sizeof (x)[0];",
        &[
            "(expr (sizeof (literal (type T) (init 1))))",
            "(expr (+ (sizeof (type T)) 1))",
            "(expr (sizeof (post++ x)))",
            "(expr (sizeof (index (paren x) 0)))",
        ],
    );
}

#[test]
fn pointers_and_upc_sizes() {
    body(
        "upc_blocksizeof(a) + upc_localsizeof(shared [2] int [4]) - upc_elemsizeof a;",
        &["(expr (- (+ (upc_blocksizeof (paren a)) (upc_localsizeof (type shared[2] int _ [4]))) \
            (upc_elemsizeof a)))"],
    );
    body(
        "p->x.y; (shared [] T *)&a[3]; *p++; !~-x; x ?: y;",
        &[
            "(expr (. (-> p x) y))",
            "(expr (cast (type shared[] T _ *) (& (index a 3))))",
            "(expr (* (post++ p)))",
            "(expr (! (~ (- x))))",
            "(expr (? x y))",
        ],
    );
}

#[test]
fn gnu_expressions() {
    body(
        "({ int i = 1; i; }); &&l; \"a\" L\"b\"; __func__;",
        &[
            "(expr (stmt-expr (block (decl int (= i 1)) (expr i))))",
            "(expr (&& l))",
            "(expr \"a\" L\"b\")",
            "(expr __func__)",
        ],
    );
    body(
        "__builtin_va_arg(ap, T *); __builtin_offsetof(struct s, a.b[2]); __builtin_bit_cast(T, \
        x); __builtin_expect(x, 1);",
        &[
            "(expr (va_arg ap (type T _ *)))",
            "(expr (offsetof (type (struct s)) .a .b (at 2)))",
            "(expr (builtin __builtin_bit_cast (type T) x))",
            "(expr (call __builtin_expect x 1))",
        ],
    );
    body(
        "_Generic(x, T: 1, default: 2); MYTHREAD + THREADS; a < b && c | d || e;",
        &[
            "(expr (generic x (type T) 1 default 2))",
            "(expr (+ MYTHREAD THREADS))",
            "(expr (|| (&& (< a b) (| c d)) e))",
        ],
    );
}

#[test]
fn initialisers() {
    body(
        "struct s v = { .a = 1, .b[2] = { 3, }, x: 4, [0 ... 3] = 5, {} };",
        &["(decl (struct s) (= v (init .a 1 .b (at 2) (init 3) .x 4 (range 0 3) 5 (init))))"],
    );
}

#[test]
fn statements() {
    body("if (a) b; else if (c) d; else e;", &["(if a (expr b) (if c (expr d) (expr e)))"]);
    body(
        "switch (x) { case 1: case 2 ... 4: break; default:; l: }",
        &["(switch x (block (case 1 (case 2 4 (break))) (default (empty)) (label l (empty))))"],
    );
    body(
        "do x--; while (x); for (;;) continue; while (1) ;",
        &["(do-while x (expr (post-- x)))", "(for - - - (continue))", "(while 1 (empty))"],
    );
}

#[test]
fn gnu_statements() {
    body(
        "do { x; } while (0); do x; while (0); do { if (a) break; } while (0); do { x; } while \
         (1);",
        &[
            "(do-once 0 (block (expr x)))",
            "(do-while 0 (expr x))",
            "(do-while 0 (block (if a (break))))",
            "(do-while 1 (block (expr x)))",
        ],
    );
    body(
        "asm volatile (\"x\" : [o] \"=r\"(a) , \"+m\"(b) :: \"memory\", \"cc\"); asm goto (\"\" \
         :::: l); asm(\"\");",
        &["(asm a b)", "(asm)", "(asm)"],
    );
    body(
        "__label__ u, v; goto *q; __attribute__((fallthrough)); [[maybe_unused]] int z;",
        &[
            "(local-labels __label__ u, v;)",
            "(goto* q)",
            "(passed)",
            "(decl int (attr maybe_unused) z)",
        ],
    );
    body(
        "\n#pragma omp parallel\nx;\nif (y)\n#pragma unroll\nz;\n",
        &["(passed)", "(expr x)", "(if y (block (passed) (expr z)))"],
    );
}

#[test]
fn upc_statements() {
    body(
        "upc_barrier; upc_barrier 5; upc_notify x + 1; upc_wait; upc_fence;",
        &["(upc_barrier)", "(upc_barrier 5)", "(upc_notify (+ x 1))", "(upc_wait)", "(upc_fence)"],
    );
    body(
        "upc_forall (i = 0; i < 9; i++; &a[i]) ;",
        &["(upc_forall (= i 0) (< i 9) (post++ i) (& (index a i)) (empty))"],
    );
    body(
        "upc_forall (int i = 0; ; ; continue) { }",
        &["(upc_forall (decl int (= i 0)) - - continue (block))"],
    );
    body("upc_forall (;;;) break;", &["(upc_forall - - - - (break))"]);
}

#[test]
fn plain_c_and_c23() {
    let names = "int shared, strict = 1; void f(int relaxed) { relaxed = shared; }";
    let dump = common::dump(names, Dialect::plain_c());
    assert!(dump.starts_with("(decl int shared (= strict 1))"), "{dump}");
    let c23 = Dialect { c23: true, ..Dialect::default() };
    let dump = common::dump(
        "constexpr bool b = true; auto n = nullptr; enum E : char { A }; thread_local int t; \
         [[noreturn]] void f();",
        c23,
    );
    assert!(
        dump.starts_with("(decl constexpr _Bool (= b true))\n(decl auto <implicit> (= n nullptr))"),
        "{dump}"
    );
    let old = Dialect { c89: true, gnu: false, ..Dialect::default() };
    common::dump("int restrict, asm, typeof;", old);
}

#[test]
fn consistency_pragmas() {
    let text =
        "shared int x;\n#pragma upc strict\nint f(void) {\n#pragma upc relaxed\n x = 1;\n { \
        \n#pragma upc strict\n x = 2; }\n x = 3; }\nint g(void) { x = 4; }\n#pragma upc relaxed\n\
        int h(void) { x = 5; }\n";
    let (messages, states) = common::parse_with(text, Dialect::default(), |parser, _| {
        let at = |s: &str| parser.ast().strict_at(text.find(s).unwrap() as u32);
        ["int x", "int f", "x = 1", "x = 2", "x = 3", "x = 4", "x = 5"].map(at)
    });
    assert!(messages.is_empty(), "{messages:?}");
    assert_eq!(states, [false, true, false, true, false, true, false]);
}

#[test]
fn spans_are_exact() {
    let text = "static int  f ( int a ) { return ( a ) + 1 ; }  shared [2]  int *p , q = 3 ;";
    common::parse_with(text, Dialect::default(), |parser, externals| {
        use upc_syntax::ast::{DeclarationKind, ExprKind, External};
        let External::Function(f) = &externals[0] else { panic!("a function") };
        assert_eq!(f.span.slice(text), "static int  f ( int a ) { return ( a ) + 1 ; }");
        assert_eq!(f.body_span.slice(text), "{ return ( a ) + 1 ; }");
        assert_eq!(f.declarator.span.slice(text), "f ( int a )");
        let sum =
            parser.ast().exprs.iter().find(|e| matches!(e.kind, ExprKind::Binary { .. })).unwrap();
        assert_eq!(sum.span.slice(text), "( a ) + 1");
        let External::Declaration(id) = externals[1] else { panic!("a declaration") };
        let DeclarationKind::Plain { specs, declarators } = &parser.ast().declarations[id].kind
        else {
            panic!("plain")
        };
        assert_eq!(specs.span.slice(text), "shared [2]  int");
        assert_eq!(specs.quals.shared[0].span.slice(text), "shared [2]");
        assert_eq!(specs.type_span.slice(text), "int");
        assert_eq!(declarators[1].span.slice(text), "q = 3");
        assert_eq!(parser.ast().declarations[id].span.slice(text), "shared [2]  int *p , q = 3 ;");
    });
}

#[test]
fn bodies_are_pulled() {
    use upc_source::{Diagnostics, Interner, LineMap};
    let text = "int f(void) { broken ( ; }\nint g(void) { return THREADS; }\nint h(void) { return \
        glob; }\nint i(void) { return 1; \n#pragma upc strict\n }";
    let map = LineMap::new(text, "t.upc");
    let (mut interner, mut diags) = (Interner::new(), Diagnostics::new());
    let mut parser = upc_syntax::Parser::new(text, &map, Dialect::default(), &mut interner);
    let glob = parser.interner_mut().intern("glob");
    let mut mentions = Vec::new();
    while parser.next_external(&mut diags).is_some() {
        mentions.push(parser.body_mentions(|s| s == glob));
        parser.skip_body();
    }
    assert_eq!(mentions, [false, true, true, true]);
    assert!(diags.is_empty());
}
