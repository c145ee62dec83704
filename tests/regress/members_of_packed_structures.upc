// Members of packed structures lie anywhere: they are moved as bytes. A pointer-to-shared with a
// phase was moved by an instruction that needs its alignment, and the C compiler was told that the
// others had theirs.
// threads: 1 2 3
#include "check.h"

typedef shared [3] int *walker;

struct __attribute__((packed)) inner {
    char c;
    double d[2][2];
};

struct __attribute__((packed)) tight {
    char c;
    walker w;
    shared int *thin;
    long double ld;
    int i;
    const char *local;
    float _Complex z;
    enum { RED, GREEN } colour;
    struct inner in;
};

struct half {
    double d;
    char c;
    short s __attribute__((packed));
};

#pragma pack(push, 1)
struct pragma {
    char c;
    long l;
};
#pragma pack(pop)

shared struct tight all[THREADS];
shared struct half halves[THREADS];
strict shared struct pragma pragmas[THREADS];
shared [3] int walked[3 * THREADS];
shared int cyclic[THREADS];

static void scalars(int t)
{
    CHECK_EQ(all[t].i = 40 + MYTHREAD, 40 + MYTHREAD);
    CHECK_EQ(all[t].i++, 40 + MYTHREAD);
    CHECK_EQ(--all[t].i, 40 + MYTHREAD);
    CHECK_EQ(all[t].i += 2, 42 + MYTHREAD);
    all[t].ld = 1.5L;
    all[t].ld *= 2;
    CHECK(all[t].ld == 3);
    all[t].local = "text";
    all[t].local++;
    CHECK_EQ(all[t].local[0], 'e');
    all[t].colour = GREEN;
    CHECK_EQ(all[t].colour, GREEN);
    __real__ all[t].z = 1;
    __imag__ all[t].z = 2;
    CHECK(__real__ all[t].z + __imag__ all[t].z == 3);
    halves[t].d = 4;
    halves[t].s = -5;
    CHECK(halves[t].d == 4 && halves[t].s == -5);
    pragmas[t].l = 1L << 40;
    CHECK_EQ(pragmas[t].l -= 1, (1L << 40) - 1);
}

static void pointers(int t)
{
    all[t].w = &walked[3 * t];
    all[t].w += 2;
    CHECK(all[t].w++ == &walked[3 * t + 2]);
    CHECK(all[t].w == &walked[3 * t] + 3);
    CHECK_EQ(upc_phaseof(all[t].w), 0);
    all[t].thin = &cyclic[t];
    CHECK(++all[t].thin == &cyclic[t] + 1);
}

static void arrays(int t)
{
    shared struct tight *p = &all[t];
    double sum = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            p->in.d[i][j] = i + 2 * j;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            sum += all[t].in.d[i][j] + *all[t].in.d[i];
    CHECK(sum == 6 + 2);
}

int main(void)
{
    int next = (MYTHREAD + 1) % THREADS;
    scalars(next);
    pointers(next);
    arrays(next);
    all[MYTHREAD].c = 1;
    upc_barrier;
    CHECK(all[MYTHREAD].c == 1 && all[MYTHREAD].i == 42 + (MYTHREAD + THREADS - 1) % THREADS);
    check_done();
    return 0;
}
