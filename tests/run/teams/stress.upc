// threads: 1 2 3 5 8 17
// Random operations of random teams, which are made of each other, overlap, are used in turn
// and freed: all functions on shared memory and some on private, all modes, blocking and with
// handles that are synchronised later, collectives of all threads and barriers between. All
// threads walk through the same list; each does what its teams have in it, and knows what
// must come of it. `prog ROUNDS SEED` for longer.
#include "check.h"
#include <stdbool.h>
#include <upc_collective.h>
#include <upcx_collective.h>

enum { TEAMS = 6, PENDING = 4, MOST = 1500, STEPS = 40, MOST_THREADS = 64 };

static unsigned long common;

/* Once for all threads, in the same order. */
static unsigned next(unsigned below)
{
    common = common * 6364136223846793005ul + 1442695040888963407ul;
    return (unsigned)(common >> 33) % below;
}

enum kind {
    BROADCAST,
    SCATTER,
    GATHER,
    GATHER_ALL,
    EXCHANGE,
    PERMUTE,
    REDUCE,
    REDUCE_ALL,
    REDUCE_SCATTER,
    PREFIX,
    EXCLUSIVE,
    BARRIER,
    SCATTERV,
    GATHERV,
    GATHER_ALLV,
    EXCHANGEV,
    BROADCAST_PRIVATE,
    GATHER_ALL_PRIVATE,
    EXCHANGE_PRIVATE,
    REDUCE_PRIVATE,
    REDUCE_ALL_PRIVATE,
    SCATTER_PRIVATE,
    GATHER_PRIVATE,
    KINDS
};

/* An operation and its arrays. */
struct step {
    enum kind kind;
    size_t n; /* elements of a block, or of the first of different ones */
    int root, salt;
    bool in_place, has_handle;
    upc_flag_t flags;
    upcx_team_t team;
    upc_handle_t handle;
    shared [] long *src, *dst;
    long *in, *out; /* the thread's parts */
    size_t counts[MOST_THREADS], displs[MOST_THREADS];
    int perm[MOST_THREADS];
};

static upcx_team_t team[TEAMS];
static struct step pending[PENDING];
static bool is_pending[PENDING];

static long value(const struct step *x, int rank, size_t i)
{
    return x->salt + rank * 1000L + (long)(i % 91);
}

static int rank_of(const struct step *x) { return upcx_team_rank(x->team); }
static int size_of(const struct step *x) { return upcx_team_size(x->team); }

static shared void *on(const struct step *x, shared [] long *array, int rank)
{
    return (shared char *)array + upcx_team_thread(x->team, rank);
}

static bool varies(const struct step *x) { return x->kind >= SCATTERV && x->kind <= EXCHANGEV; }

/* Block r has n + r elements, and there is a gap of one before it; of exchangev all have n. */
static void set_blocks(struct step *x)
{
    size_t at = 0;
    for (int r = 0; r < size_of(x); r++) {
        size_t n = x->kind == EXCHANGEV ? x->n : x->n + r;
        at++;
        x->counts[r] = n * sizeof(long);
        x->displs[r] = at * sizeof(long);
        at += n;
    }
}

static size_t room(void) { return (size_t)(MOST + THREADS + 1) * THREADS; }

/* Ranks in the result of a prefix reduction or a reduction. */
static void expect_sum(const struct step *x, const long *got, int ranks, size_t at)
{
    for (size_t i = 0; i < x->n; i++) {
        long sum = 0;
        for (int r = 0; r < ranks; r++)
            sum += value(x, r, at + i);
        CHECK_EQ(got[i], sum);
    }
}

static void expect_block(const struct step *x, const long *got, int rank, size_t at, size_t n)
{
    for (size_t i = 0; i < n; i++)
        CHECK_EQ(got[i], value(x, rank, at + i));
}

static void check(const struct step *x)
{
    int me = rank_of(x), size = size_of(x);
    size_t n = x->n, at = n * me;
    switch (x->kind) {
    case BROADCAST:
    case BROADCAST_PRIVATE:
        expect_block(x, x->out, x->root, 0, n);
        break;
    case SCATTER:
    case SCATTER_PRIVATE:
        expect_block(x, x->out, x->root, at, n);
        break;
    case GATHER:
    case GATHER_PRIVATE:
        if (me != x->root)
            break; /* else as below */
    case GATHER_ALL:
    case GATHER_ALL_PRIVATE:
        for (int r = 0; r < size; r++)
            expect_block(x, x->out + n * r, r, 0, n);
        break;
    case EXCHANGE:
    case EXCHANGE_PRIVATE:
        for (int r = 0; r < size; r++)
            expect_block(x, x->out + n * r, r, at, n);
        break;
    case PERMUTE:
        for (int r = 0; r < size; r++)
            if (x->perm[r] == me)
                expect_block(x, x->out, r, 0, n);
        break;
    case REDUCE:
    case REDUCE_PRIVATE:
        if (me == x->root)
            expect_sum(x, x->out, size, 0);
        break;
    case REDUCE_ALL:
    case REDUCE_ALL_PRIVATE:
        expect_sum(x, x->out, size, 0);
        break;
    case REDUCE_SCATTER:
        expect_sum(x, x->out, size, at);
        break;
    case PREFIX:
        expect_sum(x, x->out, me + 1, 0);
        break;
    case EXCLUSIVE:
        if (me > 0)
            expect_sum(x, x->out, me, 0);
        break;
    case SCATTERV:
        expect_block(x, x->out, x->root, x->displs[me] / sizeof(long), n + me);
        break;
    case GATHERV:
        if (me != x->root)
            break;
    case GATHER_ALLV:
        for (int r = 0; r < size; r++)
            expect_block(x, x->out + x->displs[r] / sizeof(long), r, 0, n + r);
        break;
    case EXCHANGEV:
        for (int r = 0; r < size; r++)
            expect_block(x, x->out + x->displs[r] / sizeof(long), r, x->displs[me] / sizeof(long),
                         n);
        break;
    default:
        break;
    }
}

/* The data of the thread that each function reads: in src, or in place. */
static void fill(struct step *x)
{
    int me = rank_of(x);
    size_t all = (x->n + size_of(x) + 1) * size_of(x);
    long *in = x->in_place ? x->out : x->in;
    for (size_t i = 0; i < all; i++)
        x->out[i] = -1;
    if (x->kind == GATHER_ALL && x->in_place)
        in += x->n * me;
    for (size_t i = 0; i < (x->kind == GATHER_ALL ? x->n : all); i++)
        in[i] = value(x, me, i);
    if (x->kind == BROADCAST_PRIVATE && me == x->root)
        for (size_t i = 0; i < x->n; i++)
            x->out[i] = value(x, me, i);
}

#define RUN(name, ...)                                                     \
    do {                                                                   \
        if (x->has_handle) x->handle = upcx_team_##name##_nb(__VA_ARGS__); \
        else upcx_team_##name(__VA_ARGS__);                                \
    } while (0)

static void call(struct step *x)
{
    size_t bytes = x->n * sizeof(long), own = bytes + rank_of(x) * sizeof(long);
    upc_flag_t flags = x->flags | (x->in_place ? UPCX_IN_PLACE : 0);
    shared void *from = on(x, x->src, x->root), *to = on(x, x->dst, x->root);
    upcx_team_t t = x->team;
    switch (x->kind) {
    case BROADCAST: RUN(broadcast, x->dst, from, bytes, flags, t); break;
    case SCATTER: RUN(scatter, x->dst, from, bytes, flags, t); break;
    case GATHER: RUN(gather, to, x->src, bytes, flags, t); break;
    case GATHER_ALL: RUN(gather_all, x->dst, x->src, bytes, flags, t); break;
    case EXCHANGE: RUN(exchange, x->dst, x->src, bytes, flags, t); break;
    case PERMUTE: RUN(permute, x->dst, x->src, x->perm, bytes, flags, t); break;
    case REDUCE: RUN(reduce, to, x->src, UPC_LONG, UPC_ADD, x->n, flags, t); break;
    case REDUCE_ALL: RUN(reduce_all, x->dst, x->src, UPC_LONG, UPC_ADD, x->n, flags, t); break;
    case REDUCE_SCATTER:
        RUN(reduce_scatter, x->dst, x->src, UPC_LONG, UPC_ADD, x->n, flags, t);
        break;
    case PREFIX: RUN(prefix_reduce, x->dst, x->src, UPC_LONG, UPC_ADD, x->n, flags, t); break;
    case EXCLUSIVE:
        RUN(prefix_reduce_exclusive, x->dst, x->src, UPC_LONG, UPC_ADD, x->n, flags, t);
        break;
    case BARRIER: RUN(barrier, t); break;
    case SCATTERV: RUN(scatterv, x->dst, own, from, x->counts, x->displs, flags, t); break;
    case GATHERV: RUN(gatherv, to, x->counts, x->displs, x->src, own, flags, t); break;
    case GATHER_ALLV: RUN(gather_allv, x->dst, x->counts, x->displs, x->src, flags, t); break;
    case EXCHANGEV:
        RUN(exchangev, x->dst, x->counts, x->displs, x->src, x->counts, x->displs, flags, t);
        break;
    case BROADCAST_PRIVATE: RUN(broadcast_private, x->out, bytes, x->root, t); break;
    case GATHER_ALL_PRIVATE: RUN(gather_all_private, x->out, x->in, bytes, t); break;
    case EXCHANGE_PRIVATE: RUN(exchange_private, x->out, x->in, bytes, t); break;
    case REDUCE_PRIVATE:
        RUN(reduce_private, x->out, x->in, UPC_LONG, UPC_ADD, x->n, x->root, t);
        break;
    case REDUCE_ALL_PRIVATE:
        RUN(reduce_all_private, x->out, x->in, UPC_LONG, UPC_ADD, x->n, t);
        break;
    case SCATTER_PRIVATE: RUN(scatter_private, x->out, x->in, bytes, x->root, t); break;
    default: RUN(gather_private, x->out, x->in, bytes, x->root, t); break;
    }
}

static void finish(int i)
{
    if (!is_pending[i])
        return;
    upc_sync(pending[i].handle);
    check(&pending[i]);
    is_pending[i] = false;
}

static void finish_all(void)
{
    for (int i = 0; i < PENDING; i++)
        finish(i);
}

/* The members' common choices are taken from the list by all threads; those that depend on the
 * team's size are made by members. */
static void step(void)
{
    static const upc_flag_t modes[] = {0,
                                       UPC_IN_MYSYNC | UPC_OUT_MYSYNC,
                                       UPC_IN_NOSYNC | UPC_OUT_NOSYNC,
                                       UPC_IN_MYSYNC,
                                       UPC_OUT_NOSYNC,
                                       UPC_IN_NOSYNC | UPC_OUT_MYSYNC};
    static const int lengths[] = {1, 1, 3, 6, 40, 200, MOST};
    int i = (int)next(PENDING);
    struct step *x = &pending[i];
    unsigned which = next(TEAMS), kind = next(KINDS), root = next(997), length = lengths[next(7)],
             salt = next(100000);
    unsigned mode = next(6), place = next(4), handle = next(3), later = next(2);
    finish(i);
    if (team[which] == UPCX_TEAM_NONE)
        return;
    x->kind = (enum kind)kind;
    x->team = team[which];
    x->n = length;
    x->root = (int)root % size_of(x);
    x->salt = (int)salt;
    x->flags = modes[mode];
    x->has_handle = handle == 0;
    x->in_place = place == 0 && (kind == GATHER_ALL || kind == EXCHANGE || kind == REDUCE_ALL ||
                                 kind == PREFIX || kind == EXCLUSIVE);
    bool is_private = kind >= BROADCAST_PRIVATE || kind == BARRIER;
    if (varies(x))
        set_blocks(x);
    for (int r = 0; r < size_of(x); r++)
        x->perm[r] = (int)((salt + size_of(x) - r) % size_of(x));
    fill(x);
    if (!is_private && (x->flags & UPC_IN_NOSYNC))
        upcx_team_barrier(x->team);
    call(x);
    is_pending[i] = x->has_handle;
    if (!is_private && (x->flags & UPC_OUT_NOSYNC)) {
        if (x->has_handle)
            upc_sync(x->handle);
        is_pending[i] = false;
        upcx_team_barrier(x->team);
    }
    if (!is_pending[i])
        check(x);
    else if (!later)
        finish(i);
    if (!is_private && (x->flags & UPC_OUT_NOSYNC))
        upcx_team_barrier(x->team);
}

/* One team in place of another: of all threads in their order or another, of a part, or of parts of
 * a team's members. */
static void renew(int which)
{
    unsigned how = next(4), parent = next(which), salt = next(1000), parts = 1 + next(3);
    if (team[which])
        upcx_team_free(team[which]);
    team[which] = UPCX_TEAM_NONE;
    if (!team[parent])
        return;
    unsigned own = (salt + MYTHREAD) * 2654435761u >> 8;
    if (how == 0)
        team[which] = upcx_team_split(team[parent], 0, upcx_team_rank(team[parent]));
    else if (how == 1)
        team[which] = upcx_team_range(team[parent], upcx_team_size(team[parent]) - 1, -1,
                                      upcx_team_size(team[parent]));
    else
        team[which] = upcx_team_split(team[parent], (int)(own % (parts + 1)) - (how == 2),
                                      (int)(own / 8 % 3));
}

static void all_threads(void)
{
    static shared long from, to[THREADS];
    if (next(4) == 0)
        upc_barrier;
    if (next(4))
        return;
    long salt = next(1000);
    if (MYTHREAD == 0)
        from = salt;
    upc_all_broadcast(to, &from, sizeof(long), UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
    CHECK_EQ(to[MYTHREAD], salt);
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 4;
    common = argc > 2 ? strtoul(argv[2], NULL, 0) : 20241122;
    for (int i = 0; i < PENDING; i++) {
        pending[i].src = upc_all_alloc(THREADS, room() * sizeof(long));
        pending[i].dst = upc_all_alloc(THREADS, room() * sizeof(long));
        pending[i].in = (long *)((shared char *)pending[i].src + MYTHREAD);
        pending[i].out = (long *)((shared char *)pending[i].dst + MYTHREAD);
    }
    CHECK(THREADS <= MOST_THREADS);
    team[0] = UPCX_TEAM_ALL;
    for (int round = 0; round < rounds; round++) {
        for (int which = 1; which < TEAMS; which++)
            renew(which);
        for (int i = 0; i < STEPS; i++) {
            step();
            all_threads();
        }
        finish_all();
    }
    check_done();
    return 0;
}
