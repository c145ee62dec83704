# upcrun -show-net prints the usable networks, the job's choice and the reason; -v prints the
# choice.
echo 'int main(void) { return 0; }' >a.upc
"$UPCC" -o a a.upc
"$UPCRUN" -show-net -n 2 ./a 2>list
grep -q '^smp: shared memory' list
grep -q '^tcp: sockets' list
grep -q '^ofi: ' list
grep -q '^ucx: ' list
grep -q '^ *lo 127.0.0.1 (loopback)' list
grep -q '^this job has one node and takes smp alone' list
"$UPCRUN" -info ./a | grep -q '^  network  *smp within a node, tcp, ofi or ucx between nodes'
UPC_NODES=1 "$UPCRUN" -n 2 ./a 2>err # it has an effect, and no warning says otherwise
test ! -s err
for network in tcp ofi ucx; do
  UPC_NETWORK=$network "$UPCRUN" -show-net -n 2 ./a 2>list
  # its library is missing
  grep -q "several nodes would take $network: UPC_NETWORK names it" list || continue
  "$UPCRUN" -network $network -v -show-net -nodes 2 -n 2 ./a 2>list
  grep -q "^this job has 2 nodes on one host and takes smp within them and $network between them" \
    list
  grep -q '^upcr: network  2 nodes, .*(UPC_NETWORK names it)' list
done
UPC_NETWORK=ofi "$UPCRUN" -show-net -n 2 ./a 2>list
if grep -q '^ofi: libfabric' list && grep -q 'several nodes would take ofi' list; then
  grep -q '^      \* lo (127.0.0.1): chosen' list
  UPC_OFI_PROVIDER=none "$UPCRUN" -show-net -n 2 ./a 2>list
  grep -q "libfabric has no provider 'none' (UPC_OFI_PROVIDER)" list
  FI_PROVIDER=none "$UPCRUN" -show-net -n 2 ./a 2>list
  grep -q 'it has: none, as FI_PROVIDER is none' list
fi

# An interface that there is not.
if UPC_NETWORK=tcp UPC_INTERFACE=none0 "$UPCRUN" -nodes 2 -n 2 ./a 2>err; then exit 1; fi
grep -q "no network interface that is up has the name or address 'none0'" err

# A name that no network has, in a job of one node too; smp is for such jobs alone.
for nodes in 1 2; do
  ! "$UPCRUN" -network udp -nodes $nodes -n 2 ./a 2>err
  grep -q "UPC_NETWORK (upcrun -network) is 'udp': it must be auto, tcp, ofi (libfabric) or ucx" err
done
"$UPCRUN" -network smp -n 2 ./a
! "$UPCRUN" -network smp -nodes 2 -n 2 ./a 2>err
grep -q "is 'smp'.*for jobs of one node" err
