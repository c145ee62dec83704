// What a message quotes from several lines of the program stands on one.
#include <upc.h>

shared int a[4 * THREADS];
int outside(void)
{
    return a
        [4 * THREADS /* warning: subscript 4 * THREADS + 1 of 'a' is outside */
         + 1];
}
