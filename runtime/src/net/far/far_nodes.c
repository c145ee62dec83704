/* SPDX-License-Identifier: Apache-2.0 */
/* The transport table of a job with several nodes: net/smp for threads of the same node whose
 * memory is not mapped, the conduit for threads of other nodes. */
#include <stdlib.h>
#include <string.h>

#include "../../base/atomics.h"
#include "../../base/log.h"
#include "../../mem/segment.h"
#include "far.h"

/* Bit 62 of a handle: the transfer is one of net/smp. */
#define WITHIN ((upcr_net_handle_t)1 << 62)
enum {
  BY_MESSAGE = 4096, /* bytes of the longest get or put that goes by messages */
  RELAYED = 1 << 20, /* bytes of a piece that goes through the caller's memory */
  ATTEMPTS_TO_REST = 64
};

static bool is_far(upcr_pts_t p) { return !upcr_in_node((int)upcr_thread(p)); }

static upcr_net_handle_t within(upcr_net_handle_t handle) { return handle ? handle | WITHIN : 0; }

static void wait_for(upcr_net_handle_t handle) {
  if (handle == 0)
    return;
  if (handle == UPCR_NET_ALL || handle & WITHIN)
    upcr_net_smp.wait(handle == UPCR_NET_ALL ? handle : handle & ~WITHIN);
  if (handle == UPCR_NET_ALL || !(handle & WITHIN))
    upcr_far_wait(handle);
}

static upcr_net_handle_t get_nb(void *dst, upcr_pts_t src, size_t n, enum upcr_memory_kind kind) {
  if (!is_far(src))
    return within(upcr_net_smp.get_nb(dst, src, n, kind));
  upcr_net_handle_t handle = upcr_far_new_handle();
  if (n > BY_MESSAGE) {
    upcr_far_start_get(dst, src, n, handle);
    return handle;
  }
  struct upcr_am message = {.handler = UPCR_AM_GET, .arg = {src}, .room = n};
  upcr_far_send((int)upcr_thread(src), &message, dst, handle);
  return handle;
}

static upcr_net_handle_t put_nb(upcr_pts_t dst, const void *src, size_t n,
                                enum upcr_memory_kind kind) {
  if (!is_far(dst))
    return within(upcr_net_smp.put_nb(dst, src, n, kind));
  upcr_net_handle_t handle = upcr_far_new_handle();
  if (n > BY_MESSAGE) {
    upcr_far_start_put(dst, src, n, handle);
    return handle;
  }
  struct upcr_am message = {
      .handler = UPCR_AM_PUT, .arg = {dst}, .length = n, .payload = (void *)src};
  upcr_far_send((int)upcr_thread(dst), &message, 0, handle);
  return handle;
}

static void get(void *dst, upcr_pts_t src, size_t n, enum upcr_memory_kind kind) {
  wait_for(get_nb(dst, src, n, kind));
}

static void put(upcr_pts_t dst, const void *src, size_t n, enum upcr_memory_kind kind) {
  wait_for(put_nb(dst, src, n, kind));
}

/* A message contains a copy of the bytes. Larger puts would need another copy, so they are complete
 * on return. */
static void put_nbi(upcr_pts_t dst, const void *src, size_t n, enum upcr_memory_kind kind) {
  if (!is_far(dst))
    upcr_net_smp.put_nbi(dst, src, n, kind);
  else if (n > UPCR_FAR_PAYLOAD)
    put(dst, src, n, kind);
  else {
    struct upcr_am message = {
        .handler = UPCR_AM_PUT, .arg = {dst}, .length = n, .payload = (void *)src};
    upcr_far_send((int)upcr_thread(dst), &message, 0, UPCR_NET_PUTS);
  }
}

static void am_nbi(int thread, struct upcr_am *message) {
  if (upcr_in_node(thread))
    upcr_net_smp.am_nbi(thread, message);
  else
    upcr_far_send(thread, message, 0, UPCR_NET_PUTS);
}

static bool puts_are_in_order(void) { return upcr_far_process.conduit->is_in_order(); }

static upcr_net_handle_t put_ahead_nb(upcr_pts_t dst, const void *src, size_t n) {
  upcr_net_handle_t handle = upcr_far_new_handle();
  upcr_far_start_write(dst, src, n, handle);
  return handle;
}

/* In order, the message's reply says that the put is complete too, so the put needs none. */
static void put_then(upcr_pts_t dst, const void *src, size_t n, struct upcr_am *message) {
  if (puts_are_in_order()) {
    upcr_settle_barrier();
    upcr_far_start_write(dst, src, n, UPCR_NET_PUTS);
  } else {
    put(dst, src, n, UPCR_MEMORY_HOST);
  }
  am_nbi((int)upcr_thread(dst), message);
}

static void complete_puts(void) {
  upcr_net_smp.complete_puts();
  upcr_far_complete_puts();
}

/* Nothing to do between nodes: held-back messages are sent when the earlier one is answered
 * (batch.c). */
static void release(void) { upcr_net_smp.release(); }

/* Sends a request whose reply has no payload. */
static upcr_net_handle_t begin(const struct upcr_am *message, int thread) {
  upcr_net_handle_t handle = upcr_far_new_handle();
  upcr_far_send(thread, message, 0, handle);
  return handle;
}

static upcr_net_handle_t set_nb(upcr_pts_t dst, int byte, size_t n) {
  if (!is_far(dst))
    return within(upcr_net_smp.set_nb(dst, byte, n));
  uint64_t operands[2] = {(unsigned char)byte, n};
  struct upcr_am message = {
      .handler = UPCR_AM_SET, .arg = {dst}, .length = sizeof operands, .payload = operands};
  return begin(&message, (int)upcr_thread(dst));
}

static upcr_net_handle_t move_nb(upcr_pts_t dst, upcr_pts_t src, size_t n) {
  if (!is_far(dst))
    return within(upcr_net_smp.move_nb(dst, src, n));
  struct upcr_am message = {
      .handler = UPCR_AM_MOVE, .arg = {dst, src}, .length = sizeof n, .payload = &n};
  return begin(&message, (int)upcr_thread(dst));
}

/* Copies through the caller's memory, piece by piece; complete on return. */
static upcr_net_handle_t relay_nb(upcr_pts_t dst, upcr_pts_t src, size_t n) {
  if (!is_far(dst) && !is_far(src))
    return within(upcr_net_smp.relay_nb(dst, src, n));
  size_t piece = n < RELAYED ? n : RELAYED;
  char *through = malloc(piece);
  if (!through)
    upcr_fatal("out of memory: %zu bytes for a copy between threads %lu and %lu, which are both on "
               "other nodes",
               piece, upcr_thread(src), upcr_thread(dst));
  for (size_t done = 0; done < n; done += piece) {
    piece = n - done < piece ? n - done : piece;
    get(through, src + done, piece, UPCR_MEMORY_HOST);
    put(dst + done, through, piece, UPCR_MEMORY_HOST);
  }
  free(through);
  return 0;
}

/* A program may call this in a loop and do nothing else, so the core is yielded now and then. */
static bool test(upcr_net_handle_t handle) {
  static UPCR_PER_THREAD unsigned attempts;
  if (handle == 0)
    return true;
  if (handle != UPCR_NET_ALL && handle & WITHIN)
    return upcr_net_smp.test(handle & ~WITHIN);
  if (handle == UPCR_NET_ALL && !upcr_net_smp.test(handle))
    return false;
  if (upcr_far_is_complete(handle))
    return true;
  if (!upcr_nodes_poll() && ++attempts % ATTEMPTS_TO_REST == 0)
    upcr_give_core_away();
  return upcr_far_is_complete(handle);
}

static void am_request(int thread, struct upcr_am *message) {
  if (upcr_in_node(thread)) {
    upcr_net_smp.am_request(thread, message);
    return;
  }
  upcr_net_handle_t handle = upcr_far_new_handle();
  upcr_far_send(thread, message, message->payload, handle);
  upcr_far_wait(handle);
}

UPCR_HOT static void flush(void) {
  upcr_net_smp.flush();
  if (!upcr_far_is_idle())
    upcr_far_wait(UPCR_NET_ALL);
}

static struct upcr_net_sent sent(void) {
  struct upcr_net_sent near = upcr_net_smp.sent(), far = upcr_far_sent();
  return (struct upcr_net_sent){near.messages + far.messages, near.bytes + far.bytes};
}

static void start(int thread) {
  upcr_net_smp.start(thread);
  atomic_store_explicit(&upcr_progress, upcr_nodes_poll,
                        memory_order_relaxed); /* net/smp has set its own */
}

static void stop(int thread) {
  upcr_far_stop();
  upcr_net_smp.stop(thread);
}

static void attach(int thread, void *base, size_t bytes, enum upcr_memory_kind kind) {
  upcr_net_smp.attach(thread, base, bytes, kind);
}

static void wake(int thread) {
  if (upcr_in_node(thread))
    upcr_net_smp.wake(thread);
}

static void wake_published(int thread) {
  if (upcr_in_node(thread))
    upcr_net_smp.wake_published(thread);
}

const struct upcr_net upcr_net_nodes = {
    .name = "nodes",
    .am_max = UPCR_FAR_PAYLOAD,
    .start = start,
    .stop = stop,
    .attach = attach,
    .get = get,
    .put = put,
    .put_nbi = put_nbi,
    .am_nbi = am_nbi,
    .complete_puts = complete_puts,
    .put_then = put_then,
    .put_ahead_nb = put_ahead_nb,
    .puts_are_in_order = puts_are_in_order,
    .release = release,
    .get_nb = get_nb,
    .put_nb = put_nb,
    .set_nb = set_nb,
    .move_nb = move_nb,
    .relay_nb = relay_nb,
    .test = test,
    .wait = wait_for,
    .am_request = am_request,
    .am_post = upcr_far_post,
    .poll = upcr_nodes_poll,
    .poll_node = upcr_nodes_poll_node,
    .flush = flush,
    .sent = sent,
    .wake = wake,
    .wake_published = wake_published,
};
