# make install after make demo reports that the rest must be built, and installs nothing.
mkdir -p part/bin
cp "$UPCC" part/bin/upcc
status=0
make -C "$ROOT" --no-print-directory install BUILD="$PWD/part" PREFIX="$PWD/prefix" >out 2>&1 ||
    status=$?
cat out
[ $status -ne 0 ]
grep -q '^make demo builds a part only: run make first$' out
[ ! -e prefix ]
