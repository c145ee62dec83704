/* SPDX-License-Identifier: Apache-2.0 */
/* The rendezvous with upcrun, which started the processes by ssh: a TCP connection to it, kept
 * until the job ends.
 *
 * A message is a length of 8 decimal digits and so many bytes. Words are separated by a blank, a
 * text follows a line end.
 *
 *   to upcrun:    "hello VERSION RANK SIZE SECRET", "text ROUND\nTEXT", "abort STATUS\nTEXT",
 *                 "finish"
 *   from upcrun:  "welcome VERSION SECONDS", "refused\nTEXT", "signal NUMBER", "end",
 *                 "texts ROUND\n" and the texts of all ranks, each with a null behind it
 *
 * launcher/src/remote/rendezvous.rs is the other side. The secret keeps strangers out; it does not
 * encrypt the messages. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "io.h"
#include "../../base/log.h"

enum {
  VERSION = 1,
  LENGTH_DIGITS = 8,
  SHORT_MAX = 1024,     /* bytes of a message but "texts" */
  REACH_SECONDS = 20,   /* for a connection */
  GREETING_SECONDS = 10 /* for upcrun's answer to "hello" */
};

static struct {
  int fd, rank, size, round;
  char *secret;
  char message[SHORT_MAX]; /* of upcrun between exchanges, as far as it came */
  size_t have;
} client;

static int write_message(int fd, const char *message, size_t n, int64_t deadline) {
  char length[LENGTH_DIGITS + 1];
  snprintf(length, sizeof length, "%08zu", n);
  return upcr_bootstrap_write(fd, length, LENGTH_DIGITS, deadline) != 0
             ? -1
             : upcr_bootstrap_write(fd, message, n, deadline);
}

/* The length in 8 digits, at most `most`; -1: not digits. */
static long parse_length(const char *digits, size_t most) {
  size_t n = 0;
  for (int i = 0; i < LENGTH_DIGITS; i++) {
    if (digits[i] < '0' || digits[i] > '9')
      return -1;
    n = n * 10 + (size_t)(digits[i] - '0');
  }
  return n <= most ? (long)n : -1;
}

/* Reads a message of at most `most` bytes, and puts a null behind it. Returns its length, or -1
 * with errno. */
static long read_message(int fd, char *to, size_t most, int64_t deadline) {
  char digits[LENGTH_DIGITS];
  if (upcr_bootstrap_read(fd, digits, sizeof digits, deadline) != 0)
    return -1;
  long n = parse_length(digits, most);
  if (n < 0) {
    errno = EPROTO;
    return -1;
  }
  if (upcr_bootstrap_read(fd, to, (size_t)n, deadline) != 0)
    return -1;
  to[n] = 0;
  return n;
}

/* The rest of the message behind `word`, or 0: the message begins with another word. */
static const char *after(const char *message, const char *word) {
  size_t n = strlen(word);
  return strncmp(message, word, n) == 0 && (message[n] == ' ' || message[n] == '\n' || !message[n])
             ? message + n + (message[n] != 0)
             : 0;
}

/* Introduces this process. Returns 0: welcome; 1: upcrun refuses; -1: the peer is not upcrun. */
static int greet(int fd, char *err, size_t errlen) {
  char message[SHORT_MAX + 1];
  int64_t deadline = upcr_bootstrap_deadline(GREETING_SECONDS);
  int n = snprintf(message, sizeof message, "hello %d %d %d %s", VERSION, client.rank, client.size,
                   client.secret);
  if (write_message(fd, message, (size_t)n, deadline) != 0 ||
      read_message(fd, message, SHORT_MAX, deadline) < 0)
    return upcr_fail(err, errlen, "%s",
                     errno == EPROTO ? "another program than upcrun answers there"
                                     : strerror(errno));
  const char *rest = after(message, "refused");
  if (rest) {
    upcr_fail(err, errlen, "upcrun refused this process: %s", rest);
    return 1;
  }
  rest = after(message, "welcome");
  int version, seconds;
  if (!rest || sscanf(rest, "%d %d", &version, &seconds) != 2)
    return upcr_fail(err, errlen, "another program than upcrun answers there");
  if (version != VERSION) {
    upcr_fail(err, errlen,
              "upcrun speaks version %d of the rendezvous and this program version %d: use the "
              "upcrun of the upcc that "
              "linked the program",
              version, VERSION);
    return 1;
  }
  upcr_bootstrap_seconds = seconds > 0 ? seconds : upcr_bootstrap_seconds;
  return 0;
}

static int lost(char *err, size_t errlen) {
  int why = errno;
  if (why == ETIMEDOUT)
    return upcr_fail(err, errlen, "not all processes of the job connected to upcrun within %d s",
                     upcr_bootstrap_seconds);
  return upcr_fail(err, errlen, "the connection to upcrun broke: %s",
                   why == ECONNRESET ? "upcrun has ended" : strerror(why));
}

static int unpack(struct upcr_bootstrap *self, const char *texts, const char *end,
                  char (*all)[UPCR_BOOTSTRAP_TEXT_MAX]) {
  for (int rank = 0; rank < self->size; rank++) {
    const char *null = memchr(texts, 0, (size_t)(end - texts));
    if (!null || null - texts >= UPCR_BOOTSTRAP_TEXT_MAX)
      return -1;
    memcpy(all[rank], texts, (size_t)(null - texts) + 1);
    texts = null + 1;
  }
  return texts == end ? 0 : -1;
}

static int read_texts(struct upcr_bootstrap *self, char *message, size_t most,
                      char (*all)[UPCR_BOOTSTRAP_TEXT_MAX], char *err, size_t errlen) {
  char wanted[32];
  long n = read_message(client.fd, message, most, upcr_bootstrap_deadline(upcr_bootstrap_seconds));
  if (n < 0)
    return lost(err, errlen);
  if (after(message, "end")) {
    *err = 0; /* upcrun prints why */
    return -1;
  }
  int head = snprintf(wanted, sizeof wanted, "texts %d\n", client.round);
  if (n < head || memcmp(message, wanted, (size_t)head) != 0 ||
      unpack(self, message + head, message + n, all) != 0)
    return upcr_fail(err, errlen,
                     "upcrun sent '%.40s' where the texts of all processes were expected", message);
  return 0;
}

static int exchange(struct upcr_bootstrap *self, const char *text,
                    char (*all)[UPCR_BOOTSTRAP_TEXT_MAX], char *err, size_t errlen) {
  size_t most = SHORT_MAX + (size_t)self->size * UPCR_BOOTSTRAP_TEXT_MAX;
  char *message = malloc(most + 1);
  if (!message)
    return upcr_fail(err, errlen, "out of memory: %zu bytes for the texts of %d processes", most,
                     self->size);
  int n = snprintf(message, SHORT_MAX, "text %d\n%s", client.round, text);
  int status = write_message(client.fd, message, (size_t)n,
                             upcr_bootstrap_deadline(upcr_bootstrap_seconds)) != 0
                   ? lost(err, errlen)
                   : read_texts(self, message, most, all, err, errlen);
  free(message);
  client.round++;
  return status;
}

static void give_up(struct upcr_bootstrap *self, int status, const char *why) {
  (void)self;
  char message[SHORT_MAX];
  int n = snprintf(message, sizeof message, "abort %d\n%s", status, why);
  size_t bytes = (size_t)n < sizeof message ? (size_t)n : sizeof message - 1;
  write_message(client.fd, message, bytes, upcr_bootstrap_deadline(1));
}

static void finish(struct upcr_bootstrap *self) {
  write_message(client.fd, "finish", strlen("finish"), upcr_bootstrap_deadline(1));
  close(client.fd);
  self->fd = client.fd = -1;
}

static int obey(const char *message) {
  const char *rest = after(message, "signal");
  if (!rest)
    return after(message, "end") ? -1 : 0;
  long number = strtol(rest, 0, 10);
  return number > 0 && number < NSIG ? (int)number : 0;
}

/* Takes received bytes without waiting; a message may arrive in pieces. */
static int heard(struct upcr_bootstrap *self) {
  (void)self;
  size_t room = LENGTH_DIGITS;
  if (client.have >= LENGTH_DIGITS) {
    long n = parse_length(client.message, sizeof client.message - LENGTH_DIGITS - 1);
    if (n < 0)
      return -1;
    room += (size_t)n;
  }
  ssize_t got =
      upcr_recv(client.fd, client.message + client.have, room - client.have, MSG_DONTWAIT);
  if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
    return -1;
  client.have += got > 0 ? (size_t)got : 0;
  if (client.have < room || room == LENGTH_DIGITS)
    return 0;
  client.message[room] = 0;
  client.have = 0;
  return obey(client.message + LENGTH_DIGITS);
}

static int start(const char *addresses, char *err, size_t errlen) {
  char why[1024];
  client.round = 0;
  client.have = 0;
  if (upcr_bootstrap_number("UPCR_SIZE", 1, UPCR_BOOTSTRAP_RANKS_MAX, &client.size, err, errlen) !=
          0 ||
      upcr_bootstrap_number("UPCR_RANK", 0, client.size - 1, &client.rank, err, errlen) != 0)
    return -1;
  const char *secret = getenv("UPCR_SECRET");
  if (!secret || !*secret || strlen(secret) > SHORT_MAX / 2)
    return upcr_fail(err, errlen,
                     "UPCR_SECRET is not set: UPCR_RENDEZVOUS is for programs that upcrun starts");
  client.secret = strdup(secret);
  if (!client.secret)
    return upcr_fail(err, errlen, "out of memory");
  client.fd = upcr_bootstrap_connect(addresses, upcr_bootstrap_deadline(REACH_SECONDS), greet, why,
                                     sizeof why);
  explicit_bzero(client.secret, strlen(client.secret));
  free(client.secret);
  client.secret = 0;
  if (client.fd >= 0)
    return 0;
  if (strncmp(why, "upcrun ", 7) == 0)
    return upcr_fail(err, errlen, "%s", why);
  return upcr_fail(
      err, errlen,
      "cannot reach upcrun, which started this process, at any of its addresses (%s): "
      "UPC_INTERFACE names "
      "the interface of its host that this one can reach; a firewall may be between them",
      why);
}

int upcr_bootstrap_rendezvous(struct upcr_bootstrap *self, char *err, size_t errlen) {
  const char *addresses = getenv("UPCR_RENDEZVOUS");
  if (!addresses)
    return 0;
  int status = start(addresses, err, errlen);
  static const char *const own[] = {"UPCR_RENDEZVOUS", "UPCR_SECRET", "UPCR_RANK", "UPCR_SIZE"};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    unsetenv(own[i]);
  if (status != 0)
    return -1;
  *self = (struct upcr_bootstrap){"rendezvous", client.rank, client.size, exchange,
                                  give_up,      finish,      client.fd,   heard};
  return 1;
}
