void f(int i)
{
    switch (i) {
    case 3:
    case 1 + 2: /* error: case */
        break;
    }
}
