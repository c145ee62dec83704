// A pointer-to-shared that moves in a private packed structure was accessed as if it were aligned:
// with vector instructions the program ended, and the C compiler warned of addresses that the
// program does not take.
// threads: 1 3
// cflags: -Werror -fsanitize=alignment -fsanitize-undefined-trap-on-error
#include "check.h"

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

int main(void)
{
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
