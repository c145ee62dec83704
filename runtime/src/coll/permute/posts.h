/* Blocks of a permutation by posts that begin with their target. */
#ifndef UPCR_COLL_PERMUTE_POSTS_H
#define UPCR_COLL_PERMUTE_POSTS_H

#include "../post.h"

/* Bytes of a post beside those of a block. */
enum { UPCR_PERMUTE_HEAD = sizeof(int) };

/* Posts the caller's block, nbytes of call->src, for thread `to`. One that stays where it is is copied to call->dst. */
void upcr_permute_give(const struct upcr_call *call, int to);

/* Takes the block that is for the caller, whose own is for `to`, to call->dst. All threads have posted theirs, or will. */
void upcr_permute_take(const struct upcr_call *call, int to);

#endif
