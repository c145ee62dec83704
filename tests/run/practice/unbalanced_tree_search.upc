// Unbalanced tree search: per-thread stacks in shared memory, steals under locks, a cancellable
// barrier of strict variables.
#include <upc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define MAXSTACK 4000
#define CHUNK 4
#define SHARED shared
#define PAUSE ((void)0)
#define SHARED_INDEF shared [0]
#define GET_NUM_THREADS THREADS
#define GET_THREAD_NUM MYTHREAD
#define LOCK_T upc_lock_t
#define SET_LOCK(zlk) upc_lock(zlk)
#define UNSET_LOCK(zlk) upc_unlock(zlk)
#define INIT_LOCK(zlk) zlk=upc_global_lock_alloc()
#define SMEMCPY upc_memget
#define ALLOC upc_alloc
#define BARRIER upc_barrier;
struct state_t { unsigned char s[8]; };
typedef struct node_t { int type, height, numChildren; struct state_t state; } Node;
typedef struct stealStack_t {
    int stackSize, workAvail, sharedStart, local, top, maxStackDepth, nNodes, nLeaf, nAcquire,
        nRelease, nSteal, nFail;
    double time[5];
    SHARED_INDEF Node *stack_g;
    Node *stack;
    LOCK_T *stackLock;
} StealStack;
typedef SHARED StealStack *SharedStealStackPtr;
shared [1] StealStack stealStack[THREADS];
LOCK_T *shared cb_lock;
shared [0] int *shared cb_ptr_unused;
strict shared int cb_cancel, cb_count, cb_done;
shared int nodes_total, leaf_total;
static void ss_error(const char *s) { fprintf(stderr, "ERROR %s\n", s); upc_global_exit(4); }
static unsigned mix(unsigned a, unsigned b)
{
    unsigned h = a * 2654435761u ^ (b + 0x9e3779b9u + (a << 6));
    h ^= h >> 15;
    h *= 0x85ebca6b;
    h ^= h >> 13;
    return h;
}
static int children(Node *p)
{
    unsigned h;
    memcpy(&h, p->state.s, 4);
    if (p->height == 0) return 40;
    return p->height < 30 && h % 100 < 24 ? 4 : 0;
}
static void child(Node *p, int i, Node *c)
{
    unsigned h;
    memcpy(&h, p->state.s, 4);
    h = mix(h, i);
    c->type = 0;
    c->height = p->height + 1;
    c->numChildren = -1;
    memset(&c->state, 0, sizeof c->state);
    memcpy(c->state.s, &h, 4);
}
static int sequential(Node *n, int *leaves)
{
    int k = children(n), i, s = 1;
    if (!k) (*leaves)++;
    for (i = 0; i < k; i++) {
        Node c;
        child(n, i, &c);
        s += sequential(&c, leaves);
    }
    return s;
}
static void ss_push(StealStack *s, Node *c)
{
    if (s->top >= s->stackSize) ss_error("overflow");
    memcpy(&s->stack[s->top], c, sizeof(Node));
    s->top++;
    if (s->top > s->maxStackDepth) s->maxStackDepth = s->top;
}
static int ss_localDepth(StealStack *s) { return s->top - s->local; }
static Node *ss_top(StealStack *s)
{
    if (s->top - s->local <= 0) ss_error("top");
    return &s->stack[s->top - 1];
}
static void ss_release(StealStack *s, int k)
{
    SET_LOCK(s->stackLock);
    s->local += k;
    s->workAvail += k;
    s->nRelease++;
    UNSET_LOCK(s->stackLock);
}
static int ss_acquire(StealStack *s, int k)
{
    int a;
    SET_LOCK(s->stackLock);
    a = s->workAvail;
    if (a >= k) {
        s->local -= k;
        s->workAvail -= k;
        s->nAcquire++;
    }
    UNSET_LOCK(s->stackLock);
    return a >= k;
}
static int ss_steal(StealStack *s, int victim, int k)
{
    int vs, va, ok;
    if (s->sharedStart != s->top) ss_error("steal with nodes");
    SET_LOCK(stealStack[victim].stackLock);
    vs = stealStack[victim].sharedStart; va = stealStack[victim].workAvail; ok = va >= k;
    if (ok) { stealStack[victim].sharedStart = vs + k; stealStack[victim].workAvail = va - k; }
    if (ok) { // before the unlock: the victim may empty its stack then, and fill it with what it
              // steals itself
        SHARED_INDEF Node *victimStackBase = stealStack[victim].stack_g;
        SHARED_INDEF Node *victimSharedStart = victimStackBase + vs;
        SMEMCPY(&s->stack[s->top], victimSharedStart, k * sizeof(Node));
        s->nSteal++; s->top += k;
    } else s->nFail++;
    UNSET_LOCK(stealStack[victim].stackLock);
    return ok;
}
static int cbarrier_wait(void)
{
    int l_done, l_cancel;
    SET_LOCK(cb_lock);
    cb_count++;
    if (cb_count == THREADS) cb_done = 1;
    l_done = cb_done;
    cb_cancel = 0;
    UNSET_LOCK(cb_lock);
    do { PAUSE; l_cancel = cb_cancel; l_done = cb_done; } while (!l_cancel && !l_done);
    SET_LOCK(cb_lock); cb_count--; l_done = cb_done; UNSET_LOCK(cb_lock);
    return cb_done;
}
static void parTreeSearch(StealStack *ss)
{
    int done = 0, i; Node parent, c;
    while (!done) {
        while (ss_localDepth(ss) > 0) {
            parent = *ss_top(ss); ss->top--; ss->nNodes++;
            parent.numChildren = children(&parent);
            if (!parent.numChildren) ss->nLeaf++;
            for (i = 0; i < parent.numChildren; i++) { child(&parent, i, &c); ss_push(ss, &c); }
            if (ss_localDepth(ss) > 2 * CHUNK) {
                ss_release(ss, CHUNK);
                if (ss->nNodes % 8 == 0) cb_cancel = 1;
            }
        }
        if (ss_acquire(ss, CHUNK)) continue;
        { int got = 0, v;
          ss->local = ss->top = ss->sharedStart = 0;
          SET_LOCK(ss->stackLock); ss->workAvail = 0; UNSET_LOCK(ss->stackLock);
          for (i = 1; i < THREADS && !got; i++) {
              v = (MYTHREAD + i) % THREADS;
              if (stealStack[v].workAvail >= CHUNK) got = ss_steal(ss, v, CHUNK);
          }
          if (got) continue; }
        done = cbarrier_wait();
    }
}
int main(void)
{
    StealStack *ss = (StealStack *)&stealStack[MYTHREAD];
    Node root = {0, 0, -1, {{17}}};
    int leaves = 0, total, i;
    ss->stack_g = (SHARED_INDEF Node *)ALLOC(MAXSTACK * sizeof(Node));
    ss->stack = (Node *)ss->stack_g;
    if (!ss->stack) ss_error("alloc");
    INIT_LOCK(ss->stackLock);
    ss->stackSize = MAXSTACK;
    if (MYTHREAD == 0) { cb_lock = upc_global_lock_alloc(); ss_push(ss, &root); }
    BARRIER
    parTreeSearch(ss);
    BARRIER
    total = sequential(&root, &leaves);
    if (MYTHREAD == 0) {
        int t = 0, l = 0;
        for (i = 0; i < THREADS; i++) t += stealStack[i].nNodes, l += stealStack[i].nLeaf;
        if (t != total || l != leaves) {
            printf("failed %d %d, %d %d\n", t, total, l, leaves);
            upc_global_exit(1);
        }
        printf("ok\n");
        upc_lock_free(cb_lock);
    }
    upc_lock_free(ss->stackLock);
    return 0;
}
