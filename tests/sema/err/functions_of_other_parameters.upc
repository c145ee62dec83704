#include <upc.h>
int takes_private(int *p);
int takes_shared(shared int *p);
int f(void)
{
    int (*to_private)(int *) = takes_shared;    /* error: cannot be initialized */
    int (*to_shared)(shared int *) = takes_private; /* error: cannot be initialized */
    int (*right)(shared int *) = takes_shared;
    int (*any)(void) = (int (*)(void))takes_shared;
    upc_lock_t *lock = 0;
    upc_lock(*lock);                            /* error: the incomplete type 'upc_lock_t' */
    return right != to_shared && any && to_private;
}
