/* SPDX-License-Identifier: Apache-2.0 */
/* Prints the cost model's predictions, for tune/rules.py: reads lines
 *
 *   OPERATION CLASS THREADS PROCESSORS BYTES
 *
 * and prints each with every algorithm and its nanoseconds, below 0 where the model does not
 * describe it. */
#include <coll/choice/cost.h>
#include <coll/register.h>
#include <stdio.h>
#include <string.h>

static int class_of(const char *word) {
  static const char *const classes[] = {"strong", "loose", "free"};
  for (int i = 0; i < 3; i++)
    if (strcmp(classes[i], word) == 0)
      return i;
  return -1;
}

static void predict(int operation, const char *class, struct upcr_node_shape shape, size_t n) {
  const struct upcr_algorithm *a;
  for (int i = 0; (a = upcr_algorithm_at(i)); i++) {
    if ((int)a->operation != operation)
      continue;
    double ns = upcr_node_cost(a->operation, a->name, (enum upcr_sync_class)class_of(class), shape,
                               (double)n);
    printf("%s %s %d %d %zu %s %.1f\n", upcr_operation_name(a->operation), class, shape.threads,
           shape.processors, n, a->name, ns);
  }
}

int main(void) {
  char operation[40], class[20];
  struct upcr_node_shape shape;
  size_t n;
  while (scanf("%39s %19s %d %d %zu", operation, class, &shape.threads, &shape.processors, &n) ==
         5) {
    int which = upcr_operation_find(operation);
    if (which < 0 || class_of(class) < 0) {
      fprintf(stderr, "predict: '%s %s' is not an operation and a class\n", operation, class);
      return 1;
    }
    predict(which, class, shape, n);
  }
  return 0;
}
