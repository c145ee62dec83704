// A structure without a tag, with attributes before its body: generated code gives it a name, which
// follows the attributes.
#include <upc.h>
#include "check.h"

typedef struct __attribute__((packed)) { char c; int i; } packed_t;
typedef union __attribute__((aligned(32))) { char c; int i; } aligned_t;
static shared packed_t packed[THREADS];
static shared aligned_t aligned[THREADS];

int main(void)
{
    int next = (MYTHREAD + 1) % THREADS;
    packed[MYTHREAD] = (packed_t){ 'a', MYTHREAD };
    aligned[MYTHREAD] = (aligned_t){ .i = -MYTHREAD };
    upc_barrier;
    packed_t p = packed[next];
    CHECK_EQ(p.i, next);
    CHECK_EQ(aligned[next].i, -next);
    CHECK_EQ(sizeof(packed_t), 5);
    CHECK_EQ(upc_elemsizeof(aligned), 32);
    check_done();
    return 0;
}
