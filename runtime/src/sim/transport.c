/* SPDX-License-Identifier: Apache-2.0 */
/* The transport of a simulated job. A request is an event at its arrival. It runs the handler and
 * creates the reply, another event. Messages between threads of a node that do not map each other's
 * memory cost the latency of a cache line and a copy. The data below belong to one thread, or are
 * accessed only by the thread with the baton. */
#include <stdlib.h>
#include <string.h>

#include "../base/atomics.h"
#include "../base/log.h"
#include "../base/message_sites.h"
#include "../base/simulated.h"
#include "../base/wait.h"
#include "../mem/job.h"
#include "../mem/segment.h"
#include "../net/net.h"
#include "../net/message_parts.h"
#include "scheduler.h"
#include "transfer_costs.h"
#include "sim.h"

enum { MESSAGE = 64 /* bytes of a request without payload */, PUTS_WITHIN = 1, AM_MAX = 1 << 20 };

struct request {
  struct upcr_sim_event event;
  struct upcr_am message;
  int from, to; /* threads */
  upcr_net_handle_t handle;
  void *in;              /* destination of the reply's payload; 0: none */
  upcr_pts_t next;       /* where it is put afterwards; 0: nowhere */
  struct request *newer; /* of the same thread */
  bool answered;
  _Alignas(16) char payload[];
};

/* Of a thread. */
struct sender {
  struct request *oldest; /* under way, by age */
  upcr_net_handle_t last;
  struct upcr_net_sent total;
  int under_way;
  const struct upcr_waiting *wait; /* of the thread, which sleeps until done; 0: none */
};
static UPCR_PER_THREAD struct sender own;
static struct sender **sender_of; /* [threads] */

static int64_t travel(int from, int to, size_t n, int64_t at) {
  int from_node = upcr_sim_node_of(from), to_node = upcr_sim_node_of(to);
  if (from_node == to_node)
    return upcr_sim_copy(to, from, n, at + upcr_sim_line(to, from));
  return upcr_sim_message(from_node, to_node, n + MESSAGE, at);
}

static void forget(struct sender *sender, struct request *request) {
  struct request **at = &sender->oldest;
  while (*at != request)
    at = &(*at)->newer;
  *at = request->newer;
  sender->under_way--;
  free(request);
}

static void schedule_arrival(struct request *request, int64_t at, size_t n,
                             void (*run)(struct upcr_sim_event *));

static void arrives(struct upcr_sim_event *event);

/* The reply has arrived at the sender. */
static void returns(struct upcr_sim_event *event) {
  struct request *request = (struct request *)event;
  struct upcr_am *message = &request->message;
  if (request->next) {
    message->handler = UPCR_AM_PUT;
    message->arg[0] = request->next;
    message->room = 0;
    request->to = (int)upcr_thread(request->next);
    request->next = 0;
    schedule_arrival(request, upcr_sim_time(), message->length, arrives);
    return;
  }
  if (request->in && message->length)
    memcpy(request->in, request->payload, message->length);
  int from = request->from;
  struct sender *sender = sender_of[from];
  forget(sender, request);
  if (sender->wait && sender->wait->done(sender->wait->arg))
    upcr_sim_answer_to(from, upcr_sim_time());
}

/* Wakes the target now: the handler's own wake would come from the thread that runs the event, and
 * later. Nothing waits for a read of its memory. */
static void serve(struct request *request) {
  if (request->message.handler != UPCR_AM_GET)
    upcr_sim_wake(request->to, upcr_sim_time());
  request->message.payload = request->payload;
  upcr_am_table[request->message.handler](&request->message);
}

/* The request has arrived at the target. */
static void arrives(struct upcr_sim_event *event) {
  struct request *request = (struct request *)event;
  struct upcr_am *message = &request->message;
  serve(request);
  size_t back = message->room ? message->length : 0;
  int64_t at = upcr_sim_answer(upcr_sim_node_of(request->to), message->handler == UPCR_AM_GET,
                               upcr_sim_time());
  request->event.at = travel(request->to, request->from, back, at);
  request->event.run = returns;
  upcr_sim_add(&request->event);
}

static void schedule_arrival(struct request *request, int64_t at, size_t n,
                             void (*run)(struct upcr_sim_event *)) {
  int64_t comes = travel(request->from, request->to, n, at);
  request->event.at = upcr_sim_receive(request->to, comes);
  request->event.run = run;
  upcr_sim_add(&request->event);
}

static struct request *new_request(int to, const struct upcr_am *message, const void *out) {
  size_t room = message->length > message->room ? message->length : message->room;
  struct request *request = malloc(sizeof *request + room);
  if (!request)
    upcr_fatal("out of memory: a message of %zu bytes", room);
  *request = (struct request){.message = *message, .from = upcr_self.mythread, .to = to};
  if (message->length)
    memcpy(request->payload, out, message->length);
  return request;
}

/* The message leaves its sender. */
static void leaves(struct upcr_sim_event *event) {
  struct request *request = (struct request *)event;
  schedule_arrival(request, upcr_sim_time(), request->message.length, arrives);
}

/* Enters a request into the list of the thread's own, to leave at event.at. */
static struct request *prepare(int to, const struct upcr_am *message, const void *out, void *in,
                               upcr_pts_t next, upcr_net_handle_t handle) {
  upcr_sim_charge_computing();
  struct request *request = new_request(to, message, out);
  request->in = in;
  request->next = next;
  request->handle = handle;
  struct request **last = &own.oldest;
  while (*last)
    last = &(*last)->newer;
  *last = request;
  own.under_way++;
  own.total.messages++;
  size_t bytes =
      upcr_data_bytes(message->handler, message->arg[1], message->length + message->room);
  own.total.bytes += bytes;
  upcr_sent_note(bytes);
  request->event.at = upcr_sim_send(upcr_self.mythread, upcr_sim_time());
  request->event.run = leaves;
  return request;
}

static void send(int to, const struct upcr_am *message, const void *out, void *in, upcr_pts_t next,
                 upcr_net_handle_t handle) {
  struct request *request = prepare(to, message, out, in, next, handle);
  upcr_sim_advance_to(request->event.at);
  leaves(&request->event);
}

/* A message without a reply has arrived at the target. */
static void ends(struct upcr_sim_event *event) {
  struct request *request = (struct request *)event;
  serve(request);
  free(request);
}

static void am_post(int to, const struct upcr_am *message) {
  upcr_sim_charge_computing();
  struct request *request = new_request(to, message, message->payload);
  upcr_sim_advance_to(upcr_sim_send(upcr_self.mythread, upcr_sim_time()));
  schedule_arrival(request, upcr_sim_time(), message->length, ends);
}

/* What a thread waits for: its request `handle`, or fewer than `depth` requests under way. */
struct awaited {
  const struct sender *sender;
  upcr_net_handle_t handle;
  int depth;
};

static bool is_complete(void *arg) {
  const struct awaited *awaited = arg;
  for (const struct request *r = awaited->sender->oldest; r; r = r->newer)
    if (awaited->handle == UPCR_NET_ALL || r->handle == awaited->handle)
      return false;
  return true;
}

static bool has_room(void *arg) {
  const struct awaited *awaited = arg;
  return awaited->sender->under_way < awaited->depth;
}

/* The replies' events test `done`, so that the thread wakes once. */
static void wait_until(upcr_condition *done, struct awaited awaited) {
  awaited.sender = &own;
  struct upcr_waiting wait = {
      .done = done, .arg = &awaited, .reason = {.what = "remote access"}, .alone = true};
  own.wait = &wait;
  upcr_wait_for(&wait);
  own.wait = 0;
}

static void wait_handle(upcr_net_handle_t handle) {
  if (handle == 0)
    return;
  if (handle < UPCR_NET_PUTS && handle > own.last)
    upcr_fatal(
        "upc_sync or upc_sync_attempt of handle %#lx, which no transfer of this thread returned "
        "(UPC 7.9)",
        (unsigned long)handle);
  wait_until(is_complete, (struct awaited){.handle = handle});
}

/* Waits until fewer requests are outstanding than the job's limit. */
static void take_place(void) {
  struct awaited room = {.sender = &own,
                         .depth = upcr_job->config.am_depth ? upcr_job->config.am_depth : 8};
  if (!has_room(&room))
    wait_until(has_room, room);
}

static upcr_net_handle_t begin(int to, const struct upcr_am *message, const void *out, void *in,
                               upcr_pts_t next) {
  upcr_settle_stores();
  take_place();
  send(to, message, out, in, next, ++own.last);
  return own.last;
}

/* As begin and wait_handle, with one switch less: the wait takes the message's turn. */
static void complete(int to, const struct upcr_am *message, const void *out, void *in) {
  upcr_settle_stores();
  take_place();
  struct request *request = prepare(to, message, out, in, 0, ++own.last);
  upcr_sim_await_after(&request->event);
  wait_handle(own.last);
}

static void start(int thread) {
  struct upcr_job_thread *t = &upcr_job->thread[thread];
  upcr_wait_attach((struct upcr_bell){&t->bell, &t->asleep}, &t->wait);
  sender_of[thread] = &own;
  upcr_sim_enter(thread);
}

static void stop(int thread) {
  (void)thread;
  upcr_sim_leave();
}

static void attach(int thread, void *base, size_t n, enum upcr_memory_kind kind) {
  (void)thread, (void)base, (void)n, (void)kind;
}

static upcr_net_handle_t get_nb(void *dst, upcr_pts_t src, size_t n, enum upcr_memory_kind kind) {
  (void)kind;
  struct upcr_am message = {.handler = UPCR_AM_GET, .arg = {src}, .room = n};
  return begin((int)upcr_thread(src), &message, 0, dst, 0);
}

static upcr_net_handle_t put_nb(upcr_pts_t dst, const void *src, size_t n,
                                enum upcr_memory_kind kind) {
  (void)kind;
  struct upcr_am message = {.handler = UPCR_AM_PUT, .arg = {dst}, .length = n};
  return begin((int)upcr_thread(dst), &message, src, 0, 0);
}

static void get(void *dst, upcr_pts_t src, size_t n, enum upcr_memory_kind kind) {
  (void)kind;
  struct upcr_am message = {.handler = UPCR_AM_GET, .arg = {src}, .room = n};
  complete((int)upcr_thread(src), &message, 0, dst);
}

static void put(upcr_pts_t dst, const void *src, size_t n, enum upcr_memory_kind kind) {
  (void)kind;
  struct upcr_am message = {.handler = UPCR_AM_PUT, .arg = {dst}, .length = n};
  complete((int)upcr_thread(dst), &message, src, 0);
}

static void am_nbi(int thread, struct upcr_am *message) {
  upcr_settle_stores();
  take_place();
  send(thread, message, message->payload, 0, 0, UPCR_NET_PUTS);
  upcr_now.far_relaxed |= PUTS_WITHIN;
}

static void put_nbi(upcr_pts_t dst, const void *src, size_t n, enum upcr_memory_kind kind) {
  (void)kind;
  struct upcr_am message = {
      .handler = UPCR_AM_PUT, .arg = {dst}, .length = n, .payload = (void *)src};
  am_nbi((int)upcr_thread(dst), &message);
}

static void complete_puts(void) {
  if ((upcr_now.far_relaxed & PUTS_WITHIN) == 0)
    return;
  wait_handle(UPCR_NET_PUTS);
  upcr_now.far_relaxed &= ~PUTS_WITHIN;
}

static upcr_net_handle_t set_nb(upcr_pts_t dst, int byte, size_t n) {
  uint64_t operands[2] = {(unsigned char)byte, n};
  struct upcr_am message = {.handler = UPCR_AM_SET, .arg = {dst}, .length = sizeof operands};
  return begin((int)upcr_thread(dst), &message, operands, 0, 0);
}

static upcr_net_handle_t move_nb(upcr_pts_t dst, upcr_pts_t src, size_t n) {
  struct upcr_am message = {.handler = UPCR_AM_MOVE, .arg = {dst, src}, .length = sizeof n};
  return begin((int)upcr_thread(dst), &message, &n, 0, 0);
}

static upcr_net_handle_t relay_nb(upcr_pts_t dst, upcr_pts_t src, size_t n) {
  struct upcr_am message = {.handler = UPCR_AM_GET, .arg = {src}, .room = n};
  return begin((int)upcr_thread(src), &message, 0, 0, dst);
}

static void am_request(int thread, struct upcr_am *message) {
  void *payload = message->payload;
  complete(thread, message, payload, payload);
}

static bool test(upcr_net_handle_t handle) {
  struct awaited awaited = {.sender = &own, .handle = handle};
  if (handle == 0 || is_complete(&awaited))
    return true;
  upcr_simulated->turn();
  return is_complete(&awaited);
}

/* Nothing to do: events serve requests. */
static bool poll(void) { return false; }

static void flush(void) {
  if (own.under_way)
    wait_handle(UPCR_NET_ALL);
}

static struct upcr_net_sent sent(void) { return own.total; }

static void wake(int thread) {
  upcr_ring((struct upcr_bell){&upcr_job->thread[thread].bell, &upcr_job->thread[thread].asleep});
}

static void wake_published(int thread) {
  upcr_ring_published(
      (struct upcr_bell){&upcr_job->thread[thread].bell, &upcr_job->thread[thread].asleep});
}

const struct upcr_net upcr_net_sim = {
    .name = "sim",
    .am_max = AM_MAX,
    .start = start,
    .stop = stop,
    .attach = attach,
    .get = get,
    .put = put,
    .put_nbi = put_nbi,
    .am_nbi = am_nbi,
    .complete_puts = complete_puts,
    .get_nb = get_nb,
    .put_nb = put_nb,
    .set_nb = set_nb,
    .move_nb = move_nb,
    .relay_nb = relay_nb,
    .test = test,
    .wait = wait_handle,
    .am_request = am_request,
    .am_post = am_post,
    .poll = poll,
    .flush = flush,
    .sent = sent,
    .wake = wake,
    .wake_published = wake_published,
};

int upcr_sim_transport_create(int threads) {
  sender_of = calloc((size_t)threads, sizeof *sender_of);
  return sender_of ? 0 : -1;
}
