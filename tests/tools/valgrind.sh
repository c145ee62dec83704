# Valgrind's memcheck takes the runtime as it is: a sound program runs silently, leaks included, and it finds what it is for.
if ! command -v valgrind; then exit 0; fi
cat >a.upc <<'Y'
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
shared int sum;
int main(int argc, char **argv)
{
    upc_lock_t *lock = upc_all_lock_alloc();
    int *own = malloc(sizeof(int));
    *own = MYTHREAD;
    upc_lock(lock);
    sum += own[argc - 1]; /* with an argument: behind the block */
    upc_unlock(lock);
    free(own);
    upc_barrier;
    if (MYTHREAD == 0)
        puts("ok");
    upc_all_lock_free(lock);
    return 0;
}
Y
"$UPCC" -g0 -pthreads -o p a.upc
export UPC_SHARED_HEAP_SIZE=4M # the search for leaks reads all of it
check() { valgrind -q --trace-children=yes --error-exitcode=9 --leak-check=full "$UPCRUN" -n 2 -p 2 ./p "$@" >out 2>err; }
check
test "$(cat out)" = ok
if grep . err; then exit 1; fi
if check behind; then exit 1; fi
grep -q 'Invalid read of size 4' err
