/* Prints the output of quadrature.upc. */
#include <math.h>
#include <stdio.h>

#define FROM 0.0
#define TO 1.0
#define PIECES 8
#define ERROR 1e-8

static double integral;
static long intervals;

static double peak(double distance)
{
    return 1 / (distance * distance + 1e-6);
}

static double f(double x)
{
    return peak(x - 0.3) + peak(x - 0.9);
}

static double simpson(double from, double to)
{
    return (to - from) / 6 * (f(from) + 4 * f((from + to) / 2) + f(to));
}

static void integrate(double from, double to)
{
    double middle = (from + to) / 2, whole = simpson(from, to);
    double halves = simpson(from, middle) + simpson(middle, to);
    if (fabs(halves - whole) <= 15 * ERROR * (to - from)) {
        integral += halves + (halves - whole) / 15;
        intervals++;
        return;
    }
    integrate(from, middle);
    integrate(middle, to);
}

int main(void)
{
    for (int i = 0; i < PIECES; i++)
        integrate(FROM + (TO - FROM) * i / PIECES, FROM + (TO - FROM) * (i + 1) / PIECES);
    printf("integral %.5f, %ld intervals\n", integral, intervals);
    return 0;
}
