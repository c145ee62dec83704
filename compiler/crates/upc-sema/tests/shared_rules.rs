// SPDX-License-Identifier: Apache-2.0
//! Constraints of UPC 1.3 on declarations and expressions: each program with its messages.

mod support;

use support::{check, Env};

fn both(source: &str) {
    check(source, Env::Dynamic);
    check(source, Env::Static(4));
}

#[test]
fn places_of_shared() {
    both(
        "struct A { shared int x; }; //~ error: a member of a structure or union cannot be shared
struct B { int * shared p; }; //~ error: a member of a structure or union cannot be shared
struct C { shared int a[THREADS]; }; //~ error: a member of a structure or union cannot be shared
struct D { shared [4] int *p; strict shared int *q; };
void f(shared int x) { } //~ error: a parameter cannot be shared
void g(shared int a[12], shared [3] int b[], shared int *c);
shared int h(void); //~ error: a function's result cannot be shared
shared int *k(void);
register shared int r; //~ error: a register variable cannot be shared
void body(void) {
  shared int x; //~ error: an automatic variable cannot be shared
  shared int * shared q; //~ error: an automatic variable cannot be shared
  shared [] int a[3]; //~ error: an automatic array cannot have shared elements
  static shared int s; extern shared int e; shared int *p;
  register shared int rr; //~ error: a register variable cannot be shared
  for (shared int i = 0; ; ) ; //~ error: a loop variable cannot be shared
  (shared int){1}; //~ error: a compound literal cannot be shared
  (shared int)1; //~ error: a cast to the shared type
  sizeof(shared int);
}
shared [5] int * shared [2] w[THREADS];
shared int (*pa)[3];
",
    );
}

const LAYOUT_QUALIFIERS: &str = "shared [-1] int a[THREADS]; //~ error: block size -1 is negative
int n;
shared [n] int b[THREADS]; //~ error: block size is not an integer constant
shared [2.0] int c[THREADS]; //~ error: block size is not an integer constant
shared [MYTHREAD] int c2[THREADS]; //~ error: block size is not an integer constant
shared [2*3] int d[THREADS]; shared [sizeof(int)] int e[THREADS]; shared [(int)2.5] int e2[THREADS];
shared [UPC_MAX_BLOCK_SIZE] char *f;
shared [UPC_MAX_BLOCK_SIZE+1] char *g; //~ error: exceeds UPC_MAX_BLOCK_SIZE
strict relaxed shared int h; //~ error: both 'strict' and 'relaxed'
typedef strict shared int SI; relaxed SI h2; //~ error: both 'strict' and 'relaxed'
shared int * strict relaxed shared h3; //~ error: both 'strict' and 'relaxed'
shared [2] shared [3] int i[THREADS]; //~ error: two block sizes, 2 and 3
shared [2] shared [2] int i2[THREADS];
typedef shared [2] int T2; shared [3] T2 j[THREADS]; //~ error: two block sizes, 2 and 3
shared T2 j2[THREADS];
int * shared [2] shared [4] j3[THREADS]; //~ error: two block sizes, 2 and 4
strict int k; //~ error: 'strict' without 'shared'
typedef shared int SH; strict SH k2; int strict shared [2] const k3[THREADS];
shared [*] int *l; //~ error: 'shared [*]' in a pointer type
typedef shared [*] int TS[10*THREADS]; //~ error: 'shared [*]' in a typedef
shared [2] void *m; //~ error: 'shared void' cannot have a block size
shared [] void *m2; //~ error: 'shared void' cannot have a block size
shared void *m3; shared const void *m4; strict shared void *m5;
shared [3] int y; shared [*] int one;
extern shared [*] int open[]; //~ error: 'shared [*]' needs an array of known length
extern shared [3] int open2[];
";

#[test]
fn layout_qualifiers() {
    both(LAYOUT_QUALIFIERS);
}

#[test]
fn star_above_the_limit() {
    check(
        "shared [*] char x[(UPC_MAX_BLOCK_SIZE+1)*THREADS]; //~ error: exceeds \
        UPC_MAX_BLOCK_SIZE //~ error: bytes on each thread; the limit is\n",
        Env::Static(4),
    );
    check(
        "shared [*] char x[(UPC_MAX_BLOCK_SIZE+1)*THREADS]; //~ error: exceeds \
        UPC_MAX_BLOCK_SIZE //~ error: bytes on each thread; the limit is\n",
        Env::Dynamic,
    );
}

const BOUNDS: &str = "
shared int a1[THREADS], a2[7*THREADS], a3[THREADS*(3*5)], a4[THREADS][8], a5[8][THREADS], \
a6[(THREADS)];
shared [4] int b1[4*THREADS]; shared [*] int b2[9*THREADS]; shared [3] int b3[THREADS][5];
shared [] int c1[12];
shared int d1[12]; //~ error: shared array without THREADS
shared [3] int d2[12]; //~ error: shared array without THREADS
shared [*] int d3[12]; //~ error: shared array without THREADS
shared int e1[THREADS+4]; //~ error: THREADS may only be multiplied
shared int e2[THREADS*2*3]; //~ warning: THREADS is multiplied by more than one factor
shared int f2[2*(3*(THREADS))]; //~ warning: more than one factor
shared [6] int f3[5][THREADS*2*3][4]; //~ warning: more than one factor
shared [*] int f4[2*THREADS*3]; //~ warning: more than one factor
shared [6] int f4[THREADS*6];
shared [18] int f5[3][THREADS*6]; extern shared [*] int f5[3][THREADS*3*2]; //~ warning: more than \
one factor
typedef shared int F6[2*THREADS*2]; //~ warning: more than one factor
shared int (*f7)[2*THREADS*2]; //~ warning: more than one factor
void f8(shared int (*p)[2*THREADS*2]); //~ warning: more than one factor
shared int f9[THREADS*2*THREADS]; //~ error: THREADS is used twice
shared int f10[2*(THREADS+1)*3]; //~ error: THREADS may only be multiplied
shared int f11[2*THREADS*-3]; //~ error: the factor of THREADS is not positive
shared int f12[THREADS*4294967296*4294967296]; //~ error: the factor of THREADS is too large
shared [] int f13[THREADS*2*2]; //~ warning: more than one factor //~ error: THREADS in the bound \
of an array of indefinite block size
F6 f14[THREADS]; //~ error: THREADS in two dimensions
_Static_assert(upc_localsizeof(f3) == 480 && upc_blocksizeof(f4) == 6 && upc_localsizeof(F6) == \
16, \"\");
shared int e3[THREADS*THREADS]; //~ error: THREADS is used twice
shared int e4[THREADS][2*THREADS]; //~ error: THREADS in two dimensions
shared int e5[2*THREADS/2]; //~ error: THREADS may only be multiplied
shared int e6[THREADS*0]; //~ error: the factor of THREADS is not positive
shared int e7[-1*THREADS]; //~ error: the factor of THREADS is not positive
shared int e8[(int)THREADS]; //~ error: THREADS may only be multiplied
int n; shared int e9[n*THREADS]; //~ error: the factor of THREADS is not a constant
shared [] int f1[THREADS]; //~ error: THREADS in the bound of an array of indefinite block size
typedef shared int R[THREADS]; R g1[3];
R g2[THREADS]; //~ error: THREADS in two dimensions
shared int (*p1)[12]; shared int (*p2)[THREADS];
shared int (**p3)[THREADS][THREADS]; //~ error: THREADS in two dimensions
typedef shared int (*t)[THREADS][5][THREADS]; //~ error: THREADS in two dimensions
int priv[THREADS]; //~ error: THREADS is not a constant here
enum { E = THREADS }; //~ error: THREADS is not a constant in the value of an enumerator
struct BF { int b : THREADS; }; //~ error: THREADS is not a constant in the width of a bit-field
extern shared int open[];
int s[sizeof(a1)]; //~ error: array bound is not an integer constant
int s2[sizeof(c1)]; int s3[upc_localsizeof(a1)];
int x = THREADS; //~ error: THREADS is not a constant
void f(shared int q[12], int v[THREADS]) {
  int w[THREADS]; int w2[2*THREADS+1]; static int sv[THREADS]; //~ error: THREADS is not a \
  constant here
  switch (n) { case THREADS: ; } //~ error: THREADS is not a constant in the value of a case label
  (shared int (*)[THREADS][THREADS])0; //~ error: THREADS in two dimensions
  sizeof(shared int [10]);
}
";

#[test]
fn dynamic_threads_in_bounds() {
    let source = BOUNDS;
    check(source, Env::Dynamic);
}

#[test]
fn static_threads_is_a_constant() {
    let source = "
shared int d1[12], e1[THREADS+4], e2[THREADS*2*3], e3[THREADS*THREADS], e4[THREADS][2*THREADS], \
e5[2*THREADS/2];
shared [] int f1[THREADS]; int priv[THREADS]; enum { E = THREADS }; struct BF { int b : THREADS; };
typedef shared int R[THREADS]; R g2[THREADS]; int s[sizeof(d1)]; int x = THREADS; shared [THREADS] \
int l[THREADS];
void f(int n) { switch (n) { case THREADS: ; } }
int m[MYTHREAD]; //~ error: array bound is not an integer constant
";
    check(source, Env::Static(4));
}

#[test]
fn redeclarations_agree_in_block_size() {
    both(
        "extern shared [2] int a[]; shared [2] int a[2*THREADS];
extern shared [2] int b[2*THREADS];
shared [3] int b[2*THREADS]; //~ error: 'b' is declared
void f(shared [2] int **p);
void f(shared int **p); //~ error: 'f' is declared
extern shared int *c; extern shared [1] int *c; extern shared [] int *d; extern shared [0] int *d;
",
    );
}

const CONVERSIONS: &str =
    "shared int *c; shared [2] int *b; shared [] int *i; shared void *v; int *l; void *lv; int \
         n; shared [2] int **pp;
shared char *sc; struct S; shared struct S *inc; struct T { int f; }; shared struct T st;
void take(shared int *p); void takev(shared void *p); void takepp(shared int **p);
shared int *ret1(void) { return l; } //~ error: the function returns
int *ret2(void) { return c; } //~ error: the function returns
void f(void) {
  c = v; v = c; b = v; v = b; c = 0; c = (void *)0; v = 0;
  c = b; //~ error: cannot be assigned
  c = i; //~ error: cannot be assigned
  c = l; //~ error: cannot be assigned
  l = c; //~ error: cannot be assigned
  lv = c; //~ error: cannot be assigned
  v = l; //~ error: cannot be assigned
  c = 1; //~ error: cannot be assigned
  n = c; //~ error: cannot be assigned
  c = sc; //~ error: cannot be assigned
  c = &st.f; //~ error: cannot be assigned
  i = &st.f; l = (int *)c; lv = (void *)v; c = (shared int *)b; b = (shared [2] int *)v; c = \
  (shared int *)0;
  (shared int *)l; //~ error: a pointer to private data
  (shared int *)n; //~ error: cannot become a pointer to shared data
  (shared int **)(int **)0; //~ error: adds 'shared'
  take(l); //~ error: argument 1 of 'take'
  take(b); //~ error: argument 1 of 'take'
  take(v); take(0); takev(b); takev(c);
  takepp(pp); //~ error: argument 1 of 'takepp'
  shared int *x = l; //~ error: cannot be initialized
  n ? c : l; //~ error: one points to shared data
  n ? c : b; //~ error: the two results
  n ? c : 0; n ? v : c; (_Bool)c; _Bool bb = c; (long)c;
}
";

#[test]
fn conversions() {
    both(CONVERSIONS);
}

const OPERATORS: &str =
    "shared int *c; shared [2] int *b; shared void *v; int *l; struct S; shared struct S *inc; \
         shared const int k = 3; shared int a[THREADS];
shared int x; struct T { int f; const int g; }; shared struct T t; shared double d;
void f(void) {
  c == 0; c == (void *)0; 0 != v; c == v; v == b; !c; c && v; if (c) ;
  c == l; //~ error: a pointer to shared data and a private pointer
  c - l; //~ error: a pointer to shared data and a private pointer
  c < l; //~ error: a pointer to shared data and a private pointer
  v == l; //~ error: a pointer to shared data and a private pointer
  c == b; //~ error: incompatible pointers
  c - b; //~ error: incompatible pointers
  c == 1; //~ error: cannot be applied
  v < v; //~ error: pointers to the incomplete type
  inc <= inc; //~ error: pointers to the incomplete type
  v + 1; //~ error: arithmetic on a pointer to the incomplete type
  v++; //~ error: arithmetic on a pointer to the incomplete type
  *v; //~ error: cannot be dereferenced
  c < c + 1; c - &a[0]; inc == inc;
  THREADS = 3; //~ error: THREADS is a value
  MYTHREAD++; //~ error: MYTHREAD is a value
  &THREADS; //~ error: THREADS is a value
  k = 1; //~ error: 'k' is const
  a = 0; //~ error: an array cannot be assigned to
  t.g = 1; //~ error: the member 'g' is const
  t.h; //~ error: has no member 'h'
  c->f; //~ error: is not a structure
  x += 2; x++; d *= 2; a[1] <<= 1; c += 2; x = d; t.f = x;
  c *= 2; //~ error: cannot be applied
}
";

#[test]
fn operators() {
    both(OPERATORS);
}

#[test]
fn sizeof_family() {
    both(
        "int n; shared [4] int *p; shared int a[THREADS]; struct S; struct B { int b : 3; }; \
         shared struct B s; extern shared struct S inc;
void f(void) {
  upc_localsizeof(n); //~ error: which is not shared
  upc_blocksizeof(p); //~ error: which is not shared
  upc_elemsizeof(int); //~ error: which is not shared
  upc_blocksizeof(*p); upc_localsizeof a; upc_elemsizeof(shared int [THREADS]);
  upc_localsizeof(s.b); //~ error: upc_localsizeof of a bit-field
  upc_blocksizeof(inc); //~ warning: the incomplete type
  upc_blocksizeof(shared [3] int []); //~ warning: the incomplete type
  upc_elemsizeof(shared void); //~ error: the incomplete type
}
",
    );
}

#[test]
fn locks_are_incomplete() {
    both(
        "typedef shared struct upcr_lock upc_lock_t;
upc_lock_t *lock; void upc_lock(upc_lock_t *); upc_lock_t *shared all[THREADS];
upc_lock_t bad; //~ error: 'bad' has the incomplete type
void f(void) { upc_lock(lock); upc_lock(all[0]); lock = 0; }
",
    );
}

const STATEMENTS: &str =
    "shared int a[THREADS]; shared void *v; int *l; double d; struct S { int x; } s; shared \
         int x; void nothing(void); enum E { Z } e; shared int *p;
void f(void) {
  upc_barrier; upc_barrier 1; upc_notify x; upc_wait 2.5; upc_fence; upc_barrier e;
  upc_barrier s; //~ error: the value of upc_barrier has type
  upc_notify l; //~ error: the value of upc_notify has type
  upc_wait nothing(); //~ error: the value of upc_wait has type
  int i;
  upc_forall (i = 0; i < 4; i++; i) a[i] = 1;
  upc_forall (int j = 0; j < 4; j++; &a[j]) a[j] = 1;
  upc_forall (i = 0; i < 4; i++; continue) ; upc_forall (;;;) break; //~ warning: break leaves \
  upc_forall
  upc_forall (i = 0; i < 4; i++; a) ; upc_forall (i = 0; i < 4; i++; v) ; upc_forall (i = 0; i < \
  4; i++; x) ;
  upc_forall (i = 0; i < 4; i++; d) ; //~ error: the affinity has type
  upc_forall (i = 0; i < 4; i++; l) ; //~ error: the affinity has type
  upc_forall (i = 0; i < 4; i++; (void *)0) ; //~ error: the affinity has type
  upc_forall (i = 0; i < 4; i++; s) ; //~ error: the affinity has type
  upc_forall (i = 0; i < 4; i++; nothing()) ; //~ error: the affinity has type
}
int g(int n) {
  upc_forall (int i = 0; i < n; i++; i) {
    for (;;) { break; } switch (n) { case 1: break; default: continue; }
    while (n) { if (n) goto in; n--; } in: ;
    if (n == 1) break; //~ warning: break leaves upc_forall
    if (n == 2) return 1; //~ warning: return leaves upc_forall
    if (n == 3) goto out; //~ warning: goto leaves upc_forall
    upc_barrier; //~ warning: upc_barrier in the body of upc_forall
  }
out:
  goto inside; //~ warning: goto enters upc_forall
  upc_forall (int i = 0; i < n; i++; i) { inside: ; }
  switch (n) { upc_forall (;;;i) { case 7: ; } } //~ error: 'i' is not declared //~ warning: this \
  case label jumps into upc_forall
  return 0;
}
";

#[test]
fn statements() {
    both(STATEMENTS);
}

#[test]
fn initializers_of_shared_objects() {
    both(
        "shared int x = 5; shared int a[THREADS] = { 1 }; shared struct S { int u, v; } s = { 1, 2 \
         }; shared int *p = &a[0];
shared int * shared q = &x; int n; shared int *r = a; shared int *z = 0;
shared int y = n; //~ error: the initializer is not a constant
int w = x; //~ error: the initializer is not a constant
shared int *bad = &n; //~ error: cannot be initialized
shared int twice = 1; shared int twice = 2; //~ error: 'twice' is defined twice
shared int tentative; shared int tentative = 3; shared int tentative;
void f(void) { static shared int fs = 3; static shared int *fp = &x; int loc = x;
  static int bad2 = x; //~ error: the initializer is not a constant
}
",
    );
}

#[test]
fn objects_that_no_segment_holds() {
    both(
        "shared [] char big[1ul << 41]; //~ error: has 2199023255552 bytes on each thread
shared [] char bigger[1ul << 60][1ul << 60]; //~ error: has 2^64 or more bytes on each
shared _Atomic int at; //~ error: a shared object cannot be _Atomic
_Thread_local shared int tl; //~ error: a thread-local object cannot be shared
shared __builtin_va_list va; //~ error: whose size only the C compiler knows
strict shared int ref; extern shared int ref; //~ error: 'ref' is declared
",
    );
}

#[test]
fn array_typedefs_are_shared_by_element() {
    both(
        "typedef float Row[6]; shared [4] Row m[2*THREADS]; shared [4] float n[2*THREADS][6]; \
         extern shared [4] Row n[2*THREADS];
_Static_assert(upc_elemsizeof(m) == 4 && upc_blocksizeof(m) == 4, \"\");
const Row c; void f(void) { m[0][1] = 2; c[1] = 1; //~ error: it is const
}
",
    );
}

#[test]
fn library_functions_need_their_header() {
    both(
        "shared int a[THREADS];
void f(int n, shared int p[n]) {
  upc_all_broadcast(a, a, 4, 0); //~ error: 'upc_all_broadcast' is called but not declared
}
",
    );
}
