// conformance: CORE-7.2.2.4-U1
// threads: 1 2
// status: nonzero
// stderr: were overwritten
// expect-nothing
// unchecked
// The bytes before a freed block are written to; the next allocation tells.
#include <string.h>
#include <upc.h>

int main(void)
{
    shared [] char *p = upc_alloc(40);
    char *mine = (char *)p;
    upc_free(p);
    memset(mine - 16, 1, 16);
    p = upc_alloc(40);
    return 0;
}
