/* Parameters of algorithms: "pull_knomial:8" is pull_knomial with trees of radix 8. */
#ifndef UPCR_COLL_PARAMETER_H
#define UPCR_COLL_PARAMETER_H

#include "register.h"

/* What a parameter is, and which values it may have. */
struct upcr_parameter {
  const char *what;
  int least, most;
};

/* Of the algorithm; 0 if it takes none. */
const struct upcr_parameter *upcr_parameter_of(const struct upcr_algorithm *algorithm);

/* Reads the n bytes after the colon into algorithm->parameter: a decimal number, or one with K after it, times 1024. Gives 0, or
 * -1 after writing to err[errlen] what the algorithm takes. */
int upcr_parameter_read(struct upcr_algorithm *algorithm, const char *text, size_t n, char *err, size_t errlen);

#endif
