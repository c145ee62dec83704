#!/bin/bash
# Checks every model of this folder with spin, in each of the variants that its head lists:
#
#   check: holds [-DNAME...]    no reachable state breaks an assertion or is a deadlock
#   check: fails [-DNAME...]    the variant has a fault, which must be found: the model sees it
#
# The last line counts. Usage: run.sh [MODEL.pml...]
set -uo pipefail

here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

report() { # report ok|wrong TEXT
  if [ "$1" = ok ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
  echo "$2"
}

# verify MODEL FLAGS: prints what the verifier says of one variant.
verify() {
  cd "$work" || return 1
  rm -f pan*
  # shellcheck disable=SC2086 # a list of words
  spin -a $2 "$1" >spin.log 2>&1 || { cat spin.log; return 1; }
  "${CC:-cc}" -O2 -w -DSAFETY -DCOLLAPSE -DMEMLIM=2048 -o pan pan.c || return 1
  ./pan -m1000000 2>&1
}

# check MODEL EXPECTED FLAGS
check() {
  local name output
  name="$(basename "$1") $3"
  output=$(verify "$1" "$3")
  if grep -q 'max search depth too small\|reached -DMEMLIM\|out of memory' <<<"$output" || ! grep -q 'errors: ' <<<"$output"; then
    report wrong "$name: not verified: $(tail -n 3 <<<"$output")"
  elif [ "$2" = holds ] && ! grep -q 'errors: 0' <<<"$output"; then
    report wrong "$name: $(grep -m 1 'pan:1' <<<"$output")"
  elif [ "$2" = fails ] && grep -q 'errors: 0' <<<"$output"; then
    report wrong "$name: its fault is not found"
  else
    report ok "$name: $2, $(awk '/states, stored/ { print $1 " states" }' <<<"$output")"
  fi
}

[ $# -gt 0 ] || set -- "$here"/*.pml
for model; do
  model=$(realpath "$model")
  while read -r expected flags; do
    check "$model" "$expected" "$flags"
  done < <(sed -n 's/^ \* check: //p' "$model")
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
