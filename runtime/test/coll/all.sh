#!/bin/sh
# all.sh DIR: every algorithm of the collectives with all sizes and pairs of modes, with all roots
# in turn, as processes, pthreads, both, in groups that share memory, far, and on three nodes of two
# regions, which have unequal numbers of threads; and by coroutines in random orders. DIR has
# coll_processes, coll_pthreads and coll_turns.
# THREADS="2 3" takes these counts only, ALGORITHM=gather:pull those whose operation:name contains
# it. Goes on after a failure, which its last lines name.
set -u
dir=$1
failed=
passed=0
start=$(date +%s)
run() {
  before=$(date +%s)
  program=$1
  shift
  line=$(UPC_TEST_FULL=1 "$dir/$program" "$1" "$2" "$3" "${ALGORITHM:-}" ${4:+"$4"} | tail -1)
  now=$(date +%s)
  echo "$program $*: $line, $((now - before)) s"
  case $line in
    *" 0 failed") passed=$((passed + 1)) ;;
    *) failed="$failed
$program $*" ;;
  esac
}
for n in ${THREADS:-1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 24 31 32 33 64}; do
  run coll_processes "$n" 0 1
  run coll_pthreads "$n" 0 "$n"
  run coll_pthreads "$n" 0 $((n > 3 ? 3 : 2))
  run coll_processes "$n" 4 1
  run coll_processes "$n" 1 1
  run coll_processes "$n" 0 1 "machine:3 numa:2 core:2"
  run coll_turns "$n" 0 1
  run coll_turns "$n" 1 1
  run coll_turns "$n" 4 1
  run coll_turns "$n" 0 1 "machine:3 numa:2 core:2"
done
echo "$passed jobs passed in $(((now - start) / 60)) min"
[ -z "$failed" ] || { echo "failed:$failed"; exit 1; }
