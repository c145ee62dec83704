// conformance: MEM-B.2-S1
// threads: 1 2 3 4
/* Message passing and coherence through loops of the forms that each pass of the optimiser changes:
 * what a thread writes before a strict write is read after the strict read that sees it, also where
 * the strict accesses stand in the loop itself; a loop that waits for a relaxed write sees it.
 * tests/tools/litmus_of_passes.sh checks that the passes change these loops. */
#include <upc_relaxed.h>

#include "check.h"

enum { B = 32, ROUNDS = 40, MOST = 4, RECORDS = B / 2 };

static shared int cyclic[B * THREADS], table[B * THREADS], sums[B * THREADS];
static shared [B] int blocked[B * THREADS], mine[B * THREADS];
static shared [B] int part[THREADS][B];
static shared int columns[2][B * THREADS];
static shared [] int on_one[B * MOST];
struct record {
    int a, b;
    shared [RECORDS] struct record *next;
};
static shared [RECORDS] struct record records[THREADS][RECORDS];
static strict shared int written[THREADS], read_by[THREADS], progress[THREADS];
static int order[B];

static int value(int thread, int round, int k) { return round * 100003 + thread * 1009 + k; }

/* Values that the message-passing loops read. */
static int got[B];

/* walks: a pointer that a loop only moves, in a branch. */
static void walks_write(int me, int round)
{
    shared [] int *p = (shared [] int *)&part[me][0];
    for (int k = 0; k < B; k++)
        if (k < B)
            *p++ = value(me, round, k);
}

static void walks_read(int whose, int round)
{
    shared [] int *p = (shared [] int *)&part[whose][0];
    for (int k = 0; k < B; k++)
        if (k < B)
            got[k] = *p++;
}

/* pointers: a pointer that each iteration moves. */
static void pointers_write(int me, int round)
{
    shared [B] int *start = &blocked[me * B];
    for (shared [B] int *p = start; p < start + B; p++)
        *p = value(me, round, p - start);
}

static void pointers_read(int whose, int round)
{
    shared [B] int *p = &blocked[whose * B];
    for (int k = 0; k < B; k++)
        got[k] = *p++;
}

/* limits: the number of elements that another thread has written. */
static shared int lengths[THREADS];

static void limits_write(int me, int round)
{
    for (int k = 0; k < B; k++)
        part[me][k] = value(me, round, k);
    lengths[me] = round * B + B;
}

static void limits_read(int whose, int round)
{
    for (int k = 0; k < lengths[whose] - round * B; k++)
        got[k] = part[whose][k];
}

/* iterations and streams: a upc_forall over one's own elements, which reads a neighbour's. */
static void streams_write(int me, int round)
{
    upc_forall (int i = 0; i < B * THREADS; i++; &blocked[i])
        blocked[i] = value(me, round, i % B);
}

static void streams_read(int whose, int round)
{
    int from = whose * B - MYTHREAD * B;
    upc_forall (int i = 0; i < B * THREADS; i++; &mine[i])
        mine[i] = blocked[i + from];
    upc_forall (int i = 0; i < B * THREADS; i++; &mine[i])
        got[i % B] = mine[i];
}

/* rows: steps by THREADS. */
static void rows_write(int me, int round)
{
    for (int i = me; i < B * THREADS; i += THREADS)
        cyclic[i] = value(me, round, i / THREADS);
}

static void rows_read(int whose, int round)
{
    for (int i = whose; i < B * THREADS; i += THREADS)
        got[i / THREADS] = cyclic[i];
}

/* single: an array that lies on one thread, of which each has a part. */
static void single_write(int me, int round)
{
    for (int k = 0; k < B; k++)
        on_one[me * B + order[k]] = value(me, round, order[k]);
}

static void single_read(int whose, int round)
{
    for (int k = 0; k < B; k++)
        got[order[k]] = on_one[whose * B + order[k]];
}

/* runs and coalesce: along a block of a thread that may be far. */
static void runs_write(int me, int round)
{
    int whose = (me + 1) % THREADS;
    for (int k = 0; k < B; k++)
        part[whose][k] = value(me, round, k);
}

static void runs_read(int whose, int round)
{
    int where = (whose + 1) % THREADS;
    for (int k = 0; k < B; k++)
        got[k] = part[where][k];
}

/* own: one's own elements, which the reader finds by runs. */
static void own_write(int me, int round)
{
    for (int k = 0; k < B; k++)
        part[MYTHREAD][order[k]] = value(me, round, order[k]);
}

static void own_read(int whose, int round)
{
    for (int k = 0; k < B; k++)
        got[k] = part[whose][k];
}

/* gather and tables: any elements of an array. */
static void tables_write(int me, int round)
{
    for (int k = 0; k < B; k++)
        table[me * B + order[k]] = value(me, round, order[k]);
}

static void tables_read(int whose, int round)
{
    for (int again = 0; again < 20; again++)
        for (int k = 0; k < B; k++)
            got[order[k]] = table[whose * B + order[k]];
}

/* inspector: any elements behind a pointer; the reader's own copy of them is written in the loop.
 */
static void inspector_write(int me, int round)
{
    shared int *p = table;
    for (int k = 0; k < B; k++)
        p[me * B + order[k]] = value(me, round, order[k]);
}

static void inspector_read(int whose, int round)
{
    shared int *p = table;
    for (int k = 0; k < 24 * B; k++) /* enough far elements to be fetched */
        got[order[k % B]] = p[whose * B + order[k % B]];
}

/* updates: any elements, by what is added to them. */
static void updates_write(int me, int round)
{
    static int before[B];
    shared int *p = sums;
    int add[B];
    for (int k = 0; k < B; k++) {
        add[k] = value(me, round, k) - before[k];
        before[k] += add[k];
    }
    for (int k = 0; k < B; k++)
        p[me * B + order[k]] += add[order[k]];
}

static void updates_read(int whose, int round)
{
    for (int k = 0; k < B; k++)
        got[k] = sums[whose * B + k];
}

/* together: several members behind each of two pointers, along two halves of a list. */
static void together_write(int me, int round)
{
    for (int k = 0; k < RECORDS; k++) {
        records[me][k].a = value(me, round, 2 * k);
        records[me][k].b = value(me, round, 2 * k + 1);
        records[me][k].next = (k + 1) % (RECORDS / 2) ? &records[me][k + 1] : 0;
    }
}

static void together_read(int whose, int round)
{
    shared [RECORDS] struct record *p = &records[whose][0], *q = &records[whose][RECORDS / 2];
    for (int k = 0; p && q; k += 2) {
        got[k] = p->a;
        got[k + 1] = p->b;
        got[B / 2 + k] = q->a;
        got[B / 2 + k + 1] = q->b;
        p = p->next;
        q = q->next;
    }
}

/* together: stores to neighbouring members of another thread's records share a message, also those
 * around a read of one of them and around a store to the same member; each pair is announced by a
 * strict write. */
static strict shared int pairs[THREADS];

static void members_write(int me, int round)
{
    shared [RECORDS] struct record *p = &records[(me + 1) % THREADS][0];
    for (int k = 0; k < RECORDS; k++, p++) {
        p->a = -1;
        p->b = value(me, round, 2 * k + 1);
        p->a = p->b - 1; /* reads a store that is kept, or was sent before */
        CHECK_EQ(p->a, value(me, round, 2 * k));
        CHECK_EQ(p->b, value(me, round, 2 * k + 1));
        pairs[me] = round * RECORDS + k;
    }
}

static void members_read(int whose, int round)
{
    shared [RECORDS] struct record *p = &records[(whose + 1) % THREADS][0];
    for (int k = 0; k < RECORDS; k++, p++) {
        while (pairs[whose] < round * RECORDS + k)
            ;
        got[2 * k] = p->a;
        got[2 * k + 1] = p->b;
    }
}

/* The same, and the reader waits for the relaxed stores themselves, in either order. */
static void members_wait(int whose, int round)
{
    shared [RECORDS] struct record *p = &records[(whose + 1) % THREADS][0];
    for (int k = RECORDS - 1; k >= 0; k--) {
        while ((got[2 * k] = p[k].a) != value(whose, round, 2 * k))
            ;
        while ((got[2 * k + 1] = p[k].b) != value(whose, round, 2 * k + 1))
            ;
    }
}

/* counted: loops that end whatever others write, with a function that has one of them; the reader
 * reads each element repeatedly, and waits in another loop for elements written without telling it.
 */
static void counted_write(int me, int round)
{
    for (int k = 0; k < B; k++)
        cyclic[k * THREADS + me] = value(me, round, k);
}

static int repeatedly(int i)
{
    int sum = 0;
    for (int k = 0; k < 4; k++)
        sum += cyclic[i] - cyclic[i] + (k == 3 ? cyclic[i] : 0);
    return sum;
}

static void counted_read(int whose, int round)
{
    for (int k = 0; k < B; k++)
        got[k] = repeatedly(k * THREADS + whose);
}

static int all_written(int whose, int round)
{
    int right = 0;
    for (int k = 0; k < B; k++)
        right += (got[k] = cyclic[k * THREADS + whose]) == value(whose, round, k);
    return right == B;
}

static void counted_wait(int whose, int round)
{
    while (!all_written(whose, round))
        ;
}

/* counted: a loop that scans what another thread writes in order; a loop that waits calls it. */
static int written_so_far(int whose, int first)
{
    int k = 0;
    while (k < B && cyclic[k * THREADS + whose] == first + k)
        k++;
    return k;
}

static void scan_wait(int whose, int round)
{
    while (written_so_far(whose, value(whose, round, 0)) < B)
        ;
    counted_read(whose, round);
}

/* counted: a list of subscripts, from the first element of each thread on, that another thread
 * extends; loops that wait call those that follow it, and a function that calls itself for that.
 * The links of a round are greater than those of earlier ones. */
static shared int linked[B * THREADS];

static int link_to(int thread, int round, int k) { return (round * B + k) * THREADS + thread; }

static void links_write(int me, int round)
{
    for (int k = 1; k <= B; k++)
        linked[(k - 1) * THREADS + me] = link_to(me, k < B ? round : 0, k % B);
}

static int follow(int whose, int round)
{
    int n = 0, v = link_to(whose, round, 0), least = v;
    while (v >= least) {
        got[n] = v == link_to(whose, round, n) ? value(whose, round, n) : -1;
        n++;
        v = linked[v % (B * THREADS)];
    }
    return n;
}

static int length(int v, int least)
{
    return v < least ? 0 : 1 + length(linked[v % (B * THREADS)], least);
}

static void links_wait(int whose, int round)
{
    int first = link_to(whose, round, 0);
    while (round % 2 ? follow(whose, round) < B : length(first, first) < B)
        ;
    CHECK_EQ(length(first, first), B);
    CHECK_EQ(follow(whose, round), B);
}

/* updates with reads of what was updated: sums up to each element, of the writer's own data. */
static void sums_write(int me, int round)
{
    shared int *p = columns[1];
    for (int k = 0; k < B; k++)
        p[me * B + k] = value(me, round, k) - (k > 0 ? value(me, round, k - 1) : 0);
    for (int k = 1; k < B; k++)
        p[me * B + k] += p[me * B + k - 1];
}

static void sums_read(int whose, int round)
{
    shared int *p = columns[1];
    for (int k = 0; k < B; k++)
        got[k] = p[whose * B + k];
}

/* owners, where THREADS is known: sums of columns. */
static void owners_write(int me, int round)
{
    for (int k = 0; k < B; k++) {
        columns[0][me * B + k] = value(me, round, k) - k;
        columns[1][me * B + k] = k;
    }
}

static void owners_read(int whose, int round)
{
    for (int k = 0; k < B; k++) {
        int t = 0;
        for (int l = 0; l < 2; l++)
            t += columns[l][whose * B + k];
        blocked[MYTHREAD * B + k] = t;
    }
    for (int k = 0; k < B; k++)
        got[k] = blocked[MYTHREAD * B + k];
}

/* columns over blocks, where THREADS is known: each row is a block of the next thread. */
enum { DEALT = 2 * B };
static shared [MOST] int dealt[DEALT * THREADS][MOST];

static void dealt_write(int me, int round)
{
    for (int l = 0; l < DEALT; l++)
        dealt[l][me] = value(me, round, l % B);
}

static void dealt_read(int whose, int round)
{
    int column[DEALT];
    for (int l = 0; l < DEALT; l++)
        column[l] = dealt[l][whose];
    for (int k = 0; k < B; k++)
        got[k] = column[k] == column[B + k] ? column[k] : -1;
}

/* The same, upwards and downwards; strict accesses in the loop announce some of the rows. */
static strict shared int announced_rows[THREADS];

static void dealt_announce(int me, int round)
{
    for (int l = 0; l < DEALT; l++) {
        dealt[l][me] = value(me, round, l % B);
        if (l % 16 == 15)
            announced_rows[me] = round * DEALT + l;
    }
}

static void dealt_see(int whose, int round)
{
    int seen = announced_rows[whose] - round * DEALT, old = 0, column[DEALT];
    for (int l = DEALT - 1; l >= 0; l--)
        column[l] = dealt[l][whose];
    for (int l = 0; l < DEALT; l++)
        old += l <= seen && column[l] != value(whose, round, l % B);
    CHECK_EQ(old, 0);
    while (announced_rows[whose] < (round + 1) * DEALT - 1)
        ;
    dealt_read(whose, round);
}

/* Strict accesses in the loop: each element is written before it is announced. */
static void announced_write(int me, int round)
{
    for (int k = 0; k < B; k++) {
        blocked[me * B + k] = value(me, round, k);
        table[me * B + order[k]] = value(me, round, k);
        progress[me] = round * B + k + 1;
    }
}

static void announced_read(int whose, int round)
{
    for (int k = 0; k < B; k++) {
        while (progress[whose] < round * B + k + 1)
            ;
        got[k] = blocked[whose * B + k];
        if (table[whose * B + order[k]] != got[k])
            got[k] = -1;
    }
}

/* Loops that count, but wait for relaxed writes as well. */
static void awaited_write(int me, int round)
{
    for (int k = 0; k < B; k++)
        cyclic[k * THREADS + me] = value(me, round, k);
}

static void awaited_read(int whose, int round)
{
    for (int k = 0; k < B; k++)
        while ((got[k] = cyclic[k * THREADS + whose]) != value(whose, round, k))
            ;
}

/* counted: pages that are read in any order, so that the runtime fetches some before the first read
 * of them; each is announced by a strict write. They are others for each round, or those of an
 * object of which the runtime knows where it begins and ends. */
enum { PAGES = 8, IN_PAGE = 4096 / sizeof(int), REGION = PAGES * IN_PAGE };
static shared [] int *shared region[THREADS];
static shared [REGION] int *object;
static strict shared int announced_pages[THREADS];

static long page_place(int k) { return k * 3 % PAGES * IN_PAGE + k; }

static void write_to_pages(shared [] int *p, int me, int round)
{
    for (int k = 0; k < B; k++) {
        p[page_place(k)] = value(me, round, k);
        announced_pages[me] = round * B + k;
    }
}

static void read_from_pages(shared [] int *p, int whose, int round)
{
    int old = 0;
    for (int k = 0; k < B; k++) {
        int seen = announced_pages[whose];
        old += p[page_place(k)] != value(whose, round, k) && seen >= round * B + k;
        old += p[page_place(B - 1)] != value(whose, round, B - 1) && seen >= round * B + B - 1;
    }
    CHECK_EQ(old, 0);
    while (written[whose] < round)
        ;
    int at = 0;
    for (int k = 0; k < 2 * B; k++) {
        at = (5 * at + 3) % B;
        got[at] = p[page_place(at)];
    }
}

static void pages_write(int me, int round)
{
    write_to_pages(region[me] + round % ROUNDS * REGION, me, round);
}

static void pages_read(int whose, int round)
{
    read_from_pages(region[whose] + round % ROUNDS * REGION, whose, round);
}

static void object_write(int me, int round)
{
    write_to_pages((shared [] int *)&object[me * REGION], me, round);
}

static void object_read(int whose, int round)
{
    read_from_pages((shared [] int *)&object[whose * REGION], whose, round);
}

static const struct form {
    void (*write)(int me, int round);
    void (*read)(int whose, int round);
    int at_once; /* the reader need not be told */
} forms[] = {
    {walks_write, walks_read, 0},         {streams_write, streams_read, 0},
    {rows_write, rows_read, 0},           {single_write, single_read, 0},
    {runs_write, runs_read, 0},           {own_write, own_read, 0},
    {tables_write, tables_read, 0},       {inspector_write, inspector_read, 0},
    {updates_write, updates_read, 0},     {together_write, together_read, 0},
    {owners_write, owners_read, 0},       {counted_write, counted_read, 0},
    {counted_write, counted_wait, 1},     {counted_write, scan_wait, 1},
    {sums_write, sums_read, 0},           {members_write, members_read, 1},
    {members_write, members_wait, 1},     {links_write, links_wait, 1},
    {announced_write, announced_read, 1}, {awaited_write, awaited_read, 1},
    {pages_write, pages_read, 1},         {object_write, object_read, 1},
    {dealt_write, dealt_read, 0},         {dealt_announce, dealt_see, 1},
    {pointers_write, pointers_read, 0},   {limits_write, limits_read, 0},
};

/* Each thread writes, and reads what its neighbour wrote; nobody writes again before it is read. */
static void pass_messages(const struct form *form, int first)
{
    int next = (MYTHREAD + 1) % THREADS, last = (MYTHREAD + THREADS - 1) % THREADS;
    for (int round = first; round < first + ROUNDS; round++) {
        form->write(MYTHREAD, round);
        written[MYTHREAD] = round;
        while (!form->at_once && written[next] < round)
            ;
        form->read(next, round);
        for (int k = 0; k < B; k++)
            CHECK_EQ(got[k], value(next, round, k));
        read_by[MYTHREAD] = round;
        while (read_by[last] < round)
            ;
    }
}

int main(void)
{
    CHECK(THREADS <= MOST);
    for (int k = 0; k < B; k++)
        order[k] = k * 7 % B;
    region[MYTHREAD] = upc_alloc(ROUNDS * REGION * sizeof(int));
    object = upc_all_alloc(THREADS, REGION * sizeof(int));
    upc_barrier;
    for (int f = 0; f < (int)(sizeof forms / sizeof *forms); f++) {
        pass_messages(&forms[f], f * ROUNDS + 1);
        upc_barrier;
    }
    check_done();
    return 0;
}
