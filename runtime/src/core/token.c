/* SPDX-License-Identifier: Apache-2.0 */
#include "token.h"

#include <stdio.h>

#include "../base/log.h"
#include "../check/arrivals.h"
#include "../check/check.h"
#include "../mem/job.h"
#include "status.h"

static const char *const collective_names[UPCR_COLLECTIVES] = {
    [UPCR_ALL_ALLOC] = "upc_all_alloc",
    [UPCR_ALL_FREE] = "upc_all_free",
    [UPCR_ALL_LOCK_ALLOC] = "upc_all_lock_alloc",
    [UPCR_ALL_LOCK_FREE] = "upc_all_lock_free",
    [UPCR_ALL_BROADCAST] = "upc_all_broadcast",
    [UPCR_ALL_SCATTER] = "upc_all_scatter",
    [UPCR_ALL_GATHER] = "upc_all_gather",
    [UPCR_ALL_GATHER_ALL] = "upc_all_gather_all",
    [UPCR_ALL_EXCHANGE] = "upc_all_exchange",
    [UPCR_ALL_PERMUTE] = "upc_all_permute",
    [UPCR_ALL_REDUCE] = "upc_all_reduce",
    [UPCR_ALL_PREFIX_REDUCE] = "upc_all_prefix_reduce",
    [UPCR_ALL_REDUCE_ALL] = "upcx_all_reduce_all",
    [UPCR_ALL_REDUCE_SCATTER] = "upcx_all_reduce_scatter",
    [UPCR_ALL_REDUCE_VECTOR] = "upcx_all_reduce_vector",
    [UPCR_ALL_SORT] = "upc_all_sort",
    [UPCR_ALL_VALUE] = "a collective of bupc_collectivev.h",
    [UPCR_ALL_FILE] = "a function of upc_io.h",
    [UPCR_TEAM_SPLIT] = "upcx_team_split",
    [UPCR_TEAM_FREE] = "upcx_team_free",
    [UPCR_TEAM_BARRIER] = "upcx_team_barrier",
    [UPCR_TEAM_BROADCAST] = "upcx_team_broadcast",
    [UPCR_TEAM_SCATTER] = "upcx_team_scatter",
    [UPCR_TEAM_SCATTERV] = "upcx_team_scatterv",
    [UPCR_TEAM_GATHER] = "upcx_team_gather",
    [UPCR_TEAM_GATHERV] = "upcx_team_gatherv",
    [UPCR_TEAM_GATHER_ALL] = "upcx_team_gather_all",
    [UPCR_TEAM_GATHER_ALLV] = "upcx_team_gather_allv",
    [UPCR_TEAM_EXCHANGE] = "upcx_team_exchange",
    [UPCR_TEAM_EXCHANGEV] = "upcx_team_exchangev",
    [UPCR_TEAM_PERMUTE] = "upcx_team_permute",
    [UPCR_TEAM_REDUCE] = "upcx_team_reduce",
    [UPCR_TEAM_REDUCE_ALL] = "upcx_team_reduce_all",
    [UPCR_TEAM_REDUCE_SCATTER] = "upcx_team_reduce_scatter",
    [UPCR_TEAM_PREFIX_REDUCE] = "upcx_team_prefix_reduce",
    [UPCR_TEAM_PREFIX_REDUCE_EXCLUSIVE] = "upcx_team_prefix_reduce_exclusive",
};
_Static_assert(UPCR_COLLECTIVES <= 64, "a token has six bits for it");

const char *upcr_collective_name(enum upcr_collective which) { return collective_names[which]; }

static enum upcr_token_kind kind_of(uint64_t token) { return (enum upcr_token_kind)(token >> 62); }
static int thread_of(uint64_t token) { return (int)(token >> 32 & 0xffffff); }
static enum upcr_collective collective_of(uint64_t token) {
  return (enum upcr_collective)(token >> 56 & 0x3f);
}
static int value_of(uint64_t token) { return (int)(uint32_t)token; }

static const char *describe(uint64_t token, char text[64]) {
  switch (kind_of(token)) {
  case UPCR_TOKEN_VALUE:
    snprintf(text, 64, "in a barrier with value %d", value_of(token));
    break;
  case UPCR_TOKEN_END:
    snprintf(text, 64, "at the start or end of the program");
    break;
  case UPCR_TOKEN_COLLECTIVE:
    snprintf(text, 64, "in %s", collective_names[collective_of(token)]);
    break;
  case UPCR_TOKEN_NONE:
    snprintf(text, 64, "in a barrier without value");
    break;
  }
  return text;
}

void upcr_core_name_barrier(uint64_t token, char *out, size_t n) {
  if (kind_of(token) == UPCR_TOKEN_VALUE)
    snprintf(out, n, "upc_barrier %d", value_of(token));
  else if (kind_of(token) == UPCR_TOKEN_COLLECTIVE)
    snprintf(out, n, "%s", collective_names[collective_of(token)]);
  else
    snprintf(out, n, "%s",
             kind_of(token) == UPCR_TOKEN_END ? "the barrier at the start" : "upc_barrier");
}

static const char *who(int thread, uint32_t phase, char text[UPCR_WHO]) {
  return upcr_check_who(thread, upcr_arrivals_site(thread, phase), text);
}

const char *upcr_token_describe_arrived(int thread, char text[UPCR_ARRIVED]) {
  struct upcr_thread_status other = upcr_thread_status(thread);
  char name[UPCR_WHO], what[64];
  snprintf(text, UPCR_ARRIVED, "%s is %s", who(thread, other.notified - 1, name),
           describe(other.token, what));
  return text;
}

_Noreturn void upcr_token_refuse(int thread, uint64_t token, int other, uint64_t others,
                                 uint32_t phase) {
  char first[64], second[64], one[UPCR_WHO], two[UPCR_WHO];
  upcr_fatal("barrier mismatch (UPC 6.6.1): %s is %s, %s is %s", who(thread, phase, one),
             describe(token, first), who(other, phase, two), describe(others, second));
}

_Noreturn void upcr_token_mismatch(uint64_t a, uint64_t b, uint32_t phase) {
  char one[UPCR_WHO], other[UPCR_WHO];
  if (kind_of(a) == UPCR_TOKEN_COLLECTIVE && kind_of(b) == UPCR_TOKEN_COLLECTIVE &&
      collective_of(a) == collective_of(b))
    upcr_fatal("%s: %s and %s gave different arguments; they are single-valued (UPC 3.10)",
               collective_names[collective_of(a)], who(thread_of(a), phase, one),
               who(thread_of(b), phase, other));
  upcr_token_refuse(thread_of(a), a, thread_of(b), b, phase);
}
