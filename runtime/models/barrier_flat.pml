/* core/arrival_flat.c: nobody leaves a phase before all have come to it, and everyone reads the
 * tokens of its own phase.
 *
 * Phases are counted modulo 4 here instead of 2^24, so that the counter wraps. A word is a number
 * of phases and a token.
 *
 * check: holds -DTHREADS=2 -DPHASES=6
 * check: holds -DTHREADS=3 -DPHASES=5
 * check: fails -DTHREADS=2 -DPHASES=4 -DONE_WORD
 * check: fails -DTHREADS=2 -DPHASES=2 -DTOKEN_LATE
 */
#define TOKEN(thread, phase) ((phase) * THREADS + (thread) + 1)

#ifdef ONE_WORD
#define WORD(thread, phase) (2 * (thread))
#else
#define WORD(thread, phase) (2 * (thread) + (phase) % 2)
#endif

byte arrived[2 * THREADS];      /* modulo 4 */
byte token[2 * THREADS];
byte come[THREADS];             /* not modulo: what is checked */

active [THREADS] proctype thread() {
  byte phase, t;
  for (phase : 0 .. PHASES - 1) {
    atomic {
      come[_pid] = phase + 1;
      arrived[WORD(_pid, phase)] = (phase + 1) % 4;
#ifndef TOKEN_LATE
      token[WORD(_pid, phase)] = TOKEN(_pid, phase)
#endif
    };
#ifdef TOKEN_LATE
    token[WORD(_pid, phase)] = TOKEN(_pid, phase);
#endif
    for (t : 0 .. THREADS - 1) {
      arrived[WORD(t, phase)] == (phase + 1) % 4;
      assert(come[t] >= phase + 1)
    }
    for (t : 0 .. THREADS - 1) {
      assert(token[WORD(t, phase)] == TOKEN(t, phase))
    }
  }
}
