/* SPDX-License-Identifier: Apache-2.0 */
/* Forms in which one thread of a node, its leader, communicates for the whole node. The groups are
 * the nodes, or the regions of a single node (patterns/places.h), of any size. Members write, or
 * fold, into a buffer of their leader; leaders move their members' data between nodes, one message
 * for each row of consecutive threads; members read the results from the leader. */
#include "../geometry.h"
#include "../patterns/schedule.h"
#include "../reduce/elements.h"
#include "../topology.h"

/* The calling thread's group. Rank 0 leads. */
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
static int member_after(const struct group *g, int k) { return member(g, (g->rank + k) % g->size); }

static int leader_of(const struct group *g, int group) {
  return upcr_group_leader(g->places, group);
}

/* All other groups, from the one after the caller's on. */
#define FOR_OTHERS(other, g)                                                                       \
  for (int other = ((g)->number + 1) % (g)->groups; other != (g)->number;                          \
       other = (other + 1) % (g)->groups)

static size_t blocks_bytes(const struct group *g) { return (size_t)g->size * g->call->nbytes; }

/* A message of n bytes between leaders of two groups: one piece (`of` ONE_PIECE), or the rows of
 * group `of` in the sender's array. The receiver wants it at `place`, without gaps. */
struct message {
  upcr_pts_t place;
  int of;
  size_t n;
};
enum { ONE_PIECE = -1 };

/* The steps of an operation; 0: none. Every member executes `give` and `take`, at an address of the
 * leader's buffer. The leader executes `between` after all have given at `given`; it returns the
 * address at which they take, 0 if they have their data. `expects`: what the leader gets of that of
 * another group, in its buffer. */
typedef void member_function(const struct group *g, upcr_pts_t where);
struct parts {
  member_function *give, *take;
  upcr_pts_t (*between)(const struct group *g, upcr_pts_t given);
  struct message (*expects)(const struct group *g, upcr_pts_t buffer, int other);
};

static void for_members(const struct group *g,
                        void (*step)(const struct upcr_call *call, int other)) {
  for (int k = 1; k < g->size; k++)
    step(g->call, member_after(g, k));
}

/* The signals of MYSYNC for members that read each other's data. */
static void allow_members(const struct group *g) {
  for_members(g, upcr_allow);
  for_members(g, upcr_await_allowed);
}

static void report_members(const struct group *g) {
  for_members(g, upcr_report);
  for_members(g, upcr_await_report);
}

/* A row of consecutive threads of a group, from member `rank` on: their blocks lie together in an
 * array of a block for each thread, and in packed ones, of a block for each member. */
struct row {
  int rank, count;
  size_t at, packed_at, n; /* bytes */
};

/* The first row from a member on; count 0: there is none. */
static struct row row_at(const struct group *g, int group, int rank) {
  int first = upcr_group_first(g->places, group), end = first + upcr_group_size(g->places, group);
  size_t n = g->call->nbytes;
  if (first + rank == end)
    return (struct row){.count = 0};
  int count = upcr_members_in_row(g->places, first + rank, end);
  return (struct row){rank, count, (size_t)g->places->member[first + rank] * n, (size_t)rank * n,
                      (size_t)count * n};
}
#define FOR_ROWS(r, g, group)                                                                      \
  for (struct row r = row_at(g, group, 0); r.count; r = row_at(g, group, r.rank + r.count))

/* Copies rows between an array and a packed one. */
static void copy_rows(const struct group *g, upcr_pts_t packed, upcr_pts_t array, bool to_array) {
  FOR_ROWS(r, g, g->number) {
    upcr_pts_t row = packed + r.packed_at, in_array = array + r.at;
    upcr_move(to_array ? in_array : row, to_array ? row : in_array, r.n);
  }
}

static struct row piece_at(const struct group *g, int of, size_t n, int rank) {
  return of == ONE_PIECE ? (struct row){.count = rank == 0, .n = n} : row_at(g, of, rank);
}
#define FOR_PIECES(r, g, of, n)                                                                    \
  for (struct row r = piece_at(g, of, n, 0); r.count; r = piece_at(g, of, n, r.rank + r.count))

/* Letters bring a short message; else its receiver has named the place. */
static struct upcr_way way_of_message(size_t n) {
  return (struct upcr_way){.pushes = true, .by_letter = n <= upcr_far_letter_most(), .most = n};
}

static bool needs_place(int leader, size_t n) {
  return upcr_mover(way_of_message(n), leader) != UPCR_LETTER_BRINGS;
}

static void send_message(const struct group *g, int other, int of, upcr_pts_t data, size_t n) {
  int leader = leader_of(g, other);
  upcr_pts_t theirs = 0;
  if (needs_place(leader, n))
    upcr_take_letter(g->call, leader, &theirs, sizeof theirs);
  FOR_PIECES(r, g, of, n) {
    upcr_give(g->call, way_of_message(n), leader, theirs + r.packed_at, data + r.at, r.n);
  }
}

static void take_message(const struct group *g, int other, struct message m) {
  FOR_PIECES(r, g, m.of, m.n) {
    upcr_take(g->call, way_of_message(m.n), leader_of(g, other), m.place + r.packed_at, 0, r.n);
  }
}

/* A letter names a place whose data are complete; a signal says that its sender no longer needs the
 * place. Members write only after they know the place, so never to a buffer that an earlier call
 * still needs. */
static void lead_members(const struct group *g, upcr_pts_t where, member_function *work) {
  for (int rank = 1; rank < g->size; rank++)
    upcr_send_letter(g->call, member(g, rank), &where, sizeof where);
  work(g, where);
  for (int rank = 1; rank < g->size; rank++)
    upcr_wait_signal(g->call, member(g, rank));
}

/* Leaders write to each other only at places that letters have named. */
static void tell_leaders(const struct group *g, const struct parts *parts, upcr_pts_t buffer) {
  FOR_OTHERS(other, g) {
    struct message m = parts->expects(g, buffer, other);
    if (needs_place(leader_of(g, other), m.n))
      upcr_send_letter(g->call, leader_of(g, other), &m.place, sizeof m.place);
  }
}

static void lead(const struct group *g, const struct parts *parts) {
  upcr_pts_t where = upcr_buffer();
  if (parts->expects)
    tell_leaders(g, parts, where);
  if (parts->give)
    lead_members(g, where, parts->give);
  where = parts->between(g, where);
  if (parts->take && where)
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

/* Scatter and gather. */

static bool has_root(const struct group *g) {
  return upcr_group_number(g->places, g->call->root) == g->number;
}

static bool scatters(const struct group *g) { return g->call->which == UPCR_ALL_SCATTER; }

/* The caller's block, between its own part of dst or src and the root's or leader's memory. */
static void move_block(const struct group *g, upcr_pts_t other) {
  upcr_pts_t own = upcr_own_part(g->call);
  upcr_move(scatters(g) ? own : other, scatters(g) ? other : own, g->call->nbytes);
}

static void move_packed(const struct group *g, upcr_pts_t packed) {
  move_block(g, packed + (size_t)g->rank * g->call->nbytes);
}

static upcr_pts_t array_of_root(const struct group *g) {
  return scatters(g) ? g->call->src : g->call->dst;
}

static void move_at_root(const struct group *g) {
  upcr_await_allowed(g->call, g->call->root);
  move_block(g, array_of_root(g) + (size_t)upcr_self.mythread * g->call->nbytes);
  upcr_report(g->call, g->call->root);
}

/* A group's blocks go between the root and the group's leader as transfers: those of gather to the
 * root's array, those of scatter straight to the one thread of a group, or in letters to the leader
 * of several. Else the leader copies them, as it may after a signal. */

static bool has_several(const struct group *g, int group) {
  return upcr_group_size(g->places, group) > 1;
}

static struct upcr_way way_of(const struct group *g, int group) {
  size_t n = (size_t)upcr_group_size(g->places, group) * g->call->nbytes;
  struct upcr_way way = upcr_way_of(g->call, false, n);
  way.by_letter |= scatters(g) && has_several(g, group) && n <= upcr_far_letter_most();
  return way;
}

static bool leader_copies(const struct group *g, int group) {
  int other = upcr_self.mythread == g->call->root ? leader_of(g, group) : g->call->root;
  enum upcr_mover mover = upcr_mover(way_of(g, group), other);
  return mover == UPCR_TAKER_READS ||
         (mover == UPCR_GIVER_WRITES && scatters(g) && has_several(g, group));
}

/* Where a leader has the blocks of its group. */
static upcr_pts_t place_at_leader(const struct group *g, int group, upcr_pts_t packed) {
  bool is_own = scatters(g) && !has_several(g, group);
  return is_own ? upcr_part(g->call->dst, leader_of(g, group), 0) : packed;
}

/* In the root and in the leader. */
static void transfer(const struct group *g, int group, upcr_pts_t packed) {
  bool is_root = upcr_self.mythread == g->call->root, gives = is_root == scatters(g);
  int other = is_root ? leader_of(g, group) : g->call->root;
  struct upcr_way way = way_of(g, group);
  if (gives)
    upcr_give_begin(g->call, way, other);
  else if (!is_root)
    upcr_take_begin(g->call, way, other);
  FOR_ROWS(r, g, group) {
    upcr_pts_t at_root = array_of_root(g) + r.at,
               at_leader = place_at_leader(g, group, packed) + r.packed_at,
               dst = scatters(g) ? at_leader : at_root, src = scatters(g) ? at_root : at_leader;
    (gives ? upcr_give : upcr_take)(g->call, way, other, dst, src, r.n);
  }
}

static void let_use(const struct group *g) {
  for_members(g, upcr_allow);
  FOR_OTHERS(other, g) {
    if (leader_copies(g, other))
      upcr_allow(g->call, leader_of(g, other));
    else if (!scatters(g))
      upcr_take_begin(g->call, way_of(g, other), leader_of(g, other));
  }
}

static void be_root(const struct group *g) {
  let_use(g);
  FOR_OTHERS(other, g) {
    if (!leader_copies(g, other))
      transfer(g, other, 0);
  }
  move_at_root(g);
  FOR_OTHERS(other, g) {
    if (leader_copies(g, other))
      upcr_await_report(g->call, leader_of(g, other));
  }
  for_members(g, upcr_await_report);
}

/* Reads from the root's array, or writes to it. */
static void copy_at_root(const struct group *g, upcr_pts_t packed) {
  upcr_await_allowed(g->call, g->call->root);
  copy_rows(g, packed, array_of_root(g), !scatters(g));
  upcr_report(g->call, g->call->root);
}

/* Gives where the group's blocks are, 0: each is in its place. */
static upcr_pts_t meet_root(const struct group *g, upcr_pts_t packed) {
  if (leader_copies(g, g->number)) {
    copy_at_root(g, packed);
    return packed;
  }
  transfer(g, g->number, packed);
  return place_at_leader(g, g->number, packed) == packed ? packed : 0;
}

size_t upcr_room_of_group(const struct upcr_call *call) {
  struct group g = group_of(call);
  return leads(&g) && !has_root(&g) ? blocks_bytes(&g) : 0;
}

static void move_all(const struct group *g) {
  static const struct parts scatter = {.take = move_packed, .between = meet_root},
                            gather = {.give = move_packed, .between = meet_root};
  if (upcr_self.mythread == g->call->root)
    be_root(g);
  else if (has_root(g))
    move_at_root(g);
  else
    run(g, scatters(g) ? &scatter : &gather);
}

static void pass_letter(const struct group *g, int other, upcr_pts_t block, bool sends) {
  void *at = upcr_segment_address(block);
  if (sends)
    upcr_send_letter(g->call, other, at, g->call->nbytes);
  else
    upcr_take_letter(g->call, other, at, g->call->nbytes);
}

/* Between members and the caller, the root or their leader. */
static void pass_letters(const struct group *g) {
  bool is_root = has_root(g);
  upcr_pts_t blocks = is_root ? array_of_root(g) : upcr_buffer();
  for (int rank = 0; rank < g->size; rank++) {
    int other = member(g, rank);
    if (other != upcr_self.mythread)
      pass_letter(g, other, blocks + (size_t)(is_root ? other : rank) * g->call->nbytes,
                  scatters(g));
  }
}

/* Short blocks go to and from members in letters: in a loop of calls neither side waits. */
void upcr_flat_leaders(const struct upcr_call *call) {
  struct group g = group_of(call), alone = g;
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

/* Exchange: blocks between threads of a node are copied directly, others go in one message between
 * two groups. A leader's buffer has the messages that the group sends, then those that it receives.
 */

static size_t messages(const struct group *g) {
  return (size_t)g->size * (size_t)(upcr_self.threads - g->size) * g->call->nbytes;
}

static size_t message_at(const struct group *g, int group, int other) {
  return (size_t)upcr_message_first(g->places, group, other) * g->call->nbytes;
}

static void exchange_within(const struct group *g) {
  allow_members(g);
  for (int k = 0; k < g->size; k++) {
    struct upcr_block block = upcr_block_between(g->call, member_after(g, k), upcr_self.mythread);
    upcr_move(block.dst, block.src, g->call->nbytes);
  }
}

/* Puts the caller's blocks for the threads of other groups into the messages. */
static void pack(const struct group *g, upcr_pts_t sent) {
  size_t n = g->call->nbytes;
  FOR_OTHERS(other, g) {
    const int *to = g->places->member + upcr_group_first(g->places, other);
    upcr_pts_t message = sent + message_at(g, g->number, other);
    for (int k = 0; k < upcr_group_size(g->places, other); k++)
      upcr_move(message + (size_t)upcr_message_block(g->size, g->rank, k) * n,
                upcr_part(g->call->src, upcr_self.mythread, (size_t)to[k] * n), n);
  }
}

/* Takes the caller's blocks out of the messages. */
static void unpack(const struct group *g, upcr_pts_t got) {
  FOR_OTHERS(other, g) {
    long first = upcr_message_block(upcr_group_size(g->places, other), 0, g->rank);
    upcr_pts_t own = got + message_at(g, g->number, other) + (size_t)first * g->call->nbytes;
    FOR_ROWS(r, g, other)
    upcr_move(upcr_part(g->call->dst, upcr_self.mythread, r.at), own + r.packed_at, r.n);
  }
}

static size_t message_bytes(const struct group *g, int other) {
  return blocks_bytes(g) * (size_t)upcr_group_size(g->places, other);
}

static struct message message_of(const struct group *g, upcr_pts_t sent, int other) {
  return (struct message){sent + messages(g) + message_at(g, g->number, other), ONE_PIECE,
                          message_bytes(g, other)};
}

static upcr_pts_t exchange_messages(const struct group *g, upcr_pts_t sent) {
  FOR_OTHERS(other, g)
  send_message(g, other, ONE_PIECE, sent + message_at(g, g->number, other),
               message_bytes(g, other));
  FOR_OTHERS(other, g)
  take_message(g, other, message_of(g, sent, other));
  return sent + messages(g);
}

size_t upcr_room_of_leader(const struct upcr_call *call) {
  struct group g = group_of(call);
  return leads(&g) ? 2 * messages(&g) : 0;
}

void upcr_exchange_leaders(const struct upcr_call *call) {
  static const struct parts parts = {pack, unpack, exchange_messages, message_of};
  struct group g = group_of(call);
  exchange_within(&g);
  if (g.groups > 1)
    run(&g, &parts);
  report_members(&g);
}

/* Reductions of vectors: the threads of a node fold their vectors, each a share of them, into their
 * leader's buffer; a vector that is alone there is the sum in place. Each leader writes to the
 * others what they fold of its sum: the slices of their threads (reduce_scatter), or, for all, an
 * equal slice of each, whose result it gets from them. A member has its results after all have
 * folded, so nothing says that its vector is free again.
 *
 * Buffers of a leader: the sum; its own slice of the result (reduce_scatter); what each other
 * leader gave. */

static bool is_for_all(const struct group *g) { return g->call->which == UPCR_ALL_REDUCE_ALL; }

static size_t vector_bytes(const struct group *g) {
  return (is_for_all(g) ? 1 : (size_t)upcr_self.threads) * g->call->nbytes;
}

static upcr_pts_t sum_of(const struct group *g, upcr_pts_t buffer) {
  return g->size == 1 ? upcr_part(g->call->src, g->leader, 0) : buffer;
}

/* The first byte of part `i` of a vector in `parts` equal ones. */
static size_t part_first(const struct group *g, int parts, int i) {
  size_t size = upcr_element_size(g->call);
  return upcr_even_first(vector_bytes(g) / size, parts, i) * size;
}

/* Chunk by chunk: the sum stays in the first cache. */
static void fold_share(const struct group *g, upcr_pts_t sum) {
  size_t end = part_first(g, g->size, g->rank + 1), n;
  for (size_t at = part_first(g, g->size, g->rank); g->size > 1 && at < end; at += n) {
    upcr_pts_t first = upcr_part(g->call->src, member(g, 0), at);
    n = end - at < UPCR_CHUNK_BYTES ? end - at : UPCR_CHUNK_BYTES;
    for (int rank = 1; rank < g->size; rank++)
      upcr_combine_vectors(g->call, sum + at, rank == 1 ? first : sum + at,
                           upcr_part(g->call->src, member(g, rank), at), n, false);
  }
}

/* What group `of` folds of a sum. */
static size_t slice_at(const struct group *g, int of) { return part_first(g, g->groups, of); }
static size_t slice_bytes(const struct group *g, int of) {
  return is_for_all(g) ? slice_at(g, of + 1) - slice_at(g, of)
                       : (size_t)upcr_group_size(g->places, of) * g->call->nbytes;
}

static struct message slice_of(const struct group *g, upcr_pts_t buffer, int other) {
  size_t n = slice_bytes(g, g->number), before = (size_t)(other < g->number ? other + 1 : other);
  return (struct message){buffer + vector_bytes(g) + before * n,
                          is_for_all(g) ? ONE_PIECE : g->number, n};
}

/* To `result`, without gaps, from the sum and what the others give. */
static void fold_slices(const struct group *g, upcr_pts_t buffer, upcr_pts_t result) {
  upcr_pts_t own = sum_of(g, buffer) + (is_for_all(g) ? slice_at(g, g->number) : 0);
  bool is_first = true;
  FOR_OTHERS(other, g) {
    struct message m = slice_of(g, buffer, other);
    take_message(g, other, m);
    FOR_PIECES(r, g, m.of, m.n)
    upcr_combine_vectors(g->call, result + r.packed_at,
                         is_first ? own + r.at : result + r.packed_at, m.place + r.packed_at, r.n,
                         false);
    is_first = false;
  }
}

static void send_slices(const struct group *g, upcr_pts_t sum) {
  FOR_OTHERS(other, g) {
    bool all = is_for_all(g);
    send_message(g, other, all ? ONE_PIECE : other, sum + (all ? slice_at(g, other) : 0),
                 slice_bytes(g, other));
  }
}

/* A leader has the result of its slice only when the others have entered and have sent theirs. So
 * it may write to their dst, even in place. */
static upcr_pts_t pass_results(const struct group *g, upcr_pts_t buffer) {
  upcr_pts_t dst = upcr_part(g->call->dst, g->leader, 0);
  size_t at = slice_at(g, g->number), n = slice_bytes(g, g->number);
  fold_slices(g, buffer, dst + at);
  FOR_OTHERS(other, g)
  upcr_move_and_signal(g->call, leader_of(g, other),
                       upcr_part(g->call->dst, leader_of(g, other), at), dst + at, n);
  FOR_OTHERS(other, g)
  upcr_wait_signal(g->call, leader_of(g, other));
  return dst;
}

static upcr_pts_t reduce_between(const struct group *g, upcr_pts_t buffer) {
  upcr_pts_t sum = sum_of(g, buffer), result = buffer + vector_bytes(g);
  if (g->groups == 1)
    return sum;
  send_slices(g, sum);
  if (is_for_all(g))
    return pass_results(g, buffer);
  fold_slices(g, buffer, result);
  return result;
}

static void take_result(const struct group *g, upcr_pts_t result) {
  size_t own = is_for_all(g) ? 0 : (size_t)g->rank * g->call->nbytes;
  upcr_move(upcr_part(g->call->dst, upcr_self.mythread, 0), result + own, g->call->nbytes);
}

size_t upcr_room_of_sum(const struct upcr_call *call) {
  struct group g = group_of(call);
  return leads(&g) ? vector_bytes(&g) + (size_t)g.groups * slice_bytes(&g, g.number) : 0;
}

void upcr_reduce_leaders(const struct upcr_call *call) {
  static const struct parts parts = {fold_share, take_result, reduce_between, slice_of};
  struct group g = group_of(call);
  allow_members(&g);
  run(&g, &parts);
}
