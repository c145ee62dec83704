# Every program of the tutorial compiles without a message and runs; every command prints the output
# in the text.
page=$ROOT/docs/tutorial.md
awk '/^```upc$/ { getline; name = $2 } /^```$/ { name = "" } name { print > name }' "$page"
test "$(ls *.upc | wc -l)" = 8
for source in *.upc; do
  "$UPCC" -Wall -o program "$source" 2>err
  test ! -s err
  [ "$source" != mistake.upc ] || continue
  for run in '-n 1' '-n 4' '-n 4 -nodes 2'; do
    "$UPCRUN" $run ./program >out
    ! grep wrong out
  done
done

# A command, and the lines up to the next one. Threads print in any order.
mkdir expected said
awk '/^```text$/ { on = 1; next } /^```$/ { on = 0 } !on { next }
  /^[$] / { file = sprintf("expected/%02d", ++n); print substr($0, 3) > "commands"; next }
  { print > file }' "$page"
PATH=$(dirname "$UPCC"):$PATH
n=0
while read -r command; do
  n=$((n + 1))
  number=$(printf %02d $n)
  sh -c "$command" </dev/null >out 2>&1 || grep -q '^upcr: ' out
  sort out >said/$number
  touch expected/$number
  sort expected/$number | diff - said/$number
done <commands
test $n = 16
