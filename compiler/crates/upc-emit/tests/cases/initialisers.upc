// Initialisers of shared objects, and private statics that start-up records set.
#include <upc.h>
#include "check.h"

shared int x = 5;
shared int *p = &x;
shared char msg[16 * THREADS] = "hi";
shared [] int ind[5] = {[2] = 7, 8};
shared int m3[THREADS][2] = {{1, 2}};
shared [2] struct { int a; double b; } recs[2 * THREADS] = {{1, 2.5}, {3, 4.5}};
shared double dval = 1.0 / 3;
shared [2] int many[6 * THREADS] = {1, 2, 3, 4, 5};
shared int *shared psh[2 * THREADS] = {&x, &m3[0][1]};
int big[100000] = {1, 2, 3};
int small[10], other = 4, *po = &other, *ptab[] = {&other, small + 2, big + 1, 0};
static struct { char name[5000]; int n; } rec = {"hello", 9};
static char buf[8192] = "init";
char *bp = buf + 1;

static int counter(void)
{
    static int n;
    static int large[2000] = {7};
    static int *pn = &n;
    static int *pl = large;
    (*pn)++;
    pl[1]++;
    return n * 10 + large[0] + large[1];
}

int main(void)
{
    CHECK_EQ(*p, 5);
    CHECK_EQ(msg[1], 'i');
    CHECK_EQ(msg[2], 0);
    CHECK_EQ(ind[2] + ind[3], 15);
    CHECK_EQ(m3[0][1], 2);
    CHECK_EQ(recs[1].a, 3);
    CHECK(recs[1].b == 4.5 && dval == 1.0 / 3);
    CHECK_EQ(many[4], 5);
    CHECK_EQ(many[5], 0);
    CHECK(psh[0] == p);
    CHECK(psh[1] == &m3[0][1]);
    CHECK_EQ(big[2], 3);
    CHECK_EQ(rec.name[4], 'o');
    CHECK_EQ(rec.n, 9);
    CHECK(*po == 4 && ptab[1] == &small[2] && *ptab[2] == 2);
    CHECK_EQ(bp[0], 'n');
    counter();
    CHECK_EQ(counter(), 20 + 7 + 2);
    return 0;
}
