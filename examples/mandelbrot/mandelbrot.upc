// mandelbrot - all threads together write a picture to one file (upc_io.h).
//
//   upcc -O2 -o mandelbrot mandelbrot.upc && upcrun -n 4 ./mandelbrot picture.pgm
//
// Without a name the picture is written, checked and removed.
//
// The rows of the picture are distributed cyclically, since those in the middle take longest.
// Thread 0 writes the head of the file. The array is shared, so one collective call,
// upc_all_fwrite_shared, writes it in the order of its elements. To check the file, all threads
// read rows of it back, each with its own file pointer.
//
// reference: ../reference/mandelbrot.c

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <upc_io.h>
#include <upc_relaxed.h>

#define WIDTH 160
#define HEIGHT 96
#define MOST 200 // iterations
#define HEAD "P5\n160 96\n255\n"

typedef unsigned char pixel;
typedef struct { pixel at[WIDTH]; } row_type;

shared row_type *picture; // rows are distributed cyclically
shared long sum[THREADS];
shared [] char common_name[300];
static char name[300]; // of the file: the same on all threads

static void must(int fine, const char *what)
{
    if (!fine) {
        perror(what);
        upc_global_exit(1);
    }
}

static pixel colour(int row, int column)
{
    double cr = -2.0 + 3.0 * column / WIDTH, ci = -1.2 + 2.4 * row / HEIGHT, r = 0, i = 0;
    int n = 0;
    for (; n < MOST && r * r + i * i < 4; n++) {
        double next = r * r - i * i + cr;
        i = 2 * r * i + ci;
        r = next;
    }
    return (pixel)(n == MOST ? 0 : 255 - n);
}

static void write_picture(void)
{
  upc_file_t *file = upc_all_fopen(name, UPC_WRONLY | UPC_CREATE | UPC_TRUNC | UPC_COMMON_FP, 0, 0);
  must(file != 0, name);
  upc_all_fseek(file, sizeof HEAD - 1, UPC_SEEK_SET);
  upc_off_t done = upc_all_fwrite_shared(file, picture, 1, sizeof(row_type), HEIGHT,
                                         UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  must(done == (upc_off_t)(HEIGHT * sizeof(row_type)), "upc_all_fwrite_shared");
  must(upc_all_fclose(file) == 0, "upc_all_fclose");
}

static void write_head(void)
{
    upc_file_t *file = upc_all_fopen(name, UPC_WRONLY | UPC_INDIVIDUAL_FP, 0, 0);
    must(file != 0, name);
    size_t n = MYTHREAD == 0 ? sizeof HEAD - 1 : 0; // a thread may have nothing to write
    must(upc_all_fwrite_local(file, HEAD, 1, n, UPC_OUT_ALLSYNC) == (upc_off_t)n,
         "upc_all_fwrite_local");
    must(upc_all_fclose(file) == 0, "upc_all_fclose");
}

// Sums the pixels of some rows of the file, each multiplied by a number made from its place.
static long read_rows(int first, int end)
{
    long all = 0;
    size_t n = (size_t)(end - first) * WIDTH;
    pixel *pixels = malloc(n + 1);
    upc_file_t *file = upc_all_fopen(name, UPC_RDONLY | UPC_INDIVIDUAL_FP, 0, 0);
    must(file != 0, name);
    upc_all_fseek(file, (upc_off_t)(sizeof HEAD - 1 + (size_t)first * WIDTH), UPC_SEEK_SET);
    must(upc_all_fread_local(file, pixels, 1, n, UPC_IN_ALLSYNC) == (upc_off_t)n,
         "upc_all_fread_local");
    must(upc_all_fclose(file) == 0, "upc_all_fclose");
    for (size_t i = 0; i < n; i++) {
        size_t place = (size_t)first * WIDTH + i;
        all += (long)(place % 7 + 1) * pixels[i];
    }
    free(pixels);
    return all;
}

static void choose_name(const char *given)
{
    if (MYTHREAD == 0) {
        if (given)
            snprintf(name, sizeof name, "%s", given);
        else
            snprintf(name, sizeof name, "mandelbrot-%ld.pgm", (long)getpid());
        upc_memput(common_name, name, sizeof name);
    }
    upc_barrier;
    upc_memget(name, common_name, sizeof name);
}

int main(int argc, char **argv)
{
    choose_name(argc > 1 ? argv[1] : 0);
    picture = upc_all_alloc(HEIGHT, sizeof(row_type));
    upc_forall (int row = 0; row < HEIGHT; row++; &picture[row]) {
        pixel *mine = ((row_type *)&picture[row])->at;
        for (int column = 0; column < WIDTH; column++)
            mine[column] = colour(row, column);
    }
    write_picture();
    write_head();
    sum[MYTHREAD] = read_rows(HEIGHT * MYTHREAD / THREADS, HEIGHT * (MYTHREAD + 1) / THREADS);
    upc_barrier;
    if (MYTHREAD == 0) {
        long all = 0;
        for (int t = 0; t < THREADS; t++)
            all += sum[t];
        printf("%d x %d pixels, sum %ld\n", WIDTH, HEIGHT, all);
        if (argc < 2)
            remove(name);
    }
    upc_all_free(picture);
    return 0;
}
