#include <upc.h>
struct particle
{
    int width;
    double weight;
};
void f(void)
{
    struct particle p;
    p.wieght = 1; /* error: no member 'wieght' | did you mean 'weight'? */
    p.wigth = 1;  /* error: no member 'wigth' | did you mean 'width'? */
    upc_brarier;  /* error: not declared | did you mean 'upc_barrier'? */
}
