/* Non-blocking and strided transfers of <bupc_extensions.h>. */
#include "../base/log.h"
#include "../core/library.h"
#include "library.h"

unsigned long bupc_memcpy_async(upcr_ppts_t dst, upcr_ppts_t src, size_t n) { return upc_memcpy_nb(dst, src, n); }
unsigned long bupc_memget_async(void *dst, upcr_ppts_t src, size_t n) { return upc_memget_nb(dst, src, n); }
unsigned long bupc_memput_async(upcr_ppts_t dst, const void *src, size_t n) { return upc_memput_nb(dst, src, n); }
unsigned long bupc_memset_async(upcr_ppts_t dst, int c, size_t n) { return upc_memset_nb(dst, c, n); }
void bupc_memcpy_asynci(upcr_ppts_t dst, upcr_ppts_t src, size_t n) { upc_memcpy_nbi(dst, src, n); }
void bupc_memget_asynci(void *dst, upcr_ppts_t src, size_t n) { upc_memget_nbi(dst, src, n); }
void bupc_memput_asynci(upcr_ppts_t dst, const void *src, size_t n) { upc_memput_nbi(dst, src, n); }
void bupc_memset_asynci(upcr_ppts_t dst, int c, size_t n) { upc_memset_nbi(dst, c, n); }

void bupc_waitsync(unsigned long handle) { upc_sync(handle); }
int bupc_trysync(unsigned long handle) { return upc_sync_attempt(handle); }
void bupc_waitsynci(void) { upc_synci(); }
int bupc_trysynci(void) { return upc_synci_attempt(); }

void bupc_waitsync_all(unsigned long *handles, size_t n) {
  for (size_t i = 0; i < n; i++) {
    upc_sync(handles[i]);
    handles[i] = 0;
  }
}

int bupc_trysync_all(unsigned long *handles, size_t n) {
  int all = 1;
  for (size_t i = 0; i < n; i++)
    if (upc_sync_attempt(handles[i]))
      handles[i] = 0;
    else
      all = 0;
  return all;
}

/* Chunks of memory: at `local`, or at `base` in shared memory. */
struct chunks {
  char *local;
  upcr_pts_t base;
  size_t length, stride, count;
};

static size_t min(size_t a, size_t b) { return a < b ? a : b; }

static void copy(const struct chunks *dst, size_t to, const struct chunks *src, size_t from, size_t n) {
  if (dst->local)
    upcr_getb(dst->local + to, src->base + from, n);
  else if (src->local)
    upcr_putb(dst->base + to, src->local + from, n);
  else
    upcr_copyb(dst->base + to, src->base + from, n);
}

/* The place of byte k of the chunks, and how many bytes from there on lie together. */
static size_t place(const struct chunks *c, size_t k, size_t *together) {
  size_t in_chunk = k % c->length;
  *together = c->length - in_chunk;
  return k / c->length * c->stride + in_chunk;
}

static void strided(struct chunks dst, struct chunks src, const char *what) {
  size_t total = dst.length * dst.count;
  if (total != src.length * src.count)
    upcr_fatal("%s: the source has %zu bytes, the destination %zu", what, src.length * src.count, total);
  for (size_t done = 0, n; done < total; done += n) {
    size_t here, there;
    size_t to = place(&dst, done, &here), from = place(&src, done, &there);
    n = min(here, there);
    copy(&dst, to, &src, from, n);
  }
}

#define SHARED_SIDE(at, length, stride, count) ((struct chunks){0, at.p, length, stride, count})
#define LOCAL_SIDE(at, length, stride, count) ((struct chunks){(char *)at, 0, length, stride, count})

#define STRIDED(name, dst_type, dst_side, src_type, src_side)                                                          \
  void bupc_##name##_fstrided(dst_type dst, size_t dlen, size_t dstride, size_t dcount, src_type src, size_t slen,     \
                              size_t sstride, size_t scount);                                                          \
  void bupc_##name##_fstrided(dst_type dst, size_t dlen, size_t dstride, size_t dcount, src_type src, size_t slen,     \
                              size_t sstride, size_t scount) {                                                         \
    strided(dst_side(dst, dlen, dstride, dcount), src_side(src, slen, sstride, scount), "bupc_" #name "_fstrided");    \
  }                                                                                                                    \
  unsigned long bupc_##name##_fstrided_async(dst_type dst, size_t dlen, size_t dstride, size_t dcount, src_type src,   \
                                             size_t slen, size_t sstride, size_t scount);                              \
  unsigned long bupc_##name##_fstrided_async(dst_type dst, size_t dlen, size_t dstride, size_t dcount, src_type src,   \
                                             size_t slen, size_t sstride, size_t scount) {                             \
    bupc_##name##_fstrided(dst, dlen, dstride, dcount, src, slen, sstride, scount);                                    \
    return 0; /* complete */                                                                                           \
  }
STRIDED(memcpy, upcr_ppts_t, SHARED_SIDE, upcr_ppts_t, SHARED_SIDE)
STRIDED(memget, void *, LOCAL_SIDE, upcr_ppts_t, SHARED_SIDE)
STRIDED(memput, upcr_ppts_t, SHARED_SIDE, const void *, LOCAL_SIDE)
