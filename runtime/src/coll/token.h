/* Tokens that go round the threads from the root on (N, 3.2 of docs/collectives.md): who has one may use the root's
 * memory or link, so that not all do at once. With k tokens each goes to every k-th thread. */
#ifndef UPCR_COLL_TOKEN_H
#define UPCR_COLL_TOKEN_H

#include "register.h"

/* Copies of the caller's n bytes from or to the root while it has a token. It passes the token on before the copy where the
 * copy uses no network or is short, else before its last UPCR_TOKEN_BYTES. */
enum { UPCR_TOKEN_BYTES = 32768 };
void upcr_token_move(const struct upcr_call *call, int tokens, upcr_pts_t dst, upcr_pts_t src);

#endif
