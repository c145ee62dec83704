#!/bin/bash
# Tests of jobs on several hosts, as a user runs them, on hosts made of namespaces: jobs.sh
# [TEST...] runs those of jobs/, or some. The last line counts; what cannot be tested here is
# counted as skipped, and said. Status 1: something failed.
#
#   UPCC, UPCRUN: the tools. HOSTS_LIMIT: seconds that a test may take (300). HOSTS_JOBS: tests at
#   a time (1); each has hosts of its own. The output of a test is printed when it has ended.
set -u

cd "$(dirname "$0")/../.." || exit 1

# jobs.sh --one LOG TEST: runs it, prints what it says, and adds the counts to the file LOG.
one() {
    local log=$1 test=$2 begin=$SECONDS status output
    output=$(mktemp)
    timeout -k 10 "${HOSTS_LIMIT:-300}" bash "$test" >"$output" 2>&1
    status=$?
    case $status in
    0) ;;
    77) echo "skipped $(basename "$test" .sh)" >>"$output" ;;
    *) echo "FAILED $test: it ended with status $status" >>"$output" ;;
    esac
    {
        flock 9
        echo "== $(basename "$test" .sh)"
        cat "$output"
        echo "   $((SECONDS - begin)) s"
        grep -oE '^(ok|FAILED|skipped) ' "$output" >>"$log"
    } 9>>"$log.lock"
    rm -f "$output"
}

if [ "${1:-}" = --one ]; then
    one "$2" "$3"
    exit
fi

log=$(mktemp)
trap 'rm -f "$log" "$log.lock"' EXIT
[ $# -gt 0 ] || set -- tests/hosts/jobs/*.sh
for test; do
    [ -f "$test" ] || test=tests/hosts/jobs/$test.sh
    echo "$test"
done | xargs -P "${HOSTS_JOBS:-1}" -n 1 bash tests/hosts/jobs.sh --one "$log"
count() { grep -c "^$1 " "$log"; }
echo "$(count ok) passed, $(count FAILED) failed, $(count skipped) skipped"
[ "$(count FAILED)" = 0 ]
