/* Which algorithm serves a call: the forced one, or the one that the table (select.def) names. */
#ifndef UPCR_COLL_SELECT_H
#define UPCR_COLL_SELECT_H

#include "call.h"

/* Runs a call that has entered, with what its modes ask for, and leaves it. */
void upcr_call_run(const struct upcr_call *call);

#endif
