/* By dissemination: after step i a thread has the least of 2^(i+1) threads, those before it and itself. The least of some threads
 * stays what it is when some are counted twice, so any number of threads will do. */
#include "agree.h"

#include "channel.h"
#include "patterns/schedule.h"
#include "patterns/tree.h"

int upcr_least_of_all(const struct upcr_call *call, int value) {
  int threads = upcr_self.threads, me = upcr_self.mythread, steps = upcr_ceil_log(threads, 2);
  unsigned char least = (unsigned char)value, other;
  for (int step = 0; step < steps; step++) {
    upcr_send_letter(call, upcr_dissemination_to(me, threads, step), &least, 1);
    upcr_take_letter(call, upcr_dissemination_from(me, threads, step), &other, 1);
    least = other < least ? other : least;
  }
  return least;
}
