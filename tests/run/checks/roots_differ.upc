// Each thread takes its own value, and nobody waits for another.
// cflags: -g
// threads: 2 3
// status: nonzero
// expect-nothing
// stderr: a collective of bupc_collectivev.h: thread \d and thread \d gave different arguments
#include <bupc_collectivev.h>
#include <upc.h>

int main(void)
{
    return bupc_allv_broadcast(int, 1, MYTHREAD);
}
