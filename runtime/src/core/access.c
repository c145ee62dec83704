/* The miss path of shared accesses, and start-up values of static shared objects. */
#include "../base/atomics.h"
#include "../base/log.h"
#include "../base/wait.h"
#include "../mem/segment.h"
#include "../net/net.h"
#include "copy.h"
#include "poll.h"

/* A far access does not fault: a pointer that is no object's would damage another thread instead. */
void upcr_check_far(upcr_pts_t p, unsigned long n) {
  unsigned long thread = upcr_thread(p), offset = upcr_pts_offset(p);
  if (p == 0)
    upcr_fatal("access through a null pointer-to-shared");
  if (n > upcr_job->segment_stride)
    upcr_fatal("access of %lu bytes%s: a thread's shared memory has %lu at most (upcrun -shared-heap changes that)", n,
               (long)n < 0 ? ", a negative number," : "", upcr_job->segment_stride);
  if (thread >= (unsigned long)upcr_self.threads || offset < UPCR_STATIC_BASE || offset > upcr_job->segment_stride - n)
    upcr_fatal("access of %lu bytes through a pointer-to-shared that points to no object: thread %lu, offset %#lx", n,
               thread, offset);
}

void upcr_far_get(void *dst, upcr_pts_t src, unsigned long n) {
  if (n == 0)
    return;
  upcr_check_far(src, n);
  upcr_net->get(dst, src, n, UPCR_MEMORY_HOST);
}

void upcr_far_put(upcr_pts_t dst, const void *src, unsigned long n) {
  if (n == 0)
    return;
  upcr_check_far(dst, n);
  upcr_net->put(dst, src, n, UPCR_MEMORY_HOST);
}

#define FAR_VALUE(suffix, type)                                                                                        \
  type upcr_far_get_##suffix(upcr_pts_t p) {                                                                           \
    type value;                                                                                                        \
    upcr_far_get(&value, p, sizeof value);                                                                             \
    return value;                                                                                                      \
  }                                                                                                                    \
  void upcr_far_put_##suffix(upcr_pts_t p, type value) { upcr_far_put(p, &value, sizeof value); }

FAR_VALUE(u8, unsigned char)
FAR_VALUE(u16, unsigned short)
FAR_VALUE(u32, unsigned int)
FAR_VALUE(u64, unsigned long)
FAR_VALUE(f32, float)
FAR_VALUE(f64, double)
FAR_VALUE(ld, long double)
FAR_VALUE(pp, upcr_ppts_t)

void upcr_far_set(upcr_pts_t dst, int byte, unsigned long n) {
  if (n == 0)
    return;
  upcr_check_far(dst, n);
  upcr_net->wait(upcr_net->set_nb(dst, byte, n));
}

unsigned long upcr_far_copy_nb(upcr_pts_t dst, upcr_pts_t src, unsigned long n) {
  return upcr_thread(dst) == upcr_thread(src) ? upcr_net->move_nb(dst, src, n) : upcr_net->relay_nb(dst, src, n);
}

void upcr_far_copy(upcr_pts_t dst, upcr_pts_t src, unsigned long n) {
  char *to = upcr_near(dst), *from = upcr_near(src);
  if (n == 0)
    return;
  if (to)
    upcr_far_get(to, src, n);
  else if (from)
    upcr_far_put(dst, from, n);
  else {
    upcr_check_far(dst, n);
    upcr_check_far(src, n);
    upcr_net->wait(upcr_far_copy_nb(dst, src, n));
  }
}

/* Where the program reads in vain for long, what it has printed is wanted by somebody. */
static void give_core_away(void) {
  static UPCR_PER_THREAD int times;
  if (++times >= UPCR_YIELDS_TO_FLUSH) {
    times = 0;
    if (upcr_before_sleep)
      upcr_before_sleep();
  }
  upcr_give_core_away();
}

void upcr_poll_slow(void) {
  static UPCR_PER_THREAD int looks;
  _Atomic uint32_t *polls = &upcr_job->thread[upcr_self.mythread].polls;
  atomic_store_explicit(polls, atomic_load_explicit(polls, memory_order_relaxed) + 1, memory_order_relaxed);
  upcr_now.poll_budget = UPCR_POLL_BUDGET;
  upcr_go_on();
  if (!upcr_wait_crowded() && ++looks < UPCR_POLLS_TO_YIELD)
    return;
  looks = 0;
  give_core_away();
}

void *upcr_local_fail(upcr_pts_t p) {
  upcr_fatal(
      "cast of a pointer-to-shared to a pointer-to-local: the object is on thread %lu, whose memory is not mapped in "
      "thread %d (UPC 6.4.3); see upcrun -pshm-width",
      upcr_thread(p), upcr_self.mythread);
}

static unsigned long min(unsigned long a, unsigned long b) { return a < b ? a : b; }

void upcr_init_shared(upcr_pts_t object, const void *image, unsigned long elems, unsigned long block_size,
                      unsigned long elem_size) {
  const char *from = image;
  if (block_size == 0) {
    if (upcr_thread(object) == (unsigned long)upcr_self.mythread)
      upcr_putb(object, image, elems * elem_size);
    return;
  }
  unsigned long threads = (unsigned long)upcr_self.threads, me = (unsigned long)upcr_self.mythread;
  upcr_pts_t slice = upcr_pts_make(me, upcr_pts_offset(object));
  unsigned long blocks = elems / block_size + (elems % block_size != 0);
  for (unsigned long block = me; block < blocks; block += threads) {
    unsigned long first = block * block_size;
    unsigned long n = min(block_size, elems - first);
    upcr_putb(slice + block / threads * block_size * elem_size, from + first * elem_size, n * elem_size);
  }
}
