#include <upc.h>
#include <stdarg.h>
#include <stddef.h>
struct incomplete;
struct flexible { int n; int list[]; };
typedef int vector __attribute__((vector_size(16)));
shared int x, *p;
upc_lock_t *l;
void again(void) { x = 1; }
void again(void) { }                                /* error: declared twice */
int f(int n, va_list ap) {
  enum never;
  va_list mine;
  va_start(mine, n);                                /* error: without '...' */
  x = va_arg(ap, struct incomplete);                /* error: incomplete type */
  x = sizeof(enum never);                           /* error: incomplete type */
  struct flexible q = {1, {x}};                     /* error: flexible array member */
  __thread int t;                                   /* error: static or extern */
  _Alignas(3) int a = x;                            /* error: power of 2 */
  int b __attribute__((aligned(12))) = x;           /* error: power of 2 */
  int huge[0x7fffffffffffffff];                     /* error: larger than memory */
  vector v = x, w = {x, x}, u = v + w;              /* error: cannot be initialized with 'int' */
  _Alignas(0) int c = x;
  x = *(l + 1);                                     /* error: arithmetic on a pointer to the incomplete type 'upc_lock_t' */
  p = (shared [4] int *)n;                          /* error: cannot become a pointer to shared data */
  goto *p;                                          /* error: goto needs the address of a label */
}
int g(int n, ...) {
  va_list ap;
  va_start(ap, n);
  p = va_arg(ap, shared int *);
  va_end(ap);
  return n;
}
struct bits { int a, b : 3; int c[2]; };
void h(int n) {
  x = offsetof(struct bits, b);                     /* error: bit-field */
  x = offsetof(struct bits, a.z);                   /* error: structure or union */
  x = offsetof(struct bits, a[1]);                  /* error: an array */
  x = offsetof(struct bits, c[1]);
  x = _Generic(1, int: 1, signed: 2);               /* error: compatible with an earlier one */
  x = _Generic(1, struct incomplete: 1, int: 2);    /* error: incomplete */
  x = _Generic(1, default: 1, default: 2);          /* error: two defaults */
  _Static_assert(1.5, "half");                      /* error: needs an integer constant */
  typedef int word = 1;                             /* error: cannot be initialized */
  int function(void) = 1;                           /* error: cannot be initialized */
  static void block(void);                          /* error: cannot be static */
  static static int twice = 0;                      /* error: at most one storage class */
  x = __real__ p;                                   /* error: a complex number is needed */
  int scalar = {};                                  /* error: empty braces */
  for (static int i; ; ) x = 1;                     /* error: automatic objects only */
}
