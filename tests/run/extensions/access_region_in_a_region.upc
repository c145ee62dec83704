// threads: 1 2
// status: nonzero
// stderr: bupc_begin_accessregion in an access region
// expect-nothing
#include <upc.h>

int main(void)
{
    bupc_begin_accessregion();
    bupc_begin_accessregion();
    return 0;
}
