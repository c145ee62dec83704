// A pointer-to-shared that moves in a private packed structure was accessed as if it were aligned:
// with vector instructions the program ended, and the C compiler warned of addresses that the
// program does not take; with -Wall also of the alignment of the runtime's type of these pointers.
// threads: 1 3
// cflags: -Werror -Wall -fsanitize=alignment -fsanitize-undefined-trap-on-error
#include "check.h"

typedef shared [3] int *named_pointer;

struct after_its_members {
    char c;
    const named_pointer first;
    named_pointer two[2];
    shared [2] int *also, *table[2][2];
} __attribute__((packed, aligned(16)));
_Static_assert(sizeof(struct after_its_members) == 144, "1 + 8 * 16 in units of 16");

struct __attribute__((packed)) packed {
    char c;
    shared [3] int *phased;
    shared int *thin;
};

#pragma pack(push, 1)
struct pragma {
    char c;
    struct {
        shared [3] int *phased;
        shared int *thin;
    } in[2];
};
#pragma pack(pop)

shared [3] int blocked[9 * THREADS];
shared int cyclic[9 * THREADS];
static struct packed own[2];
static struct pragma other = {'c'};

__attribute__((noinline)) static void move(struct packed *s, volatile struct pragma *v, int i)
{
    CHECK(s->phased++ == blocked && (s->phased += 2) == blocked + 3);
    CHECK(--s->phased == blocked + 2);
    CHECK(s->thin++ == cyclic && (s->thin -= 1) == cyclic);
    v->in[i].phased++;
    v->in[i].thin += 4;
}

static void copy(const struct after_its_members *from)
{
    struct after_its_members s = *from;
    s.two[1] = s.first + 1;
    s.two[0] = s.two[1]++;
    CHECK(s.two[0] == blocked + 1 && s.two[1] == blocked + 2 && upc_phaseof(s.two[1]) == 2);
    CHECK(s.table[1][0] == 0);
}

int main(void)
{
    copy(&(struct after_its_members){'c', blocked});
    for (int i = 0; i < 2; i++) {
        own[i].phased = blocked;
        own[i].thin = cyclic;
        other.in[i].phased = blocked;
        other.in[i].thin = cyclic;
        move(&own[i], &other, i);
        CHECK_EQ(own[i].phased - blocked, 2);
        CHECK_EQ(other.in[i].phased - blocked, 1);
        CHECK_EQ(other.in[i].thin - cyclic, 4);
    }
    check_done();
    return 0;
}
