/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "hosts.h"

#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/log.h"
#include "../base/note.h"
#include "../base/settings.h"
#include "../mem/backing.h"
#include "../topo/machine.h"
#include "boot.h"
#include "bootstrap.h"
#include "collectives.h"
#include "hub.h"
#include "spare.h"
#include "start_messages.h"

enum {
  HOST_NAME = 100, /* bytes of a host's name */
  EXCHANGES = 2    /* of the start */
};

typedef char said[UPCR_BOOTSTRAP_TEXT_MAX]; /* by a rank in an exchange */

static struct {
  struct upcr_bootstrap launcher;
  struct upcr_bootstrap_hosts hosts;
  int joined;
  int exchanges;                /* so far */
  int *rank_of_node;            /* [nodes]: the rank that is its supervisor */
  char (*node_name)[HOST_NAME]; /* [nodes]: that of its host */
  int node;
  int is_spare;                                      /* of its node (spare.h) */
  int spares;                                        /* spare processes of this supervisor */
  int oversubscribed;                                /* upcr_hosts_are_oversubscribed */
  said *places, *plans;                              /* of all ranks in the two exchanges */
  char list[UPCR_HUB_LIST], secret[UPCR_HUB_SECRET]; /* of the hub */
} hosts;

extern int MPI_Init(int *, char ***) __attribute__((weak));

/* A program that uses MPI starts it itself: ranks that mpirun or srun started are jobs of their
 * own. MPI and this runtime cannot both talk to the launcher's server; with upcrun's own connection
 * they do not meet. */
static int leaves_launcher_to_mpi(int by_upcrun) {
  if (!MPI_Init || getenv("UPCR_RENDEZVOUS"))
    return 0;
  const char *nodes = getenv("UPC_NODES");
  if (by_upcrun && nodes && strtol(nodes, 0, 10) > 1 &&
      (getenv("PMIX_NAMESPACE") || getenv("PMI_FD")))
    upcr_boot_refuse("the program uses MPI, which takes the server of mpirun or srun by which the "
                     "job's nodes would find each other: "
                     "start it by ssh (upcrun -launcher ssh -hosts a,b)");
  return 1;
}

static void host_name(char *name, size_t n) {
  name[0] = 0;
  gethostname(name, n - 1);
  name[n - 1] = 0;
  for (char *at = name; *at; at++)
    if (*at == ' ')
      *at = '_';
}

/* Room for what the ranks say; until here each process speaks for itself. */
static void join(void) {
  hosts.places = calloc((size_t)hosts.launcher.size, sizeof *hosts.places);
  hosts.plans = calloc((size_t)hosts.launcher.size, sizeof *hosts.plans);
  if (!hosts.places || !hosts.plans)
    upcr_boot_refuse("out of memory: %d processes of the job", hosts.launcher.size);
  hosts.joined = 1;
  upcr_start_messages_hold();
}

int upcr_hosts_find(int by_upcrun) {
  char err[1000], name[HOST_NAME];
  sigset_t all, before;
  if (leaves_launcher_to_mpi(by_upcrun))
    return 0;
  sigfillset(&all); /* of threads that a launcher's library starts: the job's signals are the
                       supervisor's */
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int found = upcr_bootstrap_find(&hosts.launcher, err, sizeof err);
  pthread_sigmask(SIG_SETMASK, &before, 0);
  if (found < 0) {
    host_name(name, sizeof name);
    upcr_boot_refuse("on %s: %s", name, err);
  }
  if (found > 0)
    join();
  return hosts.joined;
}

int upcr_hosts_joined(void) { return hosts.joined; }

/* The word behind `key=` in what a rank has said, `at`. */
static const char *word(const char *at, const char *key, said out) {
  size_t n = strlen(key);
  while (*at && !(strncmp(at, key, n) == 0 && at[n] == '='))
    at += strcspn(at, " "), at += *at == ' ';
  if (*at)
    at += n + 1;
  snprintf(out, UPCR_BOOTSTRAP_TEXT_MAX, "%.*s", (int)strcspn(at, " "), at);
  return out;
}

static const char *name_of_rank(int rank, said name) {
  return word(hosts.places[rank], "name", name);
}

static bool said_alike(const said *all, int one, int other) {
  said a, b;
  return strcmp(word(all[one], "said", a), word(all[other], "said", b)) == 0;
}

/* "on host1, host3: ": the hosts whose messages are the same as this rank's; "": all. */
static void name_speakers(const said *all, char *out, size_t n) {
  said name, before = "";
  int own = hosts.launcher.rank, speakers = 0;
  size_t used = (size_t)snprintf(out, n, "on ");
  for (int rank = 0; rank < hosts.launcher.size; rank++) {
    if (!said_alike(all, rank, own))
      continue;
    speakers++;
    if (strcmp(name_of_rank(rank, name), before) != 0 && used + HOST_NAME + 8 < n)
      used += (size_t)snprintf(out + used, n - used, "%s%s", *before ? ", " : "", name);
    strcpy(before, name);
  }
  snprintf(out + used, n - used, ": ");
  if (speakers == hosts.launcher.size)
    *out = 0;
}

/* Of ranks with the same messages the first one prints them. */
static void print_messages(const said *all) {
  char of[1000];
  int own = hosts.launcher.rank, first = 0;
  while (!said_alike(all, first, own))
    first++;
  if (first < own || !upcr_start_messages_digest()) {
    upcr_start_messages_drop();
    return;
  }
  name_speakers(all, of, sizeof of);
  upcr_start_messages_print(of);
}

_Noreturn static void abandon(const char *why) {
  hosts.launcher.abort(&hosts.launcher, UPCR_BOOT_USAGE_STATUS, why);
  _exit(UPCR_BOOT_USAGE_STATUS);
}

/* Ends the job if any rank refuses it: after another exchange, so that the launcher ends none
 * before it has printed. */
static void end_if_refused(said *all) {
  char err[1000];
  said out;
  for (int rank = 0; rank < hosts.launcher.size; rank++)
    if (*word(all[rank], "refuses", out) == '1') {
      hosts.launcher.exchange(&hosts.launcher, "", all, err, sizeof err);
      abandon("");
    }
}

/* The next exchange, of `text` or a refusal. */
static void exchange_texts(const char *text, int refuses) {
  char err[1000];
  said own;
  said *all = hosts.exchanges++ == 0 ? hosts.places : hosts.plans;
  snprintf(own, sizeof own, "said=%" PRIx64 " refuses=%d %s", upcr_start_messages_digest(), refuses,
           text);
  if (hosts.launcher.exchange(&hosts.launcher, own, all, err, sizeof err) != 0) {
    hosts.exchanges = EXCHANGES;
    if (!*err)
      abandon("");
    upcr_hosts_refuse(err);
  }
  print_messages(all);
  end_if_refused(all);
}

_Noreturn void upcr_hosts_refuse(const char *why) {
  char name[HOST_NAME], text[2 * HOST_NAME], of[2 * HOST_NAME];
  host_name(name, sizeof name);
  upcr_start_messages_refuse(why);
  if (hosts.exchanges < EXCHANGES) {
    snprintf(text, sizeof text, "name=%s", name);
    exchange_texts(text, 1); /* does not return */
  }
  snprintf(of, sizeof of, "on %s: ", name);
  upcr_start_messages_print(of);
  abandon("");
}

/* All hosts must run the same build of the program, since layouts and addresses must be equal. */
static void check_same_program(void) {
  said mine, theirs, where, here;
  char why[2000];
  word(hosts.places[0], "program", mine);
  for (int rank = 1; rank < hosts.launcher.size; rank++) {
    if (strcmp(word(hosts.places[rank], "program", theirs), mine) == 0)
      continue;
    snprintf(
        why, sizeof why,
        "process %d on host %.80s runs another program than process 0 on host %.80s, or another "
        "build of it: %.80s there, %.80s here; copy the program to all hosts",
        rank, name_of_rank(rank, where), name_of_rank(0, here), theirs, mine);
    upcr_hosts_refuse(why);
  }
}

static void group(void) {
  int size = hosts.launcher.size;
  const char **text = calloc((size_t)size, sizeof *text);
  for (int rank = 0; text && rank < size; rank++)
    text[rank] = strdup(word(hosts.places[rank], "host", (said){0}));
  if (!text || upcr_bootstrap_group(&hosts.hosts, size, text) != 0)
    upcr_hosts_refuse("out of memory: the hosts of the job");
  for (int rank = 0; rank < size; rank++)
    free((void *)text[rank]);
  free(text);
}

/* "3,1" */
static char *list_of_counts(const int *count, int n) {
  char *list = calloc((size_t)n, 12), *at = list;
  if (!list)
    upcr_hosts_refuse("out of memory: the nodes of the job");
  for (int i = 0; i < n; i++)
    at += sprintf(at, "%s%d", i ? "," : "", count[i]);
  return list;
}

/* The launcher started a process for each thread: a node is what runs on one host. */
static void nodes_from_hosts(void) {
  int size = hosts.launcher.size, count = hosts.hosts.hosts;
  char why[400];
  int *threads = calloc((size_t)count, sizeof *threads);
  hosts.rank_of_node = calloc((size_t)count, sizeof *hosts.rank_of_node);
  if (!threads || !hosts.rank_of_node)
    upcr_hosts_refuse("out of memory: the nodes of the job");
  if (upcr_settings.nthreads && upcr_settings.nthreads != size) {
    snprintf(why, sizeof why,
             "%s started %d processes, one for each UPC thread, but UPC_NTHREADS is %d",
             hosts.launcher.name, size, upcr_settings.nthreads);
    upcr_hosts_refuse(why);
  }
  for (int rank = size - 1; rank >= 0; rank--) {
    threads[hosts.hosts.host_of[rank]]++;
    if (hosts.hosts.rank_on_host[rank] == 0)
      hosts.rank_of_node[hosts.hosts.host_of[rank]] = rank;
  }
  upcr_settings.nthreads = size;
  upcr_settings.nodes = count;
  upcr_settings.node_threads = count > 1 ? list_of_counts(threads, count) : "";
  hosts.node = hosts.hosts.host_of[hosts.launcher.rank];
  hosts.is_spare = hosts.hosts.rank_on_host[hosts.launcher.rank] != 0;
  hosts.spares = threads[hosts.node] - 1;
  free(threads);
}

/* upcrun started a supervisor for each node. */
static void nodes_from_ranks(void) {
  char why[400];
  if (hosts.launcher.size != upcr_settings.nodes) {
    snprintf(why, sizeof why,
             "%s started %d processes for the %d nodes that are requested (UPC_NODES)",
             hosts.launcher.name, hosts.launcher.size, upcr_settings.nodes);
    upcr_hosts_refuse(why);
  }
  hosts.rank_of_node = calloc((size_t)upcr_settings.nodes, sizeof *hosts.rank_of_node);
  if (!hosts.rank_of_node)
    upcr_hosts_refuse("out of memory: the nodes of the job");
  for (int node = 0; node < upcr_settings.nodes; node++)
    hosts.rank_of_node[node] = node;
  hosts.node = hosts.launcher.rank;
}

static const char *place_of_node(int node) { return hosts.places[hosts.rank_of_node[node]]; }

static void name_nodes(void) {
  said out;
  hosts.node_name = calloc((size_t)upcr_settings.nodes, sizeof *hosts.node_name);
  if (!hosts.node_name)
    upcr_hosts_refuse("out of memory: the nodes of the job");
  for (int node = 0; node < upcr_settings.nodes; node++)
    snprintf(hosts.node_name[node], HOST_NAME, "%.*s", HOST_NAME - 1,
             word(place_of_node(node), "name", out));
}

bool upcr_hosts_speaks(void) { return !hosts.joined || hosts.launcher.rank == 0; }

const char *upcr_hosts_own_name(void) {
  return hosts.hosts.hosts > 1 ? upcr_hosts_name(hosts.node) : "";
}

const char *upcr_hosts_name(int node) { return hosts.node_name ? hosts.node_name[node] : ""; }

void upcr_hosts_meet(void) {
  said text;
  char host[200], name[100], id[UPCR_PROGRAM_ID], cpus[100];
  struct upcr_cpus allowed;
  upcr_bootstrap_host_text(host, sizeof host);
  host_name(name, sizeof name);
  upcr_program_id(id);
  upcr_cpus_allowed(&allowed);
  snprintf(text, sizeof text, "host=%s name=%s program=%s memory=%llu cpus=%s", host, name, id,
           (unsigned long long)upcr_memory_limit().bytes,
           upcr_cpus_format(&allowed, cpus, sizeof cpus));
  exchange_texts(text, 0);
  check_same_program();
  group();
  if (upcr_settings.nodes > 0)
    nodes_from_ranks();
  else
    nodes_from_hosts();
  name_nodes();
}

static void add_cpu(int cpu, void *set) { upcr_cpus_add(set, cpu); }

/* Adds a rank's processors. False: the list was too long for its text, and was read as far as it
 * goes. */
static bool add_processors(int rank, struct upcr_cpus *set) {
  said list;
  const char *at = word(hosts.places[rank], "cpus", list);
  return upcr_cpus_parse(&at, 0, add_cpu, set) == 0;
}

/* Unites the processors of all processes of the host. */
static void unite_processors(void) {
  struct upcr_cpus all = {{0}};
  for (int rank = 0; rank < hosts.launcher.size; rank++)
    if (hosts.hosts.host_of[rank] == hosts.hosts.host_of[hosts.launcher.rank])
      add_processors(rank, &all);
  if (upcr_cpus_count(&all) > 0)
    upcr_cpus_bind(&all); /* without it the threads share the first process's processors */
}

/* True if two ranks run on the same kernel: hosts may be containers of one machine. */
static bool share_machine(int one, int other) {
  said a, b;
  word(hosts.places[one], "host", a);
  word(hosts.places[other], "host", b);
  size_t id = strcspn(a, "/");
  return id == strcspn(b, "/") && memcmp(a, b, id) == 0;
}

static bool meet(const struct upcr_cpus *one, const struct upcr_cpus *other) {
  for (size_t i = 0; i < sizeof one->word / sizeof *one->word; i++)
    if (one->word[i] & other->word[i])
      return true;
  return false;
}

static int threads_of_rank(int rank) {
  const int *first = upcr_boot.layout.node_first;
  return hosts.launcher.size > upcr_boot.layout.nodes ? 1 : first[rank + 1] - first[rank];
}

/* True if the nodes on this machine that may use this node's processors have more threads than
 * processors. */
static bool is_shared(void) {
  struct upcr_cpus own, all;
  int threads = 0;
  upcr_cpus_allowed(&own);
  all = own;
  for (int rank = 0; rank < hosts.launcher.size; rank++) {
    struct upcr_cpus theirs = {{0}};
    if (!share_machine(rank, hosts.launcher.rank))
      continue;
    if (!add_processors(rank, &theirs))
      return false;
    if (!meet(&own, &theirs))
      continue;
    threads += threads_of_rank(rank);
    add_processors(rank, &all);
  }
  return threads > upcr_cpus_count(&all);
}

static bool is_oversubscribed(void) {
  return upcr_boot_threads_here() > upcr_boot_processors() || is_shared();
}

int upcr_hosts_are_oversubscribed(void) { return hosts.oversubscribed; }

static void listen_as_hub(void) {
  char err[400];
  if (upcr_hub_listen(upcr_settings.interface, hosts.list, hosts.secret, err, sizeof err) != 0)
    upcr_hosts_refuse(err);
}

static const char *plan_of_node(int node) { return hosts.plans[hosts.rank_of_node[node]]; }

/* Each host has read its own table, and knows its own processors, but all must choose alike. */
static void agree(void) {
  said own, other;
  bool is_same = true;
  word(plan_of_node(0), "costs", own);
  for (int node = 0; node < upcr_boot.layout.nodes; node++) {
    is_same &= strcmp(own, word(plan_of_node(node), "costs", other)) == 0;
    hosts.oversubscribed |= *word(plan_of_node(node), "oversubscribed", other) == '1';
  }
  if (!is_same)
    upcr_coll_costs_reset();
}

/* The second exchange: the addresses of the hub and of the supervisors of hosts with several
 * processes; of each host the digest of its costs, and whether it is oversubscribed. */
void upcr_hosts_take_place(void) {
  said text, out;
  char name[UPCR_SPARE_NAME] = "", err[400];
  int listener = -1;
  if (!hosts.is_spare && hosts.spares > 0) {
    if ((listener = upcr_spare_listen(hosts.spares, name, err, sizeof err)) < 0)
      upcr_hosts_refuse(err);
    unite_processors();
  }
  if (!hosts.is_spare && hosts.node == 0 && upcr_boot.layout.nodes > 1)
    listen_as_hub();
  upcr_boot.layout.node = hosts.node;
  upcr_boot.layout.one_host = hosts.hosts.hosts == 1;
  snprintf(text, sizeof text, "unix=%s hub=%s secret=%s costs=%x oversubscribed=%d", name,
           hosts.list, hosts.secret, upcr_coll_costs_digest(), is_oversubscribed());
  exchange_texts(text, 0);
  upcr_start_messages_pass();
  agree();
  if (hosts.is_spare) {
    int status = upcr_spare_until_end(word(plan_of_node(hosts.node), "unix", out));
    hosts.launcher.finish(&hosts.launcher);
    _exit(status);
  }
  if (listener >= 0 && upcr_spare_accept(listener, hosts.spares, err, sizeof err) != 0)
    upcr_hosts_refuse(err);
  snprintf(hosts.list, sizeof hosts.list, "%s", word(plan_of_node(0), "hub", out));
  snprintf(hosts.secret, sizeof hosts.secret, "%s", word(plan_of_node(0), "secret", out));
}

_Noreturn static void refuse_missing(const int *fds) {
  char why[2000];
  size_t n = (size_t)snprintf(why, sizeof why, "these nodes have not reached node 0:");
  for (int node = 1; node < upcr_boot.layout.nodes && n < sizeof why - 300; node++)
    if (fds[(node - 1) * UPCR_HUB_CHANNELS] < 0)
      n += (size_t)snprintf(why + n, sizeof why - n, " %d (%s)", node, upcr_hosts_name(node));
  snprintf(why + n, sizeof why - n, "; name the interface that joins the hosts with UPC_INTERFACE");
  upcr_hosts_refuse(why);
}

void upcr_hosts_connect(int *fds) {
  char err[1200], why[2000];
  if (hosts.node == 0) {
    if (upcr_hub_accept(upcr_boot.layout.nodes, fds) != 0)
      refuse_missing(fds);
    return;
  }
  if (upcr_hub_connect(hosts.node, hosts.list, hosts.secret, fds, err, sizeof err) == 0)
    return;
  snprintf(why, sizeof why,
           "node %d cannot reach node 0: %s; name the interface that joins the hosts with "
           "UPC_INTERFACE",
           hosts.node, err);
  upcr_hosts_refuse(why);
}

uint64_t upcr_hosts_thread_memory(void) {
  const int *first = upcr_boot.layout.node_first;
  uint64_t least = UINT64_MAX;
  said out;
  for (int node = 0; node < upcr_boot.layout.nodes; node++) {
    uint64_t can = strtoull(word(place_of_node(node), "memory", out), 0, 10) /
                   (uint64_t)(first[node + 1] - first[node]);
    least = can < least ? can : least;
  }
  return least;
}

int upcr_hosts_fds(void) { return hosts.joined ? hosts.spares + 1 : 0; }

int upcr_hosts_wait_set(struct pollfd *fds) {
  int n = upcr_spare_wait_set(fds);
  if (hosts.joined && hosts.launcher.fd >= 0)
    fds[n++] = (struct pollfd){.fd = hosts.launcher.fd, .events = POLLIN};
  return n;
}

int upcr_hosts_heard(void) {
  if (!hosts.joined)
    return 0;
  if (upcr_spare_lost())
    return -1;
  struct pollfd launcher = {.fd = hosts.launcher.fd, .events = POLLIN};
  if (hosts.launcher.fd < 0 || poll(&launcher, 1, 0) <= 0)
    return 0;
  int heard = hosts.launcher.heard(&hosts.launcher);
  if (heard < 0)
    hosts.launcher.fd = -1;
  return heard;
}

void upcr_hosts_finish(int status) {
  if (!hosts.joined)
    return;
  upcr_spare_finish(status);
  hosts.launcher.finish(&hosts.launcher);
  hosts.joined = 0;
}
