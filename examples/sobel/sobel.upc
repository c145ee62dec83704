// sobel - finds the edges in a photograph.
//
//   upcc -O2 -o sobel sobel.upc image.c && upcrun -n 4 ./sobel astronaut.pgm edges.pgm [repeats]
//
// Thread 0 reads the picture and distributes slabs of rows. Each thread filters its slab; it
// fetches the row above and the row below from the threads that have them. Thread 0 collects the
// result.
//
// reference: ../reference/sobel.c
// cflags: -O2
// args: astronaut.pgm /dev/null

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc_relaxed.h>
#include <upc_tick.h>

#include "edges.h"
#include "image.h"

typedef shared [] unsigned char *row_t;

shared int width, height;
shared row_t photo[THREADS], edges[THREADS]; // each thread's slab of the picture and of the result

static int first_row(int thread) { return (long)height * thread / THREADS; }

// Row `row` of the picture or of the result, on its thread.
static row_t row_of(shared row_t *slab, int row)
{
    int thread = (long)row * THREADS / height;
    while (first_row(thread + 1) <= row)
        thread++;
    return slab[thread] + (size_t)(row - first_row(thread)) * width;
}

static void filter(void)
{
    const int w = width, h = height, begin = first_row(MYTHREAD), end = first_row(MYTHREAD + 1);
    if (begin == end)
        return;
    unsigned char *above = malloc(w), *below = malloc(w);
    const unsigned char *mine =
        (const unsigned char *)photo[MYTHREAD]; // own memory: an ordinary pointer suffices
    unsigned char *edge = (unsigned char *)edges[MYTHREAD];

    if (begin > 0)
        upc_memget(above, row_of(photo, begin - 1), w);
    if (end < h)
        upc_memget(below, row_of(photo, end), w);
    for (int y = begin; y < end; y++, mine += w, edge += w)
        if (y == 0 || y == h - 1)
            memset(edge, 0, w);
        else
          edges_of_row(edge, y == begin ? above : mine - w, mine, y == end - 1 ? below : mine + w,
                       w);
    free(above);
    free(below);
}

// Collective: every thread makes room for its slabs, then thread 0 fills in the picture.
static void deal_out(const image_t *image)
{
    if (MYTHREAD == 0) {
        width = image->width;
        height = image->height;
    }
    upc_barrier;
    size_t bytes = (size_t)(first_row(MYTHREAD + 1) - first_row(MYTHREAD)) * width;
    photo[MYTHREAD] = upc_alloc(bytes + 1);
    edges[MYTHREAD] = upc_alloc(bytes + 1);
    if (photo[MYTHREAD] == NULL || edges[MYTHREAD] == NULL)
        upc_global_exit(1);
    upc_barrier;
    if (MYTHREAD == 0)
        for (int y = 0; y < image->height; y++)
            upc_memput(row_of(photo, y), image->pixels + (size_t)y * image->width, image->width);
    upc_barrier;
}

static int collect(image_t *image, const char *path)
{
    for (int y = 0; y < image->height; y++)
        upc_memget(image->pixels + (size_t)y * image->width, row_of(edges, y), image->width);
    printf("%d x %d pixels, edges %016llx\n", image->width, image->height, image_hash(image));
    return image_write(image, path);
}

int main(int argc, char **argv)
{
    image_t image = {0};
    int status = 0;
    const int repeats = argc > 3 ? atoi(argv[3]) : 1;

    if (argc < 3) {
        if (MYTHREAD == 0)
            fprintf(stderr, "usage: sobel photo.pgm edges.pgm [repeats]\n");
        return 2;
    }
    if (MYTHREAD == 0 && image_read(&image, argv[1]))
        upc_global_exit(1);
    deal_out(&image);

    upc_tick_t begin = upc_ticks_now();
    for (int r = 0; r < repeats; r++) {
        filter();
        upc_barrier;
    }
    double ms = upc_ticks_to_ns(upc_ticks_now() - begin) * 1e-6 / repeats;

    if (MYTHREAD == 0) {
        fprintf(stderr, "%d thread%s: %.3f ms\n", THREADS, THREADS == 1 ? "" : "s", ms);
        status = collect(&image, argv[2]) ? 1 : 0;
    }
    upc_barrier;
    upc_free(photo[MYTHREAD]);
    upc_free(edges[MYTHREAD]);
    free(image.pixels);
    return status;
}
