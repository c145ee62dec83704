#include <upc.h>
int main(void) {
  upc_lock l; /* error: unknown type name 'upc_lock' */
  upc_unlock l; /* error: unknown type name 'upc_unlock' */
  return 0;
}
