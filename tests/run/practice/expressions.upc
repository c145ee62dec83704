// libs: -lm
// Shared lvalues in every place an expression may stand.
#include "check.h"
#include <math.h>

struct pair { int a, b; };
shared int x[4 * THREADS];
shared struct pair pairs[THREADS];
shared double d[THREADS];

static int sum(int a, int b, int c) { return a + b + c; }
static struct pair swap(struct pair p) { return (struct pair){p.b, p.a}; }

int main(void)
{
    int t = (MYTHREAD + 1) % THREADS, k;
    shared int *p = &x[4 * t];
    int local[3] = {0};

    x[4 * t] = x[4 * t + 1] = x[4 * t + 2] = 6; /* chained */
    CHECK_EQ(x[4 * t] * x[4 * t + 1] - x[4 * t + 2], 30);
    CHECK_EQ(sum(*p, p[1], p[2]++), 18);
    CHECK_EQ(x[4 * t + 2], 7);
    k = (x[4 * t]++, x[4 * t]--, x[4 * t]);
    CHECK_EQ(k, 6);
    local[x[4 * t] - 5] = p[2];
    CHECK_EQ(local[1], 7);
    CHECK_EQ(x[4 * t] == 6 ? x[4 * t + 2] : -1, 7);
    CHECK(x[4 * t] && !(x[4 * t] - 6) && (x[4 * t] || 1 / (x[4 * t] - 6)));
    CHECK_EQ(~x[4 * t] + -x[4 * t], -13);
    CHECK_EQ((char)x[4 * t] + sizeof(x[4 * t]), 10);
    for (x[4 * t + 3] = 0; x[4 * t + 3] < 5; x[4 * t + 3]++)
        ;
    CHECK_EQ(x[4 * t + 3], 5);
    switch (x[4 * t + 3]) {
    case 5: break;
    default: CHECK(0);
    }
    while (x[4 * t + 3] > 0)
        x[4 * t + 3] -= 2;
    do
        --*p;
    while (*p);
    CHECK_EQ(*&*p, 0);
    CHECK_EQ(*(p + 1), 6);

    pairs[t] = (struct pair){1, 2};
    pairs[t] = swap(pairs[t]);
    CHECK_EQ(pairs[t].a * 10 + (&pairs[t])->b, 21);
    struct pair q = t >= 0 ? pairs[t] : q;
    CHECK_EQ(q.a, 2);
    CHECK_EQ(({ shared int *r = p + 1; *r; }), 6);

    d[t] = 2;
    d[t] = sqrt(d[t]) * d[t];
    CHECK(fabs(d[t] - 2.8284271247) < 1e-9);
    CHECK_EQ((int)d[t], 2);
    CHECK_EQ(printf("%s", x[4 * t] ? "bad" : ""), 0);
    int *shared_free = &local[0];
    *shared_free = x[4 * t + 1];
    CHECK_EQ(local[0], 6);
    check_done();
    return 0;
}
