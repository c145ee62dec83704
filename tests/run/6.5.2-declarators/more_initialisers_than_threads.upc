// The length of an array that depends on THREADS is known at the start: the job then says which
// initialisers are dropped. Zeros, as at the end of a string, are not missed.
// threads: 2
// dynamic-only
// stderr: upc:12: more initializers .3. than shared 'values' has room for with 2 threads .2.
// stderr: upc:13: more initializers .4. than shared 'rows' has room for with 2 threads .2.
// conformance: LANG-6.5.2.1-S4
#include <upc.h>

#include "check.h"

shared int values[THREADS] = {1, 2, 3};
shared int rows[2][THREADS] = {{1, 2, 0, 4}, {5, 6}};
shared char text[THREADS] = "ab";
shared int zeros[THREADS] = {8, 9, 0};
shared [2] int enough[2 * THREADS] = {1, 2, 3, 4};

int main(void)
{
    CHECK(values[0] == 1 && values[1] == 2);
    CHECK(rows[0][0] == 1 && rows[0][1] == 2 && rows[1][0] == 5 && rows[1][1] == 6);
    CHECK(text[0] == 'a' && text[1] == 'b');
    CHECK(zeros[0] == 8 && zeros[1] == 9);
    CHECK(enough[2] == 3 && enough[3] == 4);
    check_done();
    return 0;
}
