/* GNU C as system headers use it. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <pthread.h>
#include <tgmath.h>
#include <unistd.h>

typedef int T;
static __attribute__((unused, noinline)) int f(T T) { return T; }
__extension__ typedef struct { int a; union { int b; char c; }; } anonymous;
static inline __attribute__((always_inline)) long g(const anonymous *restrict p) { return p->b; }
_Static_assert(sizeof(long) >= sizeof(int), "long");
int array[] = {[0 ... 3] = 1, 2};
int h(void) { asm volatile("" ::: "memory"); return _Alignof(double) + __builtin_expect(array[0], 1); }
long k(void) { return g(&(anonymous){.b = f(2)}); }
