# -v shows the linker's own command, from which CMake takes the libraries that -fopenmp brings.
echo 'int main(void) { return 0; }' >a.c
"$UPCC" -v -o a a.c 2>err
grep -Eq '(collect2|/ld[^ /]*"?) .*-lc( |$)' err
