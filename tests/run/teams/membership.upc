// threads: 1 2 3 5 7
// Who is in a team, and at which rank: splits, lists, ranges, teams in teams, teams that overlap,
// and their end.
#include "check.h"
#include <upcx_collective.h>

static void of_all(void)
{
    CHECK_EQ(upcx_team_rank(UPCX_TEAM_ALL), MYTHREAD);
    CHECK_EQ(upcx_team_size(UPCX_TEAM_ALL), THREADS);
    for (int t = 0; t < THREADS; t++) {
        CHECK_EQ(upcx_team_thread(UPCX_TEAM_ALL, t), t);
        CHECK_EQ(upcx_team_rank_of(UPCX_TEAM_ALL, t), t);
    }
    CHECK_EQ(upcx_team_rank_of(UPCX_TEAM_ALL, THREADS), -1);
    CHECK_EQ(upcx_team_rank_of(UPCX_TEAM_ALL, -1), -1);
}

/* Keys that fall with the number turn the order round; equal keys keep it. */
static void by_parity(void)
{
    upcx_team_t down = upcx_team_split(UPCX_TEAM_ALL, MYTHREAD % 2, -MYTHREAD);
    upcx_team_t up = upcx_team_split(UPCX_TEAM_ALL, MYTHREAD % 2, 7);
    int size = (THREADS + 1 - MYTHREAD % 2) / 2;
    CHECK_EQ(upcx_team_size(down), size);
    CHECK_EQ(upcx_team_size(up), size);
    CHECK_EQ(upcx_team_rank(up), MYTHREAD / 2);
    CHECK_EQ(upcx_team_rank(down), size - 1 - MYTHREAD / 2);
    for (int r = 0; r < size; r++) {
        CHECK_EQ(upcx_team_thread(up, r), 2 * r + MYTHREAD % 2);
        CHECK_EQ(upcx_team_translate(up, r, down), size - 1 - r);
        CHECK_EQ(upcx_team_translate(down, r, UPCX_TEAM_ALL), 2 * (size - 1 - r) + MYTHREAD % 2);
    }
    if (THREADS > 1)
        CHECK_EQ(upcx_team_rank_of(up, 1 - MYTHREAD % 2), -1);
    upcx_team_barrier(down);
    upcx_team_free(up);
    upcx_team_barrier(down);
    upcx_team_free(down);
}

/* All but thread 0, from the last on; threads 0, 2, 4, ... */
static void by_rank(void)
{
    int list[THREADS], count = 0;
    for (int t = THREADS - 1; t > 0; t--)
        list[count++] = t;
    upcx_team_t rest = upcx_team_create(UPCX_TEAM_ALL, count, list);
    CHECK_EQ(rest == UPCX_TEAM_NONE, MYTHREAD == 0);
    upcx_team_t even = upcx_team_range(UPCX_TEAM_ALL, 0, 2, (THREADS + 1) / 2);
    CHECK_EQ(even == UPCX_TEAM_NONE, MYTHREAD % 2);
    if (rest) {
        CHECK_EQ(upcx_team_size(rest), THREADS - 1);
        CHECK_EQ(upcx_team_rank(rest), THREADS - 1 - MYTHREAD);
        upcx_team_barrier(rest);
    }
    if (even) {
        CHECK_EQ(upcx_team_rank(even), MYTHREAD / 2);
        upcx_team_barrier(even);
    }
    if (rest)
        upcx_team_free(rest);
    if (even)
        upcx_team_free(even);
}

/* A team is halved until each member is alone; then all are freed, the innermost first. */
static void within(upcx_team_t team)
{
    int size = upcx_team_size(team), rank = upcx_team_rank(team);
    if (size == 1)
        return;
    upcx_team_t half = upcx_team_split(team, rank < size / 2, rank);
    CHECK_EQ(upcx_team_size(half), rank < size / 2 ? size / 2 : size - size / 2);
    within(half);
    upcx_team_barrier(half);
    upcx_team_free(half);
}

/* Memory of freed teams comes back: many more than fit at once. */
static void again_and_again(void)
{
    for (int i = 0; i < 200; i++) {
        upcx_team_t team = upcx_team_split(UPCX_TEAM_ALL, (MYTHREAD + i) % 3 - 1, 0);
        CHECK_EQ(team == UPCX_TEAM_NONE, (MYTHREAD + i) % 3 == 0);
        if (team)
            upcx_team_free(team);
    }
}

int main(void)
{
    of_all();
    by_parity();
    by_rank();
    within(UPCX_TEAM_ALL);
    again_and_again();
    check_done();
    return 0;
}
