# Larger pages are used or refused with a reason; all of a heap can be taken at the start.
cat >a.upc <<'X'
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>
#include <upc.h>
int main(void) {
  static unsigned char there[64];
  shared[] char *p = upc_alloc(8 << 20);
  unsigned long page = sysconf(_SC_PAGESIZE), count = 0;
  upc_barrier;
  char *start = (char *)(((unsigned long)(char *)p + page) & -page) + (2 << 20);
  mincore(start, 64 * page, there);
  for (int i = 0; i < 64; i++)
    count += there[i] & 1;
  upc_barrier;
  for (int i = 0; i < 8 << 20; i += 4096)
    p[i] = 1;
  printf("%s\n", count == 64 ? "there" : count == 0 ? "not yet" : "some");
  return 0;
}
X
"$UPCC" -o a a.upc
test "$("$UPCRUN" -n 2 -shared-heap 16M ./a | sort -u)" = 'not yet'
test "$(UPC_FORCETOUCH=1 "$UPCRUN" -n 2 -shared-heap 16M ./a | sort -u)" = there
for pages in transparent 2M; do
  for kind in memfd posix sysv "file:$PWD"; do
    "$UPCRUN" -n 2 -v -shared-heap 16M -huge-pages $pages -shared-memory "$kind" ./a >out 2>map
    test "$(wc -l <out)" = 2
    # Shows which pages took effect, or warns why they did not.
    if ! grep -q '^upcr: memory .*, \(transparent huge pages\|pages of 2M\)' map; then
      grep -q '^upcr: memory .*no huge pages: [^ ]' map
      grep -q 'warning: no huge pages: .*UPC_HUGE_PAGES' map
    fi
  done
done
! "$UPCRUN" -n 2 -huge-pages 3M ./a 2>err
grep -q "UPC_HUGE_PAGES.*'3M'" err
