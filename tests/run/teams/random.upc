// threads: 1 3 4 6 9
// Random operations of random teams that overlap: in each round all threads agree on a list of
// them; each starts those of its teams in an order of its own, which keeps that of each team, and
// synchronises them in another. What comes of each is known beforehand.
#include "check.h"
#include <stdbool.h>
#include <unistd.h>
#include <upcx_collective.h>

enum { TEAMS = 5, ROUNDS = 60, LIST = 12, MOST = 400 };

struct random {
    unsigned long state;
};

static unsigned next(struct random *r, unsigned below)
{
    r->state = r->state * 6364136223846793005ul + 1442695040888963407ul;
    return (unsigned)(r->state >> 33) % below;
}

static struct random common = {20240521}, own;
static upcx_team_t team[TEAMS];

enum kind {
    BROADCAST,
    GATHER,
    GATHER_ALL,
    EXCHANGE,
    REDUCE_ALL,
    PREFIX,
    EXCLUSIVE,
    BARRIER,
    KINDS
};

struct item {
    int team;
    enum kind kind;
    int n, root;
    unsigned salt;
    upc_handle_t handle;
    long *in, *out;
};

static long value(const struct item *x, int rank, int i) { return x->salt + rank * 1000 + i % 17; }

static void fill(struct item *x)
{
    int size = upcx_team_size(team[x->team]), rank = upcx_team_rank(team[x->team]);
    x->in = malloc(sizeof(long) * x->n * size);
    x->out = malloc(sizeof(long) * x->n * size);
    for (int i = 0; i < x->n * size; i++) {
        x->in[i] = value(x, rank, i);
        x->out[i] = -1;
    }
}

static void start(struct item *x)
{
    upcx_team_t t = team[x->team];
    size_t bytes = x->n * sizeof(long);
    fill(x);
    switch (x->kind) {
    case BROADCAST:
        for (int i = 0; i < x->n; i++)
            x->out[i] = x->in[i];
        x->handle = upcx_team_broadcast_private_nb(x->out, bytes, x->root, t);
        break;
    case GATHER:
        x->handle = upcx_team_gather_private_nb(x->out, x->in, bytes, x->root, t);
        break;
    case GATHER_ALL:
        x->handle = upcx_team_gather_all_private_nb(x->out, x->in, bytes, t);
        break;
    case EXCHANGE:
        x->handle = upcx_team_exchange_private_nb(x->out, x->in, bytes, t);
        break;
    case REDUCE_ALL:
        x->handle = upcx_team_reduce_all_private_nb(x->out, x->in, UPC_LONG, UPC_ADD, x->n, t);
        break;
    case PREFIX:
        x->handle = upcx_team_prefix_reduce_private_nb(x->out, x->in, UPC_LONG, UPC_ADD, x->n, t);
        break;
    case EXCLUSIVE:
        x->handle =
            upcx_team_prefix_reduce_exclusive_private_nb(x->out, x->in, UPC_LONG, UPC_ADD, x->n, t);
        break;
    default:
        x->handle = upcx_team_barrier_nb(t);
    }
}

static void expect_sum(const struct item *x, int ranks)
{
    for (int i = 0; i < x->n; i++) {
        long sum = 0;
        for (int r = 0; r < ranks; r++)
            sum += value(x, r, i);
        CHECK_EQ(x->out[i], ranks ? sum : -1);
    }
}

static void expect_blocks(const struct item *x, bool own_block)
{
    int size = upcx_team_size(team[x->team]), rank = upcx_team_rank(team[x->team]);
    for (int r = 0; r < size; r++)
        for (int i = 0; i < x->n; i++)
            CHECK_EQ(x->out[r * x->n + i], value(x, r, own_block ? rank * x->n + i : i));
}

static void finish(struct item *x)
{
    int size = upcx_team_size(team[x->team]), rank = upcx_team_rank(team[x->team]);
    if (next(&own, 2))
        while (!upc_sync_attempt(x->handle))
            ;
    upc_sync(x->handle);
    switch (x->kind) {
    case BROADCAST:
        for (int i = 0; i < x->n; i++)
            CHECK_EQ(x->out[i], value(x, x->root, i));
        break;
    case GATHER:
        if (rank == x->root)
            expect_blocks(x, false);
        break;
    case GATHER_ALL:
        expect_blocks(x, false);
        break;
    case EXCHANGE:
        expect_blocks(x, true);
        break;
    case REDUCE_ALL:
        expect_sum(x, size);
        break;
    case PREFIX:
        expect_sum(x, rank + 1);
        break;
    case EXCLUSIVE:
        expect_sum(x, rank);
        break;
    default:
        break;
    }
    free(x->in);
    free(x->out);
}

/* Every thread makes the same list, and leaves out what is of teams that it is not in. Roots are
 * made to fit by each team's size, which only members know: so are they. */
static int make_list(struct item *list)
{
    int count = 0;
    for (int i = 0; i < LIST; i++) {
        struct item x = {.team = (int)next(&common, TEAMS),
                         .kind = (enum kind)next(&common, KINDS)};
        x.n = 1 + (int)next(&common, next(&common, 4) ? 20 : MOST);
        x.root = (int)next(&common, 1000);
        x.salt = next(&common, 100000);
        if (team[x.team] == UPCX_TEAM_NONE)
            continue;
        x.root %= upcx_team_size(team[x.team]);
        list[count++] = x;
    }
    return count;
}

/* Starts the first that is left of a random team, until none is left. */
static void start_all(struct item *list, int count)
{
    bool started[LIST] = {false};
    for (int left = count; left > 0; left--) {
        int i = (int)next(&own, count);
        while (started[i])
            i = (i + 1) % count;
        for (int k = 0; k < i; k++)
            if (!started[k] && list[k].team == list[i].team)
                i = k;
        start(&list[i]);
        started[i] = true;
        if (next(&own, 40) == 0)
            usleep(100);
    }
}

static void finish_all(struct item *list, int count)
{
    while (count > 0) {
        int i = (int)next(&own, count);
        finish(&list[i]);
        list[i] = list[--count];
        if (next(&own, 60) == 0)
            usleep(100);
    }
}

static void make_teams(void)
{
    for (int k = 0; k < TEAMS; k++) {
        unsigned salt = next(&common, 1000);
        struct random r = {salt + MYTHREAD};
        team[k] = k == 0 ? UPCX_TEAM_ALL
                         : upcx_team_split(UPCX_TEAM_ALL, (int)next(&r, 3) - 1, (int)next(&r, 5));
    }
}

int main(void)
{
    struct item list[LIST];
    own.state = MYTHREAD * 77 + 5;
    for (int round = 0; round < ROUNDS; round++) {
        if (round % 10 == 0)
            make_teams();
        int count = make_list(list);
        start_all(list, count);
        if (next(&common, 5) == 0)
            upc_barrier;
        finish_all(list, count);
        if (round % 10 == 9)
            for (int k = 1; k < TEAMS; k++)
                if (team[k])
                    upcx_team_free(team[k]);
    }
    check_done();
    return 0;
}
