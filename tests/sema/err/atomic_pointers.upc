#include <upc.h>
#include <upc_atomic.h>
struct item { shared struct item *next; shared void *link; shared [4] int *row; };
shared struct item head;
int f(upc_atomicdomain_t *domain, shared [] char *text)
{
    shared struct item *item = 0;
    shared void *any = 0;
    int found;
    upc_atomic_strict(domain, &any, UPC_GET, &head.next, 0, 0);          /* warning: upc_atomic_strict with UPC_PTS is for pointers of type 'shared void *', which are larger than 'shared struct item *' */
    upc_atomic_relaxed(domain, 0, UPC_SET, &head.link, &item, 0);        /* warning: upc_atomic_relaxed with UPC_PTS */
    upc_atomic_relaxed(domain, &text, UPC_GET, &head.link, 0, 0);        /* warning: larger than 'shared [] char *' */
    upc_atomic_relaxed(domain, &found, UPC_CSWAP, &head.link, &any, &any);
    upc_atomic_strict(domain, &any, UPC_GET, &head.row, 0, 0);
    upc_atomic_strict(domain, (void *)&item, UPC_GET, &head.link, 0, 0);
    return found;
}
