/* SPDX-License-Identifier: Apache-2.0 */
/* The bootstrap without launchers: hosts, PMI-1 against a scripted server, the rendezvous against a
 * small one. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../src/boot/bootstrap.h"
#include "../src/boot/bootstrap/io.h"
#include "test.h"

static char err[1024];
static struct upcr_bootstrap launcher;
static char all[4][UPCR_BOOTSTRAP_TEXT_MAX];

static int says(const char *text) {
  if (strstr(err, text))
    return 1;
  fprintf(stderr, "message: %s\n", err);
  return 0;
}

static void test_hosts(void) {
  const char *text[] = {"b", "a", "b", "c", "a", "b"};
  const int host[] = {0, 1, 0, 2, 1, 0}, on_host[] = {0, 0, 1, 0, 1, 2};
  struct upcr_bootstrap_hosts hosts;
  CHECK(upcr_bootstrap_group(&hosts, 6, text) == 0);
  CHECK(hosts.hosts == 3);
  CHECK(memcmp(hosts.host_of, host, sizeof host) == 0);
  CHECK(memcmp(hosts.rank_on_host, on_host, sizeof on_host) == 0);
  free(hosts.host_of);
  free(hosts.rank_on_host);

  char one[UPCR_BOOTSTRAP_TEXT_MAX], other[UPCR_BOOTSTRAP_TEXT_MAX], name[256];
  upcr_bootstrap_host_text(one, sizeof one);
  upcr_bootstrap_host_text(other, sizeof other);
  gethostname(name, sizeof name);
  CHECK(strcmp(one, other) == 0);
  CHECK(strstr(one, name) != 0);
  CHECK(strchr(one, ' ') == 0);
  CHECK(strlen(one) > strlen(name) + 36); /* a boot id has 36 characters */
}

/* A host that groups many ranks as they are placed in turn, and in blocks. */
static void test_many_ranks(void) {
  enum { RANKS = 20000, HOSTS = 300 };
  static char name[HOSTS][16];
  static const char *text[RANKS];
  for (int h = 0; h < HOSTS; h++)
    snprintf(name[h], sizeof name[h], "h%d", h);
  for (int blocks = 0; blocks < 2; blocks++) {
    struct upcr_bootstrap_hosts hosts;
    int wrong = 0;
    for (int r = 0; r < RANKS; r++)
      text[r] = name[blocks ? r * HOSTS / RANKS : r % HOSTS];
    CHECK(upcr_bootstrap_group(&hosts, RANKS, text) == 0);
    for (int r = 0; r < RANKS; r++)
      wrong += hosts.host_of[r] != (blocks ? r * HOSTS / RANKS : r % HOSTS) ||
               (!blocks && hosts.rank_on_host[r] != r / HOSTS);
    CHECK(wrong == 0 && hosts.hosts == HOSTS);
    free(hosts.host_of);
    free(hosts.rank_on_host);
  }
}

static void set(const char *name, const char *format, ...) {
  char value[256];
  va_list args;
  va_start(args, format);
  vsnprintf(value, sizeof value, format, args);
  va_end(args);
  setenv(name, value, 1);
}

/* PMI-1: a server that expects each line and answers it; it ends with status 0 if all came so. */
struct line {
  const char *expected, *answer;
};

static pid_t serve_lines(int fd, const struct line *line) {
  pid_t child = fork();
  if (child != 0) {
    close(fd);
    return child;
  }
  for (; line->expected; line++) {
    char got[2048];
    size_t n = 0;
    do {
      if (read(fd, got + n, 1) != 1)
        _exit(3);
    } while (got[n++] != '\n');
    got[n] = 0;
    if (strcmp(got, line->expected) != 0) {
      fprintf(stderr, "expected %sgot %s", line->expected, got);
      _exit(1);
    }
    /* In two pieces: a line may come so. */
    size_t half = strlen(line->answer) / 2;
    if (write(fd, line->answer, half) < 0 || usleep(1000) != 0 ||
        write(fd, line->answer + half, strlen(line->answer) - half) < 0)
      _exit(2);
  }
  _exit(0);
}

static pid_t start_pmi(const struct line *line, int rank, int size) {
  int pair[2];
  CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
  pid_t child = serve_lines(pair[1], line);
  set("PMI_FD", "%d", pair[0]);
  set("PMI_RANK", "%d", rank);
  set("PMI_SIZE", "%d", size);
  return child;
}

static int end_of(pid_t child) {
  int status;
  waitpid(child, &status, 0);
  return status;
}

#define PMI_HELLO                                                                                  \
  {"cmd=init pmi_version=1 pmi_subversion=1\n",                                                    \
   "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0\n"},                                  \
  {                                                                                                \
    "cmd=get_my_kvsname\n", "cmd=my_kvsname kvsname=kvs_1_0\n"                                     \
  }
#define PMI_PUT(key, value)                                                                        \
  { "cmd=put kvsname=kvs_1_0 key=" key " value=" value "\n", "cmd=put_result rc=0 msg=success\n" }
#define PMI_GET(key, value)                                                                        \
  { "cmd=get kvsname=kvs_1_0 key=" key "\n", "cmd=get_result rc=0 msg=success value=" value "\n" }
#define PMI_BARRIER                                                                                \
  { "cmd=barrier_in\n", "cmd=barrier_out\n" }

static void test_pmi1(void) {
  const struct line script[] = {
      PMI_HELLO,
      PMI_PUT("upcr-0-1-0", ".a%20b%3d%25%0a"),
      PMI_BARRIER,
      PMI_GET("upcr-0-0-0", "+ze"),
      PMI_GET("upcr-0-0-1", ".ro"),
      PMI_GET("upcr-0-1-0", ".a%20b%3d%25%0a"),
      PMI_PUT("upcr-1-1-0", "."),
      PMI_BARRIER,
      PMI_GET("upcr-1-0-0", "."),
      PMI_GET("upcr-1-1-0", "."),
      {"cmd=finalize\n", "cmd=finalize_ack\n"},
      {0, 0},
  };
  pid_t child = start_pmi(script, 1, 2);
  CHECK(upcr_bootstrap_find(&launcher, err, sizeof err) == 1);
  CHECK(strcmp(launcher.name, "PMI-1") == 0 && launcher.rank == 1 && launcher.size == 2);
  CHECK(!getenv("PMI_FD") && !getenv("PMI_RANK") && !getenv("PMI_SIZE"));
  CHECK(launcher.exchange(&launcher, "a b=%\n", all, err, sizeof err) == 0);
  CHECK(strcmp(all[0], "zero") == 0 && strcmp(all[1], "a b=%\n") == 0);
  CHECK(launcher.exchange(&launcher, "", all, err, sizeof err) == 0);
  CHECK(!*all[0] && !*all[1]);
  launcher.finish(&launcher);
  CHECK(end_of(child) == 0);
}

static void test_pmi1_failures(void) {
  const struct line refuses[] = {
      PMI_HELLO,
      {"cmd=put kvsname=kvs_1_0 key=upcr-0-0-0 value=.x\n", "cmd=put_result rc=-1 msg=full\n"},
      {0, 0}};
  pid_t child = start_pmi(refuses, 0, 1);
  CHECK(upcr_bootstrap_find(&launcher, err, sizeof err) == 1);
  CHECK(launcher.exchange(&launcher, "x", all, err, sizeof err) == -1 && says("msg=full"));
  end_of(child);
  CHECK(launcher.heard(&launcher) == -1);
  CHECK(launcher.exchange(&launcher, "x", all, err, sizeof err) == -1 && says("mpiexec"));

  const struct line silent[] = {
      PMI_HELLO, {"cmd=put kvsname=kvs_1_0 key=upcr-0-0-0 value=.x\n", ""}, {"more\n", ""}, {0, 0}};
  upcr_bootstrap_seconds = 1;
  child = start_pmi(silent, 0, 1);
  CHECK(upcr_bootstrap_find(&launcher, err, sizeof err) == 1);
  CHECK(launcher.heard(&launcher) == 0);
  CHECK(launcher.exchange(&launcher, "x", all, err, sizeof err) == -1 && says("within 1 s"));
  kill(child, SIGKILL);
  end_of(child);

  set("PMI_FD", "0");
  set("PMI_RANK", "2");
  set("PMI_SIZE", "2");
  CHECK(upcr_bootstrap_find(&launcher, err, sizeof err) == -1 && says("PMI_RANK is '2'"));
  set("PMI_FD", "999"); /* of a launcher further out, closed since */
  CHECK(upcr_bootstrap_find(&launcher, err, sizeof err) == 0);
  unsetenv("PMI_FD");
  unsetenv("PMI_RANK");
  unsetenv("PMI_SIZE");
}

/* The rendezvous: the other side of one client. */
static int listening, port;

static void listen_here(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t n = sizeof address;
  listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  CHECK(bind(listening, (struct sockaddr *)&address, sizeof address) == 0 &&
        listen(listening, 8) == 0);
  CHECK(getsockname(listening, (struct sockaddr *)&address, &n) == 0);
  port = ntohs(address.sin_port);
}

static void tell(int fd, const char *message, size_t n) {
  char length[9];
  snprintf(length, sizeof length, "%08zu", n);
  if (write(fd, length, 8) != 8 || usleep(1000) != 0 || write(fd, message, n) != (ssize_t)n)
    _exit(4);
}

static void hear(int fd, const char *expected) {
  char length[9] = "", got[4096];
  int64_t deadline = upcr_bootstrap_deadline(5);
  if (upcr_bootstrap_read(fd, length, 8, deadline) != 0 ||
      upcr_bootstrap_read(fd, got, (size_t)atol(length), deadline) != 0)
    _exit(3);
  got[atol(length)] = 0;
  if (strcmp(got, expected) != 0) {
    fprintf(stderr, "expected '%s', got '%s'\n", expected, got);
    _exit(1);
  }
}

/* A server that plays `script` with one client. */
static pid_t serve(void (*script)(int fd)) {
  pid_t child = fork();
  if (child != 0)
    return child;
  int fd = accept(listening, 0, 0);
  script(fd);
  _exit(0);
}

static void set_rendezvous(const char *more, int rank, int size) {
  set("UPCR_RENDEZVOUS", "%s127.0.0.1:%d", more, port);
  set("UPCR_SECRET", "s3cret");
  set("UPCR_RANK", "%d", rank);
  set("UPCR_SIZE", "%d", size);
}

static void whole_job(int fd) {
  hear(fd, "hello 1 1 3 s3cret");
  tell(fd, "welcome 1 5", 11);
  hear(fd, "text 0\none and\na line");
  tell(fd, "texts 0\nzero\0one and\na line\0\0", 29);
  hear(fd, "text 1\n");
  tell(fd, "texts 1\n\0\0\0", 11);
  tell(fd, "signal 10", 9);
  hear(fd, "abort 3\nbecause");
  tell(fd, "end\nsomething", 13);
  hear(fd, "finish");
}

static int wait_to_hear(void) {
  for (int tries = 0; tries < 5000; tries++) {
    int heard = launcher.heard(&launcher);
    if (heard != 0)
      return heard;
    usleep(1000);
  }
  return 0;
}

static void test_rendezvous(void) {
  listen_here();
  pid_t child = serve(whole_job);
  /* Of several addresses the one that answers is taken. */
  set_rendezvous("127.0.0.1:1,[::1]:1,", 1, 3);
  CHECK(upcr_bootstrap_find(&launcher, err, sizeof err) == 1);
  CHECK(strcmp(launcher.name, "rendezvous") == 0 && launcher.rank == 1 && launcher.size == 3);
  CHECK(!getenv("UPCR_RENDEZVOUS") && !getenv("UPCR_SECRET") && !getenv("UPCR_RANK") &&
        !getenv("UPCR_SIZE"));
  CHECK(upcr_bootstrap_seconds == 5);
  CHECK(launcher.exchange(&launcher, "one and\na line", all, err, sizeof err) == 0);
  CHECK(strcmp(all[0], "zero") == 0 && strcmp(all[1], "one and\na line") == 0 && !*all[2]);
  CHECK(launcher.exchange(&launcher, "", all, err, sizeof err) == 0 && !*all[0]);
  CHECK(wait_to_hear() == SIGUSR1);
  launcher.abort(&launcher, 3, "because");
  CHECK(wait_to_hear() == -1);
  launcher.finish(&launcher);
  CHECK(end_of(child) == 0);
}

static void refusing(int fd) {
  hear(fd, "hello 1 0 1 s3cret");
  tell(fd, "refused\nthe secret is wrong", 27);
}

static void another_version(int fd) {
  hear(fd, "hello 1 0 1 s3cret");
  tell(fd, "welcome 2 5", 11);
}

static void another_program(int fd) {
  if (write(fd, "HTTP/1.1 400 Bad Request\r\n", 26) != 26)
    _exit(4);
  sleep(1);
}

static void closing(int fd) { close(fd); }

static void test_rendezvous_refusals(void) {
  static const struct {
    void (*script)(int fd);
    const char *message;
  } cases[] = {
      {refusing, "upcrun refused this process: the secret is wrong"},
      {another_version, "speaks version 2"},
      {another_program, "another program than upcrun answers there"},
      {closing, "cannot reach upcrun"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pid_t child = serve(cases[i].script);
    set_rendezvous("", 0, 1);
    CHECK(upcr_bootstrap_find(&launcher, err, sizeof err) == -1 && says(cases[i].message));
    CHECK(!getenv("UPCR_SECRET"));
    end_of(child);
  }
  set_rendezvous("", 0, 1);
  set("UPCR_RENDEZVOUS", "127.0.0.1:1,nonsense");
  CHECK(upcr_bootstrap_find(&launcher, err, sizeof err) == -1 &&
        says("127.0.0.1:1: Connection refused") && says("nonsense: not a numeric") &&
        says("UPC_INTERFACE"));
  set_rendezvous("", 1, 1);
  CHECK(upcr_bootstrap_find(&launcher, err, sizeof err) == -1 && says("UPCR_RANK is '1'"));
  set_rendezvous("", 0, 1);
  unsetenv("UPCR_SECRET");
  CHECK(upcr_bootstrap_find(&launcher, err, sizeof err) == -1 && says("UPCR_SECRET is not set"));
}

static void welcome(int fd) {
  hear(fd, "hello 1 0 2 s3cret");
  tell(fd, "welcome 1 1", 11);
  hear(fd, "text 0\nx");
}

static void never_all(int fd) {
  welcome(fd);
  sleep(3);
}

static void ending(int fd) {
  welcome(fd);
  tell(fd, "end", 3);
}

static void too_few(int fd) {
  welcome(fd);
  tell(fd, "texts 0\nx", 10);
}

static void too_long(int fd) {
  welcome(fd);
  if (write(fd, "99999999", 8) != 8)
    _exit(4);
  sleep(1);
}

static void test_rendezvous_failures(void) {
  static const struct {
    void (*script)(int fd);
    const char *message;
  } cases[] = {
      {never_all, "not all processes of the job connected to upcrun within 1 s"},
      {ending, ""}, /* upcrun prints why */
      {welcome, "upcrun has ended"},
      {too_few, "where the texts of all processes were expected"},
      {too_long, "broke: Protocol error"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pid_t child = serve(cases[i].script);
    set_rendezvous("", 0, 2);
    CHECK(upcr_bootstrap_find(&launcher, err, sizeof err) == 1);
    CHECK(launcher.exchange(&launcher, "x", all, err, sizeof err) == -1 && says(cases[i].message) &&
          (*cases[i].message || !*err));
    launcher.finish(&launcher);
    kill(child, SIGKILL);
    end_of(child);
  }
}

/* srun without PMIx; a shell in an allocation does not count. */
static void test_slurm_without_pmix(void) {
  CHECK(upcr_bootstrap_find(&launcher, err, sizeof err) == 0);
  set("SLURM_PROCID", "1");
  set("SLURM_NTASKS", "4");
  CHECK(upcr_bootstrap_find(&launcher, err, sizeof err) == 0);
  set("SLURM_STEP_NUM_TASKS", "1");
  CHECK(upcr_bootstrap_find(&launcher, err, sizeof err) == 0);
  set("SLURM_STEP_NUM_TASKS", "4");
  CHECK(upcr_bootstrap_find(&launcher, err, sizeof err) == -1 && says("srun --mpi=pmix"));
}

int main(void) {
  static const char *const launchers[] = {"PMI_FD", "PMIX_RANK", "UPCR_RENDEZVOUS",
                                          "SLURM_STEP_NUM_TASKS"};
  for (size_t i = 0; i < sizeof launchers / sizeof *launchers; i++)
    unsetenv(launchers[i]);
  test_hosts();
  test_many_ranks();
  test_pmi1();
  test_pmi1_failures();
  test_rendezvous();
  test_rendezvous_refusals();
  test_rendezvous_failures();
  test_slurm_without_pmix();
  return test_report();
}
