// Pointers to shared converted to _Bool: by initialisation, assignment, argument, result, cast.
#include "check.h"
#include <stdbool.h>

shared [3] int blocked[6 * THREADS];
static bool as_argument(bool b) { return b; }
static bool as_result(shared [3] int *p) { return p; }
struct holder { bool b; };

int main(void)
{
    shared [3] int *q = blocked, *p = 0;
    shared void *g = q;
    shared int *c = (shared int *)q;
    bool b;
    b = q;
    CHECK(b && (bool)g && (bool)c && !(bool)p);
    CHECK(as_argument(q) && !as_argument(p) && as_result(q) && !as_result(p));
    struct holder h = {g};
    h.b &= (b = c);
    CHECK(h.b);
    check_done();
    return 0;
}
