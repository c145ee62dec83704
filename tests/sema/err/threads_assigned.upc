// conformance: LANG-6.3.1-C2 LANG-6.3.2-C1
void f(void)
{
    THREADS = 3; /* error: THREADS | assign | lvalue */
    MYTHREAD = 0; /* error: MYTHREAD | assign | lvalue */
    THREADS++; /* error: THREADS | lvalue | modif */
    --MYTHREAD; /* error: MYTHREAD | lvalue | modif */
}
