// conformance: MEM-B.2-S1
// threads: 2 3
// cflags: -O3
// unoptimised
/* A thread goes round a ring of links, in several forms of loops, until another one changes a link
 * or a member, which it does when it has seen the thread wait. */
#include <stdbool.h>
#include <unistd.h>
#include <upc_relaxed.h>

#include "check.h"

enum { FORMS = 7, RING = 3, LATER = 2000 /* us */ };

typedef struct node {
    int key;
    shared struct node *left, *right;
} node;

static shared node ring[RING * THREADS];
static strict shared int waits[THREADS];

/* The ring leads through the elements of all threads. */
static void make(void)
{
    for (int i = 0; i < RING * THREADS; i++) {
        ring[i].key = 0;
        ring[i].left = ring[i].right = &ring[(i + 1) % (RING * THREADS)];
    }
}

static void cut(int form)
{
    shared node *at = &ring[THREADS + 1];
    if (form == 3)
        at->key = 1;
    else
        at->left = at->right = NULL;
}

static bool has(shared node *n, int key)
{
    while (n != NULL && n->key != key)
        n = n->left;
    return n != NULL;
}

static void go_round(int form)
{
    shared node *n = &ring[MYTHREAD];
    switch (form) {
    case 0:
        while (n != NULL)
            n = n->left;
        break;
    case 1:
        while (n != NULL)
            n = n->key < form ? n->left : n->right;
        break;
    case 2:
        while (n != NULL)
            if (n->key < form)
                n = n->left;
            else
                n = n->right;
        break;
    case 3:
        CHECK(has(n, 1));
        break;
    case 4:
        for (;;) {
            shared node *next = n->key < form ? n->left : n->right;
            if (next == NULL)
                return;
            else
                n = next;
        }
    case 5:
        for (shared node *p = n; p != NULL; p = p->right)
            if (p->key > 0)
                break;
        break;
    case 6: /* each walk is short: the loop around it waits */
        while (ring[THREADS + 1].left != NULL)
            for (shared node *p = &ring[THREADS]; p != &ring[THREADS + 1]; p = p->left)
                n = p;
        break;
    }
}

int main(void)
{
    for (int form = 0; form < FORMS; form++) {
        if (MYTHREAD == 0)
            make();
        upc_barrier;
        if (MYTHREAD == 0) {
            for (int t = 1; t < THREADS; t++)
                while (waits[t] <= form)
                    ;
            usleep(LATER);
            cut(form);
        } else {
            waits[MYTHREAD] = form + 1;
            go_round(form);
        }
        upc_barrier;
    }
    check_done();
    return 0;
}
