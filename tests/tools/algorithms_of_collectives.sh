# UPC_COLL forces algorithms, and its errors list them; so does upcrun -show-coll.
"$UPCC" -o a "$ROOT/tests/tools/programs/broadcast.upc"
for name in post post_static last pull push pull_binomial \
  push_binomial_flat_static pull_chain pull_knomial pull_knomial:2 push_knomial_placed:3; do
  test "$(UPC_COLL=broadcast:$name,gather:pull "$UPCRUN" -n 3 ./a | tr '\n' ' ')" = "41 41 41 "
done
"$UPCRUN" -show-coll -n 2 ./a 2>list >/dev/null
grep -q '^broadcast  *pull_binomial_flat_static  *large data' list
grep -q '^prefix_reduce  *doubling ' list
grep -q '^scatter  *pull_ring .*:1 to :65536 number of tokens, default :1' list
UPC_COLL=gather:push_ring:4 "$UPCRUN" -show-coll -n 2 ./a 2>&1 >/dev/null |
  grep -q '^gather  *push_ring .*(forced with :4)'
UPC_COLL=reduce:push_binomial "$UPCRUN" -show-coll -n 2 ./a 2>&1 >/dev/null |
  grep -q '^reduce  *push_binomial .*(forced)'

refused() {
  if UPC_COLL=$1 "$UPCRUN" -n 2 ./a 2>err; then exit 1; fi
  grep -q "$2" err
}
refused broadcast:nothing \
  "UPC_COLL: broadcast has no algorithm 'nothing'; it has post, served, last, pull, push,"
refused sort:x "'sort:x' is not OPERATION:ALGORITHM; the operations are broadcast, scatter,"
refused broadcast:pull:4 "broadcast:pull takes no parameter, such as '4'"
refused broadcast:pull_knomial:1 \
  "'1' is no radix of broadcast:pull_knomial, which is from 2 to 65536"
refused scatter:pull_ring:4x \
  "'4x' is no number of tokens of scatter:pull_ring, which is from 1 to 65536"
refused broadcast "'broadcast' is not OPERATION:ALGORITHM"
