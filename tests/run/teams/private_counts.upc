// threads: 1 2 3 5 8 17
// Blocks of different sizes in private memory, some empty, with gaps and out of order; sources may
// be written again when a call returns.
#include "check.h"
#include <string.h>
#include <upcx_collective.h>

enum { ROOM = 400 };
static unsigned char *in, *out;
static upcx_team_t team;
static int rank, size;

static unsigned char byte(int from, int to, size_t i)
{
    return (unsigned char)(i * 3 + from * 29 + to * 101);
}

/* Bytes that go from one rank to another: some ride in an offer, some do not. */
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

static void with_root(int root)
{
    size_t counts[THREADS], displs[THREADS], n = amount(root, rank);
    for (int r = 0; r < size; r++) {
        counts[r] = amount(root, r);
        displs[r] = place(r);
        if (rank == root)
            fill(in + place(r), r, counts[r]);
    }
    upcx_team_scatterv_private(out, n, rank == root ? in : 0, rank == root ? counts : 0,
                               rank == root ? displs : 0, root, team);
    expect(out, root, rank, n);
    for (int r = 0; r < size; r++)
        counts[r] = amount(r, root);
    fill(in, root, amount(rank, root));
    upcx_team_gatherv_private(rank == root ? out : 0, counts, rank == root ? displs : 0, in,
                              amount(rank, root), root, team);
    for (int r = 0; r < size && rank == root; r++)
        expect(out + place(r), r, root, counts[r]);
}

/* Odd ranks want the blocks in another order. */
static size_t wanted(int of) { return rank % 2 ? place(of) : (size_t)of * ROOM; }

static void to_all(void)
{
    size_t counts[THREADS], displs[THREADS];
    for (int r = 0; r < size; r++) {
        counts[r] = amount(r, 0);
        displs[r] = wanted(r);
    }
    fill(in, 0, counts[rank]);
    upcx_team_gather_allv_private(out, counts, displs, in, team);
    for (int r = 0; r < size; r++)
        expect(out + wanted(r), r, 0, counts[r]);
}

/* Received data are packed; sent data have gaps. */
static void exchange(void)
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
    upcx_team_exchangev_private(out, gets, to, in, gives, from, team);
    for (int r = 0; r < size; r++)
        expect(out + to[r], r, rank, gets[r]);
}

/* More at once than a team has slots. */
static void at_once(void)
{
    enum { OPS = 7 };
    size_t counts[THREADS], displs[THREADS];
    unsigned char *result = malloc((size_t)OPS * ROOM * size);
    upc_handle_t handle[OPS];
    for (int r = 0; r < size; r++) {
        counts[r] = amount(r, 1);
        displs[r] = place(r);
    }
    for (int i = 0; i < OPS; i++) {
        int root = i % size;
        fill(in, 1, counts[rank]);
        handle[i] = upcx_team_gatherv_private_nb(result + (size_t)i * ROOM * size, counts, displs,
                                                 in, counts[rank], root, team);
        memset(in, 255, counts[rank]);
    }
    for (int i = 0; i < OPS; i++) {
        upc_sync(handle[i]);
        for (int r = 0; r < size && rank == i % size; r++)
            expect(result + (size_t)i * ROOM * size + place(r), r, 1, counts[r]);
    }
    free(result);
}

static void on(upcx_team_t some)
{
    team = some;
    rank = upcx_team_rank(team);
    size = upcx_team_size(team);
    for (int root = 0; root < size; root++)
        with_root(root);
    to_all();
    exchange();
    at_once();
}

int main(void)
{
    in = malloc((size_t)ROOM * THREADS);
    out = malloc((size_t)ROOM * THREADS);
    on(UPCX_TEAM_ALL);
    on(upcx_team_split(UPCX_TEAM_ALL, MYTHREAD % 2, -MYTHREAD));
    check_done();
    return 0;
}
