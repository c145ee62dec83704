// conformance: ATOM-7.6.3.1-C1
#include <upc_atomic.h>
unsigned long f(void)
{
    return sizeof(upc_atomicdomain_t); /* error: incomplete */
}
