#include "argument.h"

#include "../base/log.h"

void upcr_argument_check(enum upcr_collective which, upcr_pts_t pointer, const char *name) {
  if (pointer == 0)
    upcr_fatal("%s: %s is a null pointer-to-shared", upcr_collective_name(which), name);
  if (upcr_thread(pointer) >= (unsigned long)upcr_self.threads)
    upcr_fatal("%s: %s points to thread %lu, of %d threads (not initialised, or moved out of its object)",
               upcr_collective_name(which), name, upcr_thread(pointer), upcr_self.threads);
}

void upcr_argument_check_start(enum upcr_collective which, upcr_pts_t pointer, const char *name, const char *rule) {
  upcr_argument_check(which, pointer, name);
  if (upcr_thread(pointer) != 0)
    upcr_fatal("%s: %s must point to thread 0%s, not to thread %lu", upcr_collective_name(which), name, rule,
               upcr_thread(pointer));
}
