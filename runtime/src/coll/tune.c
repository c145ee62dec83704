#include <upcr/tune.h>

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
  struct upcr_call call = {.which = (enum upcr_collective)upcr_operation_find(operation), .nbytes = nbytes};
  upcr_call_set_modes(&call, flags);
  return call;
}

int upcr_tune_fits(const char *operation, const char *name, size_t nbytes) {
  struct upcr_call call = {.which = (enum upcr_collective)upcr_operation_find(operation), .nbytes = nbytes};
  const struct upcr_algorithm *algorithm = upcr_algorithm_find(call.which, name);
  return algorithm && upcr_algorithm_fits(algorithm, &call);
}

void upcr_tune_force(const char *operation, const char *name) {
  int which = upcr_operation_find(operation);
  if (which < 0)
    return;
  enum upcr_collective collective = (enum upcr_collective)which;
  upcr_algorithm_force(collective, name ? upcr_algorithm_find(collective, name) : 0);
  upcr_choices_forget();
}

const char *upcr_tune_choice(const char *operation, size_t nbytes, int flags) {
  struct upcr_call call = call_of(operation, nbytes, flags);
  return upcr_call_choose(&call)->name;
}

int upcr_tune_path(char *path, size_t n) { return upcr_table_path(path, n); }

void upcr_tune_print_head(void) { upcr_table_write_head(stdout); }
