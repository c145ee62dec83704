# A closed pipe ends upcc as it ends other programs, and none of its temporary files remain.
mkdir tmp
export TMPDIR="$PWD/tmp"
{
  echo '#include <upc.h>'
  for i in $(seq 1 500); do
    echo "shared int a$i[THREADS]; int f$i(void) { return a$i[0] + nowhere$i; }"
  done
} >a.upc
"$UPCC" -fupc-dump=td -fsyntax-only a.upc 2>/dev/null | head -n 1 >out
test -s out
"$UPCC" -trans -o - a.upc 2>&1 | head -n 1 >out
"$UPCC" -c a.upc 2>&1 | head -n 1 >out
test -s out
"$UPCC" -E a.upc | head -n 1 >out
sleep 1
test -z "$(ls tmp)"
