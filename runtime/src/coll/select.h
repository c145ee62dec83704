/* Which algorithm serves a call: the forced one, or the one that the rules name (rules.h). */
#ifndef UPCR_COLL_SELECT_H
#define UPCR_COLL_SELECT_H

#include "call.h"

struct upcr_algorithm;

/* The choice for a call of this shape; `upcr_call_run` asks once a shape. */
const struct upcr_algorithm *upcr_call_choose(const struct upcr_call *call);

/* The calling thread chooses anew: what is forced has changed. */
void upcr_choices_forget(void);

/* Runs a call that has entered, with what its modes ask for, and leaves it. */
void upcr_call_run(const struct upcr_call *call);

/* Runs the call by this algorithm, which must fit and have no buffers. */
void upcr_call_run_by(const struct upcr_call *call, const struct upcr_algorithm *algorithm);

#endif
