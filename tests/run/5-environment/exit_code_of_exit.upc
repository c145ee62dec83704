// conformance: ENV-5.1.2.2-S2 ENV-5.1.2.2-S3
// status: 7
// expect-nothing
#include <stdlib.h>
#include <upc.h>

int main(void)
{
    upc_barrier;
    exit(7);
}
