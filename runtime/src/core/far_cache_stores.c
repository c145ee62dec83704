/* SPDX-License-Identifier: Apache-2.0 */
/* Far relaxed stores of a loop stay in the far cache, whose pages its reads use too, and are sent
 * together: neighbouring bytes as one put, others of a thread in messages of many.
 *
 * A relaxed write may be performed anywhere up to the thread's next synchronisation (UPC 1.3,
 * 5.1.2.3), and must be seen at once by its own later accesses to these bytes. So the stores are
 * sent
 *   - when the thread synchronises (upcr_settle_far), or polls in a loop that may wait;
 *   - when the outermost loop ends that the compiler has marked (upcr_counted_end). Such a loop
 *     ends whatever other threads do, so no thread waits for ever for a store;
 *   - before any other request of the thread (upcr_settle_stores in the transports), so that
 *     copies, atomics and calls of the library find them. Fetches of lines, reads of words, updates
 *     and stores that are not cached pass them, if they concern other pages;
 *   - before lines of their page are fetched, and before the page loses its place.
 * Bytes that the program did not write are not sent: other threads may change them.
 *
 * Stores to few bytes of many pages are better sent one by one, since the transport gathers them
 * (net/far/batch.c). If the pages that lose their places show that, the loop takes no more pages
 * for some time, and for twice as long each time. */
#include "far_cache.h"

#include <stdlib.h>
#include <string.h>

#include "../base/atomics.h"
#include "../mem/segment.h"
#include "../net/message_parts.h"
#include "remote.h"

enum {
  PAGE = UPCR_FAR_PAGE,
  BATCH = 16384,     /* bytes of the parts of a message */
  DENSE = 64,        /* bytes of a page that make it worth its place */
  SCATTERED = 4096,  /* least stores that take no page after pages with fewer */
  LONGEST = 1 << 17, /* most of them */
  LOOPS = 16         /* that are kept in mind */
};

static UPCR_PER_THREAD struct upcr_far_page **changed; /* [upcr_far_cache_count()] */
static UPCR_PER_THREAD size_t changed_count;
static UPCR_PER_THREAD char *stage; /* [upcr_far_cache_count() * PAGE], the bytes in their order */

/* A loop whose stores take no page for now. The next execution of the loop goes on with these
 * counts: a loop that stores to any elements between any two synchronisations would try in vain
 * each time. */
struct scattered {
  const void *loop; /* upcr_counted.site */
  int left, next;   /* how many stores; how many if the pages are few bytes' again */
};
static UPCR_PER_THREAD struct scattered scattered[LOOPS];

/* Neighbouring bytes, in `stage`. */
struct extent {
  upcr_pts_t at;
  char *bytes;
  size_t n;
};

struct sending {
  struct extent extent;
  upcr_net_handle_t put; /* of the last extent that is no message */
  size_t total;          /* bytes of the ended extents */
  int thread;            /* of the batch */
  unsigned parts;
  size_t used, data; /* with and without the heads of the parts */
  char *batch;       /* [BATCH] */
};

static void send_batch(struct sending *s) {
  struct upcr_am message = {
      .handler = UPCR_AM_PARTS, .arg = {s->parts, s->data}, .length = s->used, .payload = s->batch};
  if (s->parts)
    upcr_net->am_nbi(s->thread, &message);
  s->parts = 0;
  s->used = s->data = 0;
}

static void add_part(struct sending *s, const struct upcr_am *message) {
  size_t room = upcr_net->am_max < BATCH ? upcr_net->am_max : BATCH, n = upcr_part_bytes(message);
  int thread = (int)upcr_thread(message->arg[0]);
  if (s->thread != thread || s->used + n > room)
    send_batch(s);
  s->thread = thread;
  upcr_part_write(s->batch + s->used, message);
  s->used += n;
  s->data += message->length;
  s->parts++;
}

static void end_extent(struct sending *s) {
  struct extent *e = &s->extent;
  struct upcr_am message = {
      .handler = UPCR_AM_PUT, .arg = {e->at}, .length = e->n, .payload = e->bytes};
  if (e->n == 0)
    return;
  if (upcr_is_part(&message)) {
    add_part(s, &message);
  } else if (e->n <= upcr_net->am_max) {
    upcr_net->put_nbi(e->at, e->bytes, e->n, UPCR_MEMORY_HOST);
  } else {
    upcr_net->wait(s->put);
    s->put = upcr_net->put_nb(e->at, e->bytes, e->n, UPCR_MEMORY_HOST);
  }
  s->total += e->n;
  *e = (struct extent){0, e->bytes + e->n, 0};
}

static void add_bytes(struct sending *s, upcr_pts_t at, const char *from, size_t n) {
  if (s->extent.at + s->extent.n != at)
    end_extent(s);
  if (s->extent.n == 0)
    s->extent.at = at;
  memcpy(s->extent.bytes + s->extent.n, from, n);
  s->extent.n += n;
}

static void set_bits(struct upcr_far_page *page, size_t from, size_t n) {
  for (size_t some; n > 0; from += some, n -= some) {
    some = 64 - from % 64 < n ? 64 - from % 64 : n;
    page->stored[from / 64] |= ~(uint64_t)0 >> (64 - some) << from % 64;
    page->stored_words |= (uint64_t)1 << from / 64;
  }
}

/* Adds those of the 64 bytes at `from` whose bits are set. */
static void add_some(struct sending *s, upcr_pts_t at, const char *from, uint64_t bits) {
  while (bits) {
    unsigned first = (unsigned)__builtin_ctzll(bits);
    uint64_t ended = bits + (bits & -bits); /* the lowest ones become one bit above them */
    unsigned end = ended ? (unsigned)__builtin_ctzll(ended) : 64;
    add_bytes(s, at + first, from + first, end - first);
    bits &= ended;
  }
}

/* The number of words from `word` on whose bytes are all stored. */
static size_t full_words(const struct upcr_far_page *page, size_t word) {
  size_t n = 0;
  while (word + n < PAGE / 64 && ~page->stored[word + n] == 0)
    n++;
  return n;
}

static void add_page(struct sending *s, struct upcr_far_page *page) {
  while (page->stored_words) {
    size_t word = (size_t)__builtin_ctzll(page->stored_words), n = full_words(page, word);
    upcr_pts_t at = page->first + word * 64;
    const char *from = page->bytes + word * 64;
    if (n > 0)
      add_bytes(s, at, from, n * 64);
    else
      add_some(s, at, from, page->stored[word]);
    n += n == 0;
    memset(&page->stored[word], 0, n * sizeof *page->stored);
    page->stored_words &= ~(~(uint64_t)0 >> (64 - n) << word);
  }
}

static int by_address(const void *a, const void *b) {
  const struct upcr_far_page *x = *(struct upcr_far_page *const *)a;
  const struct upcr_far_page *y = *(struct upcr_far_page *const *)b;
  return (x->first > y->first) - (x->first < y->first);
}

/* Returns the number of bytes. The requests pass the stores, since the lock is held. */
static size_t send_stores(void) {
  _Alignas(8) char batch[BATCH];
  struct sending s = {.extent = {0, stage, 0}, .batch = batch};
  __atomic_fetch_and(&upcr_now.far_relaxed, ~UPCR_CACHED_STORES, __ATOMIC_RELAXED);
  qsort(changed, changed_count, sizeof *changed, by_address);
  for (size_t i = 0; i < changed_count; i++)
    add_page(&s, changed[i]);
  end_extent(&s);
  send_batch(&s);
  upcr_net->wait(s.put);
  changed_count = 0;
  return s.total;
}

void upcr_far_cache_send_stores(void) {
  if (changed_count)
    send_stores();
}

/* The calling pthread's loop. */
UPCR_HIT struct scattered *scattered_here(void) {
  const void *loop = upcr_counted.site;
  struct scattered *here = &scattered[(uintptr_t)loop / 16 % LOOPS];
  if (here->loop != loop)
    *here = (struct scattered){.loop = loop, .next = SCATTERED};
  return here;
}

void upcr_far_cache_make_room(void) {
  size_t pages = changed_count;
  struct scattered *here = scattered_here();
  if (send_stores() < pages * DENSE) {
    here->left = here->next;
    here->next = here->next < LONGEST ? here->next * 2 : LONGEST;
  } else {
    here->next = SCATTERED;
  }
}

static bool make(void) {
  if (!upcr_far_cache_make())
    return false;
  if (!changed)
    changed = calloc(upcr_far_cache_count(), sizeof(struct upcr_far_page *));
  if (!stage)
    stage = malloc(upcr_far_cache_count() * PAGE);
  return changed && stage;
}

UPCR_HIT bool takes_no_page(void) {
  struct scattered *here = scattered_here();
  if (here->left == 0)
    return false;
  here->left--;
  return true;
}

/* The same, if nothing is cached that the store concerns: nothing at all. */
static bool passes_at_once(void) {
  if ((upcr_now.far_relaxed & UPCR_CACHED_ANY) || !upcr_far_cache_try_reserved())
    return false;
  bool is_scattered = takes_no_page();
  upcr_far_cache_end_reserved();
  return is_scattered;
}

/* A place for the page, 0 if the store takes none. */
static struct upcr_far_page *new_page(upcr_pts_t first) {
  if (takes_no_page())
    return 0;
  struct upcr_far_page *page = upcr_far_cache_place(first);
  if (page->stored_words) {
    upcr_far_cache_make_room();
    if (takes_no_page())
      return 0;
  }
  upcr_far_cache_begin(page, first, 0);
  return page;
}

/* The cached page that the store may go to, 0 if there is none. */
static struct upcr_far_page *page_for(upcr_pts_t first) {
  struct upcr_far_page *page = upcr_far_cache_find(first);
  if (!page || !upcr_far_cache_is_valid(page, first))
    return new_page(first);
  upcr_far_cache_await(page);
  return page;
}

static void store(struct upcr_far_page *page, size_t at, const void *src, size_t n) {
  memcpy(page->bytes + at, src, n);
  if (!page->stored_words)
    changed[changed_count++] = page;
  set_bits(page, at, n);
  if (~upcr_now.far_relaxed & UPCR_CACHED_STORES)
    __atomic_fetch_or(&upcr_now.far_relaxed, UPCR_CACHED_STORES, __ATOMIC_RELAXED);
}

/* The program's own pthreads have locks of their own: only this thread's request passes. */
static __thread bool passes;

enum upcr_store_way upcr_far_cache_store(upcr_pts_t p, const void *src, size_t n) {
  size_t at = upcr_far_in_page(p);
  upcr_pts_t first = upcr_far_page_of(p);
  if (upcr_counted.open == 0 || at + n > PAGE || upcr_pts_offset(p) < UPCR_STATIC_BASE ||
      passes_at_once())
    return UPCR_STORE_SENT;
  upcr_far_cache_lock();
  struct upcr_far_page *page = make() ? page_for(first) : 0;
  if (page)
    store(page, at, src, n);
  else
    passes = !upcr_far_cache_find(first);
  upcr_far_cache_unlock();
  return page ? UPCR_STORE_CACHED : passes ? UPCR_STORE_PASSES : UPCR_STORE_SENT;
}

static bool has_stores(upcr_pts_t p, size_t n) {
  for (upcr_pts_t first = upcr_far_page_of(p); first < p + n; first += PAGE) {
    const struct upcr_far_page *page = upcr_far_cache_find(first);
    if (page && page->stored_words)
      return true;
  }
  return false;
}

void upcr_far_cache_let_pass(upcr_pts_t p, size_t n) {
  if ((upcr_now.far_relaxed & UPCR_CACHED_STORES) == 0)
    return;
  upcr_far_cache_lock();
  passes = !has_stores(p, n);
  upcr_far_cache_unlock();
}

void upcr_far_cache_end_pass(void) { passes = false; }

void upcr_stores_send(void) {
  if (passes || upcr_far_cache_is_locked())
    return;
  upcr_far_cache_lock();
  upcr_far_cache_send_stores();
  upcr_far_cache_unlock();
}
