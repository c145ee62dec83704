/* SPDX-License-Identifier: Apache-2.0 */
/* Guppie: random updates of a table, whose places are computed AHEAD updates in advance (paper of
 * the XL UPC compiler, section 5.3). */
#include "../gups/gups_app.h"

enum { AHEAD = 256 };

/* The next AHEAD updates of a stream. */
static inline void guppie_next(uint64_t *value, uint64_t *state) {
  for (int k = 0; k < AHEAD; k++)
    value[k] = gups_next(state);
}
