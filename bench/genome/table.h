/* SPDX-License-Identifier: Apache-2.0 */
/* A distributed hash table of k-mers that grows. Each thread has a part in its shared memory, into
 * which it alone inserts; when that is three quarters full it makes one of twice the size. Between
 * insertions, after a barrier, every thread reads all parts. */
#ifndef BENCH_TABLE_H
#define BENCH_TABLE_H

#include <stdbool.h>
#include <bupc_extensions.h>
#include <upc_castable.h>

#include "genome.h"

#define TABLE_FIRST 64     /* initial slots of a part */
#define TABLE_SEARCHES 256 /* searches of a thread under way */

/* A k-mer and its reverse complement are one entry, under the smaller of the two. */
struct entry {
  uint64_t key; /* the k-mer + 1; 0: the slot is free */
  uint32_t count;
  uint32_t at;                 /* position of one of its occurrences in the genome */
  unsigned char after, before; /* sets of the bases that follow and precede it, a bit for each */
};

struct part {
  shared[] struct entry *slots;
  uint64_t mask; /* number of slots - 1 */
};

static shared struct part directory[THREADS];
static struct part *parts;          /* the thread's copy */
static const struct entry **mapped; /* their slots; 0: far */
static struct search **asking;      /* searches for entries of each far thread */
static struct entry *own;           /* the slots of its own part */
static uint64_t own_mask, own_used;
static int table_grown; /* how often */

static inline uint64_t table_hash(uint64_t kmer) { return mix(kmer); }
static inline int table_owner(uint64_t hash) { return (int)((hash >> 32) * THREADS >> 32); }

static inline void table_allocate(uint64_t slots) {
  shared[] struct entry *made = upc_alloc(slots * sizeof(struct entry));
  if (made == NULL) {
    fprintf(stderr, "no shared memory for a table of %llu slots; try upcrun -shared-heap\n",
            (unsigned long long)slots);
    upc_global_exit(2);
  }
  own = (struct entry *)made;
  own_mask = slots - 1;
  memset(own, 0, slots * sizeof *own);
  directory[MYTHREAD].slots = made;
  directory[MYTHREAD].mask = own_mask;
}

static inline void table_start(void) {
  table_allocate(TABLE_FIRST);
  own_used = 0;
  table_grown = 0;
}

/* The slot of a k-mer in the own part, or the free slot for it. */
static inline struct entry *table_slot(uint64_t kmer) {
  uint64_t i = table_hash(kmer) & own_mask;
  while (own[i].key != 0 && own[i].key != kmer + 1)
    i = (i + 1) & own_mask;
  return &own[i];
}

static inline void table_grow(void) {
  struct entry *before = own;
  uint64_t slots = own_mask + 1;
  shared[] struct entry *old = directory[MYTHREAD].slots;
  table_allocate(2 * slots);
  for (uint64_t i = 0; i < slots; i++)
    if (before[i].key != 0)
      *table_slot(before[i].key - 1) = before[i];
  upc_free(old);
  table_grown++;
}

/* Counts an occurrence of an own k-mer. */
static inline void table_insert(uint64_t kmer, uint32_t at, unsigned char after,
                                unsigned char before) {
  struct entry *e = table_slot(kmer);
  if (e->key == 0) {
    if (4 * ++own_used > 3 * (own_mask + 1)) {
      table_grow();
      e = table_slot(kmer);
    }
    *e = (struct entry){kmer + 1, 0, at, 0, 0};
  }
  e->count++;
  e->after |= after;
  e->before |= before;
}

/* Collective: afterwards each thread finds the insertions of all. */
static inline void table_publish(void) {
  upc_barrier;
  parts = realloc(parts, THREADS * sizeof *parts);
  mapped = realloc(mapped, THREADS * sizeof *mapped);
  asking = realloc(asking, THREADS * sizeof *asking);
  for (int t = 0; t < THREADS; t++) {
    parts[t] = directory[t];
    mapped[t] = upc_cast(parts[t].slots);
    asking[t] = NULL;
  }
}

/* A search for a k-mer that may be another thread's. */
struct search {
  uint64_t kmer, slot;
  int owner;
  bool asks; /* whether the entry is to be fetched */
  struct entry entry;
  struct search *next; /* in a list */
};

static inline void table_seek(struct search *s, uint64_t kmer) {
  uint64_t hash = table_hash(kmer);
  s->kmer = kmer;
  s->owner = table_owner(hash);
  s->slot = hash & parts[s->owner].mask;
  s->asks = true;
}

/* Fetches the entries of a list of at most TABLE_SEARCHES searches, which share messages. */
static inline void table_fetch_list(struct search *first) {
  static shared const void *from[TABLE_SEARCHES];
  static void *to[TABLE_SEARCHES];
  size_t n = 0;
  for (struct search *s = first; s != NULL; s = s->next, n++) {
    from[n] = parts[s->owner].slots + s->slot;
    to[n] = &s->entry;
  }
  bupc_memget_ilist(n, to, sizeof(struct entry), n, from, sizeof(struct entry));
}

/* Reads the entry of a search if it is mapped, else puts the search into the owner's list. True:
 * the list was empty. */
static inline bool table_ask(struct search *s) {
  s->asks = false;
  if (mapped[s->owner]) {
    s->entry = mapped[s->owner][s->slot];
    return false;
  }
  s->next = asking[s->owner];
  asking[s->owner] = s;
  return s->next == NULL;
}

/* Fetches the entries of `n` searches, at most TABLE_SEARCHES, which lie `stride` bytes apart. */
static inline void table_fetch(struct search *first, int n, size_t stride) {
  int owner[TABLE_SEARCHES], owners = 0;
  for (int i = 0; i < n; i++) {
    struct search *s = (struct search *)((char *)first + i * stride);
    if (s->asks && table_ask(s))
      owner[owners++] = s->owner;
  }
  for (int i = 0; i < owners; i++) {
    table_fetch_list(asking[owner[i]]);
    asking[owner[i]] = NULL;
  }
}

/* True when s->entry is the k-mer's, or has the key 0 (not in the table). Else the search continues
 * at the next slot. */
static inline bool table_found(struct search *s) {
  if (s->entry.key == 0 || s->entry.key == s->kmer + 1)
    return true;
  s->slot = (s->slot + 1) & parts[s->owner].mask;
  s->asks = true;
  return false;
}

#endif
