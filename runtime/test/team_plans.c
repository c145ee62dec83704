/* SPDX-License-Identifier: Apache-2.0 */
/* The plans of teams without the engine: those of all ranks are carried out here, step by step
 * in random order, for teams of 1 to 40 members. Each must come to its end, take all that was
 * sent, keep the rules of op.h, and have moved the right data. */
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include <sys/mman.h>
#include <upc_types.h>

#include <core/alloc.h>
#include <mem/segment.h>
#include <team/ops/ops.h>

#include "multi.h"

enum { MOST = 40, SHORT = 3, LONG = 300, PLACES = 4 };

/* An offer as letters.c makes it: short ones carry their bytes. */
struct offer {
  const char *address;
  size_t nbytes;
  _Alignas(16) char bytes[UPCR_TEAM_INLINE];
};

/* The offers under way from one member to another. */
struct letters {
  int sent, released; /* offers */
  bool is_taken;      /* the first that is not released */
  struct offer offer[PLACES];
};

static struct letters letters[MOST][MOST]; /* [from][to] */
static struct upcx_team team[MOST];        /* as each member has it */
static struct upcr_op *op[MOST];
static const char *there[MOST];

/* The ranks of neighbours, `last` included: results of other ranges than neighbouring ones are
 * wrong. */
struct range {
  int first, last;
};

static void join(void *acc_, const void *v_, size_t n) {
  struct range *acc = acc_;
  const struct range *v = v_;
  for (size_t i = 0; i < n; i++)
    acc[i] = acc[i].last + 1 == v[i].first ? (struct range){acc[i].first, v[i].last}
                                           : (struct range){-100, -200};
}

static uint64_t random_state = 99;
static int random_below(int n) {
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return (int)((random_state >> 33) % (unsigned)n);
}

/* Longer ones lie in shared memory, one of them at a time. */
static void send_offer(int me, const struct upcr_step *step) {
  enum { MOST_AT_ONCE = 2 };
  struct letters *out = &letters[me][step->peer];
  struct offer *offer = &out->offer[out->sent % PLACES];
  const char *own = step->from;
  CHECK(out->sent - out->released < (step->n > UPCR_TEAM_INLINE ? 1 : MOST_AT_ONCE));
  offer->nbytes = step->n;
  offer->address = own;
  if (step->n <= UPCR_TEAM_INLINE)
    memcpy(offer->bytes, step->n ? own : "", step->n);
  else
    CHECK(own >= upcr_segment_base(0) && own < upcr_segment_base(0) + upcr_job->segment_stride);
  out->sent++;
}

static void release(int me, const struct upcr_step *step) {
  struct letters *in = &letters[step->peer][me];
  CHECK(in->is_taken && in->offer[in->released % PLACES].nbytes == step->n);
  in->is_taken = false;
  in->released++;
}

static bool is_read(int me, int by) { return letters[me][by].sent == letters[me][by].released; }

static bool take_offer(int me, const struct upcr_step *step) {
  struct letters *in = &letters[step->peer][me];
  const struct offer *offer = &in->offer[in->released % PLACES];
  if (in->released == in->sent)
    return false;
  CHECK(offer->nbytes == step->n && !in->is_taken);
  in->is_taken = true;
  there[me] = step->n <= UPCR_TEAM_INLINE ? offer->bytes : offer->address;
  return true;
}

static bool is_done(int me, const struct upcr_step *step) {
  const char *from = step->from ? step->from : there[me] + step->at;
  CHECK(step->kind >= UPCR_STEP_COPY ||
        (step->peer >= 0 && step->peer < team[me].size && step->peer != me));
  switch (step->kind) {
  case UPCR_STEP_AWAIT_READ:
    return is_read(me, step->peer);
  case UPCR_STEP_OFFER:
    send_offer(me, step);
    return true;
  case UPCR_STEP_TAKE:
    return take_offer(me, step);
  case UPCR_STEP_RELEASE:
    release(me, step);
    return true;
  case UPCR_STEP_COPY:
    memmove(step->to, from, step->n);
    return true;
  default:
    upcr_fold_vector(&op[me]->reduction, step->to, step->to, from, step->n,
                     step->kind == UPCR_STEP_FOLD_LEFT);
    return true;
  }
}

/* Goes on with random members until none can: all must be through then. */
static void carry_out(int size) {
  for (bool moved = true; moved;) {
    moved = false;
    for (int turn = 0, first = random_below(size); turn < size; turn++) {
      struct upcr_op *o = op[(first + turn) % size];
      for (int most = 1 + random_below(4); most > 0 && o->next < o->steps; most--) {
        if (!is_done((first + turn) % size, &o->step[o->next]))
          break;
        o->next++;
        moved = true;
      }
    }
  }
  for (int r = 0; r < size; r++)
    CHECK(op[r]->next == op[r]->steps);
  for (int a = 0; a < size; a++)
    for (int b = 0; b < size; b++)
      CHECK(letters[a][b].sent == letters[a][b].released && !letters[a][b].is_taken);
}

/* Each member's memory, of which every plan takes what it needs. */
static char *in[MOST], *out[MOST];

static char *memory(size_t n) {
  upcr_pts_t p = upcr_alloc_own(n, UPCR_HEAP_LINE);
  if (!CHECK(p != 0))
    exit(1);
  return upcr_segment_address(p);
}

static void begin(int size, enum upcr_collective function) {
  for (int r = 0; r < size; r++) {
    team[r] = (struct upcx_team){.is_live = true, .rank = r, .size = size};
    op[r] = upcr_op_new(&team[r], function, 0);
  }
}

static void end(int size) {
  carry_out(size);
  for (int r = 0; r < size; r++)
    upcr_op_free(op[r]);
}

static char byte(int from, int to, size_t i) { return (char)(from * 31 + to * 17 + (int)i); }

static void fill_blocks(int size, size_t n) {
  for (int r = 0; r < size; r++)
    for (int to = 0; to < size; to++)
      for (size_t i = 0; i < n; i++)
        in[r][(size_t)to * n + i] = byte(r, to, i);
}

static bool is_block(const char *at, int from, int to, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (at[i] != byte(from, to, i))
      return false;
  return true;
}

static void test_broadcast(int size, int root, size_t n) {
  for (size_t i = 0; i < n; i++)
    in[root][i] = byte(root, 0, i);
  begin(size, UPCR_TEAM_BROADCAST);
  for (int r = 0; r < size; r++)
    upcr_plan_broadcast(op[r], root, out[r], r == root ? in[r] : 0, n);
  end(size);
  for (int r = 0; r < size; r++)
    CHECK(is_block(out[r], root, 0, n));
}

static void move(int r, int gives, int takes, const struct upcr_blocks *of_to,
                 const struct upcr_blocks *of_from) {
  upcr_plan_blocks(op[r], &(struct upcr_moves){.gives = gives,
                                               .takes = takes,
                                               .to = out[r],
                                               .of_to = *of_to,
                                               .from = in[r],
                                               .of_from = *of_from,
                                               .own = in[r] + upcr_block_at(of_from, r)});
}

static void test_one_to_all(int size, int root, size_t n) {
  struct upcr_blocks b = {.each = n}, one = {.is_one = true, .each = n};
  test_broadcast(size, root, n);
  fill_blocks(size, n);
  begin(size, UPCR_TEAM_SCATTER);
  for (int r = 0; r < size; r++)
    move(r, r == root ? UPCR_EVERYONE : UPCR_NOBODY, root, &one, &b);
  end(size);
  for (int r = 0; r < size; r++)
    CHECK(is_block(out[r], root, r, n));
  begin(size, UPCR_TEAM_GATHER);
  for (int r = 0; r < size; r++)
    move(r, root, r == root ? UPCR_EVERYONE : UPCR_NOBODY, &b, &one);
  end(size);
  for (int r = 0; r < size; r++)
    CHECK(is_block(out[root] + (size_t)r * n, r, 0, n));
}

static void test_all_to_all(int size, size_t n) {
  struct upcr_blocks b = {.each = n}, one = {.is_one = true, .each = n};
  int perm[MOST];
  begin(size, UPCR_TEAM_BARRIER);
  for (int r = 0; r < size; r++)
    upcr_plan_barrier(op[r]);
  end(size);
  fill_blocks(size, n);
  begin(size, UPCR_TEAM_GATHER_ALL);
  for (int r = 0; r < size; r++) {
    memcpy(out[r] + (size_t)r * n, in[r], n);
    upcr_plan_gather_all(op[r], out[r], &b, out[r] + (size_t)r * n, UPCR_KEEP_IF_SHORT);
  }
  end(size);
  for (int r = 0; r < size; r++)
    for (int from = 0; from < size; from++)
      CHECK(is_block(out[r] + (size_t)from * n, from, 0, n));
  begin(size, UPCR_TEAM_EXCHANGE);
  for (int r = 0; r < size; r++)
    move(r, UPCR_EVERYONE, UPCR_EVERYONE, &b, &b);
  end(size);
  for (int r = 0; r < size; r++)
    for (int from = 0; from < size; from++)
      CHECK(is_block(out[r] + (size_t)from * n, from, r, n));
  for (int r = 0; r < size; r++)
    perm[r] = (r + size / 2) % size;
  begin(size, UPCR_TEAM_PERMUTE);
  for (int r = 0; r < size; r++)
    move(r, perm[r], (r + size - size / 2) % size, &one, &one);
  end(size);
  for (int r = 0; r < size; r++)
    CHECK(is_block(out[perm[r]], r, 0, n));
}

/* Every member's vectors: `slices` of n elements, each the member's own rank. */
static void begin_reduction(int size, enum upcr_collective function, int operation, size_t n,
                            int slices) {
  begin(size, function);
  for (int r = 0; r < size; r++) {
    struct range *v = (void *)in[r];
    for (size_t i = 0; i < n * (size_t)slices; i++)
      v[i] = (struct range){r, r};
    upcr_own_op(operation, &op[r]->reduction);
    op[r]->reduction.nelems = n;
  }
}

/* dst is `to`. */
static void plan_vectors(int size, int root, char **to, size_t n) {
  for (int r = 0; r < size; r++)
    upcr_plan_vectors(op[r], &(struct upcr_vectors){root, to[r], in[r], to[r], n});
}

static bool are_ranges(const char *at, int first, int last, size_t n) {
  const struct range *v = (const void *)at;
  for (size_t i = 0; i < n; i++)
    if (v[i].first != first || v[i].last != last)
      return false;
  return true;
}

static void test_in_order(int size, int root, int operation, size_t n) {
  size_t bytes = n * sizeof(struct range);
  begin_reduction(size, UPCR_TEAM_REDUCE, operation, n, 1);
  plan_vectors(size, root, out, bytes);
  end(size);
  CHECK(are_ranges(out[root], 0, size - 1, n));
  begin_reduction(size, UPCR_TEAM_REDUCE_SCATTER, operation, n, size);
  plan_vectors(size, root, out, bytes);
  end(size);
  for (int r = 0; r < size; r++)
    CHECK(are_ranges(out[r], 0, size - 1, n));
}

/* dst is `to`, which may be the sources themselves. */
static void test_vectors(int size, int operation, size_t n, char **to) {
  size_t bytes = n * sizeof(struct range);
  begin_reduction(size, UPCR_TEAM_REDUCE_ALL, operation, n, 1);
  plan_vectors(size, 0, to, bytes);
  end(size);
  for (int r = 0; r < size; r++)
    CHECK(are_ranges(to[r], 0, size - 1, n));
  begin_reduction(size, UPCR_TEAM_PREFIX_REDUCE, operation, n, 1);
  plan_vectors(size, 0, to, bytes);
  end(size);
  for (int r = 0; r < size; r++)
    CHECK(are_ranges(to[r], 0, r, n));
  begin_reduction(size, UPCR_TEAM_PREFIX_REDUCE_EXCLUSIVE, operation, n, 1);
  plan_vectors(size, 0, to, bytes);
  end(size);
  for (int r = 1; r < size; r++)
    CHECK(are_ranges(to[r], 0, r - 1, n));
}

static long value(int rank, size_t i) { return rank * rank + (long)i; }

/* Operands that may change places: where the plans differ. */
static void test_sums(int size, int root, size_t n) {
  for (int all = 0; all < 2; all++) {
    begin(size, all ? UPCR_TEAM_REDUCE_ALL : UPCR_TEAM_REDUCE);
    for (int r = 0; r < size; r++) {
      long *v = (void *)in[r];
      for (size_t i = 0; i < n; i++)
        v[i] = value(r, i);
      op[r]->reduction =
          (struct upcr_reduction){.type = upcr_type_of(UPC_LONG), .op = UPC_ADD, .nelems = n};
    }
    plan_vectors(size, root, out, n * sizeof(long));
    end(size);
    for (size_t i = 0; i < n; i++) {
      long sum = 0;
      for (int r = 0; r < size; r++)
        sum += value(r, i);
      for (int r = 0; r < size; r++)
        CHECK((!all && r != root) || ((long *)(void *)out[r])[i] == sum);
    }
  }
}

static void test_plans(void) {
  int ordered = upcx_op_create(sizeof(struct range), join, 0);
  for (int r = 0; r < MOST; r++) {
    in[r] = memory(MOST * LONG * sizeof(struct range));
    out[r] = memory(MOST * LONG * sizeof(struct range));
  }
  for (int size = 1; size <= MOST; size++) {
    int root = random_below(size);
    test_one_to_all(size, root, 24);
    test_broadcast(size, root, 70000);
    test_all_to_all(size, 24);
    for (size_t n = SHORT; n <= LONG; n += LONG - SHORT) {
      test_in_order(size, root, ordered, n);
      test_vectors(size, ordered, n, out);
      test_vectors(size, ordered, n, in);
      test_sums(size, root, n);
    }
  }
}

int main(void) {
  struct upcr_job_config config = {.threads = 1, .pthreads_per_process = 1, .heap_bytes = 64 << 20};
  multi_counts =
      mmap(0, sizeof *multi_counts, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  int status = multi_run(&config, test_plans);
  printf("%d passed, %d failed\n", multi_counts->passed, multi_counts->failed);
  return status != 0 || multi_counts->failed != 0;
}
