# A misspelt word gets the proposal that fits its place.
proposes() {
  echo "#include <upc.h>
typedef int number;
$1" >a.upc
  if "$UPCC" -fsyntax-only a.upc 2>err; then return 1; fi
  grep -q "did you mean '$2'" err
}
proposes 'strct point { int x; };' struct
proposes 'strct point *p;' struct
proposes 'strct number x;' strict
proposes 'shard number x;' shared
proposes 'shard int x;' shared
proposes 'unsinged count;' unsigned
proposes 'flaot half;' float
proposes 'typdef int y;' typedef
proposes 'int f(void) { upc_pol(); return MYTHREAD; }' upc_poll
