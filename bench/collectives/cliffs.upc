/* Finds jumps in the cost of calls. The driver compares these times:
 *
 *   upcrun -n 2 ./cliffs [most=BYTES] [op=...] [mode=...]
 *       calls of n bytes, and of one more (variant "one_more")
 *   upcrun -n 3 ./cliffs totals=8,65536,1048576 [...]
 *       calls that move this many bytes in all, to compare numbers of threads
 *
 * n are the powers of two, the last sizes of each algorithm as the runtime selects them, and the
 * last sizes of each path within an algorithm. "One more" is an element for operations on
 * elements. */
#include <upcr/tune.h>

#include "calls.h"

enum {
  MOST = 1 << 20,
  ROOM = 8 << 20,
  SIZES_MOST = 400,
  PARTS = 8 /* steps of an octave, at which choices are compared */
};

/* The three ways of measure.h, and ALLSYNC on one side alone. */
static double half(enum operation op, size_t n, int rounds) {
  return in_a_loop(op, n, rounds, UPC_IN_ALLSYNC | UPC_OUT_MYSYNC);
}

static const struct way {
  const char *name;
  double (*time)(enum operation op, size_t n, int rounds);
  int flags;
  enum mode mode; /* whose memory it uses */
} ways[] = {
    {"synchronised", synchronised, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC, SYNCHRONISED},
    {"streamed", streamed, UPC_IN_MYSYNC | UPC_OUT_MYSYNC, STREAMED},
    {"nosync", nosync, UPC_IN_NOSYNC | UPC_OUT_NOSYNC, NOSYNC},
    {"half", half, UPC_IN_ALLSYNC | UPC_OUT_MYSYNC, STREAMED},
};
enum { WAYS = sizeof ways / sizeof *ways };

/* Bytes of a line and of a pair of lines in which posts carry their data (runtime/src/coll/post.h).
 * Larger data take another path. */
static const size_t inner[] = {48, 112};
enum { INNER = sizeof inner / sizeof *inner };

static int fits(const struct way *way, size_t n) {
  return n * THREADS * (way->mode == NOSYNC ? DISJOINT : 1) <= ROOM;
}

static size_t unit(enum operation op) { return has_longs(op) ? sizeof(long) : 1; }

static const char *choice(enum operation op, const struct way *way, size_t n) {
  return upcr_tune_choice(operations[op], counted(op, n), way->flags);
}

static int differ(enum operation op, const struct way *way, size_t one, size_t other) {
  return strcmp(choice(op, way, one), choice(op, way, other)) != 0;
}

/* The last size before the choice changes, between low and high, which have different choices: low
 * <= result < high. */
static size_t change(enum operation op, const struct way *way, size_t low, size_t high) {
  while (high - low > unit(op)) {
    size_t middle = low + (high - low) / 2 / unit(op) * unit(op);
    if (differ(op, way, low, middle))
      high = middle;
    else
      low = middle;
  }
  return low;
}

struct sizes {
  size_t at[SIZES_MOST];
  int count;
};

static void add(struct sizes *s, size_t n) {
  for (int i = 0; i < s->count; i++)
    if (s->at[i] == n)
      return;
  if (s->count < SIZES_MOST)
    s->at[s->count++] = n;
}

/* The sizes of an operation in multiples of its unit, up to `most`. */
static struct sizes sizes_of(enum operation op, const struct way *way, size_t most) {
  struct sizes s = {.count = 0};
  size_t step = unit(op);
  for (int i = 0; i < INNER; i++)
    add(&s, inner[i]);
  for (size_t low = step; low <= most; low *= 2) {
    add(&s, low);
    size_t part = low / PARTS / step * step;
    part = part ? part : step;
    for (size_t from = low; from < 2 * low; from += part)
      if (differ(op, way, from, from + part))
        add(&s, change(op, way, from, from + part));
  }
  return s;
}

/* Rounds of a batch: half as many if threads share processors. A loop has enough calls for the
 * giving threads to run ahead, and never only one: a thread that shares a processor starts its
 * clock when it gets the processor, so the time of one call may or may not include the turns of
 * others. */
static int rounds(const struct way *way, size_t n) {
  enum { LOOP_LEAST = 4 };
  int rounds = rounds_of(n, 1);
  if (way->mode == STREAMED)
    return rounds > LOOP_LEAST ? rounds : LOOP_LEAST;
  return oversubscribed(THREADS) ? (rounds + 1) / 2 : rounds;
}

/* Times of the calls of `count` sizes, which take turns, with equally many rounds; reported as of
 * `said` bytes. */
static void measure(enum operation op, const struct way *way, const size_t *n, int count,
                    const char *const *variant, size_t said) {
  static double ns[2][BATCHES_MOST];
  int turns = batches(n[0]);
  for (int turn = 0; turn < turns; turn++)
    for (int i = 0; i < count; i++) {
      int which = (i + turn) % count;
      way->time(op, n[which],
                1); /* the other size left its data in the caches, and threads asleep */
      ns[which][turn] = way->time(op, n[which], rounds(way, n[0]));
    }
  for (int i = 0; MYTHREAD == 0 && i < count; i++)
    report("partita", operations[op], way->name, variant[i], said, THREADS, ns[i], turns);
}

static void measure_sizes(enum operation op, const struct way *way, size_t most) {
  static const char *const variants[] = {0, "one_more"};
  struct sizes s = sizes_of(op, way, most);
  for (int i = 0; i < s.count; i++) {
    size_t pair[] = {s.at[i], s.at[i] + unit(op)};
    if (fits(way, pair[1]))
      measure(op, way, pair, 2, variants, pair[0]);
  }
}

/* The number of blocks that a call moves in all. */
static size_t blocks(enum operation op) {
  return op == GATHER_ALL || op == EXCHANGE || op == REDUCE_SCATTER ? (size_t)THREADS * THREADS
                                                                    : (size_t)THREADS;
}

/* Calls whose blocks have this many bytes together, at least a word each. */
static void measure_totals(int argc, char **argv, enum operation op, const struct way *way) {
  static const char *const variants[] = {"in_all"};
  const char *totals = argument(argc, argv, "totals");
  for (; *totals; totals += strcspn(totals, ","), totals += *totals == ',') {
    size_t total = strtoul(totals, 0, 0), n = total / blocks(op) / sizeof(long) * sizeof(long);
    n = n ? n : sizeof(long);
    if (fits(way, n))
      measure(op, way, &n, 1, variants, total);
  }
}

int main(int argc, char **argv) {
  const char *most = argument(argc, argv, "most");
  size_t largest = most ? strtoul(most, 0, 0) : MOST;
  int totals = argument(argc, argv, "totals") != 0;
  make_arrays(ROOM);
  for (int op = 0; op < OPERATIONS; op++)
    for (int w = 0; w < WAYS; w++) {
      if (!wanted(argc, argv, "op", operations[op]) || !wanted(argc, argv, "mode", ways[w].name))
        continue;
      if (totals)
        measure_totals(argc, argv, op, &ways[w]);
      else
        measure_sizes(op, &ways[w], largest);
    }
  return 0;
}
