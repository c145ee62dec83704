/* Flat forms by whole blocks: every thread copies those that it is given (pull) or gives (push), round the threads or from
 * partner to partner, so that no thread is served by all others at once. */
#include "../algorithms.h"
#include "../patterns/schedule.h"
#include "flat.h"

static int partner(int k) { return upcr_partner(upcr_self.mythread, upcr_self.threads, k); }

void upcr_flat_pull(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  (void)algorithm;
  upcr_pull_all(call, &(struct upcr_flat){upcr_after, upcr_before, upcr_move_block});
}

void upcr_flat_push(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  (void)algorithm;
  upcr_push_all(call, &(struct upcr_flat){upcr_after, upcr_before, upcr_move_block});
}

void upcr_flat_push_partners(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  (void)algorithm;
  upcr_push_all(call, &(struct upcr_flat){partner, partner, upcr_move_block});
}
