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

/* The steps of an operation; 0: none. Every member executes `give` and `take`, at an address of the
 * leader's buffer. The leader executes `between` after all have given at `given`; it returns the
 * address at which they take, 0 if they have their data. `landing`: where the leader wants the data
 * of another group for its own group, 0 if a letter brings them. */
typedef void member_function(const struct group *g, upcr_pts_t where);
struct parts {
  member_function *give, *take;
  upcr_pts_t (*between)(const struct group *g, upcr_pts_t given);
  upcr_pts_t (*landing)(const struct group *g, upcr_pts_t buffer, int other);
};

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
    upcr_pts_t here = parts->landing(g, buffer, other);
    if (here)
      upcr_send_letter(g->call, leader_of(g, other), &here, sizeof here);
  }
}

static void lead(const struct group *g, const struct parts *parts) {
  upcr_pts_t where = upcr_buffer();
  if (parts->landing)
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

/* Messages of n bytes between the leaders of two groups: one piece (`of` ONE_PIECE), or the rows of
 * group `of` in the sender's array, which the receiver gets packed. One letter brings a short one
 * in one piece; its receiver names no place. */
enum { ONE_PIECE = -1 };

static struct row piece_at(const struct group *g, int of, size_t n, int rank) {
  return of == ONE_PIECE ? (struct row){.count = rank == 0, .n = n} : row_at(g, of, rank);
}
#define FOR_PIECES(r, g, of, n)                                                                    \
  for (struct row r = piece_at(g, of, n, 0); r.count; r = piece_at(g, of, n, r.rank + r.count))

static bool is_letter(const struct group *g, int other, int of, size_t n) {
  int leader = leader_of(g, other);
  return piece_at(g, of, n, 0).n == n && !upcr_self.map[leader] && upcr_fits_letter(leader, n);
}

static void send_message(const struct group *g, int other, int of, upcr_pts_t data, size_t n) {
  int leader = leader_of(g, other);
  upcr_pts_t theirs, first = data + piece_at(g, of, n, 0).at;
  if (is_letter(g, other, of, n)) {
    upcr_send_letter(g->call, leader, upcr_segment_address(first), n);
    return;
  }
  upcr_take_letter(g->call, leader, &theirs, sizeof theirs);
  FOR_PIECES(r, g, of, n) {
    upcr_move_and_signal(g->call, leader, theirs + r.packed_at, data + r.at, r.n);
  }
}

/* At `place`, which a letter has named unless one brings the message. */
static void take_message(const struct group *g, int other, int of, upcr_pts_t place, size_t n) {
  int leader = leader_of(g, other);
  if (is_letter(g, other, of, n)) {
    upcr_take_letter(g->call, leader, upcr_segment_address(place), n);
    return;
  }
  FOR_PIECES(r, g, of, n) { upcr_wait_signal(g->call, leader); }
}

/* Scatter and gather. */

static bool has_root(const struct group *g) {
  return upcr_group_number(g->places, g->call->root) == g->number;
}

static bool scatters(const struct group *g) { return g->call->which == UPCR_ALL_SCATTER; }

static upcr_pts_t own_block(const struct group *g) {
  return upcr_part(scatters(g) ? g->call->dst : g->call->src, upcr_self.mythread, 0);
}

/* The caller's block, between its own part of dst or src and the root's or leader's memory. */
static void move_block(const struct group *g, upcr_pts_t other) {
  upcr_pts_t own = own_block(g);
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

/* How a group's blocks go between the root and the group's leader. READ: the leader copies them, as
 * it may after a signal. RIDE: with signals, those of gather to the root's array, those of scatter
 * straight to the one thread of a group. LETTERS: those of scatter to the leader of several. */
enum passage { READ, RIDE, LETTERS };

static struct upcr_way way_of(const struct group *g, int group) {
  return upcr_way_of(g->call, false, (size_t)upcr_group_size(g->places, group) * g->call->nbytes);
}

static enum passage passage_of(const struct group *g, int group) {
  int other = upcr_self.mythread == g->call->root ? leader_of(g, group) : g->call->root;
  struct upcr_way way = way_of(g, group);
  if (scatters(g) && upcr_group_size(g->places, group) > 1)
    return !upcr_self.map[other] && upcr_fits_letter(other, way.most) ? LETTERS : READ;
  return upcr_mover(way, other) != UPCR_TAKER_READS ? RIDE : READ;
}

static void let_use(const struct group *g) {
  for_members(g, upcr_allow);
  FOR_OTHERS(other, g) {
    enum passage passage = passage_of(g, other);
    if (passage == READ)
      upcr_allow(g->call, leader_of(g, other));
    else if (!scatters(g))
      upcr_take_begin(g->call, way_of(g, other), leader_of(g, other));
  }
}

static void pass_rows(const struct group *g, int other, enum passage passage) {
  int leader = leader_of(g, other);
  struct upcr_way way = way_of(g, other);
  if (scatters(g) && passage == RIDE)
    upcr_give_begin(g->call, way, leader);
  FOR_ROWS(r, g, other)
  if (passage == LETTERS)
    upcr_send_letter(g->call, leader, upcr_segment_address(g->call->src + r.at), r.n);
  else if (scatters(g))
    upcr_give(g->call, way, leader, upcr_part(g->call->dst, leader, 0), g->call->src + r.at, r.n);
  else
    upcr_take(g->call, way, leader, g->call->dst + r.at, 0, r.n);
}

static void be_root(const struct group *g) {
  let_use(g);
  FOR_OTHERS(other, g) {
    enum passage passage = passage_of(g, other);
    if (passage != READ)
      pass_rows(g, other, passage);
  }
  move_at_root(g);
  FOR_OTHERS(other, g) {
    if (passage_of(g, other) == READ)
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

static void take_letters(const struct group *g, upcr_pts_t packed) {
  FOR_ROWS(r, g, g->number)
  upcr_take_letter(g->call, g->call->root, upcr_segment_address(packed + r.packed_at), r.n);
}

static void take_own_block(const struct group *g) {
  struct upcr_way way = way_of(g, g->number);
  int root = g->call->root;
  upcr_take_begin(g->call, way, root);
  upcr_take(g->call, way, root, upcr_part(g->call->dst, upcr_self.mythread, 0), 0, g->call->nbytes);
}

static void give_rows(const struct group *g, upcr_pts_t packed) {
  struct upcr_way way = way_of(g, g->number);
  int root = g->call->root;
  upcr_give_begin(g->call, way, root);
  FOR_ROWS(r, g, g->number)
  upcr_give(g->call, way, root, g->call->dst + r.at, packed + r.packed_at, r.n);
}

/* Gives where the group's blocks are, 0: each is in its place. */
static upcr_pts_t meet_root(const struct group *g, upcr_pts_t packed) {
  enum passage passage = passage_of(g, g->number);
  if (passage == READ)
    copy_at_root(g, packed);
  else if (passage == LETTERS)
    take_letters(g, packed);
  else if (scatters(g))
    take_own_block(g);
  else
    give_rows(g, packed);
  return passage == RIDE && scatters(g) ? 0 : packed;
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
    pass_letter(&g, holder, own_block(&g), !scatters(&g));
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

static upcr_pts_t place_of_message(const struct group *g, upcr_pts_t sent, int other) {
  return sent + messages(g) + message_at(g, g->number, other);
}

static upcr_pts_t landing_of_message(const struct group *g, upcr_pts_t sent, int other) {
  bool is_brought = is_letter(g, other, ONE_PIECE, message_bytes(g, other));
  return is_brought ? 0 : place_of_message(g, sent, other);
}

static upcr_pts_t exchange_messages(const struct group *g, upcr_pts_t sent) {
  FOR_OTHERS(other, g)
  send_message(g, other, ONE_PIECE, sent + message_at(g, g->number, other),
               message_bytes(g, other));
  FOR_OTHERS(other, g)
  take_message(g, other, ONE_PIECE, place_of_message(g, sent, other), message_bytes(g, other));
  return sent + messages(g);
}

size_t upcr_room_of_leader(const struct upcr_call *call) {
  struct group g = group_of(call);
  return leads(&g) ? 2 * messages(&g) : 0;
}

void upcr_exchange_leaders(const struct upcr_call *call) {
  static const struct parts parts = {pack, unpack, exchange_messages, landing_of_message};
  struct group g = group_of(call);
  exchange_within(&g);
  if (g.groups > 1)
    run(&g, &parts);
  report_members(&g);
}

/* Reduce and scatter: the threads of a node fold their vectors, each a share of them; each leader
 * writes to the others their threads' slices of its sum. Buffers of a leader: that sum, its
 * threads' slices of the result, what each other leader gave. */

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
                         n, false);
}

static upcr_pts_t place_of_slices(const struct group *g, upcr_pts_t sum, int other) {
  return sum + vector_bytes(g) + (size_t)(other < g->number ? other + 1 : other) * blocks_bytes(g);
}

static upcr_pts_t landing_of_slices(const struct group *g, upcr_pts_t sum, int other) {
  bool is_brought = is_letter(g, other, g->number, blocks_bytes(g));
  return is_brought ? 0 : place_of_slices(g, sum, other);
}

static upcr_pts_t fold_others(const struct group *g, upcr_pts_t sum) {
  upcr_pts_t result = sum + vector_bytes(g);
  size_t n = g->call->nbytes;
  copy_rows(g, result, sum, false);
  FOR_OTHERS(other, g)
  send_message(g, other, other, sum, (size_t)upcr_group_size(g->places, other) * n);
  FOR_OTHERS(other, g) {
    upcr_pts_t slices = place_of_slices(g, sum, other);
    take_message(g, other, g->number, slices, blocks_bytes(g));
    upcr_combine_vectors(g->call, result, result, slices, blocks_bytes(g), false);
  }
  return result;
}

static void take_slice(const struct group *g, upcr_pts_t result) {
  upcr_move(upcr_part(g->call->dst, upcr_self.mythread, 0),
            result + (size_t)g->rank * g->call->nbytes, g->call->nbytes);
}

size_t upcr_room_of_sum(const struct upcr_call *call) {
  struct group g = group_of(call);
  return leads(&g) ? vector_bytes(&g) + (size_t)g.groups * blocks_bytes(&g) : 0;
}

void upcr_reduce_scatter_leaders(const struct upcr_call *call) {
  static const struct parts parts = {fold_share, take_slice, fold_others, landing_of_slices};
  struct group g = group_of(call);
  allow_members(&g);
  run(&g, &parts);
  report_members(&g);
}
