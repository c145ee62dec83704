# A null pointer among the arguments of <upc_io.h> is named; a null buffer gives EFAULT without -g.
cat >null.upc <<'END'
#include <errno.h>
#include <stdlib.h>
#include <upc.h>
#include <upc_io.h>
#define FLAGS (UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC)
int main(int argc, char **argv) {
  upc_file_t *f = upc_all_fopen("data", UPC_RDWR | UPC_CREATE | UPC_INDIVIDUAL_FP, 0, NULL);
  struct upc_filevec part = {0, 4};
  struct upc_local_memvec memory = {NULL, 4};
  upc_off_t result = 0;
  switch (*argv[1]) {
  case 'n': upc_all_fcntl(f, UPC_GET_FN, NULL); break;
  case 'h': upc_all_fcntl(f, UPC_GET_HINTS, NULL); break;
  case 't':
    upc_all_fwrite_local_async(f, &result, 4, 1, FLAGS);
    upc_all_ftest_async(f, NULL);
    break;
  case 'm': upc_all_fwrite_list_local(f, 2, NULL, 1, &part, FLAGS); break;
  case 's': upc_all_fread_list_shared(f, 2, NULL, 1, &part, FLAGS); break;
  case 'f': upc_all_fread_list_local(f, 0, NULL, 3, NULL, FLAGS); break;
  case 'b': result = upc_all_fwrite_local(f, NULL, 4, 6, FLAGS); break;
  case 'e': result = upc_all_fwrite_list_local(f, 1, &memory, 1, &part, FLAGS); break;
  }
  return upc_all_fclose(f) == 0 && result == -1 ? 7 : 0;
}
END
ends() { # CASE MESSAGE: the program ends with it
  if "$UPCRUN" -n 2 ./null "$1" 2>err; then exit 1; fi
  grep -q "$2" err
}
for checks in -fno-upc-check -g; do
  "$UPCC" $checks -o null null.upc
  ends n "upc_all_fcntl of 'data': 'arg' of UPC_GET_FN is a null pointer: .* a 'const char \*'"
  ends h "'arg' of UPC_GET_HINTS is a null pointer: .* the address of a 'const upc_hint_t \*'"
  ends t "upc_all_ftest_async: 'flag' is a null pointer"
  ends m "upc_all_fwrite_list_local: 'memvec' is a null pointer, for 2 entries"
  ends s "upc_all_fread_list_shared: 'memvec' is a null pointer, for 2 entries"
  ends f "upc_all_fread_list_local: 'filevec' is a null pointer, for 3 entries"
done
ends b "null.upc:21: upc_all_fwrite_local: 'buffer' is a null pointer, for 6 elements"
ends e "null.upc:22: .*'memvec\[\].baseaddr' is a null pointer, for 4 bytes"
"$UPCC" -o null null.upc
for case in b e; do
  status=0
  "$UPCRUN" -n 2 ./null "$case" || status=$?
  test "$status" = 7
done
