/* The poll of a program's loops that wait on shared memory. */
#ifndef UPCR_CORE_POLL_H
#define UPCR_CORE_POLL_H

enum {
  UPCR_POLL_BUDGET = 32, /* polls until the core is given away: a few hundred nanoseconds of reading */
  UPCR_POLLS_TO_FLUSH =
      512 /* times the core is given away until the thread counts as waiting for its output's reader */
};

#endif
