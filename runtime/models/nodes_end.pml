/* The end of a job of several nodes: nobody's threads are let go before all threads of the job
 * have finished; whatever dies, every node ends, and node 0's supervisor, the hub, ends last.
 *
 * `threads` stands for the processes of a node: they meet the others in a barrier, finish, and go
 * on when `let_end` is set (core->all_finished). `supervisor` stands for the loop of
 * boot/supervisor.c with upcr_nodes_step and upcr_nodes_done (boot/nodes.c): FINISHED and
 * ALL_FINISHED, END from the node in which the end begins and from the hub to all others, DONE
 * when the node's processes are gone, a link that closes without it (`lose`), and EARLY, where a
 * thread ended and others may wait for it for ever. FAULTS of them happen anywhere: a node's
 * processes die, or its supervisor, and its processes with it; two faults, -DFAULTS=2, take 26
 * million states and a minute, and hold. A link keeps order, and tells that it was closed when all
 * that was sent has come.
 *
 * check: holds
 * check: holds -DENDS_EARLY
 * check: fails -DNOT_HANDED_ON
 * check: fails -DLINKS_NOT_WATCHED
 * check: fails -DHUB_FORGETS_ITSELF -DFAULTS=0
 * check: fails -DDONE_FIRST
 * check: fails -DENDS_EARLY -DNO_EARLY -DFAULTS=0
 */
#define NODES 3
#ifndef FAULTS
#define FAULTS 1
#endif
mtype = { FINISHED, ALL_FINISHED, EARLY, END, DONE };
mtype = { RUNS, IS_FINISHED, ENDED, DIED };

mtype state[NODES] = RUNS; /* of the node's processes */
bit let_end[NODES], early[NODES], bad[NODES], killed[NODES], powered[NODES] = 1;
byte arrived, finished, faults;
bit any_fault; /* before all were let go */

chan up[NODES] = [4] of { mtype };
chan down[NODES] = [5] of { mtype };
bit up_closed[NODES], down_closed[NODES];

#define alive(k) (state[k] == RUNS || state[k] == IS_FINISHED)

proctype threads(byte k) {
  bit skips;
#ifdef ENDS_EARLY
  if
  :: k == 1 -> skips = 1
  :: else
  fi;
#endif
  if
  :: skips
  :: atomic { !skips && state[k] == RUNS -> arrived++ };
    if
    :: arrived == NODES
    :: atomic { early[k] && arrived < NODES && state[k] == RUNS ->
         state[k] = DIED; any_fault = 1; goto over }
    :: state[k] != RUNS -> goto over
    fi
  :: state[k] != RUNS -> goto over
  fi;
  if
  :: atomic { state[k] == RUNS -> state[k] = IS_FINISHED; finished++ }
  :: state[k] != RUNS -> goto over
  fi;
  if
  :: atomic { let_end[k] && state[k] == IS_FINISHED -> assert(finished == NODES); state[k] = ENDED }
  :: state[k] == DIED
  fi;
over:
  skip
}

/* The kernel, and faults: anything dies at any time. */
proctype fault() {
  byte k;
end:
  do
  :: atomic { killed[0] && alive(0) -> state[0] = DIED }
  :: atomic { killed[1] && alive(1) -> state[1] = DIED }
  :: atomic { killed[2] && alive(2) -> state[2] = DIED }
  :: atomic { faults < FAULTS ->
      faults++;
      select(k : 0 .. NODES - 1);
      if
      :: alive(k) && powered[k] -> state[k] = DIED; any_fault = 1
      :: powered[k] && (k == 0 || !up_closed[k]) ->
        if
        :: alive(k) -> any_fault = 1; state[k] = DIED
        :: else
        fi;
        powered[k] = 0;
        up_closed[k] = 1;
        down_closed[k] = 1;
        if
        :: k == 0 -> down_closed[1] = 1; down_closed[2] = 1
        :: else
        fi
      :: else
      fi;
      k = 0
    }
  od
}

inline to_node(n, what) {
  if
  :: !down_closed[n] -> down[n]!what
  :: else
  fi
}

inline tell(k, what) {
  if
  :: k == 0 -> to_node(1, what); to_node(2, what)
  :: k > 0 -> up[k]!what
  fi
}

inline begin_end(k) {
  if
  :: !ending -> ending = 1; bad[k] = 1; killed[k] = 1
  :: else
  fi
}

inline send_end(k) {
  if
  :: !end_told -> end_told = 1; tell(k, END)
  :: else
  fi
}

inline take(k, from) {
  if
  :: what == FINISHED -> told_by[from] = 1
  :: what == ALL_FINISHED -> let_end[k] = 1
  :: what == EARLY ->
    early[k] = 1;
    if
    :: k == 0 -> to_node(3 - from, EARLY)
    :: else
    fi
  :: what == END ->
    begin_end(k);
#ifdef NOT_HANDED_ON
    end_told = 1
#else
    if
    :: k == 0 && !end_told -> to_node(3 - from, END)
    :: else
    fi;
    end_told = 1
#endif
  :: what == DONE -> done[from] = 1
  fi;
  what = 0
}

/* A link that is closed without DONE: the other supervisor is lost. */
inline lose(k, from) {
  gone[from] = 1;
  if
  :: !done[from] -> begin_end(k); send_end(k)
  :: else
  fi
}

#ifdef LINKS_NOT_WATCHED
#define closed(bit) false
#else
#define closed(bit) (bit)
#endif

proctype supervisor(byte k) {
  bit ending, end_told, told, early_told, told_by[NODES], done[NODES], gone[NODES];
  mtype what;
  do
  :: !powered[k] -> break
  :: atomic { powered[k] && state[k] == DIED && !ending -> begin_end(k); send_end(k) }
  :: atomic { powered[k] && state[k] == IS_FINISHED && !told ->
      told = 1;
      if
      :: k > 0 -> tell(k, FINISHED)
      :: else
      fi
    }
#ifndef NO_EARLY
  :: atomic { powered[k] && told && !early_told && !let_end[k] && alive(k) ->
       early_told = 1; tell(k, EARLY) }
#endif
  :: atomic { powered[0] && k == 0 && nempty(up[1]) -> up[1]?what; take(0, 1) }
  :: atomic { powered[0] && k == 0 && nempty(up[2]) -> up[2]?what; take(0, 2) }
  :: atomic { powered[0] && k == 0 && empty(up[1]) && closed(up_closed[1]) && !gone[1] ->
       lose(0, 1) }
  :: atomic { powered[0] && k == 0 && empty(up[2]) && closed(up_closed[2]) && !gone[2] ->
       lose(0, 2) }
  :: atomic { powered[k] && k > 0 && nempty(down[k]) -> down[k]?what; take(k, 0) }
  :: atomic { powered[k] && k > 0 && empty(down[k]) && closed(down_closed[k]) && !gone[0] ->
       lose(k, 0) }
#ifdef HUB_FORGETS_ITSELF
  :: atomic { powered[k] && k == 0 && !let_end[0] && told_by[1] && told_by[2] ->
#else
  :: atomic { powered[k] && k == 0 && !let_end[0] && told && told_by[1] && told_by[2] ->
#endif
      let_end[0] = 1;
      tell(0, ALL_FINISHED)
    }
#ifdef DONE_FIRST
  :: atomic { powered[k] && k > 0 && (ending || !alive(k)) ->
#else
  :: atomic { powered[k] && k > 0 && !alive(k) && (state[k] == ENDED || ending) ->
#endif
      tell(k, DONE);
      up_closed[k] = 1;
      down_closed[k] = 1;
      break
    }
  :: atomic { powered[0] && k == 0 && (state[0] == ENDED || ending) && !alive(0) && gone[1] &&
       gone[2] ->
      assert(!alive(1) && !alive(2));
      assert(bad[0] || !any_fault);
      break
    }
  od
}

init {
  byte k;
  atomic {
    run fault();
    do
    :: k == NODES -> break
    :: else -> run supervisor(k); run threads(k); k++
    od
  }
}
