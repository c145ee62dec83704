// conformance: LANG-6.6.2-U4
// threads: 2 3
// status: nonzero
// stderr: (can never reach|barrier mismatch)
// expect-nothing
// cflags: -Wno-upc-barrier-in-forall
// unchecked
#include <upc.h>

int main(void)
{
    upc_forall (int i = 0; i < 3; i++; 0)
        upc_barrier;
    return 0;
}
