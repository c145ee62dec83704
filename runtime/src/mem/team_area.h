/* SPDX-License-Identifier: Apache-2.0 */
/* A thread's area in a team (team/), which the other members write. The area for the team of all
 * threads is in every segment, those for other teams are in the members' own heaps.
 *
 * Words count and are never reset while the team lives: the area is zero at first. */
#ifndef UPCR_MEM_TEAM_AREA_H
#define UPCR_MEM_TEAM_AREA_H

#include <stddef.h>
#include <stdint.h>

enum {
  UPCR_TEAM_SLOTS = 4,   /* operations of a team that a thread runs at once */
  UPCR_TEAM_FEW = 16,    /* members, see upcr_team_places */
  UPCR_TEAM_MANY = 1024, /* members */
  UPCR_TEAM_INLINE = 48, /* bytes that an offer carries in its place */
  UPCR_TEAM_RECENT = 8   /* operations whose start is remembered */
};

/* Counts are in bits 63..32 of a word, the tag of the operation in 31..0. */

/* Places for offers from one member to another in a slot; a power of two. If threads share a
 * processor, a member goes on until it has no free place, so many places serve many calls with one
 * switch. Each pair of members has as many, so a large team has fewer: the areas' address space
 * grows with the square of its size. At least two, because of releases (letters.c). */
static inline uint32_t upcr_team_places(int size) {
  return size <= UPCR_TEAM_FEW ? 16 : size <= UPCR_TEAM_MANY ? 4 : 2;
}

/* The k-th offer in a slot is in place k % upcr_team_places: all that its receiver needs is in one
 * cache line, if it is short. */
struct upcr_team_offer {
  _Alignas(64) uint64_t count; /* k, once what is below is written */
  uint64_t nbytes;
  union {
    uint64_t address; /* more than UPCR_TEAM_INLINE: a pointer-to-shared to the sender's memory */
    unsigned char bytes[UPCR_TEAM_INLINE]; /* the data themselves */
  };
};

/* From one member, by slot: that of operation n is n % UPCR_TEAM_SLOTS. */
struct upcr_team_line {
  _Alignas(128) uint64_t released[UPCR_TEAM_SLOTS]; /* of the owner's offers to that member: the
                                                       places of the first so many are free */
  struct upcr_team_offer offer[];                   /* [UPCR_TEAM_SLOTS * upcr_team_places] */
};

struct upcr_team_area {
  _Alignas(128) uint64_t
      started[UPCR_TEAM_RECENT]; /* the owner's: operation n in element n % UPCR_TEAM_RECENT */
  _Alignas(
      128) unsigned char from[]; /* [size], by rank: struct upcr_team_line, of as many bytes each */
};

/* Byte of a line at which the offers of the team's slots end, rounded up. */
static inline size_t upcr_team_line_bytes(int size) {
  size_t offers = UPCR_TEAM_SLOTS * (size_t)upcr_team_places(size) * sizeof(struct upcr_team_offer);
  return (offsetof(struct upcr_team_line, offer) + offers + 127) & ~(size_t)127;
}

/* Byte of a member's area at which the line of member `from` begins. */
static inline size_t upcr_team_line_at(int size, int from) {
  return offsetof(struct upcr_team_area, from) + (size_t)from * upcr_team_line_bytes(size);
}

/* Bytes of a member's area. */
static inline size_t upcr_team_area_bytes(int size) { return upcr_team_line_at(size, size); }

#endif
