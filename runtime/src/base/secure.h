/* SPDX-License-Identifier: Apache-2.0 */
/* A program with rights that its user does not have (set-user-id, set-group-id, file capabilities)
 * must not let the user's environment choose files to write or programs to run. */
#ifndef UPCR_BASE_SECURE_H
#define UPCR_BASE_SECURE_H

#include <stdbool.h>
#include <sys/auxv.h>

static inline bool upcr_has_others_rights(void) { return getauxval(AT_SECURE) != 0; }

#endif
