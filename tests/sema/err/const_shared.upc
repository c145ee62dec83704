shared const int c;
void f(void)
{
    c = 3; /* error: const | read-only */
    c++; /* error: const | read-only */
}
