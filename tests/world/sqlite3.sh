#!/bin/sh
# SQLite: configure and make; its Tcl tests of threads and its threadtest3. With upcc also its
# "extraquick" tests, in a program of which every function was translated (-fupc-analyze-all).
set -eux
tests='thread001 thread002 thread005 thread1 thread2'
CFLAGS='-O1 -Wall -Wextra' ./configure --enable-threadsafe
make sqlite3.c
make -j "$JOBS" sqlite3 testfixture threadtest3
place=$PWD

# The tests wait for the disk much more than they compute, and they refuse to run as root.
if [ -d /dev/shm ]; then run=$(mktemp -d -p /dev/shm); else run=$(mktemp -d); fi
trap 'rm -rf "$run"' EXIT
if [ "$(id -u)" = 0 ]; then
    chown 65534:65534 "$run"
    as_user='setpriv --reuid=65534 --regid=65534 --clear-groups'
else
    as_user=
fi
cd "$run"
for test in $tests; do
    $as_user "$place/testfixture" "$place/test/$test.test"
done
$as_user "$place/threadtest3" walthread1
echo "== $tests, threadtest3 walthread1"
[ "$CC" = "$UPCC" ] || exit 0

cd "$place"
mv testfixture testfixture.plain
make testfixture CC="$CC -fupc-analyze-all"
cd "$run"
rm -rf ./*
$as_user "$place/testfixture" "$place/test/extraquick.test"
echo "== extraquick, translated with -fupc-analyze-all"
