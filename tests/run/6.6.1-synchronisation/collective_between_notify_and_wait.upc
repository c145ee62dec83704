// conformance: LANG-6.6.1-U2
// threads: 1 2
// status: nonzero
// stderr: upc_all_alloc is called between upc_notify and upc_wait
// expect-nothing
#include <upc.h>

int main(void)
{
    upc_notify;
    upc_all_alloc(THREADS, 4);
    upc_wait;
    return 0;
}
