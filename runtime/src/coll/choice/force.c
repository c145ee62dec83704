/* SPDX-License-Identifier: Apache-2.0 */
/* The user's choice of algorithms: UPC_COLL forces some, upcrun -show-coll lists all. */
#include <string.h>

#include "../../base/atomics.h"
#include "../../base/log.h"
#include "../../boot/collectives.h"
#include "cost.h"
#include "../register.h"
#include "table.h"

static struct upcr_algorithm
    forced[UPCR_COLLECTIVES]; /* without `run`: none. Written at the start of the job only */

static UPCR_PER_THREAD struct upcr_algorithm
    measured[UPCR_COLLECTIVES]; /* the same, by upcr_algorithm_force */

void upcr_algorithm_force(enum upcr_collective operation, const struct upcr_algorithm *algorithm) {
  measured[operation] = algorithm ? *algorithm : (struct upcr_algorithm){0};
}

const struct upcr_algorithm *upcr_algorithm_forced(enum upcr_collective operation) {
  if (measured[operation].run)
    return &measured[operation];
  return forced[operation].run ? &forced[operation] : 0;
}

static int force_one(const char *item, size_t n, char *err, size_t errlen) {
  const char *colon = memchr(item, ':', n);
  size_t head = colon ? (size_t)(colon - item) : n;
  int operation = upcr_operation_of(item, head);
  if (colon && operation >= 0)
    return upcr_algorithm_named((enum upcr_collective)operation, colon + 1, n - head - 1,
                                &forced[operation], err, errlen);
  snprintf(err, errlen, "UPC_COLL: '%.*s' is not OPERATION:ALGORITHM; the operations are ", (int)n,
           item);
  UPCR_FOR_OPERATIONS(o)
  upcr_list_name(err, errlen, upcr_operation_name(o));
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

static void show_one(FILE *out, const struct upcr_algorithm *a) {
  const struct upcr_parameter *parameter = upcr_parameter_of(a);
  const struct upcr_algorithm *force = upcr_algorithm_forced(a->operation);
  bool is_forced = force && strcmp(force->name, a->name) == 0;
  fprintf(out, "%-14s %-28s %s", upcr_operation_name(a->operation), a->name, a->good_for);
  if (parameter)
    fprintf(out, " [%s:%d to :%d %s, default :%d]", a->name, parameter->least, parameter->most,
            parameter->what, upcr_parameter_value(a));
  if (is_forced && parameter)
    fprintf(out, " (forced with :%d)", upcr_parameter_value(force));
  else if (is_forced)
    fprintf(out, " (forced)");
  fputc('\n', out);
}

void upcr_coll_show(FILE *out) {
  const struct upcr_algorithm *a;
  fprintf(out, "# algorithms are chosen by %s\n", upcr_table_origin());
  upcr_platform_costs_show(out);
  fprintf(out, "# algorithms of the collectives; UPC_COLL=OPERATION:ALGORITHM[:PARAMETER],... "
               "forces them\n");
  for (int i = 0; (a = upcr_algorithm_at(i)); i++)
    show_one(out, a);
}
