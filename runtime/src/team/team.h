/* SPDX-License-Identifier: Apache-2.0 */
/* Teams of <upcx_collective.h>: subsets of the threads, each member with a rank.
 *
 * Each member has its own object for a team, with the map from ranks to threads and to the members'
 * areas. All members number its operations alike. Offers of different teams lie in different areas,
 * so operations of different teams need no common order. */
#ifndef UPCR_TEAM_TEAM_H
#define UPCR_TEAM_TEAM_H

#include <stdbool.h>
#include <stdint.h>
#include <upcr/upcr.h>

#include "../mem/team_area.h"

/* Offers (letters.c) exchanged with one other member in one slot, modulo 2^32. An offer
 * that was taken is released when it has been read. */
struct upcr_team_counts {
  uint32_t offers_sent, offers_released;
  uint32_t long_sent;   /* number of the last offer of the thread that did not carry its bytes */
  uint32_t places_free; /* offers of the thread that the other is known to have released */
};

struct upcx_team {
  bool is_live; /* false once freed: the object is kept for the next team, so that a stale handle is
                 * detected */
  bool has_all_threads; /* all threads of the job, in their order */
  int rank, size;
  int *thread;                         /* [size] */
  int *rank_of;                        /* [THREADS]; -1: not a member */
  uint32_t places;                     /* upcr_team_places(size) */
  size_t own_line_at;                  /* upcr_team_line_at(size, rank) */
  upcr_pts_t *area;                    /* [size]: struct upcr_team_area of each member */
  uint32_t last;                       /* number of the last operation started */
  uint32_t slot_done[UPCR_TEAM_SLOTS]; /* the last operation of the slot that is complete */
  int open;                            /* handles that were not synchronised */
  struct upcr_team_counts *counts;     /* [size * UPCR_TEAM_SLOTS] */
  struct upcx_team *next;              /* of the freed ones */
};
typedef struct upcx_team *upcx_team_t;

/* Ends the job unless `team` is a live team; `what` names the caller. */
void upcr_team_check(upcx_team_t team, const char *what);

/* Ends the job unless a team has such a rank. */
void upcr_team_check_rank(upcx_team_t team, int rank, const char *what);

/* A team of the members thread[0 .. size - 1], the calling thread among them. Takes over the array,
 * which malloc has allocated. Its areas are not known yet. */
upcx_team_t upcr_team_new(int *thread, int size);

/* Frees the object's memory, the member's own area included. */
void upcr_team_drop(upcx_team_t team);

/* Room for a new member's area in the thread's heap, zeroed. Ends the job if there is none. */
upcr_pts_t upcr_team_area_new(int size);

/* The functions of <upcx_collective.h> as C sees them. */
upcx_team_t upcx_team_all(void);
int upcx_team_rank(upcx_team_t team);
int upcx_team_size(upcx_team_t team);
int upcx_team_thread(upcx_team_t team, int rank);
int upcx_team_rank_of(upcx_team_t team, int thread);
int upcx_team_translate(upcx_team_t from, int rank, upcx_team_t to);

upcx_team_t upcx_team_split(upcx_team_t parent, int colour, int key);
upcx_team_t upcx_team_create(upcx_team_t parent, int count, const int *ranks);
upcx_team_t upcx_team_range(upcx_team_t parent, int first, int stride, int count);
void upcx_team_free(upcx_team_t team);

#endif
