/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the text of a table of choices; knows its form, not where it lies. */
#ifndef UPCR_COLL_TABLE_FILE_H
#define UPCR_COLL_TABLE_FILE_H

#include <stdio.h>

#include "cost.h"
#include "select.h"

enum { UPCR_TABLE_FORMAT = 2 };

/* The machine of a table. */
struct upcr_table_machine {
  char processor[128];
  int processors, regions;
  unsigned algorithms; /* a digest of the names of all (upcr_algorithms_digest) */
};

struct upcr_table {
  struct upcr_rule *rules;
  int count;
  double cost[UPCR_COST_PARAMETERS]; /* of the cost model; 0: the table has it not */
};

/* Reads `in` to its end. Returns 0, or -1 with nothing in *table after writing to why[n] what is
 * wrong, with its line, or that the table is another machine's or for other algorithms. */
int upcr_table_read(struct upcr_table *table, FILE *in, const struct upcr_table_machine *machine,
                    char *why, size_t n);

void upcr_table_free(struct upcr_table *table);

#endif
