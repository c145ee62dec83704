// A bit-field of shared memory is assigned a value whose evaluation changes another member in the
// same bytes.
#include "check.h"

struct fields { signed a : 10; unsigned b : 11; _Bool c : 1; unsigned long d : 40; };
shared [] struct fields x = {-3, 7, 0, 1};
shared struct fields y[THREADS];

static int change(shared struct fields *p)
{
    p->a = 2;
    p->c = 1;
    return 3;
}

int main(void)
{
    if (MYTHREAD == THREADS - 1) {
        x.a = x.b++ ? 5 : 3;
        CHECK(x.a == 5 && x.b == 8);
        x.b = (x.a = 2) + 1;
        CHECK(x.a == 2 && x.b == 3);
        x.b += x.a++;
        CHECK(x.a == 3 && x.b == 5);
        CHECK_EQ(x.b <<= --x.a, 20);
        CHECK_EQ(x.a, 2);
    }

    shared struct fields *p = &y[MYTHREAD];
    struct fields mine = {.d = 9, .b = 4};
    p->b = change(p);
    CHECK(p->a == 2 && p->b == 3 && p->c);
    p->a = 0;
    p->b *= change(p);
    CHECK(p->a == 2 && p->b == 9);
    p->c = mine.d > 8;
    p->d = mine.d;
    p->d -= mine.b;
    CHECK(p->c && p->d == 5 && p->a == 2 && p->b == 9);
    double quarter = mine.b / 16.0;
    int wide = mine.d + 1016;
    CHECK((p->c = quarter) == 1 && (p->a = wide) == 1 && p->d++ == 5);
    check_done();
    return 0;
}
