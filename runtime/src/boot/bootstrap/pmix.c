/* SPDX-License-Identifier: Apache-2.0 */
/* PMIx, which Slurm, Open MPI and PRRTE speak: the client library is loaded at run time. */
#define _GNU_SOURCE
#include <stdlib.h>

#include "../../base/log.h"
#include "io.h"

#if __has_include(<pmix.h>)
#include <errno.h>
#include <pmix.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "../../topo/loader.h"

#pragma weak upcr_loader

/* The number in the library's name is that of the binary interface, of versions 2 to 5. */
#define LIBRARY "libpmix.so.2"

#define FUNCTIONS(F)                                                                               \
  F(Init) F(Put) F(Commit) F(Fence_nb) F(Get) F(Abort) F(Finalize) F(Error_string)

#define DECLARE(name) __typeof__(PMIx_##name) *name;
static struct {
  void *handle;
  FUNCTIONS(DECLARE)
} lib;

static struct {
  pmix_proc_t own;
  int exchanges;
} client;

static int open_library(char *err, size_t errlen) {
  if (&upcr_loader == 0)
    return upcr_fail(err, errlen,
                     "a program linked with -static cannot load %s, which it needs to join the job",
                     LIBRARY);
  lib.handle = upcr_loader.open(LIBRARY);
  if (!lib.handle)
    return upcr_fail(
        err, errlen,
        "started with PMIx, but %s is not on this host: install it (Debian, Ubuntu: libpmix2), "
        "name its folder in LD_LIBRARY_PATH, or use upcrun -launcher ssh, which does not need it",
        LIBRARY);
#define FIND(name)                                                                                 \
  if (!(lib.name = (__typeof__(PMIx_##name) *)upcr_loader.find(lib.handle, "PMIx_" #name)))        \
    return upcr_fail(err, errlen, "%s has no PMIx_%s: it must be PMIx 3 or later", LIBRARY, #name);
  FUNCTIONS(FIND)
  return 0;
}

static int fail(const char *doing, pmix_status_t status, char *err, size_t errlen) {
  return upcr_fail(err, errlen, "PMIx could not %s: %s (%d)", doing, lib.Error_string(status),
                   status);
}

static void name_process(pmix_proc_t *process, pmix_rank_t rank) {
  *process = client.own;
  process->rank = rank;
}

/* PMIx_Get allocates its result, and the text in it, by malloc. */
static void release(pmix_value_t *value) {
  if (value->type == PMIX_STRING)
    free(value->data.string);
  free(value);
}

static int read_size(int *size, char *err, size_t errlen) {
  pmix_proc_t job;
  pmix_value_t *value = 0;
  name_process(&job, PMIX_RANK_WILDCARD);
  pmix_status_t status = lib.Get(&job, PMIX_JOB_SIZE, 0, 0, &value);
  if (status != PMIX_SUCCESS)
    return fail("report the number of processes", status, err, errlen);
  uint32_t count = value->type == PMIX_UINT32 ? value->data.uint32 : 0;
  release(value);
  if (count < 1 || count > UPCR_BOOTSTRAP_RANKS_MAX || client.own.rank >= count)
    return upcr_fail(err, errlen, "PMIx numbers this process %u of %u: a job may have 1 to %d",
                     client.own.rank, count, UPCR_BOOTSTRAP_RANKS_MAX);
  *size = (int)count;
  return 0;
}

/* A fence under way. Kept where it is when the wait for it was given up: the library's thread may
 * still call back. */
static struct {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  int done;
  pmix_status_t status;
} fence_state = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static void fence_done(pmix_status_t status, void *data) {
  (void)data;
  pthread_mutex_lock(&fence_state.mutex);
  fence_state.status = status;
  fence_state.done = 1;
  pthread_cond_signal(&fence_state.changed);
  pthread_mutex_unlock(&fence_state.mutex);
}

static int await_fence(void) {
  int64_t at = upcr_bootstrap_deadline(upcr_bootstrap_seconds);
  struct timespec limit = {.tv_sec = at / 1000000000, .tv_nsec = at % 1000000000};
  int why = 0;
  pthread_mutex_lock(&fence_state.mutex);
  while (!fence_state.done && why != ETIMEDOUT)
    why = pthread_cond_timedwait(&fence_state.changed, &fence_state.mutex, &limit);
  int done = fence_state.done;
  pthread_mutex_unlock(&fence_state.mutex);
  return done;
}

/* Waits for all processes of the job; afterwards every one has what all have committed. */
static int fence(char *err, size_t errlen) {
  pmix_proc_t job;
  pmix_info_t collect;
  pthread_condattr_t monotonic;
  name_process(&job, PMIX_RANK_WILDCARD);
  memset(&collect, 0, sizeof collect);
  snprintf(collect.key, sizeof collect.key, "%s", PMIX_COLLECT_DATA);
  collect.value.type = PMIX_BOOL;
  collect.value.data.flag = true;
  pthread_condattr_init(&monotonic);
  pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
  pthread_cond_init(&fence_state.changed, &monotonic);
  pthread_condattr_destroy(&monotonic);
  fence_state.done = 0;
  pmix_status_t status = lib.Fence_nb(&job, 1, &collect, 1, fence_done, 0);
  if (status == PMIX_OPERATION_SUCCEEDED)
    return 0;
  if (status != PMIX_SUCCESS)
    return fail("synchronise the processes", status, err, errlen);
  if (!await_fence())
    return upcr_fail(err, errlen,
                     "not all processes of the job connected within %d s: one of them has not "
                     "started, or has ended "
                     "(PMIx)",
                     upcr_bootstrap_seconds);
  return fence_state.status == PMIX_SUCCESS
             ? 0
             : fail("synchronise the processes", fence_state.status, err, errlen);
}

static int publish(const char *key, const char *text, char *err, size_t errlen) {
  pmix_value_t value = {.type = PMIX_STRING, .data.string = (char *)text};
  pmix_status_t status = lib.Put(PMIX_GLOBAL, key, &value); /* copies */
  if (status == PMIX_SUCCESS)
    status = lib.Commit();
  return status == PMIX_SUCCESS ? 0 : fail("publish this process's address", status, err, errlen);
}

static int collect_text(int rank, const char *key, char *text, char *err, size_t errlen) {
  pmix_proc_t process;
  pmix_value_t *value = 0;
  name_process(&process, (pmix_rank_t)rank);
  pmix_status_t status = lib.Get(&process, key, 0, 0, &value);
  if (status != PMIX_SUCCESS) {
    char doing[64];
    snprintf(doing, sizeof doing, "return the address of process %d", rank);
    return fail(doing, status, err, errlen);
  }
  int fits = value->type == PMIX_STRING && strlen(value->data.string) < UPCR_BOOTSTRAP_TEXT_MAX;
  if (fits)
    strcpy(text, value->data.string);
  release(value);
  return fits ? 0 : upcr_fail(err, errlen, "PMIx returned no valid address of process %d", rank);
}

static int exchange(struct upcr_bootstrap *self, const char *text,
                    char (*all)[UPCR_BOOTSTRAP_TEXT_MAX], char *err, size_t errlen) {
  char key[32];
  snprintf(key, sizeof key, "upcr.%d", client.exchanges++);
  if (publish(key, text, err, errlen) != 0 || fence(err, errlen) != 0)
    return -1;
  for (int rank = 0; rank < self->size; rank++)
    if (collect_text(rank, key, all[rank], err, errlen) != 0)
      return -1;
  return 0;
}

static void give_up(struct upcr_bootstrap *self, int status, const char *why) {
  (void)self;
  pmix_proc_t job;
  name_process(&job, PMIX_RANK_WILDCARD);
  upcr_bootstrap_print_reason(why); /* launchers do not show the reason that they are given */
  lib.Abort(status, why, &job, 1);
}

static void finish(struct upcr_bootstrap *self) {
  (void)self;
  lib.Finalize(0, 0);
}

/* The library tells by callbacks alone; a launcher with PMIx ends the processes that it started
 * itself. */
static int heard(struct upcr_bootstrap *self) {
  (void)self;
  return 0;
}

static int start(struct upcr_bootstrap *self, char *err, size_t errlen) {
  int size;
  if (open_library(err, errlen) != 0)
    return -1;
  pmix_status_t status = lib.Init(&client.own, 0, 0);
  if (status != PMIX_SUCCESS)
    return fail("reach the launcher's server on this host", status, err, errlen);
  if (read_size(&size, err, errlen) != 0)
    return -1;
  *self = (struct upcr_bootstrap){"PMIx", (int)client.own.rank, size, exchange, give_up, finish, -1,
                                  heard};
  return 1;
}

#else

static int start(struct upcr_bootstrap *self, char *err, size_t errlen) {
  (void)self;
  return upcr_fail(err, errlen,
                   "started with PMIx, which this runtime was built without: start by upcrun "
                   "-launcher ssh, or build the "
                   "runtime where <pmix.h> is installed (Debian, Ubuntu: libpmix-dev) and link the "
                   "program anew");
}

#endif

int upcr_bootstrap_pmix(struct upcr_bootstrap *self, char *err, size_t errlen) {
  if (!getenv("PMIX_NAMESPACE") || !getenv("PMIX_RANK"))
    return 0;
  int found = start(self, err, errlen);
  upcr_bootstrap_forget("PMIX_");
  return found;
}
