// threads: 1 2 3 4 7
// A soak of all that threads do to each other. Arguments: seconds (1), seed (the time); both are
// printed to standard error.
#include <time.h>
#include <unistd.h>
#include "soak.h"

enum { STEPS = 12 };

static uint64_t own_state, common_state;
static strict shared int go_on;
static shared unsigned chosen_seed;

/* xorshift64* */
static unsigned draw(uint64_t *state, unsigned n)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (unsigned)((*state * 0x2545f4914f6cdd1dull >> 33) % n);
}

unsigned soak_own(unsigned n) { return draw(&own_state, n); }
unsigned soak_common(unsigned n) { return draw(&common_state, n); }

static const struct soak_kind *const kinds[] = {&soak_counters,      &soak_blocks,
                                                &soak_common_blocks, &soak_copies,
                                                &soak_collectives,   &soak_flags};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* Now and then a thread is late. */
static void delay(void)
{
    unsigned turns = soak_own(8) ? soak_own(200) : soak_own(20000);
    for (volatile unsigned i = 0; i < turns; i++)
        ;
    if (soak_own(200) == 0)
        usleep(soak_own(2000));
}

static void steps(void)
{
    for (int i = 0; i < STEPS; i++) {
        const struct soak_kind *kind = kinds[soak_own(KINDS)];
        if (kind->step)
            kind->step();
        delay();
    }
}

static void check(void)
{
    const struct soak_kind *kind = kinds[soak_common(KINDS)];
    if (kind->check)
        kind->check();
}

static void barrier(unsigned round)
{
    if (soak_common(2)) {
        upc_barrier round;
        return;
    }
    upc_notify round;
    delay();
    upc_wait round;
}

static void seed_all(int argc, char **argv, int seconds)
{
    if (MYTHREAD == 0) {
        chosen_seed = argc > 2 ? (unsigned)strtoul(argv[2], 0, 10)
                               : (unsigned)time(0) ^ (unsigned)getpid() << 8;
        fprintf(stderr, "soak: %d seconds, seed %u, %d threads\n", seconds, chosen_seed, THREADS);
    }
    upc_barrier;
    common_state = chosen_seed * 2ull + 1;
    own_state = common_state + 0x9e3779b97f4a7c15ull * (MYTHREAD + 1);
}

static void for_all_kinds(int start)
{
    for (int k = 0; k < KINDS; k++) {
        void (*call)(void) = start ? kinds[k]->start : kinds[k]->end;
        if (call)
            call();
    }
}

int main(int argc, char **argv)
{
    int seconds = argc > 1 ? atoi(argv[1]) : 1;
    time_t end = time(0) + seconds;
    seed_all(argc, argv, seconds);
    for_all_kinds(1);
    for (unsigned round = 0;; round++) {
        steps();
        if (MYTHREAD == 0)
            go_on = time(0) < end;
        barrier(round);
        int more = go_on;
        check();
        upc_barrier;
        if (!more)
            break;
    }
    for_all_kinds(0);
    check_done();
    return 0;
}
