# The tests that configure scripts and CMake make with a C compiler.
echo 'int main(void) { return 0; }' >conftest.c
"$UPCC" conftest.c
test -x a.out
./a.out
"$UPCC" -c -MD -MF conftest.d -MT conftest.o conftest.c
grep -q conftest.o conftest.d
"$UPCC" -dumpversion | grep -q '[0-9]'
"$UPCC" -dumpmachine | grep -q -- -
echo '#error no' >bad.c
! "$UPCC" -E bad.c >/dev/null 2>err
! "$UPCC" -c nosuch.c 2>err
echo 'int main(void) { return nosuch(); }' >undefined.c
! "$UPCC" -o u undefined.c -w 2>err
# The linker's version, without a file.
for question in -Wl,--version '-Xlinker --version' '-fno-common -Wl,--as-needed,--version'; do
  "$UPCC" $question >said 2>&1
  grep -Eq '(GNU|LLD|mold).*[0-9]' said
done
! "$UPCC" -Wl,--as-needed 2>said
grep -q 'no input files' said
