/* The poll of a program's loops that wait on shared memory. */
#ifndef UPCR_CORE_POLL_H
#define UPCR_CORE_POLL_H

enum {
  UPCR_POLL_BUDGET = 32, /* polls between two looks at the transport: about 100 ns of reading */
  /* Looks until the core is given away where there is one for every thread: some 10 us. Else it is given away each time. */
  UPCR_POLLS_TO_YIELD = 64,
  /* Times the core is given away until the thread counts as waiting for its output's reader. */
  UPCR_YIELDS_TO_FLUSH = 512
};

#endif
