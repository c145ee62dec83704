// What straight-line code reads of far objects: members of one, neighbours in arrays, several
// objects at once, along lists and trees; with the thread's own writes, updates and copies between
// the reads, and what others wrote before a barrier, a fence or a strict access.
// threads: 1 2 3 4
// cflags: -O2
#include <upc_relaxed.h>
#include "check.h"
enum { N = 40, PADDING = 1000 };
struct node {
  double x, y, z;
  int number;
  char tag, more;
  shared struct node *left, *right;
  char rest[PADDING]; // several pages for each thread
};
static shared struct node *nodes;
static shared [4] long blocked[4 * N * THREADS];
static shared [] int *one;
static shared int cyclic[N * THREADS];
strict shared int turn;
static int all;

static void set(int by) {
  upc_forall (int i = 0; i < all; i++; &nodes[i]) {
    nodes[i].x = i + by;
    nodes[i].y = 2 * i + by;
    nodes[i].z = 3 * i + by;
    nodes[i].number = i * by;
    nodes[i].tag = i % 50;
    nodes[i].more = i % 40;
    nodes[i].left = 2 * i + 1 < all ? &nodes[2 * i + 1] : 0;
    nodes[i].right = 2 * i + 2 < all ? &nodes[2 * i + 2] : 0;
    cyclic[i] = i * by;
  }
  upc_forall (int i = 0; i < 4 * N * THREADS; i++; &blocked[i]) blocked[i] = 7 * i + by;
  if (MYTHREAD == THREADS - 1)
    for (int i = 0; i < 2000; i++) one[i] = i * by;
}

static void members(int by) {
  for (int i = 0; i < all; i++) {
    shared struct node *p = &nodes[i], *q = &nodes[(i * 7 + 3) % all];
    int k = (i * 7 + 3) % all;
    double dx = p->x - q->x, dy = p->y - q->y, dz = p->z - q->z;
    CHECK(dx == i - k && dy == 2 * (i - k) && dz == 3 * (i - k));
    CHECK_EQ(p->number + p->tag * 1000 + q->more, i * by + i % 50 * 1000 + k % 40);
  }
}

static void neighbours(int by) {
  for (int i = 1; i < 4 * N * THREADS - 3; i += 3) {
    int at = i * 5 % (4 * N * THREADS - 4) + 1;
    CHECK_EQ(blocked[at - 1] + blocked[at] * 2 + blocked[at + 2],
             7 * (at - 1 + at * 2 + at + 2) + 4 * by);
    int far = at % 1900;
    CHECK_EQ(one[far] + one[far + 90] - one[far + 50], (far + far + 90 - far - 50) * by);
  }
  int a = 1 % all, b = all / 2, c = all - 1;
  CHECK_EQ(cyclic[a] + cyclic[b] + cyclic[c] + cyclic[0], (a + b + c) * by);
}

static int count(shared struct node *p) { return p ? 1 + count(p->left) + count(p->right) : 0; }

static void trees(void) {
  CHECK_EQ(count(nodes), all);
  int steps = 0, at = 0;
  for (shared struct node *p = nodes; p; steps++) {
    CHECK_EQ(p->tag, at % 50);
    at = p->more % 2 ? 2 * at + 1 : 2 * at + 2;
    p = p->more % 2 ? p->left : p->right;
  }
  CHECK(steps > 0);
}

/* The thread reads what it has written itself, also where it was fetched before. */
static void own_writes(void) {
  if (turn % THREADS != MYTHREAD)
    return;
  for (int i = 0; i < all; i++) {
    shared struct node *p = &nodes[i], *q = &nodes[(i + 1) % all];
    double was = p->x;
    q->x = 1000 + i;
    p->y = was + 1;
    double seen = q->x, y = p->y, z = p->z;
    CHECK(seen == 1000 + i && y == was + 1 && z == 3 * i + 1);
    int number = p->number;
    p->number += 5;
    q->number ^= 3;
    int now = p->number, next = q->number;
    CHECK_EQ(now, number + 5);
    q->number = next;
    struct { double x, y; } both = {5, 6};
    double z2 = q->z;
    upc_memput(q, &both, sizeof both);
    CHECK(q->x == 5 && q->y == 6 && q->z == z2);
  }
}

/* Strict accesses between the reads: each sees what was written before them. */
static void strict_between(void) {
  enum { ROUNDS = 50 };
  int next = (MYTHREAD + 1) % THREADS;
  static strict shared int said[THREADS], heard[THREADS];
  for (int r = 1; r <= ROUNDS; r++) {
    shared struct node *mine = &nodes[MYTHREAD], *p = &nodes[next], *q = &nodes[next + THREADS];
    mine->x = r;
    mine->y = 2 * r;
    nodes[MYTHREAD + THREADS].x = 3 * r;
    said[MYTHREAD] = r;
    double before = p->x + q->x;
    while (said[next] < r)
      ;
    double x = p->x, y = p->y, other = q->x;
    CHECK(before >= 0 && x == r && y == 2 * r && other == 3 * r);
    heard[MYTHREAD] = r;
    while (heard[(MYTHREAD + THREADS - 1) % THREADS] < r)
      ;
  }
}

/* Relaxed waits between reads of the same objects. */
static void relaxed_waits(void) {
  shared struct node *mine = &nodes[MYTHREAD], *p = &nodes[(MYTHREAD + 1) % THREADS];
  mine->number = 7777;
  double seen = 0;
  while (p->number != 7777)
    seen = p->z + p->y;
  CHECK(seen >= 0);
}

int main(void) {
  all = N * THREADS;
  nodes = upc_all_alloc(all, sizeof *nodes);
  shared [] int *shared *place = (shared [] int *shared *)upc_all_alloc(1, sizeof *place);
  if (MYTHREAD == THREADS - 1)
    *place = upc_alloc(2000 * sizeof *one);
  upc_barrier;
  one = *place;
  for (int by = 1; by < 4; by++) {
    set(by);
    upc_barrier;
    members(by);
    neighbours(by);
    trees();
    upc_barrier;
  }
  set(1);
  upc_barrier;
  for (int t = 0; t < THREADS; t++) {
    set(1);
    if (MYTHREAD == 0)
      turn = t;
    upc_barrier;
    own_writes();
    upc_barrier;
  }
  strict_between();
  upc_barrier;
  relaxed_waits();
  check_done();
  return 0;
}
