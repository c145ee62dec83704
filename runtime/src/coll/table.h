/* SPDX-License-Identifier: Apache-2.0 */
/* The table of choices measured on this machine: a text that upctune writes and people may edit
 * (docs/collectives.md).
 *
 * Read once before the processes of a job are forked; nothing changes it afterwards, so all threads
 * choose alike and read it without synchronisation. Its rules hold where every thread's memory is
 * mapped in every other. */
#ifndef UPCR_COLL_TABLE_H
#define UPCR_COLL_TABLE_H

#include <stdio.h>

#include "call.h"
#include "register.h"

/* The algorithm that the table names for the call, or 0: there is no table, or it does not say. */
const struct upcr_algorithm *upcr_table_choose(const struct upcr_call *call);

/* The origin of the choices, in a few words: "the shipped rules", "FILE (20 rules)". */
const char *upcr_table_origin(void);

/* Something else than a table or the shipped rules chooses. */
void upcr_table_set_origin(const char *what);

/* Processors that the job may use, as upcr_coll_table_load was told. */
int upcr_table_processors(void);

/* Writes to path[n] where upctune puts the table of this machine: the first place that is searched.
 * 0, or -1: there is no home. */
int upcr_table_path(char *path, size_t n);

/* Writes what a table of this machine begins with. */
void upcr_table_write_head(FILE *out);

#endif
