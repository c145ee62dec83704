# Between nodes one thread of each node communicates in every collective except permute, whose
# blocks each go to one thread; more threads do not send more messages. After 128 announcements a
# thread asks its peer whether they were served, which may fall in the counted calls: a message a
# pair of nodes. UPC_COUNT_MESSAGES tells what each thread sent.
"$UPCC" -o a "$ROOT/tests/tools/programs/messages_of_collectives.upc"
for nodes in 2 3 4; do
  # Threads that have a node each choose others for these, with fewer messages.
  UPC_COLL=reduce_all:binomial_flat,reduce_scatter:leaders \
    "$UPCRUN" -nodes $nodes -n $nodes ./a >few
  "$UPCRUN" -nodes $nodes -n $((3 * nodes)) ./a >many
  while read -r operation messages threads; do
    test "$threads" -le $nodes
    grep -q "^$operation " few
    most=$(sed -n "s/^$operation \([0-9]*\) .*/\1/p" few)
    test "$messages" -le $((most + nodes * (nodes - 1)))
  done <<E
$(grep -v '^permute ' many)
E
  test "$(wc -l <many)" = 11
done
# A ring of vectors with fewer elements than threads moves the slices that have one: two signals and
# two reads for each of the four at each of four edges between nodes.
UPC_COLL=reduce_all:ring "$UPCRUN" -nodes 4 -n 16 ./a >ring
test "$(sed -n 's/^reduce_all \([0-9]*\) .*/\1/p' ring)" -le $((8 * 64))
UPC_COUNT_MESSAGES=1 "$UPCRUN" -nodes 2 -n 4 ./a >out 2>err
some='[1-9][0-9]* messages\{0,1\} of [1-9][0-9]* bytes to threads whose memory is not mapped'
test "$(grep -c "^upcr: thread [0-3]: $some\$" err)" -ge 2
UPC_COUNT_MESSAGES=1 "$UPCRUN" -n 2 ./a >out 2>err
test "$(grep -c '^upcr: thread [01]: 0 messages of 0 bytes' err)" = 2
