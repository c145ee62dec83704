# A bug of upcc: the generated C is kept for a report in the folder of temporary files, and its path
# is printed. The current folder gets no file.
cat >cc <<'X'
#!/bin/sh
# Refuses the generated C and accepts the plain reading, as if the translation were wrong.
for word; do
  case $word in
  *.trans.c)
    sed -n 's/.*"\(a\.upc\)".*/\1:1:1: error: not in this translation/p' "$word" | head -n 1 >&2
    exit 1
    ;;
  esac
done
exec gcc "$@"
X
chmod +x cc
mkdir tmp work
cd work
echo 'shared int x; int main(void) { return x; }' >a.upc
for stage in -fsyntax-only -c '-o a'; do
  rm -rf ../tmp/*
  status=0
  # shellcheck disable=SC2086
  TMPDIR="$PWD/../tmp" UPCC_CC=../cc "$UPCC" $stage a.upc 2>../err || status=$?
  test $status = 1
  grep -q 'this is a bug of upcc' ../err
  test "$(ls)" = a.upc
  kept=$(sed -n 's/.*the generated C is saved in //p' ../err)
  grep -q 'upcr_.*get' "$kept"
  test "$(find ../tmp -type f | wc -l)" = 1
  test "$(stat -c %a "$(dirname "$kept")")" = 700
done
# If nothing can be written, the message has the reason.
status=0
TMPDIR=/proc/self UPCC_CC=../cc "$UPCC" -c a.upc 2>../err || status=$?
test $status = 1
