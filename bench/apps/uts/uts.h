/* SPDX-License-Identifier: Apache-2.0 */
/* Unbalanced tree search (paper of the XL UPC compiler, section 5.6; Olivier et al., LCPC 2006):
 * the trees of the published benchmark, whose nodes are states of a splittable random number
 * generator of SHA-1. Without names of trees the programs search T1 to T5. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "../app.h"

struct node {
  uint32_t state[5]; /* the digest, as SHA-1's big-endian words */
  int depth;
};

/* The mean number of children as a function of the depth. FIXED: constant down to depth `deep`.
 * DECREASING: falls to 0 at `deep`. CYCLIC: a wave of period `deep`, for five periods. BINOMIAL: a
 * node has `most` children or none. HYBRID: as DECREASING down to half of `deep`, then as
 * BINOMIAL. */
enum { FIXED, DECREASING, CYCLIC, BINOMIAL, HYBRID };

struct tree {
  const char *name;
  int kind, seed;
  double root; /* children of the root; the mean number unless BINOMIAL */
  int deep;
  int most;
  double some; /* the probability that a node of a binomial part has children */
  long nodes;  /* as published; 0 if unpublished */
};

#ifdef APP_SMALL
static const struct tree uts_trees[] = {{"t1", FIXED, 19, 4, 7, 0, 0, 0},
                                        {"t2", CYCLIC, 502, 6, 9, 0, 0, 0},
                                        {"t3", BINOMIAL, 42, 200, 0, 8, 0.12, 0},
                                        {"t4", HYBRID, 1, 6, 9, 4, 0.234375, 0},
                                        {"t5", DECREASING, 34, 4, 13, 0, 0, 0}};
#else
static const struct tree uts_trees[] = {
    {"t1", FIXED, 19, 4, 10, 0, 0, 4130071},
    {"t2", CYCLIC, 502, 6, 16, 0, 0, 4117769},
    {"t3", BINOMIAL, 42, 2000, 0, 8, 0.124875, 4112897},
    {"t4", HYBRID, 1, 6, 16, 4, 0.234375, 4132453},
    {"t5", DECREASING, 34, 4, 20, 0, 0, 4147582},
    {"t1l", FIXED, 29, 4, 13, 0, 0, 102181082},
    {"t2l", CYCLIC, 220, 7, 23, 0, 0, 96793510},
    {"t3l", BINOMIAL, 7, 2000, 0, 5, 0.200014, 111345631},
    {"t1xl", FIXED, 29, 4, 15, 0, 0, 1635119272},
    {"t1xxl", FIXED, 19, 4, 15, 0, 0, 4230646601},
    {"t2xxl", BINOMIAL, 0, 2000, 0, 2, 0.499999995, 10612052303},
    {"t3xxl", BINOMIAL, 316, 2000, 0, 2, 0.499995, 2793220501},
    {"t1wl", FIXED, 19, 4, 18, 0, 0, 270751679750},
    {"t2wl", BINOMIAL, 559, 2000, 0, 2, 0.4999999995, 295393891003},
    {"t3wl", BINOMIAL, 559, 2000, 0, 2, 0.4999995, 157063495159}};
#endif

enum {
  UTS_TREES = sizeof uts_trees / sizeof *uts_trees,
  UTS_USUAL = 5,
  STACK = 1 << 20, /* nodes of a thread's own stack: T2WL is 1,021,239 deep */
  CHUNK = 16,      /* nodes that move together */
  POOL = 4         /* chunks in a thread's pool */
};

/* The number of the tree with a name, UTS_TREES if there is none. */
static inline int uts_tree_named(const char *name) {
  int k = 0;
  while (k < UTS_TREES && strcmp(name, uts_trees[k].name) != 0)
    k++;
  return k;
}

/* True if the names have tree k, or are none and it is one of the usual trees. */
static inline int uts_is_chosen(int k, int count, char **names) {
  int found = count == 0 && k < UTS_USUAL;
  for (int i = 0; i < count; i++)
    found |= uts_tree_named(names[i]) == k;
  return found;
}

/* The first name that is no tree's, or 0. */
static inline const char *uts_unknown(int count, char **names) {
  for (int i = 0; i < count; i++)
    if (uts_tree_named(names[i]) == UTS_TREES)
      return names[i];
  return 0;
}

/* Says which trees there are. Returns the status for main. */
static inline int uts_refuse(const char *unknown) {
  fprintf(stderr, "uts: there is no tree '%s'; there are", unknown);
  for (int k = 0; k < UTS_TREES; k++)
    fprintf(stderr, " %s", uts_trees[k].name);
  fprintf(stderr, "\n");
  return 2;
}

/* A thread's own nodes: those from `bottom` to `top` - 1. */
struct stack {
  struct node node[STACK];
  int bottom, top;
  long visited;
};

/* At most two rounds: each is a whole search. */
static inline int uts_rounds(void) { return app_rounds() > 2 ? 2 : app_rounds(); }

static inline uint32_t uts_turn(uint32_t x, int bits) { return x << bits | x >> (32 - bits); }

#define UTS_ROUNDS(from, to, f, constant)                                                          \
  for (int i = from; i < to; i++) {                                                                \
    if (i >= 16)                                                                                   \
      w[i & 15] = uts_turn(w[(i + 13) & 15] ^ w[(i + 8) & 15] ^ w[(i + 2) & 15] ^ w[i & 15], 1);   \
    uint32_t next = uts_turn(a, 5) + (f) + e + UINT32_C(constant) + w[i & 15];                     \
    e = d;                                                                                         \
    d = c;                                                                                         \
    c = uts_turn(b, 30);                                                                           \
    b = a;                                                                                         \
    a = next;                                                                                      \
  }

/* SHA-1 of `count` words, at most 13. */
static inline void uts_digest(uint32_t *digest, const uint32_t *words, int count) {
  uint32_t w[16] = {0};
  uint32_t a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476, e = 0xc3d2e1f0;
  memcpy(w, words, (size_t)count * sizeof *w);
  w[count] = 0x80000000;
  w[15] = (uint32_t)count * 32;
  UTS_ROUNDS(0, 20, (b & c) | (~b & d), 0x5a827999)
  UTS_ROUNDS(20, 40, b ^ c ^ d, 0x6ed9eba1)
  UTS_ROUNDS(40, 60, (b & c) | (b & d) | (c & d), 0x8f1bbcdc)
  UTS_ROUNDS(60, 80, b ^ c ^ d, 0xca62c1d6)
  digest[0] = a + 0x67452301;
  digest[1] = b + 0xefcdab89;
  digest[2] = c + 0x98badcfe;
  digest[3] = d + 0x10325476;
  digest[4] = e + 0xc3d2e1f0;
}

/* The root's state: the digest of 16 zero bytes and the seed. */
static inline struct node uts_root(const struct tree *tree) {
  struct node root = {.depth = 0};
  uint32_t words[5] = {0, 0, 0, 0, (uint32_t)tree->seed};
  uts_digest(root.state, words, 5);
  return root;
}

/* Child `number`: the digest of the parent's state and the number. */
static inline void uts_child(struct node *child, const struct node *parent, int number) {
  uint32_t words[6];
  memcpy(words, parent->state, sizeof parent->state);
  words[5] = (uint32_t)number;
  uts_digest(child->state, words, 6);
  child->depth = parent->depth + 1;
}

/* The mean number of children at a depth, outside binomial parts. */
static inline double uts_mean(const struct tree *tree, int depth) {
  if (depth == 0)
    return tree->root;
  switch (tree->kind) {
  case FIXED:
    return depth < tree->deep ? tree->root : 0;
  case CYCLIC:
    return depth > 5 * tree->deep
               ? 0
               : pow(tree->root, sin(2 * 3.141592653589793 * depth / tree->deep));
  default:
    return tree->root * (1 - (double)depth / tree->deep);
  }
}

static inline int uts_is_binomial(const struct tree *tree, int depth) {
  return tree->kind == BINOMIAL || (tree->kind == HYBRID && 2 * depth >= tree->deep);
}

static inline int uts_children(const struct tree *tree, const struct node *node) {
  enum { CHILDREN_MOST = 100 };
  double u = (node->state[4] & 0x7fffffff) / 2147483648.0;
  if (uts_is_binomial(tree, node->depth))
    return node->depth == 0 ? (int)tree->root : u < tree->some ? tree->most : 0;
  int children = (int)floor(log(1 - u) / log(1 - 1 / (1 + uts_mean(tree, node->depth))));
  return children < CHILDREN_MOST ? children : CHILDREN_MOST;
}

/* Replaces the newest node of the stack by its children. */
static inline void uts_visit(struct stack *stack, const struct tree *tree) {
  struct node node = stack->node[--stack->top];
  int children = uts_children(tree, &node);
  stack->visited++;
  if (stack->top + children > STACK) {
    fprintf(stderr, "uts: a stack of %d nodes is too small\n", STACK);
    exit(1);
  }
  for (int i = 0; i < children; i++)
    uts_child(&stack->node[stack->top++], &node, i);
}

/* The number of nodes of the tree: the published one, or by a serial search, which needs an empty
 * `stack`. */
static inline long uts_expected(struct stack *stack, const struct tree *tree) {
  if (tree->nodes)
    return tree->nodes;
  stack->visited = stack->bottom = 0;
  stack->top = 1;
  stack->node[0] = uts_root(tree);
  while (stack->top > 0)
    uts_visit(stack, tree);
  return stack->visited;
}
