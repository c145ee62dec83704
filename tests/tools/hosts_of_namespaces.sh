# Hosts made of namespaces (tests/hosts) work; if they cannot be made, status 77 and a message.
hosts=$ROOT/tests/hosts
mkdir none
printf '#!/bin/sh\necho "unshare: Operation not permitted" >&2\nexit 1\n' >none/unshare
chmod +x none/unshare
status=0
PATH=$PWD/none:$PATH bash "$hosts/self_test.sh" >out 2>&1 || status=$?
[ "$status" = 77 ]
grep -q 'namespaces may not be made here (unshare: Operation not permitted)' out

command -v unshare >/dev/null && command -v nsenter >/dev/null && command -v setpriv >/dev/null &&
  command -v ip >/dev/null || exit 0
status=0
bash "$hosts/self_test.sh" >out 2>&1 || status=$?
[ "$status" = 77 ] && exit 0
cat out
[ "$status" = 0 ]
bash "$hosts/with.sh" 2 host_run 2 sh -c 'hostname; exit 4' >out 2>&1 || status=$?
[ "$status" = 4 ]
[ "$(cat out)" = host2 ]
