/* SPDX-License-Identifier: Apache-2.0 */
#include "register.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../base/log.h"
#include "geometry.h"
#include "post.h"

#define CUT_NONE                                                                                   \
  { UPCR_NO_FRAGMENTS, 0 }
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

int upcr_operation_of(const char *name, size_t n) {
  UPCR_FOR_OPERATIONS(o)
  if (upcr_is_word(upcr_operation_name(o), name, n))
    return (int)o;
  return -1;
}

static const struct upcr_algorithm *find(enum upcr_collective operation, const char *name,
                                         size_t n) {
  for (int i = 0; i < ALGORITHMS; i++)
    if (table[i].operation == operation && upcr_is_word(table[i].name, name, n))
      return &table[i];
  return 0;
}

const struct upcr_algorithm *upcr_algorithm_find(enum upcr_collective operation, const char *name) {
  return find(operation, name, strlen(name));
}

void upcr_list_name(char *text, size_t size, const char *name) {
  size_t n = strlen(text);
  strncat(text, text[n - 1] == ' ' ? "" : ", ", size - n - 1);
  strncat(text, name, size - strlen(text) - 1);
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

/* Bytes: GMTU, 5.2.3. Fragments have whole elements of any type. */
static const struct {
  unsigned need;
  struct upcr_parameter parameter;
} parameters[] = {
    {UPCR_TAKES_RADIX, {"radix", 2, 65536, 1, {2, 4, 8, 16}}},
    {UPCR_TAKES_TOKENS, {"number of tokens", 1, 65536, 1, {1, 2, 4, 8}}},
    {UPCR_TAKES_BYTES, {"bytes of a buffer", 8192, 65536, 1, {8192, 16384, 32768, 65536}}},
    {UPCR_TAKES_FRAGMENT, {"bytes of a fragment", 1024, 1 << 20, 64, {8192, 32768, 131072}}},
    {UPCR_TAKES_POST, {"bytes of a post", 1024, UPCR_POST_MAX, 64, {4096, 8192, UPCR_POST_MAX}}}};

const struct upcr_parameter *upcr_parameter_of(const struct upcr_algorithm *algorithm) {
  for (unsigned i = 0; i < sizeof parameters / sizeof *parameters; i++)
    if (algorithm->needs & parameters[i].need)
      return &parameters[i].parameter;
  return 0;
}

static bool is_length_of_fragments(const struct upcr_algorithm *algorithm) {
  return algorithm->needs & (UPCR_TAKES_FRAGMENT | UPCR_TAKES_POST);
}

int upcr_parameter_value(const struct upcr_algorithm *algorithm) {
  return is_length_of_fragments(algorithm) ? (int)algorithm->cut.bytes : algorithm->parameter;
}

void upcr_parameter_set(struct upcr_algorithm *algorithm, int value) {
  if (is_length_of_fragments(algorithm))
    algorithm->cut.bytes = (size_t)value;
  else
    algorithm->parameter = value;
}

static bool makes_a_difference(const struct upcr_algorithm *algorithm, int value, size_t nbytes,
                               int threads) {
  if (value == upcr_parameter_value(algorithm))
    return false;
  if (algorithm->needs & (UPCR_TAKES_RADIX | UPCR_TAKES_TOKENS))
    return value < threads;
  return (size_t)value < nbytes;
}

int upcr_parameter_tried(const struct upcr_algorithm *algorithm, int i, size_t nbytes,
                         int threads) {
  const struct upcr_parameter *known = upcr_parameter_of(algorithm);
  for (int k = 0; known && known->tried[k]; k++)
    if (makes_a_difference(algorithm, known->tried[k], nbytes, threads) && i-- == 0)
      return known->tried[k];
  return 0;
}

/* The number of n bytes, perhaps with a K behind it, or -1; of one that is too long for the type,
 * the largest. */
static long number_of(const char *text, size_t n) {
  char *end = 0;
  long value = *text < '0' || *text > '9' ? -1 : strtol(text, &end, 10);
  bool kilo = value >= 0 && (*end == 'K' || *end == 'k');
  if (value < 0 || end + kilo != text + n)
    return -1;
  return kilo && value <= LONG_MAX / 1024 ? value * 1024 : value;
}

/* Reads the n bytes after the colon into algorithm->parameter: a decimal number, or one with K
 * after it, times 1024. Gives 0, or -1 after writing to err[errlen] what the algorithm takes. */
static int read_parameter(struct upcr_algorithm *algorithm, const char *text, size_t n, char *err,
                          size_t errlen) {
  const struct upcr_parameter *known = upcr_parameter_of(algorithm);
  const char *operation = upcr_operation_name(algorithm->operation), *name = algorithm->name;
  long value = number_of(text, n);
  if (!known)
    snprintf(err, errlen, "UPC_COLL: %s:%s takes no parameter, such as '%.*s'", operation, name,
             (int)n, text);
  else if (value < known->least || value > known->most)
    snprintf(err, errlen, "UPC_COLL: '%.*s' is no %s of %s:%s, which is from %d to %d", (int)n,
             text, known->what, operation, name, known->least, known->most);
  else if (value % known->unit != 0)
    snprintf(err, errlen, "UPC_COLL: '%.*s' is no %s of %s:%s, which is a multiple of %d", (int)n,
             text, known->what, operation, name, known->unit);
  else
    return upcr_parameter_set(algorithm, (int)value), 0;
  return -1;
}

int upcr_algorithm_named(enum upcr_collective operation, const char *name, size_t n,
                         struct upcr_algorithm *algorithm, char *err, size_t errlen) {
  const char *colon = memchr(name, ':', n);
  size_t head = colon ? (size_t)(colon - name) : n;
  const struct upcr_algorithm *known = find(operation, name, head);
  if (!known) {
    snprintf(err, errlen, "UPC_COLL: %s has no algorithm '%.*s'; it has ",
             upcr_operation_name(operation), (int)head, name);
    for (int i = 0; i < ALGORITHMS; i++)
      if (table[i].operation == operation)
        upcr_list_name(err, errlen, table[i].name);
    return -1;
  }
  *algorithm = *known;
  return colon ? read_parameter(algorithm, colon + 1, n - head - 1, err, errlen) : 0;
}
