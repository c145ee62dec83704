/* SPDX-License-Identifier: Apache-2.0 */
#include "barrier_token.h"

#include <stdio.h>

#include "../base/log.h"
#include "../check/arrivals.h"
#include "../check/check.h"
#include "../mem/job.h"
#include "single_valued.h"
#include "status.h"

static const char *const collective_names[] = {
#define COLLECTIVE(name, function) function,
#include "collectives.def"
};
_Static_assert(UPCR_COLLECTIVES <= 64, "a token has six bits for it");

const char *upcr_collective_name(enum upcr_collective which) { return collective_names[which]; }

static enum upcr_token_kind kind_of(uint64_t token) { return (enum upcr_token_kind)(token >> 62); }
static int thread_of(uint64_t token) { return (int)(token >> 32 & 0xffffff); }
static enum upcr_collective collective_of(uint64_t token) {
  return (enum upcr_collective)(token >> 56 & 0x3f);
}
static int value_of(uint64_t token) { return (int)(uint32_t)token; }

static const char *describe(uint64_t token, char text[64]) {
  switch (kind_of(token)) {
  case UPCR_TOKEN_VALUE:
    snprintf(text, 64, "in a barrier with value %d", value_of(token));
    break;
  case UPCR_TOKEN_END:
    snprintf(text, 64, "at the start or end of the program");
    break;
  case UPCR_TOKEN_COLLECTIVE:
    snprintf(text, 64, "in %s", collective_names[collective_of(token)]);
    break;
  case UPCR_TOKEN_NONE:
    snprintf(text, 64, "in a barrier without value");
    break;
  }
  return text;
}

void upcr_core_name_barrier(uint64_t token, char *out, size_t n) {
  if (kind_of(token) == UPCR_TOKEN_VALUE)
    snprintf(out, n, "upc_barrier %d", value_of(token));
  else if (kind_of(token) == UPCR_TOKEN_COLLECTIVE)
    snprintf(out, n, "%s", collective_names[collective_of(token)]);
  else
    snprintf(out, n, "%s",
             kind_of(token) == UPCR_TOKEN_END ? "the barrier at the start" : "upc_barrier");
}

static const char *who(int thread, uint32_t phase, char text[UPCR_WHO]) {
  return upcr_check_who(thread, upcr_arrivals_site(thread, phase), text);
}

const char *upcr_token_describe_arrived(int thread, char text[UPCR_ARRIVED]) {
  struct upcr_thread_status other = upcr_thread_status(thread);
  char name[UPCR_WHO], what[64];
  snprintf(text, UPCR_ARRIVED, "%s is %s", who(thread, other.notified - 1, name),
           describe(other.token, what));
  return text;
}

/* The exit status of the thread, if the end of its main brought the token. */
static int status_behind(uint64_t token, int thread) {
  return kind_of(token) == UPCR_TOKEN_END ? upcr_thread_status(thread).exit_status : 0;
}

_Noreturn void upcr_token_refuse(int thread, uint64_t token, int other, uint64_t others,
                                 uint32_t phase) {
  char first[64], second[64], one[UPCR_WHO], two[UPCR_WHO];
  upcr_fatal_after_end(status_behind(token, thread) | status_behind(others, other),
                       "barrier mismatch (UPC 6.6.1): %s is %s, %s is %s", who(thread, phase, one),
                       describe(token, first), who(other, phase, two), describe(others, second));
}

_Noreturn void upcr_token_mismatch(uint64_t a, uint64_t b, uint32_t phase) {
  char one[UPCR_WHO], other[UPCR_WHO];
  if (kind_of(a) == UPCR_TOKEN_COLLECTIVE && kind_of(b) == UPCR_TOKEN_COLLECTIVE &&
      collective_of(a) == collective_of(b))
    upcr_refuse_arguments(collective_of(a), who(thread_of(a), phase, one),
                          upcr_arrivals_arguments(thread_of(a), phase),
                          who(thread_of(b), phase, other),
                          upcr_arrivals_arguments(thread_of(b), phase));
  upcr_token_refuse(thread_of(a), a, thread_of(b), b, phase);
}
