// Casts of pointers to shared to integers and back through void, as programs that print or hash
// addresses do.
#include "check.h"
#include <stdint.h>

shared int x[2 * THREADS];
shared [4] char y[8 * THREADS];

int main(void)
{
    uintptr_t a = (uintptr_t)&x[0], b = (uintptr_t)&x[THREADS];
    unsigned long c = (unsigned long)&y[5];
    CHECK(a != 0 && b != a && c != 0);
    CHECK_EQ((uintptr_t)&x[0], a);
    CHECK_EQ((long)(shared int *)0, 0);
    int *local = (int *)&x[MYTHREAD];
    CHECK((uintptr_t)local == (uintptr_t)(void *)local);
    check_done();
    return 0;
}
