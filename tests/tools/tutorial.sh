# Every program of the tutorial compiles without a message, runs, and prints the output in the text.
awk '/^```upc$/ { getline; name = $2; next } /^```/ { name = "" } name { print > name }' \
  "$ROOT/docs/tutorial.md"
test "$(ls *.upc | wc -l)" = 5
for source in *.upc; do
  "$UPCC" -Wall -o program "$source" 2>err
  test ! -s err
  for run in '-n 1' '-n 4' '-n 4 -nodes 2'; do
    "$UPCRUN" $run ./program >out
    ! grep wrong out
    case $source in
    hello.upc) grep -qx "thread 0 of $(wc -l <out | tr -d ' ')" out ;;
    squares.upc) test "$(tail -n 1 out)" = "$((($(wc -l <out) - 1) * ($(wc -l <out) - 1)))" ;;
    sum.upc | counter.upc) grep -qx right out ;;
    neighbour.upc) test ! -s out ;;
    esac
  done
done
