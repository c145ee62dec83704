#include <upc.h>
typedef shared int *ptr;
typedef shared [4] int *blocked;
shared int s;
void frees(ptr *p);
void frees_value(ptr p);
void any(void *p);
int f(void) {
  __attribute__((cleanup(frees))) ptr a = &s;
  __attribute__((cleanup(any))) ptr b = &s;
  __attribute__((cleanup(frees))) ptr c[2] = { 0 };
  __attribute__((cleanup(frees_value))) ptr d = &s;        /* error: 'frees_value' takes 'shared int *', and is given 'shared int **' */
  __attribute__((cleanup(upc_free))) shared int *e = &s;   /* error: 'upc_free' takes 'shared void *' */
  blocked g __attribute__((cleanup(frees))) = 0;           /* error: is given 'shared [4] int **' to clean up */
  int h __attribute__((cleanup(frees_value))) = 0;         /* error: takes 'shared int *', and is given 'int *' */
  return *a + *b + (c[0] == d) + *e + (g == 0) + h;
}
