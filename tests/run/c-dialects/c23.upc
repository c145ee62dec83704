// C23 in functions that have UPC in them, as far as the C compiler has it.
// cflags: -std=gnu2x
#include "check.h"

shared int x[THREADS];

[[nodiscard]] static int give([[maybe_unused]] int a, int) { return x[MYTHREAD]; }
struct [[gnu::packed]] tight { char c; int i [[gnu::aligned(1)]]; };

static int count(int a, ...) { return a + x[MYTHREAD]; }
#define COUNT(a, ...) count(a __VA_OPT__(,) __VA_ARGS__)

static void what_gcc_12_has(void)
{
    int t = MYTHREAD, y = 0;
    x[t] = 0b1010'0101;
    CHECK_EQ(x[t], 165);
    int cleared[4] = {};
    struct tight e = {};
    e.i = x[t];
    CHECK(cleared[3] == 0 && sizeof e == 5 && e.i == 165);
    CHECK_EQ(give(1, 2), 165);
    CHECK_EQ(COUNT(1) + COUNT(1, 2), 332);
    switch (x[t]) {
    case 165: y = 1; [[fallthrough]];
    case 3: y++; break;
    default: y = 9;
    }
    CHECK_EQ(y, 2);
    __typeof__(x[t] + 0) z = x[t];
    CHECK_EQ(z, 165);
}

#if __STDC_VERSION__ >= 202311L
constexpr int K = 3;
constexpr double half = 0.5;
static_assert(K == 3 && K + half > 3, "constants");
static_assert(sizeof(int) >= 2);
shared [K] int blocks[2 * K * THREADS];
shared [K + 1] int wider[(K + 1) * THREADS];
enum small : unsigned char { A, B = 200 };
enum wide : unsigned long long { LARGE = 0xFFFF'FFFF'FFFFull };
static_assert(sizeof(enum small) == 1 && sizeof(enum wide) == 8);
static thread_local int own = 2;

#ifdef NOWHERE
#elifdef __UPC__
#define BRANCH 1
#elifndef NOWHERE
#define BRANCH 2
#endif

[[noreturn]] static void die()
{
    x[MYTHREAD] = 1;
    upc_global_exit(3);
}

static void the_whole()
{
    int t = MYTHREAD;
    shared int *none = nullptr;
    CHECK(none == nullptr && !none);
    bool b = true;
    b = x[t] && false;
    CHECK(!b);
    typeof_unqual(x[t]) z = x[t];
    typeof_unqual(const int) c = x[t];
    c++;
    CHECK(z == 165 && c == 166);
    constexpr int L = K + 1;
    int a[L] = {};
    a[0] = x[t];
    CHECK(a[3] == 0 && sizeof a == 4 * sizeof(int));
    CHECK(upc_blocksizeof(blocks) == K && upc_threadof(&wider[L * t]) == t &&
          upc_phaseof(&wider[L * t + K]) == K);
    switch (x[t] - 162) {
    case K: break;
    default: CHECK(0);
    }
    alignas(32) int aligned = x[t];
    CHECK((unsigned long)&aligned % 32 == 0 && alignof(long) == sizeof(long));
    enum small s = B;
    CHECK(s == 200 && BRANCH == 1 && own == 2 && LARGE > 1ull << 40);
    auto q = x[t];
    auto p = &blocks[3 * t];
    CHECK(q == 165 && upc_threadof(p) == t);
#ifdef __BITINT_MAXWIDTH__
    unsigned _BitInt(7) seven = x[t] & 63;
    _BitInt(60) signed sixty = x[t];
    sixty <<= 50;
    CHECK((int)seven == 37 && (int)(sixty >> 50) == 165);
#endif
    if (x[t] < 0)
        die();
    { last: }
}
#else
static void the_whole(void) {}
#endif

int main(void)
{
    what_gcc_12_has();
    the_whole();
    check_done();
    return 0;
}
