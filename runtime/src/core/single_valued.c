/* SPDX-License-Identifier: Apache-2.0 */
#include "single_valued.h"

#include <stdio.h>

#include "../base/log.h"
#include "../check/arrivals.h"

/* ELEMENTS: a digest of those of an array. */
enum kind { NUMBER, POINTER, ELEMENTS, MEMORY, IN_PLACE, IN_MODE, OUT_MODE };

struct argument {
  const char *name;
  enum kind kind;
};

static const struct argument of_alloc[UPCR_ARGUMENTS] = {{"nblocks", NUMBER}, {"nbytes", NUMBER}};
static const struct argument of_free[UPCR_ARGUMENTS] = {{"ptr", POINTER}};
static const struct argument of_tasks[UPCR_ARGUMENTS] = {{"capacity", NUMBER}};
static const struct argument of_data[UPCR_ARGUMENTS] = {
    [UPCR_ARGUMENT_DST] = {"dst", POINTER},
    [UPCR_ARGUMENT_SRC] = {"src", POINTER},
    [UPCR_ARGUMENT_PERM] = {"perm", POINTER},
    [UPCR_ARGUMENT_RANKS] = {"perm", ELEMENTS},
    [UPCR_ARGUMENT_COUNTS] = {"counts or displs", ELEMENTS},
    [UPCR_ARGUMENT_NBYTES] = {"nbytes", NUMBER},
    [UPCR_ARGUMENT_NELEMS] = {"nelems", NUMBER},
    [UPCR_ARGUMENT_BLK_SIZE] = {"blk_size", NUMBER},
    [UPCR_ARGUMENT_TYPE] = {"type", NUMBER},
    [UPCR_ARGUMENT_ELEMENT] = {"the size of an element", NUMBER},
    [UPCR_ARGUMENT_OP] = {"op", NUMBER},
    [UPCR_ARGUMENT_ROOT] = {"root", NUMBER},
    [UPCR_ARGUMENT_PRIVATE] = {"the memory", MEMORY},
    [UPCR_ARGUMENT_IN_PLACE] = {"flags", IN_PLACE},
    [UPCR_ARGUMENT_IN] = {"flags", IN_MODE},
    [UPCR_ARGUMENT_OUT] = {"flags", OUT_MODE},
};

static bool is_of_team(enum upcr_collective which) { return which >= UPCR_TEAM_SPLIT; }

/* 0: their values are not kept. */
static const struct argument *arguments_of(enum upcr_collective which) {
  if (which == UPCR_ALL_ALLOC)
    return of_alloc;
  if (which == UPCR_ALL_FREE || which == UPCR_ALL_LOCK_FREE)
    return of_free;
  if (which == UPCR_TASKS_BEGIN)
    return of_tasks;
  bool has_data = (which >= UPCR_ALL_BROADCAST && which <= UPCR_ALL_REDUCE_VECTOR) ||
                  which >= UPCR_TEAM_BROADCAST;
  return has_data ? of_data : 0;
}

enum { SHOWN = 80 };

static const char *show(enum kind kind, uint64_t value, char text[SHOWN]) {
  static const char *const modes[] = {"ALLSYNC", "MYSYNC", "NOSYNC"};
  switch (kind) {
  case NUMBER:
    snprintf(text, SHOWN, "%llu", (unsigned long long)value);
    break;
  case POINTER:
    snprintf(text, SHOWN, "offset %#lx of thread %lu", upcr_pts_offset(value), upcr_thread(value));
    break;
  case ELEMENTS:
    return "";
  case MEMORY:
    return value ? "private" : "shared";
  case IN_PLACE:
    return value ? "UPCX_IN_PLACE" : "not UPCX_IN_PLACE";
  case IN_MODE:
  case OUT_MODE:
    snprintf(text, SHOWN, "%s%s", kind == IN_MODE ? "UPC_IN_" : "UPC_OUT_",
             value < 3 ? modes[value] : "?");
    break;
  }
  return text;
}

enum { DIFFERENCE = 240 };

/* ": nbytes is 4 and 8" */
static void describe(const struct argument *argument, uint64_t a, uint64_t b,
                     char text[DIFFERENCE]) {
  char one[SHOWN], other[SHOWN];
  if (argument->kind == ELEMENTS)
    snprintf(text, DIFFERENCE, ": elements of %s differ", argument->name);
  else
    snprintf(text, DIFFERENCE, ": %s is %s and %s", argument->name, show(argument->kind, a, one),
             show(argument->kind, b, other));
}

/* The first argument that differs. */
static const char *difference(const struct argument *list, const struct upcr_arguments *a,
                              const struct upcr_arguments *b, char text[DIFFERENCE]) {
  int i = 0;
  text[0] = 0;
  while (i < UPCR_ARGUMENTS && a->value[i] == b->value[i])
    i++;
  if (list && a->known && b->known && i < UPCR_ARGUMENTS)
    describe(&list[i], a->value[i], b->value[i], text);
  return text;
}

_Noreturn void upcr_refuse_arguments(enum upcr_collective which, const char *one,
                                     struct upcr_arguments a, const char *other,
                                     struct upcr_arguments b) {
  char text[DIFFERENCE];
  bool told = upcr_arrivals_kept() || !arguments_of(which);
  upcr_fatal("%s: %s and %s gave different arguments%s; they are single-valued%s%s",
             upcr_collective_name(which), one, other, difference(arguments_of(which), &a, &b, text),
             is_of_team(which) ? " in the team" : " (UPC 3.10)",
             told ? "" : "; compile with upcc -g to see which");
}
