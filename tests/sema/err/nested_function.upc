/* A GNU nested function is refused once, where it is defined; its calls are not complained about. */
#include <upc.h>

shared int x[THREADS];

int main(void)
{
    int k = x[0];
    int add(int a) { return a + k; } /* error: nested functions are not supported */
    return add(x[0]);
}
