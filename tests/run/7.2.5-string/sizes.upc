// conformance: CORE-7.2.5.1-S1 CORE-7.2.5.1-S2 CORE-7.2.5.1-S3 CORE-7.2.5.2-S1 CORE-7.2.5.3-S1 CORE-7.2.5.4-S1
// All four functions with odd sizes at odd addresses; what lies before and behind stays.
#include "check.h"
#include <string.h>

#define SIZE 5000
typedef shared [] unsigned char *bytes_t;
shared bytes_t area[THREADS];

static const size_t sizes[] = {0, 1, 2, 3, 5, 8, 13, 63, 64, 65, 127, 255, 1000, 4093};

static void expect(bytes_t p, size_t n, unsigned char first)
{
    CHECK_EQ(p[-1], 0xee);
    CHECK_EQ(p[n], 0xee);
    for (size_t i = 0; i < n; i += 1 + n / 37)
        CHECK_EQ(p[i], (unsigned char)(first + i));
    if (n)
        CHECK_EQ(p[n - 1], (unsigned char)(first + n - 1));
}

int main(void)
{
    unsigned char pattern[SIZE], back[SIZE];
    for (int i = 0; i < SIZE; i++)
        pattern[i] = i + MYTHREAD;
    area[MYTHREAD] = upc_alloc(2 * SIZE);
    upc_barrier;

    /* each thread works on its neighbour's memory; the second half is for copies */
    bytes_t to = area[(MYTHREAD + 1) % THREADS], copy = area[(MYTHREAD + 2) % THREADS] + SIZE;
    for (int s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int offset = 1; offset < 9; offset += 3) {
            size_t n = sizes[s];
            upc_memset(to, 0xee, SIZE);
            upc_memset(copy, 0x3ee, SIZE); /* converted to unsigned char */
            upc_memput(to + offset, pattern, n);
            expect(to + offset, n, MYTHREAD);
            upc_memcpy(copy + offset + 1, to + offset, n);
            expect(copy + offset + 1, n, MYTHREAD);
            memset(back, 0, sizeof back);
            upc_memget(back + 2, copy + offset + 1, n);
            CHECK_EQ(memcmp(back + 2, pattern, n), 0);
            CHECK_EQ(back[1] + back[n + 2], 0);
            upc_memset(to + offset, 7, n);
            CHECK_EQ(to[offset - 1], 0xee);
            CHECK_EQ(to[offset + n], 0xee);
            if (n)
                CHECK_EQ(to[offset] + to[offset + n - 1], 14);
        }
    upc_barrier;
    upc_free(area[MYTHREAD]);
    check_done();
    return 0;
}
