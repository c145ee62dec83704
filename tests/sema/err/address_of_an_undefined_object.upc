#include <upc.h>
int f(upc_lock_t *p)
{
    upc_lock_t l; /* error: l; | incomplete type */
    return p == &l;
}
