/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters of algorithms: "pull_knomial:8" is pull_knomial with trees of radix 8. */
#ifndef UPCR_COLL_PARAMETER_H
#define UPCR_COLL_PARAMETER_H

#include "register.h"

/* What a parameter is, which values it may have, and which of them upctune tries. */
struct upcr_parameter {
  const char *what;
  int least, most, unit; /* a multiple of `unit` */
  int tried[5];          /* ascending, 0 after the last */
};

/* Of the algorithm; 0 if it takes none. */
const struct upcr_parameter *upcr_parameter_of(const struct upcr_algorithm *algorithm);

int upcr_parameter_value(const struct upcr_algorithm *algorithm);
void upcr_parameter_set(struct upcr_algorithm *algorithm, int value);

/* Value i, from 0, that is worth trying for calls of nbytes on so many threads beside the
 * algorithm's own, 0: there are no more. Left out are those that make no difference: trees with
 * more branches than there are threads, fragments longer than the data. */
int upcr_parameter_tried(const struct upcr_algorithm *algorithm, int i, size_t nbytes, int threads);

/* Reads the n bytes after the colon into algorithm->parameter: a decimal number, or one with K
 * after it, times 1024. Gives 0, or -1 after writing to err[errlen] what the algorithm takes. */
int upcr_parameter_read(struct upcr_algorithm *algorithm, const char *text, size_t n, char *err,
                        size_t errlen);

#endif
