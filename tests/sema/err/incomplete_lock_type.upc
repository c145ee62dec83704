// conformance: CORE-7.2.4.1-C1
#include <upc.h>
upc_lock_t lock; /* error: incomplete */
unsigned long f(upc_lock_t *p)
{
    p++; /* error: incomplete */
    return sizeof(upc_lock_t); /* error: incomplete */
}
