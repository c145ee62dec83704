/* SPDX-License-Identifier: Apache-2.0 */
/* Scatter and gather by leaders: the root exchanges blocks with the leader of each other group, and
 * the leader with its members; threads of the root's group use the root's memory. Short blocks of
 * scatter are relayed from leader to leader. */
#include "../geometry.h"
#include "../patterns/tree.h"
#include "leaders.h"

static int root_group(const struct upcr_tier *g) {
  return upcr_group_number(g->places, g->call->root);
}

/* Copies a group's rows between an array and a packed one. */
static void copy_rows(const struct upcr_tier *g, int group, upcr_pts_t packed, upcr_pts_t array,
                      bool to_array) {
  UPCR_FOR_ROWS(r, g, group) {
    upcr_pts_t row = packed + r.packed_at, in_array = array + r.at;
    upcr_move(to_array ? in_array : row, to_array ? row : in_array, r.n);
  }
}

static bool has_root(const struct upcr_tier *g) { return root_group(g) == g->number; }

static bool scatters(const struct upcr_tier *g) { return g->call->which == UPCR_ALL_SCATTER; }

/* The caller's block, between its own part of dst or src and the root's or leader's memory. */
static void move_block(const struct upcr_tier *g, upcr_pts_t other) {
  upcr_pts_t own = upcr_own_part(g->call);
  upcr_move(scatters(g) ? own : other, scatters(g) ? other : own, g->call->nbytes);
}

static void move_packed(const struct upcr_tier *g, upcr_pts_t packed) {
  move_block(g, packed + (size_t)g->rank * g->call->nbytes);
}

static upcr_pts_t array_of_root(const struct upcr_tier *g) {
  return scatters(g) ? g->call->src : g->call->dst;
}

static void move_at_root(const struct upcr_tier *g) {
  upcr_await_allowed(g->call, g->call->root);
  move_block(g, array_of_root(g) + (size_t)upcr_self.mythread * g->call->nbytes);
  upcr_report(g->call, g->call->root);
}

/* A group's blocks go between the root and the group's leader as transfers: those of gather to the
 * root's array, those of scatter straight to the one thread of a group, or in letters to the leader
 * of several. Else the leader copies them, as it may after a signal. */

static bool has_several(const struct upcr_tier *g, int group) {
  return upcr_group_size(g->places, group) > 1;
}

static struct upcr_way way_of(const struct upcr_tier *g, int group) {
  size_t n = upcr_tier_bytes(g, group);
  struct upcr_way way = upcr_way_of(g->call, false, n);
  way.by_letter |= scatters(g) && has_several(g, group) && n <= upcr_far_letter_most();
  return way;
}

static bool leader_copies(const struct upcr_tier *g, int group) {
  int other = upcr_self.mythread == g->call->root ? upcr_tier_leader(g, group) : g->call->root;
  enum upcr_mover mover = upcr_mover(way_of(g, group), other);
  return mover == UPCR_TAKER_READS ||
         (mover == UPCR_GIVER_WRITES && scatters(g) && has_several(g, group));
}

/* Where a leader has the blocks of its group. */
static upcr_pts_t place_at_leader(const struct upcr_tier *g, int group, upcr_pts_t packed) {
  bool is_own = scatters(g) && !has_several(g, group);
  return is_own ? upcr_part(g->call->dst, upcr_tier_leader(g, group), 0) : packed;
}

/* In the root and in the leader. */
static void transfer(const struct upcr_tier *g, int group, upcr_pts_t packed) {
  bool is_root = upcr_self.mythread == g->call->root, gives = is_root == scatters(g);
  int other = is_root ? upcr_tier_leader(g, group) : g->call->root;
  struct upcr_way way = way_of(g, group);
  if (gives)
    upcr_give_begin(g->call, way, other);
  else if (!is_root)
    upcr_take_begin(g->call, way, other);
  UPCR_FOR_ROWS(r, g, group) {
    upcr_pts_t at_root = array_of_root(g) + r.at,
               at_leader = place_at_leader(g, group, packed) + r.packed_at,
               dst = scatters(g) ? at_leader : at_root, src = scatters(g) ? at_root : at_leader;
    (gives ? upcr_give : upcr_take)(g->call, way, other, dst, src, r.n);
  }
}

static void let_use(const struct upcr_tier *g) {
  upcr_for_members(g, upcr_allow);
  UPCR_FOR_OTHERS(other, g) {
    if (leader_copies(g, other))
      upcr_allow(g->call, upcr_tier_leader(g, other));
    else if (!scatters(g))
      upcr_take_begin(g->call, way_of(g, other), upcr_tier_leader(g, other));
  }
}

static void be_root(const struct upcr_tier *g) {
  let_use(g);
  UPCR_FOR_OTHERS(other, g) {
    if (!leader_copies(g, other))
      transfer(g, other, 0);
  }
  move_at_root(g);
  UPCR_FOR_OTHERS(other, g) {
    if (leader_copies(g, other))
      upcr_await_report(g->call, upcr_tier_leader(g, other));
  }
  upcr_for_members(g, upcr_await_report);
}

/* Reads from the root's array, or writes to it. */
static void copy_at_root(const struct upcr_tier *g, upcr_pts_t packed) {
  upcr_await_allowed(g->call, g->call->root);
  copy_rows(g, g->number, packed, array_of_root(g), !scatters(g));
  upcr_report(g->call, g->call->root);
}

/* Gives where the group's blocks are, 0: each is in its place. */
static upcr_pts_t meet_root(const struct upcr_tier *g, upcr_pts_t packed) {
  if (leader_copies(g, g->number)) {
    copy_at_root(g, packed);
    return packed;
  }
  transfer(g, g->number, packed);
  return place_at_leader(g, g->number, packed) == packed ? packed : 0;
}

/* Relayed blocks: in a loop of calls the root's messages take all of the time, one after the other.
 * So a leader gets the blocks of its branch of a binomial tree of nodes in one message, and sends
 * on those of other nodes. The distance of a node is that from the root's, by number; blocks lie
 * packed in the order of distances. */

static size_t all_blocks(const struct upcr_call *call) {
  return (size_t)upcr_self.threads * call->nbytes;
}

static bool is_relayed(const struct upcr_tier *g) {
  size_t n = all_blocks(g->call);
  return scatters(g) && g->places->nodes > 2 && g->call->in == UPCR_MYSYNC &&
         n <= UPCR_RELAYED_MOST && n <= upcr_far_letter_most();
}

static int distance(const struct upcr_tier *g, int group) {
  return (group - root_group(g) + g->groups) % g->groups;
}

/* The threads of the nodes at distances below `end`. */
static int threads_before(const struct upcr_tier *g, int end) {
  int root = root_group(g), threads = upcr_self.threads;
  int first = upcr_group_first(g->places, root),
      after = upcr_group_first(g->places, (root + end) % g->groups);
  return end == g->groups ? threads : (after - first + threads) % threads;
}

/* Bytes of the blocks of the nodes at distances [first, end). */
static size_t bytes_between(const struct upcr_tier *g, int first, int end) {
  return (size_t)(threads_before(g, end) - threads_before(g, first)) * g->call->nbytes;
}

static void pack_all(const struct upcr_tier *g, upcr_pts_t packed) {
  UPCR_FOR_OTHERS(other, g) {
    copy_rows(g, other, packed, g->call->src, false);
    packed += upcr_tier_bytes(g, other);
  }
}

static int branch_end(const struct upcr_tier *g, int first) {
  return first + upcr_knomial_span(first, g->groups, 2);
}

/* To the caller's children in the tree. `packed` begins with the blocks at distance `first`. */
static void send_branches(const struct upcr_tier *g, const struct upcr_knomial *tree,
                          upcr_pts_t packed, int first) {
  for (int c = 0; c < tree->count; c++) {
    int child = distance(g, tree->child[c]);
    upcr_send_message(g, upcr_tier_leader(g, tree->child[c]), UPCR_ONE_PIECE,
                      packed + bytes_between(g, first, child),
                      bytes_between(g, child, branch_end(g, child)));
  }
}

static struct upcr_knomial tree_of_nodes(const struct upcr_tier *g) {
  return upcr_knomial_of(g->number, root_group(g), g->groups, 2);
}

static void be_relayed_root(const struct upcr_tier *g) {
  struct upcr_knomial tree = tree_of_nodes(g);
  upcr_for_members(g, upcr_allow);
  pack_all(g, upcr_buffer());
  send_branches(g, &tree, upcr_buffer(), 1);
  move_at_root(g);
  upcr_for_members(g, upcr_await_report);
}

/* Gives where the group's blocks are: the first of the branch. */
static upcr_pts_t relay(const struct upcr_tier *g, upcr_pts_t packed) {
  struct upcr_knomial tree = tree_of_nodes(g);
  int own = distance(g, g->number),
      sender = tree.parent == root_group(g) ? g->call->root : upcr_tier_leader(g, tree.parent);
  struct upcr_message branch = {packed, UPCR_ONE_PIECE, bytes_between(g, own, branch_end(g, own))};
  upcr_offer_place(g, sender, branch);
  upcr_take_message(g, sender, branch);
  send_branches(g, &tree, packed, own);
  return packed;
}

/* Never less for more bytes: a reservation serves shorter calls too. */
size_t upcr_room_of_group(const struct upcr_call *call) {
  struct upcr_tier g = upcr_tier_of(call);
  bool is_root = upcr_self.mythread == call->root, takes = upcr_tier_leads(&g) && !has_root(&g);
  size_t all = all_blocks(call), own = takes ? upcr_tier_bytes(&g, g.number) : 0,
         relayed = upcr_least(all, UPCR_RELAYED_MOST);
  bool may_relay = scatters(&g) && g.places->nodes > 2 && (is_root || takes);
  return may_relay && relayed > own ? relayed : own;
}

static void move_all(const struct upcr_tier *g) {
  static const struct upcr_tier_steps scatter = {.take = move_packed, .between = meet_root},
                                      relayed = {.take = move_packed, .between = relay},
                                      gather = {.give = move_packed, .between = meet_root};
  bool is_root = upcr_self.mythread == g->call->root;
  if (is_root && is_relayed(g))
    be_relayed_root(g);
  else if (is_root)
    be_root(g);
  else if (has_root(g))
    move_at_root(g);
  else
    upcr_run_tier(g, is_relayed(g) ? &relayed : scatters(g) ? &scatter : &gather);
}

static void pass_letter(const struct upcr_tier *g, int other, upcr_pts_t block, bool sends) {
  void *at = upcr_segment_address(block);
  if (sends)
    upcr_send_letter(g->call, other, at, g->call->nbytes);
  else
    upcr_take_letter(g->call, other, at, g->call->nbytes);
}

/* Between members and the caller, the root or their leader. */
static void pass_letters(const struct upcr_tier *g) {
  bool is_root = has_root(g);
  upcr_pts_t blocks = is_root ? array_of_root(g) : upcr_buffer();
  for (int rank = 0; rank < g->size; rank++) {
    int other = upcr_tier_member(g, rank);
    if (other != upcr_self.mythread)
      pass_letter(g, other, blocks + (size_t)(is_root ? other : rank) * g->call->nbytes,
                  scatters(g));
  }
}

/* Short blocks go to and from members in letters: in a loop of calls neither side waits. */
void upcr_flat_leaders(const struct upcr_call *call) {
  struct upcr_tier g = upcr_tier_of(call), alone = g;
  int holder = has_root(&g) ? call->root : g.leader;
  bool by_letter = call->in == UPCR_MYSYNC && call->nbytes <= UPCR_COLL_LETTER;
  alone.size = by_letter ? 1 : g.size;
  if (by_letter && upcr_self.mythread != holder) {
    pass_letter(&g, holder, upcr_own_part(call), !scatters(&g));
    return;
  }
  if (by_letter && !scatters(&g))
    pass_letters(&g);
  move_all(&alone);
  if (by_letter && scatters(&g))
    pass_letters(&g);
}
