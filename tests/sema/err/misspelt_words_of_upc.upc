#include <upc.h>
shard int x[THREADS];                   /* error: 'shard' is not declared */
shard [4] int y[4 * THREADS];           /* error: 'shard' is not declared */
int printed(int);
// None of these bodies has a word of UPC spelt right.
int f(void)
{
    upc_barier;                         /* error: 'upc_barier' is not declared */
    upc_barier 3;                       /* error: 'upc_barier' is not declared */
    return mythread;                    /* error: 'mythread' is not declared */
}
int g(int i)
{
    upc_forll (i = 0; i < 3; i++; i)    /* error: 'upc_forll' is not declared */
        printed(i);
    return THREAD;                      /* error: 'THREAD' is not declared */
}
int h(void)
{
    return UPC_NO_SUCH_THING;           /* error: 'UPC_NO_SUCH_THING' is not declared */
}
int m(void)
{
    upc_lockt *lock;                    /* error: unknown type name 'upc_lockt' */
    return lock != 0;
}
EXPORT int k(void)                      /* error: neither a type nor a qualifier */
{
    return 0;
}
// Names of the program's own that are near to UPC's.
int upc_forall2(int a, int b);
int l(int threads, int mythread)
{
    int share = upc_forall2(threads, mythread);
    for (int Strict = 0; Strict < threads; Strict++)
        share += Strict;
    return share;
}
