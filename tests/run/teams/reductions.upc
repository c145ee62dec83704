// threads: 1 2 3 5 8 17
// Reductions of vectors over a team, in the order of ranks: sums, least values and where they are,
// and operations of the program's own, one of which is not commutative; in place, in slices and as
// prefixes; in each way to synchronise.
#include "check.h"
#include <stdbool.h>
#include <upcx_collective.h>

enum { MOST = 1500 };
static const size_t lengths[] = {1, 5, MOST};

/* x -> scale * x + shift modulo 251: composition is associative and not commutative. */
typedef struct {
    unsigned short scale, shift;
} map_t;

static map_t then(map_t a, map_t b)
{
    return (map_t){a.scale * b.scale % 251, (a.shift * b.scale + b.shift) % 251};
}

static void compose(void *acc_, const void *v_, size_t n)
{
    map_t *acc = acc_;
    const map_t *v = v_;
    for (size_t i = 0; i < n; i++)
        acc[i] = then(acc[i], v[i]);
}

static map_t map_of(int rank, size_t i)
{
    return (map_t){1 + (rank * 5 + i) % 250, (rank * 11 + i * 3) % 251};
}

static map_t composed(int first, int end, size_t i)
{
    map_t m = map_of(first, i);
    for (int r = first + 1; r < end; r++)
        m = then(m, map_of(r, i));
    return m;
}

static shared [] char *src, *dst;
static void *in, *out;
static upcx_team_t team;
static int rank, size;

/* The duty of a program with NOSYNC: all data are ready before the first thread calls, and no
 * result is read before the last one has returned. */
static void settle(upc_flag_t flags)
{
    if (flags & UPC_IN_NOSYNC)
        upcx_team_barrier(team);
}

static shared void *at_root(int root) { return (shared char *)dst + upcx_team_thread(team, root); }

static void sums(size_t n, upc_flag_t flags)
{
    double *v = in, *w = out;
    long all = size * (size - 1) / 2;
    for (size_t i = 0; i < n; i++)
        v[i] = rank + (double)i;
    settle(flags);
    upcx_team_reduce(at_root(size - 1), src, UPC_DOUBLE, UPC_ADD, n, flags, team);
    settle(flags);
    for (size_t i = 0; i < n && rank == size - 1; i++)
        CHECK_EQ(w[i], all + size * i);
    settle(flags);
    upcx_team_reduce_all(dst, src, UPC_DOUBLE, UPC_ADD, n, flags, team);
    settle(flags);
    for (size_t i = 0; i < n; i++)
        CHECK_EQ(w[i], all + size * i);
    settle(flags);
    upcx_team_reduce_all(src, src, UPC_DOUBLE, UPC_MAX, n, flags | UPCX_IN_PLACE, team);
    settle(flags);
    for (size_t i = 0; i < n; i++)
        CHECK_EQ(v[i], size - 1 + i);
    settle(flags);
}

static void in_slices(size_t n, upc_flag_t flags)
{
    int *v = in, *w = out;
    for (size_t i = 0; i < n * size; i++)
        v[i] = 1 << (rank + i) % 30;
    settle(flags);
    upcx_team_reduce_scatter(dst, src, UPC_INT, UPC_XOR, n, flags, team);
    settle(flags);
    for (size_t i = 0; i < n; i++) {
        int want = 0;
        for (int r = 0; r < size; r++)
            want ^= 1 << (r + n * rank + i) % 30;
        CHECK_EQ(w[i], want);
    }
    settle(flags);
}

static void expect_maps(const map_t *got, int first, int end, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        map_t want = composed(first, end, i);
        CHECK_EQ(got[i].scale, want.scale);
        CHECK_EQ(got[i].shift, want.shift);
    }
}

static void fill_maps(map_t *v, size_t n)
{
    for (size_t i = 0; i < n; i++)
        v[i] = map_of(rank, i);
}

/* The root's vector is in the place of the result. */
static void over_its_own(size_t n, upc_flag_t flags, upc_op_t op)
{
    int root = size / 2;
    fill_maps(in, n);
    settle(flags);
    upcx_team_reduce((shared char *)src + upcx_team_thread(team, root), src, UPCX_ELEMENT, op, n,
                     flags, team);
    expect_maps(in, rank == root ? 0 : rank, rank == root ? size : rank + 1, n);
    settle(flags);
}

static void ordered(size_t n, upc_flag_t flags, upc_op_t op)
{
    map_t *v = in, *w = out;
    fill_maps(v, n);
    settle(flags);
    for (int root = 0; root < size; root += 2) {
        upcx_team_reduce(at_root(root), src, UPCX_ELEMENT, op, n, flags, team);
        if (rank == root)
            expect_maps(w, 0, size, n);
    }
    upcx_team_reduce_all(dst, src, UPCX_ELEMENT, op, n, flags, team);
    expect_maps(w, 0, size, n);
    upcx_team_prefix_reduce(dst, src, UPCX_ELEMENT, op, n, flags, team);
    expect_maps(w, 0, rank + 1, n);
    w[0] = (map_t){999, 999};
    upcx_team_prefix_reduce_exclusive(dst, src, UPCX_ELEMENT, op, n, flags, team);
    if (rank > 0)
        expect_maps(w, 0, rank, n);
    else
        CHECK_EQ(w[0].scale, 999);
    settle(flags);
}

static void ordered_in_place(size_t n, upc_flag_t flags, upc_op_t op)
{
    map_t *w = out;
    fill_maps(w, n);
    upcx_team_reduce_all(dst, dst, UPCX_ELEMENT, op, n, flags | UPCX_IN_PLACE, team);
    expect_maps(w, 0, size, n);
    fill_maps(w, n);
    upcx_team_prefix_reduce(dst, dst, UPCX_ELEMENT, op, n, flags | UPCX_IN_PLACE, team);
    expect_maps(w, 0, rank + 1, n);
    fill_maps(w, n);
    upcx_team_prefix_reduce_exclusive(dst, dst, UPCX_ELEMENT, op, n, flags | UPCX_IN_PLACE, team);
    expect_maps(w, 0, rank ? rank : 1, n);
}

/* The least value is on several ranks: the lowest index counts. */
static void least(size_t n, upc_flag_t flags)
{
    upcx_double_at_t *v = in, *w = out;
    for (size_t i = 0; i < n; i++)
        v[i] = (upcx_double_at_t){(rank + i) % 3 ? 2.5 : -1, 100 + rank};
    settle(flags);
    upcx_team_reduce_all(dst, src, UPCX_DOUBLE_AT, UPC_MIN, n, flags, team);
    for (size_t i = 0; i < n; i++) {
        int first = (int)((3 - i % 3) % 3);
        bool found = first < size;
        CHECK_EQ(w[i].value * 2, found ? -2 : 5);
        CHECK_EQ(w[i].index, 100 + (found ? first : 0));
    }
    settle(flags);
    upcx_int_at_t *p = in, *q = out;
    *p = (upcx_int_at_t){rank / 2, rank};
    settle(flags);
    upcx_team_reduce_all(dst, src, UPCX_INT_AT, UPC_MAX, 1, flags, team);
    CHECK_EQ(q->value, (size - 1) / 2);
    CHECK_EQ(q->index, (size - 1) / 2 * 2);
    settle(flags);
}

static void on(upcx_team_t some, upc_op_t op)
{
    static const upc_flag_t flags[] = {0, UPC_IN_MYSYNC | UPC_OUT_MYSYNC, UPC_IN_MYSYNC,
                                       UPC_IN_NOSYNC | UPC_OUT_NOSYNC};
    team = some;
    rank = upcx_team_rank(team);
    size = upcx_team_size(team);
    for (int i = 0; i < 3; i++)
        for (int f = 0; f < 4; f++) {
            sums(lengths[i], flags[f]);
            in_slices(lengths[i], flags[f]);
            ordered(lengths[i], flags[f], op);
            ordered_in_place(lengths[i], flags[f], op);
            over_its_own(lengths[i], flags[f], op);
            least(lengths[i], flags[f]);
        }
}

int main(void)
{
    src = upc_all_alloc(THREADS, sizeof(upcx_double_at_t) * MOST * THREADS);
    dst = upc_all_alloc(THREADS, sizeof(upcx_double_at_t) * MOST * THREADS);
    in = (char *)((shared char *)src + MYTHREAD);
    out = (char *)((shared char *)dst + MYTHREAD);
    if (MYTHREAD % 2) /* numbers of operations need not agree */
        upcx_op_create(1, compose, 1);
    upc_op_t op = upcx_op_create(sizeof(map_t), compose, 0);
    on(UPCX_TEAM_ALL, op);
    upc_barrier;
    on(upcx_team_split(UPCX_TEAM_ALL, MYTHREAD % 2, -MYTHREAD), op);
    upcx_op_free(op);
    check_done();
    return 0;
}
