/* Puts that share messages between nodes (net/far/batch.c): a UPC thread gathers puts while the
 * message before is under way, and then computes for ever. The thread that takes the reply sends
 * the gathered puts, if it gets the sender's mutex without waiting. No put stays behind, and each
 * is sent once.
 *
 * check: holds -DPUTS=3
 * check: holds -DPUTS=4 -DTAKERS=2
 * check: fails -DPUTS=3 -DFORGETS
 * check: fails -DPUTS=3 -DNO_FLAG
 * check: fails -DPUTS=3 -DCLEARS_LATE
 */
#ifndef TAKERS
#define TAKERS 1 /* threads of the process that receive, one reply each at a time */
#endif

bit mutex, wanted, pending;
byte gathered, sent;
bit done;

/* With the mutex. */
inline send() {
  sent = sent + gathered;
  gathered = 0;
  pending = 1
}

inline send_ready() {
  if
  :: gathered != 0 && !pending -> send()
  :: else
  fi
}

inline send_wanted() {
  do
  :: wanted == 0 -> break
  :: else ->
    atomic { got = !mutex; mutex = 1 };
    if
    :: !got -> break
    :: else
    fi;
#ifndef CLEARS_LATE
    wanted = 0;
#endif
    send_ready();
#ifdef CLEARS_LATE
    wanted = 0;
#endif
    mutex = 0
  od
}

active proctype thread() {
  byte n;
  bit got;
  for (n : 1 .. PUTS) {
    atomic { mutex == 0 -> mutex = 1 };
    gathered++;
    if
    :: !pending -> send()
    :: else
    fi;
    mutex = 0;
#ifndef FORGETS
    send_wanted()
#endif
  }
  done = 1
}

active [TAKERS] proctype taker() {
  bit got;
end:
  do
  :: atomic { pending == 1 -> pending = 0 }; /* a reply */
#ifdef NO_FLAG
    atomic { got = !mutex; mutex = 1 };
    if
    :: got -> send_ready(); mutex = 0
    :: else
    fi
#else
    wanted = 1;
    send_wanted()
#endif
  od
}

active proctype judge() {
  timeout -> assert(done && gathered == 0 && sent == PUTS)
}
