/* Flat forms element by element, as a loop of assignments in a program does it: what other algorithms are measured against. */
#include "../algorithms.h"
#include "../element.h"
#include "flat.h"

static void copy_elements(const struct upcr_call *call, struct upcr_block block) {
  upcr_move_elements(block.dst, block.src, call->nbytes);
}

void upcr_naive_pull(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  (void)algorithm;
  upcr_pull_all(call, &(struct upcr_flat){upcr_after, upcr_before, copy_elements});
}

void upcr_naive_push(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  (void)algorithm;
  upcr_push_all(call, &(struct upcr_flat){upcr_after, upcr_before, copy_elements});
}
