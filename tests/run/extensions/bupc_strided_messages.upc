// Chunks of a strided put between nodes share messages, and all are there.
// threads: 2
// modes: nodes
#include "check.h"
#include <bupc_extensions.h>
#include <upcx_messages.h>

enum { CHUNK = 64, COUNT = 256, STRIDE = 100 };
static shared [STRIDE * COUNT] unsigned char a[THREADS][STRIDE * COUNT];

int main(void)
{
    unsigned char from[CHUNK * COUNT];
    for (int i = 0; i < CHUNK * COUNT; i++)
        from[i] = (unsigned char)(i + i / 256 + MYTHREAD);
    upc_barrier;
    uint64_t before = upcx_messages().messages;
    bupc_memput_fstrided(&a[1 - MYTHREAD][0], CHUNK, STRIDE, COUNT, from, CHUNK, CHUNK, COUNT);
    CHECK(upcx_messages().messages - before <= COUNT / 4);
    bupc_handle_t h = bupc_memput_fstrided_async(&a[1 - MYTHREAD][0], CHUNK, STRIDE, COUNT, from,
                                                 CHUNK, CHUNK, COUNT);
    bupc_waitsync(h);
    upc_barrier;
    for (int i = 0; i < STRIDE * COUNT; i++) {
        int k = i / STRIDE * CHUNK + i % STRIDE;
        CHECK(a[MYTHREAD][i] ==
              (i % STRIDE < CHUNK ? (unsigned char)(k + k / 256 + 1 - MYTHREAD) : 0));
    }
    check_done();
    return 0;
}
