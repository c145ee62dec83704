/* core/arrival_tree.c with 2 entries a node: nobody leaves a phase before all have come to it; a
 * token that differs is seen by all in its phase and in no other. What the last to come does for
 * all (work of a collective) it does when all have come, and all see it when they leave.
 *
 * In phase DIFFERS the last thread gives a token of its own; in phase 0 nobody gives one.
 *
 * check: holds -DTHREADS=2 -DPHASES=4
 * check: holds -DTHREADS=3 -DPHASES=3
 * check: holds -DTHREADS=4 -DPHASES=2
 * check: fails -DTHREADS=3 -DPHASES=3 -DCLEAR_LATE
 * check: fails -DTHREADS=2 -DPHASES=2 -DOUTCOME_LATE
 * check: fails -DTHREADS=2 -DPHASES=2 -DSERVE_LATE
 * check: fails -DTHREADS=3 -DPHASES=2 -DSERVE_AT_A_LEAF
 */
#if THREADS > 2
#define LEAVES 2
#define NODES 3
#else
#define LEAVES 1
#define NODES 1
#endif
#define DIFFERS 1

byte arrived[NODES], consensus[NODES], dissent[NODES];
byte completed, outcome_consensus, outcome_dissent;
byte come[THREADS], served;

inline note(node, value) {
  if
  :: value == 0
  :: else ->
    atomic { /* compare and swap */
      c = consensus[node];
      if
      :: c == 0 -> consensus[node] = value
      :: else
      fi
    };
    if
    :: c != 0 && c != value ->
      atomic {
        if
        :: dissent[node] == 0 -> dissent[node] = value
        :: else
        fi
      }
    :: else
    fi
  fi
}

inline enter(node, entries) {
  note(node, a);
  note(node, b);
  atomic { arrived[node]++; last = (arrived[node] == entries) };
  if
  :: last ->
    a = consensus[node];
    b = dissent[node];
#ifndef CLEAR_LATE
    consensus[node] = 0;
    dissent[node] = 0;
    arrived[node] = 0
#endif
  :: else
  fi
}

inline clear(node) {
#ifdef CLEAR_LATE
  consensus[node] = 0;
  dissent[node] = 0;
  arrived[node] = 0
#else
  skip
#endif
}

inline serve() {
  for (t : 0 .. THREADS - 1) {
    assert(come[t] >= phase + 1)
  }
  served = phase + 1
}

inline finish() {
#if !defined(SERVE_LATE) && !defined(SERVE_AT_A_LEAF)
  serve();
#endif
#ifdef OUTCOME_LATE
  completed = phase + 1;
#endif
  outcome_consensus = a;
  outcome_dissent = b;
  completed = phase + 1;
#ifdef SERVE_LATE
  serve()
#endif
}

inline arrive() {
  a = (phase == 0 -> 0 : ((phase == DIFFERS && _pid == THREADS - 1) -> 2 : 1));
  b = 0;
  entries = ((_pid / 2 == LEAVES - 1 && THREADS % 2 == 1) -> 1 : 2);
  enter(_pid / 2, entries);
  if
  :: last && LEAVES == 1 -> finish(); clear(0)
  :: last && LEAVES > 1 ->
#ifdef SERVE_AT_A_LEAF
    serve();
#endif
    enter(NODES - 1, LEAVES);
    if
    :: last -> finish(); clear(NODES - 1)
    :: else
    fi;
    clear(_pid / 2)
  :: else
  fi
}

active [THREADS] proctype thread() {
  byte phase, t, a, b, c, entries;
  bit last;
  for (phase : 0 .. PHASES - 1) {
    come[_pid] = phase + 1;
    arrive();
    completed == phase + 1;
    assert(served == phase + 1);
    for (t : 0 .. THREADS - 1) {
      assert(come[t] >= phase + 1)
    }
    assert((outcome_consensus != 0) == (phase != 0));
    assert((outcome_dissent != 0) == (phase == DIFFERS))
  }
}
