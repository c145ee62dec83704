/* SPDX-License-Identifier: Apache-2.0 */
#include "single_valued.h"

#include <stdio.h>

#include "../base/log.h"
#include "../check/arrivals.h"

enum kind { NUMBER, POINTER, IN_MODE, OUT_MODE };

struct argument {
  const char *name;
  enum kind kind;
};

static const struct argument of_alloc[UPCR_ARGUMENTS] = {{"nblocks", NUMBER}, {"nbytes", NUMBER}};
static const struct argument of_free[UPCR_ARGUMENTS] = {{"ptr", POINTER}};
static const struct argument of_data[UPCR_ARGUMENTS] = {
    [UPCR_ARGUMENT_DST] = {"dst", POINTER},      [UPCR_ARGUMENT_SRC] = {"src", POINTER},
    [UPCR_ARGUMENT_PERM] = {"perm", POINTER},    [UPCR_ARGUMENT_NBYTES] = {"nbytes", NUMBER},
    [UPCR_ARGUMENT_NELEMS] = {"nelems", NUMBER}, [UPCR_ARGUMENT_BLK_SIZE] = {"blk_size", NUMBER},
    [UPCR_ARGUMENT_OP] = {"op", NUMBER},         [UPCR_ARGUMENT_IN] = {"flags", IN_MODE},
    [UPCR_ARGUMENT_OUT] = {"flags", OUT_MODE},
};

/* 0: their values are not kept. */
static const struct argument *arguments_of(enum upcr_collective which) {
  if (which == UPCR_ALL_ALLOC)
    return of_alloc;
  if (which == UPCR_ALL_FREE || which == UPCR_ALL_LOCK_FREE)
    return of_free;
  return which >= UPCR_ALL_BROADCAST && which <= UPCR_ALL_REDUCE_VECTOR ? of_data : 0;
}

enum { SHOWN = 80 };

static const char *show(enum kind kind, uint64_t value, char text[SHOWN]) {
  static const char *const modes[] = {"ALLSYNC", "MYSYNC", "NOSYNC"};
  if (kind == NUMBER)
    snprintf(text, SHOWN, "%llu", (unsigned long long)value);
  else if (kind == POINTER)
    snprintf(text, SHOWN, "offset %#lx of thread %lu", upcr_pts_offset(value), upcr_thread(value));
  else
    snprintf(text, SHOWN, "%s%s", kind == IN_MODE ? "UPC_IN_" : "UPC_OUT_",
             value < 3 ? modes[value] : "?");
  return text;
}

enum { DIFFERENCE = 240 };

/* ": nbytes is 4 and 8" for the first argument that differs. */
static const char *difference(const struct argument *list, const struct upcr_arguments *a,
                              const struct upcr_arguments *b, char text[DIFFERENCE]) {
  char one[SHOWN], other[SHOWN];
  text[0] = 0;
  for (int i = 0; list && a->known && b->known && i < UPCR_ARGUMENTS; i++)
    if (a->value[i] != b->value[i]) {
      snprintf(text, DIFFERENCE, ": %s is %s and %s", list[i].name,
               show(list[i].kind, a->value[i], one), show(list[i].kind, b->value[i], other));
      break;
    }
  return text;
}

_Noreturn void upcr_refuse_arguments(enum upcr_collective which, const char *one,
                                     struct upcr_arguments a, const char *other,
                                     struct upcr_arguments b, const char *rule) {
  char text[DIFFERENCE];
  bool told = upcr_arrivals_kept() || !arguments_of(which);
  upcr_fatal("%s: %s and %s gave different arguments%s; they are single-valued%s%s",
             upcr_collective_name(which), one, other, difference(arguments_of(which), &a, &b, text),
             rule, told ? "" : "; code compiled with upcc -g says which");
}
