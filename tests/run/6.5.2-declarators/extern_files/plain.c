/* Nothing of UPC in here. */
extern int private_here;

int plain_c(int n)
{
    static int shift;
    shift = private_here;
    return n + shift;
}
