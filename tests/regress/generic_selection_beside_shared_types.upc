// _Generic with associations for pointers to shared, which are one type of the generated C, and a
// controlling expression of another type.
#include <upc.h>
#include "check.h"

#define KIND(x)                                                                                    \
    _Generic((x), int: 1, double: 2, shared [3] int *: 3, shared int *: 4, shared double *: 5,     \
             const char *: 6, default: 7)
static shared [3] int blocked[3 * THREADS];
static shared int cyclic[THREADS];

int main(void)
{
    const char *text = "";
    CHECK_EQ(KIND(1), 1);
    CHECK_EQ(KIND(1.0), 2);
    CHECK_EQ(KIND(&blocked[1]), 3);
    CHECK_EQ(KIND(&cyclic[0]), 4);
    CHECK_EQ(KIND((shared double *)&cyclic[0]), 5);
    CHECK_EQ(KIND(text), 6);
    CHECK_EQ(KIND(blocked[0]), 1);
    CHECK_EQ(KIND((shared void *)cyclic), 7);
    check_done();
    return 0;
}
