/* NPB IS: buckets of keys change hands, each thread ranks the keys of a range.
 *
 * A thread sorts its keys into buckets where others can read them, all threads learn all counts by
 * one collective, and each gets the keys of its buckets straight from where they lie. */
#include <string.h>
#include <upc_nb.h>
#include <upc_relaxed.h>

#include "is.h"
#include "parts.h"

#define BUCKETS (IS_RANGE < 1024 ? IS_RANGE : 1024)
#define WIDTH (IS_RANGE / BUCKETS) /* keys that share a bucket */

static shared void *sorted; /* each thread's own keys, by buckets */
static shared void *counts; /* int[BUCKETS]: keys of the thread in each bucket */
static shared void *all;    /* int[THREADS][BUCKETS]: the same of all threads, on each */

/* Private data of a thread. */
struct state {
  int *keys;         /* its own keys, in the order of the benchmark */
  long own;          /* how many */
  int *got;          /* the keys of its buckets, of all threads */
  long ngot;         /* how many */
  int *rank;         /* for each key of its buckets: keys of its buckets up to it */
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

/* Gives each iteration two keys of its own, as the benchmark says. */
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
  memset(count, 0, BUCKETS * sizeof *count);
  for (long i = 0; i < s->own; i++)
    count[s->keys[i] / WIDTH]++;
}

static void sort_keys(const struct state *s) {
  const int *count = npb_own(counts);
  int *to = npb_own(sorted), next[BUCKETS];
  for (int b = 0, n = 0; b < BUCKETS; n += count[b++])
    next[b] = n;
  for (long i = 0; i < s->own; i++)
    to[next[s->keys[i] / WIDTH]++] = s->keys[i];
}

/* Chooses each thread's buckets: the first is the one in which the keys of the threads before it
 * reach their share. */
static void choose_buckets(struct state *s) {
  const int (*count)[BUCKETS] = npb_own(all);
  long n = 0, below = 0;
  long from = npb_first(IS_KEYS, MYTHREAD), to = npb_first(IS_KEYS, MYTHREAD + 1);
  s->first = s->last = BUCKETS;
  for (int b = 0; b < BUCKETS; b++) {
    if (n >= from && s->first == BUCKETS) {
      s->first = b;
      below = n;
    }
    if (n >= to && s->last == BUCKETS)
      s->last = b;
    for (int t = 0; t < THREADS; t++)
      n += count[t][b];
  }
  s->below = below;
}

/* Starts to get the keys of the thread's buckets from all threads, the next one first. */
static void get_keys(struct state *s) {
  const int (*count)[BUCKETS] = npb_own(all);
  long n = 0;
  for (int i = 1; i <= THREADS; i++) {
    int t = (MYTHREAD + i) % THREADS;
    size_t skip = 0, take = 0;
    for (int b = 0; b < s->first; b++)
      skip += count[t][b];
    for (int b = s->first; b < s->last; b++)
      take += count[t][b];
    shared[] int *from = (shared[] int *)npb_part(sorted, t);
    s->handle[t] = upc_memget_nb(s->got + n, from + skip, take * sizeof(int));
    n += take;
  }
  s->ngot = n;
}

static void rank_keys(struct state *s) {
  int low = s->first * WIDTH, n = (s->last - s->first) * WIDTH;
  memset(s->rank, 0, n * sizeof(int));
  for (long i = 0; i < s->ngot; i++)
    s->rank[s->got[i] - low]++;
  for (int k = 1; k < n; k++)
    s->rank[k] += s->rank[k - 1];
}

/* How many of the test keys are the thread's and have the published rank. */
static int right_ranks(const struct state *s, int iteration) {
  int right = 0;
  for (int i = 0; i < IS_TESTS; i++) {
    int bucket = s->test[i] / WIDTH, k = s->test[i] - s->first * WIDTH;
    if (bucket >= s->first && bucket < s->last)
      right += s->below + (k > 0 ? s->rank[k - 1] : 0) == is_rank(i, iteration);
  }
  return right;
}

static int iterate(struct state *s, int iteration) {
  change_keys(s, iteration);
  count_keys(s);
  sort_keys(s);
  upc_all_gather_all(all, counts, BUCKETS * sizeof(int), UPC_IN_ALLSYNC | UPC_OUT_MYSYNC);
  choose_buckets(s);
  get_keys(s);
  for (int t = 0; t < THREADS; t++)
    upc_sync(s->handle[t]);
  upc_notify; /* others may sort into what was read, when this thread's ranks are not ready yet */
  rank_keys(s);
  int right = right_ranks(s, iteration);
  upc_wait;
  return right;
}

/* Full verification: the number of keys that are not where their ranks say; each thread's keys lie
 * in its own range, which is above that of the thread before it. */
static long keys_out_of_order(struct state *s) {
  int *order = allocate(s->ngot * sizeof(int)), low = s->first * WIDTH, high = s->last * WIDTH;
  for (long i = 0; i < s->ngot; i++)
    order[--s->rank[s->got[i] - low]] = s->got[i];
  long wrong = 0;
  for (long i = 0; i < s->ngot; i++)
    wrong += order[i] < low || order[i] >= high || (i > 0 && order[i] < order[i - 1]);
  free(order);
  double n = npb_sum((double)s->ngot);
  return wrong + (n != (double)IS_KEYS);
}

/* Every thread learns the keys of the partial verification; iterations do not change them. */
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

int main(void) {
  struct state s = {0};
  sorted = npb_parts((IS_KEYS / THREADS + 1) * sizeof(int));
  counts = npb_parts(BUCKETS * sizeof(int));
  all = npb_parts((size_t)THREADS * BUCKETS * sizeof(int));
  s.got = allocate(IS_KEYS * sizeof(int)); /* touched as far as keys come */
  s.rank = allocate(IS_RANGE * sizeof(int));
  s.handle = allocate(THREADS * sizeof *s.handle);
  make_keys(&s);
  share_tests(&s);
  iterate(&s, 1); /* untimed */
  upc_barrier;
  long right = 0;
  double start = npb_seconds();
  for (int iteration = 1; iteration <= IS_ITERATIONS; iteration++)
    right += iterate(&s, iteration);
  upc_barrier;
  double seconds = npb_seconds() - start;
  double tests = npb_sum((double)right), wrong = npb_sum((double)keys_out_of_order(&s));
  return MYTHREAD == 0 ? is_end(seconds, (long)tests, (long)wrong, THREADS) : 0;
}
