// Short pieces of far memory that a list or strides name come by few messages, and are right
// whatever their lengths, in whatever order their threads follow one another.
#include "check.h"
#include <bupc_extensions.h>
#include <upcx_messages.h>

enum { PIECES = 1000, LENGTH = 24, MOST = 400, BYTES = PIECES * LENGTH };
shared [BYTES] unsigned char data[THREADS][BYTES];

static unsigned char expected(int thread, int i) { return (unsigned char)(thread * 31 + i * 7); }

static void check(const unsigned char *got, int thread, int first, int n) {
    for (int i = 0; i < n; i++)
        CHECK(got[i] == expected(thread, first + i));
}

/* Every other 24 bytes of the next thread, in an order by chance. */
static void a_list(void) {
    static shared const void *from[PIECES / 2];
    static void *to[PIECES / 2];
    static unsigned char got[PIECES / 2][LENGTH];
    int next = (MYTHREAD + 1) % THREADS;
    for (int i = 0; i < PIECES / 2; i++) {
        from[i] = &data[next][i * 77 % (PIECES / 2) * 2 * LENGTH];
        to[i] = got[i];
    }
    bupc_memget_ilist(PIECES / 2, to, LENGTH, PIECES / 2, from, LENGTH);
    for (int i = 0; i < PIECES / 2; i++)
        check(got[i], next, i * 77 % (PIECES / 2) * 2 * LENGTH, LENGTH);
}

/* A column of 24 bytes of a matrix with rows of 48. */
static void a_column(void) {
    static unsigned char got[PIECES / 2][LENGTH];
    int next = (MYTHREAD + 1) % THREADS;
    bupc_memget_fstrided(got, LENGTH, LENGTH, PIECES / 2, &data[next][LENGTH], LENGTH, 2 * LENGTH,
                         PIECES / 2);
    for (int i = 0; i < PIECES / 2; i++)
        check(got[i], next, (2 * i + 1) * LENGTH, LENGTH);
}

/* Pieces of 1 to 400 bytes, each of another thread than the one before. */
static void all_lengths(void) {
    static bupc_smemvec_t from[MOST];
    static bupc_pmemvec_t to[MOST];
    static unsigned char got[MOST][MOST];
    for (int i = 0; i < MOST; i++) {
        from[i] = (bupc_smemvec_t){&data[(MYTHREAD + i) % THREADS][i], i + 1};
        to[i] = (bupc_pmemvec_t){got[i], i + 1};
    }
    bupc_memget_vlist(MOST, to, MOST, from);
    for (int i = 0; i < MOST; i++)
        check(got[i], (MYTHREAD + i) % THREADS, i, i + 1);
}

int main(void) {
    for (int i = 0; i < BYTES; i++)
        data[MYTHREAD][i] = expected(MYTHREAD, i);
    upc_barrier;
    uint64_t before = upcx_messages().messages;
    a_list();
    a_column();
    CHECK(upcx_messages().messages - before <= 20); // for 1000 pieces
    all_lengths();
    upc_barrier;
    check_done();
    return 0;
}
