#include <upc.h>
#include <stdio.h>
shared int x, *p;
shared [] char text[8];
const shared int limit;
void f(void) {
  __sync_fetch_and_add(&x, 1);            /* error: cannot take 'shared int *' */
  __atomic_store_n(p, 1, 5);              /* error: cannot take 'shared int *' */
  __asm__("" : : "m"(x));                 /* error: an operand of asm cannot be shared */
  __asm__("" : : "r"(x));                 /* a register takes the value */
  __asm__("" : "=r"(x));                  /* error: an operand of asm cannot be shared */
  x = __builtin_choose_expr(x, 1, 2);     /* error: not an integer constant */
  printf("%s %d\n", text, x);             /* warning: 'shared [] char *', is passed to 'printf' */
  p = &limit;                             /* warning: discards 'const' */
  x = __builtin_expect(p == 0, 0) + __builtin_constant_p(p);
}
