/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of places in shared memory: accesses, arguments of library functions, frees. */
#include <stdatomic.h>
#include <stdio.h>

#include "../base/log.h"
#include "../mem/segment.h"
#include "arrivals.h"
#include "collective_calls.h"
#include "check.h"
#include "source_places.h"
#include "objects.h"

enum { TEXT = 1400 };

__thread struct upcr_seen upcr_seen[UPCR_SEEN_SITES] __attribute__((tls_model("initial-exec")));

int upcr_check_create(int checked, int units, char *err, size_t errlen) {
  if (checked == 0)
    return 0;
  if (upcr_objects_read() != 0) {
    static const char why[] = "out of memory: the table of static shared objects";
    __builtin_memcpy(err, why, sizeof why < errlen ? sizeof why : errlen);
    return -1;
  }
  upcr_where_create(checked == units);
  int threads = upcr_job->config.threads;
  if (upcr_arrivals_create(threads, err, errlen) != 0 ||
      upcr_calls_create(threads, err, errlen) != 0 || upcr_warned_create(err, errlen) != 0)
    return -1;
  if (upcr_has_nodes() &&
      (upcr_texts_create(err, errlen) != 0 || upcr_block_steps_create(err, errlen) != 0))
    return -1;
  return upcr_blocks_create(upcr_job->heap_end, err, errlen);
}

void upcr_check_start(void) {
  upcr_block_steps_start();
  upcr_arrivals_start();
  upcr_calls_start();
  upcr_warned_start();
}

static bool is_address(upcr_pts_t p) {
  return upcr_thread(p) < (unsigned long)upcr_self.threads &&
         upcr_pts_offset(p) >= UPCR_STATIC_BASE;
}

_Noreturn static void report_outside(const struct upcr_where *where, upcr_pts_t p, unsigned long n,
                                     const char *what) {
  char text[TEXT];
  if (!where->object && !where->block.block)
    upcr_fatal("%s of %lu bytes at thread %lu, offset %#lx, where no object is", what, n,
               upcr_thread(p), upcr_pts_offset(p));
  upcr_where_describe(where, text, sizeof text);
  if (upcr_where_is_freed(where) && where->into < where->part)
    upcr_fatal("%s of %lu bytes after upc_free: %lu bytes into %s", what, n, where->into, text);
  upcr_fatal("%s of %lu bytes outside an object: %lu bytes into the part on thread %lu, which has "
             "%lu bytes, of %s",
             what, n, where->into, upcr_thread(p), where->part, text);
}

/* Finds the object of n bytes at p. Ends the job unless they are in one live object, or in memory
 * whose objects are unknown. */
static struct upcr_where find(upcr_pts_t p, unsigned long n, const char *what) {
  if (!is_address(p))
    upcr_where_report_pointer(p, what);
  struct upcr_where where = upcr_where_is(p);
  bool inside = where.into < where.part && n <= where.part - where.into;
  if (inside ? upcr_where_is_freed(&where) : !upcr_where_unknown(p))
    report_outside(&where, p, n, what);
  return where;
}

void upcr_check_bytes(upcr_pts_t p, unsigned long n, const char *what) {
  if (n != 0)
    find(p, n, what);
}

void upcr_check_bytes_of(const char *function, upcr_pts_t p, unsigned long n, const char *access) {
  char what[100];
  snprintf(what, sizeof what, "%s: %s", function, access);
  upcr_check_bytes(p, n, what);
}

/* Records the object for the next access at the site: the bytes that every thread has of it, if the
 * access was in those, else the bytes of that thread. Does nothing if the object is unknown. */
static void note(struct upcr_seen *seen, const struct upcr_where *where, upcr_pts_t p,
                 unsigned long n) {
  static const unsigned long forever = 0;
  unsigned long shift = UPCR_PTS_OFFSET_BITS, threads = (unsigned long)upcr_self.threads;
  bool in_common = where->into + n <= where->common;
  unsigned long bytes = in_common ? where->common : where->part;
  if (where->into + n > bytes)
    return;
  *seen = (struct upcr_seen){.n = n,
                             .mask = in_common ? (1ul << shift) - 1 : ~0ul,
                             .start = (in_common ? upcr_pts_offset(p) : p) - where->into,
                             .room = bytes - n,
                             .limit = (threads << shift) - 1,
                             .life = where->block.block ? where->block.watch : &forever,
                             .alive = where->block.block ? where->block.watched : 0};
}

void upcr_check_find(upcr_pts_t p, unsigned long n, unsigned long align, int kind, unsigned site,
                     const char *file, int line) {
  static const char *const words[] = {"read", "write", "update"};
  struct upcr_site before __attribute__((cleanup(upcr_site_leave))) = upcr_site_enter(file, line);
  struct upcr_where where = find(p, n, words[kind]);
  if (upcr_pts_offset(p) % align != 0)
    upcr_fatal("%s of %lu bytes at thread %lu, offset %#lx, which is no multiple of the type's "
               "alignment %lu",
               words[kind], n, upcr_thread(p), upcr_pts_offset(p), align);
  note(&upcr_seen[site % UPCR_SEEN_SITES], &where, p, n);
}

void *upcr_check_local(upcr_pts_t p, const char *file, int line) {
  struct upcr_site before __attribute__((cleanup(upcr_site_leave))) = upcr_site_enter(file, line);
  char text[TEXT];
  if (p == 0)
    return (void *)0;
  if (!is_address(p))
    upcr_where_report_pointer(p, "cast to a pointer-to-local");
  if (upcr_thread(p) != (unsigned long)upcr_self.mythread)
    upcr_fatal("cast to a pointer-to-local of a pointer-to-shared to data of thread %lu (UPC "
               "6.4.3); upc_cast is for "
               "that, where it can be done",
               upcr_thread(p));
  struct upcr_where where = upcr_where_is(p);
  if (upcr_where_is_freed(&where) && where.into < where.part)
    upcr_fatal("cast to a pointer-to-local after upc_free: %lu bytes into %s", where.into,
               upcr_where_describe(&where, text, sizeof text));
  return upcr_local(p);
}

void upcr_check_free(upcr_pts_t p, const char *what) {
  char text[TEXT];
  if (!is_address(p))
    upcr_where_report_pointer(p, what);
  struct upcr_where where = upcr_where_is_now(p);
  if (upcr_where_unknown(p))
    return;
  if (where.object)
    upcr_fatal("%s of a static object: %s (UPC 7.2.2)", what,
               upcr_where_describe(&where, text, sizeof text));
  if (!where.block.block)
    upcr_fatal("%s of a pointer that no allocation returned: thread %lu, offset %#lx (UPC 7.2.2)",
               what, upcr_thread(p), upcr_pts_offset(p));
  if (where.into != 0 || (where.block.heap == upcr_self.threads && upcr_thread(p) != 0))
    upcr_fatal("%s of a pointer to thread %lu, %lu bytes into its part, not to the start of %s "
               "(UPC 7.2.2)",
               what, upcr_thread(p), where.into, upcr_where_describe(&where, text, sizeof text));
  if (upcr_block_free(&where.block))
    return;
  where = upcr_where_is_now(p);
  upcr_fatal("%s of memory that was freed already: %s (UPC 7.2.2)", what,
             where.block.block ? upcr_where_describe(&where, text, sizeof text)
                               : "its memory is in use again");
}
