/* The start of a job of several nodes: every process connects, and only when the addresses of all
 * processes are in its node's table, so that nobody sends to an endpoint that is not open.
 *
 * `process` stands for upcr_far_start (net/far/far_start.c): it writes its address, counts it
 * (`published`), calls its supervisor (`control`, an eventfd) and waits for `ready`. `supervisor`
 * stands for the loop of boot/supervisor.c with tell_addresses, take_addresses, hub_gathers and
 * let_go (boot/nodes.c): it sleeps until something comes, takes all that came, and looks at
 * everything once. Node 0 is the hub. A link keeps order and loses nothing.
 *
 * check: holds
 * check: fails -DCOUNT_FIRST
 * check: fails -DNO_CALL
 * check: fails -DHUB_FORGETS_ITSELF
 * check: fails -DLET_GO_FIRST
 */
#define NODES 3
#define HERE 2 /* processes of a node */
#define OWN(k) (3 << ((k) * HERE))
#define ALL 63

typedef node {
  byte table;     /* addresses that the node has, a bit for each process of the job */
  byte published; /* processes that have counted theirs */
  bit control, ready
};
node nodes[NODES];
bit is_open[NODES * HERE];

chan up[NODES] = [1] of { byte };   /* ADDRESSES, to the hub */
chan down[NODES] = [1] of { byte }; /* ALL_ADDRESSES */

proctype process(byte k, i) {
  byte p = k * HERE + i, q;
  is_open[p] = 1;
#ifdef COUNT_FIRST
  nodes[k].published++;
  nodes[k].table = nodes[k].table | (1 << p);
#else
  nodes[k].table = nodes[k].table | (1 << p);
  nodes[k].published++;
#endif
#ifndef NO_CALL
  nodes[k].control = 1;
#endif
  nodes[k].ready; /* upcr_futex_wait: a deadlock where it never comes */
  atomic {
    assert(nodes[k].table == ALL);
    do
    :: q == NODES * HERE -> break
    :: else -> assert(is_open[q]); q++
    od
  }
}

inline take_addresses(i) {
  atomic {
    if
    :: nempty(up[i]) -> up[i]?mask; nodes[0].table = nodes[0].table | mask; came++; mask = 0
    :: else
    fi
  }
}

inline hub_gathers() {
  if
#ifdef HUB_FORGETS_ITSELF
  :: came == NODES - 1 ->
#else
  :: told && came == NODES - 1 ->
#endif
    down[1]!nodes[0].table;
    down[2]!nodes[0].table;
    nodes[0].ready = 1
  :: else
  fi
}

/* The first look, before the supervisor sleeps, finds what came before it began. */
proctype supervisor(byte k) {
  byte mask, told, came;
  do
  :: nodes[k].ready -> break
  :: atomic { /* poll */
      !nodes[k].ready &&
      (nodes[k].control || nempty(down[k]) || (k == 0 && (nempty(up[1]) || nempty(up[2])))) ->
      nodes[k].control = 0
    };
    atomic { /* tell_addresses */
      if
      :: !told && nodes[k].published == HERE ->
        told = 1;
        if
        :: k > 0 -> up[k]!(nodes[k].table & OWN(k))
        :: else
        fi
      :: else
      fi
    };
    if
    :: atomic { nempty(down[k]) -> down[k]?mask };
#ifdef LET_GO_FIRST
      nodes[k].ready = 1;
      nodes[k].table = nodes[k].table | mask
#else
      nodes[k].table = nodes[k].table | mask;
      nodes[k].ready = 1
#endif
    :: empty(down[k])
    fi;
    if
    :: k == 0 ->
      take_addresses(1);
      take_addresses(2);
      atomic { hub_gathers() }
    :: else
    fi
  od
}

init {
  byte k;
  atomic {
    do
    :: k == NODES -> break
    :: else -> run supervisor(k); run process(k, 0); run process(k, 1); k++
    od
  }
}
