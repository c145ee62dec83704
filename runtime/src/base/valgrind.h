/* SPDX-License-Identifier: Apache-2.0 */
/* Whether the program runs on valgrind's simulated processor. */
#ifndef UPCR_BASE_VALGRIND_H
#define UPCR_BASE_VALGRIND_H

#include <stdbool.h>
#include <stdint.h>

/* The client request RUNNING_ON_VALGRIND of <valgrind/valgrind.h>: instructions without effect on a
 * real processor. Spelled out, since that header is not installed everywhere. */
static inline bool upcr_on_valgrind(void) {
  volatile uint64_t request[6] = {0x1001};
  uint64_t answer = 0;
#if defined(__x86_64__)
  __asm__ volatile(
      "rolq $3, %%rdi; rolq $13, %%rdi; rolq $61, %%rdi; rolq $51, %%rdi; xchgq %%rbx, %%rbx"
      : "+d"(answer)
      : "a"(&request[0])
      : "cc", "memory");
#elif defined(__aarch64__)
  __asm__ volatile(
      "mov x3, %1; mov x4, %2; ror x12, x12, #3; ror x12, x12, #13; ror x12, x12, #51; "
      "ror x12, x12, #61; orr x10, x10, x10; mov %0, x3"
      : "=r"(answer)
      : "r"((uint64_t)0), "r"(&request[0])
      : "cc", "memory", "x3", "x4");
#endif
  return answer != 0;
}

#endif
