/* SPDX-License-Identifier: Apache-2.0 */
/* A factored panel is passed along each row of the grid, from its column to the next ones. A thread
 * that maps the memory where the panel was factored gets a signal and reads the panel there; others
 * get it by a put with a signal. Each thread passes the panel on before it uses it. */
#ifndef HPL_RING_H
#define HPL_RING_H

#include "hpl_panel.h"

#define INBOXES 2 /* one panel is used while the next one arrives */

static shared void *inboxes[INBOXES];              /* head and low rows of a panel; used in turn */
static double *packed[INBOXES];                    /* the same of an own panel, while it is put */
static bupc_sem_t *shared come[INBOXES][THREADS];  /* the thread's inbox has a panel */
static bupc_sem_t *shared room[THREADS];           /* free inboxes of the next one in the ring */
static bupc_sem_t *post_come[INBOXES], *post_room; /* of the next thread, of the previous one */
static int passed, received;                       /* panels that the caller has received */

static inline size_t panel_size(const struct panel *p) {
  return HEAD + (size_t)p->width * (rows - p->below);
}

/* A panel in one piece: in the inbox where it arrived, else copied to `to`. */
static inline const double *one_piece(const struct panel *p, double *to) {
  if (!in_place(p, MYTHREAD))
    return p->head;
  memcpy(to, p->head, HEAD * sizeof *to);
  for (int c = 0; c < p->width; c++)
    memcpy(to + HEAD + (size_t)c * (rows - p->below), p->low + (size_t)c * p->distance,
           (rows - p->below) * sizeof *to);
  return to;
}

/* Passes a panel to the next thread of the ring, unless that has had it. */
static inline void pass_on(const struct panel *p) {
  int to = beside(grid.column + 1), inbox = passed % INBOXES;
  if (to == owner_of(p))
    return;
  bupc_sem_wait(room[MYTHREAD]);
  if (in_place(p, to))
    bupc_sem_post(post_come[inbox]);
  else
    bupc_memput_signal_async(npb_part(inboxes[inbox], to), one_piece(p, packed[inbox]),
                             panel_size(p) * sizeof(double), post_come[inbox], 1);
  passed++;
}

/* Receives a panel of another column and passes it on. */
static inline struct panel receive(int number) {
  struct panel p = panel_of(number);
  int inbox = received++ % INBOXES;
  bupc_sem_wait(come[inbox][MYTHREAD]);
  if (in_place(&p, MYTHREAD)) {
    set_to_owners(&p);
  } else {
    set_head(&p, npb_own(inboxes[inbox]));
    p.low = p.head + HEAD;
    p.distance = rows - p.below;
  }
  pass_on(&p);
  return p;
}

/* Frees the inbox of a panel after the put that passed it on is complete. */
static inline void release(const struct panel *p) {
  if (in_own_column(p->number))
    return;
  if (!in_place(p, MYTHREAD))
    upc_fence;
  bupc_sem_post(post_room);
}

/* Collective: memory and semaphores for it. */
static inline void make_ring(void) {
  size_t bytes = (HEAD + (size_t)nb * dealt(n, 0, grid.rows)) * sizeof(double);
  for (int i = 0; i < INBOXES; i++) {
    inboxes[i] = npb_parts(bytes);
    packed[i] = hpcc_memory(bytes);
    come[i][MYTHREAD] = bupc_sem_alloc(BUPC_SEM_INTEGER | BUPC_SEM_SPRODUCER | BUPC_SEM_SCONSUMER);
  }
  room[MYTHREAD] = bupc_sem_alloc(BUPC_SEM_INTEGER | BUPC_SEM_SPRODUCER | BUPC_SEM_SCONSUMER);
  bupc_sem_postN(room[MYTHREAD], INBOXES);
  upc_barrier;
  for (int i = 0; i < INBOXES; i++)
    post_come[i] = come[i][beside(grid.column + 1)];
  post_room = room[beside(grid.column - 1)];
}

#endif
