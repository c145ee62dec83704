// SPDX-License-Identifier: Apache-2.0
//! Types, conversions and constants recorded for later phases.

mod support;

use support::{run, Env};
use upc_sema::print::type_text;
use upc_sema::types::QualTy;
use upc_syntax::ast::{DeclarationKind, ExprId, Initializer, StmtKind};

/// The types of the expression statements of the last function, in order, with conversions as `type
/// -> type`.
fn types_of(source: &str, env: Env) -> Vec<String> {
    let r = run(source, env);
    assert!(r.messages.is_empty(), "{:?}", r.messages);
    let body = r.analysis.externals.iter().rev().find_map(|(_, b)| *b).expect("an analysed body");
    let StmtKind::Compound(list) = &r.analysis.ast.stmts[body].kind else { panic!("a block") };
    let show = |t: QualTy| type_text(&r.analysis.types, &r.names, t);
    let text = |e: ExprId| {
        let own = r.analysis.unit.expr_ty[e].map(show).unwrap_or_default();
        match r.analysis.unit.converted.get(&e) {
            Some(&to) => format!("{own} -> {}", show(to)),
            None => own,
        }
    };
    let mut found = Vec::new();
    for &s in list {
        match &r.analysis.ast.stmts[s].kind {
            StmtKind::Expr(e) => found.push(text(*e)),
            StmtKind::Return(Some(e)) => found.push(text(*e)),
            StmtKind::Declaration(d) => {
                if let DeclarationKind::Plain { declarators, .. } =
                    &r.analysis.ast.declarations[*d].kind
                {
                    for d in declarators {
                        if let Some(Initializer::Expr(e)) = d.init {
                            found.push(text(e));
                        }
                    }
                }
            }
            _ => {}
        }
    }
    found
}

#[test]
fn accesses_keep_qualifiers_and_block_sizes() {
    let source = "
struct S { int x; double d[4]; struct S *next; unsigned b : 3; };
shared [4] int a[4*THREADS][8];
shared struct S s;
strict shared const int c;
shared [] int *p;
shared [3] struct S *q;
int f(void) {
  a; a[1]; a[1][2]; &a; &a[1]; &a[1][2]; *a;
  s.x; &s.x; s.d; s.d[1]; &s.d; s.next; s.next->x; s.b;
  c; &c; p; *p; p[2]; p + 1; q->x; &q->d[2]; q - q; (*q).d;
}
";
    assert_eq!(
        types_of(source, Env::Dynamic),
        [
            "shared [4] int [4*THREADS][8]",
            "shared [4] int [8]",
            "shared [4] int",
            "shared [4] int (*)[4*THREADS][8]",
            "shared [4] int (*)[8]",
            "shared [4] int *",
            "shared [4] int [8]",
            "shared [] int",
            "shared [] int *",
            "shared [] double [4]",
            "shared [] double",
            "shared [] double (*)[4]",
            "shared [] struct S *",
            "int",
            "shared [] unsigned int",
            "strict shared const int",
            "strict shared const int *",
            "shared [] int *",
            "shared [] int",
            "shared [] int",
            "shared [] int *",
            "shared [] int",
            "shared [] double *",
            "long",
            "shared [] double [4]",
        ]
        .map(|t| if t == "shared [] struct S *" { "struct S *shared []" } else { t })
    );
}

#[test]
fn conversions_between_pointers_to_shared() {
    let source = "
shared int a[THREADS];
shared [2] int *b;
void g(shared void *);
shared void *any(void);
shared [2] int *f(int n) {
  shared void *v = a;
  shared int *p = any();
  shared const int *r = p;
  shared int *z = 0;
  int *l = (int *)p;
  return 0;
}
";
    assert_eq!(
        types_of(source, Env::Dynamic),
        [
            "shared int [THREADS] -> shared void *",
            "shared void * -> shared int *",
            "shared int * -> shared const int *",
            "int -> shared int *",
            "int *",
            "int -> shared [2] int *",
        ]
    );
}

#[test]
fn arithmetic_types() {
    let source = "
shared char c; unsigned short s; float x; long double y; struct B { unsigned u : 5; unsigned long \
w : 40; } b;
enum E { A, Z = 3000000000u } e;
void f(void) {
  c + c; s << 1l; x + 1; x + 2.0; y * x; b.u + 0; ~s; !c; -c; 1 ? c : 2u; THREADS; MYTHREAD + 1ul; \
  sizeof c; 'a'; L'a';
  1 ? &c : (shared void *)0; 1 ? 0 : &c; (c, s); c += 2; s++; A; (e, Z);
}
";
    assert_eq!(
        types_of(source, Env::Dynamic),
        [
            "int",
            "int",
            "float",
            "double",
            "long double",
            "int",
            "int",
            "int",
            "int",
            "unsigned int",
            "int",
            "unsigned long",
            "unsigned long",
            "int",
            "int",
            "shared void *",
            "shared char *",
            "unsigned short",
            "char",
            "unsigned short",
            "int",
            "unsigned int",
        ]
    );
}

/// Values of the enumerators of a program.
fn constants(source: &str, env: Env) -> Vec<i128> {
    let r = run(source, env);
    assert!(r.messages.is_empty(), "{:?}", r.messages);
    let mut values: Vec<(u32, i128)> = Vec::new();
    for d in r.analysis.unit.decls.iter() {
        if let upc_sema::unit::DeclKind::Enumerator(v) = d.kind {
            values.push((d.span.start, v));
        }
    }
    values.sort_unstable();
    values.into_iter().map(|(_, v)| v).collect()
}

#[test]
fn constant_expressions() {
    let source = "
struct P { char c; long l; int a[3]; shared [2] int *p; } ;
typedef int V __attribute__((vector_size(16)));
enum {
  A = sizeof(struct P), B = __builtin_offsetof(struct P, a[2]), C = (long)&((struct P *)0)->l, D = \
  -1 < 0u, E = -7 / 2,
  F = (unsigned char)300, G = 1 ? 2 : 1/0, H = sizeof(V), I = (int)2.9, J = 0xffffffff >> 31, K = \
  sizeof \"abc\" \"d\",
  L = _Alignof(struct P), M = 5 % -3, N = !0.5, O = __builtin_choose_expr(0, 1, 7), P1 = 'a' == 97,
  Q = __builtin_types_compatible_p(int, const int), R = _Generic(1u, int: 1, unsigned: 2, default: \
  3), S = sizeof(shared int *),
  T = sizeof(shared void *), U = (1ull << 40) / UPC_MAX_BLOCK_SIZE, V1 = sizeof(long double)
};";
    assert_eq!(
        constants(source, Env::Dynamic),
        [48, 24, 8, 0, -3, 44, 2, 16, 2, 1, 5, 16, 2, 0, 7, 1, 1, 2, 8, 16, 1, 16]
    );
}

#[test]
fn upc_sizes_are_constants_in_both_environments() {
    let source = "
shared [3] double a[10*THREADS]; shared [] char b[7]; shared short c; shared [*] int d[5*THREADS]; \
shared [4] int m[THREADS][3];
shared [2] int *p;
enum {
  A = upc_localsizeof(a), B = upc_blocksizeof(a), C = upc_elemsizeof(a), D = upc_localsizeof(b), E \
  = upc_blocksizeof(b),
  F = upc_blocksizeof(c), G = upc_localsizeof(c), H = upc_blocksizeof(d), I = upc_elemsizeof(m), J \
  = upc_blocksizeof(*p),
  K = upc_blocksizeof(shared [5] int), L = upc_localsizeof(shared int [3*THREADS]), M = sizeof b
};";
    let dynamic = [96, 3, 8, 7, 0, 1, 2, 5, 4, 2, 5, 12, 7];
    assert_eq!(constants(source, Env::Dynamic), dynamic);
    let fixed = constants(source, Env::Static(4));
    assert_eq!((fixed[0], fixed[7]), (96, 5));
    let stat =
        "shared [*] int x[10]; enum { A = upc_blocksizeof(x), B = sizeof x, C = THREADS * 2 };";
    assert_eq!(constants(stat, Env::Static(4)), [3, 40, 8]);
}

#[test]
fn initializers_complete_arrays() {
    let source = "
int a[] = { 1, [5] = 2, 3 }; char s[] = \"abc\"; char t[] = { \"ab\" }; struct Q { int x, y; } q[] \
= { 1, 2, 3, { 4 }, [7].y = 2 };
int m[][2] = { 1, 2, 3 }; int r[] = { [2 ... 4] = 1 }; const char *names[] = { \"x\", \"y\" };
struct N { union { int i; char c[4]; }; struct { struct { int u, v; } in[2]; }; } n[] = { { .c = \
\"ab\", .in[1].v = 3 }, { 1, 2, 3, 4, 5 } };
enum { A = sizeof a, B = sizeof s, C = sizeof t, D = sizeof q, E = sizeof m, F = sizeof r, G = \
sizeof names, H = sizeof n };";
    assert_eq!(constants(source, Env::Dynamic)[..7], [28, 4, 3, 64, 16, 20, 16]);
}

#[test]
fn constexpr_objects_are_constants() {
    let source = "
constexpr int K = 3; static constexpr unsigned char wrapped = 300 - 45; constexpr double half = 0.5;
shared [K] int a[K * THREADS]; int n[K + 1];
enum { A = K + 1, B = wrapped, C = (int)(half * 4), D = upc_blocksizeof(a), E = sizeof n };
int f(void) { constexpr int K = 7; enum { F = K }; return a[0] + F; }";
    let dialect = upc_syntax::Dialect { c23: true, ..upc_syntax::Dialect::default() };
    let r = support::run_with(source, dialect, &upc_sema::Options::default());
    assert!(r.messages.is_empty(), "{:?}", r.messages);
    let value = |d: &upc_sema::unit::Decl| match d.kind {
        upc_sema::unit::DeclKind::Enumerator(v) => Some(v),
        _ => None,
    };
    let values: Vec<i128> = r.analysis.unit.decls.iter().filter_map(value).collect();
    assert_eq!(values, [4, 255, 2, 3, 16, 7]);
}

#[test]
fn typeof_unqual_drops_every_qualifier() {
    let source = "
shared [4] const int a[4*THREADS]; const volatile long c = 1;
int f(void) {
  __typeof_unqual__(a[0]) p = 1; __typeof_unqual__(c) q = 2; __typeof_unqual__(&a[0]) r = 0; \
  __typeof_unqual__(const char) s = 's';
  p; q; r; s; __builtin_types_compatible_p(__typeof_unqual__(a[0]), int); return 0;
}";
    let types = types_of(source, Env::Dynamic);
    assert_eq!(types[4..8], ["int", "long", "shared [4] const int *", "char"]);
}
