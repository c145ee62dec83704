#include "register.h"

#include <string.h>

#include "../base/log.h"
#include "algorithms.h"
#include "../boot/collectives.h"
#include "post.h"

static const struct upcr_algorithm table[] = {
#define ALGORITHM(operation, name, function, needs, shape, radix, fragments, good_for)                                 \
  {UPCR_ALL_##operation, name, function, needs, UPCR_TREE_##shape, radix, UPCR_##fragments, good_for},
#include "register.def"
};
enum { ALGORITHMS = sizeof table / sizeof *table };

static const struct upcr_algorithm *forced[UPCR_COLLECTIVES];

const struct upcr_algorithm *upcr_algorithm_at(int i) { return i < ALGORITHMS ? &table[i] : 0; }

const char *upcr_operation_name(enum upcr_collective operation) {
  static const char before[] = "_all_";
  return strstr(upcr_collective_name(operation), before) + sizeof before - 1;
}

static const struct upcr_algorithm *find(enum upcr_collective operation, const char *name, size_t n) {
  for (int i = 0; i < ALGORITHMS; i++)
    if (table[i].operation == operation && strlen(table[i].name) == n && memcmp(table[i].name, name, n) == 0)
      return &table[i];
  return 0;
}

const struct upcr_algorithm *upcr_algorithm_find(enum upcr_collective operation, const char *name) {
  return find(operation, name, strlen(name));
}

const struct upcr_algorithm *upcr_algorithm_forced(enum upcr_collective operation) { return forced[operation]; }

static size_t post_bytes(const struct upcr_call *call) {
  size_t threads = (size_t)upcr_self.threads;
  switch (call->which) {
  case UPCR_ALL_SCATTER:
  case UPCR_ALL_EXCHANGE:
  case UPCR_ALL_REDUCE_SCATTER:
    return call->nbytes > UPCR_POST_MAX ? call->nbytes : call->nbytes * threads;
  case UPCR_ALL_PERMUTE:
    return call->nbytes + sizeof(int);
  default:
    return call->nbytes;
  }
}

bool upcr_algorithm_fits(const struct upcr_algorithm *algorithm, const struct upcr_call *call) {
  if ((algorithm->needs & UPCR_NEEDS_MAPPED) && !upcr_call_all_mapped())
    return false;
  if ((algorithm->needs & UPCR_NEEDS_POWER_OF_TWO) && (upcr_self.threads & (upcr_self.threads - 1)) != 0)
    return false;
  return !(algorithm->needs & UPCR_NEEDS_POST) || post_bytes(call) <= UPCR_POST_MAX;
}

/* The operation of that name that has algorithms, or -1. */
static int operation_of(const char *name, size_t n) {
  for (int i = 0; i < ALGORITHMS; i++) {
    const char *known = upcr_operation_name(table[i].operation);
    if (strlen(known) == n && memcmp(known, name, n) == 0)
      return (int)table[i].operation;
  }
  return -1;
}

/* Appends to text[length] what is wanted in place of a wrong name. */
static void list_operations(char *text, size_t length) {
  for (int i = 0; i < ALGORITHMS; i++)
    if (i == 0 || table[i].operation != table[i - 1].operation) {
      strncat(text, i ? ", " : "", length - strlen(text) - 1);
      strncat(text, upcr_operation_name(table[i].operation), length - strlen(text) - 1);
    }
}

static void list_algorithms(int operation, char *text, size_t length) {
  const char *comma = "";
  for (int i = 0; i < ALGORITHMS; i++)
    if ((int)table[i].operation == operation) {
      strncat(text, comma, length - strlen(text) - 1);
      strncat(text, table[i].name, length - strlen(text) - 1);
      comma = ", ";
    }
}

static int force_one(const char *item, size_t n, char *err, size_t errlen) {
  const char *colon = memchr(item, ':', n);
  size_t head = colon ? (size_t)(colon - item) : n;
  int operation = operation_of(item, head);
  if (!colon || operation < 0) {
    snprintf(err, errlen, "UPC_COLL: '%.*s' is not OPERATION:ALGORITHM; the operations are ", (int)n, item);
    list_operations(err, errlen);
    return -1;
  }
  forced[operation] = find((enum upcr_collective)operation, colon + 1, n - head - 1);
  if (forced[operation])
    return 0;
  snprintf(err, errlen, "UPC_COLL: %.*s has no algorithm '%.*s'; it has ", (int)head, item, (int)(n - head - 1),
           colon + 1);
  list_algorithms(operation, err, errlen);
  return -1;
}

int upcr_coll_force(const char *list, char *err, size_t errlen) {
  while (*list) {
    size_t n = strcspn(list, ",");
    if (n && force_one(list, n, err, errlen) != 0)
      return -1;
    list += n + (list[n] == ',');
  }
  return 0;
}

void upcr_coll_show(FILE *out) {
  fprintf(out, "# algorithms of the collectives; UPC_COLL=OPERATION:ALGORITHM,... forces them\n");
  for (int i = 0; i < ALGORITHMS; i++)
    fprintf(out, "%-14s %-28s %s%s\n", upcr_operation_name(table[i].operation), table[i].name, table[i].good_for,
            forced[table[i].operation] == &table[i] ? " (forced)" : "");
}
