// threads: 1 2 3 5 8 17
// Blocks of different sizes, some empty, with gaps and out of order.
#include "check.h"
#include <string.h>
#include <upcx_collective.h>

enum { ROOM = 400 };
static shared [] unsigned char *src, *dst;
static unsigned char *in, *out;
static upcx_team_t team;
static int rank, size;

static unsigned char byte(int from, int to, size_t i)
{
    return (unsigned char)(i * 3 + from * 29 + to * 101);
}

/* Bytes that go from one rank to another. */
static size_t amount(int from, int to) { return (size_t)((from * 5 + to * 3) % 4 * 37); }

/* Ranks in falling order, with gaps. */
static size_t place(int of) { return (size_t)(size - 1 - of) * ROOM + of % 3; }

static void expect(const unsigned char *at, int from, int to, size_t n)
{
    for (size_t i = 0; i < n; i++)
        CHECK_EQ(at[i], byte(from, to, i));
}

static void fill(unsigned char *at, int to, size_t n)
{
    for (size_t i = 0; i < n; i++)
        at[i] = byte(rank, to, i);
}

static void with_root(int root, upc_flag_t flags)
{
    size_t counts[THREADS], displs[THREADS];
    shared unsigned char *there = (shared unsigned char *)src + upcx_team_thread(team, root);
    for (int r = 0; r < size; r++) {
        counts[r] = amount(root, r);
        displs[r] = place(r);
        if (rank == root)
            fill(in + place(r), r, counts[r]);
    }
    upcx_team_scatterv(dst, amount(root, rank), there, rank == root ? counts : 0,
                       rank == root ? displs : 0, flags, team);
    expect(out, root, rank, amount(root, rank));
    for (int r = 0; r < size; r++)
        counts[r] = amount(r, root);
    fill(in, root, amount(rank, root));
    there = (shared unsigned char *)dst + upcx_team_thread(team, root);
    upcx_team_gatherv(there, counts, rank == root ? displs : 0, src, amount(rank, root), flags,
                      team);
    for (int r = 0; r < size && rank == root; r++)
        expect(out + place(r), r, root, counts[r]);
}

static void to_all(upc_flag_t flags)
{
    size_t counts[THREADS], displs[THREADS];
    for (int r = 0; r < size; r++) {
        counts[r] = amount(r, 0);
        displs[r] = place(r);
    }
    fill(in, 0, counts[rank]);
    upcx_team_gather_allv(dst, counts, displs, src, flags, team);
    for (int r = 0; r < size; r++)
        expect(out + place(r), r, 0, counts[r]);
    memset(out, 0, (size_t)ROOM * size);
    fill(out + place(rank), 0, counts[rank]);
    upcx_team_gather_allv(dst, counts, displs, dst, flags | UPCX_IN_PLACE, team);
    for (int r = 0; r < size; r++)
        expect(out + place(r), r, 0, counts[r]);
}

/* Received data are packed; sent data have gaps. */
static void exchange(upc_flag_t flags)
{
    size_t gives[THREADS], from[THREADS], gets[THREADS], to[THREADS], end = 0;
    for (int r = 0; r < size; r++) {
        gives[r] = amount(rank, r);
        from[r] = place(r);
        gets[r] = amount(r, rank);
        to[r] = end;
        end += gets[r];
        fill(in + from[r], r, gives[r]);
    }
    upcx_team_exchangev(dst, gets, to, src, gives, from, flags, team);
    for (int r = 0; r < size; r++)
        expect(out + to[r], r, rank, gets[r]);
}

static void on(upcx_team_t some)
{
    static const upc_flag_t flags[] = {0, UPC_IN_MYSYNC | UPC_OUT_MYSYNC, UPC_OUT_MYSYNC};
    team = some;
    rank = upcx_team_rank(team);
    size = upcx_team_size(team);
    for (int f = 0; f < 3; f++) {
        for (int root = 0; root < size; root++)
            with_root(root, flags[f]);
        to_all(flags[f]);
        exchange(flags[f]);
    }
}

int main(void)
{
    src = upc_all_alloc(THREADS, (size_t)ROOM * THREADS);
    dst = upc_all_alloc(THREADS, (size_t)ROOM * THREADS);
    in = (unsigned char *)((shared unsigned char *)src + MYTHREAD);
    out = (unsigned char *)((shared unsigned char *)dst + MYTHREAD);
    on(UPCX_TEAM_ALL);
    upc_barrier;
    on(upcx_team_split(UPCX_TEAM_ALL, MYTHREAD % 2, -MYTHREAD));
    check_done();
    return 0;
}
