# Every external name of the library that is not reserved is weak: a program's own takes its place.
for library in "${UPCC%/bin/*}"/lib/libupcr.a "${UPCC%/bin/*}"/lib/libupcr-pthreads.a; do
  nm --extern-only --defined-only "$library" 2>/dev/null >names
  grep -q ' W bupc_memget_vlist' names
  test -z "$(grep -E ' [A-VX-Z] (bupc|xlupc)_' names)"
done
