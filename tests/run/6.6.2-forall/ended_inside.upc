// conformance: LANG-6.6.2-U6 LANG-6.6.2-U4
// expect-sorted: thread {t} goes on
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>

static jmp_buf before;

/* longjmp leaves the loop: a loop after it distributes again when this one is left by its
 * function's return. */
static void jumps(void)
{
    upc_forall (int i = 0; i < THREADS; i++; i)
        longjmp(before, 1);
}

int main(void)
{
    if (setjmp(before) == 0)
        jumps();
    printf("thread %d goes on\n", MYTHREAD);
    upc_forall (int i = 0; i < THREADS; i++; i)
        exit(0);
    return 0;
}
