/* SPDX-License-Identifier: Apache-2.0 */
/* Forms in which one thread of a node, its leader, speaks for all of it: the groups are the nodes,
 * or the regions of the one node (patterns/places.h), of any sizes. Members give to a buffer of
 * their leader, or fold there; leaders move between nodes what their members need; members take it
 * from there. So there is one message between two nodes, or between a node and the root, for each
 * row of consecutive threads:
 *  - scatter and gather: the blocks of a node's threads. Threads of the root's node use its array;
 *  - exchange: a message of the blocks of one node's threads for the other's. Blocks of threads of
 *    one node go straight;
 *  - reduce_scatter: the threads of a node fold their vectors, each a share of them; each leader
 *    reads its threads' slices of the other nodes' sums. */
#include "../buffer.h"
#include "../copies.h"
#include "../geometry.h"
#include "../patterns/places.h"
#include "../patterns/schedule.h"
#include "../reduce/vector.h"
#include "../register.h"
#include "../topology.h"

/* The calling thread's group. Members have ranks from 0 on in places->member; rank 0 leads. */
struct group {
  const struct upcr_call *call;
  const struct upcr_places *places;
  int number, first, size, rank, leader, groups;
};

static struct group group_of(const struct upcr_call *call) {
  struct group g = {.call = call, .places = upcr_topology()};
  g.number = upcr_group_number(g.places, upcr_self.mythread);
  g.first = upcr_group_first(g.places, g.number);
  g.size = upcr_group_size(g.places, g.number);
  g.rank = upcr_group_rank(g.places, upcr_self.mythread);
  g.leader = g.places->member[g.first];
  g.groups = upcr_groups(g.places);
  return g;
}

static bool leads(const struct group *g) { return g->rank == 0; }

static int member(const struct group *g, int rank) { return g->places->member[g->first + rank]; }

/* The k-th member after the caller, around; k = 0 .. size - 1. */
static int member_after(const struct group *g, int k) { return member(g, (g->rank + k) % g->size); }

static int leader_of(const struct group *g, int group) {
  return upcr_group_leader(g->places, group);
}

/* Bytes of a block of each member. */
static size_t blocks_bytes(const struct group *g) { return (size_t)g->size * g->call->nbytes; }

/* What an operation does. `give` and `take` are of every member, at an address of the leader's
 * buffer; `between` is the leader's, after what all have given at `given`, and gives where they
 * take. 0: they give, or take, nothing. */
typedef void member_function(const struct group *g, upcr_pts_t where);
struct parts {
  member_function *give, *take;
  upcr_pts_t (*between)(const struct group *g, upcr_pts_t given);
};

/* A letter says where, and that what lies there is complete; a signal that its sender is through
 * with it. Members write when they have heard where, so never to a buffer that a call before still
 * needs. */
static void lead_members(const struct group *g, upcr_pts_t where, member_function *work) {
  for (int rank = 1; rank < g->size; rank++)
    upcr_send_letter(g->call, member(g, rank), &where, sizeof where);
  work(g, where);
  for (int rank = 1; rank < g->size; rank++)
    upcr_wait_signal(g->call, member(g, rank));
}

static void lead(const struct group *g, const struct parts *parts) {
  upcr_pts_t where = upcr_buffer();
  if (parts->give)
    lead_members(g, where, parts->give);
  where = parts->between(g, where);
  if (parts->take)
    lead_members(g, where, parts->take);
}

static void follow_leader(const struct group *g, member_function *work) {
  upcr_pts_t where;
  upcr_take_letter(g->call, g->leader, &where, sizeof where);
  work(g, where);
  upcr_signal(g->call, g->leader);
}

static void follow(const struct group *g, const struct parts *parts) {
  if (parts->give)
    follow_leader(g, parts->give);
  if (parts->take)
    follow_leader(g, parts->take);
}

static void run(const struct group *g, const struct parts *parts) {
  if (leads(g))
    lead(g, parts);
  else
    follow(g, parts);
}

/* All leaders say where their data are; then each reads from the groups before its own, the nearest
 * first: no read waits for another. `read` gets from `theirs` what is for the caller's group. */
static void visit_leaders(const struct group *g, upcr_pts_t data,
                          void (*read)(const struct group *g, int other, upcr_pts_t theirs,
                                       upcr_pts_t data),
                          upcr_pts_t to) {
  for (int k = 1; k < g->groups; k++)
    upcr_send_letter(g->call, leader_of(g, (g->number + k) % g->groups), &data, sizeof data);
  for (int k = 1; k < g->groups; k++) {
    int other = (g->number - k + g->groups) % g->groups;
    upcr_pts_t theirs;
    upcr_take_letter(g->call, leader_of(g, other), &theirs, sizeof theirs);
    read(g, other, theirs, to);
    upcr_signal(g->call, leader_of(g, other));
  }
  for (int k = 1; k < g->groups; k++)
    upcr_wait_signal(g->call, leader_of(g, (g->number + k) % g->groups));
}

/* Where members read each other's data: before the first access, and after the last, what MYSYNC
 * asks for. */
static void allow_members(const struct group *g) {
  for (int k = 1; k < g->size; k++)
    upcr_allow(g->call, member_after(g, k));
  for (int k = 1; k < g->size; k++)
    upcr_await_allowed(g->call, member_after(g, k));
}

static void report_members(const struct group *g) {
  for (int k = 1; k < g->size; k++)
    upcr_report(g->call, member_after(g, k));
  for (int k = 1; k < g->size; k++)
    upcr_await_report(g->call, member_after(g, k));
}

/* Copies the blocks of the group's members between an array of a block for each thread, in their
 * order, and `packed`, where they lie in the order of ranks: a copy for each row of consecutive
 * threads. */
static void copy_rows(const struct group *g, upcr_pts_t packed, upcr_pts_t array, bool to_array) {
  size_t n = g->call->nbytes;
  for (int rank = 0, count; rank < g->size; rank += count) {
    upcr_pts_t here = packed + (size_t)rank * n, there = array + (size_t)member(g, rank) * n;
    count = upcr_members_in_row(g->places, g->first + rank, g->first + g->size);
    upcr_move(to_array ? there : here, to_array ? here : there, (size_t)count * n);
  }
}

/* Scatter and gather. */

static bool has_root(const struct group *g) {
  return upcr_group_number(g->places, g->call->root) == g->number;
}

/* The caller's block, between its own part of dst or src and `there`. */
static void move_block(const struct group *g, upcr_pts_t there) {
  bool scatters = g->call->which == UPCR_ALL_SCATTER;
  upcr_pts_t own = upcr_part(scatters ? g->call->dst : g->call->src, upcr_self.mythread, 0);
  upcr_move(scatters ? own : there, scatters ? there : own, g->call->nbytes);
}

static void move_packed(const struct group *g, upcr_pts_t packed) {
  move_block(g, packed + (size_t)g->rank * g->call->nbytes);
}

static upcr_pts_t array_of_root(const struct group *g) {
  return g->call->which == UPCR_ALL_SCATTER ? g->call->src : g->call->dst;
}

static void move_at_root(const struct group *g) {
  upcr_await_allowed(g->call, g->call->root);
  move_block(g, array_of_root(g) + (size_t)upcr_self.mythread * g->call->nbytes);
  upcr_report(g->call, g->call->root);
}

/* Calls `edge` for those who touch the root's array. */
static void for_each_user(const struct group *g,
                          void (*edge)(const struct upcr_call *call, int other)) {
  for (int k = 1; k < g->size; k++)
    edge(g->call, member_after(g, k));
  for (int other = 0; other < g->groups; other++)
    if (other != g->number)
      edge(g->call, leader_of(g, other));
}

static void be_root(const struct group *g) {
  for_each_user(g, upcr_allow);
  move_at_root(g);
  for_each_user(g, upcr_await_report);
}

static upcr_pts_t meet_root(const struct group *g, upcr_pts_t packed) {
  upcr_await_allowed(g->call, g->call->root);
  copy_rows(g, packed, array_of_root(g), g->call->which == UPCR_ALL_GATHER);
  upcr_report(g->call, g->call->root);
  return packed;
}

size_t upcr_room_of_group(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct group g = group_of(call);
  (void)algorithm;
  return leads(&g) && !has_root(&g) ? blocks_bytes(&g) : 0;
}

void upcr_flat_leaders(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  static const struct parts scatter = {.take = move_packed, .between = meet_root},
                            gather = {.give = move_packed, .between = meet_root};
  struct group g = group_of(call);
  if (upcr_self.mythread == call->root)
    be_root(&g);
  else if (has_root(&g))
    move_at_root(&g);
  else
    run(&g, call->which == UPCR_ALL_SCATTER ? &scatter : &gather);
  upcr_buffer_done(algorithm);
}

/* Exchange. Buffers of the leaders: the messages that the group sends, then those that it gets
 * (patterns/places.h). */

/* Bytes of all messages that the group sends, as many as it gets. */
static size_t messages(const struct group *g) {
  return (size_t)g->size * (size_t)(upcr_self.threads - g->size) * g->call->nbytes;
}

static size_t message_at(const struct group *g, int group, int other) {
  return (size_t)upcr_message_first(g->places, group, other) * g->call->nbytes;
}

/* Blocks between threads of the group. */
static void exchange_within(const struct group *g) {
  allow_members(g);
  for (int k = 0; k < g->size; k++) {
    struct upcr_block block = upcr_block_between(g->call, member_after(g, k), upcr_self.mythread);
    upcr_move(block.dst, block.src, g->call->nbytes);
  }
}

/* Puts the caller's blocks for the threads of another group into the message. */
static void pack_message(const struct group *g, upcr_pts_t message, int other) {
  const int *to = g->places->member + upcr_group_first(g->places, other);
  size_t n = g->call->nbytes;
  for (int k = 0; k < upcr_group_size(g->places, other); k++)
    upcr_move(message + (size_t)upcr_message_block(g->size, g->rank, k) * n,
              upcr_part(g->call->src, upcr_self.mythread, (size_t)to[k] * n), n);
}

static void pack(const struct group *g, upcr_pts_t sent) {
  for (int other = 0; other < g->groups; other++)
    if (other != g->number)
      pack_message(g, sent + message_at(g, g->number, other), other);
}

/* Takes the caller's blocks out of the message of another group. */
static void unpack_message(const struct group *g, upcr_pts_t message, int other) {
  int first = upcr_group_first(g->places, other), end = first + upcr_group_size(g->places, other);
  size_t n = g->call->nbytes;
  upcr_pts_t own = message + (size_t)upcr_message_block(end - first, 0, g->rank) * n;
  for (int at = first, count; at < end; at += count) {
    count = upcr_members_in_row(g->places, at, end);
    upcr_move(upcr_part(g->call->dst, upcr_self.mythread, (size_t)g->places->member[at] * n),
              own + (size_t)(at - first) * n, (size_t)count * n);
  }
}

static void unpack(const struct group *g, upcr_pts_t got) {
  for (int other = 0; other < g->groups; other++)
    if (other != g->number)
      unpack_message(g, got + message_at(g, g->number, other), other);
}

static void read_message(const struct group *g, int other, upcr_pts_t theirs, upcr_pts_t got) {
  upcr_move(got + message_at(g, g->number, other), theirs + message_at(g, other, g->number),
            blocks_bytes(g) * (size_t)upcr_group_size(g->places, other));
}

static upcr_pts_t exchange_messages(const struct group *g, upcr_pts_t sent) {
  upcr_pts_t got = sent + messages(g);
  visit_leaders(g, sent, read_message, got);
  return got;
}

size_t upcr_room_of_leader(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct group g = group_of(call);
  (void)algorithm;
  return leads(&g) ? 2 * messages(&g) : 0;
}

void upcr_exchange_leaders(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  static const struct parts parts = {pack, unpack, exchange_messages};
  struct group g = group_of(call);
  exchange_within(&g);
  if (g.groups > 1)
    run(&g, &parts);
  report_members(&g);
  upcr_buffer_done(algorithm);
}

/* Reduce and scatter. Buffers of a leader: the node's sum of whole vectors, then its threads'
 * slices of the result, then those that another leader gave, both in the order of ranks. */

static size_t vector_bytes(const struct group *g) {
  return (size_t)upcr_self.threads * g->call->nbytes;
}

/* The first byte of the share of a vector that the member of that rank folds. */
static size_t share_first(const struct group *g, int rank) {
  size_t size = upcr_element_size(g->call);
  return upcr_even_first(vector_bytes(g) / size, g->size, rank) * size;
}

static void fold_share(const struct group *g, upcr_pts_t sum) {
  size_t at = share_first(g, g->rank), n = share_first(g, g->rank + 1) - at;
  upcr_move(sum + at, upcr_part(g->call->src, member(g, 0), at), n);
  for (int rank = 1; rank < g->size; rank++)
    upcr_combine_vectors(g->call, sum + at, sum + at, upcr_part(g->call->src, member(g, rank), at),
                         n);
}

static void fold_slices(const struct group *g, int other, upcr_pts_t theirs, upcr_pts_t result) {
  upcr_pts_t given = result + blocks_bytes(g);
  (void)other;
  copy_rows(g, given, theirs, false);
  upcr_combine_vectors(g->call, result, result, given, blocks_bytes(g));
}

static upcr_pts_t fold_others(const struct group *g, upcr_pts_t sum) {
  upcr_pts_t result = sum + vector_bytes(g);
  copy_rows(g, result, sum, false);
  visit_leaders(g, sum, fold_slices, result);
  return result;
}

static void take_slice(const struct group *g, upcr_pts_t result) {
  upcr_move(upcr_part(g->call->dst, upcr_self.mythread, 0),
            result + (size_t)g->rank * g->call->nbytes, g->call->nbytes);
}

size_t upcr_room_of_sum(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct group g = group_of(call);
  (void)algorithm;
  return leads(&g) ? vector_bytes(&g) + 2 * blocks_bytes(&g) : 0;
}

void upcr_reduce_scatter_leaders(const struct upcr_call *call,
                                 const struct upcr_algorithm *algorithm) {
  static const struct parts parts = {fold_share, take_slice, fold_others};
  struct group g = group_of(call);
  allow_members(&g);
  run(&g, &parts);
  report_members(&g);
  upcr_buffer_done(algorithm);
}
