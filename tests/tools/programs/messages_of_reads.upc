// Thread 0 reads and updates objects of other threads, and says how many messages it sent for each
// kind of access.
#include <stdio.h>
#include <upc_relaxed.h>
#include <upcx_messages.h>

enum { N = 64, NODES = 2000, UPDATES = 4000, BINS = 5000, LINES = 200, SORTED = 2048 };
enum { LINE = 32 /* characters */ };

struct body {
  double x, y, z;
  shared struct body *next;
  char rest[4064]; /* each is in a page of its own */
};

struct node {
  double value;
  shared struct node *next;
  char rest[640]; /* some lie in each page, not in each line */
};

static shared struct body *bodies;
static shared struct node *shared nodes, *shared stack;
static shared [] char *shared text;
static shared [SORTED] int sorted[SORTED * THREADS];
static shared long bins[BINS * THREADS];
static shared int places[BINS * THREADS];

static unsigned long sent(void) { return (unsigned long)upcx_messages().messages; }

static double along_a_list(void) {
  double sum = 0;
  for (shared struct body *p = bodies; p; p = p->next)
    sum += p->x + p->y * p->z;
  return sum;
}

static double along_small_nodes(shared struct node *first) {
  double sum = 0;
  for (shared struct node *p = first; p; p = p->next)
    sum += p->value;
  return sum;
}

static int is_same(shared [] char *a, const char *b) {
  int i = 0;
  while (a[i] && a[i] == b[i])
    i++;
  return a[i] == b[i];
}

/* Each line is read character by character, some more than once. */
static int same_lines(void) {
  int same = 0;
  for (int i = 0; i < LINES; i++)
    same += is_same(text + i * LINE, "an even line");
  return same;
}

/* Binary searches in what is sorted. */
static int searches(void) {
  unsigned long r = 1;
  int wrong = 0;
  for (int i = 0; i < UPDATES; i++) {
    r = r * 6364136223846793005ul + 1442695040888963407ul;
    int key = (int)((r >> 33) % (2 * SORTED * THREADS)), low = 0, high = SORTED * THREADS;
    while (low < high) {
      int middle = (low + high) / 2;
      if (sorted[middle] < key)
        low = middle + 1;
      else
        high = middle;
    }
    wrong += low != (key + 1) / 2;
  }
  return wrong;
}

static double pairs(void) {
  double sum = 0;
  for (int i = 0; i + THREADS + 1 < N * THREADS; i += 2 * THREADS) {
    shared struct body *p = &bodies[i + 1], *q = &bodies[i + THREADS + 1];
    sum += (p->x - q->x) * (p->y - q->y) * (p->z - q->z);
  }
  return sum;
}

/* Three members of each object. */
static void stores(void) {
  for (shared struct body *p = bodies; p; p = p->next) {
    p->x = 1;
    p->y = 2;
    p->z = 3;
  }
}

/* How many members differ from what stores() stores. */
static int wrongly_stored(void) {
  int wrong = 0;
  upc_forall (int i = 0; i < N * THREADS; i++; &bodies[i])
    wrong += bodies[i].x != 1 || bodies[i].y != 2 || bodies[i].z != 3;
  return wrong;
}

static void updates(void) {
  unsigned long r = 1;
  for (int i = 0; i < UPDATES; i++) {
    r = r * 6364136223846793005ul + 1442695040888963407ul;
    bins[(r >> 33) % (BINS * THREADS)] += i;
  }
  upc_fence;
}

static void scatter(void) {
  unsigned long r = 1;
  for (int i = 0; i < UPDATES; i++) {
    r = r * 6364136223846793005ul + 1442695040888963407ul;
    places[(r >> 33) % (BINS * THREADS)] = i + 1;
  }
  upc_fence;
}

/* How many places differ from what scatter() stores. */
static int misplaced(void) {
  static int expected[BINS * 8];
  unsigned long r = 1;
  int wrong = 0;
  for (int i = 0; i < UPDATES; i++) {
    r = r * 6364136223846793005ul + 1442695040888963407ul;
    expected[(r >> 33) % (BINS * THREADS)] = i + 1;
  }
  for (int i = 0; i < BINS * THREADS; i++)
    wrong += places[i] != expected[i];
  return wrong;
}

/* The last thread's nodes follow each other in its memory. One list leads upwards, one, which grew
 * at its head, downwards. */
static void make_nodes(void) {
  shared [] struct node *made = upc_alloc(2 * NODES * sizeof *made);
  for (int i = 0; i < NODES; i++) {
    made[i].value = made[NODES + i].value = i;
    made[i].next = i + 1 < NODES ? (shared struct node *)&made[i + 1] : 0;
    made[NODES + i].next = i > 0 ? (shared struct node *)&made[NODES + i - 1] : 0;
  }
  nodes = (shared struct node *)made;
  stack = (shared struct node *)&made[2 * NODES - 1];
}

static void make_text(void) {
  shared [] char *made = upc_alloc(LINES * LINE);
  for (int i = 0; i < LINES; i++)
    upc_memput(made + i * LINE, i % 2 ? "an odd line" : "an even line", 13);
  text = made;
}

int main(void) {
  bodies = upc_all_alloc(N * THREADS, sizeof *bodies);
  upc_forall (int i = 0; i < N * THREADS; i++; &bodies[i]) {
    bodies[i].x = bodies[i].y = bodies[i].z = i;
    bodies[i].next = i + 1 < N * THREADS ? bodies + i + 1 : 0;
  }
  upc_forall (int i = 0; i < SORTED * THREADS; i++; &sorted[i])
    sorted[i] = 2 * i;
  if (MYTHREAD == THREADS - 1) {
    make_nodes();
    make_text();
  }
  upc_barrier;
  if (MYTHREAD == 0) {
    unsigned long start = sent();
    double sum = along_a_list();
    printf("list %lu\n", sent() - start);
    upc_fence;
    start = sent();
    double values = along_small_nodes(nodes);
    printf("nodes %lu\n", sent() - start);
    if (values != NODES / 2 * (NODES - 1.))
      return 1;
    upc_fence;
    start = sent();
    values = along_small_nodes(stack);
    printf("stack %lu\n", sent() - start);
    if (values != NODES / 2 * (NODES - 1.))
      return 1;
    upc_fence;
    start = sent();
    if (same_lines() != LINES / 2)
      return 1;
    printf("lines %lu\n", sent() - start);
    upc_fence;
    start = sent();
    if (searches() > 0)
      return 1;
    printf("searches %lu\n", sent() - start);
    upc_fence;
    start = sent();
    sum += pairs();
    printf("pairs %lu\n", sent() - start);
    upc_fence;
    start = sent();
    stores();
    upc_fence;
    printf("stores %lu\n", sent() - start);
    start = sent();
    updates();
    printf("updates %lu\n", sent() - start);
    start = sent();
    scatter();
    printf("scatter %lu\n", sent() - start);
    fprintf(stderr, "%g\n", sum);
  }
  upc_barrier;
  long all = 0;
  for (int i = 0; i < BINS * THREADS; i++)
    all += bins[i];
  return all != UPDATES / 2 * (UPDATES - 1l) || misplaced() > 0 || wrongly_stored() > 0;
}
