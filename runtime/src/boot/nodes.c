/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "nodes.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/system.h"
#include "../base/settings.h"
#include "../check/arrivals.h"
#include "../mem/control.h"
#include "../mem/job.h"
#include "query.h"
#include "hosts.h"
#include "mpir.h"
#include "peers.h"

#define SECOND INT64_C(1000000000)
/* Time for a node to report that its processes have ended, beyond the time that it gives them. */
static const int64_t last_words = 8 * SECOND;
/* Threads usually end together. Only if some ended this long ago and others have not, the other
 * nodes are told, where threads may wait for them in vain. */
static const int64_t early_after = SECOND / 5;

/* Messages. To the hub, and from it to all others; ADDRESSES: struct range and the addresses of
 * a node's processes; END: struct end and, from a node where the program ended the job, the
 * message about it; SIGNAL: an int; QUERY: what query.c sends; REPORT: struct wanted; PROCESSES:
 * struct upcr_node_processes, numbers in the system; GO: nothing; DONE: struct end; EARLY: struct
 * early, of the thread of a node that ended first. */
enum kind {
  QUERY,
  REPORT,
  PROCESSES,
  GO,
  BEAT,
  ADDRESSES,
  ALL_ADDRESSES,
  EARLY,
  FINISHED,
  ALL_FINISHED,
  END,
  SIGNAL,
  DONE,
  KINDS
};

struct range {
  int32_t first, count; /* processes */
};

struct early {
  int32_t thread, status;
  uint32_t finish_phase;
};

struct upcr_node_processes {
  char host[80];
  int32_t count;
  int32_t pid[];
};

struct wanted {
  int32_t signal_number, quits;
};

struct end {
  int32_t cause, status, signal, all_finished;
};

static struct {
  int addresses, finished, end_sent; /* what this node has sent */
  int64_t beat_at;                   /* when the others are to hear of this node again */
  int64_t early_at;           /* when EARLY is due, 0: no thread has ended, INT64_MAX: sent */
  int64_t give_up_at;         /* the hub's: when it waits for no node any more, 0: not yet known */
  struct wanted wanted;       /* a report, by another node */
  char *words;                /* of another node, to be printed here */
  struct upcr_ending *ending; /* of the step under way */
  int64_t now;
} nodes;

int upcr_nodes_heard(void) {
  int heard = upcr_hosts_heard();
  return heard < 0 ? SIGTERM : heard;
}

void upcr_nodes_send_query(const void *bytes, size_t n) { upcr_peers_send_all(QUERY, bytes, n); }

void upcr_nodes_request_report(int signal_number, int quits) {
  struct wanted wanted = {signal_number, quits};
  upcr_peers_send_all(REPORT, &wanted, sizeof wanted);
}

int upcr_nodes_requested_report(int *quits) {
  int signal_number = nodes.wanted.signal_number;
  *quits = nodes.wanted.quits;
  nodes.wanted.signal_number = 0;
  return signal_number;
}

static bool has_all_processes(void) {
  for (int i = 0; i < upcr_peers.count; i++)
    if (!upcr_peers.peer[i].processes)
      return false;
  return true;
}

/* The hub's, when it has those of all nodes. */
static void show_debugger(void) {
  int p = upcr_boot.layout.node_first
              ? upcr_boot_process_of(&upcr_boot.layout, upcr_boot.layout.node_first[1] - 1) + 1
              : 0;
  for (int i = 0; i < upcr_peers.count; i++)
    for (int k = 0; k < upcr_peers.peer[i].processes->count && p < upcr_boot.layout.processes; k++)
      upcr_mpir_add(p++, upcr_boot.layout.processes, upcr_peers.peer[i].processes->pid[k],
                    upcr_peers.peer[i].processes->host);
  upcr_mpir_spawned();
  upcr_peers_send_all(GO, 0, 0);
  upcr_mpir_let_go();
}

void upcr_nodes_send_processes(const struct upcr_ending *ending) {
  if (upcr_peers.count == 0) {
    upcr_mpir_spawned();
    upcr_mpir_let_go();
    return;
  }
  size_t n = sizeof(struct upcr_node_processes) + (size_t)ending->started * sizeof(int32_t);
  struct upcr_node_processes *own = upcr_is_hub() ? 0 : calloc(1, n);
  if (!own)
    return;
  gethostname(own->host, sizeof own->host - 1);
  own->count = ending->started;
  for (int p = 0; p < ending->started; p++)
    own->pid[p] = (int32_t)ending->process[p].pid;
  upcr_peers_send_all(PROCESSES, own, n);
  free(own);
}

static void handle_processes(struct upcr_peer *peer, const char *bytes, size_t n) {
  struct upcr_node_processes head;
  if (n < sizeof head || peer->processes)
    return;
  memcpy(&head, bytes, sizeof head);
  if (head.count < 0 || n != sizeof head + (size_t)head.count * sizeof(int32_t))
    return;
  peer->processes = malloc(n);
  if (peer->processes)
    memcpy(peer->processes, bytes, n);
  if (upcr_is_hub() && has_all_processes())
    show_debugger();
}

static char *address_of(int process) {
  return upcr_job->far->address + (size_t)process * UPCR_FAR_ADDRESS;
}

/* The addresses of all nodes are in the table: the processes of this one may go on. */
static void let_go(void) {
  atomic_store_explicit(&upcr_job->far->ready, 1, memory_order_release);
  upcr_futex_wake(&upcr_job->far->ready);
}

/* The release pairs with all_finished of core/barrier.c and net/far/far_progress.c. */
static void let_end(void) {
  nodes.finished = 2;
  atomic_store_explicit(&upcr_job->core->all_finished, 1, memory_order_release);
  upcr_job_wake_all();
}

/* The number of peers that have sent something. */
static int count(size_t field) {
  int n = 0;
  for (int i = 0; i < upcr_peers.count; i++)
    n += *(const int *)(const void *)((const char *)&upcr_peers.peer[i] + field);
  return n;
}
#define ALL_SENT(field) (count(offsetof(struct upcr_peer, field)) == upcr_peers.count)

/* To each node the record of the next one's first thread. Peer i is node i + 1. */
static void send_all_finished(void) {
  char own[UPCR_ARRIVALS_END_BYTES];
  size_t n = upcr_arrivals_put_end(own);
  for (int i = 0; i < upcr_peers.count; i++) {
    const struct upcr_peer *next = &upcr_peers.peer[i + 1];
    if (i + 1 < upcr_peers.count)
      upcr_link_send(&upcr_peers.peer[i].link, ALL_FINISHED, next->end_record, next->end_bytes);
    else
      upcr_link_send(&upcr_peers.peer[i].link, ALL_FINISHED, own, n);
  }
  upcr_arrivals_take_end(upcr_peers.peer[0].end_record, upcr_peers.peer[0].end_bytes);
}

static void handle_finished(struct upcr_peer *peer, const char *bytes, size_t n) {
  peer->finished = 1;
  peer->end_record = n ? malloc(n) : 0;
  peer->end_bytes = peer->end_record ? n : 0;
  if (peer->end_record)
    memcpy(peer->end_record, bytes, n);
}

static void hub_gathers(void) {
  if (nodes.addresses == 1 && ALL_SENT(addresses)) {
    nodes.addresses = 2;
    upcr_peers_send_all(ALL_ADDRESSES, address_of(0),
                        (size_t)upcr_boot.layout.processes * UPCR_FAR_ADDRESS);
    let_go();
  }
  if (nodes.finished == 1 && ALL_SENT(finished)) {
    nodes.finished = 2;
    send_all_finished();
    let_end();
  }
}

static void handle_addresses(struct upcr_peer *peer, const char *bytes, size_t n) {
  struct range range;
  if (n < sizeof range)
    return;
  memcpy(&range, bytes, sizeof range);
  if (range.first < 0 || range.count < 0 ||
      range.first + range.count > upcr_boot.layout.processes ||
      n != sizeof range + (size_t)range.count * UPCR_FAR_ADDRESS)
    return;
  memcpy(address_of(range.first), bytes + sizeof range, n - sizeof range);
  peer->addresses = 1;
}

static void handle_early(struct upcr_peer *from, const char *bytes, size_t n) {
  struct early early;
  if (n != sizeof early)
    return;
  memcpy(&early, bytes, n);
  struct upcr_ended_early *known = &upcr_job->core->early;
  if (atomic_load(&known->known) == 0 || (int32_t)(early.finish_phase - known->finish_phase) < 0) {
    known->thread = early.thread;
    known->status = early.status;
    known->finish_phase = early.finish_phase;
    atomic_fetch_add_explicit(&known->known, 1, memory_order_release);
    upcr_job_wake_all();
  }
  for (int i = 0; upcr_is_hub() && i < upcr_peers.count; i++)
    if (&upcr_peers.peer[i] != from)
      upcr_link_send(&upcr_peers.peer[i].link, EARLY, &early, sizeof early);
}

/* From now on ignores ends of the job on this node. False if the job has already been ended. */
static bool silence(void) {
  int nobody = 0;
  upcr_ending_look_for_global_exit(nodes.ending, nodes.now);
  return nodes.ending->cause == UPCR_CAUSE_NONE &&
         atomic_compare_exchange_strong(&upcr_boot.shared->end_claimed, &nobody, (int)getpid());
}

char *upcr_nodes_take_words(void) {
  char *words = nodes.words;
  nodes.words = 0;
  return words;
}

/* Takes the message of a node in which the job ended first; the hub forwards it. If several nodes
 * send one, the hub prints the first to arrive, unless its own node was first. */
static void handle_end(struct upcr_peer *from, const char *bytes, size_t n) {
  struct end end;
  if (n < sizeof end)
    return;
  memcpy(&end, bytes, sizeof end);
  const char *words = bytes + sizeof end;
  n -= sizeof end;
  if (silence() && upcr_is_hub() && n > 0)
    nodes.words = strndup(words, n);
  upcr_ending_elsewhere(nodes.ending, end.status, end.signal, nodes.now);
  for (int i = 0; upcr_is_hub() && !nodes.end_sent && i < upcr_peers.count; i++)
    if (&upcr_peers.peer[i] != from)
      upcr_link_send(&upcr_peers.peer[i].link, END, &end, sizeof end);
  nodes.end_sent = 1;
}

static void handle_done(struct upcr_peer *peer, const char *bytes, size_t n) {
  struct end end = {0, 0, 0, 0};
  if (n >= sizeof end)
    memcpy(&end, bytes, sizeof end);
  peer->done = 1;
  nodes.ending->all_finished &= end.all_finished;
  if (nodes.ending->cause == UPCR_CAUSE_NONE && end.status > nodes.ending->status)
    nodes.ending->status = end.status;
}

static void handle_signal(struct upcr_peer *peer, const char *bytes, size_t n) {
  (void)peer;
  int number = 0;
  if (n == sizeof number)
    memcpy(&number, bytes, sizeof number);
  if (number == SIGUSR1 || number == SIGUSR2)
    upcr_ending_send(nodes.ending, number);
}

static void handle_query(struct upcr_peer *peer, const char *bytes, size_t n) {
  upcr_query_take(peer->node, bytes, n);
}

static void handle_report(struct upcr_peer *peer, const char *bytes, size_t n) {
  (void)peer;
  if (n == sizeof nodes.wanted)
    memcpy(&nodes.wanted, bytes, n);
}

static void handle_go(struct upcr_peer *peer, const char *bytes, size_t n) {
  (void)peer, (void)bytes, (void)n;
  upcr_mpir_let_go();
}

static void handle_all_addresses(struct upcr_peer *peer, const char *bytes, size_t n) {
  (void)peer;
  memcpy(address_of(0), bytes, n);
  let_go();
}

static void handle_all_finished(struct upcr_peer *peer, const char *bytes, size_t n) {
  (void)peer;
  upcr_arrivals_take_end(bytes, n);
  let_end();
}

/* For BEAT it is enough that a message has come. */
static void (*const handlers[KINDS])(struct upcr_peer *peer, const char *bytes, size_t n) = {
    [QUERY] = handle_query, [REPORT] = handle_report,       [PROCESSES] = handle_processes,
    [GO] = handle_go,       [ADDRESSES] = handle_addresses, [ALL_ADDRESSES] = handle_all_addresses,
    [EARLY] = handle_early, [FINISHED] = handle_finished,   [ALL_FINISHED] = handle_all_finished,
    [END] = handle_end,     [SIGNAL] = handle_signal,       [DONE] = handle_done,
};

static void handle_message(void *arg, uint32_t kind, const char *bytes, size_t n) {
  struct upcr_peer *peer = arg;
  peer->heard_at = nodes.now;
  if (kind < KINDS && handlers[kind])
    handlers[kind](peer, bytes, n);
}

/* A supervisor that disappeared without a message was killed, or its host is down: the job cannot
 * continue. `silent`: its connection is still open. */
static void lose(struct upcr_peer *peer, int silent) {
  upcr_link_close(&peer->link, 0); /* no node waits for its last message */
  if (peer->done || nodes.ending->cause != UPCR_CAUSE_NONE)
    return;
  nodes.ending->lost_node = peer->node;
  nodes.ending->lost_silent = silent;
  upcr_ending_begin(nodes.ending, UPCR_CAUSE_LOST, nodes.now);
}

/* The acquire of `published` pairs with the increments in net/far/far_start.c: the addresses are
 * there. */
static void send_addresses(void) {
  int end, first = upcr_boot_own_processes(&upcr_boot.layout, &end);
  if (nodes.addresses || atomic_load_explicit(&upcr_job->far->published, memory_order_acquire) <
                             (uint32_t)(end - first))
    return;
  nodes.addresses = 1;
  if (upcr_is_hub())
    return;
  struct range range = {first, end - first};
  size_t bytes = (size_t)range.count * UPCR_FAR_ADDRESS;
  char *message = malloc(sizeof range + bytes);
  if (!message)
    upcr_boot_refuse("out of memory: the addresses of %d processes", (int)range.count);
  memcpy(message, &range, sizeof range);
  memcpy(message + sizeof range, address_of(first), bytes);
  upcr_link_send(&upcr_peers.peer[0].link, ADDRESSES, message, sizeof range + bytes);
  free(message);
}

/* Acquire: pairs with the increments in upcr_barrier_at_end. */
static void send_finished(void) {
  uint32_t here = (uint32_t)(upcr_job->config.end - upcr_job->config.first);
  if (nodes.finished ||
      atomic_load_explicit(&upcr_job->core->finished, memory_order_acquire) != here)
    return;
  nodes.finished = 1;
  char record[UPCR_ARRIVALS_END_BYTES];
  if (!upcr_is_hub())
    upcr_link_send(&upcr_peers.peer[0].link, FINISHED, record, upcr_arrivals_put_end(record));
}

/* True if thread a arrived at fewer barriers than b; at as many, if its exit status is higher. */
static bool is_earlier(const struct upcr_job_thread *a, const struct early *b) {
  int32_t more = (int32_t)(atomic_load(&a->finish_phase) - b->finish_phase);
  return more < 0 || (more == 0 && a->exit_status > b->status);
}

/* Finds, among the threads of this node that have ended, the one that arrived at the fewest
 * barriers. */
static bool find_early(struct early *early) {
  bool any = false;
  for (int t = upcr_job->config.first; t < upcr_job->config.end; t++) {
    const struct upcr_job_thread *thread = &upcr_job->thread[t];
    if (atomic_load_explicit(&thread->state, memory_order_acquire) < UPCR_STATE_FINISHED ||
        (any && !is_earlier(thread, early)))
      continue;
    *early = (struct early){t, thread->exit_status, atomic_load(&thread->finish_phase)};
    any = true;
  }
  return any;
}

static void send_early(int64_t now) {
  struct early early;
  if (nodes.early_at == 0 &&
      atomic_load_explicit(&upcr_job->core->finished, memory_order_acquire) != 0)
    nodes.early_at = now + early_after;
  if (nodes.early_at == 0 || now < nodes.early_at || nodes.finished == 2)
    return;
  nodes.early_at = INT64_MAX;
  if (find_early(&early))
    upcr_peers_send_all(EARLY, &early, sizeof early);
}

int64_t upcr_nodes_due(void) {
  int64_t early = nodes.early_at == 0 ? INT64_MAX : nodes.early_at;
  return upcr_peers.count && upcr_settings.heartbeat && nodes.beat_at < early ? nodes.beat_at
                                                                              : early;
}

/* Supervisors send three heartbeats in the time of silence that is allowed. A peer's time begins
 * with the first look at it. */
static void beat(int64_t now) {
  int64_t limit = upcr_settings.heartbeat * SECOND;
  if (limit == 0 || now < nodes.beat_at)
    return;
  nodes.beat_at = now + limit / 3;
  upcr_peers_send_all(BEAT, 0, 0);
  for (int i = 0; i < upcr_peers.count; i++) {
    struct upcr_peer *peer = &upcr_peers.peer[i];
    if (peer->heard_at == 0)
      peer->heard_at = now;
    if (peer->link.fd >= 0 && now - peer->heard_at > limit)
      lose(peer, 1);
  }
}

static struct end own_end(const struct upcr_ending *ending) {
  return (struct end){.cause = (int32_t)ending->cause,
                      .status = ending->cause == UPCR_CAUSE_SIGNAL ? 128 + ending->signal
                                                                   : ending->status,
                      .signal = ending->cause == UPCR_CAUSE_SIGNAL ? ending->signal : 0,
                      .all_finished = ending->all_finished};
}

static void send_end(const struct upcr_ending *ending) {
  if (nodes.end_sent || ending->cause == UPCR_CAUSE_NONE)
    return;
  nodes.end_sent = 1;
  struct {
    struct end end;
    char words[UPCR_BOOT_LAST_WORDS];
  } message = {.end = own_end(ending)};
  size_t n = 0;
  if (ending->cause == UPCR_CAUSE_GLOBAL && !upcr_is_hub())
    n = strnlen(upcr_boot.shared->last_words, sizeof message.words);
  memcpy(message.words, upcr_boot.shared->last_words, n);
  upcr_peers_send_all(END, &message, sizeof message.end + n);
}

void upcr_nodes_step(struct upcr_ending *ending, int64_t now) {
  if (upcr_peers.count == 0)
    return;
  nodes.ending = ending;
  nodes.now = now;
  send_addresses();
  send_finished();
  send_early(now);
  for (int i = 0; i < upcr_peers.count; i++) {
    struct upcr_peer *peer = &upcr_peers.peer[i];
    upcr_link_flush(&peer->link);
    if (peer->link.fd >= 0 && upcr_link_read(&peer->link, handle_message, peer) != 0)
      lose(peer, 0);
  }
  beat(now);
  if (upcr_is_hub())
    hub_gathers();
  send_end(ending);
}

void upcr_nodes_signal(int signal_number) {
  if (upcr_is_hub())
    upcr_peers_send_all(SIGNAL, &signal_number, sizeof signal_number);
}

int upcr_nodes_done(struct upcr_ending *ending, int64_t now) {
  if (upcr_peers.count == 0)
    return 1;
  if (!upcr_is_hub()) {
    struct end end = own_end(ending);
    upcr_link_send(&upcr_peers.peer[0].link, DONE, &end, sizeof end);
    upcr_link_close(&upcr_peers.peer[0].link, 2000);
    return 1;
  }
  int waiting = 0;
  for (int i = 0; i < upcr_peers.count; i++)
    waiting += upcr_peers.peer[i].link.fd >= 0;
  if (waiting && ending->cause != UPCR_CAUSE_NONE && nodes.give_up_at == 0)
    nodes.give_up_at = now + last_words;
  return waiting == 0 || (nodes.give_up_at && now >= nodes.give_up_at);
}
