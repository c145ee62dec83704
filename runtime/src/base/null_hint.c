/* SPDX-License-Identifier: Apache-2.0 */
#include "null_hint.h"

/* Thread 0 is the one that sets what only one thread sets, as a rule. */
const char *upcr_null_hint(int thread) {
  return thread == 0 ? ""
                     : "\n    if another thread set the pointer: each thread has its own 'shared T "
                       "*p'; one for all "
                       "is 'shared T *shared p'";
}
