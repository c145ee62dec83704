#include <upc.h>
shared int a[THREADS], b[THREADS];
upcx_team_t team;                                    /* error: unknown type name 'upcx_team_t' */
void f(void) {
  upcx_team_broadcast(a, b, 4, 0, 0);                /* error: 'upcx_team_broadcast' is called but not declared */
  int flags = UPCX_IN_PLACE;                         /* error: 'UPCX_IN_PLACE' is not declared */
}
