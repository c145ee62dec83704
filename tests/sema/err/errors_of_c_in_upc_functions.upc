#include <upc.h>
#include <stdarg.h>
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
