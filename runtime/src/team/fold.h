/* The arithmetic of a step. */
#ifndef UPCR_TEAM_FOLD_H
#define UPCR_TEAM_FOLD_H

#include "op.h"

enum { UPCR_FOLD_CHUNK = 4096 /* bytes combined at once; an element has at most as many */ };

/* to[i] = to[i] op from[i], or from[i] op to[i] if `left`, over n bytes of elements. */
void upcr_team_fold(const struct upcr_reduction *r, void *to, const void *from, size_t n, bool left);

/* The same where `from` may be far. */
void upcr_team_fold_at(const struct upcr_reduction *r, void *to, upcr_pts_t from, size_t n, bool left);

#endif
