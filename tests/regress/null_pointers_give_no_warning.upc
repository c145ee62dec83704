// A cast of a pointer-to-shared that may be null gives the C compiler nothing to warn of.
// cflags: -O2 -Wall -Werror
#include <string.h>
#include "check.h"

typedef struct { short kind; double mass, x[12]; } body;

static shared [] body *make(int kind)
{
    shared [] body *b = (shared [] body *)upc_alloc(sizeof(body));
    body *own = (body *)b;
    memset(own, 0, sizeof *own);
    own->kind = kind;
    return b;
}

int main(void)
{
    CHECK_EQ(make(MYTHREAD + 3)->kind, MYTHREAD + 3);
    shared [] body *none = NULL;
    CHECK((body *)none == NULL);
    check_done();
    return 0;
}
