# To another node a put with a signal is one message at most, and so is a post, which any pthread of
# the process there carries out.
for options in "" -pthreads; do
    # shellcheck disable=SC2086
    "$UPCC" $options -o a "$ROOT/tests/tools/programs/messages_of_signals.upc"
    for network in tcp ofi ucx; do
        case $network in ofi) library=libfabric.so ;; ucx) library=libucp.so ;; *) library= ;; esac
        grep -q "$library" "$(dirname "$UPCC")/../lib/libupcr.a" || continue
        # shellcheck disable=SC2086
        UPC_NETWORK=$network "$UPCRUN" -nodes 2 -n 4 ${options:+-p 2} ./a >out
        read -r signals puts posts <out
        test "$puts" -gt 0
        test "$puts" -le "$signals"
        test "$posts" -gt 0
        test "$posts" -le "$signals"
    done
done
