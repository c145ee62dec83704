/* SPDX-License-Identifier: Apache-2.0 */
/* The table of choices measured on this machine, or on the simulated one that the job runs on: a
 * text that upctune writes and people may edit (docs/collectives.md).
 *
 * Read once before the processes of a job are forked; nothing changes it afterwards, so all threads
 * choose alike and read it without synchronisation. Its rules hold in simulated jobs, and where
 * every thread's memory is mapped in every other. */
#ifndef UPCR_COLL_TABLE_H
#define UPCR_COLL_TABLE_H

#include <stdio.h>

#include "cost.h"
#include "select.h"

/* The algorithm that the table names for the call, or 0: there is no table, or it does not say. */
const struct upcr_algorithm *upcr_table_choose(const struct upcr_call *call);

/* The origin of the choices, in a few words: "the shipped rules", "FILE (20 rules)". */
const char *upcr_table_origin(void);

/* Prints the operations that the table has rules for with so many threads, if there are any. */
void upcr_table_show(FILE *out, int threads);

/* The argument of upcr_coll_table_load: processors that the job may use. */
int upcr_table_processors(void);

/* The text (table_file.c): a head, rules and costs. The head has five lines: format, processor,
 * number of processors, number of NUMA regions, and digest of the algorithms' names
 * (upcr_algorithms_digest). The table serves machines with the same head. The processor of a
 * simulated machine is its name and the digest of its platform (sim/platform.h); its processors and
 * regions are those of a node. */
enum { UPCR_TABLE_HEADS = 5, UPCR_TABLE_VALUE = 128 };
extern const char *const upcr_table_heads[UPCR_TABLE_HEADS];

struct upcr_table_machine {
  bool simulated;
  char value[UPCR_TABLE_HEADS][UPCR_TABLE_VALUE];
};

struct upcr_table {
  struct upcr_rule *rules;
  int count;
  double cost[UPCR_COST_PARAMETERS]; /* of the cost model; 0: not in the table */
};

/* Reads `in` to its end. Returns 0, or -1 with nothing in *table after writing the reason to
 * why[n]: an error with its line, or a head of another machine or of other algorithms. */
int upcr_table_read(struct upcr_table *table, FILE *in, const struct upcr_table_machine *machine,
                    char *why, size_t n);

/* Frees what upcr_table_read has allocated. */
void upcr_table_free(struct upcr_table *table);

#endif
