/* SPDX-License-Identifier: Apache-2.0 */
/* A process of a launcher's job: exchanges texts with the others, and prints the results.
 *
 *   bootstrap_program [name=NAME] [die=RANK] [status=N] [fail=RANK] [wait] [input] [show=VARIABLE]
 */
#define _GNU_SOURCE
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../src/boot/bootstrap.h"

static char err[1024];
static struct upcr_bootstrap launcher;
static char (*all)[UPCR_BOOTSTRAP_TEXT_MAX];

static _Noreturn void fail(const char *what) {
  fprintf(stderr, "bootstrap_program: %s\n", what);
  exit(1);
}

/* The text that rank `rank` publishes: every kind of byte, every length up to the longest. */
static void make_text(char text[UPCR_BOOTSTRAP_TEXT_MAX], int rank, int round) {
  int n = round == 0 ? snprintf(text, UPCR_BOOTSTRAP_TEXT_MAX, "rank %d = 100%%;\n", rank) : 0;
  int length = round == 0   ? n
               : round == 1 ? UPCR_BOOTSTRAP_TEXT_MAX - 1
                            : (rank * 37) % UPCR_BOOTSTRAP_TEXT_MAX;
  for (int i = n; i < length; i++)
    text[i] = (char)(1 + (rank * 7 + round * 3 + i) % 255);
  text[length] = 0;
}

static void exchange(const char *text) {
  memset(all, 'x', (size_t)launcher.size * sizeof *all);
  if (launcher.exchange(&launcher, text, all, err, sizeof err) != 0)
    fail(err);
}

static void check_texts(void) {
  char text[UPCR_BOOTSTRAP_TEXT_MAX];
  for (int round = 0; round < 3; round++) {
    make_text(text, launcher.rank, round);
    exchange(text);
    for (int rank = 0; rank < launcher.size; rank++) {
      make_text(text, rank, round);
      if (strcmp(text, all[rank]) != 0)
        fail("another text than the rank published");
    }
  }
}

static void count_hosts(struct upcr_bootstrap_hosts *hosts) {
  const char **text = malloc((size_t)launcher.size * sizeof *text);
  char own[UPCR_BOOTSTRAP_TEXT_MAX];
  upcr_bootstrap_host_text(own, sizeof own);
  exchange(own);
  for (int rank = 0; rank < launcher.size; rank++)
    text[rank] = all[rank];
  if (upcr_bootstrap_group(hosts, launcher.size, text) != 0)
    fail("out of memory");
  free(text);
}

static void check_environment(void) {
  static const char *const gone[] = {"PMI_FD",         "PMI_RANK",    "PMIX_RANK",
                                     "PMIX_NAMESPACE", "UPCR_SECRET", "UPCR_RANK"};
  for (size_t i = 0; i < sizeof gone / sizeof *gone; i++)
    if (getenv(gone[i]))
      fail("a variable of the launcher is still in the environment");
}

/* Until the launcher says that the job ends. */
static _Noreturn void wait_for_launcher(void) {
  fprintf(stderr, "rank %d waits\n", launcher.rank);
  for (;;) {
    struct pollfd look = {.fd = launcher.fd, .events = POLLIN};
    if (poll(&look, 1, 30000) <= 0)
      fail("the launcher said nothing for 30 s");
    int heard = launcher.heard(&launcher);
    if (heard == 0)
      continue;
    fprintf(stderr, "rank %d heard %d\n", launcher.rank, heard);
    if (heard > 0)
      launcher.finish(&launcher);
    exit(heard > 0 ? 128 + heard : 1);
  }
}

static void copy_input(void) {
  char buffer[4096];
  for (ssize_t n; (n = read(STDIN_FILENO, buffer, sizeof buffer)) > 0;)
    if (write(STDOUT_FILENO, buffer, (size_t)n) != n)
      fail("cannot write");
}

static const char *option(char **argv, const char *name) {
  size_t n = strlen(name);
  for (; *argv; argv++)
    if (strncmp(*argv, name, n) == 0 && ((*argv)[n] == '=' || !(*argv)[n]))
      return *argv + n + ((*argv)[n] == '=');
  return 0;
}

int main(int argc, char **argv) {
  (void)argc;
  struct upcr_bootstrap_hosts hosts;
  const char *value;
  int found = upcr_bootstrap_find(&launcher, err, sizeof err);
  if (found < 0)
    fail(err);
  if (found == 0) {
    puts("no launcher");
    return 0;
  }
  check_environment();
  all = malloc((size_t)launcher.size * sizeof *all);
  check_texts();
  count_hosts(&hosts);
  if ((value = option(argv + 1, "fail")) && atoi(value) == launcher.rank) {
    launcher.abort(&launcher, 7, "this rank was asked to fail");
    pause();
  }
  if ((value = option(argv + 1, "die")) && atoi(value) == launcher.rank)
    kill(getpid(), SIGKILL);
  if (option(argv + 1, "wait"))
    wait_for_launcher();
  if ((value = option(argv + 1, "show")))
    printf("%s=%s\n", value, getenv(value) ? getenv(value) : "(not set)");
  if (option(argv + 1, "input") && launcher.rank == 0)
    copy_input();
  printf("rank %d of %d by %s, host %d of %d, %d there\n", launcher.rank, launcher.size,
         launcher.name, hosts.host_of[launcher.rank], hosts.hosts,
         hosts.rank_on_host[launcher.rank]);
  fflush(stdout);
  launcher.finish(&launcher);
  return (value = option(argv + 1, "status")) && launcher.rank == 0 ? atoi(value) : 0;
}
