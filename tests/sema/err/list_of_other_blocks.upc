extern void total(shared [4] const int *const *list);
shared [] int *blocks[4];
void f(void)
{
    total(blocks); /* error: shared [4] const int */
}
