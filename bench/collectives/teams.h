/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the program for teams and its rival in MPI: operations, forms of a call, the teams, the
 * time of a batch.
 *
 * Calls follow each other in a loop, with the writing and reading of their data, as in measure.h's
 * streamed way: MYSYNC beside the bare MPI call. Private memory is MPI's only one: its forms there,
 * and of all threads, are the call itself. A time is that from the first member's start to the last
 * one's end, over the calls. Who is no member waits in a barrier. */
#ifndef COLLECTIVES_TEAMS_H
#define COLLECTIVES_TEAMS_H

#include "measure.h"

/* The order of the operations in which source_blocks and result_blocks (measure.h) know them.
 * `reduce` is of vectors. */
static const enum operation team_operations[] = {
    BROADCAST, SCATTER,       GATHER,     GATHER_ALL,     EXCHANGE,
    PERMUTE,   PREFIX_REDUCE, REDUCE_ALL, REDUCE_SCATTER, REDUCE_VECTOR};
enum { TEAM_OPERATIONS = sizeof team_operations / sizeof *team_operations };

static const char *const forms[] = {"all",       "blocking", "nb",      "counts",
                                    "counts-nb", "in-place", "private", "private-nb"};
enum form { ALL, BLOCKING, NB, COUNTS, COUNTS_NB, IN_PLACE, PRIVATE, PRIVATE_NB, FORMS };

static const char *const teams[] = {"whole", "half"};
enum team { WHOLE, HALF, TEAMS };

/* Members of a team: the first threads of the job. */
static int members_of(enum team team, int threads) { return team == WHOLE ? threads : threads / 2; }

/* True if there is such a call. */
static int has_form(enum team team, enum operation op, enum form form) {
  switch (form) {
  case ALL:
    return team == WHOLE;
  case COUNTS:
  case COUNTS_NB:
    return op >= SCATTER && op <= EXCHANGE;
  case IN_PLACE:
    return op == GATHER_ALL || op == EXCHANGE || op == REDUCE_ALL || op == PREFIX_REDUCE;
  case PRIVATE:
  case PRIVATE_NB:
    return op != PERMUTE;
  default:
    return 1;
  }
}

/* The name of a measurement of a team's operation. */
static const char *team_operation(enum team team, enum operation op) {
  static char name[40];
  snprintf(name, sizeof name, "%s%s", team == WHOLE ? "" : "half_", operations[op]);
  return name;
}

/* Bytes that a member writes before a call. */
static size_t team_source_bytes(enum operation op, size_t n, int rank, int size) {
  return n * (size_t)source_blocks(op, rank, size);
}

static size_t team_result_bytes(enum operation op, size_t n, int rank, int size) {
  return n * (size_t)result_blocks(op, rank, size);
}

#endif
