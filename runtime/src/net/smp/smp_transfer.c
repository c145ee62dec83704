/* SPDX-License-Identifier: Apache-2.0 */
/* Transfers as active messages. Short: the operands are in the cell's own line. Medium: a payload
 * beside it. Long: pieces of a medium's size to their places in the target's segment, as many at
 * once as the thread has cells: while the target copies one, the sender copies the next. */
#include <pthread.h>
#include <string.h>

#include "../../base/atomics.h"
#include "../../mem/segment.h"
#include "smp.h"

/* Unsuccessful polls of a transfer until the core is given away and helpers are woken. If
 * oversubscribed, the core is given away sooner: the target has no processor as a rule. */
enum { ATTEMPTS_TO_WAIT = 64, ATTEMPTS_OVERSUBSCRIBED = 4 };

static UPCR_PER_THREAD pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/* Of upcr_now.far_relaxed (net.h). Changed with the mutex held; net/far has another bit and another
 * mutex. */
enum { PUTS_WITHIN = 1 };

static bool is_here(int thread) { return upcr_smp_process_of(thread) == upcr_smp_process; }

/* Sends a request whose reply has no payload; to a thread of this process the handler is called. */
static upcr_net_handle_t begin(int thread, struct upcr_am *message) {
  upcr_settle_stores();
  if (is_here(thread)) {
    upcr_smp_run_here(message);
    return 0;
  }
  pthread_mutex_lock(&mutex);
  upcr_net_handle_t handle = upcr_smp_new_handle();
  upcr_smp_send(thread, message, message->payload, 0, handle);
  pthread_mutex_unlock(&mutex);
  return handle;
}

/* Sends a request and waits for the reply. */
static void exchange(int thread, struct upcr_am *message) {
  pthread_mutex_lock(&mutex);
  upcr_net_handle_t handle = upcr_smp_new_handle();
  upcr_smp_send(thread, message, message->payload, message->payload, handle);
  upcr_smp_wait(handle);
  pthread_mutex_unlock(&mutex);
}

void upcr_smp_am_request(int thread, struct upcr_am *message) {
  upcr_settle_stores();
  if (is_here(thread))
    upcr_smp_run_here(message);
  else
    exchange(thread, message);
}

static size_t piece_of(size_t n) { return n < UPCR_SMP_MEDIUM ? n : UPCR_SMP_MEDIUM; }

static void send_gets(void *dst, upcr_pts_t src, size_t n, upcr_net_handle_t handle) {
  for (size_t done = 0, piece; done < n; done += piece) {
    piece = piece_of(n - done);
    struct upcr_am message = {.handler = UPCR_AM_GET, .arg = {src + done}, .room = piece};
    upcr_smp_send((int)upcr_thread(src), &message, 0, (char *)dst + done, handle);
  }
}

static void send_puts(upcr_pts_t dst, const void *src, size_t n, upcr_net_handle_t handle) {
  for (size_t done = 0, piece; done < n; done += piece) {
    piece = piece_of(n - done);
    struct upcr_am message = {.handler = UPCR_AM_PUT, .arg = {dst + done}, .length = piece};
    upcr_smp_send((int)upcr_thread(dst), &message, (const char *)src + done, 0, handle);
  }
}

static void get_here(void *dst, upcr_pts_t src, size_t n) {
  struct upcr_am message = {.handler = UPCR_AM_GET, .arg = {src}, .room = n, .payload = dst};
  upcr_smp_run_here(&message);
}

static void put_here(upcr_pts_t dst, const void *src, size_t n) {
  struct upcr_am message = {
      .handler = UPCR_AM_PUT, .arg = {dst}, .length = n, .payload = (void *)src};
  upcr_smp_run_here(&message);
}

upcr_net_handle_t upcr_smp_get_nb(void *dst, upcr_pts_t src, size_t n, enum upcr_memory_kind kind) {
  (void)kind;
  upcr_settle_stores();
  if (is_here((int)upcr_thread(src))) {
    get_here(dst, src, n);
    return 0;
  }
  pthread_mutex_lock(&mutex);
  upcr_net_handle_t handle = upcr_smp_new_handle();
  send_gets(dst, src, n, handle);
  pthread_mutex_unlock(&mutex);
  return handle;
}

upcr_net_handle_t upcr_smp_put_nb(upcr_pts_t dst, const void *src, size_t n,
                                  enum upcr_memory_kind kind) {
  (void)kind;
  upcr_settle_stores();
  if (is_here((int)upcr_thread(dst))) {
    put_here(dst, src, n);
    return 0;
  }
  pthread_mutex_lock(&mutex);
  upcr_net_handle_t handle = upcr_smp_new_handle();
  send_puts(dst, src, n, handle);
  pthread_mutex_unlock(&mutex);
  return handle;
}

static bool gather_put(upcr_pts_t dst, const void *src, size_t n) {
  struct upcr_am message = {
      .handler = UPCR_AM_PUT, .arg = {dst}, .length = n, .payload = (void *)src};
  return upcr_smp_gather((int)upcr_thread(dst), &message);
}

/* The bytes are in cells or copied when it returns. */
void upcr_smp_put_nbi(upcr_pts_t dst, const void *src, size_t n, enum upcr_memory_kind kind) {
  (void)kind;
  upcr_settle_stores();
  if (is_here((int)upcr_thread(dst))) {
    put_here(dst, src, n);
    return;
  }
  pthread_mutex_lock(&mutex);
  if (!gather_put(dst, src, n))
    send_puts(dst, src, n, UPCR_NET_PUTS);
  __atomic_fetch_or(&upcr_now.far_relaxed, PUTS_WITHIN, __ATOMIC_RELAXED);
  pthread_mutex_unlock(&mutex);
}

void upcr_smp_am_nbi(int thread, struct upcr_am *message) {
  upcr_settle_stores();
  if (is_here(thread)) {
    upcr_smp_run_here(message);
    return;
  }
  pthread_mutex_lock(&mutex);
  if (!upcr_smp_gather(thread, message))
    upcr_smp_send(thread, message, message->payload, 0, UPCR_NET_PUTS);
  __atomic_fetch_or(&upcr_now.far_relaxed, PUTS_WITHIN, __ATOMIC_RELAXED);
  pthread_mutex_unlock(&mutex);
}

void upcr_smp_complete_puts(void) {
  if ((upcr_now.far_relaxed & PUTS_WITHIN) == 0)
    return;
  pthread_mutex_lock(&mutex);
  upcr_smp_wait(UPCR_NET_PUTS);
  __atomic_fetch_and(&upcr_now.far_relaxed, ~PUTS_WITHIN, __ATOMIC_RELAXED);
  pthread_mutex_unlock(&mutex);
}

void upcr_smp_wait_nb(upcr_net_handle_t handle) {
  if (handle == 0)
    return;
  pthread_mutex_lock(&mutex);
  upcr_smp_wait(handle);
  pthread_mutex_unlock(&mutex);
}

/* A program may only test in a loop: now and then this does what upcr_smp_wait does before a sleep.
 */
static void looked_in_vain(unsigned attempts) {
  if (attempts % ATTEMPTS_TO_WAIT == 0)
    upcr_smp_wake_helpers();
  if (attempts % (upcr_wait_oversubscribed() ? ATTEMPTS_OVERSUBSCRIBED : ATTEMPTS_TO_WAIT) == 0)
    upcr_give_core_away();
}

bool upcr_smp_test_nb(upcr_net_handle_t handle) {
  static UPCR_PER_THREAD unsigned attempts;
  if (handle == 0)
    return true;
  pthread_mutex_lock(&mutex);
  if (handle == UPCR_NET_ALL)
    upcr_smp_send_all_gathered();
  bool done = upcr_smp_is_complete(handle);
  if (!done)
    upcr_smp_poll();
  if (!done)
    looked_in_vain(++attempts);
  pthread_mutex_unlock(&mutex);
  return done;
}

void upcr_smp_get(void *dst, upcr_pts_t src, size_t n, enum upcr_memory_kind kind) {
  upcr_smp_wait_nb(upcr_smp_get_nb(dst, src, n, kind));
}

void upcr_smp_put(upcr_pts_t dst, const void *src, size_t n, enum upcr_memory_kind kind) {
  upcr_smp_wait_nb(upcr_smp_put_nb(dst, src, n, kind));
}

upcr_net_handle_t upcr_smp_set_nb(upcr_pts_t dst, int byte, size_t n) {
  uint64_t operands[2] = {(unsigned char)byte, n};
  struct upcr_am message = {
      .handler = UPCR_AM_SET, .arg = {dst}, .length = sizeof operands, .payload = operands};
  return begin((int)upcr_thread(dst), &message);
}

upcr_net_handle_t upcr_smp_move_nb(upcr_pts_t dst, upcr_pts_t src, size_t n) {
  struct upcr_am message = {
      .handler = UPCR_AM_MOVE, .arg = {dst, src}, .length = sizeof n, .payload = &n};
  return begin((int)upcr_thread(dst), &message);
}

static void send_relays(upcr_pts_t dst, upcr_pts_t src, size_t n, upcr_net_handle_t handle) {
  for (size_t done = 0, piece; done < n; done += piece) {
    piece = piece_of(n - done);
    upcr_smp_send_relay(dst + done, src + done, piece, handle);
  }
}

/* Where one of the threads is of this process its memory is there, mapped or not. */
upcr_net_handle_t upcr_smp_relay_nb(upcr_pts_t dst, upcr_pts_t src, size_t n) {
  upcr_settle_stores();
  if (is_here((int)upcr_thread(dst)))
    return upcr_smp_get_nb(upcr_segment_address(dst), src, n, UPCR_MEMORY_HOST);
  if (is_here((int)upcr_thread(src)))
    return upcr_smp_put_nb(dst, upcr_segment_address(src), n, UPCR_MEMORY_HOST);
  pthread_mutex_lock(&mutex);
  upcr_net_handle_t handle = upcr_smp_new_handle();
  send_relays(dst, src, n, handle);
  pthread_mutex_unlock(&mutex);
  return handle;
}

UPCR_HOT void upcr_smp_flush(void) {
  if (!upcr_smp_is_idle())
    upcr_smp_wait_nb(UPCR_NET_ALL);
}

void upcr_smp_release(void) {
  pthread_mutex_lock(&mutex);
  upcr_smp_send_all_gathered();
  pthread_mutex_unlock(&mutex);
}

struct upcr_net_sent upcr_smp_sent(void) {
  pthread_mutex_lock(&mutex);
  struct upcr_net_sent sent = upcr_smp_total();
  pthread_mutex_unlock(&mutex);
  return sent;
}
