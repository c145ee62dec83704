# Debug information and messages name the UPC file and its lines.
cat >a.upc <<'X'
#include <upc.h>
shared int x[THREADS];
int main(void)
{
    x[MYTHREAD] = 1;
    int unused_one;
    return 0;
}
X
"$UPCC" -g -Wall -o a a.upc 2>err
grep -q 'a.upc:6' err
readelf --debug-dump=decodedline a | grep -q 'a\.upc *5 '
