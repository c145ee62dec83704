int f(int i)
{ /* error: closed */
    if (i) {
        upc_barrier;
    return 3;
}
