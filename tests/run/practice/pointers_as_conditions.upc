// Pointers to shared of both forms wherever C takes a scalar.
#include "check.h"
#include <stdbool.h>

struct node { int value; shared struct node *next; shared [3] int *data; };
typedef shared struct node *link;
shared [3] int blocked[6 * THREADS];
shared int cyclic[THREADS];

static bool both(shared [3] int *p, shared int *q) { return p && q; }
static shared [3] int *choose(int c) { return c ? blocked + 1 : 0; }
static int depth(link n) { return n ? 1 + depth(n->next) : 0; }

int main(void)
{
    shared [3] int *p = 0, *q = blocked;
    shared int *c = NULL;
    shared void *g = q;
    bool b = q, nb = p;
    _Bool third = !p;
    int count = 0;

    CHECK(b && !nb && third && !!g);
    CHECK(!both(p, c) && !both(q, c) && both(q, cyclic));
    CHECK((p ? 1 : 2) == 2 && (q ? 1 : 2) == 1);
    CHECK(choose(1) == q + 1 && choose(0) == NULL && !choose(0));
    while (q) {
        if (++count == 3)
            q = NULL;
    }
    do
        count++;
    while (p);
    for (q = blocked; q; q = count > 6 ? 0 : q + 1)
        count++;
    CHECK_EQ(count, 7);
    if (p || c) CHECK(0);
    else if (!g) CHECK(0);
    else count = 0;
    CHECK_EQ(count, 0);
    CHECK((c = cyclic, c) && (p = q) == NULL && !(p = 0));
    CHECK((g ? (shared void *)cyclic : g) == (shared void *)cyclic);

    link list = NULL;
    for (int i = 0; i < 4; i++) {
        link n = upc_alloc(sizeof(struct node));
        *n = (struct node){i, list, i % 2 ? blocked + i : NULL};
        list = n;
    }
    CHECK_EQ(depth(list), 4);
    CHECK(list->data && !list->next->data && list->next->next->data == blocked + 1);
    CHECK_EQ(upc_phaseof(list->data), 0);
    CHECK_EQ(list->next->next->next->value, 0);
    while (list) {
        link next = list->next;
        upc_free(list);
        list = next;
    }
    check_done();
    return 0;
}
