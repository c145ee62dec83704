# A program with other rights than its user's heeds no variable that names files or programs.
[ "$(id -u)" = 0 ] || exit 0
cat >a.upc <<'X'
#include <stdio.h>
#include <sys/auxv.h>
#include <upc.h>
shared int *null;
int main(int argc, char **argv) {
  (void)argv;
  if (MYTHREAD == 0)
    printf("%d\n", getauxval(AT_SECURE) != 0);
  if (argc > 1)
    *null = 1;
  return 0;
}
X
"$UPCC" -inst -o a a.upc
mkdir open bin
cp a open/a
chown 65534 open/a
chmod 4755 open/a
chmod 777 open
cat >bin/addr2line <<'X'
#!/bin/sh
touch "$MARK"
X
chmod 755 bin/addr2line
export MARK="$PWD/open/mark"
cd open
[ "$("$UPCRUN" -n 1 ./a)" = 1 ] || { echo 'the file system has no set-user-id programs'; exit 0; }

UPC_LOGFILE=made.log UPC_LOG=yes UPC_TRACE=yes UPC_TRACEFILE=made.% UPC_STATSFILE=made.% \
  UPC_COLL_TABLE=/nothing \
  UPC_SHARED_MEMORY=file:. GASNET_TRACEFILE=made HWLOC_XMLFILE=/nothing "$UPCRUN" -n 2 ./a >out \
  2>err
for name in UPC_LOGFILE UPC_LOG UPC_TRACE UPC_TRACEFILE UPC_STATSFILE UPC_COLL_TABLE \
  UPC_SHARED_MEMORY; do
  grep -q "warning: $name.* is ignored: the program has other rights than its user" err
done
test "$(find . -name 'made*' -o -name 'upc_*')" = ''
if PATH="$PWD/../bin:$PATH" "$UPCRUN" -n 2 ./a crash 2>err; then exit 1; fi
grep -q 'a null pointer-to-shared was used' err
test ! -e mark

# Without such rights they are obeyed.
cp ../a ./b
UPC_LOGFILE=made.log UPC_LOG=yes "$UPCRUN" -n 2 ./b >out 2>err
test -s made.log
