shared struct s { int a; } s, t;
void f(void)
{
    s = t;
    s + 1; /* error: + | operand */
    s += 2; /* error: + | operand | incompatible */
    if (s) /* error: scalar | struct */
        ;
}
