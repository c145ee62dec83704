/* SPDX-License-Identifier: Apache-2.0 */
/* The miss path of shared accesses, and start-up values of static shared objects. */
#include "../base/atomics.h"
#include "../base/log.h"
#include "../base/text.h"
#include "../mem/null_page.h"
#include "../mem/segment.h"
#include "../net/net.h"
#include "far_cache_hits.h"
#include "far_cache.h"
#include "transfer.h"
#include "remote.h"

#include <string.h>

static _Noreturn void refuse_far(upcr_pts_t p, unsigned long n) {
  unsigned long thread = upcr_thread(p), offset = upcr_pts_offset(p);
  char why[200] = "";
  if (thread < (unsigned long)upcr_self.threads)
    upcr_explain_place(upcr_self.mythread, (int)thread, offset, why, sizeof why);
  upcr_fatal("access of %lu bytes through a pointer-to-shared that points to no object: thread "
             "%lu, offset %#lx%s%s",
             n, thread, offset, *why ? "; " : "", why);
}

bool upcr_is_inside(upcr_pts_t p, unsigned long n) {
  unsigned long offset = upcr_pts_offset(p);
  return n <= upcr_job->segment_stride && upcr_thread(p) < (unsigned long)upcr_self.threads &&
         offset >= UPCR_STATIC_BASE && offset <= upcr_job->segment_stride - n;
}

_Noreturn void upcr_refuse_length(const char *what, unsigned long n) {
  upcr_fatal("%s of %lu bytes%s: a thread's shared memory has %lu at most (upcrun -shared-heap "
             "changes that)",
             what, n, upcr_negative(n), upcr_job->segment_stride);
}

/* Checks a pointer: a far access does not fault, so a bad one would damage another thread's
 * memory. */
void upcr_check_far(upcr_pts_t p, unsigned long n) {
  if (upcr_is_inside(p, n))
    return;
  if (p == 0)
    upcr_fatal("access through a null pointer-to-shared%s", upcr_null_hint(upcr_self.mythread));
  if (n > upcr_job->segment_stride)
    upcr_refuse_length("access", n);
  refuse_far(p, n);
}

void upcr_far_get(void *dst, upcr_pts_t src, unsigned long n) {
  if (n == 0)
    return;
  upcr_check_far(src, n);
  upcr_net->get(dst, src, n, UPCR_MEMORY_HOST);
}

void upcr_far_get_object(void *dst, upcr_pts_t src, unsigned long n) {
  if (n == 0)
    return;
  upcr_check_far(src, n);
  upcr_read_ahead(dst, src, n);
}

/* Stores are cached by pages, so an object that lies in two, as some of an array of structures do,
 * is two stores. */
static __attribute__((noinline)) void put_in_two(upcr_pts_t dst, const char *src, unsigned long n) {
  unsigned long first = UPCR_FAR_PAGE - upcr_far_in_page(dst);
  upcr_far_put(dst, src, first);
  upcr_far_put(dst + first, src + first, n - first);
}

/* Relaxed, so it does not wait. The thread's later accesses to these bytes are executed after
 * it. */
void upcr_far_put(upcr_pts_t dst, const void *src, unsigned long n) {
  if (n == 0)
    return;
  upcr_check_far(dst, n);
  if (upcr_counted.open > 0 && upcr_far_in_page(dst) + n > UPCR_FAR_PAGE && n <= UPCR_FAR_PAGE) {
    put_in_two(dst, src, n);
    return;
  }
  enum upcr_store_way way = upcr_far_cache_store(dst, src, n);
  if (way == UPCR_STORE_CACHED)
    return;
  if (way == UPCR_STORE_SENT)
    upcr_far_cache_let_pass(dst, n);
  upcr_net->put_nbi(dst, src, n, UPCR_MEMORY_HOST);
  upcr_far_cache_end_pass();
  if (way == UPCR_STORE_SENT)
    upcr_far_cache_write(dst, src, n);
}

void upcr_settle_far_slow(void) {
  upcr_far_cache_forget();
  upcr_net->complete_puts();
}

#define FAR_VALUE(suffix, type)                                                                    \
  type upcr_far_get_##suffix(upcr_pts_t p) {                                                       \
    type value;                                                                                    \
    if (upcr_far_cache_hit_read(&value, p, sizeof value))                                          \
      return value;                                                                                \
    upcr_check_far(p, sizeof value);                                                               \
    upcr_read_ahead(&value, p, sizeof value);                                                      \
    return value;                                                                                  \
  }                                                                                                \
  void upcr_far_put_##suffix(upcr_pts_t p, type value) {                                           \
    if (!upcr_far_cache_hit_store(p, &value, sizeof value))                                        \
      upcr_far_put(p, &value, sizeof value);                                                       \
  }

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
  upcr_far_cache_forget();
  upcr_net->wait(upcr_net->set_nb(dst, byte, n));
}

unsigned long upcr_far_copy_nb(upcr_pts_t dst, upcr_pts_t src, unsigned long n) {
  upcr_far_cache_forget();
  return upcr_thread(dst) == upcr_thread(src) ? upcr_net->move_nb(dst, src, n)
                                              : upcr_net->relay_nb(dst, src, n);
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

void *upcr_local_fail(upcr_pts_t p) {
  upcr_fatal("cast of a pointer-to-shared to a pointer-to-local: the object is on thread %lu, "
             "whose memory is not mapped in "
             "thread %d (UPC 6.4.3); see upcrun -pshm-width",
             upcr_thread(p), upcr_self.mythread);
}

static unsigned long min(unsigned long a, unsigned long b) { return a < b ? a : b; }

static bool all_zero(const char *bytes, unsigned long n) {
  return n == 0 || (bytes[0] == 0 && memcmp(bytes, bytes + 1, n - 1) == 0);
}

unsigned long upcr_init_room(const char *object, const char *place, const void *image,
                             unsigned long elems, unsigned long room, unsigned long elem_size) {
  if (elems <= room)
    return elems;
  const char *rest = (const char *)image + room * elem_size;
  if (upcr_self.mythread == 0 && !all_zero(rest, (elems - room) * elem_size))
    upcr_warn("%s: more initializers (%lu) than shared '%s' has room for with %d threads (%lu): "
              "the others are dropped",
              place, elems, object, upcr_self.threads, room);
  return room;
}

void upcr_init_shared(upcr_pts_t object, const void *image, unsigned long elems,
                      unsigned long block_size, unsigned long elem_size) {
  if (block_size == 0) {
    if (upcr_thread(object) == (unsigned long)upcr_self.mythread)
      upcr_putb(object, image, elems * elem_size);
    return;
  }
  upcr_init_shared_row(object, image, 0, elems, block_size, elem_size);
}

void upcr_init_shared_row(upcr_pts_t object, const void *image, unsigned long first,
                          unsigned long elems, unsigned long block_size, unsigned long elem_size) {
  const char *from = image;
  unsigned long threads = (unsigned long)upcr_self.threads, me = (unsigned long)upcr_self.mythread;
  upcr_pts_t slice = upcr_pts_make(me, upcr_pts_offset(object));
  unsigned long end = first + elems, block = first / block_size;
  block += (me + threads - block % threads) % threads;
  for (; block * block_size < end; block += threads) {
    unsigned long start = block * block_size, skipped = first > start ? first - start : 0;
    unsigned long at = start + skipped, n = min(block_size - skipped, end - at);
    unsigned long place = block / threads * block_size + skipped;
    upcr_putb(slice + place * elem_size, from + (at - first) * elem_size, n * elem_size);
  }
}
