// A function that is only declared inline need not be defined externally: without optimisation a
// call of it linked only with luck.
#include "check.h"

shared int value[THREADS];

inline int larger(int a, int b) { return a > b ? a : b; }
__inline__ int next(void) { return value[(MYTHREAD + 1) % THREADS]; }
__attribute__((unused)) inline shared int *place(int i) { return &value[i]; }
inline int defined(int a) { return 2 * a; }
extern int defined(int a);
int first(int a);
inline int first(int a) { return defined(a) + 1; }

int main(void) {
    int (*function)(int, int) = larger;
    *place(MYTHREAD) = MYTHREAD;
    upc_barrier;
    CHECK_EQ(next(), (MYTHREAD + 1) % THREADS);
    CHECK_EQ(function(MYTHREAD, THREADS), THREADS);
    CHECK_EQ(larger(first(MYTHREAD), 0), 2 * MYTHREAD + 1);
    check_done();
    return 0;
}
