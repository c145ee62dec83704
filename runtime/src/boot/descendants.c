/* SPDX-License-Identifier: Apache-2.0 */
/* Ends the processes that the program's processes left behind. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "boot.h"

enum { ROUNDS = 400, ROUND_NANOSECONDS = 5000000 };

int upcr_boot_process_state(pid_t pid, char *state, pid_t *parent) {
  char path[40], text[512];
  snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
  FILE *file = fopen(path, "re");
  if (!file)
    return -1;
  size_t n = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[n] = 0;
  const char *after_name = strrchr(text, ')'); /* the name may hold anything */
  int ppid;
  if (!after_name || sscanf(after_name + 1, " %c %d", state, &ppid) != 2)
    return -1;
  *parent = ppid;
  return 0;
}

static void kill_children(void) {
  DIR *proc = opendir("/proc");
  if (!proc)
    return;
  for (struct dirent *entry; (entry = readdir(proc));) {
    pid_t pid = atoi(entry->d_name), parent;
    char state;
    if (pid > 0 && upcr_boot_process_state(pid, &state, &parent) == 0 && parent == getpid())
      kill(pid, SIGKILL);
  }
  closedir(proc);
}

/* Each round kills the present children; theirs become ours (subreaper) and fall in the next. A
 * process that the kernel does not let die is left after two seconds. */
void upcr_boot_end_descendants(void) {
  for (int round = 0; round < ROUNDS; round++) {
    pid_t pid;
    while ((pid = waitpid(-1, 0, WNOHANG)) > 0)
      ;
    if (pid < 0 && errno == ECHILD)
      return;
    kill_children();
    if (round > 0)
      nanosleep(&(struct timespec){.tv_nsec = ROUND_NANOSECONDS}, 0);
  }
}
