"$UPCC" -o hello "$ROOT/examples/hello/hello.upc"
test "$("$UPCRUN" -n 300 ./hello | sort -u | wc -l)" = 300
