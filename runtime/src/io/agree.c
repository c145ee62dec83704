/* SPDX-License-Identifier: Apache-2.0 */
/* Agreement of all threads that opened a file on an error and a number of bytes (file.h). */
#include "../core/barrier.h"
#include "../core/remote.h"
#include "file.h"

/* Pointer-to-shared of a member of the file's control block. */
#define control_pts(file, member) ((file)->handle + offsetof(struct upcr_io_control, member))

static upcr_pts_t error_word(const struct upcr_io_file *file, unsigned step) {
  return control_pts(file, votes) + step % 3 * sizeof(struct upcr_io_votes) +
         offsetof(struct upcr_io_votes, error);
}

static upcr_pts_t bytes_word(const struct upcr_io_file *file, unsigned step) {
  return control_pts(file, votes) + step % 3 * sizeof(struct upcr_io_votes) +
         offsetof(struct upcr_io_votes, bytes);
}

/* Thread 0 clears the votes of the next step before this step's barrier: they were last read two
 * steps ago, and every reader has been in the barrier between. */
static void clear_next(const struct upcr_io_file *file) {
  upcr_word_store(error_word(file, file->steps + 1), 0);
  upcr_word_store(bytes_word(file, file->steps + 1), 0);
}

static void vote(const struct upcr_io_file *file, int error, uint64_t bytes) {
  if (error) {
    uint64_t none = 0;
    upcr_word_cas(error_word(file, file->steps), &none, (uint64_t)error);
  }
  if (bytes) {
    struct upcr_net_atomic_args args = {.op = UPCR_NET_ADD, .width = 8, .operand = {bytes, 0}};
    upcr_atomic_at(bytes_word(file, file->steps), &args);
  }
}

void upcr_io_barrier(const struct upcr_io_file *file) {
  upcr_collective_barrier(UPCR_ALL_FILE, upcr_digest(0, file->handle));
}

upcr_ppts_t upcr_io_broadcast(const struct upcr_io_file *file, upcr_ppts_t value) {
  return upcr_collective_broadcast(UPCR_ALL_FILE, upcr_digest(0, file->handle), value);
}

struct upcr_io_votes upcr_io_agree(struct upcr_io_file *file, int error, uint64_t bytes) {
  if (upcr_self.mythread == 0)
    clear_next(file);
  vote(file, error, bytes);
  upcr_io_barrier(file);
  struct upcr_io_votes result = {
      .error = upcr_word_load(error_word(file, file->steps)),
      .bytes = upcr_word_load(bytes_word(file, file->steps)),
  };
  file->steps++;
  return result;
}

int upcr_io_by_thread_0(struct upcr_io_file *file,
                        int (*action)(struct upcr_io_file *file, int64_t arg), int64_t arg) {
  upcr_ppts_t error = {0, 0};
  upcr_io_barrier(file);
  if (upcr_self.mythread == 0)
    error.p = (upcr_pts_t)action(file, arg);
  return (int)upcr_io_broadcast(file, error).p;
}
