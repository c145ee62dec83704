// A name that the head of a loop declares is declared, whatever else is wrong there.
#include <upc.h>

shared int a[9 * THREADS];

int main(void)
{
    int s = 0;
    for (shared int *p = a; p < a + 3;; p++) /* error: expected an expression before ';' */
        s += *p;
    for (shared int *p = a; p < a + 3 p++)   /* error: expected ';' after the condition */
        s += *p;
    for (shared int *p = a p < a + 3; p++)   /* error: expected ';' after the declaration */
        s += *p;
    for (shared int *p = a, p < a + 3; p++)  /* error: expected ';' after the declaration */
        s += *p;
    for (int i = 0; i < 3, i++)              /* error: expected ';' after the condition */
        s += i;
    upc_forall (int i = 0; i < ; i++; i)     /* error: expected an expression before ';' */
        s += i;
    upc_forall (int i = 0 i < 3; i++; i)     /* error: expected ';' after the declaration */
        s += i;
    return s;
}
