/* A soak: random operations of everything that threads do to each other, checked against what each
 * thread knows must come of it.
 *
 * A round is a number of steps, random ones in each thread, then a check in which all take part. */
#ifndef SOAK_H
#define SOAK_H

#include <stdint.h>
#include <stdlib.h>
#include "check.h"

/* A random number below n. `own` differs from thread to thread; `common` is the same in all, for
 * what is called together. */
unsigned soak_own(unsigned n);
unsigned soak_common(unsigned n);

/* Byte i of what is written with a seed. */
static inline unsigned char soak_byte(unsigned seed, unsigned long i)
{
    return (unsigned char)((seed + i) * 2654435761u >> 13);
}

static inline void soak_fill(unsigned char *to, unsigned long n, unsigned seed)
{
    for (unsigned long i = 0; i < n; i++)
        to[i] = soak_byte(seed, i);
}

static inline void soak_expect(const unsigned char *got, unsigned long n, unsigned seed)
{
    for (unsigned long i = 0; i < n; i++)
        CHECK_EQ(got[i], soak_byte(seed, i));
}

/* One kind of operation. start, check and end are collective; a step is one thread's own. Any may
 * be 0. */
struct soak_kind {
    void (*start)(void), (*step)(void), (*check)(void), (*end)(void);
};

extern const struct soak_kind soak_counters, soak_blocks, soak_common_blocks, soak_copies,
    soak_collectives, soak_flags;

#endif
