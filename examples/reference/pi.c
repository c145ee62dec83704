/* The result of pi.upc in plain C. */
#include <stdio.h>

#define STEPS 2000000

int main(void)
{
    const double width = 1.0 / STEPS;
    double sum = 0;
    for (int i = 0; i < STEPS; i++) {
        double x = (i + 0.5) * width;
        sum += 4.0 / (1.0 + x * x);
    }
    printf("pi is %.9f\n", sum * width);
    return 0;
}
