/* The answer to a post over `tcp` (net/far/message.c, net/tcp/tcp_send.c): the thread that polls
 * holds it back for its next message, unless the progress thread sleeps. The next poll sends it,
 * and so does the progress thread before it sleeps. The receiver computes after each post until
 * the sender's fence, which waits for the answer, is over. A message that another thread has taken
 * does not end the progress thread's sleep.
 *
 * check: holds
 * check: fails -DHOLDS_ALWAYS
 * check: fails -DSLEEPS_AT_ONCE
 */
#define ROUNDS 2

bool readable, held, armed, progressing, locked;
byte answered, fenced, woken; /* rounds */

inline lock() { atomic { !locked -> locked = true } }
inline unlock() { locked = false }

inline send_held() {
  if
  :: held -> held = false; answered++
  :: else
  fi
}

inline answer() {
  lock();
  if
#ifndef HOLDS_ALWAYS
  :: armed -> answered++
  :: !armed -> held = true
#else
  :: held = true
#endif
  fi;
  unlock()
}

inline progress() {
  if
  :: atomic { !progressing -> progressing = true };
    lock();
    send_held();
    unlock();
    if
    :: atomic { readable -> readable = false }; woken++; answer()
    :: else
    fi;
    progressing = false
  :: else
  fi
}

active proctype sender() {
  byte round = 0;
  do
  :: round == ROUNDS -> break
  :: else ->
    round++;
    readable = true;
    answered == round;
    fenced = round
  od
}

active proctype receiver() {
  byte round = 0;
  do
  :: round == ROUNDS -> break
  :: else ->
    round++;
    do
    :: woken >= round -> break
    :: else -> progress()
    od;
    fenced >= round /* computes */
  od
}

active proctype progress_thread() {
  do
  :: fenced == ROUNDS -> break
  :: else ->
    if
    :: progress()
    :: skip /* others use the conduit */
    fi;
    lock();
    armed = true;
#ifndef SLEEPS_AT_ONCE
    send_held();
#endif
    unlock();
    readable || fenced == ROUNDS; /* sleeps */
    lock();
    armed = false;
    unlock()
  od
}
