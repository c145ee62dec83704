/* Large blocks that all threads read at the same time begin in each at another place, as far from the others' as can be: the second thread of
 * two begins in the middle. Otherwise all ask for the same lines at once: who comes second finds each on its way to the other cache, and takes
 * it from there. And what their thread has written last still lies in its second cache, the rest in the third or in memory, so that
 * one reads from the one while the other reads from the other. */
#include "block.h"

enum {
  LINE = 64,
  TURNED_LEAST = 3 << 19 /* bytes: with less, rounds with writing and reading gain nothing */
};

bool upcr_reads_apart(const struct upcr_call *call) {
  return call->which == UPCR_ALL_BROADCAST && call->nbytes >= TURNED_LEAST;
}

/* Where the caller begins: a multiple of a line. */
static size_t beginning(const struct upcr_call *call) {
  int me = upcr_self.mythread, threads = upcr_self.threads, after = me - call->root;
  if (!upcr_reads_apart(call))
    return 0;
  size_t rank = (size_t)(after < 0 ? after + threads : after);
  return call->nbytes / (size_t)threads * rank / LINE * LINE;
}

void upcr_move_block(const struct upcr_call *call, struct upcr_block block) {
  size_t begin = beginning(call);
  upcr_move(block.dst + begin, block.src + begin, call->nbytes - begin);
  if (begin != 0)
    upcr_move(block.dst, block.src, begin);
}
