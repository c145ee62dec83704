// upc_all_sort of elements of many sizes in blocks of many sizes, sorted before, reversed, equal,
// and with a function that is no order.
#include "check.h"
#include <stdlib.h>
#include <string.h>
#include <upc_collective.h>

#define MOST 600

// An element of `size` bytes starts with its key, and has its number where there is room for both.
struct head {
    unsigned char key, was[2];
};
static size_t size; // of an element

static int by_key(shared void *x, shared void *y)
{
    unsigned char p = *(shared unsigned char *)x, q = *(shared unsigned char *)y;
    return (p > q) - (p < q);
}

static int always_less(shared void *x, shared void *y) { return -1; }

static unsigned char key_of(int order, int i, int n)
{
    switch (order) {
    case 0:
        return (unsigned char)(i * 37 % 101);
    case 1:
        return (unsigned char)(i * 255 / n);
    case 2:
        return (unsigned char)(255 - i * 255 / n);
    default:
        return 7;
    }
}

static shared char *element(shared char *a, int i, int block)
{
    long b = block ? i / block : 0, phase = block ? i % block : i;
    shared [] char *part = (shared [] char *)(a + b % THREADS);
    return (shared char *)(part + (b / THREADS * block + phase) * (long)size);
}

static void fill(shared char *a, int n, int block, int order)
{
    char e[64] = {0};
    for (int i = MYTHREAD; i < n; i += THREADS) {
        struct head h = {key_of(order, i, n), {(unsigned char)(i & 255), (unsigned char)(i >> 8)}};
        memset(e, h.key, sizeof e);
        memcpy(e, &h, size < sizeof h ? size : sizeof h);
        upc_memput(element(a, i, block), e, size);
    }
}

// All that were there are there, in order, equal ones in the order that they had.
static void check(shared char *a, int n, int block, int order)
{
    char e[64];
    int last = -1, count[256] = {0};
    unsigned before = 0;
    for (int i = 0; i < n; i++) {
        struct head h;
        upc_memget(e, element(a, i, block), size);
        memcpy(&h, e, size < sizeof h ? size : sizeof h);
        unsigned was = h.was[0] | (unsigned)h.was[1] << 8;
        CHECK(h.key >= last);
        count[h.key]++;
        if (size >= sizeof h) {
            CHECK(h.key > last || was > before);
            CHECK_EQ(h.key, key_of(order, (int)was, n));
            CHECK(size == sizeof h || (unsigned char)e[size - 1] == h.key);
        }
        last = h.key;
        before = was;
    }
    for (int i = 0; i < n; i++)
        count[key_of(order, i, n)]--;
    for (int k = 0; k < 256; k++)
        CHECK_EQ(count[k], 0);
}

int main(void)
{
    static const int sizes[] = {1, 3, 4, 8, 16, 40}, blocks[] = {0, 1, 2, 7, 50, MOST};
    static const int counts[] = {0, 1, 2, 5, 9, 100, 257, MOST};
    int number = 0;
    for (int s = 0; s < 6; s++)
        for (int b = 0; b < 6; b++) {
            size = (size_t)sizes[s];
            int block = blocks[b], room = block ? block : MOST;
            shared char *a = upc_all_alloc((MOST + room - 1) / room, room * size);
            for (int c = 0; c < 8; c++, number++) {
                int n = counts[c], order = number % 4;
                fill(a, n, block, order);
                upc_all_sort(a, size, n, block, by_key,
                             UPC_IN_ALLSYNC | (number % 2 ? UPC_OUT_MYSYNC : UPC_OUT_ALLSYNC));
                upc_barrier;
                check(a, n, block, order);
                upc_barrier;
            }
            upc_all_sort(a, size, MOST, block, always_less, 0); // ends, whatever comes of it
            upc_all_free(a);
        }
    check_done();
    return 0;
}
