// Names with letters beyond ASCII and with '$', of which the assembler's view is not the
// language's.
#include <upc.h>
#include "check.h"
shared int größe[THREADS], größe_2[THREADS], s\u00e9[THREADS];
shared int a$b[THREADS], a_b[THREADS], a_Sb[THREADS], $[THREADS], $rax[THREADS], _[THREADS];
static shared [2] int ключ[2 * THREADS] = { 7 };
int privat_ä = 4, groß[5000];
struct größen { int länge; };
shared struct größen ü;

static int statics(void)
{
    static shared int sé[THREADS], sé$[THREADS], s$é[THREADS];
    static int zähler, viele_ä[5000], viele$[5000];
    sé[MYTHREAD] += 1;
    sé$[MYTHREAD] += 2;
    s$é[MYTHREAD] += 3;
    viele_ä[4999]++;
    viele$[4999]++;
    return sé[MYTHREAD] * 100 + sé$[MYTHREAD] * 10 + s$é[MYTHREAD] + ++zähler + viele_ä[4999] +
           viele$[4999];
}

int main(void)
{
    größe[MYTHREAD] = 1;
    größe_2[MYTHREAD] = 2;
    sé[MYTHREAD] = 3;
    a$b[MYTHREAD] = 4;
    a_b[MYTHREAD] = 5;
    a_Sb[MYTHREAD] = 6;
    $[MYTHREAD] = 7;
    $rax[MYTHREAD] = 8;
    _[MYTHREAD] = 9;
    if (MYTHREAD == 0)
        ü.länge = 10;
    groß[4999] = privat_ä;
    upc_barrier;
    for (int t = 0; t < THREADS; t++) {
        CHECK_EQ(größe[t] * 100 + größe_2[t] * 10 + s\u00e9[t], 123);
        CHECK_EQ(a$b[t] * 100 + a_b[t] * 10 + a_Sb[t], 456);
        CHECK_EQ($[t] * 100 + $rax[t] * 10 + _[t], 789);
    }
    CHECK_EQ(ü.länge + groß[4999], 14);
    CHECK_EQ(ключ[0], 7);
    CHECK_EQ(statics(), 126);
    upc_barrier;
    check_done();
    return 0;
}
