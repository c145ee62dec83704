/* SPDX-License-Identifier: Apache-2.0 */
#include "register.h"

#include <string.h>

#include "../base/log.h"
#include "geometry.h"
#include "parameter.h"
#include "post.h"

#define CUT_WHOLE                                                                                  \
  { UPCR_WHOLE, 0 }
#define CUT_HALVES                                                                                 \
  { UPCR_HALVES, UPCR_HALVES_ABOVE }
#define CUT_FIXED                                                                                  \
  { UPCR_FIXED, UPCR_FRAGMENT }
#define CUT_POSTS                                                                                  \
  { UPCR_FIXED, UPCR_POST_MAX }
static const struct upcr_algorithm table[] = {
#define ALGORITHM(operation, name, function, needs, shape, parameter, fragments, good_for)         \
  BUFFERED(operation, name, function, 0, needs, shape, parameter, fragments, good_for)
#define BUFFERED(operation, name, function, room, needs, shape, parameter, fragments, good_for)    \
  {UPCR_ALL_##operation, name,      function,        room,    needs,                               \
   UPCR_TREE_##shape,    parameter, CUT_##fragments, good_for},
#include "register.def"
};
enum { ALGORITHMS = sizeof table / sizeof *table };

const struct upcr_algorithm *upcr_algorithm_at(int i) { return i < ALGORITHMS ? &table[i] : 0; }

const char *upcr_operation_name(enum upcr_collective operation) {
  static const char before[] = "_all_";
  return strstr(upcr_collective_name(operation), before) + sizeof before - 1;
}

static const struct upcr_algorithm *find(enum upcr_collective operation, const char *name,
                                         size_t n) {
  for (int i = 0; i < ALGORITHMS; i++)
    if (table[i].operation == operation && strlen(table[i].name) == n &&
        memcmp(table[i].name, name, n) == 0)
      return &table[i];
  return 0;
}

const struct upcr_algorithm *upcr_algorithm_find(enum upcr_collective operation, const char *name) {
  return find(operation, name, strlen(name));
}

/* Appends to text[length] what is wanted in place of a wrong name. */
static void list_names(enum upcr_collective operation, char *text, size_t length) {
  const char *comma = "";
  for (int i = 0; i < ALGORITHMS; i++)
    if (table[i].operation == operation) {
      strncat(text, comma, length - strlen(text) - 1);
      strncat(text, table[i].name, length - strlen(text) - 1);
      comma = ", ";
    }
}

int upcr_algorithm_named(enum upcr_collective operation, const char *name, size_t n,
                         struct upcr_algorithm *algorithm, char *err, size_t errlen) {
  const char *colon = memchr(name, ':', n);
  size_t head = colon ? (size_t)(colon - name) : n;
  const struct upcr_algorithm *known = find(operation, name, head);
  if (!known) {
    snprintf(err, errlen, "UPC_COLL: %s has no algorithm '%.*s'; it has ",
             upcr_operation_name(operation), (int)head, name);
    list_names(operation, err, errlen);
    return -1;
  }
  *algorithm = *known;
  return colon ? upcr_parameter_read(algorithm, colon + 1, n - head - 1, err, errlen) : 0;
}

/* The hash of Fowler, Noll and Vo, over "operation:name" of each with its ending 0. */
unsigned upcr_algorithms_digest(void) {
  unsigned digest = 2166136261u;
  for (int i = 0; i < ALGORITHMS; i++) {
    const char *part[] = {upcr_operation_name(table[i].operation), ":", table[i].name};
    for (int k = 0; k < 3; k++)
      for (const char *c = part[k]; *c; c++)
        digest = (digest ^ (unsigned char)*c) * 16777619u;
    digest *= 16777619u;
  }
  return digest;
}

/* The post of a permutation begins with its target. */
static size_t post_bytes(const struct upcr_call *call) {
  size_t n = call->nbytes;
  if (n > UPCR_POST_MAX) /* a product of it might be beyond a size_t */
    return n;
  return upcr_given_bytes(upcr_geometry_of(call->which), n) +
         (call->which == UPCR_ALL_PERMUTE ? sizeof(int) : 0);
}

bool upcr_algorithm_fits(const struct upcr_algorithm *algorithm, const struct upcr_call *call) {
  if ((algorithm->needs & UPCR_NEEDS_MAPPED) && !upcr_call_all_mapped())
    return false;
  if ((algorithm->needs & UPCR_NEEDS_NODE) && !upcr_call_node_mapped())
    return false;
  if ((algorithm->needs & UPCR_NEEDS_TWO) && upcr_self.threads != 2)
    return false;
  if ((algorithm->needs & UPCR_NEEDS_LAST) && !upcr_barrier_has_last())
    return false;
  return !(algorithm->needs & UPCR_NEEDS_POST) || post_bytes(call) <= UPCR_POST_MAX;
}
