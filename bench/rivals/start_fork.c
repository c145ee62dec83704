/* SPDX-License-Identifier: Apache-2.0 */
/* The least cost of starting N processes: fork, and wait for all. start_fork N */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 2;
  for (int i = 0; i < n; i++) {
    pid_t child = fork();
    if (child == 0)
      _exit(0);
    if (child < 0)
      return 1;
  }
  while (wait(0) > 0)
    ;
}
