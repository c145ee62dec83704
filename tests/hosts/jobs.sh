#!/bin/bash
# Tests of jobs on several hosts, as a user runs them, on hosts made of namespaces: jobs.sh
# [TEST...] runs those of jobs/, or some. The last line counts; what cannot be tested here is
# counted as skipped, and said. Status 1: something failed.
#
#   UPCC, UPCRUN: the tools. HOSTS_LIMIT: seconds that a test may take (300).
set -u

cd "$(dirname "$0")/../.." || exit 1
log=$(mktemp)
trap 'rm -f "$log"' EXIT
passed=0 failed=0 skipped=0
[ $# -gt 0 ] || set -- tests/hosts/jobs/*.sh
for test; do
    [ -f "$test" ] || test=tests/hosts/jobs/$test.sh
    echo "== $(basename "$test" .sh)"
    begin=$SECONDS
    timeout -k 10 "${HOSTS_LIMIT:-300}" bash "$test" 2>&1 | tee "$log"
    status=${PIPESTATUS[0]}
    passed=$((passed + $(grep -c '^ok ' "$log")))
    failed=$((failed + $(grep -c '^FAILED ' "$log")))
    skipped=$((skipped + $(grep -c '^skipped ' "$log")))
    case $status in
    0) ;;
    77) skipped=$((skipped + 1)) ;;
    *) failed=$((failed + 1)) && echo "FAILED $test: it ended with status $status" ;;
    esac
    echo "   $((SECONDS - begin)) s"
done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
