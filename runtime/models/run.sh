#!/bin/bash
# Checks every model of this folder with spin, in each of the variants that its head lists:
#
#   check: holds [-DNAME...]    no reachable state breaks an assertion or is a deadlock
#   check: fails [-DNAME...]    the variant has a fault, which must be found: the model sees it
#
# JOBS (as many as processors) at a time. The last line counts. Usage: run.sh [MODEL.pml...]
set -uo pipefail

here=$(cd "$(dirname "$0")" && pwd)

# verify MODEL EXPECTED FLAGS: prints what the verifier says of one variant. A fault is sought from
# the last process backwards, which finds most of them in a hundredth of the states.
verify() {
  local order=
  [ "$2" = holds ] || order=-DREVERSE
  # shellcheck disable=SC2086 # a list of words
  spin -a $3 "$1" >spin.log 2>&1 || { cat spin.log; return 1; }
  # shellcheck disable=SC2086 # an option, or nothing
  "${CC:-cc}" -O1 -w -DSAFETY -DCOLLAPSE -DMEMLIM=2048 $order -o pan pan.c || return 1
  ./pan -m1000000 2>&1
}

# check MODEL EXPECTED [FLAGS]: one line, "ok: " or "FAILED: " before it.
check() {
  local name output folder
  name="$(basename "$1") ${3:-}"
  folder=$(mktemp -d) && cd "$folder" || return 1
  output=$(verify "$1" "$2" "${3:-}")
  rm -rf "$folder"
  if grep -q 'max search depth too small\|reached -DMEMLIM\|out of memory' <<<"$output" ||
    ! grep -q 'errors: ' <<<"$output"; then
    echo "FAILED: $name: not verified: $(tail -n 3 <<<"$output")"
  elif [ "$2" = holds ] && ! grep -q 'errors: 0' <<<"$output"; then
    echo "FAILED: $name: $(grep -m 1 'pan:1' <<<"$output")"
  elif [ "$2" = fails ] && grep -q 'errors: 0' <<<"$output"; then
    echo "FAILED: $name: its fault is not found"
  else
    echo "ok: $name: $2, $(awk '/states, stored/ { print $1 " states" }' <<<"$output")"
  fi
}

if [ "${1:-}" = --check ]; then
  shift
  check "$@"
  exit
fi

[ $# -gt 0 ] || set -- "$here"/*.pml
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for model; do
  sed -n "s|^ \* check: |$(realpath "$model") |p" "$model"
done >"$work/list"
while read -r model expected flags; do
  printf '%s\0%s\0%s\0' "$model" "$expected" "$flags"
done <"$work/list" | xargs -0 -n 3 -P "${JOBS:-$(nproc)}" "$here/run.sh" --check | tee "$work/log"
passed=$(grep -c '^ok: ' "$work/log")
failed=$(($(wc -l <"$work/list") - passed))
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" != 0 ]
