// __typeof_unqual__ in a macro that gets shared and private operands, also with C compilers that
// lack it.
#include "check.h"

#define swap(p, q)                                                                                 \
    do {                                                                                           \
        __typeof_unqual__(*(p)) kept = *(p);                                                       \
        *(p) = *(q);                                                                               \
        *(q) = kept;                                                                               \
    } while (0)
#define larger(a, b)                                                                               \
    ({                                                                                             \
        __typeof_unqual__(a) one = (a);                                                            \
        __typeof_unqual__(b) two = (b);                                                            \
        one > two ? one : two;                                                                     \
    })

struct pair {
    int x, y;
};
static shared struct pair pairs[2 * THREADS];
static shared double values[2 * THREADS];
static struct pair own[2] = {{1, 2}, {3, 4}};
static const volatile long fixed = 9;
static struct {
    int inside;
} nameless;
static int twice(int x) { return 2 * x; }
static shared struct {
    int (*call)(int);
    const int (*row)[3];
} jobs[THREADS];

int main(void)
{
    pairs[2 * MYTHREAD] = (struct pair){MYTHREAD, 0};
    values[MYTHREAD] = 1.5 * MYTHREAD;
    upc_barrier;
    if (MYTHREAD == 0) {
        swap(&pairs[0], &pairs[2 * THREADS - 2]);
        swap(&own[0], &own[1]);
        CHECK(own[0].x == 3 && own[1].y == 2);
        CHECK(pairs[0].x == THREADS - 1 && pairs[2 * THREADS - 2].x == 0);
    }
    CHECK(larger(values[THREADS - 1], -1) == 1.5 * (THREADS - 1));
    CHECK(larger(-1, 2.5f) == 2.5f);
    __typeof_unqual__(fixed) changed = fixed;
    changed++;
    const __typeof_unqual__(fixed) *at = &changed;
    CHECK(*at == 10);
    _Alignas(32) __typeof_unqual__(nameless) other = {4}, *to = &other;
    CHECK(to->inside == 4 && (unsigned long)to % 32 == 0);
    __typeof_unqual__(const int (*)[3]) row = &(const int[3]){1, 2, 3};
    __typeof_unqual__(&values[0]) first = &values[1 % THREADS];
    CHECK((*row)[2] == 3 && upc_threadof(first) == 1 % THREADS);
    static const int three[3] = {1, 2, 3};
    jobs[MYTHREAD].call = twice;
    jobs[MYTHREAD].row = &three;
    __typeof_unqual__(jobs[MYTHREAD].call) local_call[2] = {jobs[MYTHREAD].call};
    __typeof_unqual__(jobs[MYTHREAD].row) local_row = jobs[MYTHREAD].row;
    CHECK(local_call[0](4) == 8 && (*local_row)[1] == 2);
    __typeof_unqual__(own) copies = {{7, 8}};
    CHECK(sizeof copies == sizeof own && copies[0].y == 8);
    CHECK(sizeof(__typeof_unqual__(fixed)) == sizeof(long));
    check_done();
    return 0;
}
