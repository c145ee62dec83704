/* SPDX-License-Identifier: Apache-2.0 */
#include "team.h"

#include <stdlib.h>
#include <string.h>

#include "../base/atomics.h"
#include "../base/log.h"
#include "../coll/call.h"
#include "../core/alloc.h"
#include "../mem/collective_area.h"
#include "../mem/job.h"
#include "../mem/segment.h"

static UPCR_PER_THREAD struct upcx_team *all;
static UPCR_PER_THREAD struct upcx_team *freed;

static void *array(size_t n, size_t size) { return upcr_kept_memory(n * size, "a team"); }

static struct upcx_team *object(void) {
  struct upcx_team *team = freed;
  if (!team)
    return array(1, sizeof *team);
  freed = team->next;
  memset(team, 0, sizeof *team);
  return team;
}

void upcr_team_check(upcx_team_t team, const char *what) {
  if (!team)
    upcr_fatal("%s: the team is UPCX_TEAM_NONE: this thread is not a member", what);
  if (!team->is_live)
    upcr_fatal("%s: the team has been freed", what);
}

static bool has_all_threads(const int *thread, int size) {
  int rank = 0;
  while (rank < size && thread[rank] == rank)
    rank++;
  return rank == upcr_self.threads;
}

upcx_team_t upcr_team_new(int *thread, int size) {
  struct upcx_team *team = object();
  size_t n = (size_t)size;
  team->is_live = true;
  team->size = size;
  team->has_all_threads = has_all_threads(thread, size);
  team->thread = thread;
  team->rank_of = array((size_t)upcr_self.threads, sizeof *team->rank_of);
  team->area = array(n, sizeof *team->area);
  team->counts = array(n * UPCR_TEAM_SLOTS, sizeof *team->counts);
  memset(team->rank_of, -1, (size_t)upcr_self.threads * sizeof *team->rank_of);
  for (int r = 0; r < size; r++)
    team->rank_of[thread[r]] = r;
  team->rank = team->rank_of[upcr_self.mythread];
  team->places = upcr_team_places(size);
  team->own_line_at = upcr_team_line_at(size, team->rank);
  team->last = UPCR_TEAM_SLOTS - 1;
  for (uint32_t slot = 0; slot < UPCR_TEAM_SLOTS; slot++)
    team->slot_done[slot] = slot;
  return team;
}

upcr_pts_t upcr_team_area_new(int size) {
  size_t bytes = upcr_team_area_bytes(size);
  upcr_pts_t area = upcr_alloc_own(bytes, UPCR_HEAP_LINES);
  if (!area)
    upcr_fatal(
        "a team of %d threads: no room for its %zu bytes in the shared heap; make it larger with "
        "upcrun -shared-heap",
        size, bytes);
  memset(upcr_segment_address(area), 0, bytes);
  return area;
}

void upcr_team_drop(upcx_team_t team) {
  upcr_free_shared(team->area[team->rank], "upcx_team_free");
  free(team->thread);
  free(team->rank_of);
  free(team->area);
  free(team->counts);
  team->is_live = false;
  team->next = freed;
  freed = team;
}

/* Its areas are in every segment, so no thread has to wait for another before its first operation.
 */
upcx_team_t upcx_team_all(void) {
  int threads = upcr_self.threads;
  if (all)
    return all;
  int *thread = array((size_t)threads, sizeof *thread);
  for (int t = 0; t < threads; t++)
    thread[t] = t;
  all = upcr_team_new(thread, threads);
  for (int t = 0; t < threads; t++)
    all->area[t] =
        upcr_pts_make((unsigned long)t, upcr_job->coll_base + upcr_coll_team_at(threads));
  return all;
}

int upcx_team_rank(upcx_team_t team) {
  upcr_team_check(team, "upcx_team_rank");
  return team->rank;
}

int upcx_team_size(upcx_team_t team) {
  upcr_team_check(team, "upcx_team_size");
  return team->size;
}

void upcr_team_check_rank(upcx_team_t team, int rank, const char *what) {
  if (rank < 0 || rank >= team->size)
    upcr_fatal("%s: there is no rank %d in a team of %d", what, rank, team->size);
}

int upcx_team_thread(upcx_team_t team, int rank) {
  upcr_team_check(team, "upcx_team_thread");
  upcr_team_check_rank(team, rank, "upcx_team_thread");
  return team->thread[rank];
}

int upcx_team_rank_of(upcx_team_t team, int thread) {
  upcr_team_check(team, "upcx_team_rank_of");
  return thread >= 0 && thread < upcr_self.threads ? team->rank_of[thread] : -1;
}

int upcx_team_translate(upcx_team_t from, int rank, upcx_team_t to) {
  upcr_team_check(from, "upcx_team_translate");
  upcr_team_check(to, "upcx_team_translate");
  upcr_team_check_rank(from, rank, "upcx_team_translate");
  return to->rank_of[from->thread[rank]];
}
