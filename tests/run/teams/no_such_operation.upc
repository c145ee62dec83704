// threads: 1 2
// status: nonzero
// stderr: upcx_team_reduce_all: operation UPC_ADD is not one for this type
// expect-nothing
#include <upc.h>
#include <upcx_collective.h>

shared int dst[THREADS], src[THREADS];

int main(void)
{
    upcx_double_at_t pair = {0, 0};
    upcx_team_reduce_all_private(&pair, &pair, UPCX_DOUBLE_AT, UPC_ADD, 1, UPCX_TEAM_ALL);
    return 0;
}
