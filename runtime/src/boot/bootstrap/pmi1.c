/* SPDX-License-Identifier: Apache-2.0 */
/* PMI-1, which MPICH's hydra speaks: lines of name=value pairs over the socket PMI_FD. Keys and
 * values have neither blanks nor line ends, and old servers take lines of 1024 bytes: texts are
 * encoded, and put in parts. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "io.h"
#include "../../base/log.h"

enum {
  LINE_MAX_BYTES = 2048,
  SPACE_NAME_MAX = 257, /* of a space of keys; hydra's limit is 256 */
  PART_MAX = 400        /* encoded bytes of a text in one value */
};

static struct {
  int fd;
  int exchanges;
  char space[SPACE_NAME_MAX];
  char input[LINE_MAX_BYTES]; /* bytes that were read behind the last line */
  size_t have;
} pmi;

static int fail_io(const char *doing, char *err, size_t errlen) {
  int why = errno;
  if (why == ETIMEDOUT)
    return upcr_fail(err, errlen, "mpiexec did not answer within %d s to %s (PMI-1)",
                     upcr_bootstrap_seconds, doing);
  if (why == ECONNRESET)
    return upcr_fail(err, errlen,
                     "mpiexec closed the connection (PMI_FD) while this process waited for %s",
                     doing);
  return upcr_fail(err, errlen, "cannot talk to mpiexec over PMI_FD for %s: %s", doing,
                   strerror(why));
}

/* The next line, without its end. Returns 0, or -1 with errno. */
static int read_line(char line[LINE_MAX_BYTES], int64_t deadline) {
  for (;;) {
    char *end = memchr(pmi.input, '\n', pmi.have);
    if (end) {
      size_t n = (size_t)(end - pmi.input);
      memcpy(line, pmi.input, n);
      line[n] = 0;
      pmi.have -= n + 1;
      memmove(pmi.input, end + 1, pmi.have);
      return 0;
    }
    if (pmi.have == sizeof pmi.input) {
      errno = EMSGSIZE;
      return -1;
    }
    if (upcr_bootstrap_wait(pmi.fd, POLLIN, deadline) != 0)
      return -1;
    ssize_t got = read(pmi.fd, pmi.input + pmi.have, sizeof pmi.input - pmi.have);
    if (got == 0)
      errno = ECONNRESET;
    if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN))
      return -1;
    pmi.have += got > 0 ? (size_t)got : 0;
  }
}

/* The value of `name` in a line, as a null-terminated text in value[n]. Returns 0, or -1: there is
 * none, or it is longer. */
static int value_of(const char *line, const char *name, char *value, size_t n) {
  size_t length = strlen(name);
  for (const char *at = line; *at; at += strcspn(at, " "), at += strspn(at, " "))
    if (strncmp(at, name, length) == 0 && at[length] == '=') {
      const char *from = at + length + 1;
      size_t bytes = strcspn(from, " ");
      if (bytes >= n)
        return -1;
      memcpy(value, from, bytes);
      value[bytes] = 0;
      return 0;
    }
  return -1;
}

/* Sends a request and reads the answer: its command must be `answer`, and its rc 0 or missing. */
static int query(const char *request, const char *answer, char line[LINE_MAX_BYTES], char *err,
                 size_t errlen) {
  int64_t deadline = upcr_bootstrap_deadline(upcr_bootstrap_seconds);
  if (upcr_bootstrap_write(pmi.fd, request, strlen(request), deadline) != 0 ||
      read_line(line, deadline) != 0)
    return fail_io(answer, err, errlen);
  char command[64], status[32];
  if (value_of(line, "cmd", command, sizeof command) != 0 || strcmp(command, answer) != 0 ||
      (value_of(line, "rc", status, sizeof status) == 0 && strcmp(status, "0") != 0))
    return upcr_fail(err, errlen, "mpiexec answered '%.200s' where %s was expected (PMI-1)", line,
                     answer);
  return 0;
}

static int is_plain(unsigned char byte) {
  return isalnum(byte) || (byte && strchr("-_.:/,@+*()[]~", byte));
}

/* Encodes as much of the text at *text as n bytes take, and moves *text behind it. */
static void encode(const char **text, char *value, size_t n) {
  size_t used = 0;
  for (; **text && used + 4 <= n; ++*text) {
    unsigned char byte = (unsigned char)**text;
    if (is_plain(byte))
      value[used++] = (char)byte;
    else
      used += (size_t)sprintf(value + used, "%%%02x", byte);
  }
  value[used] = 0;
}

static int digit(char c) {
  return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Appends what `value` encodes to text[UPCR_BOOTSTRAP_TEXT_MAX]. Returns 0, or -1: it is no such
 * value, or too long. */
static int decode(const char *value, char *text, size_t *used) {
  while (*value) {
    char byte = *value++;
    if (byte == '%') {
      int high = digit(value[0]), low = high < 0 ? -1 : digit(value[1]);
      if (low < 0)
        return -1;
      byte = (char)(high << 4 | low);
      value += 2;
    }
    if (*used + 1 >= UPCR_BOOTSTRAP_TEXT_MAX)
      return -1;
    text[(*used)++] = byte;
  }
  text[*used] = 0;
  return 0;
}

/* A part's value begins with '+' if another part follows, else with '.'. */
static int put_text(int rank, const char *text, char *err, size_t errlen) {
  char value[PART_MAX + 1], request[LINE_MAX_BYTES], line[LINE_MAX_BYTES];
  for (int part = 0; part == 0 || *text; part++) {
    encode(&text, value, sizeof value);
    snprintf(request, sizeof request, "cmd=put kvsname=%s key=upcr-%d-%d-%d value=%c%s\n",
             pmi.space, pmi.exchanges, rank, part, *text ? '+' : '.', value);
    if (query(request, "put_result", line, err, errlen) != 0)
      return -1;
  }
  return 0;
}

static int get_text(int rank, char *text, char *err, size_t errlen) {
  char value[PART_MAX + 2], request[LINE_MAX_BYTES], line[LINE_MAX_BYTES];
  size_t used = 0;
  for (int part = 0, more = 1; more; part++) {
    snprintf(request, sizeof request, "cmd=get kvsname=%s key=upcr-%d-%d-%d\n", pmi.space,
             pmi.exchanges, rank, part);
    if (query(request, "get_result", line, err, errlen) != 0)
      return -1;
    if (value_of(line, "value", value, sizeof value) != 0 || decode(value + 1, text, &used) != 0)
      return upcr_fail(
          err, errlen,
          "mpiexec gave '%.200s' for the text of process %d, which nobody wrote (PMI-1)", line,
          rank);
    more = *value == '+';
  }
  return 0;
}

static int exchange(struct upcr_bootstrap *self, const char *text,
                    char (*all)[UPCR_BOOTSTRAP_TEXT_MAX], char *err, size_t errlen) {
  char line[LINE_MAX_BYTES];
  if (put_text(self->rank, text, err, errlen) != 0 ||
      query("cmd=barrier_in\n", "barrier_out", line, err, errlen) != 0)
    return -1;
  for (int rank = 0; rank < self->size; rank++)
    if (get_text(rank, all[rank], err, errlen) != 0)
      return -1;
  pmi.exchanges++;
  return 0;
}

/* The protocol has no place for the reason. */
static void give_up(struct upcr_bootstrap *self, int status, const char *why) {
  (void)self;
  char request[64];
  upcr_bootstrap_print_reason(why);
  snprintf(request, sizeof request, "cmd=abort exitcode=%d\n", status);
  upcr_bootstrap_write(pmi.fd, request, strlen(request), upcr_bootstrap_deadline(1));
}

static void finish(struct upcr_bootstrap *self) {
  char line[LINE_MAX_BYTES], err[256];
  query("cmd=finalize\n", "finalize_ack", line, err,
        sizeof err); /* the job is over and cannot fail any more */
  close(pmi.fd);
  self->fd = pmi.fd = -1;
}

static int start(char *err, size_t errlen) {
  char line[LINE_MAX_BYTES];
  if (query("cmd=init pmi_version=1 pmi_subversion=1\n", "response_to_init", line, err, errlen) !=
          0 ||
      query("cmd=get_my_kvsname\n", "my_kvsname", line, err, errlen) != 0)
    return -1;
  if (value_of(line, "kvsname", pmi.space, sizeof pmi.space) != 0)
    return upcr_fail(err, errlen, "mpiexec answered '%.200s' where kvsname= was expected (PMI-1)",
                     line);
  return 0;
}

/* hydra closes the connection when it ends the job, and sends no other unsolicited message. */
static int heard(struct upcr_bootstrap *self) {
  char byte;
  ssize_t got = upcr_recv(self->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  return got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR) ? -1 : 0;
}

int upcr_bootstrap_pmi1(struct upcr_bootstrap *self, char *err, size_t errlen) {
  if (!getenv("PMI_FD"))
    return 0;
  int fd, rank, size;
  int status = upcr_bootstrap_number("PMI_FD", 0, 1 << 20, &fd, err, errlen);
  if (status == 0 && fcntl(fd, F_GETFD) < 0)
    return 0; /* inherited from a launcher further out */
  if (status == 0)
    status = upcr_bootstrap_number("PMI_SIZE", 1, UPCR_BOOTSTRAP_RANKS_MAX, &size, err, errlen);
  if (status == 0)
    status = upcr_bootstrap_number("PMI_RANK", 0, size - 1, &rank, err, errlen);
  if (status == 0) {
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    pmi.fd = fd;
    pmi.have = 0;
    pmi.exchanges = 0;
    status = start(err, errlen);
  }
  upcr_bootstrap_forget("PMI_");
  if (status != 0)
    return -1;
  *self = (struct upcr_bootstrap){"PMI-1", rank, size, exchange, give_up, finish, fd, heard};
  return 1;
}
