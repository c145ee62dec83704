/* Counts the k-mers of a genome in a distributed hash table that grows, and walks its contigs: the
 * longest paths on which each k-mer has one successor and one predecessor, as an assembler of short
 * reads does (J. Chapman et al., Meraculous, 2011).
 *
 * Counting sends k-mers to their owners in blocks. Walking is serial, because each entry names the
 * next; a thread walks WALKS paths at a time and reads their next entries together.
 *
 *   upcc -O3 contigs.upc -o contigs; upcrun -n 2 -shared-heap 1G ./contigs [BASES or FILE] */
#include <upc_nb.h>
#include <upc_relaxed.h>

#include "table.h"
#include "../npb/parts.h"
#include "../npb/timer.h"

#define BLOCK 1024 /* occurrences in a block */
#define WALKS TABLE_SEARCHES

/* An occurrence of a k-mer: the smaller of it and its complement, and the sets of its neighbours.
 */
struct occurrence {
  uint64_t kmer;
  uint32_t at;
  unsigned char after, before;
};

static struct genome genome;
static shared void *inbox, *counts;
static struct occurrence *outbox; /* BLOCK for each thread */
static int64_t *filled;

static unsigned char set_of(int base) { return base == GENOME_NONE ? 0 : 1 << base; }

/* The set of complements: bases i and 3 - i change places. */
static unsigned char complements(unsigned char set) {
  return (set & 1) << 3 | (set & 2) << 1 | (set & 4) >> 1 | (set & 8) >> 3;
}

static bool single(unsigned char set) { return set != 0 && (set & (set - 1)) == 0; }

/* Collective: delivers the blocks of all threads; true if any thread passed `more`. */
static bool deliver(bool more) {
  for (int i = 0; i < THREADS; i++) {
    int t = (MYTHREAD + i) % THREADS;
    upc_memput_nbi((shared[] int64_t *)npb_part(counts, t) + MYTHREAD, &filled[t],
                   sizeof filled[t]);
    upc_memput_nbi((shared[] struct occurrence *)npb_part(inbox, t) + (size_t)MYTHREAD * BLOCK,
                   outbox + (size_t)t * BLOCK, filled[t] * sizeof *outbox);
  }
  upc_synci();
  upc_barrier;
  const struct occurrence *in = npb_own(inbox);
  const int64_t *some = npb_own(counts);
  for (int t = 0; t < THREADS; t++)
    for (int64_t i = 0; i < some[t]; i++) {
      const struct occurrence *o = &in[(size_t)t * BLOCK + i];
      table_insert(o->kmer, o->at, o->after, o->before);
    }
  memset(filled, 0, THREADS * sizeof *filled);
  return npb_sum(more) > 0; /* no thread writes into an inbox before all have read theirs */
}

/* Puts an occurrence into the block of its owner; true if that is full. */
static bool count(uint64_t kmer, int64_t at) {
  uint64_t other = genome_complement(kmer);
  unsigned char after = set_of(genome_at(&genome, at + GENOME_K)),
                before = set_of(genome_at(&genome, at - 1));
  struct occurrence o = {kmer, (uint32_t)at, after, before};
  if (other < kmer)
    o = (struct occurrence){other, (uint32_t)at, complements(before), complements(after)};
  int t = table_owner(table_hash(o.kmer));
  outbox[(size_t)t * BLOCK + filled[t]++] = o;
  return filled[t] == BLOCK;
}

/* Collective: counts all k-mers; returns how many this thread met. */
static int64_t count_all(void) {
  int64_t i = (int64_t)npb_first(genome.bases, MYTHREAD),
          end = (int64_t)npb_first(genome.bases, MYTHREAD + 1);
  int64_t stop = end + GENOME_K - 1 < genome.bases ? end + GENOME_K - 1 : genome.bases, met = 0;
  uint64_t kmer = 0;
  int known = 0; /* bases of kmer since the last GENOME_NONE */
  bool more;
  do {
    bool full = false;
    for (; i < stop && !full; i++) {
      unsigned char base = genome.base[i];
      known = base == GENOME_NONE ? 0 : known + 1;
      kmer = genome_right(kmer, base & 3);
      if (known >= GENOME_K) {
        full = count(kmer, i + 1 - GENOME_K);
        met++;
      }
    }
    more = deliver(i < stop);
  } while (more);
  return met;
}

/* A path that is being walked; `kmer` is the next one to find, in the direction of the walk. */
struct walk {
  enum { FREE, LOOK_BACK, LOOK_ON } state;
  uint64_t start, kmer, last; /* `last` is the path's end so far */
  unsigned char after;        /* of last */
  int64_t length;             /* in k-mers */
  int64_t at;                 /* position of the path's next base in the genome, if known */
  int direction;              /* there: 1, or -1 and complemented */
  struct search search;
};

struct tally {
  int64_t contigs, kmers, longest, wrong;
  uint64_t sum; /* over the contigs of all threads */
};

static struct tally tally;

static void seek(struct walk *w, uint64_t kmer) {
  uint64_t other = genome_complement(kmer);
  w->kmer = kmer;
  table_seek(&w->search, other < kmer ? other : kmer);
}

/* The sets of an entry's neighbours in the direction of an oriented k-mer. */
static unsigned char after_of(const struct entry *e, uint64_t kmer) {
  return e->key == kmer + 1 ? e->after : complements(e->before);
}
static unsigned char before_of(const struct entry *e, uint64_t kmer) {
  return e->key == kmer + 1 ? e->before : complements(e->after);
}

/* The path ends at w->last. It is walked from both ends, and one of the two walks counts it. */
static void finish(struct walk *w) {
  uint64_t other = genome_complement(w->last);
  w->state = FREE;
  if (w->start > other)
    return;
  tally.contigs++;
  tally.kmers += w->length;
  tally.longest = w->length > tally.longest ? w->length : tally.longest;
  tally.sum += mix(w->start ^ mix((uint64_t)w->length));
}

/* Compares the path's next base with the genome's. */
static void check(struct walk *w, int base) {
  unsigned char there = genome_at(&genome, w->at);
  if (there == GENOME_NONE)
    w->direction = 0; /* the sequence ended there; another occurrence of the k-mer has the rest */
  else
    tally.wrong += there != (w->direction > 0 ? base : 3 - base);
  if (w->direction == 0)
    w->at = -1;
  else
    w->at += w->direction;
}

/* Continues from w->last, or ends the path. */
static void go_on(struct walk *w) {
  if (!single(w->after)) {
    finish(w);
    return;
  }
  int base = __builtin_ctz(w->after);
  if (w->direction != 0)
    check(w, base);
  w->state = LOOK_ON;
  seek(w, genome_right(w->last, base));
}

/* The k-mer has no unique predecessor, so a path starts there. */
static void begin(struct walk *w) {
  w->length = 1;
  go_on(w);
}

/* Begins the test whether the k-mer of an own entry, in this direction, starts a path. */
static void try_start(struct walk *w, const struct entry *e, uint64_t kmer) {
  unsigned char before = before_of(e, kmer);
  uint64_t first = 0;
  w->start = w->last = kmer;
  w->after = after_of(e, kmer);
  for (int i = 0; i < GENOME_K; i++) /* the k-mer as the genome has it */
    first = genome_right(first, genome_at(&genome, e->at + i));
  w->direction = first == kmer ? 1 : -1;
  w->at = first == kmer ? (int64_t)e->at + GENOME_K : (int64_t)e->at - 1;
  if (!single(before)) {
    begin(w);
    return;
  }
  w->state = LOOK_BACK;
  seek(w, genome_left(kmer, __builtin_ctz(before)));
}

/* Processes the entry that was found. */
static void step(struct walk *w) {
  const struct entry *e = &w->search.entry;
  if (e->key == 0) { /* a neighbour that no part has: the table is wrong */
    tally.wrong++;
    w->state = FREE;
  } else if (w->state == LOOK_BACK) {
    if (single(after_of(e, w->kmer)))
      w->state = FREE;
    else
      begin(w);
  } else if (!single(before_of(e, w->kmer)))
    finish(w);
  else {
    w->length++;
    w->last = w->kmer;
    w->after = after_of(e, w->kmer);
    go_on(w);
  }
}

/* Looks for the next start of a path from an own slot on; each slot counts twice, for the two
 * directions. Returns where to continue. */
static uint64_t start_next(struct walk *w, uint64_t next, uint64_t slots) {
  while (w->state == FREE && next < slots) {
    const struct entry *e = &own[next / 2];
    if (e->key != 0)
      try_start(w, e, next % 2 == 0 ? e->key - 1 : genome_complement(e->key - 1));
    next++;
  }
  return next;
}

/* All paths that start at an own k-mer, in either direction. */
static void walk_all(void) {
  static struct walk walks[WALKS];
  uint64_t next = 0, slots = 2 * (own_mask + 1);
  int busy;
  do {
    busy = 0;
    for (struct walk *w = walks; w < walks + WALKS; w++)
      next = start_next(w, next, slots);
    table_fetch(&walks[0].search, WALKS, sizeof walks[0]);
    for (struct walk *w = walks; w < walks + WALKS; w++) {
      if (w->state != FREE && table_found(&w->search))
        step(w);
      busy += w->state != FREE;
    }
  } while (busy > 0 || next < slots);
}

/* Collective: the sum modulo 2^64. */
static uint64_t add(uint64_t value) {
  static shared uint64_t part[THREADS];
  uint64_t sum = 0;
  part[MYTHREAD] = value;
  upc_barrier;
  for (int t = 0; t < THREADS; t++)
    sum += part[t];
  upc_barrier;
  return sum;
}

/* Collective: adds up `tally` over all threads. */
static void add_up(void) {
  static shared int64_t longest[THREADS];
  longest[MYTHREAD] = tally.longest;
  tally.contigs = (int64_t)add((uint64_t)tally.contigs);
  tally.kmers = (int64_t)add((uint64_t)tally.kmers);
  tally.wrong = (int64_t)add((uint64_t)tally.wrong);
  tally.sum = add(tally.sum);
  for (int t = 0; t < THREADS; t++)
    tally.longest = longest[t] > tally.longest ? longest[t] : tally.longest;
}

static int64_t own_counts(void) {
  int64_t sum = 0;
  for (uint64_t i = 0; i <= own_mask; i++)
    sum += own[i].count;
  return sum;
}

static void make(int argc, char **argv) {
  char *end;
  long bases = argc > 1 ? strtol(argv[1], &end, 10) : 20000;
  genome = argc > 1 && *end != 0 ? genome_read(argv[1]) : genome_make(bases > 0 ? bases : 0);
  if (genome.bases < GENOME_K || genome.bases > UINT32_MAX) {
    if (MYTHREAD == 0)
      fprintf(stderr,
              "contigs: '%s' is neither a number from %d to %u nor a FASTA file of so many bases; "
              "usage: contigs [BASES or FILE]\n",
              argv[1], GENOME_K, UINT32_MAX);
    upc_barrier;
    exit(2);
  }
  inbox = npb_parts((size_t)THREADS * BLOCK * sizeof(struct occurrence));
  counts = npb_parts(THREADS * sizeof(int64_t));
  outbox = malloc((size_t)THREADS * BLOCK * sizeof *outbox);
  filled = calloc(THREADS, sizeof *filled);
  if (outbox == NULL || filled == NULL)
    upc_global_exit(2);
}

int main(int argc, char **argv) {
  make(argc, argv);
  table_start();
  upc_barrier;
  double start = npb_seconds();
  int64_t met = count_all();
  table_publish();
  upc_barrier;
  double counted = npb_seconds();
  walk_all();
  upc_barrier;
  double end = npb_seconds();
  add_up();
  uint64_t all = add((uint64_t)met), stored = add((uint64_t)own_counts()), distinct = add(own_used);
  int64_t grown = (int64_t)add((uint64_t)table_grown);
  if (all != stored || (uint64_t)tally.kmers > distinct)
    tally.wrong++;
  if (MYTHREAD != 0)
    return 0;
  printf("%lld bases: %llu k-mers, %llu distinct; tables doubled %lld times\n",
         (long long)genome.bases, (unsigned long long)all, (unsigned long long)distinct,
         (long long)grown);
  printf("%lld contigs with %lld k-mers, the longest of %lld bases; sum %016llx\n",
         (long long)tally.contigs, (long long)tally.kmers, (long long)tally.longest + GENOME_K - 1,
         (unsigned long long)tally.sum);
  printf("counted in %.6f s, %.3f million a second; walked in %.6f s\n", counted - start,
         (double)all / (counted - start) * 1e-6, end - counted);
  printf("validation: %s, errors: %lld\n", tally.wrong == 0 ? "passed" : "failed",
         (long long)tally.wrong);
  return tally.wrong != 0;
}
