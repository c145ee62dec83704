/* The result of sobel.upc in plain C: cc -O2 sobel.c ../sobel/image.c */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../sobel/edges.h"
#include "../sobel/image.h"

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

static void filter(image_t *edges, const image_t *photo)
{
    size_t w = photo->width, h = photo->height;
    memset(edges->pixels, 0, w);
    memset(edges->pixels + (h - 1) * w, 0, w);
    for (size_t y = 1; y + 1 < h; y++) {
        const unsigned char *row = photo->pixels + y * w;
        edges_of_row(edges->pixels + y * w, row - w, row, row + w, w);
    }
}

int main(int argc, char **argv)
{
    image_t photo, edges;
    if (argc < 3) {
        fprintf(stderr, "usage: sobel photo.pgm edges.pgm [repeats]\n");
        return 2;
    }
    if (image_read(&photo, argv[1]))
        return 1;
    edges = photo;
    edges.pixels = malloc((size_t)photo.width * photo.height);
    if (edges.pixels == NULL)
        return 1;

    int repeats = argc > 3 ? atoi(argv[3]) : 1;
    double begin = now();
    for (int r = 0; r < repeats; r++)
        filter(&edges, &photo);
    fprintf(stderr, "plain C: %.3f ms\n", (now() - begin) / repeats);

    printf("%d x %d pixels, edges %016llx\n", edges.width, edges.height, image_hash(&edges));
    int status = image_write(&edges, argv[2]);
    free(photo.pixels);
    free(edges.pixels);
    return status ? 1 : 0;
}
