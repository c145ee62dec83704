#include <upc.h>
shared [] char text[8];
shared int *p;
upc_lock_t *l;
void f(void) {
  strlen(text);                   /* error: 'strlen' is called but not declared */
  l = upc_all_lock_aloc();        /* error: 'upc_all_lock_aloc' is called but not declared */
  printf("%d", MYTHREAD);         /* warning: 'printf' is called but not declared */
}
