// conformance: LANG-6.4.3-S1 LANG-6.4.3-S2 LANG-6.4.3-S11 CORE-7.2.3.1-S2 CORE-7.2.3.2-S2
#include "check.h"

shared int *cyclic = 0;
shared [5] double *blocked = NULL;
shared [] char *indefinite = (void *)0;
shared void *generic;

static shared [3] int *nothing(void) { return 0; }
static int is_null(shared [9] long *p) { return p == NULL; }

int main(void)
{
    CHECK(!cyclic && !blocked && !indefinite && !generic);
    CHECK((shared void *)cyclic == (shared void *)blocked);
    CHECK((shared void *)indefinite == generic);
    CHECK(nothing() == NULL && is_null(0));
    CHECK((int *)cyclic == NULL);
    CHECK((char *)indefinite == NULL);
    CHECK((double *)blocked == NULL);
    CHECK((shared [5] double *)cyclic == blocked);
    CHECK_EQ(upc_threadof(generic), 0);
    CHECK_EQ(upc_phaseof(blocked), 0);
    generic = blocked;
    CHECK(generic == 0);
    check_done();
    return 0;
}
