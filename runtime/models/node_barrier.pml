/* The barrier between nodes of core/node_barrier.c: nobody is let go before all have come,
 * everybody is, with the news of all.
 *
 * In each node the last thread to come (`comer`) and whoever runs the handler of messages
 * (`receiver`) want to go on, and one of them does for both. Messages of a pair of nodes come in
 * order. Two nodes go through four barriers with every step of who goes on; three, which take two
 * rounds, through three barriers, where going on is one step. FLAT: the three, all by node 0.
 *
 * check: holds
 * check: holds -DTWO_NODES
 * check: holds -DFLAT
 * check: fails -DTWO_NODES -DLEAVE_WITHOUT_LOOK
 * check: fails -DONE_ROUND
 * check: fails -DFLAT -DONE_PLACE
 * check: fails -DFLAT -DANSWER_FIRST
 */
#ifdef TWO_NODES
#define NODES 2
#define PHASES 4
#define ROUNDS 1
#else
#define NODES 3
#define PHASES 3
#endif
#ifndef TWO_NODES
#ifdef ONE_ROUND
#define ROUNDS 1
#else
#define ROUNDS 2
#endif
#endif
#define PLACE(phase, round) (((phase) % 2) * ROUNDS + (round))
#ifdef ONE_PLACE
#define PLACE_OF(node) 0
#else
#define PLACE_OF(node) ((node) - 1)
#endif

typedef node {
  byte calls;                   /* of who wants to go on */
  byte arrived;                 /* phases to which the node has come */
  byte released;                /* phases that are over here */
  byte phase, round;            /* of who goes on */
  bit sent;
  byte news;                    /* nodes of which it has heard */
  byte came[2 * ROUNDS];        /* phase + 1 of the message that lies here */
  byte theirs[2 * ROUNDS]
};
node nodes[NODES];
byte come[PHASES];              /* nodes that have come, for the assertions */

/* From k to (k + 1) % NODES and to (k + 2) % NODES, in order: phase, round or place, news. */
chan ahead1[NODES] = [2] of { byte, byte, byte };
chan ahead2[NODES] = [2] of { byte, byte, byte };

#ifdef FLAT
/* Node 0 hears of one node after the other, then tells each. Its steps 0 and 1 wait, 2 and 3
 * send; ANSWER_FIRST: the other way round. */
#ifdef ANSWER_FIRST
#define SENDS(step) ((step) < 2)
#else
#define SENDS(step) ((step) >= 2)
#endif
inline send_to_next(k, place) {
  if
  :: k == 2 -> ahead1[k]!nodes[k].phase, place, nodes[k].news
  :: else -> ahead2[k]!nodes[k].phase, place, nodes[k].news
  fi
}

inline go_on(k) {
  do
  :: nodes[k].phase == nodes[k].arrived -> break
  :: else ->
    if
    :: nodes[k].round == 0 && !nodes[k].sent -> nodes[k].news = 1 << k
    :: else
    fi;
    if
    :: k == 0 && SENDS(nodes[0].round) && nodes[0].round % 2 == 0 ->
      ahead1[0]!nodes[0].phase, 0, nodes[0].news
    :: k == 0 && SENDS(nodes[0].round) && nodes[0].round % 2 == 1 ->
      ahead2[0]!nodes[0].phase, 0, nodes[0].news
    :: k != 0 && !nodes[k].sent -> send_to_next(k, PLACE_OF(k))
    :: else
    fi;
    nodes[k].sent = 1;
    if
    :: k == 0 && SENDS(nodes[0].round)
    :: else ->
      if
      :: nodes[k].came[PLACE(nodes[k].phase, nodes[k].round % 2)] != nodes[k].phase + 1 -> break
      :: else ->
        nodes[k].news =
            nodes[k].news | nodes[k].theirs[PLACE(nodes[k].phase, nodes[k].round % 2)]
      fi
    fi;
    nodes[k].sent = 0;
    nodes[k].round++;
    if
    :: nodes[k].round == (k == 0 -> 4 : 1) ->
      nodes[k].round = 0;
      assert(nodes[k].news == (1 << NODES) - 1);
      assert(come[nodes[k].phase] == NODES);
      nodes[k].phase++;
      nodes[k].released++
    :: else
    fi
  od
}
#else
/* Words that only the node that goes on reads and writes need no interleaving: steps begin where
 * words of other nodes are read. */
inline go_on(k) {
  do
  :: atomic { nodes[k].phase == nodes[k].arrived -> break }
  :: atomic {
      nodes[k].phase != nodes[k].arrived ->
      if
      :: nodes[k].sent
      :: !nodes[k].sent && nodes[k].round == 0 ->
        nodes[k].news = 1 << k;
        ahead1[k]!nodes[k].phase, 0, nodes[k].news
      :: !nodes[k].sent && nodes[k].round == 1 -> ahead2[k]!nodes[k].phase, 1, nodes[k].news
      fi;
      nodes[k].sent = 1
    };
    atomic {
      if
      :: nodes[k].came[PLACE(nodes[k].phase, nodes[k].round)] != nodes[k].phase + 1 -> break
      :: else ->
        nodes[k].news = nodes[k].news | nodes[k].theirs[PLACE(nodes[k].phase, nodes[k].round)];
        nodes[k].sent = 0;
        nodes[k].round++;
        if
        :: nodes[k].round == ROUNDS ->
          nodes[k].round = 0;
          assert(nodes[k].news == (1 << NODES) - 1);
          assert(come[nodes[k].phase] == NODES);
          nodes[k].phase++;
          nodes[k].released++
        :: else
        fi
      fi
    }
  od
}
#endif

#ifdef TWO_NODES
inline want_to_go_on(k) {
  atomic { before = nodes[k].calls; nodes[k].calls++ };
  if
  :: before != 0
  :: else ->
    served = 1;
    do
    :: go_on(k);
#ifdef LEAVE_WITHOUT_LOOK
      nodes[k].calls = 0;
      break
#else
      atomic { nodes[k].calls = nodes[k].calls - served; served = nodes[k].calls };
      if
      :: served == 0 -> break
      :: else
      fi
#endif
    od
  fi
}
#else
inline want_to_go_on(k) { atomic { go_on(k) } }
#endif

proctype comer(byte k) {
  byte before, served, p;
  do
  :: p == PHASES -> break
  :: else ->
    atomic { come[p]++; nodes[k].arrived = p + 1 };
    want_to_go_on(k);
    nodes[k].released == p + 1; /* the wait: an end that is none where it never comes */
    p++
  od
}

inline take(k, phase, round, news) {
  atomic { nodes[k].theirs[PLACE(phase, round)] = news;
       nodes[k].came[PLACE(phase, round)] = phase + 1 };
  want_to_go_on(k)
}

proctype receiver(byte k) {
  byte before, served, phase, round, news;
end:
  do
  :: ahead1[(k + NODES - 1) % NODES]?phase, round, news -> take(k, phase, round, news)
  :: ahead2[(k + NODES - 2) % NODES]?phase, round, news -> take(k, phase, round, news)
  od
}

init {
  byte i;
  atomic {
    do
    :: i == NODES -> break
    :: else -> run comer(i); run receiver(i); i++
    od
  }
}
