/* NPB IS: threads exchange buckets of keys; each thread ranks the keys of a range.
 *
 * A thread sorts its keys into buckets in shared memory. One collective distributes the counts.
 * Each thread reads the keys of its buckets in place, or gets them if the memory is not
 * accessible. */
#include <string.h>
#include <upc_castable.h>
#include <upc_nb.h>
#include <upc_relaxed.h>

#include "is.h"
#include "parts.h"

static shared void *sorted; /* each thread's own keys, by buckets */
static shared void *counts; /* int[IS_BUCKETS]: keys of the thread in each bucket */
static shared void *all;    /* int[THREADS][IS_BUCKETS]: the same of all threads, on each */

/* Private data of a thread. */
struct state {
  int *keys;         /* its own keys, in the order of the benchmark */
  long own;          /* how many */
  int *got;          /* the keys of its buckets that it had to get */
  const int **found; /* [THREADS]: where its buckets begin in each thread's keys, or in `got` */
  const int **next;  /* [THREADS]: the same, moved by is_rank_buckets() */
  long nfound;       /* keys of its buckets, of all threads */
  int *rank;         /* for each key of its buckets: number of keys up to it */
  long below;        /* keys in buckets before its first */
  int first, last;   /* its buckets are first to last - 1 */
  int test[IS_TESTS];
  upc_handle_t *handle; /* [THREADS] */
};

static void *allocate(size_t bytes) {
  void *p = malloc(bytes);
  if (p == NULL) {
    fprintf(stderr, "no memory for %zu bytes\n", bytes);
    upc_global_exit(2);
  }
  return p;
}

static void make_keys(struct state *s) {
  long from = npb_first(IS_KEYS, MYTHREAD), to = npb_first(IS_KEYS, MYTHREAD + 1);
  s->own = to - from;
  s->keys = allocate(s->own * sizeof(int));
  uint64_t seed = is_seed(from);
  for (long i = 0; i < s->own; i++)
    s->keys[i] = is_key(&seed);
}

/* Changes two keys in each iteration, as the benchmark specifies. */
static void change_keys(struct state *s, int iteration) {
  long from = npb_first(IS_KEYS, MYTHREAD);
  const int index[] = {iteration, iteration + IS_ITERATIONS};
  const int key[] = {iteration, IS_RANGE - iteration};
  for (int i = 0; i < 2; i++)
    if (index[i] >= from && index[i] < from + s->own)
      s->keys[index[i] - from] = key[i];
}

static void count_keys(const struct state *s) {
  int *count = npb_own(counts);
  memset(count, 0, IS_BUCKETS * sizeof *count);
  for (long i = 0; i < s->own; i++)
    count[s->keys[i] / IS_WIDTH]++;
}

static void sort_keys(const struct state *s) {
  const int *count = npb_own(counts);
  int *to = npb_own(sorted), next[IS_BUCKETS];
  for (int b = 0, n = 0; b < IS_BUCKETS; n += count[b++])
    next[b] = n;
  for (long i = 0; i < s->own; i++)
    to[next[s->keys[i] / IS_WIDTH]++] = s->keys[i];
}

/* Chooses each thread's buckets: its first bucket is the one in which the keys so far reach the
 * share of the threads before it. */
static void choose_buckets(struct state *s) {
  const int (*count)[IS_BUCKETS] = npb_own(all);
  long n = 0, below = 0;
  long from = npb_first(IS_KEYS, MYTHREAD), to = npb_first(IS_KEYS, MYTHREAD + 1);
  s->first = s->last = IS_BUCKETS;
  for (int b = 0; b < IS_BUCKETS; b++) {
    if (n >= from && s->first == IS_BUCKETS) {
      s->first = b;
      below = n;
    }
    if (n >= to && s->last == IS_BUCKETS)
      s->last = b;
    for (int t = 0; t < THREADS; t++)
      n += count[t][b];
  }
  s->below = below;
}

/* The keys of the caller's buckets in thread t's keys: their offset and their number. */
static void find_keys(const struct state *s, int t, size_t *skip, size_t *take) {
  const int *count = ((const int (*)[IS_BUCKETS])npb_own(all))[t];
  *skip = *take = 0;
  for (int b = 0; b < s->first; b++)
    *skip += count[b];
  for (int b = s->first; b < s->last; b++)
    *take += count[b];
}

/* Finds the keys of the caller's buckets, or starts to get them, from all threads, the next thread
 * first. */
static void find_all_keys(struct state *s) {
  int *to = s->got;
  s->nfound = 0;
  for (int i = 1; i <= THREADS; i++) {
    int t = (MYTHREAD + i) % THREADS;
    size_t skip, take;
    find_keys(s, t, &skip, &take);
    s->nfound += take;
    shared[] int *from = (shared[] int *)npb_part(sorted, t) + skip;
    s->found[t] = upc_cast(from);
    s->handle[t] = UPC_COMPLETE_HANDLE;
    if (s->found[t] == NULL) {
      s->handle[t] = upc_memget_nb(to, from, take * sizeof *to);
      s->found[t] = to;
      to += take;
    }
  }
}

static void rank_keys(struct state *s) {
  memcpy(s->next, s->found, THREADS * sizeof *s->next);
  is_rank_buckets(s->rank, s->first, s->last, s->next, npb_own(all), THREADS);
}

/* The number of test keys that the thread ranks and that have the published rank. */
static int right_ranks(const struct state *s, int iteration) {
  int right = 0;
  for (int i = 0; i < IS_TESTS; i++) {
    int bucket = s->test[i] / IS_WIDTH, k = s->test[i] - s->first * IS_WIDTH;
    if (bucket >= s->first && bucket < s->last)
      right += s->below + (k > 0 ? s->rank[k - 1] : 0) == is_rank(i, iteration);
  }
  return right;
}

/* Called between two upc_notify: the first one announced that the thread has read the sorted
 * keys. */
static int iterate(struct state *s, int iteration) {
  change_keys(s, iteration);
  count_keys(s);
  upc_wait;
  sort_keys(s);
  upc_all_gather_all(all, counts, IS_BUCKETS * sizeof(int), UPC_IN_ALLSYNC | UPC_OUT_MYSYNC);
  choose_buckets(s);
  find_all_keys(s);
  for (int t = 0; t < THREADS; t++)
    upc_sync(s->handle[t]);
  rank_keys(s);
  upc_notify;
  return right_ranks(s, iteration);
}

/* Full verification: the number of keys that are not at the place of their rank. Ranges ascend with
 * the threads, so each thread tests its own keys. */
static long keys_out_of_order(struct state *s) {
  int *order = allocate(s->nfound * sizeof(int));
  memcpy(s->next, s->found, THREADS * sizeof *s->next);
  long wrong =
      is_out_of_order(order, s->rank, s->first, s->last, s->next, npb_own(all), THREADS);
  free(order);
  double n = npb_sum((double)s->nfound);
  return wrong + (n != (double)IS_KEYS);
}

/* Distributes the keys of the partial verification to all threads; iterations do not change
 * them. */
static void share_tests(struct state *s) {
  static shared[] int test[IS_TESTS];
  long from = npb_first(IS_KEYS, MYTHREAD);
  for (int i = 0; i < IS_TESTS; i++) {
    long index = is_test(i).index - from;
    if (index >= 0 && index < s->own)
      test[i] = s->keys[index];
  }
  upc_barrier;
  upc_memget(s->test, test, sizeof s->test);
}

/* Collective: iterations 1 to `last`; returns the number of correct ranks. */
static long run(struct state *s, int last) {
  long right = 0;
  upc_notify;
  for (int iteration = 1; iteration <= last; iteration++)
    right += iterate(s, iteration);
  upc_wait;
  upc_barrier;
  return right;
}

int main(void) {
  struct state s = {0};
  sorted = npb_parts((IS_KEYS / THREADS + 1) * sizeof(int));
  counts = npb_parts(IS_BUCKETS * sizeof(int));
  all = npb_parts((size_t)THREADS * IS_BUCKETS * sizeof(int));
  s.got = allocate(IS_KEYS * sizeof(int)); /* only pages that keys reach are touched */
  s.rank = allocate(IS_RANGE * sizeof(int));
  s.found = allocate(THREADS * sizeof *s.found);
  s.next = allocate(THREADS * sizeof *s.next);
  s.handle = allocate(THREADS * sizeof *s.handle);
  make_keys(&s);
  share_tests(&s);
  run(&s, 1); /* untimed */
  double start = npb_seconds();
  long right = run(&s, IS_ITERATIONS);
  double seconds = npb_seconds() - start;
  double tests = npb_sum((double)right), wrong = npb_sum((double)keys_out_of_order(&s));
  return MYTHREAD == 0 ? is_end(seconds, (long)tests, (long)wrong, THREADS) : 0;
}
