/* A thread's area in a team (team/): what the other members write for it. The one of the team of all threads is in every segment, those
 * of other teams are in the members' own heaps.
 *
 * Words count and are never reset while the team lives: the area is zero at first. */
#ifndef UPCR_MEM_TEAM_AREA_H
#define UPCR_MEM_TEAM_AREA_H

#include <stddef.h>
#include <stdint.h>

enum {
  UPCR_TEAM_SLOTS = 4, /* operations of a team that a thread runs at once */
  UPCR_TEAM_RECENT = 8 /* operations whose start is remembered */
};

/* From one member, in operations number n with n % UPCR_TEAM_SLOTS the slot's. Counts are in bits 63..32, the tag of the operation
 * in 31..0. */
struct upcr_team_slot {
  uint64_t signals;
  uint64_t offers;
  uint64_t address; /* the last offer: a pointer-to-shared to that member's memory, */
  uint64_t nbytes;  /* and how many bytes are there */
};

struct upcr_team_line {
  _Alignas(128) struct upcr_team_slot slot[UPCR_TEAM_SLOTS];
};

struct upcr_team_area {
  _Alignas(128) uint64_t started[UPCR_TEAM_RECENT]; /* the owner's: operation n in element n % UPCR_TEAM_RECENT */
  struct upcr_team_line from[];                     /* [size], by rank */
};

static inline size_t upcr_team_area_bytes(int size) {
  return sizeof(struct upcr_team_area) + (size_t)size * sizeof(struct upcr_team_line);
}

#endif
