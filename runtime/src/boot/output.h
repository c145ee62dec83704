/* SPDX-License-Identifier: Apache-2.0 */
/* The supervisor's side of the job's standard output and error: the streams of the processes and
 * their destinations. */
#ifndef UPCR_BOOT_OUTPUT_H
#define UPCR_BOOT_OUTPUT_H

#include <poll.h>
#include <stdint.h>

#include "output_stream.h"

struct upcr_output {
  struct upcr_sink sinks[2];   /* standard output and error; one when both are the same file */
  struct upcr_stream *streams; /* [stream_count] */
  int sink_count, stream_count;
  struct upcr_sink *errors; /* where the supervisor's messages go, 0: standard error is closed */
  int fds[2];               /* descriptors 1 and 2 of the processes, -1: unchanged */
  int failed;               /* 1 once something could not be written */
};

/* Returns 0, or -1 with errno. */
int upcr_output_open(struct upcr_output *output);

/* Takes over a descriptor, open for reading, from which comes text for standard output (which is 0)
 * or error (1). Returns 0, or -1 with errno. */
int upcr_output_add(struct upcr_output *output, int which, int fd);

/* In a forked process: closes the supervisor's descriptors. */
void upcr_output_leave(struct upcr_output *output);

/* In the supervisor, after the last fork: so that the streams end with the last writer. */
void upcr_output_close_write_ends(struct upcr_output *output);

/* Forwards available output, unless its reader is slow. Sets *reader_gone when the reader is gone.
 * Returns 1 if there may be more at once. */
int upcr_output_pump(struct upcr_output *output, int64_t now, int *reader_gone);

/* Forwards the incomplete lines. */
void upcr_output_pass_all(struct upcr_output *output);

/* True if output for a slow reader is queued. */
int upcr_output_pending(const struct upcr_output *output);

/* Writes a message of the supervisor to standard error, after queued output. */
void upcr_output_print(struct upcr_output *output, const char *text);

/* Fills fds (upcr_output_fds) with the descriptors to wait for, and lowers *due to the time of the
 * next pump. Returns their number. */
int upcr_output_fds(const struct upcr_output *output);
int upcr_output_wait_set(const struct upcr_output *output, struct pollfd *fds, int64_t *due);

#endif
