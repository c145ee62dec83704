# A name of a library's, used without its header: the message names the header, and with it the
# program is accepted.
without() {
  header=$1
  printf 'shared int a[THREADS];\nint main(void) {\n  %s\n  return 0;\n}\n' "$2" >body.upc
  ! "$UPCC" -w -fsyntax-only body.upc 2>err
  grep -q "help: include <$header>" err
  (echo "#include <$header>" && cat body.upc) >whole.upc
  "$UPCC" -w -fsyntax-only whole.upc
}
without upc_collective.h 'upc_all_broadcast(a, a, 0, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);'
without upc_io.h 'upc_file_t *f = upc_all_fopen("x", UPC_RDONLY, 0, NULL); (void)f;'
without upc_io.h 'upc_all_fclose(NULL);'
without upc_nb.h 'upc_handle_t h = upc_memset_nb(a, 0, 4); upc_sync(h);'
without upc_nb.h 'upc_memset_nbi(a, 0, 4);'
without upc_nb.h 'upc_synci();'
without upc_atomic.h 'int hint = UPC_ATOMIC_HINT_LATENCY + MYTHREAD; (void)hint;'
without upc_castable.h 'upc_thread_info_t about = upc_thread_info(0); (void)about;'
without upc_castable.h 'void *here = upc_cast(a); (void)here;'
without upc_tick.h 'upc_ticks_now();'
without bupc_extensions.h 'upc_poll();'
without upc_atomic.h 'return UPC_ATOMIC_PERFORMANCE_FAST;'
without upcx_collective.h 'upcx_team_t all = UPCX_TEAM_ALL; (void)all;'
without upc_ext_atomics.h 'xlupc_atomicI_fetchadd_strict(a, 1);'
without upc_cray.h 'shared long *at = NULL; return at ? _amo_afadd_upc(at, 1) : 0;'
without bupc_collectivev.h 'int sum = bupc_allv_reduce_all(int, MYTHREAD, UPC_ADD); (void)sum;'

# For a library without pointers-to-shared it is a warning, as for any function of C.
echo 'int main(void) { return pupc_control(MYTHREAD); }' >tool.upc
"$UPCC" -fsyntax-only tool.upc 2>err
test "$(grep -c warning: err)" = 1
grep -q 'help: include <pupc.h>' err

# A misspelt header of UPC gets its right name, one of another library's only the C compiler's word.
printf '#include <upc_relaxd.h>\nint main(void) { return 0; }\n' >misspelt.upc
for options in -c -E '-c -fdiagnostics-format=json' '-c -fdiagnostics-color=always'; do
  # shellcheck disable=SC2086
  ! "$UPCC" $options misspelt.upc 2>err >out
  grep -q 'did you mean <upc_relaxed.h>?' err
done
printf '#include <solver.h>\nint main(void) { return 0; }\n' >other.upc
! "$UPCC" -c other.upc 2>err
grep -q 'solver.h: No such file or directory' err
! grep -q 'did you mean' err

# A header of Cray's alone: its atomics for UPC are in another.
printf '#include <intrinsics.h>\nint main(void) { return 0; }\n' >cray.upc
! "$UPCC" -c cray.upc 2>err
grep -q 'note: <intrinsics.h> is Cray.s: .*<upc_cray.h>' err
