// A static object whose initialiser holds its own address, as that of a list without elements: each
// UPC thread has its own.
#include "check.h"

struct list { struct list *next, *prev; };
#define LIST(name) struct list name = { &name, &name }
struct node { int a[4]; struct node *next; };

static LIST(head);
LIST(open_to_others);
static void *self = &self;
static struct node ring[2] = { { { 1, 2 }, &ring[1] }, { .a[3] = 4, .next = ring } };
static struct node of_any_length[] = {{.next = of_any_length + 1}, {.next = &of_any_length[0]}};
static struct { char room[5000]; void *where; } large = { "x", &large };
static const struct list fixed = { (struct list *)&fixed, 0 };
shared int word;

static void add(struct list *to, struct list *e)
{
    e->next = to->next;
    e->prev = to;
    to->next->prev = e;
    to->next = e;
}

static int length(struct list *of)
{
    int n = 0;
    for (struct list *p = of->next; p != of; p = p->next)
        n++;
    return n;
}

/* A list of this function's; it is shared with nobody, though word is. */
static int grow(int by)
{
    static LIST(own);
    static struct list room[8];
    for (int i = 0; i < by; i++)
        add(&own, &room[length(&own)]);
    word = 1;
    return length(&own);
}

int main(void)
{
    struct list elements[8];
    CHECK(head.next == &head && open_to_others.prev == &open_to_others && self == &self &&
          fixed.next == &fixed);
    CHECK(ring[0].next == &ring[1] && ring[1].next == ring && ring[0].next->a[3] == 4);
    CHECK(of_any_length[0].next == &of_any_length[1] && of_any_length[1].next == of_any_length);
    CHECK(large.where == &large && large.room[0] == 'x');
    upc_barrier;
    for (int i = 0; i < MYTHREAD % 8; i++)
        add(&head, &elements[i]);
    upc_barrier;
    CHECK_EQ(length(&head), MYTHREAD % 8);
    CHECK_EQ(length(&open_to_others), 0);
    CHECK_EQ(grow(MYTHREAD % 3), MYTHREAD % 3);
    CHECK_EQ(grow(2), MYTHREAD % 3 + 2);
    check_done();
    return 0;
}
