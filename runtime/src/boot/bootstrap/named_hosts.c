/* SPDX-License-Identifier: Apache-2.0 */
/* Which ranks share a host. */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../bootstrap.h"

static void read_boot_id(char *id, size_t n) {
  snprintf(id, n, "-");
  FILE *file = fopen("/proc/sys/kernel/random/boot_id", "re");
  if (!file)
    return;
  char line[64];
  if (fgets(line, sizeof line, file))
    snprintf(id, n, "%.*s", (int)strcspn(line, "\n"), line);
  fclose(file);
}

/* Names a host by boot id, host name and IPC namespace: containers of one machine share the first,
 * but can share memory only within one IPC namespace. */
void upcr_bootstrap_host_text(char *text, size_t n) {
  char id[64], name[256] = "";
  struct stat ipc = {0};
  read_boot_id(id, sizeof id);
  if (gethostname(name, sizeof name - 1) != 0 || !*name)
    snprintf(name, sizeof name, "-");
  if (stat("/proc/self/ns/ipc", &ipc) != 0)
    ipc.st_ino = 0;
  snprintf(text, n, "%s/%s/%llu", id, name, (unsigned long long)ipc.st_ino);
  for (char *at = text; *at; at++)
    if (!isgraph((unsigned char)*at))
      *at = '_';
}

static int by_text_then_rank(const void *a, const void *b, void *texts) {
  const char *const *text = texts;
  int x = *(const int *)a, y = *(const int *)b;
  int order = strcmp(text[x], text[y]);
  return order ? order : (x > y) - (x < y);
}

/* leader[r]: the first rank of the host of rank r. */
static void find_leaders(int *leader, int *order, int size, const char *const *text) {
  for (int i = 0; i < size; i++)
    order[i] = i;
  qsort_r(order, (size_t)size, sizeof *order, by_text_then_rank, (void *)text);
  for (int i = 0; i < size; i++) {
    int rank = order[i];
    leader[rank] =
        i > 0 && strcmp(text[order[i - 1]], text[rank]) == 0 ? leader[order[i - 1]] : rank;
  }
}

int upcr_bootstrap_group(struct upcr_bootstrap_hosts *hosts, int size,
                         const char *const *host_text) {
  int *leader = calloc((size_t)size, sizeof *leader),
      *on_host = calloc((size_t)size, sizeof *on_host);
  *hosts = (struct upcr_bootstrap_hosts){
      .host_of = calloc((size_t)size, sizeof *hosts->host_of),
      .rank_on_host = calloc((size_t)size, sizeof *hosts->rank_on_host),
  };
  int status = -1;
  if (leader && on_host && hosts->host_of && hosts->rank_on_host) {
    find_leaders(leader, on_host, size, host_text);
    memset(on_host, 0, (size_t)size * sizeof *on_host);
    for (int rank = 0; rank < size; rank++) {
      int host = leader[rank] == rank ? hosts->hosts++ : hosts->host_of[leader[rank]];
      hosts->host_of[rank] = host;
      hosts->rank_on_host[rank] = on_host[host]++;
    }
    status = 0;
  } else {
    free(hosts->host_of);
    free(hosts->rank_on_host);
    *hosts = (struct upcr_bootstrap_hosts){0};
  }
  free(leader);
  free(on_host);
  return status;
}
