# Input that is not a regular file may have no end: it is refused, or read up to a limit, in little
# time and memory.
ulimit -v 4000000
refused() {
  what=$1
  shift
  status=0
  timeout 60 "$UPCC" "$@" 2>err || status=$?
  test $status = 1
  grep -q "error: .*$what" err
}
refused '/dev/full: it is no regular file' -o s /dev/full
refused '/dev/zero: it is no regular file' -o s /dev/zero
refused '/dev/zero: it is a device' -x upc -c /dev/zero
refused '/dev/full: it is a device' -x upc-cpp-output -fsyntax-only /dev/full
refused '/dev/zero: it is a device' -x c -E /dev/zero
refused 'no regular file, and has more than the 256 MiB' -conf=/dev/zero -c a.upc
refused '@/dev/zero' @/dev/zero -c a.upc
mkfifo pipe
(cat /dev/zero >pipe 2>/dev/null || true) &
refused 'no regular file, and has more than the 256 MiB' -x upc-cpp-output -c pipe
wait

# Pipes and /dev/null are read as ever.
echo 'int main(void) { return MYTHREAD; }' >a.upc
(cat a.upc >pipe) &
"$UPCC" -x upc -c pipe -o a.o
wait
"$UPCC" -x upc -c - -o a.o <a.upc
"$UPCC" -x upc -c /dev/stdin -o a.o <a.upc
"$UPCC" -x upc -c /dev/null -o null.o
refused 'pipe: it is no regular file' -o s pipe
