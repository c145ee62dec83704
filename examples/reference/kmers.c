/* The result of kmers.upc in plain C: a table with a counter for every possible word. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define K 9
#define WORDS (1u << 2 * K)
#define TOP 10

static uint32_t count[WORDS];

static void print_word(uint32_t word)
{
    for (int i = K - 1; i >= 0; i--)
        putchar("ACGT"[word >> 2 * i & 3]);
    printf(" %u\n", count[word]);
}

int main(int argc, char **argv)
{
    FILE *file = fopen(argc > 1 ? argv[1] : "lambda.fa", "r");
    if (file == NULL) {
        perror("kmers");
        return 1;
    }
    uint32_t word = 0;
    int c, header = 0, known = 0;
    while ((c = getc(file)) != EOF) {
        header = c == '>' || (header && c != '\n');
        if (header || c == '\n')
            continue;
        const char *base = memchr("ACGT", c, 4);
        known = base ? known + 1 : 0;
        word = (word << 2 | (base ? base - "ACGT" : 0)) & (WORDS - 1);
        if (known >= K)
            count[word]++;
    }
    fclose(file);

    long distinct = 0;
    for (uint32_t w = 0; w < WORDS; w++)
        distinct += count[w] != 0;
    printf("%ld different words of %d letters\n", distinct, K);

    static char printed[WORDS];
    for (int i = 0; i < TOP; i++) {
        uint32_t best = WORDS;
        for (uint32_t w = 0; w < WORDS; w++)
            if (!printed[w] && (best == WORDS || count[w] > count[best]))
                best = w;
        printed[best] = 1;
        print_word(best);
    }
    uint32_t cos = 0;
    for (int i = 0; i < K; i++)
        cos = cos << 2 | (uint32_t)(strchr("ACGT", "GGGCGGCGA"[i]) - "ACGT");
    print_word(cos);
    return 0;
}
