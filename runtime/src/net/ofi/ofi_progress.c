/* SPDX-License-Identifier: Apache-2.0 */
/* Completions, by one thread at a time, and the descriptors on which the progress thread sleeps. */
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "../../base/log.h"
#include "ofi.h"

enum {
  SOON_NS = 1000000, /* period of the timer while work is left */
  ROUNDS = 8         /* most batches of completions that one poll reads */
};

static void set_timer(long ns) {
  struct itimerspec at = {.it_value.tv_nsec = ns, .it_interval.tv_nsec = ns};
  if (upcr_ofi.timer >= 0)
    timerfd_settime(upcr_ofi.timer, 0, &at, 0);
  upcr_ofi.timer_set = ns != 0;
}

void upcr_ofi_wake_soon(void) {
  if (!upcr_ofi.timer_set)
    set_timer(SOON_NS);
}

/* Any thread may make progress while the progress thread sleeps. The timer runs until no work is
 * left; reading it makes it silent until the next millisecond. */
static void tend_timer(bool more) {
  uint64_t expired;
  if (!more && upcr_ofi.timer_set)
    set_timer(0);
  else if (more && !upcr_ofi.timer_set)
    set_timer(SOON_NS);
  else if (more && upcr_ofi.timer >= 0 && read(upcr_ofi.timer, &expired, sizeof expired) < 0)
    return; /* has not expired since it was read */
}

/* Returns if the job is over. */
static void fail(void) {
  struct fi_cq_err_entry error = {0};
  char detail[160] = "";
  bool known = fi_cq_readerr(upcr_ofi.cq, &error, 0) > 0;
  if (upcr_conduit_is_over())
    return;
  if (!known)
    upcr_fatal("%s: an operation failed, and the provider does not say why", upcr_ofi.description);
  const struct upcr_ofi_op *op = error.op_context;
  const char *what = !op                            ? "communicate"
                     : op->kind == UPCR_OFI_RECEIVE ? "receive a message"
                     : op->kind == UPCR_OFI_SEND    ? "send a message to"
                     : op->kind == UPCR_OFI_GET     ? "read the memory of"
                                                    : "write to the memory of";
  const char *provider =
      fi_cq_strerror(upcr_ofi.cq, error.prov_errno, error.err_data, detail, sizeof detail);
  if (op && op->kind != UPCR_OFI_RECEIVE)
    upcr_fatal("%s: cannot %s process %d: %s (%s)", upcr_ofi.description, what, op->peer,
               upcr_ofi_library.strerror(error.err), provider ? provider : "");
  upcr_fatal("%s: cannot %s: %s (%s)", upcr_ofi.description, what,
             upcr_ofi_library.strerror(error.err), provider ? provider : "");
}

/* A received message: its record and its length. */
struct arrival {
  struct upcr_ofi_op *op;
  size_t bytes;
};

/* Completes sends and transfers; the receives among them are for the caller, which holds no mutex
 * then. */
static int complete(const struct fi_cq_msg_entry *entries, long count, struct arrival *arrivals) {
  int arrived = 0;
  for (long i = 0; i < count; i++) {
    struct upcr_ofi_op *op = entries[i].op_context;
    if (op->kind == UPCR_OFI_RECEIVE) {
      arrivals[arrived++] = (struct arrival){op, entries[i].len};
      continue;
    }
    upcr_ofi.under_way--;
    if (op->kind == UPCR_OFI_SEND)
      upcr_ofi_give(op);
    else
      upcr_ofi_complete_transfer(op);
  }
  return arrived;
}

static void deliver(const struct arrival *arrivals, int count) {
  for (int i = 0; i < count; i++) {
    struct upcr_order_head head;
    const unsigned char *bytes = arrivals[i].op->buffer;
    if (arrivals[i].bytes < sizeof head)
      upcr_fatal("%s: a message of %zu bytes came, which no process of the job sends",
                 upcr_ofi.description, arrivals[i].bytes);
    memcpy(&head, bytes, sizeof head);
    upcr_order_arrived(&upcr_ofi.order, head, bytes + sizeof head, arrivals[i].bytes - sizeof head);
  }
}

/* Completions of one reading; *full: there may be more; `last`: and the caller does not come back
 * for them. */
static bool read_completions(bool *full, bool last) {
  struct fi_cq_msg_entry entries[UPCR_OFI_BATCH];
  struct arrival arrivals[UPCR_OFI_BATCH];
  pthread_mutex_lock(&upcr_ofi.mutex);
  ssize_t count = fi_cq_read(upcr_ofi.cq, entries, UPCR_OFI_BATCH);
  if (count == -FI_EAVAIL) {
    fail();
    count = -FI_EAGAIN;
  }
  if (count < 0 && count != -FI_EAGAIN)
    upcr_fatal("%s: cannot read completions: %s", upcr_ofi.description,
               upcr_ofi_library.strerror((int)-count));
  *full = count == UPCR_OFI_BATCH;
  int arrived = complete(entries, count, arrivals);
  bool took = upcr_ofi_has_kept() && upcr_ofi_retry();
  tend_timer(upcr_ofi_has_kept() || (*full && last));
  pthread_mutex_unlock(&upcr_ofi.mutex);
  if (arrived == 0)
    return took || count > 0;
  deliver(arrivals, arrived);
  pthread_mutex_lock(&upcr_ofi.mutex);
  for (int i = 0; i < arrived; i++)
    upcr_ofi_post_receive(arrivals[i].op);
  if (upcr_ofi_has_kept())
    upcr_ofi_wake_soon();
  pthread_mutex_unlock(&upcr_ofi.mutex);
  return true;
}

/* Empties the queue, because entries left in it may not wake the progress thread; bounded, so that
 * a stream does not keep the caller here. */
static bool advance(void) {
  bool full = true, did = false;
  for (int i = 0; i < ROUNDS && full; i++)
    did |= read_completions(&full, i == ROUNDS - 1);
  return did;
}

/* The flag's acquire and release order what one thread after the other does with `order`. */
bool upcr_ofi_progress(void) {
  if (atomic_exchange_explicit(&upcr_ofi.progressing, true, memory_order_acquire))
    return false;
  bool did = advance();
  atomic_store_explicit(&upcr_ofi.progressing, false, memory_order_release);
  return did;
}

bool upcr_ofi_is_taken(void) {
  return atomic_load_explicit(&upcr_ofi.progressing, memory_order_relaxed);
}

/* Not one epoll for both: each event of the provider would pass through it. */
int upcr_ofi_descriptors(int fds[UPCR_CONDUIT_DESCRIPTORS]) {
  if (upcr_ofi.cq_fd < 0)
    return 0;
  fds[0] = upcr_ofi.cq_fd;
  fds[1] = upcr_ofi.timer;
  return 2;
}

bool upcr_ofi_arm(void) {
  struct fid *queue = &upcr_ofi.cq->fid;
  if (upcr_ofi.cq_fd < 0)
    return true;
  pthread_mutex_lock(&upcr_ofi.mutex);
  bool may_sleep = fi_trywait(upcr_ofi.fabric, &queue, 1) == 0;
  if (upcr_ofi_has_kept())
    upcr_ofi_wake_soon();
  pthread_mutex_unlock(&upcr_ofi.mutex);
  return may_sleep;
}
