/* core/arrival_flat.c: nobody leaves a phase before all have come to it, and everyone reads the tokens of its own phase.
 *
 * Phases are counted modulo 4 here instead of 2^32, so that the counter wraps.
 *
 * check: holds -DTHREADS=2 -DPHASES=6
 * check: holds -DTHREADS=3 -DPHASES=5
 * check: fails -DTHREADS=2 -DPHASES=4 -DONE_TOKEN
 * check: fails -DTHREADS=2 -DPHASES=2 -DTOKEN_LATE
 */
#define TOKEN(thread, phase) ((phase) * THREADS + (thread) + 1)

byte arrived[THREADS];          /* modulo 4 */
byte token[2 * THREADS];
byte come[THREADS];             /* not modulo: what is checked */

#ifdef ONE_TOKEN
#define SLOT(thread, phase) (2 * (thread))
#else
#define SLOT(thread, phase) (2 * (thread) + (phase) % 2)
#endif

active [THREADS] proctype thread() {
  byte phase, t;
  for (phase : 0 .. PHASES - 1) {
#ifndef TOKEN_LATE
    token[SLOT(_pid, phase)] = TOKEN(_pid, phase);
#endif
    atomic { come[_pid] = phase + 1; arrived[_pid] = (phase + 1) % 4 };
#ifdef TOKEN_LATE
    token[SLOT(_pid, phase)] = TOKEN(_pid, phase);
#endif
    for (t : 0 .. THREADS - 1) {
      (arrived[t] + 4 - (phase + 1) % 4) % 4 <= 1;
      assert(come[t] >= phase + 1)
    }
    for (t : 0 .. THREADS - 1) {
      assert(token[SLOT(t, phase)] == TOKEN(t, phase))
    }
  }
}
