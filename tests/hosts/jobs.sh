#!/bin/bash
# Tests of jobs on several hosts, as a user runs them, on hosts made of namespaces: jobs.sh
# [TEST...] runs those of jobs/, or some. The last line counts them; tests that cannot run here are
# named and counted as skipped. Status 1: some test failed.
#
#   UPCC, UPCRUN: the tools. HOSTS_LIMIT: seconds that a test may take (300). HOSTS_JOBS: tests at
#   a time (1); each has hosts of its own. The output of a test is printed when it has ended.
#   TEST_AGAIN=1: a test that fails runs once more, after all others, and that run decides; its
#   failures are printed as `flaky: CHECK`.
set -u

cd "$(dirname "$0")/../.." || exit 1

# jobs.sh --one LOG TEST: runs the test, prints its output, and keeps the lines of its checks in
# LOG.TEST.
one() {
    local log=$1 test=$2 begin=$SECONDS status output name
    name=$(basename "$test" .sh)
    output=$(mktemp)
    timeout -k 10 "${HOSTS_LIMIT:-300}" bash "$test" >"$output" 2>&1
    status=$?
    case $status in
    0) ;;
    77) echo "skipped $name" >>"$output" ;;
    *) echo "FAILED $test: it ended with status $status" >>"$output" ;;
    esac
    {
        flock 9
        echo "== $name"
        cat "$output"
        echo "   $((SECONDS - begin)) s"
        grep -E '^(ok|FAILED|skipped) ' "$output" >"$log/$name"
    } 9>>"$log/lock"
    rm -f "$output"
}

if [ "${1:-}" = --one ]; then
    one "$2" "$3"
    exit
fi

# again TEST: a test that has failed runs once more
again() {
    local name failures
    name=$(basename "$1" .sh)
    failures=$(grep '^FAILED ' "$log/$name") || return
    one "$log" "$1"
    grep -q '^FAILED ' "$log/$name" || awk '{ sub(/^FAILED/, "flaky:"); print }' <<<"$failures"
}

log=$(mktemp -d)
trap 'rm -rf "$log"' EXIT
# The longest first: it would run alone at the end.
[ $# -gt 0 ] || set -- loss $(cd tests/hosts/jobs && ls | sed 's/\.sh$//' | grep -vx loss)
tests=()
for test; do
    [ -f "$test" ] || test=tests/hosts/jobs/$test.sh
    tests+=("$test")
done
printf '%s\n' "${tests[@]}" | xargs -P "${HOSTS_JOBS:-1}" -n 1 bash tests/hosts/jobs.sh --one "$log"
if [ "${TEST_AGAIN:-}" = 1 ]; then
    for test in "${tests[@]}"; do again "$test"; done
fi
count() { cat "$log"/* | grep -c "^$1 "; }
echo "$(count ok) passed, $(count FAILED) failed, $(count skipped) skipped"
[ "$(count FAILED)" = 0 ]
