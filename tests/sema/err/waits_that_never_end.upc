#include <upc.h>
#include <stdatomic.h>
static int flag, flags[4];
static volatile int seen;
static _Atomic int count;
shared int s;
strict shared int t;
struct state { int done; volatile int asked; };
int other(void);
void f(int n, int *p, struct state *q, shared int *r)
{
    while (flag == 0)                    /* warning: changes 'flag': once optimised, it never ends */
        ;
    while (!flags[MYTHREAD]) {           /* warning: changes 'flags[MYTHREAD]' */
    }
    do {
        continue;
    } while (*p != n);                   /* warning: changes '*p' */
    for (; (q->done & 1) == 0;)          /* warning: changes 'q->done' */
        ;
    for (int i = 0; i < n && !flag;)     /* warning: changes 'i' */
        ;
    while (*(int *)&flags[1] < (int)n)   /* warning: changes '*(int *)&flags[1]' */
        ;
    while (*(int *)&r[MYTHREAD] == 0)    /* warning: changes '*(int *)&r[MYTHREAD]' */
        ;
    while (q->asked == 0 || seen == 0)
        ;
    while (!count)
        ;
    while (!*(volatile int *)&flag)
        ;
    while (s == 0 || !t || *r || flag)
        ;
    while (flag == 0)
        upc_fence;
    while (flag == 0)
        other();
    while (other() == flag)
        ;
    while (flag++ < 3)
        ;
    for (; flag < 3; flag++)
        ;
    while (flag) {
        if (other())
            break;
    }
    while (1)
        ;
    for (;;)
        ;
}
