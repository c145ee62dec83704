// conformance: NB-7.9.3-U1
// threads: 1 2
// status: nonzero
// stderr: upc_sync or upc_sync_attempt of handle 0x3039, which no transfer of this thread returned
// expect-nothing
#include <upc.h>
#include <upc_nb.h>

int main(void)
{
    upc_sync((upc_handle_t)12345);
    return 0;
}
