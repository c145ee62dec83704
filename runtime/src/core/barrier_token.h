/* SPDX-License-Identifier: Apache-2.0 */
/* A barrier token: a thread's barrier statement as one word, which threads compare (UPC 6.6.1).
 *
 * Kind in bits 63..62, which collective in 61..56, thread in 55..32, value or digest of arguments
 * in 31..0. 0 is the token of a thread without value, which agrees with all tokens. */
#ifndef UPCR_CORE_BARRIER_TOKEN_H
#define UPCR_CORE_BARRIER_TOKEN_H

#include <stdbool.h>
#include <stdint.h>

#include "barrier.h"

enum { UPCR_TOKEN_THREADS = 0xffffff /* the field of the thread */ };

enum upcr_token_kind { UPCR_TOKEN_NONE, UPCR_TOKEN_VALUE, UPCR_TOKEN_END, UPCR_TOKEN_COLLECTIVE };

/* The calling thread's token. `value`: of the statement, or a status, or a digest. */
static inline uint64_t upcr_token(enum upcr_token_kind kind, int value) {
  if (kind == UPCR_TOKEN_NONE)
    return 0;
  return (uint64_t)kind << 62 | (uint64_t)upcr_self.mythread << 32 | (uint32_t)value;
}

/* The calling thread's token in a collective; `arguments` is their digest. */
static inline uint64_t upcr_token_of_collective(enum upcr_collective which, uint32_t arguments) {
  return upcr_token(UPCR_TOKEN_COLLECTIVE, (int)arguments) | (uint64_t)which << 56;
}

/* All but the thread. */
static inline uint64_t upcr_token_meaning(uint64_t token) {
  return token & ~((uint64_t)UPCR_TOKEN_THREADS << 32);
}

/* The tokens of a set of threads: the first that is not 0, and the first that differs from it, 0:
 * none. */
struct upcr_tokens {
  uint64_t consensus, dissent;
};

/* Adds a thread's token to the set. */
static inline void upcr_tokens_add(struct upcr_tokens *set, uint64_t token) {
  if (token == 0)
    return;
  if (set->consensus == 0)
    set->consensus = token;
  else if (set->dissent == 0 && upcr_token_meaning(token) != upcr_token_meaning(set->consensus))
    set->dissent = token;
}

/* The token of a collective, or of the start or end of a thread. */
static inline bool upcr_token_is_no_barrier(uint64_t token) {
  return token >> 62 == UPCR_TOKEN_COLLECTIVE || token >> 62 == UPCR_TOKEN_END;
}

/* Ends the job: the tokens of two threads at the barrier of this phase disagree. */
_Noreturn void upcr_token_refuse(int thread, uint64_t token, int other, uint64_t others,
                                 uint32_t phase);

/* The same for two tokens a and b, which name their threads. */
_Noreturn void upcr_token_mismatch(uint64_t a, uint64_t b, uint32_t phase);

/* "thread 1 (x.upc:12) is in a barrier with value 2": for a thread in a barrier at which the caller
 * has not arrived, so that it stays there. Checked code knows the place. */
enum { UPCR_ARRIVED = 700 };
const char *upcr_token_describe_arrived(int thread, char text[UPCR_ARRIVED]);

#endif
