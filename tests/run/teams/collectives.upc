// threads: 1 2 3 4 7 8 17
// Every collective of a team in every synchronisation mode, for all threads, parts of them, and
// both at once.
#include "check.h"
#include <upcx_collective.h>

enum { SIZES = 3, MOST = 3000 };
static const size_t sizes[SIZES] = {4, 68, MOST};
static const upc_flag_t ins[] = {UPC_IN_ALLSYNC, UPC_IN_MYSYNC, UPC_IN_NOSYNC},
                        outs[] = {UPC_OUT_ALLSYNC, UPC_OUT_MYSYNC, UPC_OUT_NOSYNC};

static shared [] unsigned char *src, *dst;
static unsigned char *in, *out; /* the thread's parts */
static upcx_team_t team;
static int rank, size;
static unsigned turn;

/* Byte i of the block that rank `from` has for rank `to`. */
static unsigned char byte(int from, int to, size_t i)
{
    return (unsigned char)(turn + i * 7 + from * 31u + to * 57u);
}

static void fill(int to, size_t at, size_t n)
{
    for (size_t i = 0; i < n; i++)
        in[at + i] = byte(rank, to, i);
}

static void expect(size_t at, int from, int to, size_t n)
{
    for (size_t i = 0; i < n; i++)
        CHECK_EQ(out[at + i], byte(from, to, i));
}

static shared void *at_root(shared [] unsigned char *array, int root)
{
    return (shared unsigned char *)array + upcx_team_thread(team, root);
}

/* With NOSYNC the program ensures that no thread is early or late. */
static void begin(upc_flag_t flags)
{
    if (flags & UPC_IN_NOSYNC)
        upcx_team_barrier(team);
}

static void end(upc_flag_t flags)
{
    if (flags & UPC_OUT_NOSYNC)
        upcx_team_barrier(team);
}

static void from_one(size_t n, upc_flag_t flags, int root)
{
    turn++;
    fill(0, 0, n);
    begin(flags);
    upcx_team_broadcast(dst, at_root(src, root), n, flags, team);
    end(flags);
    expect(0, root, 0, n);
    turn++;
    for (int r = 0; r < size; r++)
        fill(r, r * n, n);
    begin(flags);
    upcx_team_scatter(dst, at_root(src, root), n, flags, team);
    end(flags);
    expect(0, root, rank, n);
}

static void to_one(size_t n, upc_flag_t flags, int root)
{
    turn++;
    fill(root, 0, n);
    begin(flags);
    upcx_team_gather(at_root(dst, root), src, n, flags, team);
    end(flags);
    for (int r = 0; r < size && rank == root; r++)
        expect(r * n, r, root, n);
}

static void all_to_all(size_t n, upc_flag_t flags)
{
    int perm[THREADS];
    turn++;
    fill(0, 0, n);
    begin(flags);
    upcx_team_gather_all(dst, src, n, flags, team);
    end(flags);
    for (int r = 0; r < size; r++)
        expect(r * n, r, 0, n);
    turn++;
    for (int r = 0; r < size; r++)
        fill(r, r * n, n);
    begin(flags);
    upcx_team_exchange(dst, src, n, flags, team);
    end(flags);
    for (int r = 0; r < size; r++)
        expect(r * n, r, rank, n);
    turn++;
    for (int r = 0; r < size; r++)
        perm[r] = (size - r + turn) % size;
    fill(0, 0, n);
    begin(flags);
    upcx_team_permute(dst, src, perm, n, flags, team);
    end(flags);
    expect(0, (size - rank + turn) % size, 0, n);
}

/* The same where the data lie in dst. */
static void in_place(size_t n, upc_flag_t flags)
{
    turn++;
    for (size_t i = 0; i < n; i++)
        out[rank * n + i] = byte(rank, 0, i);
    upcx_team_gather_all(dst, dst, n, flags | UPCX_IN_PLACE, team);
    for (int r = 0; r < size; r++)
        expect(r * n, r, 0, n);
    turn++;
    for (int r = 0; r < size; r++)
        for (size_t i = 0; i < n; i++)
            out[r * n + i] = byte(rank, r, i);
    upcx_team_exchange(dst, dst, n, flags | UPCX_IN_PLACE, team);
    for (int r = 0; r < size; r++)
        expect(r * n, r, rank, n);
}

static void on(upcx_team_t some)
{
    if (some == UPCX_TEAM_NONE)
        return;
    team = some;
    rank = upcx_team_rank(team);
    size = upcx_team_size(team);
    for (int s = 0; s < SIZES; s++)
        for (int mode = 0; mode < 9; mode++) {
            upc_flag_t flags = ins[mode / 3] | outs[mode % 3];
            from_one(sizes[s], flags, mode % size);
            to_one(sizes[s], flags, (mode + 1) % size);
            all_to_all(sizes[s], flags);
            if (!(flags & (UPC_IN_NOSYNC | UPC_OUT_NOSYNC)))
                in_place(sizes[s], flags);
        }
}

int main(void)
{
    size_t bytes = (size_t)MOST * THREADS;
    src = upc_all_alloc(THREADS, bytes);
    dst = upc_all_alloc(THREADS, bytes);
    in = (unsigned char *)((shared unsigned char *)src + MYTHREAD);
    out = (unsigned char *)((shared unsigned char *)dst + MYTHREAD);
    upcx_team_t reversed = upcx_team_split(UPCX_TEAM_ALL, 0, -MYTHREAD);
    upcx_team_t thirds = upcx_team_split(UPCX_TEAM_ALL, MYTHREAD % 3, MYTHREAD * 5 % 4);
    upcx_team_t first = upcx_team_range(UPCX_TEAM_ALL, 0, 1, (THREADS + 1) / 2);
    on(UPCX_TEAM_ALL);
    upc_barrier;
    on(reversed);
    upc_barrier;
    on(thirds);
    upc_barrier;
    on(first);
    check_done();
    return 0;
}
