/* SPDX-License-Identifier: Apache-2.0 */
#include <upcr/tune.h>

#include <stdio.h>
#include <string.h>

#include "../../base/simulated.h"
#include "cost.h"
#include "../register.h"
#include "select.h"
#include "table.h"
#include "../topology.h"

const char *upcr_tune_algorithm(const char *operation, int i) {
  int which = upcr_operation_find(operation);
  const struct upcr_algorithm *algorithm;
  for (int k = 0; (algorithm = upcr_algorithm_at(k)); k++)
    if ((int)algorithm->operation == which && i-- == 0)
      return algorithm->name;
  return 0;
}

/* A call of the operation; or a call without an operation that has algorithms. */
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
  struct upcr_call call = call_of(operation, nbytes, 0);
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

static bool is_named(const void *name, const char *algorithm) {
  return strcmp(name, algorithm) == 0;
}

double upcr_tune_predicted(const char *operation, const char *name, size_t nbytes, int flags) {
  struct upcr_call call = call_of(operation, nbytes, flags);
  struct upcr_cost cost;
  if (upcr_is_simulated())
    return upcr_cheapest(&call, is_named, name, &cost) ? upcr_cost_ns(&cost) : -1;
  struct upcr_node_shape shape = {upcr_self.threads, upcr_table_processors()};
  return upcr_node_cost(call.which, name, upcr_class_of(&call), shape, (double)nbytes);
}

int upcr_tune_cost(const char *name, double value) {
  int parameter = upcr_cost_parameter_find(name);
  if (parameter < 0 || !(value > 0))
    return -1;
  upcr_cost_parameter_set((enum upcr_cost_parameter)parameter, value);
  return 0;
}

int upcr_tune_level(int thread) {
  const struct upcr_places *places = upcr_topology();
  if (places->node_of[thread] != places->node_of[upcr_self.mythread])
    return UPCR_BETWEEN_NODES;
  return places->region_of[thread] != places->region_of[upcr_self.mythread] ? UPCR_BETWEEN_REGIONS
                                                                            : UPCR_WITHIN_REGION;
}
