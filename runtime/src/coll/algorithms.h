/* The functions that register.def names: a file each, or one for those that differ in a line. */
#ifndef UPCR_COLL_ALGORITHMS_H
#define UPCR_COLL_ALGORITHMS_H

#include "register.h"

#define ALGORITHM(operation, name, function, needs, shape, parameter, fragments, good_for)                             \
  upcr_algorithm_function function;
#define BUFFERED(operation, name, function, room, needs, shape, parameter, fragments, good_for)                        \
  upcr_algorithm_function function;                                                                                    \
  upcr_room_function room;
#include "register.def"

#endif
