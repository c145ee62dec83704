// A name whose initialiser is broken is declared: its uses are no errors.
#include <upc.h>

shared int a[THREADS];
shared int broken[THREADS] = {1, , 2}; /* error: expected an expression */
static int also = (3 4), that = 5;     /* error: expected ')' */

int main(void)
{
    int q = a[0] +;                     /* error: expected an expression */
    int r = 2, s = (q 3), t = 4;        /* error: expected ')' */
    int w[] = {1, 2 3};                 /* error: expected '}' */
    int x = 1 y;                        /* error: expected ';' */
    struct {
        int m;
    } z = {.m =}, *pz = &z;             /* error: expected an expression */
    for (int i = 0 +; i < 3; i++)       /* error: expected an expression */
        r += i;
    int u = {1, (2, };                  /* error: expected an expression */
    char str[] = "abc" +;               /* error: expected an expression */
    return q + r + s + t + w[0] + x + z.m + pz->m + broken[0] + also + that + u + str[0];
}
