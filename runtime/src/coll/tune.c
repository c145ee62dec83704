/* SPDX-License-Identifier: Apache-2.0 */
#include <upcr/tune.h>

#include <stdio.h>
#include <string.h>

#include "register.h"
#include "select.h"
#include "table.h"

const char *upcr_tune_algorithm(const char *operation, int i) {
  int which = upcr_operation_find(operation);
  const struct upcr_algorithm *algorithm;
  for (int k = 0; (algorithm = upcr_algorithm_at(k)); k++)
    if ((int)algorithm->operation == which && i-- == 0)
      return algorithm->name;
  return 0;
}

/* A call of the operation, or one of no operation that has algorithms. */
static struct upcr_call call_of(const char *operation, size_t nbytes, int flags) {
  enum upcr_collective which = (enum upcr_collective)upcr_operation_find(operation);
  struct upcr_call call = {.which = which, .function = which, .nbytes = nbytes};
  upcr_call_set_modes(&call, flags);
  return call;
}

/* Fills *algorithm for a name with or without a parameter; false: there is none. */
static bool named(int which, const char *name, struct upcr_algorithm *algorithm) {
  char why[400];
  return which >= 0 && upcr_algorithm_named((enum upcr_collective)which, name, strlen(name),
                                            algorithm, why, sizeof why) == 0;
}

int upcr_tune_variant(const char *operation, const char *name, int i, size_t nbytes, char *variant,
                      size_t size) {
  struct upcr_algorithm algorithm;
  int value = named(upcr_operation_find(operation), name, &algorithm)
                  ? upcr_parameter_tried(&algorithm, i, nbytes, upcr_self.threads)
                  : 0;
  return value && snprintf(variant, size, "%s:%d", algorithm.name, value) < (int)size ? 0 : -1;
}

int upcr_tune_fits(const char *operation, const char *name, size_t nbytes) {
  struct upcr_call call = {.which = (enum upcr_collective)upcr_operation_find(operation),
                           .nbytes = nbytes};
  struct upcr_algorithm algorithm;
  return named((int)call.which, name, &algorithm) && upcr_algorithm_fits(&algorithm, &call);
}

void upcr_tune_force(const char *operation, const char *name) {
  int which = upcr_operation_find(operation);
  struct upcr_algorithm algorithm;
  if (which < 0 || (name && !named(which, name, &algorithm)))
    return;
  upcr_algorithm_force((enum upcr_collective)which, name ? &algorithm : 0);
  upcr_choices_forget();
}

const char *upcr_tune_choice(const char *operation, size_t nbytes, int flags) {
  struct upcr_call call = call_of(operation, nbytes, flags);
  return upcr_call_choose(&call)->name;
}

int upcr_tune_path(char *path, size_t n) { return upcr_table_path(path, n); }

void upcr_tune_print_head(void) { upcr_table_write_head(stdout); }
