// conformance: LANG-6.4.3-S6 LANG-6.4.2-S2 CORE-7.2.4.1-S1
#include "check.h"

struct hidden;
struct later;

shared [4] int a[8 * THREADS];
shared struct later *list;
struct later { int value; shared struct later *next; };

int main(void)
{
    shared struct hidden *h = (shared struct hidden *)&a[2];
    CHECK_EQ(upc_phaseof(h), 0);
    CHECK((shared void *)h == (shared void *)&a[2]);
    CHECK(h != NULL && h == (shared struct hidden *)&a[2]);
    for (int i = 0; i < 3; i++) {
        shared struct later *node = upc_alloc(sizeof *node);
        node->value = i;
        node->next = list;
        list = node;
    }
    CHECK_EQ(list->value, 2);
    CHECK_EQ(list->next->value, 1);
    CHECK(list->next->next->next == NULL);
    while (list) {
        shared struct later *next = list->next;
        upc_free(list);
        list = next;
    }
    check_done();
    return 0;
}
