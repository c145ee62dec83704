// What the C compiler alone refuses is told in terms of the program, about which nothing wrong is said besides.
#include <stddef.h>
#include <upc.h>

shared [3] int a[3 * THREADS];
struct S {
  shared [3] int *p;
  char c;
};
_Static_assert(upc_blocksizeof(a) == 3, "");
_Static_assert(upc_elemsizeof(a) == sizeof(int), "");
_Static_assert(sizeof(shared [3] int *) == 16 && sizeof(struct S) == 32, "");
_Static_assert(offsetof(struct S, c) == 16, "");
_Static_assert(!__builtin_types_compatible_p(shared int *, int *), "");
_Static_assert(UPC_MAX_BLOCK_SIZE > 4294967296, "");
enum { BLOCK = upc_blocksizeof(a) };
char length[upc_elemsizeof(a) == 4 ? 1 : -1];

int f(int r) {
  switch (r) {
  case upc_blocksizeof(a):
  case upc_elemsizeof(a):
    return 1;
  }
  return __builtin_choose_expr(BLOCK == 3, 0, length[9]);
}

int g(void) {
  register int r __asm__("nosuch") = 1; /* error: invalid register name */
  return f(r);
}
