/* Prints the output of mandelbrot.upc. */
#include <stdio.h>

#define WIDTH 160
#define HEIGHT 96
#define MOST 200

static int colour(int row, int column)
{
    double cr = -2.0 + 3.0 * column / WIDTH, ci = -1.2 + 2.4 * row / HEIGHT, r = 0, i = 0;
    int n = 0;
    for (; n < MOST && r * r + i * i < 4; n++) {
        double next = r * r - i * i + cr;
        i = 2 * r * i + ci;
        r = next;
    }
    return n == MOST ? 0 : 255 - n;
}

int main(void)
{
    long all = 0;
    for (int place = 0; place < WIDTH * HEIGHT; place++)
        all += (place % 7 + 1) * (long)colour(place / WIDTH, place % WIDTH);
    printf("%d x %d pixels, sum %ld\n", WIDTH, HEIGHT, all);
    return 0;
}
