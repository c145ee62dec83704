/* SPDX-License-Identifier: Apache-2.0 */
/* Splits a team. The members exchange colour and key, so each knows the members of its new team and
 * their order; then they exchange the addresses of the areas that they have made for it. */
#include <stdlib.h>
#include <upc_types.h>

#include "../base/log.h"
#include "../coll/call.h"
#include "../core/remote.h"
#include "op.h"
#include "ops/ops.h"

struct member {
  int colour, key, rank;
};

/* A call on private memory: `given` bytes of each to `all` of every member, by rank. */
static struct upcr_op *plan(upcx_team_t team, enum upcr_collective which,
                            enum upcr_collective function, const void *own, size_t given,
                            void *all) {
  return upcr_team_plan(&(struct upcr_team_call){.which = which,
                                                 .function = function,
                                                 .team = team,
                                                 .flags = UPC_IN_MYSYNC | UPC_OUT_MYSYNC,
                                                 .is_private = true,
                                                 .from = own,
                                                 .to = all,
                                                 .n = given});
}

static void gather_all(upcx_team_t parent, const void *own, size_t size, void *all) {
  upcr_op_run(plan(parent, UPCR_ALL_GATHER_ALL, UPCR_TEAM_SPLIT, own, size, all), false);
}

static int by_key(const void *left, const void *right) {
  const struct member *a = left, *b = right;
  if (a->key != b->key)
    return a->key < b->key ? -1 : 1;
  return a->rank < b->rank ? -1 : a->rank > b->rank;
}

static void *array(int n, size_t size) {
  return upcr_kept_memory((size_t)n * size, "the members of a team");
}

/* Moves the members of the colour to the front, in the order of keys; returns their number. */
static int choose(struct member *member, int n, int colour) {
  int count = 0;
  for (int r = 0; r < n; r++)
    if (member[r].colour == colour)
      member[count++] = (struct member){colour, member[r].key, r};
  qsort(member, (size_t)count, sizeof *member, by_key);
  return count;
}

static upcx_team_t team_of(upcx_team_t parent, const struct member *member, int size) {
  int *thread = array(size, sizeof *thread);
  for (int r = 0; r < size; r++)
    thread[r] = parent->thread[member[r].rank];
  return upcr_team_new(thread, size);
}

upcx_team_t upcx_team_split(upcx_team_t parent, int colour, int key) {
  upcr_team_check(parent, "upcx_team_split");
  struct member own = {colour, key, 0}, *member = array(parent->size, sizeof *member);
  upcr_pts_t *area = array(parent->size, sizeof *area), mine = 0;
  upcx_team_t team = 0;
  gather_all(parent, &own, sizeof own, member);
  int size = colour < 0 ? 0 : choose(member, parent->size, colour);
  if (size) {
    team = team_of(parent, member, size);
    mine = upcr_team_area_new(size);
  }
  gather_all(parent, &mine, sizeof mine, area);
  for (int r = 0; team && r < size; r++)
    team->area[r] = area[member[r].rank];
  free(area);
  free(member);
  return team;
}

static int index_in(const int *ranks, int count, int rank) {
  int i = 0;
  while (i < count && ranks[i] != rank)
    i++;
  return i;
}

static void check_list(upcx_team_t parent, const int *ranks, int count, const char *what) {
  for (int i = 0; i < count; i++) {
    upcr_team_check_rank(parent, ranks[i], what);
    if (index_in(ranks, i, ranks[i]) < i)
      upcr_fatal("%s: rank %d is listed twice", what, ranks[i]);
  }
}

/* Each member of the list detects that another one gave a different list. */
static void check_alike(upcx_team_t team, upcx_team_t parent, const int *ranks, int count,
                        const char *what) {
  bool alike = team->size == count;
  for (int i = 0; alike && i < count; i++)
    alike = team->thread[i] == parent->thread[ranks[i]];
  if (!alike)
    upcr_fatal("%s: the threads gave different lists of members", what);
}

static upcx_team_t from_list(upcx_team_t parent, const int *ranks, int count, const char *what) {
  upcr_team_check(parent, what);
  if (count < 0)
    upcr_fatal("%s: %d members", what, count);
  check_list(parent, ranks, count, what);
  int at = index_in(ranks, count, parent->rank);
  upcx_team_t team = upcx_team_split(parent, at < count ? 0 : -1, at);
  if (team)
    check_alike(team, parent, ranks, count, what);
  return team;
}

upcx_team_t upcx_team_create(upcx_team_t parent, int count, const int *ranks) {
  return from_list(parent, ranks, count, "upcx_team_create");
}

upcx_team_t upcx_team_range(upcx_team_t parent, int first, int stride, int count) {
  upcr_team_check(parent, "upcx_team_range");
  int *ranks = array(count > 0 ? count : 1, sizeof *ranks);
  for (int i = 0; i < count; i++)
    ranks[i] = first + i * stride;
  upcx_team_t team = from_list(parent, ranks, count, "upcx_team_range");
  free(ranks);
  return team;
}

/* After the first barrier no member waits in another operation, so none reads what the others have
 * started (coll/await.c). When a member has left the second barrier, all have left the first. All
 * letters to it have been taken by then, so it may free its area. */
void upcx_team_free(upcx_team_t team) {
  upcr_team_check(team, "upcx_team_free");
  if (team == upcx_team_all())
    upcr_fatal("upcx_team_free: the team of all threads cannot be freed");
  if (team->open)
    upcr_fatal("upcx_team_free: %d operations of the team have not been synchronised with upc_sync",
               team->open);
  upcr_op_run(plan(team, UPCR_TEAM_BARRIER, UPCR_TEAM_FREE, 0, 0, 0), false);
  upcr_op_run(plan(team, UPCR_TEAM_BARRIER, UPCR_TEAM_FREE, 0, 0, 0), true);
  upcr_ops_reclaim(team);
  upcr_team_drop(team);
}
