/* The functions that register.def names, a file each. */
#ifndef UPCR_COLL_ALGORITHMS_H
#define UPCR_COLL_ALGORITHMS_H

#include "register.h"

#define ALGORITHM(operation, name, function, needs, shape, parameter, fragments, good_for)                             \
  upcr_algorithm_function function;
#include "register.def"

#endif
